"""What a position says that is on no board: by player side by side, everything else in lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.program.positions import MEMORY, ByPlayer, GameValue, Map, Members, PositionEntry
from thesmos.render.shapes import TRACK
from thesmos.render.span import Line, Span

UNKNOWN = "?"
FEW = 3  # so many parts by player are worth a table
INDENT = "    "


@dataclass(frozen=True)
class OffBoard:
    """How the parts of a game's positions are shown that are on no board.

    by_player: those with a value for each player. unknown: those in which `?` is what nobody can
    see, and not a mark. repeated: those that say again what others say, and are not shown. tracks:
    the bounds of numbers that are drawn as a track.
    """

    by_player: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    repeated: frozenset[str] = frozenset()
    tracks: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def lines(self, rest: Mapping[str, Any], columns: int | None) -> list[Line]:
        """A line for each part, or a table of those by player if lines may not be too long.

        columns: how long they may be; None for as long as they are.
        """
        rest = {key: value for key, value in rest.items() if key not in self.repeated}
        shown = {key: self._known(key, value) for key, value in rest.items()}
        shown = {key: value for key, value in shown.items() if value not in ({}, [])}
        if columns is None:
            return [_line(key, self._phrase(key, value)) for key, value in shown.items()]
        table = {key: value for key, value in shown.items() if key in self.by_player}
        if len(table) < FEW:
            table = {}
        made: list[Line] = []
        for key, value in shown.items():
            if key not in table:
                made += _wrapped(key, self._phrase(key, value), columns)
        return made + _table(table, columns)

    def _phrase(self, key: str, value: Any) -> str:
        """A part as text: a number on its track, anything else as words."""
        if key not in self.tracks:
            return phrase(value)
        low, high = self.tracks[key]
        ends = {low: str(low), 0: "0", high: str(high)}
        places = (
            f"[{at}]" if str(at) == str(value) else ends.get(at, "·") for at in range(low, high + 1)
        )
        return " ".join(places)

    def _known(self, key: str, value: Any) -> Any:
        """A part without what is unknown: else that is written of everything hidden."""
        if key == MEMORY:
            return _without_unknown(value)
        if key not in self.unknown or not isinstance(value, Mapping):
            return value
        return {name: one for name, one in value.items() if one != UNKNOWN}


def off_board(game: LinkedGame) -> OffBoard:
    """Read from the notation of a linked game how its parts are shown."""
    entries = [entry for entry in game.game.position if len(entry.path) == 1]
    of_players = (
        one
        for one in entries
        if isinstance(one, ByPlayer) or (isinstance(one, Members) and one.attribute is not None)
    )
    types = {each.name: each.type for each in game.game.attributes}
    marks = {enum.name: {word.mark for word in enum.words} for enum in game.game.enums}
    unknown = (
        one
        for one in entries
        if isinstance(one, Map) and UNKNOWN not in marks.get(types[one.attribute].name, ())
    )
    repeated = (one for one in entries if one.repeats)
    tracks = {
        one.key: (types[one.attribute].low, types[one.attribute].high)
        for one in entries
        if isinstance(one, GameValue) and one.shape is not None and one.shape.name == TRACK
    }
    return OffBoard(_keys(of_players), _keys(unknown), _keys(repeated), tracks)


def _keys(entries: Iterable[PositionEntry]) -> frozenset[str]:
    return frozenset(one.key for one in entries)


def _without_unknown(memory: Any) -> Any:
    """What is remembered, at any depth, without what is unknown."""
    if not isinstance(memory, Mapping):
        return memory
    left = {name: _without_unknown(one) for name, one in memory.items() if one != UNKNOWN}
    return {name: one for name, one in left.items() if one != {}}


def _line(key: str, text: str) -> Line:
    return (Span(f"{INDENT}{key}: ", "label"), Span(text))


def _wrapped(key: str, text: str, columns: int) -> list[Line]:
    """A part as a line, and where it is too long the rest of it below."""
    before = f"{INDENT}{key}: "
    first, *others = _broken(text, columns - len(before)) or [""]
    return [_line(key, first), *((Span(" " * len(before) + one),) for one in others)]


def _broken(text: str, columns: int) -> list[str]:
    """A text in lines, each of which begins with something new."""
    lines: list[str] = []
    for one in text.replace(", ", ",\n").split("\n") if text else ():
        if lines and len(lines[-1]) + 1 + len(one) <= columns:
            lines[-1] += f" {one}"
        else:
            lines.append(one)
    return lines


def _table(rows: Mapping[str, Sequence[Any]], columns: int) -> list[Line]:
    """Parts with a value for each player, a column for each of them."""
    if not rows:
        return []
    players = max(map(len, rows.values()))
    first = len(INDENT) + max(map(len, rows)) + 2
    wide = max((columns - first) // players, 1)
    head = (
        Span(f"{f'player {player}':<{wide}}", f"side.{player}") for player in range(1, players + 1)
    )
    made: list[Line] = [(Span(" " * first), *head)]
    for key, values in rows.items():
        cells = [_broken(phrase(value), wide - 2) or ["-"] for value in values]
        for number, line in enumerate(zip_longest(*cells, fillvalue="")):
            label = Span(f"{INDENT}{key if number == 0 else '':<{first - len(INDENT)}}", "label")
            made.append((label, *(Span(f"{text:<{wide}}") for text in line)))
    return made


def phrase(value: Any) -> str:
    """A value as readable text: `1m 2, coin 1` instead of JSON."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_inner(one)}" for key, one in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(_inner(one) for one in value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value) or "-"


def _inner(value: Any) -> str:
    return f"({phrase(value)})" if isinstance(value, Mapping | list | tuple) else phrase(value)
