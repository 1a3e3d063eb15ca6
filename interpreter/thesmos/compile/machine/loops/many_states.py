"""The loops over many states: their choices, what follows, what can be observed of them."""

from __future__ import annotations

from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.loops.lowered import loop_functions, pending_is, view_calls
from thesmos.compile.machine.lowering import MachineModule
from thesmos.link.weighted_steps import weighted_steps

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

def decide(state, work, states: address, number, starts: address, listed: address):
    start = I64[starts, number]
    count = I64[starts, number + 1] - start
    copy(state, states + number * SIZE, SIZE)
    if count != 0:
        count -= I32[listed, start + count - 1] == CODES
    ADDRESS[pending, 0] = listed + start * 4
    I64[pending, 1] = count
    return 0

def weights(
    state, work, states: address, count, starts: address, listed: address, weights_of: address
):
    for number in range(count):
        start = I64[starts, number]
        choices = I64[starts, number + 1] - start
        whole = 0
        if WEIGHTED_HERE:
            decide(state, work, states, number, starts, listed)
            whole = whole_weight(state, work)
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
            place = -1
            if (uniform == 0) and (WEIGHTED_HERE):
                decide(state, work, states, number, starts, listed)
                place = outcome(state, work, drawn)
            if place < 0:
                place = place_of_few(state, work, drawn, choices)
            code = I32[listed, start + place]
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


def state_loops(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that advance and observe many states; they need those that draw."""
    observing = _OBSERVE.replace("VIEWED", view_calls(module))
    pending = pending_is(weighted_steps(module.game), "states + number * SIZE")
    return loop_functions(module, _MANY.replace("WEIGHTED_HERE", pending) + observing)
