"""The loops around the functions of a program: random games, many states, counting, following.

They are written in the small language. In memory, states are
one after the other. `work` has space for two calls where codes stay while something else is asked.
"""

from __future__ import annotations

from collections.abc import Set

from thesmos.compile.ir.limits import CONCEDES
from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.lowering import MachineModule
from thesmos.compile.machine.memory import PADDING, copy_size
from thesmos.compile.machine.readings import AT_NONE, AT_UNKNOWN, AT_VALUES, Reading
from thesmos.compile.machine.small_language import functions
from thesmos.dice import FIRST, GAMMA, SECOND
from thesmos.link.layout import UNKNOWN
from thesmos.link.weighted_steps import weighted_steps

ASKING = "may_skip", "weight", "suggested"  # functions of a program that leave the state
CHANGING = "enter", "choose", "skip", "concede"
TOO_DEEP = -1
STOP = 2  # the index of the number that stops counting, after the pending codes and their number
DEEPEST = 400  # the most successive decisions that are counted

# The output of the generator (dice.py) for a state of it. first: the parameters before that state.
MIXED = """
def mixed({first}drawn):
    drawn = (drawn ^ (drawn >> 30)) * FIRST
    drawn = (drawn ^ (drawn >> 27)) * SECOND
    return drawn ^ (drawn >> 31)
"""

# Draws as dice.py does. `below` is the upper half of the product of 128 bits; of fewer than 2 ** 32
# choices it is simpler. `picked` returns the place of a random choice among the pending codes, as
# noted; their number to skip, or CONCEDES if there is no choice. `whole_weight` returns the weight
# of all outcomes of chance that are pending, or 0 if each is as likely as any other: then, and in
# `uniform` play, and where a player decides, the choice is uniform.
_DRAW = f"""{MIXED.format(first="state, work, ")}
def below(state, work, drawn, count):
    low = (drawn & LOW_HALF) * (count & LOW_HALF)
    middle = (drawn >> 32) * (count & LOW_HALF) + (low >> 32)
    rest = (drawn & LOW_HALF) * (count >> 32) + (middle & LOW_HALF)
    return (drawn >> 32) * (count >> 32) + (middle >> 32) + (rest >> 32)

def whole_weight(state, work):
    whole = 0
    for index in range(I64[pending, 1]):
        whole += weight(state, work + WORK_SIZE, I32[ADDRESS[pending, 0], index])
    return whole

def picked(state, work, drawn, uniform):
    count = I64[pending, 1]
    if (uniform == 0) and (WEIGHTED_STEP):
        whole = whole_weight(state, work)
        if whole != 0:
            rest = below(state, work, drawn, whole)
            for index in range(count):
                rest -= weight(state, work + WORK_SIZE, I32[ADDRESS[pending, 0], index])
                if rest < 0:
                    return index
    choices = count + may_skip(state, work + WORK_SIZE)
    if choices == 0:
        return CONCEDES
    return ((drawn >> 32) * choices + (((drawn & LOW_HALF) * choices) >> 32)) >> 32
"""

# Plays a game with the pending decision that `state` has; returns how many decisions it took. Where
# chance decides without an outcome, which only a made-up state can have, it stops.
_GAME = """
def game(state, work, seed, limit, uniform):
    decisions = 0
    noted_options(state, work)
    while (decisions < limit) and (SLOTS[state, WINNERS] == 0):
        decisions += 1
        choice = picked(state, work, mixed(state, work, seed + GAMMA), uniform)
        if choice == CONCEDES:
            if SLOTS[state, CHOOSER] < 0:
                return decisions
            concede(state, work)
        else:
            seed += GAMMA
            if choice < I64[pending, 1]:
                choose(state, work, I32[ADDRESS[pending, 0], choice])
            else:
                skip(state, work)
    return decisions
"""

