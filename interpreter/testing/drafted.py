"""What `check` says of a small game, to which tests add what they are about."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from testing.tiny import HEAD, MODE
from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.reading import read
from thesmos.diagnostics import Diagnostic

GAME = """
enums: {Colour: {red: r, blue: b}}
zones: [hand, box]
boards: {Cell: {grid: 3x3, adjacent: 8, names: A1}}
pieces:
  Pawn:
    on: Cell
    attributes: {owner: {is: Side}, strength: {is: 0..3}}
    supply:
      - {for each: side, owner: side, count: 2, zone: hand}
state:
  Cell: {height: {is: 0..3}, mate: {is: Pawn or none}}
  game: {n: {is: 0..9}, leader: {is: Player or none}}
moments: [start, end]
headings: {Rules: {en: Rules}}
actions:
  walk:
    roles: {pawn: Pawn, to: Cell, level: height(to), climb: height(to) - n}
    do: place(pawn) := to
    text: "{pawn}-{to}"
  pick:
    roles: {k: 0..3}
    do: n += k
    text: "{k}"
facts:
  low(c in Cell): height(c) < 2
  size(p in Pawn): strength(p)
  small(k in 0..3): k < 2
  plain: 1
steps:
  walk: {action: walk, filter: yes, when empty: stuck, then: pick}
  pick: {action: pick, skip: yes}
flow:
  turn: [begin turn, {moment: start}, {steps: walk}, judge, rewind, {moment: end}, grant, pass]
position: {heights: {digits: height}, n: {value: n}}
"""


def checked(
    folder: Path,
    clauses: str = "",
    more: str = "",
    changes: Mapping[str, str] | None = None,
    others: Mapping[str, str] | None = None,
) -> tuple[CheckedGame, list[Diagnostic]]:
    """Check the game with a power `own`.

    The arguments are those of `write`. The files have the right form.
    """
    write(folder, clauses, more, changes, others)
    _, made, diagnostics = read(str(folder))
    assert made is not None
    return made, diagnostics


def write(
    folder: Path,
    clauses: str = "",
    more: str = "",
    changes: Mapping[str, str] | None = None,
    others: Mapping[str, str] | None = None,
) -> None:
    """Write the game with a power `own`.

    clauses: of the power. more: what else it declares. changes: in the text of the game, old and
    new. others: further files of the game, by path.
    """
    game = GAME
    for old, new in (changes or {}).items():
        assert game.count(old) == 1, old
        game = game.replace(old, new)
    power = "thesmos: power\nslug: own\ntitle: {en: Own}\n" + textwrap.dedent(more)
    if clauses:
        inside = textwrap.indent(textwrap.dedent(clauses).strip("\n"), "    ")
        power += f"\nclauses:\n  Rules: |\n{inside}\n"
    files = {
        "game.yaml": HEAD + game,
        "modes/seats.yaml": MODE.format(players=2, sides=[1, 2]),
        "powers/own.yaml": power,
        **(others or {}),
    }
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def codes(
    folder: Path,
    clauses: str = "",
    more: str = "",
    changes: Mapping[str, str] | None = None,
    others: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the codes of what `check` says; the arguments are those of `write`."""
    write(folder, clauses, more, changes, others)
    return [found.code for found in read(str(folder))[2]]
