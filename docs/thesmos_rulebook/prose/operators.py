"""Operators as text: comparisons, membership, what exists, logic, and arithmetic."""

from __future__ import annotations

from collections.abc import Mapping

from thesmos.program.types import FLAG, POWER
from thesmos.program.values import (
    MIRRORED,
    Absolute,
    AllOf,
    Arithmetic,
    CellOf,
    Compare,
    Exists,
    Flag,
    Fold,
    Forbidden,
    IfElse,
    IsIn,
    Logic,
    Negative,
    Not,
    Number,
    OnBoard,
    Owned,
    Past,
    PieceAt,
    PlayerFunction,
    Search,
    SetOf,
    SetOperation,
    ThisCard,
    Value,
    Variable,
    ZoneOf,
)
from thesmos.syntax.says import VALUE
from thesmos_rulebook.prose.amounts import declared_amount
from thesmos_rulebook.prose.core_words import core_membership, core_persons, core_place, core_text
from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.literal import literal
from thesmos_rulebook.prose.members import (
    kind_of,
    member,
)
from thesmos_rulebook.prose.normal_form import normal
from thesmos_rulebook.prose.verbalizer import HANDLERS, NodeHandler, Verbalizer

HALVES = 2
_ASSOCIATIVE = ("+", "*", "union")  # several of them need no brackets


def _negative(v: Verbalizer, e: Negative) -> str:
    frame = "negative number" if isinstance(e.value, Number) else "unary.-"
    return v.render(frame, value=lambda: v.say(e.value))


def _absolute(v: Verbalizer, e: Absolute) -> str:
    """Return `the difference between two numbers`, or the absolute value of any other."""
    of = e.value
    if isinstance(of, Arithmetic) and of.word == "-" and v.declared_text(of) is None:
        left, right = (lambda: v.closed(of.left)), (lambda: v.closed(of.right))
        return v.render("difference", a=left, b=right)
    if isinstance(of, Arithmetic) and v.declared_text(of) is None:
        return v.render("unary.abs", value=lambda: v.render("in brackets", value=v.say(of)))
    return v.render("unary.abs", value=lambda: v.closed(of))


def _exists(v: Verbalizer, e: Exists) -> str:
    if isinstance(e.value, PieceAt):
        noun, at = v.noun(e.value.kind, e.value.location), e.value.at
        frame = v.language.template("piece there", noun.gender)
        return v.fill(frame, not e.negated, {"one": noun.singular, "at": lambda: v.say(at)})
    if isinstance(e.value, CellOf):
        piece = e.value.piece
        frame = v.language.template("on board")
        return v.fill(frame, not e.negated, {"a": lambda: v.say(piece)})
    if isinstance(e.value, PlayerFunction) and f"{e.value.function}.none" in v.language.core:
        return core_text(v, e.value, e.negated, ".none") or ""
    text = v.say(e.value)
    bare, gender = v.language.without_article(text)
    named = isinstance(e.value, Variable) and v.language.is_name(text.removesuffix(END))
    if bare and not named and not isinstance(e.value, Search):
        frame = v.language.template("are any", gender)
        return v.fill(frame, not e.negated, {"one": bare})
    return v.fill(v.language.template("unary.exists"), not e.negated, {"value": text})


def _not(v: Verbalizer, e: Not) -> str:
    value = e.value
    body = v.body(value)
    if body is not None:
        return v.say(normal(body, False))
    if isinstance(value, IsIn):
        return _in(v, value, False)
    if isinstance(value, (Past, Forbidden)):
        return HANDLERS[type(value)](v, e)
    text = core_text(v, value, False)
    return literal(v, value, False) if text is None else text


def _is_in(v: Verbalizer, e: IsIn) -> str:
    return _in(v, e, True)


def _in(v: Verbalizer, e: IsIn, positive: bool) -> str:
    text = core_membership(v, e, positive)
    if text is not None:
        return text
    if isinstance(e.of, Owned) and e.of.whose == "your" and e.of.type.base == "piece":
        gender = v.noun(e.of.type.name).gender
        yours = v.language.template("in yours", gender)
        return v.fill(yours, positive, {"a": lambda: v.say(e.member)})
    places_text = lambda: member(v, e.of, "a")  # noqa: E731 - evaluated when the gap is filled
    if isinstance(e.member, (CellOf, ZoneOf)):
        piece, places = e.member.piece, e.of
        if isinstance(places, SetOf):
            places_text = lambda: v.joined("or", [v.say(place) for place in places.members])  # noqa: E731
        frame = v.language.template("on cell" if isinstance(e.member, CellOf) else "in zone")
        return v.fill(frame, positive, {"a": lambda: v.say(piece), "at": places_text})
    if isinstance(e.of, SetOf) and e.of.members:
        names = [v.closed(value) for value in e.of.members]
        nor = f" {v.language.template('nor')} "
        of_them = v.joined("or", names) if positive else nor.join(names)
        declared = v.declared_text(
            Compare("=", e.member, e.of.members[0], location=e.location, type=FLAG)
        )
        if declared is not None and VALUE in declared.gaps:
            return v.fill(declared.text, positive, {**v.deferred(declared.gaps), VALUE: of_them})
        frame = v.language.template("in list" if len(names) > 1 else "in set")
        return v.fill(frame, positive, {"a": lambda: v.say(e.member), "set": of_them})
    text = v.language.template("in" if isinstance(e.of, (Owned, AllOf, OnBoard)) else "in set")
    return v.fill(text, positive, {"a": lambda: v.say(e.member), "set": places_text})