# Game number n of a batch draws from the generator whose seed is output n of the generator with the
# seed of the batch. Writes for each game its winners, 0 if it was not over, the ground, and how
# many decisions it took; returns how many they are together.
_PLAY = """
def play(
    state, work, start: address, seed, games, limit, uniform,
    winners: address, grounds: address, lengths: address
):
    total = 0
    for number in range(games):
        copy(state, start, SIZE)
        seed += GAMMA
        decisions = game(state, work, mixed(state, work, seed), limit, uniform)
        I32[winners, number] = SLOTS[state, WINNERS]
        I32[grounds, number] = SLOTS[state, REASON]
        I64[lengths, number] = decisions
        total += decisions
    return total
"""

# Legal choices of many states are rows one after the other: of state n, from starts[n] to
# starts[n + 1] in `listed`, the codes of options and last, where that is allowed, the one to skip.
# `legal` writes those of states from `first` on, as long as there is room, and how many each has;
# it returns the first state that is not done. `advance` also makes what follows a choice, and
# returns -1 - n for a state whose choice is not legal; a finished game stays as it is. `weights`
# writes the weights by which `sample` draws a choice, with output n of the generator for state n.
_MANY = """
def list_pending(state, work, codes: address):
    count = I64[pending, 1]
    copy(codes, ADDRESS[pending, 0], count * 4)
    if may_skip(state, work + WORK_SIZE):
        I32[codes, count] = CODES
        count += 1
    return count

def legal(
    state, work, states: address, first, count, room, lengths: address, codes: address
):
    written = 0
    number = first
    while (number < count) and (written + CODES < room):
        copy(state, states + number * SIZE, SIZE)
        listed = 0
        if SLOTS[state, WINNERS] == 0:
            noted_options(state, work)
            listed = list_pending(state, work, codes + written * 4)
        I64[lengths, number] = listed
        written += listed
        number += 1
    return number

def place_of(state, work, listed: address, start, end, code):
    low = start
    high = end
    while low < high:
        middle = (low + high) >> 1
        if I32[listed, middle] < code:
            low = middle + 1
        else:
            high = middle
    if low == end:
        return -1
    if I32[listed, low] == code:
        return low
    return -1

def advance(
    state, work, states: address, first, count, starts: address, listed: address, chosen: address,
    room, after: address, lengths: address, codes: address
):
    written = 0
    number = first
    while (number < count) and (written + CODES < room):
        copy(state, states + number * SIZE, SIZE)
        more = 0
        if SLOTS[state, WINNERS] == 0:
            code = I64[chosen, number]
            if code == CONCEDES:
                if SLOTS[state, CHOOSER] < 0:
                    return -1 - number
                concede(state, work)
            else:
                start = I64[starts, number]
                if place_of(state, work, listed, start, I64[starts, number + 1], code) < 0:
                    return -1 - number
                if code == CODES:
                    skip(state, work)
                else:
                    choose(state, work, code)
            if SLOTS[state, WINNERS] == 0:
                more = list_pending(state, work, codes + written * 4)
        copy(after + number * SIZE, state, SIZE)
        I64[lengths, number] = more
        written += more
        number += 1
    return number

def weighed(state, work, states: address, number, starts: address, listed: address):
    start = I64[starts, number]
    count = I64[starts, number + 1] - start
    if count == 0:
        return 0
    copy(state, states + number * SIZE, SIZE)
    if I32[listed, start + count - 1] == CODES:
        count -= 1
    ADDRESS[pending, 0] = listed + start * 4
    I64[pending, 1] = count
    return whole_weight(state, work)

def weights(
    state, work, states: address, count, starts: address, listed: address, weights_of: address
):
    for number in range(count):
        start = I64[starts, number]
        choices = I64[starts, number + 1] - start
        whole = 0
        if WEIGHTED_HERE:
            whole = weighed(state, work, states, number, starts, listed)
        for index in range(choices):
            code = I32[listed, start + index]
            I64[weights_of, start + index] = 1
            if whole != 0:
                if code != CODES:
                    I64[weights_of, start + index] = weight(state, work + WORK_SIZE, code)
    return 0

def sample(
    state, work, states: address, count, starts: address, listed: address, seed, uniform,
    chosen: address
):
    for number in range(count):
        seed += GAMMA
        start = I64[starts, number]
        choices = I64[starts, number + 1] - start
        code = CONCEDES
        if choices != 0:
            drawn = mixed(state, work, seed)
            if (uniform == 0) and (WEIGHTED_HERE):
                whole = weighed(state, work, states, number, starts, listed)
                if whole != 0:
                    rest = below(state, work, drawn, whole)
                    for index in range(I64[pending, 1]):
                        code = I32[listed, start + index]
                        rest -= weight(state, work + WORK_SIZE, code)
                        if rest < 0:
                            break
            if code == CONCEDES:
                at = ((drawn >> 32) * choices + (((drawn & LOW_HALF) * choices) >> 32)) >> 32
                code = I32[listed, start + at]
        I64[chosen, number] = code
    return 0
"""

