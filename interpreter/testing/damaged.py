"""States and positions in which something was changed, which are to be refused or played."""

from __future__ import annotations

import random
from typing import Any

from testing.draws import pook, santorini
from testing.walks import made_up
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State


def matches() -> list[Match]:
    """Matches with interrupts, cancelled turns, chance, secrets, several sides, repetition."""
    game = santorini()
    return [
        game.match(["gaea", "hecate"]),
        game.match(["chaos", "tyche"], any_match_up=True),
        game.match(["gaea", None, "adonis"], any_match_up=True),
        game.draft(2),
        pook().match([None] * 2),
        made_up("race").match([None] * 3),
        load("chess").match(),
    ]


def changed(state: State, chance: random.Random) -> list[int]:
    """The vector with other numbers in some slots, mostly such as can be there."""
    layout, made = state.match.linked.layout, [*state.vector]
    entries = [entry for entry in layout.entries if entry.count and entry.low <= entry.high]
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        entry = chance.choice(entries)
        half = chance.choice(range(0, len(made), layout.size))
        number = chance.choice(
            (chance.randint(entry.low, entry.high), layout.none, chance.randint(-5, 30))
        )
        made[half + chance.choice(entry.slots)] = number
    return made


def mixed(state: State, other: State, chance: random.Random) -> dict[str, Any]:
    """The whole position of a state in which the part `step` has something of another state's."""
    made, theirs = (one.position(whole=True) for one in (state, other))
    step = dict(made["step"])
    for name in sorted({*step, *theirs["step"]}):
        if chance.randrange(3) == 0:
            step.pop(name, None)
            if name in theirs["step"]:
                step[name] = theirs["step"][name]
    return {**made, "step": step}
