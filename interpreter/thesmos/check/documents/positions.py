"""Check the entries of `position`, by which a game's positions are written, and type them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict, cast

from thesmos.check.documents.place_rows import ROWS, RowsReader
from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic, Location, listed, suggest
from thesmos.program import positions as p
from thesmos.program.declarations import Attribute
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.types import ANYTHING
from thesmos.syntax import documents as d
from thesmos.syntax.words import GAP, parts_of

HIDDEN = "secret"

Diagnostics = Iterator[Diagnostic]


def position_entries(names: Names) -> tuple[p.PositionEntry, ...]:
    """Return the entries of a game's positions, without those that have errors."""
    written = (EntryChecker(entry, names) for entry in names.game.position)
    return tuple(checker.entry() for checker in written if not any(checker.diagnostics()))


class Common(TypedDict):
    """The fields that all entries have."""

    path: tuple[str, ...]
    card: str
    omit_empty: bool
    shape: p.Shape | None
    repeats: bool
    location: Location


class EntryChecker:
    """Checks one entry of `position`, and makes its meaning."""

    def __init__(self, written: d.PositionDeclaration, names: Names) -> None:
        self.written = written
        self.key, self.writer, self.card = written.key, written.writer, written.card
        self.names, self.game, self.location = names, names.game, written.location

    def diagnostics(self) -> Diagnostics:
        """Yield all errors of the entry."""
        first = self.key.partition(".")[0]
        if first in p.BESIDE:
            text = f"`{first}` is already a part of the positions of every game"
            yield Diagnostic("E395", text, self.location, "choose another name")
        kinds = [word for word in ENTRY_KINDS if word in self.writer]
        if len(kinds) != 1:
            hint = f"one of: {', '.join(ENTRY_KINDS)}"
            yield Diagnostic("E395", "this entry does not say what it writes", self.location, hint)
            return
        (how,) = kinds
        written, subject = ENTRY_KINDS[how], self.writer[how]
        kind = next((k for k in self.game.pieces if k.name == subject), None)
        usable = {how, "omit", "shape", "repeats", *written.needs, *written.may}
        if kind is not None and how == "piece":
            usable |= {a.name for a in kind.attributes if a.index is None and not a.type.many}
        for word in self.writer:
            if word not in usable:
                text = f"`{word}` can't be used with `{how}`"
                others = [k for k, e in ENTRY_KINDS.items() if word in (*e.needs, *e.may)]
                hint = suggest(word, usable) or f"it is used with {listed(others) or 'nothing'}"
                yield Diagnostic("E395", text, self.location, hint, word=word)
        for word in written.needs:
            if word not in self.writer:
                yield Diagnostic("E395", f"`{how}` needs `{word}`", self.location, "add it")
        if self.writer.get("omit", "empty") != "empty":
            yield Diagnostic("E395", "the only value of `omit` is `empty`", self.location, None)
        if self.writer.get("repeats", "yes") != "yes":
            yield Diagnostic("E395", "the only value of `repeats` is `yes`", self.location, None)
        yield from self._shape(how)
        if self.written.rows and how != "map":
            hint = "only what a `map` writes can lie in rows"
            yield Diagnostic("E395", f"`rows` can't be used with `{how}`", self.location, hint)
        yield from written.check(self, subject)

    def entry(self) -> p.PositionEntry:
        """Return the meaning of an entry without errors."""
        how = next(word for word in ENTRY_KINDS if word in self.writer)
        name, *more = self.writer.get("shape", "").split() or [ENTRY_KINDS[how].default]
        shape = p.Shape(cast(p.ShapeName, name), bool(more)) if name else None
        common = Common(
            path=tuple(self.key.split(".")),
            card=self.card,
            omit_empty="omit" in self.writer,
            shape=shape,
            repeats="repeats" in self.writer,
            location=self.location,
        )
        return ENTRY_KINDS[how].make(self, self.writer[how], common)

    # ---------------------------------------------------------------------------- shapes

    def _shape(self, how: str) -> Diagnostics:
        """Report a shape that does not fit the entry."""
        written, shapes = self.writer.get("shape", ""), ENTRY_KINDS[how].shapes
        word, *more = written.split() or [""]
        if word and (word not in shapes or more not in ([], [HIDDEN])):
            text = f"`{how}` can't be drawn as `{written}`"
            hint = f"one of: {', '.join(shapes) or 'none'}; optionally followed by `{HIDDEN}`"
            mend = suggest(word, shapes) or hint
            yield Diagnostic("E395", text, self.location, mend, word=written)

    # ------------------------------------------------------------------------ attributes

    def _attribute_of(self, name: str, owners: Sequence[str]) -> Attribute | None:
        """Return the attribute with this name of the first of these owners that has it, or None."""
        of = self.names.attrs.get(name, {})
        return next((of[owner] for owner in owners if owner in of), None)

    def _ref(self, name: str, owners: Sequence[str]) -> AttributeRef:
        """Return the resolved name of an attribute that one of these owners has."""
        attribute = self._attribute_of(name, owners)
        assert attribute is not None
        return attribute.name

    def _attribute(self, name: str, owners: Sequence[str], bases: set[str] | None) -> Diagnostics:
        """Report an attribute that does not belong to one of these owners, or has another type."""
        attr = self._attribute_of(name, owners)
        if attr is None and name in self.names.attrs:
            yield self._of_others(name)
            return
        wrong = attr is None or attr.type.many or (bases and attr.type.base not in bases)
        if wrong or (attr is not None and attr.index):
            mine = [a for a in self.names.all_attrs() if a.name.owner in owners and not a.index]
            writable = [
                a.name.name for a in mine if not a.type.many and (not bases or a.type.base in bases)
            ]
            text = f"`{name}` can't be written here"
            hint = suggest(name, writable) or f"one of: {', '.join(writable) or 'none'}"
            if attr is not None:
                what = "a set" if attr.type.many else str(attr.type)
                text += ": it has several values" if attr.index else f": it is {what}"
                single = not (attr.type.many or attr.index)
                if single and attr.name.owner in self.cells_and_named:
                    hint = f"write `map: {name}`"
            yield Diagnostic("E396", text, self.location, hint)

    def _of_others(self, name: str) -> Diagnostic:
        """Return the error that the attribute belongs to something that the entry can't write."""
        (owner, *_) = self.names.attrs[name]
        if not owner:
            text, hint = "it is a state of the game itself", f"write `value: {name}`"
        elif owner == "Player":
            text, hint = "each player has one", f"write `by player: {name}`"
        elif owner in self.cells_and_named:
            text, hint = f"each {owner} has one", f"write `map: {name}`"
        elif owner in {kind.name for kind in self.game.pieces}:
            text = f"each {owner} has one, and not all of them have a name"
            hint = f"write it as `{{{name}}}` in the `text` of an entry about these pieces"
        else:
            text = f"each {owner} has one, and entries write what cells, pieces and players have"
            hint = "remove the entry: what no entry writes is under `memory` in every position"
        return Diagnostic("E396", f"`{name}` can't be written here: {text}", self.location, hint)

    @property
    def boards(self) -> list[str]:
        """Return the names of the boards."""
        return [board.name for board in self.game.boards]

    @property
    def cells_and_named(self) -> list[str]:
        """Return the kinds of things with names: the boards, then the kinds of pieces."""
        named = [k.name for k in self.game.pieces if all(s.name for s in k.supply)]
        return [*self.boards, *named]

    def digits(self, name: str) -> Diagnostics:
        """Check `digits`: a number from 0 to 9 on each cell."""
        yield from self._attribute(name, self.boards, {"int"})
        for attr in self.names.attrs.get(name, {}).values():
            if attr.type.base == "int" and (attr.type.low < 0 or attr.type.high > 9):  # noqa: PLR2004 - one digit
                yield Diagnostic(
                    "E396", f"`{name}` may have more than one digit", self.location, "use `map`"
                )

    def make_digits(self, name: str, common: Common) -> p.Digits:
        """Return the meaning of `digits`."""
        return p.Digits(self._ref(name, self.boards), **common)

    def cells(self, name: str) -> Diagnostics:
        """Check `cells`: the cells, or the pieces by their names, for which a flag is set."""
        return self._attribute(name, self.cells_and_named, {"flag"})

    def make_cells(self, name: str, common: Common) -> p.Cells:
        """Return the meaning of `cells`."""
        return p.Cells(self._ref(name, self.cells_and_named), **common)

    def map(self, name: str) -> Diagnostics:
        """Check `map`: the value of an attribute for each cell, or for each named piece."""
        yield from self._attribute(name, self.cells_and_named, None)
        attribute = self._attribute_of(name, self.cells_and_named)
        drawn = ("player", "side", ANYTHING.base)
        players = attribute is not None and attribute.type.base in drawn
        if self.writer.get("shape", "").startswith("pawn") and not players:
            text = (
                f"`{name}` can't be drawn as `pawn`, which shows the number of a player or a side"
            )
            hint = "draw it as a `card`, or declare it as Player or Side"
            yield Diagnostic("E395", text, self.location, hint)
        if attribute is not None and (self.written.rows or not ROWS.isdisjoint(self.writer)):
            yield from RowsReader(self.written, self.names).diagnostics(attribute)
        if attribute is not None and ("on" in self.writer or "at" in self.writer):
            yield from self._on_track(attribute.name.owner)

    def make_map(self, name: str, common: Common) -> p.Map:
        """Return the meaning of `map`."""
        reader = RowsReader(self.written, self.names)
        by, back, on, at = (self.writer.get(word, "") for word in ("by", "back", "on", "at"))
        return p.Map(
            self._ref(name, self.cells_and_named),
            rows=reader.rows(),
            by=by,
            prints=reader.prints,
            back=back,
            on=on,
            at=at,
            **common,
        )

    def _on_track(self, kind: str) -> Diagnostics:
        """Report pieces that can't be shown on a track.

        kind: the kind of the pieces.
        """
        tracks = [e.key for e in self.game.position if e.writer.get("shape") == "track"]
        if self.writer.get("on") not in tracks:
            hint = f"one of: {', '.join(tracks) or 'none'}"
            text = (
                f"`on` needs an entry that is drawn as a track, not `{self.writer.get('on', '')}`"
            )
            yield Diagnostic("E396", text, self.location, hint)
        yield from self._attribute(self.writer.get("at", ""), [kind], {"int"})

    def by_player(self, name: str) -> Diagnostics:
        """Check `by player`: the value of an attribute for each player."""
        return self._attribute(name, ["Player"], None)

    def make_by_player(self, name: str, common: Common) -> p.ByPlayer:
        """Return the meaning of `by player`."""
        return p.ByPlayer(self._ref(name, ["Player"]), **common)

    def value(self, name: str) -> Diagnostics:
        """Check `value`: a state of the game itself."""
        yield from self._attribute(name, [""], None)
        attribute = self._attribute_of(name, [""])
        if attribute is not None and self.writer.get("shape") == "track":
            kind = attribute.type
            if kind.base != "int" or kind.high - kind.low > p.LONGEST_TRACK:
                text = f"`{name}` can't be drawn as a track"
                hint = f"declare it as a number with a range of at most {p.LONGEST_TRACK}"
                yield Diagnostic("E395", text, self.location, hint)

    def make_value(self, name: str, common: Common) -> p.GameValue:
        """Return the meaning of `value`."""
        return p.GameValue(self._ref(name, [""]), **common)

    def memory(self, name: str) -> Diagnostics:
        """Check `memory`: a memory of a card, which need not be in play."""
        slugs = self._remembering(name)
        if len(slugs) != 1:
            shown = [f"{slug}.{name}" for slug in slugs]
            memories = [f"{c.slug}.{m.name}" for c in self.names.cards.values() for m in c.memory]
            text = (
                f"several powers have a memory `{name}`"
                if slugs
                else f"there is no memory `{name}`"
            )
            hint = f"one of: {', '.join(shown)}" if slugs else suggest(name, memories)
            yield Diagnostic("E396", text, self.location, hint or "write it as `power.memory`")

    def make_memory(self, name: str, common: Common) -> p.CardMemory:
        """Return the meaning of `memory`."""
        (card,) = self._remembering(name)
        return p.CardMemory(Ref(card, name.rpartition(".")[2]), **common)

    def _remembering(self, name: str) -> list[str]:
        """Return the cards that a memory can belong to.

        The card named before a dot; else this file's; else any.
        """
        slug, _, bare = name.rpartition(".")
        cards = self.names.cards
        remembering = [
            slug for slug, card in cards.items() if bare in (m.name for m in card.memory)
        ]
        wanted = slug or (self.card if self.card in remembering else "")
        return [slug for slug in remembering if wanted in ("", slug)]

    # ---------------------------------------------------------------------------- pieces

    def pieces(self, name: str) -> Diagnostics:
        """Check `pieces`: the pieces on the board, each as a text with its place."""
        yield from self._kind(name, board=True)
        if "{place}" not in self.writer.get("text", "{place}"):
            hint = "without it, the position could not be read"
            yield Diagnostic(
                "E396", "the text of a piece must contain {place}", self.location, hint
            )

    def make_pieces(self, name: str, common: Common) -> p.Pieces:
        """Return the meaning of `pieces`."""
        return p.Pieces(name, self._text(name), self.writer.get("hidden") == "yes", **common)

    def piece(self, name: str) -> Diagnostics:
        """Check `piece`: the place of one piece: the only one of its kind, or with attributes."""
        yield from self._kind(name, board=True)
        for word, mark in self.writer.items():
            attribute = self.names.attr_of(word, name)
            kind = attribute.type.name if attribute is not None else ""
            marks = [*dict(self.game.enums.get(kind, ())).values()]
            if marks and mark not in marks:
                text, hint = (
                    f"`{mark}` is not how a {kind} is written",
                    f"one of: {', '.join(marks)}",
                )
                yield Diagnostic("E396", text, self.location, suggest(mark, marks) or hint)

    def make_piece(self, name: str, common: Common) -> p.OnePiece:
        """Return the meaning of `piece`."""
        where = tuple(
            p.AttributeIs(attribute.name, self.writer[word])
            for word in self.writer
            if (attribute := self.names.attr_of(word, name)) is not None
        )
        return p.OnePiece(name, where, **common)

    def counts(self, name: str) -> Diagnostics:
        """Check `counts`: how many pieces of each kind are in a zone."""
        return self._kind(name, board=False)

    def make_counts(self, name: str, common: Common) -> p.ZoneCounts:
        """Return the meaning of `counts`."""
        return p.ZoneCounts(name, self.writer["zone"], self._text(name), **common)

    def members(self, name: str) -> Diagnostics:
        """Check `members`: the pieces of each player, by an attribute, or the pieces of a zone."""
        yield from self._kind(name, board=False)
        if "of" not in self.writer and "zone" not in self.writer:
            text, hint = "`members` needs `of` or `zone`", "add what the pieces belong to"
            yield Diagnostic("E395", text, self.location, hint)
        attr = self.names.attr_of(self.writer.get("of", ""), name)
        if "of" in self.writer and (attr is None or attr.type.base != "player" or attr.index):
            text = f"`{self.writer['of']}` of {name} is not a player"
            yield Diagnostic("E396", text, self.location, None)
        if "groups" in self.writer:
            yield from self._attribute(self.writer["groups"], [name], {"enum"})

    def make_members(self, name: str, common: Common) -> p.Members:
        """Return the meaning of `members`."""
        written, zone = self.writer.get("of"), self.writer.get("zone")
        of = None if written is None else self._ref(written, [name])
        groups = self.writer.get("groups", "")
        return p.Members(name, of, zone, self._text(name), groups=groups, **common)

    def _kind(self, name: str, board: bool) -> Diagnostics:
        """Check a kind of piece, its zone and the fields of its text."""
        kind = next((k for k in self.game.pieces if k.name == name), None)
        if kind is None or (board and kind.on is None):
            text = f"there is no kind of piece `{name}`" + (" on a board" if board else "")
            kinds = [k.name for k in self.game.pieces if k.on is not None or not board]
            lists = f"pieces off the board are written by `members: {name}` or `counts: {name}`"
            near = lists if kind is not None else suggest(name, kinds)
            yield Diagnostic("E396", text, self.location, near)
            return
        zone = self.writer.get("zone")
        if zone is not None and zone not in self.game.zones:
            text = f"there is no zone `{zone}`"
            yield Diagnostic("E396", text, self.location, suggest(zone, self.game.zones))
        fields = GAP.findall(self.writer.get("text", ""))
        single = [a.name for a in kind.attributes if not a.type.many and a.index is None]
        writable = ["place", "name", *single] if kind.on is not None else ["name", *single]
        for field in fields:
            if field not in writable or fields.count(field) > 1:
                text = f"{{{field}}} can't be written here"
                hint = (
                    suggest(field, writable)
                    or f"use each at most once, out of: {', '.join(writable)}"
                )
                yield Diagnostic("E396", text, self.location, hint)

    def _text(self, kind: str) -> p.PieceText:
        """Return the meaning of the text of a piece: literals, each followed by a field."""
        return tuple(
            self._field(kind, part.text) if part.gap else part.text
            for part in parts_of(self.writer["text"])
        )

    def _field(self, kind: str, name: str) -> p.PieceField:
        if name == "place":
            return p.PlaceText()
        return p.NameText() if name == "name" else p.AttributeText(self._ref(name, [kind]))