# `views` makes each state what a player sees of it: player 1 and so on, or nobody for 0. `observe`
# writes what they observe, for each state a row of `size` numbers of 16 or 32 bits; the states
# stay. `begins` says where in `table` the readings for each state begin, their number first;
# `table` also has their tables (readings.py).
_OBSERVE = """
def seen_by(state, work, player):
VIEWED
def views(state, work, states: address, count, viewers: address):
    for number in range(count):
        viewer = I64[viewers, number]
        if viewer > 0:
            copy(state, states + number * SIZE, SIZE)
            seen_by(state, work, viewer - 1)
            copy(states + number * SIZE, state, SIZE)
    return 0

def place_in_table(state, work, value, low):
    if value == UNKNOWN:
        return AT_UNKNOWN
    if value == NONE:
        return AT_NONE
    return value - low + AT_VALUES

def observe(
    state, work, states: address, count, viewers: address, begins: address, table: address,
    size, bits, rows: address
):
    bytes = size * (bits >> 3)
    fill(rows, 0, count * bytes)
    for number in range(count):
        copy(state, states + number * SIZE, SIZE)
        viewer = I64[viewers, number]
        if viewer > 0:
            seen_by(state, work, viewer - 1)
        row = rows + number * bytes
        reading = I64[begins, number] + 1
        for _ in range(I32[table, reading - 1]):
            value = SLOTS[state, I32[table, reading + READ_SLOT]]
            bit = I32[table, reading + READ_BIT]
            if bit >= 0:
                value = (value >> bit) & 1
            at = place_in_table(state, work, value, I32[table, reading + READ_LOW])
            target = I32[table, I32[table, reading + READ_VALUES] + at]
            where = I32[table, reading + READ_WHERE]
            if (target >= 0) and (where >= 0):
                if I32[table, reading + READ_FOLLOWS]:
                    where += value
                place = place_in_table(state, work, SLOTS[state, where], 0)
                spot = I32[table, I32[table, reading + READ_PLACES] + place]
                if spot < 0:
                    target = -1
                else:
                    target += spot
            if target >= 0:
                added = 1
                if I32[table, reading + READ_NUMERIC] and (at >= AT_VALUES):
                    added = value
                target += I32[table, reading + READ_BASE]
                if bits == 16:
                    I16[row, target] += added
                else:
                    I32[row, target] += added
            reading += READ_WORDS
    return 0
"""

