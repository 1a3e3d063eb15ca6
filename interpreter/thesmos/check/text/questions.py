"""The questions that constructs ask about declared names, such as whether a value is none.

Sentences look up these questions among the words under `says`; words for no question are unused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from thesmos.program.declarations import Card
from thesmos.program.effects import Assign, Effect
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.values import (
    AttributeValue,
    CellOf,
    Compare,
    Comparison,
    Exists,
    FactValue,
    Flag,
    IsIn,
    MemoryValue,
    Negative,
    Not,
    Nothing,
    Number,
    Past,
    Person,
    SetOf,
    Setting,
    Size,
    Value,
    Variable,
    Word,
    ZoneOf,
)
from thesmos.syntax.says import PLAIN
from thesmos.syntax.words import Term

Name = str | Ref | AttributeRef | tuple[str | Ref, ...]
Key = tuple[str, Name, str]  # a section of names, a name, and the form of the question about it

HOLDS = "holds"
# By comparison: the form about the left side, that about the right side, and whether it must hold.
ORDERED: Mapping[Comparison, tuple[str, str, bool]] = {
    ">": ("more", "less", True), "<": ("less", "more", True),
    "<=": ("more", "less", False), ">=": ("less", "more", False),
}  # fmt: skip
WITH_NUMBER = {"more": "above", "less": "below"}


@dataclass(frozen=True)
class Head:
    """The declared name that a value uses, its arguments, and the form of the question."""

    section: str
    name: Name
    arguments: tuple[Value, ...] = ()
    form: str = PLAIN


Question = tuple[str, Name, str, bool, tuple[Value, ...]]  # a key, whether it holds, the arguments


def questions(node: Value | Effect, action: Ref | None) -> Iterator[Question]:
    """Yield the questions that a node asks about declared names, the most specific first."""
    match node:
        case Assign():
            yield from _changes(node, action)
        case Not():
            for section, name, form, positive, arguments in questions(node.value, action):
                yield section, name, form, not positive, arguments
        case Exists():
            yield from _about(node.value, action, "none", node.negated, ())
        case IsIn():
            yield from _about(node.of, action, "has", True, (node.member,))
        case Compare(word="=" | "!="):
            yield from _equal(node, action)
        case Compare():
            yield from _ordered(node, action)
        case Word():
            yield "words", (node.type.name, node.word), PLAIN, True, ()
        case Variable():
            head = _variable(node, action)
            form = HOLDS if head.section == "roles" else PLAIN
            yield head.section, head.name, form, True, ()
        case FactValue() | AttributeValue() | MemoryValue() | Past():
            yield from _about(node, action, PLAIN, True, ())


def _has_words(side: Value, other: Value) -> bool:
    """Return whether a comparison of a side with the other can have words of its own.

    A number has them only if it is compared with a literal.
    """
    return side.type.base != "int" or isinstance(other, (Number, Negative))


def _about(
    value: Value, action: Ref | None, form: str, positive: bool, more: tuple[Value, ...]
) -> Iterator[Question]:
    """Yield the question of this form about a value, if it uses a declared name."""
    head = head_of(value, action)
    if head is not None and PLAIN in (form, head.form):
        yield head.section, head.name, form or head.form, positive, (*head.arguments, *more)


def _equal(node: Compare, action: Ref | None) -> Iterator[Question]:
    positive = node.word == "="
    yield from _empty(node, action, positive)
    sides = ((node.left, node.right), (node.right, node.left))
    for side, word in sides:
        if isinstance(word, Word) and isinstance(side, Setting):
            yield "options", f"{side.option}.{word.word}", "equals", positive, ()
        elif isinstance(word, Word):
            yield "words", (word.type.name, word.word), "equals", positive, (_holder(side),)
    yield from _pair(node.left, node.right, action, "same", positive)
    for side, other in sides:
        if _has_words(side, other):
            yield from _about(side, action, "equals", positive, (other,))


def _ordered(node: Compare, action: Ref | None) -> Iterator[Question]:
    of_left, of_right, positive = ORDERED[node.word]
    if node.word == ">":
        yield from _empty(node, action, False)
    sides = ((node.left, node.right, of_left), (node.right, node.left, of_right))
    for side, other, form in sides:
        yield from _pair(side, other, action, form, positive)
    for side, other, form in sides:
        if _has_words(side, other):
            yield from _about(side, action, WITH_NUMBER[form], positive, (other,))


def _empty(node: Compare, action: Ref | None, positive: bool) -> Iterator[Question]:
    """Yield the question whether a set is empty, if that is what a comparison tests."""
    match node:
        case Compare(left=Size(of=of), right=Number(value=0)):
            yield from _about(of, action, "none", positive, ())


def _pair(
    left: Value, right: Value, action: Ref | None, form: str, positive: bool
) -> Iterator[Question]:
    """Yield a question about two things that have the same name, if they differ in one thing."""
    a, b = head_of(left, action), head_of(right, action)
    if a is None or b is None or (a.section, a.name) != (b.section, b.name) or not a.arguments:
        return
    *rest, last = a.arguments
    *same, other_last = b.arguments
    if rest == same:
        yield a.section, a.name, form, positive, (*rest, last, other_last)


def _changes(node: Assign, action: Ref | None) -> Iterator[Question]:
    value = node.value
    if isinstance(value, Word) and node.word == ":=":
        name = value.type.name, value.word
        yield "words", name, "becomes", True, (_holder(node.target),)
    forms = {
        ":=": ["becomes"], "+=": ["rises"], "-=": ["falls"],
    }[node.word]  # fmt: skip
    match node.word, value:
        case ":=", Flag():
            forms.insert(0, "set" if value.value else "unset")
        case ":=", Nothing() | Number(value=0) | SetOf(members=()):
            forms.insert(0, "cleared")
        case "+=" | "-=", Number(value=1):
            forms.insert(0, "one more" if node.word == "+=" else "one less")
    for form in forms:
        yield from _about(node.target, action, form, True, (value,))


def head_of(value: Value, action: Ref | None) -> Head | None:
    """Return the declared name that a value uses, with its arguments; None if it uses none."""
    match value:
        case FactValue():
            return Head("facts", value.fact, value.arguments)
        case AttributeValue():
            return Head("attributes", value.attribute, value.of)
        case MemoryValue():
            return Head("memory", value.memory)
        case Variable():
            return _variable(value, action)
        case Past():
            return _past_role(value)
        case _:
            return None


def _variable(value: Variable, action: Ref | None) -> Head:
    """Return the role or the local that a variable stands for."""
    if value.role and action is not None:
        return Head("roles", (action, value.name))
    return Head("locals", value.name)


def _past_role(past: Past) -> Head | None:
    """Return the role that is asked for, if the question is about any event of one action."""
    query = past.query
    if past.given is not None or query.role is None or len(query.events) > 1 or query.whole_game:
        return None
    if query.events[0].condition is not None or query.question not in ("last", "first"):
        return None
    this_turn = isinstance(past.of, Person) and past.of.word == "active"
    form = query.question if this_turn else f"{query.question} turn"
    return Head("roles", (query.events[0].action, query.role), (), form)


def _holder(value: Value) -> Value:
    """Return the thing that has an attribute, or the piece that is in a zone; else the value."""
    match value:
        case AttributeValue(of=(thing, *_)):
            return thing
        case ZoneOf() | CellOf():
            return value.piece
        case _:
            return value


def name_of(word: Term, card: Card, of_game: bool) -> Name:
    """Return the name that a declared word is for.

    card: the card whose file declares the word.
    of_game: whether that is the game itself.
    """
    first, _, second = word.key.partition(".")
    match word.section:
        case "facts":
            return ref_of(first, card, "facts")
        case "memory":
            return Ref("" if of_game else card.slug, first)
        case "steps":
            return ref_of(first, card, "steps")
        case "acts":
            action = ref_of(first, card, "actions")
            return (action, ref_of(word.fact, card, "facts")) if word.fact else action
        case "roles" | "rules":
            return (ref_of(first, card, "actions"), second) if second else first
        case "attributes":
            return AttributeRef(first, second)
        case "words":
            return first, second
        case _:
            return word.key


def ref_of(name: str, card: Card, section: str) -> Ref:
    """Return the resolved name in the text of a card: the card's own, or else the game's."""
    declared: tuple[Any, ...] = getattr(card, section)
    refs = (declaration.name for declaration in declared)
    return next((ref for ref in refs if ref.name == name), Ref("", name))
