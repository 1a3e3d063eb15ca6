"""A number of a position on a line of its possible values, with the pieces that lie along it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.program.node import AttributeRef
from thesmos.program.positions import GameValue, Map
from thesmos.render.shapes import TRACK

NOTHING = "0"  # in positions, the worth of pieces on a track that no longer count
GAP = " "


@dataclass(frozen=True)
class Track:
    """The bounds of a number, and where pieces lie.

    pieces: by key of the entry that says what each piece is worth, the place of each piece.
    """

    low: int
    high: int
    pieces: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def worth(self, rest: Mapping[str, Any]) -> dict[int, list[tuple[str, str]]]:
        """Return, by place, the name and the worth of the pieces of a position."""
        worth: dict[int, list[tuple[str, str]]] = {}
        for key, places in self.pieces.items():
            values = rest.get(key)
            for name, value in values.items() if isinstance(values, Mapping) else ():
                if name in places and str(value) != NOTHING:
                    worth.setdefault(places[name], []).append((name, str(value)))
        return worth

    def text(self, value: object, rest: Mapping[str, Any]) -> list[str]:
        """Return the line, with the present number in brackets, and below it the pieces' worth."""
        worth = self.worth(rest)
        shown = {self.low, 0, self.high, *worth}
        above, below = "", ""
        for at in range(self.low, self.high + 1):
            place = str(at) if at in shown else "·"
            place = f"[{at}]" if str(at) == str(value) else place
            above += f"{GAP if above else ''}{place}"
            if at in worth:
                below = f"{below:<{len(above) - len(place)}}"
                below += ",".join(points for _, points in worth[at]).rjust(len(place.rstrip("]")))
        return [above, below] if below else [above]


@dataclass(frozen=True)
class ShownTrack:
    """The track of a position.

    worth: by place, the name and worth of each piece there.
    """

    name: str
    value: object
    low: int
    high: int
    worth: Mapping[int, list[tuple[str, str]]] = field(default_factory=dict)


def tracks(game: LinkedGame) -> Iterator[tuple[str, Track]]:
    """Yield the tracks that a linked game declares, each with its key."""
    maps = [entry for entry in game.game.position if isinstance(entry, Map) and entry.on]
    for entry in game.game.position:
        if not isinstance(entry, GameValue) or entry.shape is None or entry.shape.name != TRACK:
            continue
        kind = game.game.attribute_types[entry.attribute]
        lying = {other.key: _places(game, other) for other in maps if other.on == entry.key}
        yield entry.key, Track(kind.low, kind.high, lying)


def _places(game: LinkedGame, entry: Map) -> dict[str, int]:
    """Return where each piece of an entry lies."""
    kind = entry.attribute.owner
    fixed = game.fixed.get(AttributeRef(kind, entry.at), ())
    return {
        str(piece.name): value
        for piece, value in zip(game.pieces.get(kind, ()), fixed, strict=False)
        if isinstance(value, int)
    }
