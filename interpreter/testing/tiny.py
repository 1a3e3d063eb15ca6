"""Games of a few lines, defined in the tests that need them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from thesmos.play.game import Game, load
from thesmos.play.match import Match
from thesmos.play.state import State

HEAD = """
thesmos: game
slug: tiny
title: {en: Tiny}
edition: "1"
players: {min: 2, max: 3}
"""
MODE = """
thesmos: mode
slug: seats
title: {{en: Seats}}
players: {players}
sides: {sides}
first: 1
"""
ONE_STEP = """
headings: {Rules: {en: Rules}}
steps:
  pick: {action: pick, filter: yes, when empty: ask}
flow:
  turn:
    - begin turn
    - {steps: pick}
    - pass
"""


def tiny(
    folder: Path,
    text: str,
    tables: Mapping[str, str] | None = None,
    powers: Mapping[str, str] | None = None,
    sides: tuple[int, ...] = (1, 2),
    first: int = 1,
) -> Game:
    """Write a game into a folder and load it. text: its `game.yaml`, below the usual head."""
    (folder / "modes").mkdir()
    (folder / "powers").mkdir()
    mode = MODE.format(players=len(sides), sides=list(sides))
    mode = mode.replace("first: 1", f"first: {first}")
    (folder / "modes" / "seats.yaml").write_text(mode, encoding="utf-8")
    (folder / "game.yaml").write_text(HEAD + textwrap.dedent(text), encoding="utf-8")
    for name, table in (tables or {}).items():
        (folder / name).write_text(textwrap.dedent(table), encoding="utf-8")
    for slug, power in (powers or {}).items():
        head = f"thesmos: power\nslug: {slug}\ntitle: {{en: {slug.capitalize()}}}\n"
        path = folder / "powers" / f"{slug}.yaml"
        path.write_text(head + textwrap.dedent(power), encoding="utf-8")
    return load(str(folder))


def picks(folder: Path, action: str, state: str = "", clauses: str = "") -> Match:
    """A match of a game with one step, whose action is `pick`. `n` is a number in its state."""
    parts = [f"state:\n  game: {{n: 0..50{state}}}\n", "position: {n: {value: n}}\n", ONE_STEP]
    parts += ["actions:\n  pick:\n" + textwrap.indent(textwrap.dedent(action), "    ")]
    if clauses:
        indented = textwrap.indent(textwrap.dedent(clauses), "    ")
        parts.append("clauses:\n  Rules: |\n" + indented)
    return tiny(folder, "\n".join(parts)).match([None, None])


def texts(state: State) -> tuple[str, ...]:
    """The options of the pending decision as text."""
    assert state.decision is not None
    return state.decision.texts
