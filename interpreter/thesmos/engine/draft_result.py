"""The result of a finished draft (semantics §14): the match-up that it leads to."""

from __future__ import annotations

from dataclasses import dataclass, field

from thesmos.engine.expressions import Vector
from thesmos.engine.notation import NotationWriter
from thesmos.engine.pipeline import frame
from thesmos.engine.program import ACTIVE, WINNERS, YOU
from thesmos.program.types import Type


@dataclass(frozen=True)
class MatchUp:
    """Who plays what.

    powers: by player of the game, None for a player without a power. setup: entries of the set-up.
    seats: for each player of the game, their number in the draft, from 1.
    """

    powers: tuple[str | None, ...]
    setup: dict[str, str] = field(default_factory=dict)
    seats: tuple[int, ...] = ()


def match_up(notation: NotationWriter, v: Vector) -> MatchUp | None:
    """The match-up; None if the game is not a draft, is not over, or was conceded."""
    tables, program = notation.tables, notation.program
    table = program.match_up
    if table is None or v[WINNERS] != (1 << program.players) - 1:
        return None
    e = frame(tables, v[ACTIVE], v[ACTIVE])
    e += [0] * (table["frame"] - len(e))

    def named(kind: dict[str, str], code: object) -> str:
        value = tables.values.make(code)(v, e)
        return notation.texts.value(Type(kind["base"], kind["name"]), value, v)

    first = 0 if table["first"] is None else max(0, tables.values.make(table["first"])(v, e))
    seats = [(first + n) % program.players for n in range(program.players)]
    powers = []
    for e[YOU] in seats:
        powers.append(named(*table["power"]) or None)
    e[YOU] = v[ACTIVE]
    words = {word: named(kind, code) for word, kind, code in table["setup"]}
    setup = {word: name for word, name in words.items() if name}
    return MatchUp(tuple(powers), setup, tuple(seat + 1 for seat in seats))
