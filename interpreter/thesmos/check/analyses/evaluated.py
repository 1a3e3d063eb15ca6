"""What is inside a value or an effect, and how it is evaluated: in which loop, on what condition.

This is the one place that knows it; the analyses that go through all values and effects are what
they say about each of them, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.node import Node, inside

# The members of a set, the things that a walk reaches, the rounds of a `while`, or the values of
# the variables of a comparison.
Loop: TypeAlias = v.Binder | v.Along | v.Spread | e.While | v.Compared
Part: TypeAlias = Node | v.Binder | v.Compared | e.Effects


class Evaluated(NamedTuple):
    """Something inside a construct.

    part: a construct, or a block of effects.
    loop: it is evaluated in each round of this loop; None if it is evaluated once.
    condition: this holds then, or does not hold; None if nothing is known.
    """

    part: Part
    loop: Loop | None = None
    condition: v.Value | None = None


def evaluated(part: Part) -> Iterator[Evaluated]:
    """Yield what is directly inside a construct or a block of effects, in order.

    The conditions of questions about the past are left out: they are evaluated at each event.
    """
    match part:
        case v.Past(of=of, given=given):
            yield from map(Evaluated, (of,) if given is None else (of, given))
        case v.Binder(domain=domain, condition=condition):
            yield Evaluated(domain)
            if condition is not None:
                yield Evaluated(condition, part)
        case v.Fold(binder=binder, value=value):
            yield Evaluated(binder)
            yield Evaluated(value, binder, binder.condition)
        case v.FirstBy(binder=binder, orders=orders):
            yield Evaluated(binder)
            yield from (Evaluated(order, binder, binder.condition) for order in orders)
        case v.Along(start=start) | v.Spread(start=start):
            yield Evaluated(start)
            yield Evaluated(part.next, part)
            if part.condition is not None:
                yield Evaluated(part.condition, part)
        case v.Compared(value=value):
            yield Evaluated(value, part)
        case v.IfElse(condition=condition) | e.If(condition=condition):
            yield Evaluated(condition)
            yield Evaluated(part.then, condition=condition)
            yield Evaluated(part.otherwise, condition=opposite(condition))
        case e.Each(binder=binder, effects=effects):
            yield Evaluated(binder)
            yield Evaluated(effects, binder, binder.condition)
        case e.While(condition=condition, effects=effects):
            yield Evaluated(condition, part)
            yield Evaluated(effects, part, condition)
        case _:
            kinds = (Node, v.Binder, v.Compared)
            yield from (Evaluated(child) for child in inside(part) if isinstance(child, kinds))


def opposite(condition: v.Value) -> v.Value:
    """Return the condition that another one does not hold."""
    return v.Not(condition, location=condition.location, type=condition.type)
