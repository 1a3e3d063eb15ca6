"""How a tree of choices grows, in the small language: see tree.py.

It knows no game (see hosted_play.py), and draws the same numbers for the same decisions as Python
(play/search_tree.py).
A node is a choice: as numbers of 32 bits its first child, the next child of the same node, its
code, its rounds, the rounds in which it was available, and its proven outcome; then, as floats, the
sum of its results, 1 / its rounds, the product of both, and its prior. Children are in the order of
their codes; those below 0 are the last.

The way of a round is a list of steps: the node, who chose it, and among how many choices. A leaf
that waits is its node, and the first step of its way and the one after the last.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, c_int64, c_void_p
from functools import cache
from typing import Any, NamedTuple

from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.loops.random_games import MIXED
from thesmos.compile.machine.native.engine import LoadedCode, object_code
from thesmos.compile.machine.native.hosted_play import CONSTANTS, HOSTED_PLAY
from thesmos.compile.machine.native.llvm import printed
from thesmos.compile.machine.small_language import functions
from thesmos.dice import FIRST, GAMMA, SECOND

TREE_FUNCTIONS = "options", "may_skip", "choose", "skip", "concede", "picked", "game"
_NUMBERS = (
    "bits", "size", "winners", "chooser", "step", "work_size", "state", "work", "pending", "nodes",
    "capacity", "used", "dice", "path", "explore", "logs", "shares", "alike", "players", "worlds",
    "weights_up_to", "world_count", "done", "equals", "untried", "proves", "asks_values",
    "asks_priors", "leaves", "leaf_states", "waiting",
)  # fmt: skip
WORDS = TREE_FUNCTIONS + _NUMBERS
NODE_SIZE, STEP_SIZE, LEAF_SIZE = 56, 24, 24  # bytes
DEPTHS = 1 << 16  # steps of all ways that are kept, at most
_ROOM = DEPTHS // 2  # steps that may be kept when a round begins

# `best` returns the code with the best upper bound; one that was never taken counts as average. Of
# equal ones, those that were taken come first.
# `rounds` makes rounds: it goes down the tree, adds a choice, plays on at random, and credits.
_SOURCE = f"""{MIXED.format(first="")}
def next_number(table):
    dice = I64[table, DICE] + GAMMA
    I64[table, DICE] = dice
    return mixed(dice)

def below(table, count):
    drawn = next_number(table)
    return ((drawn >> 32) * count + (((drawn & LOW_HALF) * count) >> 32)) >> 32

def first_state(table):
    place = 0
    last = I64[table, WORLD_COUNT] - 1
    if last > 0:
        up_to = I64[table, WEIGHTS_UP_TO]
        drawn = below(table, I64[up_to, last])
        while place < last:
            middle = (place + last) >> 1
            if I64[up_to, middle] > drawn:
                last = middle
            else:
                place = middle + 1
    return I64[table, WORLDS] + place * I64[table, SIZE]

def number_of(code):
    return code & LOW_HALF

def new_child(table, node, before, child, code):
    number = I64[table, USED]
    if number >= I64[table, CAPACITY]:
        return 0
    I64[table, USED] = number + 1
    at = I64[table, NODES] + number * NODE
    I32[at, 1] = child
    I32[at, 2] = code
    I32[at, 4] = I32[node, 3] + 1
    if before == 0:
        I32[node, 0] = number
    else:
        I32[before, 1] = number
    return at

def child_of(table, node, code):
    nodes = I64[table, NODES]
    before = 0
    child = I32[node, 0]
    while child != 0:
        at = nodes + child * NODE
        present = I32[at, 2]
        if present == code:
            return at
        elif number_of(present) > number_of(code):
            break
        before = at
        child = I32[at, 1]
    return new_child(table, node, before, child, code)

def worth(table, outcome):
    return I64[table, SHARES] + outcome * I64[table, PLAYERS] * 8

