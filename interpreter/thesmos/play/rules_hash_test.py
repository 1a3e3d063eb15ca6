"""The hash of the rules says what the rules are, and nothing about the code that reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import GAME
from testing.programs import constructs
from testing.tiny import HEAD, MODE
from thesmos.link import layout
from thesmos.play.game import load
from thesmos.play.rules_hash import rules_of

CLAUSES = "  Rules: |\n    forbid walk where low(to)\n    if n > 1:\n      permit walk\n"


def hashed(folder: Path, old: str = "walk", new: str = "walk") -> str:
    """The hash of the rules of a game in whose text something is replaced."""
    game = GAME + f"clauses:\n{CLAUSES}"
    assert old in game
    (folder / "modes").mkdir(parents=True)
    (folder / "game.yaml").write_text(HEAD + game.replace(old, new), encoding="utf-8")
    mode = MODE.format(players=2, sides=[1, 2])
    (folder / "modes/seats.yaml").write_text(mode, encoding="utf-8")
    return load(str(folder)).match().rules


def test_renaming_the_classes_of_the_code_leaves_it_as_it_is() -> None:
    linked = load("santorini").match(["minotaur", "pan"]).linked
    before = rules_of(linked)
    meanings = (layout.CoreSlot, layout.AttributeOf, layout.RegisterOf, layout.PlaceOf)
    names = {kind: kind.__name__ for kind in (*constructs().values(), *meanings)}
    try:
        for kind, name in names.items():
            kind.__name__ = f"Other{name}"
        assert before == rules_of(linked)
    finally:
        for kind, name in names.items():
            kind.__name__ = name


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("forbid walk where low(to)", "forbid walk where not low(to)"),
        ("if n > 1", "if n > 2"),
        ("permit walk", "permit pick"),
        ("height(c) < 2", "height(c) < 3"),
        ("{steps: walk}", "{each player: walk}"),
        ("rewind", "judge"),
        ("n += k", "n -= k"),
        ("grid: 3x3", "grid: 1x9"),
        ("n: {is: 0..9}", "n: {is: 0..8}"),
        ("strength: {is: 0..3}", "strength: {is: 0..3, start: 1}"),
        (
            "{action: walk, filter: yes, when empty: stuck, then: pick}",
            "{action: walk, filter: yes}",
        ),
        ("skip: yes", "skip: no"),
    ],
)
def test_another_rule_makes_another_hash(old: str, new: str, tmp_path: Path) -> None:
    assert hashed(tmp_path / "one") != hashed(tmp_path / "other", old, new)


def test_how_a_position_is_written_is_no_rule(tmp_path: Path) -> None:
    other = hashed(tmp_path / "other", "n: {value: n}", "count: {value: n}")
    assert hashed(tmp_path / "one") == other
