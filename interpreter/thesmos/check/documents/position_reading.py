"""Check that positions can be read back: each entry alone, and entries beside each other (§17.6).

All entries of a game are compared, also those of cards that ban each other: any cards can meet.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from thesmos.check.documents.positions import position_entries
from thesmos.check.names.names import Names
from thesmos.check.names.templates import Template, Texts, Words, ambiguous_text, common_text
from thesmos.check.names.value_texts import ValueTextSets
from thesmos.diagnostics import Diagnostic
from thesmos.kept import AFRESH, Kept
from thesmos.program import positions as p
from thesmos.program.declarations import Card
from thesmos.program.node import AttributeRef
from thesmos.program.types import Type

JOINED = (p.ZoneCounts, p.Map)  # entries whose values can be parts of one object
BESIDE_NONE = (p.Map, p.ByPlayer, p.GameValue)  # entries in which an empty text is no value
PLACING = (p.Pieces, p.OnePiece, p.ZoneCounts, p.Members)

Diagnostics = Iterator[Diagnostic]


def check_reading(
    base: Card, cards: Sequence[Card], names: Names, kept: Kept = AFRESH
) -> Diagnostics:
    """Yield an error for each entry of positions that could not be read back.

    base: the game's own text.
    cards: the powers, and the rules of modes.
    kept: what is known of the texts of entries.
    """
    checker = _Checker(base, ValueTextSets((base, *cards), names), names, kept)
    entries = position_entries(names)
    for entry in entries:
        yield from checker.alone(entry)
    for entry, other in itertools.combinations(entries, 2):
        yield from checker.beside(entry, other)


class _Checker:
    def __init__(self, base: Card, values: ValueTextSets, names: Names, kept: Kept) -> None:
        self._values, self._assigned, self._kept = values, base.assigned, kept
        self._types = {attribute.name: attribute.type for attribute in names.all_attrs()}

    # ---------------------------------------------------------------------- one entry

    def alone(self, entry: p.PositionEntry) -> Diagnostics:
        """Yield an error if what an entry writes could not be read."""
        if isinstance(entry, BESIDE_NONE):
            kind = self._types[entry.attribute]
            if self._has_empty_mark(kind):
                text = f"`{entry.attribute.name}` may be empty: so is a mark of {kind.name}"
                hint = f"give every word of {kind.name} a mark: an empty text stands for nothing"
                yield self._wrong(entry, text, hint)
        if isinstance(entry, p.OnePiece):
            yield from self._names_a_piece(entry)
        if isinstance(entry, p.Pieces | p.ZoneCounts | p.Members):
            yield from self._text(entry)
        if isinstance(entry, p.Members) and entry.attribute is not None:
            many = self._types[entry.attribute].many and self._may_be_constant(entry.attribute)
            if many and entry.zone is not None and not self._names_all(entry):
                text = f"`{entry.key}` does not tell apart the pieces of several players"
                hint = f"give every {entry.kind} a name, and write {{name}} in the text"
                yield self._wrong(entry, text, hint)

    def _has_empty_mark(self, kind: Type) -> bool:
        return kind.base == "enum" and "" in (self._values.words(kind) or ())

    def _names_a_piece(self, entry: p.OnePiece) -> Diagnostics:
        for where in entry.where:
            if where.text not in self._values.of(self._types[where.attribute]):
                text = f"`{where.text}` is not how `{where.attribute.name}` is written"
                yield self._wrong(entry, text, "write a value as positions show it", "E396")

    def _text(self, entry: p.Pieces | p.ZoneCounts | p.Members) -> Diagnostics:
        """Yield an error for a text of pieces that could be read in two ways."""
        written = p.template(entry.text)
        for part in entry.text:
            if isinstance(part, p.AttributeText):
                kind = self._types[part.attribute]
                if kind.none and self._has_empty_mark(kind):
                    name = part.attribute.name
                    text = f"{{{name}}} in `{written}` can be empty for two reasons"
                    hint = f"give every word of {kind.name} a mark: an empty text is none"
                    yield self._wrong(entry, text, hint)
        twice = ambiguous_text(self._template(entry), self._kept)
        if twice is not None:
            text = f"the text `{written}` can be read in two ways, such as `{twice}`"
            hint = "write something between the fields that they don't contain, such as a blank"
            yield self._wrong(entry, text, hint)

    def _template(self, entry: p.Pieces | p.ZoneCounts | p.Members) -> Template:
        """Return the texts of the pieces of an entry."""
        return tuple(
            Words.of(part) if isinstance(part, str) else self._field(part, entry)
            for part in entry.text
        )

    def _field(self, field: p.PieceField, entry: p.Pieces | p.ZoneCounts | p.Members) -> Texts:
        match field:
            case p.AttributeText(attribute=attribute):
                return self._values.of(self._types[attribute])
            case p.NameText():
                return Words.of(*self._values.names[entry.kind])
        cells = self._values.cells[entry.kind]
        if isinstance(entry, p.Pieces):
            return Words.of(*cells)
        return Words.of("") if entry.zone is not None else Words.of("", *cells)

    # --------------------------------------------------------------------- two entries

    def beside(self, entry: p.PositionEntry, other: p.PositionEntry) -> Diagnostics:
        """Yield an error if two entries could not be read beside each other."""
        outer, inner = sorted((entry, other), key=lambda entry: len(entry.path))
        if entry.path == other.path:
            yield from self._joined(entry, other)
        elif inner.path[: len(outer.path)] == outer.path:
            text = f"`{inner.key}` would be inside {self._named(outer)}, which is a part of its own"
            hint = f"choose another name, such as `{inner.key.replace('.', '_')}`"
            yield self._wrong(inner, text, hint)
        if isinstance(entry, PLACING) and isinstance(other, PLACING) and entry.kind == other.kind:
            yield from self._of_one_kind(entry, other)

    def _joined(self, entry: p.PositionEntry, other: p.PositionEntry) -> Diagnostics:
        """Yield an error for two entries with the same key that can't be told apart."""
        if not isinstance(entry, JOINED) or not isinstance(other, JOINED):
            text = f"`{other.key}` is also the key of {self._named(entry)}"
            hint = "give it a key of its own: only what `counts` and `map` write can be joined"
            yield self._wrong(other, text, hint)
            return
        both = common_text(self._keys(entry), self._keys(other), self._kept)
        if both is not None:
            text = f"two parts of `{other.key}` can both write `{both}`"
            hint = "give one of them a key of its own, or let their texts differ"
            yield self._wrong(other, text, hint)

    def _keys(self, entry: p.ZoneCounts | p.Map) -> Template:
        """Return the keys of the object that an entry writes."""
        if isinstance(entry, p.ZoneCounts):
            return self._template(entry)
        return (Words.of(*self._values.things(entry.attribute.owner)),)

    def _of_one_kind(self, entry: p.PositionEntry, other: p.PositionEntry) -> Diagnostics:
        """Yield an error if neither of two entries shows all the constants that the other shows.

        Then one of them could take a piece that only the other one can mean.
        """
        if self._says_no_place(entry) or self._says_no_place(other):
            return
        if self._names_all(entry) or self._names_all(other):
            return
        constants, other_constants = self._constants(entry), self._constants(other)
        if not constants <= other_constants and not other_constants <= constants:
            text = (
                f"`{other.key}` shows {_quoted(other_constants - constants)} of a {_kind(other)} "
                f"and {self._named(entry)} shows {_quoted(constants - other_constants)}, so that "
                "their pieces can't be told apart"
            )
            hint = "let one of them show all that the other shows, or give every piece a name"
            yield self._wrong(other, text, hint)

    def _says_no_place(self, entry: p.PositionEntry) -> bool:
        return isinstance(entry, p.Members) and entry.zone is None

    def _constants(self, entry: p.PositionEntry) -> set[str]:
        """Return the names of what an entry shows of a piece that may never change."""
        shown: set[AttributeRef] = set()
        names = set()
        if isinstance(entry, p.OnePiece):
            shown = {where.attribute for where in entry.where}
        elif isinstance(entry, p.Pieces | p.ZoneCounts | p.Members):
            shown = {part.attribute for part in entry.text if isinstance(part, p.AttributeText)}
            names = {"name"} if p.NameText() in entry.text else set()
        if isinstance(entry, p.Members) and entry.attribute is not None:
            shown |= {entry.attribute} if not self._types[entry.attribute].many else set()
        comparable = {attribute for attribute in shown if self._types[attribute].base != "piece"}
        return names | {
            attribute.name for attribute in comparable if self._may_be_constant(attribute)
        }

    def _may_be_constant(self, attribute: AttributeRef) -> bool:
        """Return whether there may be a match-up in which nothing changes an attribute."""
        return attribute not in self._assigned

    def _names_all(self, entry: p.PositionEntry) -> bool:
        """Return whether a text shows names, and every piece has one of its own."""
        shows = p.NameText() in getattr(entry, "text", ())
        return shows and self._values.are_named(_kind(entry))

    # ------------------------------------------------------------------------- messages

    def _named(self, entry: p.PositionEntry) -> str:
        """Return what to call an entry in a message."""
        place = f"{entry.location.file.rpartition('/')[2]}:{entry.location.line}"
        return f"the part `{entry.key}` ({place})"

    def _wrong(
        self, entry: p.PositionEntry, text: str, hint: str, code: str = "E390"
    ) -> Diagnostic:
        return Diagnostic(code, text, entry.location, hint)


def _kind(entry: p.PositionEntry) -> str:
    return str(getattr(entry, "kind", ""))


def _quoted(names: set[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