# `count` returns how many sequences of decisions make up some turns, after `decisions` decisions,
# or TOO_DEEP, also when it was stopped. `work` begins with the codes of the pending decision, of
# which there are `number`. With `passes`, a turn without a decision counts too. In the last turn no
# options are listed in advance, and those of its last decision, if it is certain to be that, are
# only counted.
_COUNT = """
def ends(state, work):
    in_turn = (SLOTS[state, INSTRUCTION] >= TURN_START) and (SLOTS[state, INTERRUPTED] < 0)
    return in_turn and (ENDING_STEP)

def rest_of_last(state, work, turned, decisions):
    if (SLOTS[state, WINNERS] != 0) or (turned > 1):
        return 1
    if ends(state, work):
        return option_count(state, work) + may_skip(state, work)
    return count(state, work, options(state, work), 1, 0, decisions)

def count(state, work, number, turns, passes, decisions):
    if (decisions >= DEEPEST) or (WATCHED[pending, STOP] != 0):
        return TOO_DEEP
    after = work + ((number * 4 + 15) & -16)
    beyond = after + COPY
    choices = number + may_skip(state, beyond)
    if (turns == 1) and ends(state, work):
        return choices
    total = 0
    for index in range(choices):
        copy(after, state, SIZE)
        more = 0
        if turns == 1:
            if index == number:
                turned = skip_last(after, beyond)
            else:
                turned = choose_last(after, beyond, I32[work, index])
            more = rest_of_last(after, beyond, turned, decisions + 1)
        else:
            if index == number:
                turned = skip(after, beyond)
            else:
                turned = choose(after, beyond, I32[work, index])
            if SLOTS[after, WINNERS] == 0:
                left = turns - (turned > 1)
                if passes != 0:
                    left = turns - (turned >> 1)
                more = 1
                if left > 0:
                    further = I64[pending, 1]
                    more = count(
                        after, ADDRESS[pending, 0], further, left, passes, decisions + 1
                    )
        if more < 0:
            return TOO_DEEP
        total += more
    return total
"""

# Writes all successors of states, as long as there is room: for each the number of the state that
# it follows, and whether a turn or the game ended with it, 1 or 0. Returns how many it wrote, and
# leaves where pending codes are noted how many states it has finished.
_FOLLOW = """
def follow(
    state, work, states: address, count, room,
    after: address, before: address, ended: address
):
    written = 0
    finished = 0
    for number in range(count):
        copy(state, states + number * SIZE, SIZE)
        if SLOTS[state, WINNERS] == 0:
            listed = options(state, work)
            beyond = work + ((listed * 4 + 15) & -16)
            choices = listed + may_skip(state, beyond)
            if written + choices > room:
                break
            for index in range(choices):
                following = after + written * SIZE
                copy(following, state, SIZE)
                if index == listed:
                    turned = skip_last(following, beyond)
                else:
                    turned = choose_last(following, beyond, I32[work, index])
                I32[before, written] = number
                I8[ended, written] = (SLOTS[following, WINNERS] != 0) or (turned > 1)
                written += 1
        finished = number + 1
    I64[pending, 0] = finished
    return written
"""


# What an object file's header declares, where a work space begins with the pending codes. What is
# only asked uses the second half of the rest, so that these stay. Without a decision there are no
# options, whatever was noted on the way.
_ASKED = """
def linked_{name}(state, work{parameters}):
    return {name}(state, work + WORK_SIZE{parameters})
"""
_CHANGED = """
def linked_{name}(state, work{parameters}):
    found = {name}(state, work{parameters})
    I64[pending, 1] *= found & 1
    return found >> 1
"""
_LINKED = """
def linked_options(state, work):
    return noted_options(state, work)

def linked_pick(state, work, drawn):
    return picked(state, work, drawn, 0)

def linked_view(state, work, player):
VIEWED"""
_VIEWED = """\
    if player == {player}:
        view{player}(state, work)
"""

# A function that is called from outside. A list that it returns is noted as pending codes are.
_EXPORT = """
def {name}(state, work{parameters}):
    return {function}(state, work{parameters})
"""
_LISTING = """
def {name}(state, work{parameters}):
    count = {function}(state, work{parameters})
    ADDRESS[pending, 0] = work
    I64[pending, 1] = count
    return count
"""


