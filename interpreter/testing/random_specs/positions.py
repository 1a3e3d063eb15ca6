"""Random ways to write positions: parts of all kinds in all forms, some of which are refused."""

from __future__ import annotations

from collections.abc import Mapping

from testing.random_specs.draw import Draw
from testing.random_specs.texts import Document
from testing.random_specs.vocabulary import AttributeName, Vocabulary
from thesmos.program.types import Type

BETWEEN = (" ", " ", " ", "/", "-", "x", "", "", "1")
MARKS = ("r", "g", "b", "1", "12", "2", "A", "-", "")
KEYS = ("deep", "deep", "deep.er", "x", "x.y")  # of which some can't be together
ZONES = ("bag", "box")
OWN_MARKS, CLASHES, LISTS, OMITTED = 30, 4, 8, 15  # per cent

Marks = Mapping[str, tuple[str, ...]]  # by enum


def random_marks(draw: Draw, enums: Mapping[str, tuple[str, ...]]) -> Document:
    """Enums as a game declares them: their words, some with marks of their own."""
    document: Document = {}
    for name, words in enums.items():
        marks = draw.shuffled(MARKS if draw.chance(20) else MARKS[:-1])
        has_marks = bool(words) and draw.chance(OWN_MARKS)
        document[name] = dict(zip(words, marks, strict=False)) if has_marks else list(words)
    return document


def marks_of(enums: Document) -> Marks:
    """The marks of the words of each enum."""
    return {
        name: tuple(words.values()) if isinstance(words, Mapping) else tuple(words)
        for name, words in enums.items()
    }


class RandomPositions:
    """Makes the parts of positions. prefix: of their keys; own parts of a card have another one."""

    def __init__(self, draw: Draw, names: Vocabulary, marks: Marks, prefix: str = "") -> None:
        self.draw, self.names, self.marks, self.prefix = draw, names, marks, prefix

    def of_game(self) -> Document:
        """The parts of a game: most of its attributes, and the pieces of each kind."""
        document: Document = {}
        for attribute in self.names.attributes:
            part = self._of_attribute(attribute)
            if part is not None and self.draw.chance(80):
                self._add(document, attribute.name, part)
        for kind in self.names.on:
            for n in range(self.draw.one((0, 1, 1, 1, 2, 2, 3))):
                self._add(document, f"{kind.lower()}{n}", self._of_pieces(kind))
            if self.draw.chance(10):
                fields = self._text(self._single(kind))
                document[f"{kind.lower()}_in"] = [
                    {"counts": kind, "zone": zone, "text": f"{zone}:{fields}"} for zone in ZONES
                ]
        return document

    def of_card(self) -> Document:
        """The parts that a card adds: of anything in its game."""
        document: Document = {}
        parts = [
            (attribute.name, self._of_attribute(attribute)) for attribute in self.names.attributes
        ]
        parts += [(kind.lower(), self._of_pieces(kind)) for kind in self.names.on]
        writable = [(name, part) for name, part in parts if part is not None]
        for name, part in self.draw.some(writable, 1, 2):
            self._add(document, name, part)
        return document

    def _add(self, document: Document, name: str, part: Document) -> None:
        """Add a part under its own key or, at times, under one that another part may have."""
        draw = self.draw
        key = f"{self.prefix}{name}"
        if draw.chance(20):
            key = f"{self.prefix}in.{name}"
        if draw.chance(CLASHES):
            key = draw.one(KEYS)
        if draw.chance(OMITTED):
            part = {**part, "omit": "empty"}
        if key in document:
            before = document[key] if isinstance(document[key], list) else [document[key]]
            document[key] = [*before, part]
        else:
            document[key] = [part] if draw.chance(LISTS) else part

    # -------------------------------------------------------------------- attributes

    def _of_attribute(self, attribute: AttributeName) -> Document | None:
        """A part that writes an attribute; None if none can."""
        name, kind = attribute.name, attribute.type
        if kind.many or attribute.index or attribute.owner is None:
            return None
        if attribute.owner == "":
            return {"value": name}
        if attribute.owner == "Player":
            return {"by player": name}
        if attribute.owner in self.names.boards or self._all_named(attribute.owner):
            flag = kind.base == "flag" and not kind.none
            if flag and self.draw.chance(70):
                return {"cells": name}
            digits = kind.base == "int" and 0 <= kind.low <= kind.high <= 9  # noqa: PLR2004
            if digits and attribute.owner in self.names.boards and self.draw.chance(80):
                return {"digits": name}
            return {"map": name}
        return None

    def _all_named(self, kind: str) -> bool:
        return bool(self.names.pieces.get(kind)) and self.draw.chance(30)

    # ------------------------------------------------------------------------ pieces

    def _of_pieces(self, kind: str) -> Document:
        """A part that writes pieces of a kind."""
        draw, mine = self.draw, self._single(kind)
        players = [
            attribute.name
            for attribute in self.names.attributes
            if attribute.owner == kind and attribute.type.base == "player" and not attribute.index
        ]
        zone = draw.one(ZONES)
        ways = ["counts", "zone"] + ["pieces", "pieces", "piece"] * bool(self.names.on[kind])
        match draw.one(ways + ["members", "members"] * bool(players)):
            case "pieces":
                document: Document = {"pieces": kind, "text": self._text(mine, "place")}
                return document | ({"hidden": "yes"} if draw.chance(25) else {})
            case "piece":
                document = {"piece": kind}
                for attribute in draw.some(
                    [attribute for attribute in mine if self._values(attribute.type)], 0, 2
                ):
                    document[attribute.name] = draw.one(self._values(attribute.type))
                return document
            case "counts":
                return {"counts": kind, "zone": zone, "text": self._text(mine)}
            case "members":
                document = {"members": kind, "of": draw.one(players), "text": self._text(mine)}
                return document | ({"zone": zone} if draw.chance(50) else {})
        document = {"members": kind, "zone": zone, "text": self._text(mine)}
        return document | ({"repeats": "yes"} if draw.chance(20) else {})

    def _single(self, kind: str) -> list[AttributeName]:
        return [
            attribute
            for attribute in self.names.attributes
            if attribute.owner == kind and not attribute.type.many and not attribute.index
        ]

    def _values(self, kind: Type) -> tuple[str, ...]:
        """Texts that values of a type can have."""
        match kind.base:
            case "int":
                return (str(kind.low), str(kind.high))
            case "enum":
                return self.marks[kind.name]
            case "player" | "side":
                return ("1", "2")
            case "flag":
                return ("0", "1")
        return ()

    def _text(self, attributes: list[AttributeName], *needed: str) -> str:
        """The text of a piece: some fields in any order, with something between them or nothing."""
        draw = self.draw
        fields = [*needed, *(attribute.name for attribute in draw.some(attributes, 0, 3))]
        fields += ["name"] * draw.chance(60)
        text = "".join(f"{draw.one(BETWEEN)}{{{field}}}" for field in draw.shuffled(fields))
        return text.removeprefix(" ") if draw.chance(80) else f"{text}!"
