"""Show the parts of a position that are on no board: in a table by player, the others in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.notation.memory_table import POSITIONS
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
from thesmos.render.phrase import NOTATION, filled, member_key, named, phrase
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

SET = "1"  # a flag that is set, as positions write it
PLACE = "place"  # the part of memory for the places of pieces that are not written elsewhere
FEW = 3  # the fewest parts by player for which a table is made


@dataclass(frozen=True)
class OffBoard:
    """How to show the parts of a game's positions that are on no board.

    by_player: the keys with a value for each player.
    flags: those of them whose values are flags.
    unknown: the keys in which `?` means unknown, and is not a mark.
    repeated: the keys that repeat what others contain, and are not shown.
    tracks: the numbers that are drawn as a track.
    groups: the pieces that are shown in groups.
    owners: for keys and memories by owner, whether an owner is a player or a side.
    technical: the memories that help to apply rules, and mean nothing to players without a name:
        those of cells that no part shows, and positions that are remembered.
    members: the attributes of pieces that are sets of players, such as who knows a card.
    """

    by_player: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    repeated: frozenset[str] = frozenset()
    tracks: Mapping[str, Track] = field(default_factory=dict)
    groups: Groups = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    technical: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()

    def lines(
        self, rest: Mapping[str, Any], columns: int | None, names: Mapping[str, str] = NOTATION
    ) -> list[Line]:
        """Return a line for each part; if lines are limited, parts by player are in a table.

        columns: the greatest length of a line; None for no limit.
        names: names for words.
        """
        shown = self.visible(self._readable(rest, names) if names else rest)
        table = self.table(shown, names) if columns is not None else None
        lines: list[Line] = []
        for key, value in self.beside_tracks(shown).items():
            if key in self.tracks:
                lines += _lines(named(key, names), self.tracks[key].text(value, shown))
            elif table is None or key not in self.by_player:
                lines += _wrapped(named(key, names), self._phrase(key, value, names), columns)
        return lines + ([*table.lines(columns, names)] if table and columns is not None else [])

    def _phrase(self, key: str, value: Any, names: Mapping[str, str]) -> str:
        if names and key in self.flags and UNKNOWN not in value:
            return phrase([f"player {at}" for at, flag in enumerate(value, 1) if flag == SET])
        if names and key in self.by_player:
            return "; ".join(
                f"player {at}: {phrase(part, names)}" for at, part in enumerate(value, 1)
            )
        if not names or not isinstance(value, Mapping):
            return phrase(value, names)
        if key == MEMORY:
            return "; ".join(
                self._in_sentences(name.rpartition(".")[2], part, names)
                or _remembered(name, self._by_owner(name.rpartition(".")[2], part), names)
                for name, part in value.items()
            )
        return phrase(self._by_owner(key, value), names)

    def _in_sentences(self, attribute: str, value: Any, names: Mapping[str, str]) -> str:
        """Return a sentence for each member of the sets of pieces; empty if there is no wording."""
        sentence = names.get(member_key(attribute))
        if sentence is None or attribute not in self.members or not isinstance(value, Mapping):
            return ""
        texts = (
            {"value": f"player {number}", "it": named(piece, names)}
            for piece, numbers in value.items()
            for number in numbers
        )
        return "; ".join(filled(sentence, gaps) for gaps in texts)

    def _readable(self, rest: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
        """Return the parts without memories that mean nothing to players."""
        memory = rest.get(MEMORY)
        if not isinstance(memory, Mapping):
            return dict(rest)
        hidden = self.technical - names.keys()
        return {**rest, MEMORY: {name: memory[name] for name in memory if name not in hidden}}

    def _by_owner(self, key: str, value: Any) -> Any:
        """Return a part with its owners written as `player 2`, if it is by owner."""
        if key not in self.owners or not isinstance(value, Mapping):
            return value
        if not all(map(str.isdecimal, value)):  # another part with the same name, not by owner
            return value
        return {f"{self.owners[key]} {owner}": part for owner, part in value.items()}

    def visible(self, rest: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parts that are shown, without unknown values."""
        visible = {
            key: self._visible(key, value)
            for key, value in rest.items()
            if key not in self.repeated
        }
        return {key: value for key, value in visible.items() if value not in ({}, [])}

    def beside_tracks(self, rest: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parts that do not lie on a track of the position."""
        on = {key for name, track in self.tracks.items() if name in rest for key in track.pieces}
        return {key: value for key, value in rest.items() if key not in on}

    def table(self, rest: Mapping[str, Any], names: Mapping[str, str]) -> PlayerTable | None:
        """Return the parts by player as a table, without those that are empty for all players.

        Return None if there are fewer than FEW.
        """
        rows = {key: value for key, value in rest.items() if key in self.by_player}
        if len(rows) < FEW:
            return None
        filled = {
            key: values for key, values in rows.items() if any(value != [] for value in values)
        }
        return player_table(filled or rows, self.groups, names)

    def _visible(self, key: str, value: Any) -> Any:
        """Return a part without unknown values, which it has for everything hidden."""
        if key == MEMORY:
            return _without_unknown(value)
        if key not in self.unknown or not isinstance(value, Mapping):
            return value
        return {name: part for name, part in value.items() if part != UNKNOWN}


def off_board(game: LinkedGame) -> OffBoard:
    """Return how the parts are shown, from the notation of a linked game."""
    entries = [entry for entry in game.game.position if len(entry.path) == 1]
    of_players = (
        entry
        for entry in entries
        if isinstance(entry, ByPlayer)
        or (isinstance(entry, Members) and entry.attribute is not None)
    )
    flags = (
        entry
        for entry in entries
        if isinstance(entry, ByPlayer) and game.game.attribute_types[entry.attribute].base == "flag"
    )
    unknown = (
        entry for entry in entries if isinstance(entry, Map) and UNKNOWN not in _marks(game, entry)
    )
    repeated = (entry for entry in entries if entry.repeats)
    return OffBoard(
        by_player=_keys(of_players),
        flags=_keys(flags),
        unknown=_keys(unknown),
        repeated=_keys(repeated),
        tracks=dict(tracks(game)),
        groups=groups_of(game),
        owners=dict(_owners(game, entries)),
        technical=frozenset(_technical(game)),
        members=frozenset(_members(game)),
    )


def _technical(game: LinkedGame) -> Iterator[str]:
    """Yield the memories that mean nothing to players by themselves."""
    shown = {name for entry in game.game.position for name in entry.attributes}
    for attribute in game.game.attributes:
        if attribute.name.owner in game.boards and attribute.name not in shown:
            yield attribute.name.name
    yield POSITIONS


def _owners(game: LinkedGame, entries: Iterable[PositionEntry]) -> Iterator[tuple[str, str]]:
    """Yield the keys of parts by owner, with the word for an owner: states, and counts of pieces.

    The counts are those of pieces whose text is only their owner.
    """
    alone = len({*game.sides}) == len(game.sides)
    words = {"player": "player", "side": "player" if alone else "side"}
    for entry in entries:
        match entry:
            case ZoneCounts(text=(AttributeText(attribute=attribute),)):
                base = game.game.attribute_types[attribute].base
                if base in words:
                    yield entry.key, words[base]
            case _:
                pass
    for state in game.game.attributes:
        if (kind := state.name.owner.lower()) in words:
            yield state.name.name, words[kind]


def _members(game: LinkedGame) -> Iterator[str]:
    """Yield the attributes of pieces that are sets of players."""
    for attribute in game.game.attributes:
        several_players = attribute.type.many and attribute.type.base == "player"
        if several_players and attribute.name.owner in game.pieces:
            yield attribute.name.name


def _marks(game: LinkedGame, entry: Map) -> Iterator[str]:
    """Yield the marks of the words that an entry writes, if it writes words of an enum."""
    kind = game.game.attribute_types[entry.attribute]
    return (word.mark for word in game.game.enum_words.get(kind.name, ()))


def _keys(entries: Iterable[PositionEntry]) -> frozenset[str]:
    return frozenset(entry.key for entry in entries)


def _without_unknown(memory: Any) -> Any:
    """Return a remembered value without unknown values, at any depth."""
    if not isinstance(memory, Mapping):
        return memory
    visible = {name: _without_unknown(part) for name, part in memory.items() if part != UNKNOWN}
    return {name: part for name, part in visible.items() if part != {}}


def _remembered(name: str, value: Any, names: Mapping[str, str]) -> str:
    """Return a remembered value as text; for the places of pieces, the pieces in each place."""
    if value is True:
        return named(name, names)
    if name.rpartition(".")[2] != PLACE or not isinstance(value, Mapping):
        return f"{named(name, names)}: {phrase(value, names)}"
    pieces: dict[str, list[str]] = {}
    for piece, place in value.items():
        pieces.setdefault(place, []).append(piece)
    return "; ".join(
        f"{named(place, names)}: {phrase(names_there, names)}"
        for place, names_there in pieces.items()
    )


def _lines(key: str, texts: Iterable[str]) -> list[Line]:
    """Return a part as lines; those after the first are indented to its beginning."""
    before = f"{INDENT}{key}: "
    return [
        (Span(" " * len(before)), Span(text)) if number else (Span(before, "label"), Span(text))
        for number, text in enumerate(texts)
    ]


def _wrapped(key: str, text: str, columns: int | None) -> list[Line]:
    """Return a part as a line, or as several if it is too long.

    Beside what takes more than half of a line nothing is broken; it goes below.
    """
    before = len(f"{INDENT}{key}: ")
    if columns is None or before + len(text) <= columns:
        return _lines(key, [text])
    if before <= columns // 2:
        return _lines(key, broken(text, columns - before) or [""])
    label = [INDENT + part for part in broken(f"{key}:", columns - len(INDENT))]
    above: list[Line] = [(Span(part, "label"),) for part in label[:-1]]
    if len(label[-1]) + 1 + len(text) <= columns:
        return [*above, (Span(f"{label[-1]} ", "label"), Span(text))]
    below = INDENT + "  "
    values = ((Span(below + part),) for part in broken(text, columns - len(below)))
    return [*above, (Span(label[-1], "label"),), *values]
