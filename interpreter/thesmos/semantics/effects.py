"""What effects do, in the order of program/effects.py. An effect never asks for a decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from thesmos.program import effects as e
from thesmos.program import values as p
from thesmos.program.types import Type
from thesmos.semantics.frame import Frame
from thesmos.semantics.state import ZONE, CellOrZone, Value, members_of
from thesmos.semantics.transition import Transition
from thesmos.semantics.values import holds, known, members, place_of_attribute, value

MAX_ROUNDS = 100  # rounds of one `while`

N = TypeVar("N", bound=e.Effect)
Carry = Callable[[N, Frame, Transition], None]
_EFFECTS: dict[type[e.Effect], Carry[Any]] = {}


def effect(kind: type[N]) -> Callable[[Carry[N]], Carry[N]]:
    """Register a function as the meaning of an effect."""

    def register(function: Carry[N]) -> Carry[N]:
        _EFFECTS[kind] = function
        return function

    return register


def carry_out(effects: e.Effects, frame: Frame, work: Transition) -> None:
    """Carry out effects one after the other. The frame's state is that of the transition."""
    for each in effects:
        _EFFECTS[each.__class__](each, frame, work)


# ---------------------------------------------------------------------- assignments


@effect(e.Assign)
def _assign(node: e.Assign, frame: Frame, work: Transition) -> None:
    target = node.target
    if isinstance(target, p.Variable):
        frame.names[target.name] = _changed(node, frame.names.get(target.name), frame)
    elif isinstance(target, p.MemoryValue):
        assert frame.card is not None
        key = frame.card, target.memory.name
        frame.state.memory[key] = _changed(node, frame.state.memory[key], frame)
    elif isinstance(target, p.AttributeValue):
        place = place_of_attribute(target, frame)
        if place is not None:
            slots = frame.state.attributes[target.attribute]
            slots[place] = _changed(node, slots[place], frame)
    elif isinstance(target, p.CellOf | p.ZoneOf):
        _put(target, node.value, frame)
    else:
        assert isinstance(target, p.IsIn)
        _set_member(target, node.value, frame)


def _changed(node: e.Assign, before: Value, frame: Frame) -> Value:
    """Return the new value; `+=` and `-=` stop at the ends of the range, and leave none as is."""
    if node.target.type.many:
        return members(node.value, frame)
    given = value(node.value, frame)
    if node.word == ":=":
        return given
    if not known(before, given):
        return before
    after = before + given if node.word == "+=" else before - given
    return after if isinstance(node.target, p.Variable) else _clamped(after, node.target.type)


def _clamped(number: int, kind: Type) -> int:
    return max(kind.low, min(kind.high, number))


def _put(target: p.CellOf | p.ZoneOf, written: p.Value, frame: Frame) -> None:
    """Put a piece on a cell or into a zone; none takes it out of the game."""
    piece, at = value(target.piece, frame), value(written, frame)
    if known(piece):
        board = ZONE if isinstance(target, p.ZoneOf) else target.type.name
        frame.state.places[target.kind][piece] = CellOrZone(board, at) if known(at) else at


def _set_member(target: p.IsIn, written: p.Value, frame: Frame) -> None:
    """Add a member to a set, or remove it; what can't be a member is not added (1.3)."""
    member = value(target.member, frame)
    if member not in members_of(target.of.type.one(), frame.state.game):
        return
    now = set(members(target.of, frame))
    (now.add if holds(written, frame) else now.discard)(member)
    if isinstance(target.of, p.MemoryValue):
        assert frame.card is not None
        frame.state.memory[frame.card, target.of.memory.name] = tuple(sorted(now))
    else:
        assert isinstance(target.of, p.AttributeValue)
        place = place_of_attribute(target.of, frame)
        if place is not None:
            frame.state.attributes[target.of.attribute][place] = tuple(sorted(now))


@effect(e.Let)
def _let(node: e.Let, frame: Frame, work: Transition) -> None:
    frame.names[node.name] = value(node.value, frame)


@effect(e.Counts)
def _count(node: e.Counts, frame: Frame, work: Transition) -> None:
    work.state.done = True


# ------------------------------------------------------------------------- structure


@effect(e.If)
def _if(node: e.If, frame: Frame, work: Transition) -> None:
    carry_out(node.then if holds(node.condition, frame) else node.otherwise, frame, work)


@effect(e.Each)
def _each(node: e.Each, frame: Frame, work: Transition) -> None:
    """The set is evaluated once; the condition for each member in its turn."""
    for member in members(node.binder.domain, frame):
        frame.names[node.binder.name] = member
        if holds(node.binder.condition, frame):
            carry_out(node.effects, frame, work)


@effect(e.While)
def _while(node: e.While, frame: Frame, work: Transition) -> None:
    """It ends after so many rounds, even if its condition still holds (16.8)."""
    for _ in range(MAX_ROUNDS):
        if not holds(node.condition, frame):
            return
        carry_out(node.effects, frame, work)
