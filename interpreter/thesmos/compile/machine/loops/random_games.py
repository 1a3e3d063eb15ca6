"""The loops of random games: drawing a choice, a game, many games."""

from __future__ import annotations

from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.loops.lowered import loop_functions, pending_is
from thesmos.compile.machine.lowering import MachineModule
from thesmos.link.weighted_steps import weighted_steps

# As dice.py does: the output of the generator for a state of it, and a number below a count, which
# is the upper half of a product of 128 bits; of fewer than 2 ** 32 choices that is simpler.
# first: the parameters before all others.
DICE = """
def mixed({first}drawn):
    drawn = (drawn ^ (drawn >> 30)) * FIRST
    drawn = (drawn ^ (drawn >> 27)) * SECOND
    return drawn ^ (drawn >> 31)

def place_of_few({first}drawn, count):
    return ((drawn >> 32) * count + (((drawn & LOW_HALF) * count) >> 32)) >> 32
"""

# `picked` returns the place of a random choice among the pending codes, as noted; their number to
# skip, or CONCEDES if there is no choice. `outcome` returns that of an outcome of chance by weight,
# or -1 if each is as likely as any other: then, and in `uniform` play, and where a player decides,
# the choice is uniform. `whole_weight` returns the weight of all pending outcomes, 0 if it is so.
_DRAW = f"""{DICE.format(first="state, work, ")}
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

def outcome(state, work, drawn):
    whole = whole_weight(state, work)
    if whole != 0:
        rest = below(state, work, drawn, whole)
        for index in range(I64[pending, 1]):
            rest -= weight(state, work + WORK_SIZE, I32[ADDRESS[pending, 0], index])
            if rest < 0:
                return index
    return -1

def picked(state, work, drawn, uniform):
    if (uniform == 0) and (WEIGHTED_STEP):
        place = outcome(state, work, drawn)
        if place >= 0:
            return place
    choices = I64[pending, 1] + may_skip(state, work + WORK_SIZE)
    if choices == 0:
        return CONCEDES
    return place_of_few(state, work, drawn, choices)
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


def drawing_loops(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that choose at random."""
    condition = pending_is(weighted_steps(module.game))
    return loop_functions(module, _DRAW.replace("WEIGHTED_STEP", condition))


def game_loop(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that play a game."""
    return [*drawing_loops(module), *loop_functions(module, _GAME)]


def games_loop(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that play many games."""
    return [*game_loop(module), *loop_functions(module, _PLAY)]
