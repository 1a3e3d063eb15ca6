"""Warnings about what can be played but makes no sense; what makes sense has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import checked

HIDDEN = "this hides the pieces from everybody, even from those they belong to"
REST = "  pick: {action: pick, skip: yes}"
NEVER, ALWAYS = "this never holds", "this always holds"


def warnings(folder: Path, clauses: str = "", more: str = "", **changes: str) -> list[str]:
    """The messages of the warnings; there are no errors."""
    new = dict(pair.split(" -> ") for pair in changes.values())
    _, found = checked(folder, clauses, more, new)
    assert all(one.severity == "warning" and one.hint for one in found)
    return [one.message for one in found]


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("forbid walk where no", [NEVER]),
        ("spent when yes", []),
        ("forbid walk where level = 2 and level = 3", [NEVER]),
        ("forbid walk where level = 2 and climb = 3", []),
        ("forbid walk where level > 3", [NEVER]),
        ("forbid walk where level = 4 or climb = 99", [NEVER]),
        ("forbid walk where level = 4 or climb = 3", []),
        ("forbid walk where not (level = 4)", [ALWAYS]),
        ("forbid walk where level < 4", [ALWAYS]),
        ("forbid walk where strength(mate(to)) < 4", []),
        ("if level_now > 9:\n  forbid walk", [NEVER]),
        ("after walk:\n  if n < 0: n += 1", [NEVER]),
        ("hide p in Pawn where strength(p) = 1", [HIDDEN]),
        ("hide p in Pawn where owner(p) != side(viewer)", []),
    ],
)  # fmt: skip
def test_conditions(clauses: str, expected: list[str], tmp_path: Path) -> None:
    more = "facts: {level_now: height(first (c in Cell where low(c)))}\n"
    assert warnings(tmp_path, clauses, more) == expected


@pytest.mark.parametrize(
    ("allowing", "forbidding", "taken_back"),
    [
        ("permit walk waiving near where level = 2", "forbid walk where level = 2", True),
        ("permit walk waiving near where level = 2 and n > 1", "forbid walk where level = 2", True),
        ("permit walk waiving near", "forbid walk", True),
        ("permit walk waiving near", "forbid walk where level = 2", False),
        ("permit walk waiving near where level = 2", "forbid walk where level = 3", False),
        ("permit walk waiving near", "forbid pick", False),
        ("if n > 2:\n  permit walk waiving near", "forbid walk where n > 2", True),
        ("may skip walk where n > 2", "forbid skip walk", True),
        ("may skip walk", "forbid skip walk where n > 2", False),
    ],
)
def test_what_is_allowed_and_forbidden(
    allowing: str, forbidding: str, taken_back: bool, tmp_path: Path
) -> None:
    effect = "do: place(pawn) := to"
    change = f"{effect} -> {effect}\n    rules: {{near: to in adjacent(place(pawn))}}"
    found = warnings(tmp_path, f"{allowing}\n{forbidding}", change=change)
    text = "this has no effect: another clause of the card forbids the same"
    assert found == ([text] if taken_back else [])


def test_a_clause_that_does_more_than_allow_is_not_taken_back(tmp_path: Path) -> None:
    """`may repeat` leads to the step again, where it can't be skipped."""
    clauses = "on your turn:\n  may repeat walk once: forbid walk where n = 1\n  forbid skip walk"
    assert warnings(tmp_path, clauses) == []


@pytest.mark.parametrize(
    ("change", "clauses", "expected"),
    [
        ("begin turn, {moment -> {moment", "", "no turn ever begins"),
        ("{steps: walk}, judge -> judge", "", "nobody decides anything in a turn"),
        (" judge, rewind ->  rewind", "win far for you where n = 9", "nobody can win this way"),
        (f"{REST} -> {REST}\n  rest: {{action: pick}}", "", "nothing leads to the step `rest`"),
        ("k: 0..3} -> k: 0..3, red: k * 2}", "", "`red` is also a word of the game"),
    ],
)  # fmt: skip
def test_declarations(change: str, clauses: str, expected: str, tmp_path: Path) -> None:
    assert any(one.startswith(expected) for one in warnings(tmp_path, clauses, change=change))


def test_an_effect_can_lead_to_a_step(tmp_path: Path) -> None:
    change = f"{REST} -> {REST}\n  rest: {{action: pick}}"
    assert warnings(tmp_path, "after walk: due rest", change=change) == []


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ("[2]", []),
        ("[2, 5]", ["no mode is for 5 players"]),
        ("[5, 6]", ["no mode is for 5, 6 players, so this power can never be played"]),
    ],
)
def test_a_power_for_numbers_of_players_that_no_mode_has(
    players: str, expected: list[str], tmp_path: Path
) -> None:
    assert warnings(tmp_path, "spent when yes", f"players: {players}\n") == expected