def _parity(v: Verbalizer, e: Compare) -> str | None:
    """Return `a number is even` for its remainder divided by 2; None for any other comparison."""
    match e:
        case Compare(
            word="=" | "!=",
            left=Arithmetic(word="mod", left=of, right=Number(value=2)),
            right=Number(value=0 | 1 as left),
        ):
            even = (left == 0) == (e.word == "=")
            return v.fill(v.language.template("even"), even, {"a": lambda: v.closed(of)})
        case _:
            return None


def _compare(v: Verbalizer, e: Compare) -> str:
    parity = _parity(v, e)
    if parity is not None:
        return parity
    for side, other, word in ((e.left, e.right, e.word), (e.right, e.left, MIRRORED[e.word])):
        if isinstance(other, Number):
            amount = Compare(word, side, other, location=e.location, type=e.type)
            amount_text = declared_amount(v, amount)
            if amount_text is not None:
                return amount_text
    core = core_persons(v, e) or core_place(v, e)
    if core is not None:
        return core
    return _same_flags(v, e) if e.left.type.base == "flag" else _binary(v, e)


def _same_flags(v: Verbalizer, e: Compare) -> str:
    """Return `one holds exactly if the other does`, or `either one or the other, but not both`.

    `a = no` is the opposite of `a`.
    """
    for side, other in ((e.left, e.right), (e.right, e.left)):
        if isinstance(other, Flag):
            return v.condition(side, other.value == (e.word == "="))
    left, right = (lambda: v.condition(e.left)), (lambda: v.condition(e.right))
    return v.render("exactly if" if e.word == "=" else "but not both", a=left, b=right)


def _arithmetic(v: Verbalizer, e: Arithmetic) -> str:
    """Return a calculation; `(a + n - 1) / n` is a quotient that is rounded up."""
    match e:
        case Arithmetic(
            word="/",
            left=Arithmetic(word="+", left=whole, right=Number(value=added)),
            right=Number(value=divisor),
        ) if added == divisor - 1 > 0:
            frame = "half.up" if divisor == HALVES else "quotient.up"
            return v.render(frame, a=lambda: _operand(v, e, whole), b=lambda: v.say(e.right))
    return _binary(v, e)


def _binary(v: Verbalizer, e: Compare | Arithmetic | SetOperation) -> str:
    left, right = (lambda: _operand(v, e, e.left)), (lambda: _operand(v, e, e.right))
    if isinstance(e, Compare) and kind_of(e.left) == kind_of(e.right):
        right = lambda: _the_one(v, e)  # noqa: E731 - evaluated when the gap is filled
    return v.render(f"binary.{e.word}", a=left, b=right)


def _the_one(v: Verbalizer, e: Compare) -> str:
    """Return a thing compared with another one of its kind, like `the one that is free`."""
    text, noun = _operand(v, e, e.right), v.noun(kind_of(e.right))
    head = f"{v.noun_form('kind.the', noun)} {v.language.template('that which')} "
    if not noun.singular or not text.startswith(head):
        return text
    return f"{v.render('the one', noun.gender)} {text.removeprefix(head)}"


def _operand(v: Verbalizer, e: Value, operand: Value) -> str:
    """Return one side of an operator; a calculation within another is put in brackets."""
    inside = isinstance(operand, (Arithmetic, SetOperation, Fold)) and not isinstance(e, Compare)
    if inside and operand.word == e.word in _ASSOCIATIVE:  # type: ignore[attr-defined]
        return v.say(operand)
    if (inside or isinstance(operand, IfElse)) and v.declared_text(operand) is None:
        return v.render("in brackets", value=lambda: v.say(operand))
    text = v.say(operand)
    closed = isinstance(e, Compare) or ", " not in text
    return text if closed else v.render("in brackets", value=text)


def _set_operation(v: Verbalizer, e: SetOperation) -> str:
    mine = Owned("your", location=e.location, type=POWER.set())
    this = isinstance(e.right, SetOf) and all(isinstance(m, ThisCard) for m in e.right.members)
    if e.word == "except" and e.left == mine and this:
        return v.language.core["other powers"]
    return _binary(v, e)


def _logic(v: Verbalizer, e: Logic) -> str:
    if e.word == "or":
        return v.choice(e, False)
    return v.joined_conditions("and", v.conditions(e.parts))


def _if_else(v: Verbalizer, e: IfElse) -> str:
    flag = e.type.base == "flag" and not e.type.many
    return v.render(
        "if else.flag" if flag else "if else",
        then=lambda: _branch(v, e.then),
        condition=lambda: v.condition(e.condition),
        otherwise=lambda: _branch(v, e.otherwise),
    )


def _branch(v: Verbalizer, branch: Value) -> str:
    """Return a value that depends on a condition; in brackets if that could be about a part."""
    parts = isinstance(branch, (Arithmetic, SetOperation, Fold))
    several = isinstance(branch, SetOf) and len(branch.members) > 1
    if (parts or several) and v.declared_text(branch) is None:
        return v.render("in brackets", value=lambda: v.say(branch))
    return v.say(branch)


OPERATORS: Mapping[type, NodeHandler] = {
    SetOperation: _set_operation,
    Not: _not,
    Negative: _negative,
    Absolute: _absolute,
    Exists: _exists,
    Compare: _compare,
    IsIn: _is_in,
    Arithmetic: _arithmetic,
    Logic: _logic,
    IfElse: _if_else,
}
