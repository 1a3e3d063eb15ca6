"""Compiles effects, in the order of program/effects.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.limits import MAX_ROUNDS
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.sets import each_member
from thesmos.compile.lower.values import (
    attribute_entry,
    attribute_place,
    holds,
    kept,
    memory_entry,
    place_entry,
    value,
)
from thesmos.compile.lower.writer import NESTED, Writer
from thesmos.link.layout import Entry
from thesmos.program import effects as e
from thesmos.program import values as p

N = TypeVar("N", bound=e.Effect)
Carry = Callable[[N, Frame, Writer], None]
_EFFECTS: dict[type[e.Effect], Carry[Any]] = {}


def effect(kind: type[N]) -> Callable[[Carry[N]], Carry[N]]:
    """Register a function that compiles an effect."""

    def register(function: Carry[N]) -> Carry[N]:
        _EFFECTS[kind] = function
        return function

    return register


def carry_out(effects: e.Effects, frame: Frame, w: Writer) -> None:
    """Carry out effects one after the other. The names they bind are added to the frame."""
    for node in effects:
        _EFFECTS[node.__class__](node, frame, w)


# ---------------------------------------------------------------------- assignments


@effect(e.Assign)
def _assign(node: e.Assign, frame: Frame, w: Writer) -> None:
    target = node.target
    if isinstance(target, p.Variable):
        _assign_local(node, target, frame, w)
    elif isinstance(target, p.MemoryValue):
        _assign_slot(node, memory_entry(frame.card, target.memory, w), fold.NO, frame, w)
    elif isinstance(target, p.AttributeValue):
        entry = attribute_entry(target.attribute, w)
        thing, inner = attribute_place(target, frame, w)
        with w.when(fold.known(thing, inner)):
            _assign_slot(node, entry, thing, frame, w, inner)
    elif isinstance(target, (p.CellOf, p.ZoneOf)):
        _put(target, node.value, frame, w)
    else:
        assert isinstance(target, p.IsIn)
        _set_member(target, node.value, frame, w)


def _assign_local(node: e.Assign, target: p.Variable, frame: Frame, w: Writer) -> None:
    """Give a name of the text another value; `let` may have bound it to a constant before."""
    before = frame.names.get(target.name, fold.NOTHING)
    assert isinstance(before, ir.Get), "only names that `let` or `each` binds can be assigned"
    number = fold.number(value(node.value, frame, w))
    if node.word == ":=":
        w.do(ir.Set(before.name, number))
        return
    number = w.kept(number)
    with w.when(fold.known(before, number)):
        word = "+" if node.word == "+=" else "-"
        w.do(ir.Set(before.name, fold.arithmetic(word, before, number)))  # type: ignore[arg-type]


def _assign_slot(
    node: e.Assign, entry: Entry, thing: ir.Value, frame: Frame, w: Writer,
    inner: ir.Value = fold.NO,
) -> None:  # fmt: skip
    """Write what a thing has; `+=` and `-=` stop at the ends of the range, and leave none as is."""
    if node.target.type.many:
        _store_set(entry, thing, w.kept(value(node.value, frame, w)), w)
        return
    number = fold.number(value(node.value, frame, w))
    if node.word == ":=":
        w.do(ir.Store(entry, thing, inner, number))
        return
    number = w.kept(number)
    before = ir.Load(entry, thing, inner)
    with w.when(fold.known(before, number)):
        after = fold.arithmetic("+" if node.word == "+=" else "-", before, number)
        kind = node.target.type
        if not (node.word == "+=" and isinstance(number, ir.Const) and number.value >= 0):
            after = fold.arithmetic("max", after, ir.Const(kind.low))
        if not (node.word == "-=" and isinstance(number, ir.Const) and number.value >= 0):
            after = fold.arithmetic("min", after, ir.Const(kind.high))
        w.do(ir.Store(entry, thing, inner, after))


def _store_set(entry: Entry, thing: ir.Value, bits: ir.Value, w: Writer) -> None:
    for member in range(entry.width):
        bit = ir.Const(member - w.game.least_of(entry.type))
        inside = fold.number(fold.has(bits, bit))
        w.do(ir.Store(entry, thing, ir.Const(member), inside))


def _put(target: p.CellOf | p.ZoneOf, written: p.Value, frame: Frame, w: Writer) -> None:
    """Put a piece on a cell or into a zone; none takes it out of the game."""
    entry, cells = place_entry(target.kind, w)
    piece, at = kept(target.piece, frame, w), kept(written, frame, w)
    if isinstance(target, p.ZoneOf):
        moved = fold.arithmetic("+", at, ir.Const(cells))
        at = fold.choose(fold.known(at), moved, fold.NOTHING)
    with w.when(fold.known(piece)):
        if entry.count:
            w.do(ir.Store(entry, piece, fold.NO, at))


def _set_member(target: p.IsIn, written: p.Value, frame: Frame, w: Writer) -> None:
    """Add a member to a set, or remove it; a value that can't be a member is not added."""
    member = kept(target.member, frame, w)
    inside = w.kept(fold.number(holds(written, frame, w)))
    thing: ir.Value = fold.NO
    if isinstance(target.of, p.MemoryValue):
        entry = memory_entry(frame.card, target.of.memory, w)
    else:
        assert isinstance(target.of, p.AttributeValue)
        entry = attribute_entry(target.of.attribute, w)
        thing, _ = attribute_place(target.of, frame, w)
    possible = fold.known(member, thing)
    member_type, set_type = target.member.type, target.of.type
    if member_type.base == "int":
        if member_type.low < set_type.low:
            possible = fold.both(possible, fold.test(">=", member, ir.Const(set_type.low)))
        if member_type.high > set_type.high:
            possible = fold.both(possible, fold.test("<=", member, ir.Const(set_type.high)))
    with w.when(possible):
        w.do(ir.Store(entry, thing, member, inside))