def exports(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that are called from outside."""
    texts = (
        _with_parameters(module, name, _LISTING if export.lists else _EXPORT)
        for name, export in module.exports.items()
    )
    return _written(module, "".join(texts))


def _with_parameters(module: MachineModule, name: str, text: str) -> str:
    """Return the text of a function around an export."""
    export = module.exports[name]
    parameters = "".join(f", number{place}" for place in range(export.takes))
    return text.format(name=name, function=export.function, parameters=parameters)


def linked_functions(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that a header declares, under other names, and those that draw."""
    asked = (_with_parameters(module, name, _ASKED) for name in ASKING)
    changed = (_with_parameters(module, name, _CHANGED) for name in CHANGING)
    return [
        *_written(module, "".join([*asked, *changed, _LINKED.replace("VIEWED", _viewed(module))])),
        *drawing_loops(module),
    ]


def _viewed(module: MachineModule) -> str:
    """Return the statements that call the view of a player, if anything can be hidden."""
    views = (_VIEWED.format(player=player) for player in range(module.game.players))
    return "".join(views) if "view0" in module.exports else "    return 0\n"


def drawing_loops(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that choose at random."""
    return _drawing(module, _DRAW)


def _drawing(module: MachineModule, source: str) -> list[MachineFunction]:
    steps = weighted_steps(module.game)
    return _written(module, source.replace("WEIGHTED_STEP", _pending_is(steps)))


def game_loop(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that play a game."""
    return [*drawing_loops(module), *_written(module, _GAME)]


def batch_loops(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that play many games, and those that advance many states."""
    observing = _OBSERVE.replace("VIEWED", _viewed(module))
    pending = _pending_is(weighted_steps(module.game), "states + number * SIZE")
    many = _MANY.replace("WEIGHTED_HERE", pending)
    return [*game_loop(module), *_written(module, _PLAY + many + observing)]


def counting_loops(module: MachineModule, steps: Set[int]) -> list[MachineFunction]:
    """Return the functions that count, and that find successors. steps: see `ending_steps`."""
    return _written(module, _COUNT.replace("ENDING_STEP", _pending_is(steps)) + _FOLLOW)


def _pending_is(steps: Set[int], state: str = "state") -> str:
    """Return the condition that one of some steps is pending in a state."""
    return " or ".join(f"(SLOTS[{state}, STEP] == {step})" for step in sorted(steps)) or "0"


def _written(module: MachineModule, source: str) -> list[MachineFunction]:
    core = module.game.layout.core
    constants = {
        "GAMMA": GAMMA, "FIRST": FIRST, "SECOND": SECOND,
        "LOW_HALF": (1 << 32) - 1,
        "WORK_SIZE": module.work, "SIZE": module.slots * module.bits // 8,
        "COPY": copy_size(module.bits, module.slots + PADDING), "CODES": module.codes,
        "CONCEDES": CONCEDES, "DEEPEST": DEEPEST, "TOO_DEEP": TOO_DEEP, "STOP": STOP,
        "TURN_START": module.game.turn_start,
        "WINNERS": core("winners"), "REASON": core("reason"), "CHOOSER": core("chooser"),
        "STEP": core("step"), "INTERRUPTED": core("interrupted"),
        "INSTRUCTION": core("instruction"), "NONE": module.game.layout.none, "UNKNOWN": UNKNOWN,
        "AT_UNKNOWN": AT_UNKNOWN, "AT_NONE": AT_NONE, "AT_VALUES": AT_VALUES,
        "READ_WORDS": len(Reading._fields),
        **{f"READ_{name.upper()}": at for at, name in enumerate(Reading._fields)},
    }  # fmt: skip
    names = {name: export.function for name, export in module.exports.items()}
    names["noted_options"] = "options"  # what is called from outside notes them
    written = []
    for function in functions(source, constants, module.bits, names, module.inlined):
        written.append(function)
        module.may_inline(function, once=True)
    return written
