"""What counts as a difference between a game and a changed copy of it."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import tiny
from thesmos.play.state import State
from thesmos_conform.mutation.divergence import difference

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