@effect(e.Let)
def _let(node: e.Let, frame: Frame, w: Writer) -> None:
    number = fold.number(value(node.value, frame, w))
    local = w.local(none=True)
    w.do(ir.Set(local.name, number))
    frame.names[node.name] = local


@effect(e.Counts)
def _count(node: e.Counts, frame: Frame, w: Writer) -> None:
    w.store("done", fold.YES)


# ------------------------------------------------------------------------- structure


@effect(e.If)
def _if(node: e.If, frame: Frame, w: Writer) -> None:
    if w.depth >= NESTED:
        _if_beside(node, fold.YES, frame, w)
        return
    condition = holds(node.condition, frame, w)
    with w.block() as then:
        carry_out(node.then, frame, w)
    with w.block() as otherwise:
        carry_out(node.otherwise, frame, w)
    if isinstance(condition, ir.Const):
        for statement in then if condition.value else otherwise:
            w.do(statement)
    elif then or otherwise:
        w.do(ir.If(condition, tuple(then), tuple(otherwise)))


def _if_beside(node: e.If, reached: ir.Value, frame: Frame, w: Writer) -> None:
    """As `_if`, if `reached` holds; whatever is inside is written after it, under a flag."""
    then, otherwise = w.local(), w.local()
    for flag in (then, otherwise):
        w.do(ir.Set(flag.name, fold.NO))
    with w.when(reached):
        condition = holds(node.condition, frame, w)
        w.do(ir.Set(then.name, fold.number(condition)))
        w.do(ir.Set(otherwise.name, fold.arithmetic("-", fold.YES, then)))
    for flag, effects in ((then, node.then), (otherwise, node.otherwise)):
        doing = fold.test("=", flag, fold.YES)
        for effect_inside in effects:
            if isinstance(effect_inside, e.If):
                _if_beside(effect_inside, doing, frame, w)
            else:
                with w.when(doing):
                    carry_out((effect_inside,), frame, w)


@effect(e.Each)
def _each(node: e.Each, frame: Frame, w: Writer) -> None:
    """The set is evaluated once; the condition is evaluated when each member's turn comes."""
    binder = node.binder
    with (
        each_member(binder.domain, binder.name, frame, w) as inner,
        w.when(holds(binder.condition, inner, w)),
    ):
        carry_out(node.effects, inner, w)


@effect(e.While)
def _while(node: e.While, frame: Frame, w: Writer) -> None:
    """It ends after MAX_ROUNDS, even if its condition still holds (16.8)."""
    with w.loop_body() as body:
        with w.when(fold.negated(holds(node.condition, frame, w))):
            w.do(ir.Break())
        carry_out(node.effects, frame.with_names(dict(frame.names)), w)
    w.do(ir.Loop(MAX_ROUNDS, tuple(body)))
