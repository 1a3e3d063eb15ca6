"""What is printed on each named piece of a kind: its fixed attributes, each as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from thesmos.diagnostics import Location
from thesmos.link.layout import NONE
from thesmos.link.linked import LinkedGame, Piece
from thesmos.program.declarations import Attribute
from thesmos.program.types import FLAG, Type
from thesmos.program.values import (
    AttributeValue,
    Compare,
    Flag,
    IsIn,
    Number,
    NumberedPlayer,
    Value,
    Word,
)
from thesmos_rulebook.prose.verbalizer import Verbalizer

NOWHERE = Location("", 1, 1)


def named_pieces(linked: LinkedGame, kind: str) -> list[Piece]:
    """The pieces of a kind that have names."""
    return [piece for piece in linked.pieces.get(kind, ()) if piece.name is not None]


def printed_on(v: Verbalizer, linked: LinkedGame, piece: Piece) -> Iterator[str]:
    """What a named piece is called, then what each of its fixed attributes says, as phrases.

    A number that is 0, a flag that is not set and what is none say nothing; nor does a word that is
    called as the piece is.
    """
    it = _word(str(piece.name), piece.number, Type("piece", piece.kind))
    called = v.say(it)
    yield called
    for attribute in linked.game.attributes:
        values = linked.fixed.get(attribute.name)
        if attribute.name.owner != piece.kind or values is None:
            continue
        indices = list(product(*(_all(linked, kind) for kind in attribute.index)))
        first = piece.number * len(indices)
        for index, value in zip(indices, values[first : first + len(indices)], strict=True):
            if attribute.type.base == "enum" and _called(v, linked, attribute, value) == called:
                continue
            yield from map(v.say, _said(linked, attribute, (it, *index), value))


def of_one_thing(v: Verbalizer, called: str, said: Sequence[str]) -> list[str]:
    """What is said of one thing, as few phrases: those that begin with it are one.

    called: what the thing is called.
    """
    of_it = [text for text in said if text.startswith(f"{called} ")]
    others = [text for text in said if text not in of_it]
    if not of_it:
        return others
    rest = [text.removeprefix(f"{called} ") for text in of_it]
    return [f"{called} {v.joined('and', rest)}", *others]


def _all(linked: LinkedGame, kind: Type) -> list[Value]:
    """All values of a type, in the order of their numbers."""
    counts = {"int": kind.high + 1, "flag": 2, "player": linked.players}
    counts["piece"] = len(linked.pieces.get(kind.name, ()))
    count = counts.get(kind.base, len(_names(linked, kind)))
    return [_value(linked, kind, number) for number in range(count)]


def _called(
    v: Verbalizer, linked: LinkedGame, attribute: Attribute, value: int | Sequence[int]
) -> str:
    """What the value of an attribute is called; empty for a set, and for none."""
    if attribute.type.many or not isinstance(value, int) or value == NONE:
        return ""
    return v.say(_value(linked, attribute.type.one(), value))


def _said(
    linked: LinkedGame, attribute: Attribute, of: tuple[Value, ...], value: int | Sequence[int]
) -> Iterator[Value]:
    kind = attribute.type
    left = AttributeValue(attribute.name, of, type=kind, location=NOWHERE)
    if kind.many:
        members = value if isinstance(value, Sequence) else ()
        for member in members:
            yield IsIn(_value(linked, kind.one(), member), left, type=FLAG, location=NOWHERE)
    elif kind.base == "flag":
        if value:
            yield left
    elif isinstance(value, int) and value != NONE and (kind.base != "int" or value):
        right = _value(linked, kind.one(), value)
        yield Compare("=", left, right, type=FLAG, location=NOWHERE)


def _value(linked: LinkedGame, kind: Type, number: int) -> Value:
    """A value of a type, by its number."""
    if kind.base == "int":
        return Number(number, type=kind, location=NOWHERE)
    if kind.base == "flag":
        return Flag(bool(number), type=kind, location=NOWHERE)
    if kind.base == "player":
        return NumberedPlayer(number + 1, type=kind, location=NOWHERE)
    if kind.base == "piece":
        return _word(str(linked.pieces[kind.name][number].name), number, kind)
    return _word(_names(linked, kind)[number], number, kind)


def _names(linked: LinkedGame, kind: Type) -> list[str]:
    """The words of an enum, or the cells of a board."""
    words = [w.word for enum in linked.game.enums if enum.name == kind.name for w in enum.words]
    return words or [c for each in linked.game.boards if each.name == kind.name for c in each.cells]


def _word(word: str, number: int, kind: Type) -> Word:
    return Word(word, number, type=kind, location=NOWHERE)
