"""What is printed on each named piece: its fixed attributes, as sentences and in cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from thesmos.diagnostics import Location
from thesmos.link.layout import NONE
from thesmos.link.linked import LinkedGame, Piece
from thesmos.play.names import thing_names
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
    """A value printed on a piece: the phrase that says it, its text in a cell.

    of: the name of the piece that it is; empty if it is none.
    """

    attribute: Attribute
    said: str
    text: str
    of: str = ""


def named_pieces(linked: LinkedGame, kind: str) -> list[Piece]:
    """The pieces of a kind that have names."""
    return [piece for piece in linked.pieces.get(kind, ()) if piece.name is not None]


def called(v: Verbalizer, piece: Piece) -> str:
    """What a named piece is called."""
    return v.say(_word(str(piece.name), piece.number, Type("piece", piece.kind)))


def this_one(v: Verbalizer, kind: str) -> str:
    """What a piece is called by its kind: `this card`."""
    return v.noun_form("this", v.noun(kind)) + END


def printed_on(v: Verbalizer, linked: LinkedGame, piece: Piece) -> Iterator[PrintedValue]:
    """Each value of the fixed attributes of a named piece.

    A number that is 0, a flag that is not set and what is none say nothing; nor does a word that is
    called as the piece is. The phrases call the piece `this card`: its name may be a plural, with
    which the words of attributes do not agree.
    """
    name, this = called(v, piece), this_one(v, piece.kind).removesuffix(END)
    it = Variable("it", False, type=Type("piece", piece.kind), location=NOWHERE)
    v = v.with_name("it", Mention(this, this), piece.kind)
    for attribute in linked.game.attributes:
        values = linked.fixed.get(attribute.name)
        if attribute.name.owner != piece.kind or values is None:
            continue
        indices = list(product(*(_all(linked, kind) for kind in attribute.index)))
        first = piece.number * len(indices)
        for index, value in zip(indices, values[first : first + len(indices)], strict=True):
            for said, single in _said(linked, attribute, (it, *index), value):
                text = _in_cell(v, index, single)
                if attribute.type.base != "enum" or attribute.type.many or text != name:
                    of = (
                        single.word
                        if isinstance(single, Word) and single.type.base == "piece"
                        else ""
                    )
                    yield PrintedValue(attribute, v.say(said), text, of)


def _in_cell(v: Verbalizer, index: Sequence[Value], value: Value) -> str:
    """A value without the attribute that has it: `2 wood` of what has one for each of something."""
    of = " ".join(map(v.say, index))
    if isinstance(value, Flag):
        return of or SET
    return f"{v.say(value)} {of}".rstrip()


def label(v: Verbalizer, attribute: Attribute) -> str:
    """What stands above the values of an attribute: its label, or what it is called."""
    for form in (LABEL, PLAIN):
        found = v.lexicon.said.words.get(("attributes", attribute.name, form))
        names = [found[0]] if found is not None and form == LABEL else []
        if found is not None and form == PLAIN:
            names = [name for _, name in thing_names([found[1]], v.language.code)]
        if names:
            return names[0]
    return attribute.name.name.replace("_", " ")


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


def _said(
    linked: LinkedGame, attribute: Attribute, of: tuple[Value, ...], value: int | Sequence[int]
) -> Iterator[tuple[Value, Value]]:
    """What is said of the value of an attribute, and that value; of each member of a set."""
    kind = attribute.type
    left = AttributeValue(attribute.name, of, type=kind, location=NOWHERE)
    if kind.many:
        members = value if isinstance(value, Sequence) else ()
        for member in (_value(linked, kind.one(), each) for each in members):
            yield IsIn(member, left, type=FLAG, location=NOWHERE), member
    elif kind.base == "flag":
        if value:
            yield left, Flag(True, type=kind, location=NOWHERE)
    elif isinstance(value, int) and value != NONE and (kind.base != "int" or value):
        right = _value(linked, kind.one(), value)
        yield Compare("=", left, right, type=FLAG, location=NOWHERE), right


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
