"""Looks up in a table the members of a set that meet a condition on something constant.

For `those (c in Card where colour(c) = k and ready(c))`, if no text changes colours, only the cards
of one colour are examined.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.values import kept
from thesmos.compile.lower.writer import Writer
from thesmos.program import values as p


def chosen(binder: p.Binder, frame: Frame, w: Writer) -> tuple[ir.Value | None, p.Binder]:
    """Return the members that can be chosen by constants, and the rest of the condition.

    None instead of a set means all members. The values they are chosen by are evaluated here, once.
    """
    members: ir.Value | None = None
    rest: list[p.Value] = []
    for part in parts_of(binder.condition):
        subset = _chosen_by(part, binder.name, frame, w)
        if subset is None:
            rest.append(part)
        else:
            members = subset if members is None else fold.bits_op("and", members, subset)
    if members is None:
        return None, binder
    return members, replace(binder, condition=_together(binder.condition, rest))


def parts_of(condition: p.Value | None) -> tuple[p.Value, ...]:
    """Return the parts of a condition, all of which have to hold."""
    if isinstance(condition, p.Logic) and condition.word == "and":
        return condition.parts
    return () if condition is None else (condition,)


def _together(condition: p.Value | None, parts: list[p.Value]) -> p.Value | None:
    """Return the condition made of only these of its parts."""
    if len(parts) > 1:
        assert isinstance(condition, p.Logic)
        return replace(condition, parts=tuple(parts))
    return parts[0] if parts else None


def _chosen_by(part: p.Value, name: str, frame: Frame, w: Writer) -> ir.Value | None:
    """Return the members for which a condition holds; None if constants don't determine them."""
    match part:
        case p.AttributeValue():
            sets = _sets(part, name, w)
            return None if sets is None else fold.row(sets, fold.YES)
        case p.Not(p.AttributeValue() as attribute):
            sets = _sets(attribute, name, w)
            return None if sets is None else fold.row(sets, fold.NO)
        case p.Compare("=", p.AttributeValue() as attribute, other) if not attribute.type.many:
            return _of_value(attribute, other, name, frame, w)
        case p.Compare("=", other, p.AttributeValue() as attribute) if not attribute.type.many:
            return _of_value(attribute, other, name, frame, w)
        case p.IsIn(other, p.AttributeValue() as attribute):
            return _of_value(attribute, other, name, frame, w)
    return None


def _of_value(
    attribute: p.AttributeValue, other: p.Value, name: str, frame: Frame, w: Writer
) -> ir.Value | None:
    """Return the members whose attribute is, or contains, a value independent of the member."""
    sets = _sets(attribute, name, w)
    if sets is None or other.type.many or _names(other, name):
        return None
    number = kept(other, frame, w)
    if other.type.base != "int":
        return fold.bits_if(fold.known(number), fold.row(sets, number))
    inside = fold.both(
        fold.test(">=", number, fold.NO), fold.test("<", number, ir.Const(len(sets)))
    )
    return fold.bits_if(inside, fold.row(sets, number))


def _sets(attribute: p.AttributeValue, name: str, w: Writer) -> tuple[int, ...] | None:
    """Return, for each value, the things whose attribute has it, as bits; None if it can change.

    Also return None unless it is an attribute of the member itself, with no numbers below 0.
    """
    alone = (
        len(attribute.of) == 1
        and isinstance(attribute.of[0], p.Variable)
        and attribute.of[0].name == name
    )
    constants = w.game.fixed.get(attribute.attribute) if alone else None
    if not constants or w.game.least_of(attribute.type) or attribute.of[0].type.base == "int":
        return None
    return _by_value(constants, w.game.size_of(attribute.type))


@lru_cache(1000)
def _by_value(constants: tuple[int | tuple[int, ...], ...], size: int) -> tuple[int, ...]:
    """Return, for each value below `size`, the things that have it, as bits."""
    things = [0] * size
    for thing, values in enumerate(constants):
        for number in values if isinstance(values, tuple) else (values,):
            if number >= 0:
                things[number] |= 1 << thing
    return tuple(things)


def _names(node: p.Value, name: str) -> bool:
    """Return whether a value depends on the value of a name."""
    return any(variable.name == name for variable in p.variables_in(node))
