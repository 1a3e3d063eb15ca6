"""What is declared means something: flow, weights, pieces of modes, how long things last, texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import GAME, codes
from testing.tiny import HEAD, MODE
from thesmos.check.reading import read

TURN = "{moment: end}, grant, pass]"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (TURN, "{moment: end}, {grant: n}, pass]", "E361"),
        (TURN, "{moment: end}, grant, {pass: leader}]", None),
        (TURN, "{moment: end}, grant, {pass: n}]", "E311"),
        (TURN, "{moment: end}, grant, {pass: nobody}]", "E304"),
        ("judge, rewind", "{judge: walk}, rewind", "E361"),
        ("flow:\n", "flow:\n  setup: [{first: leader}]\n", None),
        ("flow:\n", "flow:\n  setup: [{first: n}]\n", "E311"),
        ("flow:\n", "flow:\n  setup: [{first: nobody}]\n", "E304"),
        ("    do: n += k", "    do: n += k\n    weight: 0", "E312"),
        ("    do: n += k", "    do: n += k\n    weight: 0 - k", "E312"),
        ("    do: n += k", "    do: n += k\n    weight: k", None),
        ("n: {is: 0..9}", "n: {is: 0..9, lasts: turn}", "E398"),
        ("height: {is: 0..3}", "height: {is: 0..3, lasts: turn}", "E398"),
        ("height: {is: 0..3}", "height: {is: 0..3, lasts: game}", None),
        # texts
        ('text: "{pawn}-{to}"', 'text: "{pawn}-{to"', "E404"),
        ('text: "{pawn}-{to}"', 'text: "{{pawn}-{to}"', "E404"),
        ('text: "{pawn}-{to}"', 'text: "{pawn}-{to}}"', "E404"),
        ('text: "{pawn}-{to}"', 'text: "{pawn}"', "E399"),
        ('text: "{pawn}-{to}"', 'text: "{pawn}-{level}"', None),
        ('text: "{pawn}-{to}"', 'text: "{to}"\n    rules: {who: pawn = mate(to)}', None),
        ('text: "{pawn}-{to}"', 'text: "{to}"\n    rules: {who: strength(pawn) = 1}', None),
        ('text: "{pawn}-{to}"', 'text: "{to}"\n    rules: {who: low(to)}', "E399"),
        ("roles: {k: 0..3}", "roles: {k: 0..3, only: 2..2}", None),
    ],
)
def test_a_declaration(old: str, new: str, expected: str | None, tmp_path: Path) -> None:
    found = codes(tmp_path, changes={old: new})
    assert sorted(set(found)) == ([] if expected is None else [expected])


HEIGHT, STRENGTH, BOX = "height: {is: 0..3}", "strength: {is: 0..3}", "count: 2, zone: hand}"
COST = "strength: {is: 0..3}, cost: {is: 0..3, for: Colour}"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, for: Player}}"}, []),
        ({HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, for: Player, start: {{1: 2}}}}"}, []),
        ({HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, for: Player, start: {{3: 2}}}}"}, ["E384"]),
        ({HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, for: Player, start: {{1: 4}}}}"}, ["E384"]),
        ({HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, for: Good}}"}, ["E301"]),
        ({HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, for: Pawn}}"}, ["E393"]),
        ({HEIGHT: f"{HEIGHT}, tax: {{is: set of Pawn, for: Colour}}"}, ["E393"]),
        ({HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, start: {{A1: 2, C3: 1}}}}"}, []),
        ({HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, start: {{D1: 2}}}}"}, ["E384"]),
        ({"{is: Player or none}": "{is: Player or none, for: Colour}"}, ["E393"]),
        ({"n: {is: 0..9}": "n: {is: 0..9, start: {red: 1}}"}, ["E393"]),
        ({STRENGTH: "strength: {is: 0..3, start: {A1: 2}}"}, ["E393"]),
        ({STRENGTH: COST, BOX: "cost: {red: 2}, count: 2, zone: hand}"}, []),
        ({STRENGTH: COST, BOX: "cost: {green: 2}, count: 2, zone: hand}"}, ["E384"]),
        ({STRENGTH: COST, BOX: "cost: {red: 4}, count: 2, zone: hand}"}, ["E384"]),
        ({STRENGTH: COST, BOX: "cost: 2, count: 2, zone: hand}"}, ["E393"]),
        ({BOX: "strength: {red: 2}, count: 2, zone: hand}"}, ["E393"]),
        (
            {HEIGHT: f"{HEIGHT}, tax: {{is: 0..3, for: Colour}}", "digits: height": "digits: tax"},
            ["E396"],
        ),
    ],
)
def test_a_value_for_each_of_something(
    changes: dict[str, str], expected: list[str], tmp_path: Path
) -> None:
    assert sorted(set(codes(tmp_path, changes=changes))) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("cost(p, red)", []),
        ("cost(p)", ["E308"]),
        ("cost(p, 1)", ["E311"]),
        ("cost(p, red) = 5", []),
    ],
)
def test_what_has_a_value_for_each_is_asked_for_which(
    asked: str, expected: list[str], tmp_path: Path
) -> None:
    facts = {"plain: 1": f"plain: 1\n  dear(p in Pawn): {asked}", STRENGTH: COST}
    assert sorted(set(codes(tmp_path, changes=facts))) == expected


@pytest.mark.parametrize(
    ("supply", "expected"),
    [
        ("{kind: Pawns, zone: hand, owner: 1}", ["E301"]),
        ("{kind: Pawn, owner: 1}", ["E386"]),
        ("{kind: Pawn, zone: hand, owner: 9}", ["E384"]),
        ("{kind: Pawn, zone: hand, owner: 1}", []),
        ("{kind: Pawn, place: B2, owner: 1}", []),
        ("{kind: Pawn, place: [B2, A1], owner: 1}", []),
        ("{kind: Pawn, place: [B2, Z9], owner: 1}", ["E386"]),
        ("{kind: Pawn, place: B2, zone: hand, owner: 1}", ["E386"]),
        ("{kind: Pawn, place: [B2, A1], count: 3, owner: 1}", ["E386"]),
    ],
)
def test_the_pieces_of_a_mode(supply: str, expected: list[str], tmp_path: Path) -> None:
    mode = MODE.format(players=2, sides=[1, 2]) + f"supply:\n  - {supply}\n"
    assert codes(tmp_path, others={"modes/seats.yaml": mode}) == expected


@pytest.mark.parametrize("purpose", ["plain", "original"])
def test_a_value_that_an_option_names_is_one_of_its_values(purpose: str, tmp_path: Path) -> None:
    options = f"options:\n  pace:\n    values: [slow, fast]\n    {purpose}: fest\n"
    (tmp_path / "game.yaml").write_text(f"{HEAD}{GAME}{options}", encoding="utf-8")
    *_, diagnostics = read(str(tmp_path))
    assert [(error.code, error.hint) for error in diagnostics] == [("E307", "did you mean 'fast'?")]


def test_a_game_is_for_at_least_as_many_players_as_it_is_for_at_most(tmp_path: Path) -> None:
    text = f"{HEAD}{GAME}".replace("{min: 2, max: 3}", "{min: 3, max: 2}")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    *_, found = read(str(tmp_path))
    assert [(one.code, one.source_line) for one in found] == [("E392", "players: {min: 3, max: 2}")]
