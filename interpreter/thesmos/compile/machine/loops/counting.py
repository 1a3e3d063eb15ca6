"""The loops that count sequences of decisions, and that find the successors of states."""

from __future__ import annotations

from collections.abc import Set

from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.loops.lowered import loop_functions, pending_is
from thesmos.compile.machine.lowering import MachineModule

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


def counting_loops(module: MachineModule, steps: Set[int]) -> list[MachineFunction]:
    """Return the functions that count, and that find successors. steps: see `ending_steps`."""
    return loop_functions(module, _COUNT.replace("ENDING_STEP", pending_is(steps)) + _FOLLOW)