@dataclass(frozen=True)
class EntryKind:
    """A kind of entry.

    needs: further keys that it must have.
    may: further keys that it can have.
    default: the shape of an entry that names none.
    """

    check: Callable[[EntryChecker, str], Diagnostics]
    make: Callable[[EntryChecker, str, Common], p.PositionEntry]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    shapes: tuple[p.ShapeName, ...] = ()
    default: p.ShapeName | Literal[""] = ""


_ON_BOARD: tuple[p.ShapeName, ...] = ("pawn", "chip", "figure")
ENTRY_KINDS = {
    "digits": EntryKind(
        EntryChecker.digits, EntryChecker.make_digits, shapes=("stack",), default="stack"
    ),
    "cells": EntryKind(
        EntryChecker.cells, EntryChecker.make_cells,
        shapes=("cap", "front", "mark"), default="mark",
    ),
    "map": EntryKind(
        EntryChecker.map, EntryChecker.make_map,
        may=("by", "prints", "back", "on", "at"), shapes=("card", "pawn"), default="card",
    ),
    "by player": EntryKind(EntryChecker.by_player, EntryChecker.make_by_player),
    "value": EntryKind(
        EntryChecker.value, EntryChecker.make_value,
        shapes=("figure", "stop", "track"), default="figure",
    ),
    "memory": EntryKind(EntryChecker.memory, EntryChecker.make_memory),
    "pieces": EntryKind(
        EntryChecker.pieces, EntryChecker.make_pieces,
        needs=("text",), may=("hidden",), shapes=_ON_BOARD, default="pawn",
    ),
    "piece": EntryKind(
        EntryChecker.piece, EntryChecker.make_piece, shapes=_ON_BOARD, default="figure"
    ),
    "counts": EntryKind(EntryChecker.counts, EntryChecker.make_counts, needs=("text", "zone")),
    "members": EntryKind(
        EntryChecker.members, EntryChecker.make_members,
        needs=("text",), may=("of", "zone", "groups"),
    ),
}  # fmt: skip
