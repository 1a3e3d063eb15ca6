"""What is printed on each named piece: its fixed attributes, as sentences and in cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from thesmos.diagnostics import Location
from thesmos.link.linked import LinkedGame, Piece
from thesmos.link.printed import printed_numbers, written
from thesmos.play.names import attribute_label
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
    Variable,
    Word,
)
from thesmos.syntax.says import LABEL, PLAIN
from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.verbalizer import Mention, Verbalizer

NOWHERE = Location("", 1, 1)
SET = "✓"  # a flag that is set


@dataclass(frozen=True)
class PrintedValue:
    """A value printed on a piece: the phrase that says it, and its text in a cell.

    of: the name of the piece, if the value is a piece; else empty.
    """

    attribute: Attribute
    phrase: str
    text: str
    of: str = ""


def called(v: Verbalizer, piece: Piece) -> str:
    """Return the name of a piece."""
    return v.say(_word(str(piece.name), piece.number, Type("piece", piece.kind)))


def this_one(v: Verbalizer, kind: str) -> str:
    """Return how to refer to a piece by its kind: `this card`."""
    return v.noun_form("this", v.noun(kind)) + END


def printed_on(v: Verbalizer, linked: LinkedGame, piece: Piece) -> Iterator[PrintedValue]:
    """Yield each value of the fixed attributes of a named piece.

    The number 0, an unset flag, none, and a word equal to the piece's name are left out. The
    phrases call the piece `this card`: its name may be a plural, with which the words of attributes
    would not agree.
    """
    name, this = called(v, piece), this_one(v, piece.kind).removesuffix(END)
    it = Variable("it", False, type=Type("piece", piece.kind), location=NOWHERE)
    v = v.with_name("it", Mention(this, this), piece.kind)
    for number in printed_numbers(linked, piece):
        attribute = number.attribute
        index = tuple(map(partial(_value, linked), attribute.index, number.index))
        value = _value(linked, attribute.type.one(), number.number)
        text = _in_cell(v, index, value)
        if attribute.type.base != "enum" or attribute.type.many or text != name:
            of = value.word if isinstance(value, Word) and value.type.base == "piece" else ""
            condition = _condition(attribute, (it, *index), value)
            yield PrintedValue(attribute, v.say(condition), text, of)


def _in_cell(v: Verbalizer, index: Sequence[Value], value: Value) -> str:
    """Return a value without its attribute, such as `2 wood` for an attribute of each resource."""
    of = " ".join(map(v.say, index))
    if isinstance(value, Flag):
        return of or SET
    return f"{v.say(value)} {of}".rstrip()


def label(v: Verbalizer, attribute: Attribute) -> str:
    """Return the heading for the values of an attribute: its label, or else its name."""
    words = v.lexicon.declared.words
    keys = (("attributes", attribute.name, form) for form in (LABEL, PLAIN))
    terms = [words[key].term for key in keys if key in words]
    return attribute_label(terms, attribute.name.name, v.language.code)


def of_one_thing(v: Verbalizer, called: str, statements: Sequence[str]) -> list[str]:
    """Join statements about one thing into few phrases: those that begin with its name become one.

    called: the name of the thing.
    """
    of_it = [text for text in statements if text.startswith(f"{called} ")]
    others = [text for text in statements if text not in of_it]
    if not of_it:
        return others
    rest = [text.removeprefix(f"{called} ") for text in of_it]
    return [f"{called} {v.joined('and', rest)}", *others]


def _condition(attribute: Attribute, of: tuple[Value, ...], value: Value) -> Value:
    """Return the condition that an attribute has a value, or has it as a member."""
    left = AttributeValue(attribute.name, of, type=attribute.type, location=NOWHERE)
    if attribute.type.many:
        return IsIn(value, left, type=FLAG, location=NOWHERE)
    if attribute.type.base == "flag":
        return left
    return Compare("=", left, value, type=FLAG, location=NOWHERE)


def _value(linked: LinkedGame, kind: Type, number: int) -> Value:
    """Return a value of a type, by its number."""
    if kind.base == "int":
        return Number(number, type=kind, location=NOWHERE)
    if kind.base == "flag":
        return Flag(bool(number), type=kind, location=NOWHERE)
    if kind.base == "player":
        return NumberedPlayer(number + 1, type=kind, location=NOWHERE)
    return _word(written(linked, kind, number), number, kind)


def _word(word: str, number: int, kind: Type) -> Word:
    return Word(word, number, type=kind, location=NOWHERE)
