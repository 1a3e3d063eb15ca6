"""What counts as a difference between a game and a changed copy of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos.play.state import State
from thesmos_conform.mutation.divergence import difference, search
from thesmos_conform.mutation.suite import suite_of

LUCK = """
state:
  game: {{n: 0..9}}
actions:
  draw: {{roles: {{k: 0..2}}, weight: {weight}, do: n := k, text: "{{k}}"}}
steps:
  draw: {{action: draw, chooser: chance}}
flow:
  turn: [begin turn, {{steps: draw}}, pass]
position: {{n: {{value: n}}}}
"""


def drawing(folder: Path, weight: str) -> State:
    """A state in which chance draws a number with some weight."""
    folder.mkdir()
    return tiny(folder, LUCK.format(weight=weight)).match([None, None]).start()


def test_outcomes_that_are_not_equally_likely_differ(tmp_path: Path) -> None:
    one, other = drawing(tmp_path / "one", "1 + k"), drawing(tmp_path / "other", "1")
    expected = {"0": "1/6", "1": "1/3", "2": "1/2"}
    assert difference(one, other) == ("weights", expected, dict.fromkeys("012", "1/3"))


def test_weights_in_proportion_are_the_same(tmp_path: Path) -> None:
    one, other = drawing(tmp_path / "one", "1 + k"), drawing(tmp_path / "other", "2 + 2 * k")
    assert difference(one, other) is None


SCENARIO = """
thesmos: scenario
title: A number
clauses: [draw.done]
source: facts/nim.md
given: {{game: {game}, powers: [none, none], to_move: 1, position: {{n: {n}}}{more}}}
steps:
  - then: {{turn_of: 1}}
"""
IMPOSSIBLE = ", impossible: it shows what always holds, breaks: [low]"
LOW = 'facts: {low: {is: n < 9, says: "n is [below|not below] 9"}}\nvalid: [low]\n'


@pytest.mark.parametrize(("n", "more", "found"), [(8, "", True), (9, IMPOSSIBLE, False)])
def test_a_search_begins_at_positions_of_scenarios_that_are_possible(
    n: int, more: str, found: bool, tmp_path: Path
) -> None:
    weights = {"game": "1", "changed": f"1 + (k if n = {n} else 0)"}
    for name in (*weights, "scenarios"):
        (tmp_path / name).mkdir()
    game, changed = (
        tiny(tmp_path / name, LOW + LUCK.format(weight=weight)) for name, weight in weights.items()
    )
    scenario = tmp_path / "scenarios" / "number.yaml"
    scenario.write_text(SCENARIO.format(game=tmp_path / "game", n=n, more=more), encoding="utf-8")
    result = search(game, changed, game.slug, suite_of(game, [scenario.parent]), 50)
    assert found == (result.divergence is not None)