def best(table, node, choices, chooser):
    pending = I64[table, PENDING]
    codes = I64[pending, 0]
    count = I64[pending, 1]
    if choices == 0:
        return CONCEDED
    if I32[node, 0] == 0:
        place = below(table, choices)
        if place == count:
            return SKIPPED
        return I32[codes, place]
    equals = I64[table, EQUALS]
    untried = I64[table, UNTRIED]
    nodes = I64[table, NODES]
    logs = I64[table, LOGS]
    explore = F64[table, EXPLORE]
    rounds = 0
    total = 0.0
    most = 0.0
    equal = 0
    new = 0
    at = nodes + I32[node, 0] * NODE
    for place in range(choices):
        code = SKIPPED
        if place < count:
            code = I32[codes, place]
        number = number_of(code)
        while (at != nodes) and (number_of(I32[at, 2]) < number):
            at = nodes + I32[at, 1] * NODE
        if (at != nodes) and (I32[at, 2] == code):
            rounds += I32[at, 3]
            total = total + F64[at, 3]
            met = I32[at, 4] + 1
            I32[at, 4] = met
            bound = F64[at, 5] + explore * sqrt(F64[logs, met] * F64[at, 4])
            proven = I32[at, 5]
            if proven != 0:
                bound = F64[worth(table, proven), chooser]
            if (bound > most) or (equal == 0):
                most = bound
                I32[equals, 0] = code
                equal = 1
            elif bound == most:
                I32[equals, equal] = code
                equal += 1
            at = nodes + I32[at, 1] * NODE
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
    pending = I64[table, PENDING]
    codes = I64[pending, 0]
    count = I64[pending, 1]
    if choices == 0:
        return CONCEDED
    equals = I64[table, EQUALS]
    nodes = I64[table, NODES]
    rounds = 0
    total = 0.0
    at = nodes + I32[node, 0] * NODE
    while at != nodes:
        rounds += I32[at, 3]
        total = total + F64[at, 3]
        at = nodes + I32[at, 1] * NODE
    usual = 0.5
    if rounds != 0:
        usual = total / float(rounds)
    reach = F64[table, EXPLORE] * sqrt(float(I32[node, 3]))
    alike = 1.0 / float(choices)
    most = 0.0
    equal = 0
    at = nodes + I32[node, 0] * NODE
    for place in range(choices):
        code = SKIPPED
        if place < count:
            code = I32[codes, place]
        number = number_of(code)
        while (at != nodes) and (number_of(I32[at, 2]) < number):
            at = nodes + I32[at, 1] * NODE
        bound = usual + reach * alike
        if (at != nodes) and (I32[at, 2] == code):
            prior = alike
            if F64[at, 6] > 0.0:
                prior = F64[at, 6]
            mean = usual
            if I32[at, 3] != 0:
                mean = F64[at, 5]
            bound = mean + reach * prior / float(I32[at, 3] + 1)
            proven = I32[at, 5]
            if proven != 0:
                bound = F64[worth(table, proven), chooser]
            at = nodes + I32[at, 1] * NODE
        if (bound > most) or (equal == 0):
            most = bound
            I32[equals, 0] = code
            equal = 1
        elif bound == most:
            I32[equals, equal] = code
            equal += 1
    return I32[equals, below(table, equal)]

def below_node(table, node, code):
    if node == 0:
        return 0
    return child_of(table, node, code)

def is_new(node):
    if node == 0:
        return 1
    return I32[node, 3] == 0

def proven_of(node):
    if node == 0:
        return 0
    return I32[node, 5]

def decided(table, parent, chooser, choices, outcome):
    if F64[worth(table, outcome), chooser] == 1.0:
        return outcome
    nodes = I64[table, NODES]
    most = 0.0
    which = 0
    several = 0
    child = I32[parent, 0]
    while child != 0:
        at = nodes + child * NODE
        proven = I32[at, 5]
        if proven == 0:
            return 0
        share = F64[worth(table, proven), chooser]
        if (share > most) or (which == 0):
            most = share
            which = proven
            several = 0
        elif (share == most) and (proven != which):
            several = 1
        choices -= 1
        child = I32[at, 1]
    if (choices != 0) or (several != 0):
        return 0
    return which

