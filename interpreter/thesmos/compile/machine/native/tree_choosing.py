"""Which choice a round of a search takes, in the small language: see tree_code.py.

`best` returns the code with the best upper bound (UCB1); one that was never taken counts as
average. Of equal ones, those that were taken come first. `best_by_prior` goes by what a program
thinks of the choices (PUCT). In both, a proven choice is worth its outcome.
"""

CHOOSING = """
def worth(table, outcome):
    return table.shares + outcome * table.players * 8

def best(table, node, choices, chooser):
    pending = table.pending
    codes = I64[pending, 0]
    count = I64[pending, 1]
    if choices == 0:
        return CONCEDED
    if node.child == 0:
        place = below(table, choices)
        if place == count:
            return SKIPPED
        return I32[codes, place]
    equals = table.equals
    untried = table.untried
    nodes = table.nodes
    logs = table.logs
    explore = table.explore
    rounds = 0
    total = 0.0
    most = 0.0
    equal = 0
    new = 0
    at = nodes + node.child * NODE
    for place in range(choices):
        code = SKIPPED
        if place < count:
            code = I32[codes, place]
        number = number_of(code)
        while (at != nodes) and (number_of(at.code) < number):
            at = nodes + at.next * NODE
        if (at != nodes) and (at.code == code):
            rounds += at.rounds
            total += at.total
            met = at.met + 1
            at.met = met
            bound = at.mean + explore * sqrt(F64[logs, met] * at.share)
            proven = at.proven
            if proven != 0:
                bound = F64[worth(table, proven), chooser]
            if (bound > most) or (equal == 0):
                most = bound
                I32[equals, 0] = code
                equal = 1
            elif bound == most:
                I32[equals, equal] = code
                equal += 1
            at = nodes + at.next * NODE
        else:
            I32[untried, new] = code
            new += 1
    if new != 0:
        bound = 0.5 + explore * sqrt(F64[logs, 1])
        if rounds != 0:
            bound = total / float(rounds) + explore * sqrt(F64[logs, rounds + 1])
        if (bound > most) or (equal == 0):
            return I32[untried, below(table, new)]
        elif bound == most:
            copy(equals + 4 * equal, untried, 4 * new)
            equal += new
    return I32[equals, below(table, equal)]

def best_by_prior(table, node, choices, chooser):
    pending = table.pending
    codes = I64[pending, 0]
    count = I64[pending, 1]
    if choices == 0:
        return CONCEDED
    equals = table.equals
    nodes = table.nodes
    rounds = 0
    total = 0.0
    at = nodes + node.child * NODE
    while at != nodes:
        rounds += at.rounds
        total += at.total
        at = nodes + at.next * NODE
    usual = 0.5
    if rounds != 0:
        usual = total / float(rounds)
    reach = table.explore * sqrt(float(node.rounds))
    alike = 1.0 / float(choices)
    most = 0.0
    equal = 0
    at = nodes + node.child * NODE
    for place in range(choices):
        code = SKIPPED
        if place < count:
            code = I32[codes, place]
        number = number_of(code)
        while (at != nodes) and (number_of(at.code) < number):
            at = nodes + at.next * NODE
        bound = usual + reach * alike
        if (at != nodes) and (at.code == code):
            prior = alike
            if at.prior > 0.0:
                prior = at.prior
            mean = usual
            if at.rounds != 0:
                mean = at.mean
            bound = mean + reach * prior / float(at.rounds + 1)
            proven = at.proven
            if proven != 0:
                bound = F64[worth(table, proven), chooser]
            at = nodes + at.next * NODE
        if (bound > most) or (equal == 0):
            most = bound
            I32[equals, 0] = code
            equal = 1
        elif bound == most:
            I32[equals, equal] = code
            equal += 1
    return I32[equals, below(table, equal)]
"""
