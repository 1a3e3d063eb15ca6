"""Random games of Off the Rails reach all that can happen in it."""

from __future__ import annotations

import json
from functools import reduce

import pytest

from thesmos.play.match_ups import Seating
from thesmos.resources import folder
from thesmos.tools.soak import SoakReport, Start, soak

GAME = "off-the-rails"


def crowded(*options: tuple[str, str], empty: str = "") -> SoakReport:
    """Games from a position full of track, carts and jewels. empty: the square of an empty cart."""
    text = (folder("conformance/positions") / f"{GAME}.json").read_text(encoding="utf-8")
    seating = Seating((None, None), "two-players")
    position = json.loads(text)
    hold, bag = position["hold"], position["bag"]
    for key in [key for key in hold if empty and key.endswith(empty)]:
        bag[key.split()[0]] += hold.pop(key)
    return soak(GAME, 20, 1, only=Start(seating, options, position))


@pytest.mark.slow
def test_random_games_reach_every_step_action_and_clause() -> None:
    seating = Seating((None,) * 4, "four-players")
    reports = [
        crowded(),
        crowded(("chasm_die", "yes"), ("junction", "next_move"), empty="3,7"),
        soak(GAME, 1, 1, only=Start(seating, (("bumper", "yes"),))),  # the set-up
    ]
    never = [
        reduce(set.intersection, (set(report.never[kind]) for report in reports))
        for kind in ("steps", "actions", "clauses")
    ]
    assert never == [set(), set(), set()]
    assert [report.failures for report in reports] == [()] * 3