def prove(table, first, last, outcome):
    at = last - STEP
    while outcome != 0:
        node = I64[at, 0]
        chooser = I64[at, 1]
        if node != 0:
            I32[node, 5] = outcome
        if (at == first) or (chooser < 0):
            break
        choices = I64[at, 2]
        at = at - STEP
        outcome = decided(table, I64[at, 0], chooser, choices, outcome)
    return 0

def took(node):
    times = I32[node, 3] + 1
    I32[node, 3] = times
    F64[node, 4] = 1.0 / float(times)
    return 0

def gained(node, results, chooser):
    if chooser >= 0:
        total = F64[node, 3] + F64[results, chooser]
        F64[node, 3] = total
        F64[node, 5] = total * F64[node, 4]
    return 0

def keep_leaf(table, state, first, last):
    number = I64[table, WAITING]
    I64[table, WAITING] = number + 1
    leaf = I64[table, LEAVES] + number * LEAF
    I64[leaf, 0] = I64[last - STEP, 0]
    I64[leaf, 1] = first
    I64[leaf, 2] = last
    copy(I64[table, LEAF_STATES] + number * I64[table, SIZE], state, I64[table, SIZE])
    return 0

def rounds(table, count, waits):
    state = I64[table, STATE]
    work = I64[table, WORK]
    pending = I64[table, PENDING]
    size = I64[table, SIZE]
    root = I64[table, NODES]
    path = I64[table, PATH]
    values = I64[table, ASKS_VALUES]
    priors = I64[table, ASKS_PRIORS]
    room = path + ROOM
    end = path + DEPTHS - STEP
    first = path
    number = 0
    while (number < count) and (I32[root, 5] == 0):
        if (values | priors) != 0:
            if (I64[table, WAITING] == waits) or (first > room):
                break
        number += 1
        I64[table, DONE] = I64[table, DONE] + 1
        copy(state, first_state(table), size)
        node = root
        I64[first, 0] = root
        I64[first, 1] = -1
        last = first + STEP
        grown = 0
        outcome = 0
        flags = listed(table, state, work, pending)
        while ((flags & ENDED) == 0) and (grown == 0):
            chooser = slot(table, state, I64[table, CHOOSER])
            choices = 0
            if chooser < 0:
                step = slot(table, state, I64[table, STEP_SLOT])
                goes_on = 1
                while goes_on:
                    drawn = next_number(table)
                    place = call(I64[table, PICKED], state, work, pending, drawn, 0)
                    if (place < 0) or (place >= I64[pending, 1]):
                        grown = 1
                        break
                    code = I32[I64[pending, 0], place]
                    node = below_node(table, node, code)
                    flags = after(table, state, work, pending, code)
                    now = slot(table, state, I64[table, CHOOSER])
                    same = slot(table, state, I64[table, STEP_SLOT]) == step
                    goes_on = ((flags & ENDED) == 0) and (now < 0) and (same != 0)
            else:
                code = CONCEDED
                if (flags & CONCEDES) == 0:
                    choices = I64[pending, 1] + (flags & SKIPS)
                if priors != 0:
                    code = best_by_prior(table, node, choices, chooser)
                else:
                    code = best(table, node, choices, chooser)
                choices = choices + (choices == 0)
                node = below_node(table, node, code)
                outcome = proven_of(node)
                if outcome == 0:
                    flags = after(table, state, work, pending, code)
            grown = (grown != 0) or (is_new(node) != 0) or (outcome != 0)
            I64[last, 0] = node
            I64[last, 1] = chooser
            I64[last, 2] = choices
            last = last + STEP
            grown = (grown != 0) or (last > end)
        if (outcome == 0) and ((flags & ENDED) != 0):
            outcome = I32[I64[table, ALIKE], slot(table, state, I64[table, WINNERS])]
            if I64[table, PROVES] != 0:
                prove(table, first, last, outcome)
        results = 0
        if outcome == 0:
            if (values | priors) != 0:
                keep_leaf(table, state, first, last)
            if values == 0:
                drawn = next_number(table)
                call(I64[table, GAME], state, work, pending, drawn, LIMIT, 0)
                outcome = slot(table, state, I64[table, WINNERS])
        if (outcome != 0) or (values == 0):
            results = worth(table, outcome)
        at = last
        while at != first:
            at = at - STEP
            node = I64[at, 0]
            if node != 0:
                took(node)
                if results == 0:
                    F64[node, 5] = F64[node, 3] * F64[node, 4]
                else:
                    gained(node, results, I64[at, 1])
        if results == 0:
            first = last
    return number

