"""The effects of an action that write certain parts of a position, without all others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from thesmos.program.effects import Assign, Do, Each, Effect, Effects, If, Let, While
from thesmos.program.values import AttributeValue, CellOf, IsIn, Value, ZoneOf


def writing(effects: Effects, parts: Collection[str]) -> Effects:
    """Return the effects that may write one of these parts; conditions keep what they guard.

    parts: kinds of pieces, whose places and attributes count, and attributes as `Player.score`.
    """
    kept = [less for effect in effects if (less := _less(effect, parts)) is not None]
    return tuple(kept) if any(not isinstance(effect, Let) for effect in kept) else ()


def _less(effect: Effect, parts: Collection[str]) -> Effect | None:
    """Return an effect without what does not matter; None if nothing of it does."""
    match effect:
        case Assign(target=target):
            return effect if any(name in parts for name in _names(target)) else None
        case If(then=then, otherwise=otherwise):
            then, otherwise = writing(then, parts), writing(otherwise, parts)
            if not then:  # what is done otherwise can't be said without the condition
                return effect if otherwise else None
            return replace(effect, then=then, otherwise=otherwise)
        case Each(effects=inner) | While(effects=inner):
            less = writing(inner, parts)
            return replace(effect, effects=less) if less else None
        case Let() | Do():
            return effect
    return None


def _names(target: Value) -> Iterator[str]:
    """Yield what a target belongs to: a kind of pieces, and the attribute."""
    match target:
        case CellOf(kind=kind) | ZoneOf(kind=kind):
            yield kind
        case AttributeValue(attribute=attribute):
            yield from (str(attribute), attribute.owner)
        case IsIn(of=owner):
            yield from _names(owner)
