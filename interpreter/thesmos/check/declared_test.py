"""What is declared means something: flow, weights, pieces of modes, how long things last, texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.testing.drafted import codes
from thesmos.testing.tiny import MODE

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