def expand(table, node, codes, shares, count):
    nodes = I64[table, NODES]
    before = 0
    child = I32[node, 0]
    for place in range(count):
        code = I32[codes, place]
        at = nodes + child * NODE
        while (child != 0) and (number_of(I32[at, 2]) < number_of(code)):
            before = at
            child = I32[at, 1]
            at = nodes + child * NODE
        if (child == 0) or (I32[at, 2] != code):
            at = new_child(table, node, before, child, code)
        if at == 0:
            break
        F64[at, 6] = F64[shares, place]
        before = at
        child = I32[at, 1]
    return 0

def answer(table, values, begins, ends, codes, shares):
    players = I64[table, PLAYERS]
    for number in range(I64[table, WAITING]):
        leaf = I64[table, LEAVES] + number * LEAF
        node = I64[leaf, 0]
        if values != 0:
            first = I64[leaf, 1]
            at = I64[leaf, 2]
            while at != first:
                at = at - STEP
                if I64[at, 0] != 0:
                    gained(I64[at, 0], values + number * players * 8, I64[at, 1])
        if (begins != 0) and (node != 0):
            begin = I64[begins, number]
            expand(table, node, codes + 4 * begin, shares + 8 * begin, I64[ends, number] - begin)
    I64[table, WAITING] = 0
    return 0

def moved_below(table, code, to):
    nodes = I64[table, NODES]
    child = I32[nodes, 0]
    while child != 0:
        at = nodes + child * NODE
        if I32[at, 2] == code:
            break
        child = I32[at, 1]
    if child == 0:
        return 1
    copy(to, nodes + child * NODE, NODE)
    I32[to, 1] = 0
    used = 1
    done = 0
    while done < used:
        parent = to + done * NODE
        done += 1
        before = 0
        child = I32[parent, 0]
        while child != 0:
            old = nodes + child * NODE
            new = to + used * NODE
            copy(new, old, NODE)
            I32[new, 1] = 0
            if before == 0:
                I32[parent, 0] = used
            else:
                I32[before, 1] = used
            before = new
            used += 1
            child = I32[old, 1]
    return used
"""
_CONSTANTS = {
    **{word.upper(): place for place, word in enumerate(WORDS)}, **CONSTANTS,
    "STEP_SLOT": WORDS.index("step"), "STEP": STEP_SIZE, "LEAF": LEAF_SIZE, "NODE": NODE_SIZE,
    "FIRST": FIRST, "SECOND": SECOND, "GAMMA": GAMMA, "LOW_HALF": (1 << 32) - 1,
    "DEPTHS": DEPTHS * STEP_SIZE, "ROOM": _ROOM * STEP_SIZE, "LIMIT": MAX_DECISIONS,
}  # fmt: skip


class TreeCode(NamedTuple):
    """What the text does, for Python. code: keeps it loaded."""

    code: LoadedCode
    rounds: Any
    answer: Any
    expand: Any
    moved_below: Any


@cache
def tree_code() -> TreeCode:
    """Return the functions, compiled once."""
    written = [*functions(HOSTED_PLAY + _SOURCE, _CONSTANTS, 16, {}, {})]
    code = LoadedCode(object_code(printed(written, {})))

    def function(name: str, *kinds: type) -> Any:
        return CFUNCTYPE(c_int64, c_void_p, *kinds)(code.address(name))

    return TreeCode(
        code,
        function("rounds", c_int64, c_int64),
        function("answer", *[c_void_p] * 5),
        function("expand", *[c_void_p] * 3, c_int64),
        function("moved_below", c_int64, c_void_p),
    )
