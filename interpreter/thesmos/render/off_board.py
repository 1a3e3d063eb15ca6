"""What a position says that is on no board: by player side by side, everything else in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.program.positions import (
    MEMORY,
    AttributeText,
    ByPlayer,
    Map,
    Members,
    PositionEntry,
    ZoneCounts,
)
from thesmos.render.drawn_rows import UNKNOWN
from thesmos.render.phrase import NOTATION, named, phrase
from thesmos.render.player_table import (
    INDENT,
    Groups,
    PlayerTable,
    broken,
    groups_of,
    player_table,
)
from thesmos.render.span import Line, Span
from thesmos.render.track import Track, tracks

PLACE = "place"  # what memory has of pieces whose places nothing else says
FEW = 3  # so many parts by player are worth a table


@dataclass(frozen=True)
class OffBoard:
    """How the parts of a game's positions are shown that are on no board.

    by_player: those with a value for each player. unknown: those in which `?` is what nobody can
    see, and not a mark. repeated: those that say again what others say, and are not shown. tracks:
    the numbers that are drawn as a track. groups: the pieces that are shown in groups. owners: of
    those that count pieces by owner, and of what is remembered by owner, what an owner is: a player
    or a side.
    """

    by_player: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    repeated: frozenset[str] = frozenset()
    tracks: Mapping[str, Track] = field(default_factory=dict)
    groups: Groups = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)

    def lines(
        self, rest: Mapping[str, Any], columns: int | None, names: Mapping[str, str] = NOTATION
    ) -> list[Line]:
        """A line for each part, or a table of those by player if lines may not be too long.

        columns: how long they may be; None for as long as they are. names: what words are called.
        """
        shown = self.known(rest)
        table = self.table(shown, names) if columns is not None else None
        made: list[Line] = []
        for key, value in self.beside_tracks(shown).items():
            if key in self.tracks:
                made += _lines(named(key, names), self.tracks[key].text(value, shown))
            elif table is None or key not in self.by_player:
                made += _wrapped(named(key, names), self._phrase(key, value, names), columns)
        return made + ([*table.lines(columns, names)] if table and columns is not None else [])

    def _phrase(self, key: str, value: Any, names: Mapping[str, str]) -> str:
        if names and key in self.by_player:
            return "; ".join(
                f"player {at}: {phrase(one, names)}" for at, one in enumerate(value, 1)
            )
        if not names or not isinstance(value, Mapping):
            return phrase(value, names)
        if key == MEMORY:
            return "; ".join(
                _remembered(name, self._by_owner(name.rpartition(".")[2], one), names)
                for name, one in value.items()
            )
        return phrase(self._by_owner(key, value), names)

    def _by_owner(self, key: str, value: Any) -> Any:
        """A part with what its owners are, such as `player 2`, where it is by owner."""
        if key not in self.owners or not isinstance(value, Mapping):
            return value
        if not all(map(str.isdecimal, value)):  # what else has the name is about other things
            return value
        return {f"{self.owners[key]} {owner}": one for owner, one in value.items()}

    def known(self, rest: Mapping[str, Any]) -> dict[str, Any]:
        """The parts that are shown, without what is unknown."""
        found = {
            key: self._known(key, one) for key, one in rest.items() if key not in self.repeated
        }
        return {key: value for key, value in found.items() if value not in ({}, [])}

    def beside_tracks(self, rest: Mapping[str, Any]) -> dict[str, Any]:
        """The parts that do not lie on a track that a position has."""
        on = {key for name, track in self.tracks.items() if name in rest for key in track.pieces}
        return {key: value for key, value in rest.items() if key not in on}

    def table(self, rest: Mapping[str, Any], names: Mapping[str, str]) -> PlayerTable | None:
        """The parts by player as a table, without those of which nobody has anything.

        None if they are too few for one.
        """
        rows = {key: value for key, value in rest.items() if key in self.by_player}
        if len(rows) < FEW:
            return None
        there = {key: value for key, value in rows.items() if any(one != [] for one in value)}
        return player_table(there or rows, self.groups, names)

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
    unknown = (one for one in entries if isinstance(one, Map) and UNKNOWN not in _marks(game, one))
    repeated = (one for one in entries if one.repeats)
    return OffBoard(
        _keys(of_players), _keys(unknown), _keys(repeated), dict(tracks(game)), groups_of(game),
        dict(_owners(game, entries)),
    )  # fmt: skip


def _owners(game: LinkedGame, entries: Iterable[PositionEntry]) -> Iterator[tuple[str, str]]:
    """What is written by owner, each with the word for an owner: states, and counts of pieces.

    The pieces are counted by nothing but whose they are.
    """
    alone = len({*game.sides}) == len(game.sides)
    words = {"player": "player", "side": "player" if alone else "side"}
    for one in entries:
        match one:
            case ZoneCounts(text=(AttributeText(attribute=attribute),)):
                base = game.game.attribute_types[attribute].base
                if base in words:
                    yield one.key, words[base]
            case _:
                pass
    for state in game.game.attributes:
        if (kind := state.name.owner.lower()) in words:
            yield state.name.name, words[kind]


def _marks(game: LinkedGame, entry: Map) -> Iterator[str]:
    """The marks of the words that an entry writes, if it writes words of an enum."""
    kind = game.game.attribute_types[entry.attribute]
    return (word.mark for word in game.game.enum_words.get(kind.name, ()))


def _keys(entries: Iterable[PositionEntry]) -> frozenset[str]:
    return frozenset(one.key for one in entries)


def _without_unknown(memory: Any) -> Any:
    """What is remembered, at any depth, without what is unknown."""
    if not isinstance(memory, Mapping):
        return memory
    left = {name: _without_unknown(one) for name, one in memory.items() if one != UNKNOWN}
    return {name: one for name, one in left.items() if one != {}}


def _remembered(name: str, value: Any, names: Mapping[str, str]) -> str:
    """Something remembered; of the places of pieces, the pieces in each place."""
    if value is True:
        return named(name, names)
    if name.rpartition(".")[2] != PLACE or not isinstance(value, Mapping):
        return f"{named(name, names)}: {phrase(value, names)}"
    there: dict[str, list[str]] = {}
    for piece, place in value.items():
        there.setdefault(place, []).append(piece)
    return "; ".join(f"{named(place, names)}: {phrase(one, names)}" for place, one in there.items())


def _lines(key: str, texts: Iterable[str]) -> list[Line]:
    """A part as lines, those after the first below its beginning."""
    before = f"{INDENT}{key}: "
    return [
        (Span(" " * len(before)), Span(text)) if number else (Span(before, "label"), Span(text))
        for number, text in enumerate(texts)
    ]


def _wrapped(key: str, text: str, columns: int | None) -> list[Line]:
    """A part as a line, and where it is too long the rest of it below."""
    if columns is None:
        return _lines(key, [text])
    return _lines(key, broken(text, columns - len(f"{INDENT}{key}: ")) or [""])
