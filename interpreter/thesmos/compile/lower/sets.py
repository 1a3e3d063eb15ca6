"""§1.5 and §2.5: sets as bits, and searches through them, in the order of program/values.py."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import done_once
from thesmos.compile.lower.facts import written_out
from thesmos.compile.lower.filters import chosen
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.values import holds, kept, meaning, place_entry, value
from thesmos.compile.lower.writer import Writer
from thesmos.link.layout import AttributeOf
from thesmos.program import values as p
from thesmos.program.node import AttributeRef
from thesmos.program.types import Type

OWNER = "owner"  # the attribute that says which side a piece belongs to


def everything(kind: Type, w: Writer) -> int:
    """Return the set of all values of a type, apart from none."""
    size, least = w.game.size_of(kind), w.game.least_of(kind)
    low = kind.low if kind.base == "int" else 0
    return (1 << size - least) - (1 << low - least) if size > low else 0


def all_of(kind: Type, w: Writer) -> ir.Value:
    """Return the set of all values of a type in a state: of cards, only those that take part."""
    if kind.base == "power" and w.game.pool:
        return ir.Things(w.first_holders(), 0, w.game.players)
    return ir.Const(everything(kind, w))


def bit_of(member: ir.Value, kind: Type, w: Writer) -> ir.Value:
    """Return the bit that stands for a member, which is not none, in sets of a type."""
    return fold.arithmetic("-", member, ir.Const(w.game.least_of(kind)))


def has_bit(member: ir.Value, kind: Type, w: Writer) -> ir.Value:
    """Return the condition that a value has a bit: it is not none, and not below all members."""
    least = w.game.least_of(kind)
    if kind.base == "int" and kind.low < least:
        return fold.test(">=", member, ir.Const(least))
    return fold.known(member)


def of_one(member: ir.Value, kind: Type, w: Writer) -> ir.Value:
    """Return the set of one member, which is not none."""
    return fold.bits_of(bit_of(member, kind, w))


def union(sets: Iterator[ir.Value]) -> ir.Value:
    """Return the union of sets."""
    return fold.combined("or", [fold.NO, *sets])


@contextmanager
def for_each(bits: ir.Value, kind: Type, w: Writer) -> Iterator[ir.Value]:
    """Write what is done for each member of a set; with a constant if it has only one member."""
    least = w.game.least_of(kind)
    if isinstance(bits, ir.Const) and bits.value.bit_count() == 1:
        with w.block() as body:
            yield ir.Const(bits.value.bit_length() - 1 + least)
        w.statements += done_once(tuple(body))
        return
    bit = w.local()
    member = w.local() if least else bit
    outer, w.looping = w.looping, True
    with w.loop_body() as body:
        if least:
            w.do(ir.Set(member.name, fold.arithmetic("+", bit, ir.Const(least))))
        yield member
    w.looping = outer
    if bits is not fold.NO:
        w.do(ir.ForBits(bit.name, bits, w.game.bits_in(kind), tuple(body)))


@contextmanager
def each_member(domain: p.Value, name: str, frame: Frame, w: Writer) -> Iterator[Frame]:
    """Write what is done for each member of a set, in a frame where the name is the member."""
    with for_each(value(domain, frame, w), domain.type.one(), w) as member:
        yield frame.with_names({**frame.names, name: member})


@contextmanager
def each_such(binder: p.Binder, frame: Frame, w: Writer) -> Iterator[Frame]:
    """Write what is done for each member of a set for which a condition holds."""
    with _each_of(*_chosen(binder, frame, w), frame, w) as inner:
        yield inner


def _chosen(binder: p.Binder, frame: Frame, w: Writer) -> tuple[ir.Value, p.Binder]:
    """Return the members of a set to look at, and the part of the condition still to be tested."""
    bits = value(binder.domain, frame, w)
    members, rest = chosen(binder, frame, w)
    return bits if members is None else fold.bits_op("and", bits, members), rest


@contextmanager
def _each_of(
    bits: ir.Value, binder: p.Binder, frame: Frame, w: Writer, *, negated: bool = False
) -> Iterator[Frame]:
    """Write what is done for each member for which a condition holds, or does not hold."""
    with for_each(bits, binder.domain.type.one(), w) as member:
        inner = frame.with_names({**frame.names, binder.name: member})
        condition = holds(binder.condition, inner, w)
        with w.when(fold.negated(condition) if negated else condition):
            yield inner


# ---------------------------------------------------------------------------- sets


@meaning(p.AllOf)
def _all_of(node: p.AllOf, frame: Frame, w: Writer) -> ir.Value:
    return all_of(node.type.one(), w)


def on_board(kind: str, w: Writer) -> ir.Value:
    """Return the pieces of a kind that are on a board."""
    entry, cells = place_entry(kind, w)
    return ir.Things(entry, 0, cells - 1) if entry.count else fold.NO


@meaning(p.OnBoard)
def _on_board(node: p.OnBoard, frame: Frame, w: Writer) -> ir.Value:
    return on_board(node.kind, w)


@meaning(p.Owned)
def _owned(node: p.Owned, frame: Frame, w: Writer) -> ir.Value:
    players = range(w.game.players)
    these = sum(1 << o for o in players if w.relation(frame.you, o) == node.whose)
    if node.type.base == "player":
        return fold.bits_op("minus", ir.Const(these), w.out())
    if node.type.base == "power":
        holders_of = [
            fold.bits_op("and", w.holders(c.number), ir.Const(these)) for c in w.game.cards
        ]
        return union(
            fold.bits_if(fold.test("!=", holders, fold.NO), ir.Const(1 << number))
            for number, holders in enumerate(holders_of)
        )
    mine = w.game.sides[frame.you]
    sides = (s for s in set(w.game.sides) if (s != mine) == (node.whose == "opponent"))
    owned = union(_of_side(node.type.name, side, w) for side in sorted(sides))
    return fold.bits_op("and", owned, on_board(node.type.name, w))


def _of_side(kind: str, side: int, w: Writer) -> ir.Value:
    """Return the pieces that belong to a side."""
    declared, constants = _owner(kind, w)
    players = {side} if declared == "side" else {p for p, s in enumerate(w.game.sides) if s == side}
    if constants is not None:
        return ir.Const(sum(1 << n for n, owner in enumerate(constants) if owner in players))
    entry = w.game.layout.by_meaning[AttributeOf(AttributeRef(kind, OWNER))]
    return union(ir.Things(entry, owner, owner) for owner in sorted(players))


def _owner(kind: str, w: Writer) -> tuple[str, tuple[int | tuple[int, ...], ...] | None]:
    """Return whether a kind's owner is a player or side; and the owners, if they never change."""
    name = AttributeRef(kind, OWNER)
    declared = next(
        attribute.type for attribute in w.game.game.attributes if attribute.name == name
    )
    return declared.base, w.game.fixed.get(name)


def owner_side(kind: str, piece: int, w: Writer) -> ir.Value:
    """Return the side that a piece belongs to: its owner, or the side of the owning player."""
    declared, constants = _owner(kind, w)
    owner: ir.Value
    if constants is None:
        entry = w.game.layout.by_meaning[AttributeOf(AttributeRef(kind, OWNER))]
        owner = w.kept(w.slot(entry, ir.Const(piece)))
    else:
        number = constants[piece]
        assert isinstance(number, int)
        owner = ir.Const(number)
    if declared != "player" or owner is fold.NOTHING:
        return owner
    return fold.choose(fold.known(owner), fold.row(w.game.sides, owner), fold.NOTHING)


@meaning(p.SetOf)
def _set_of(node: p.SetOf, frame: Frame, w: Writer) -> ir.Value:
    members = [kept(member, frame, w) for member in node.members]
    return union(
        fold.bits_if(fold.known(member), of_one(member, node.type, w))
        for member in members
        if member is not fold.NOTHING
    )


@meaning(p.Those)
def _those(node: p.Those, frame: Frame, w: Writer) -> ir.Value:
    those = w.local()
    w.do(ir.Set(those.name, fold.NO))
    with each_such(node.binder, frame, w) as inner:
        member = of_one(inner.names[node.binder.name], node.type, w)
        w.do(ir.Set(those.name, fold.bits_op("or", those, member)))
    return those


@meaning(p.Search)
def _search(node: p.Search, frame: Frame, w: Writer) -> ir.Value:
    binder, negated = node.binder, node.word == "every"
    if node.word in ("some", "every", "no"):
        reached = _such_reached(node, binder.domain, frame, w)
        if reached is not None:
            return reached
    if isinstance(binder.domain, p.Along) and node.word in ("some", "every", "no"):
        members = _such_on_the_way(binder, binder.domain, frame, w, negated=negated)
    else:
        if negated:
            bits, rest = value(binder.domain, frame, w), binder
        else:
            bits, rest = _chosen(binder, frame, w)
        if node.word == "first" and isinstance(bits, ir.Const) and rest.condition is None:
            return _first_of(bits.value, binder.domain.type, w)
        members = _each_of(bits, rest, frame, w, negated=negated)
    start = {"first": fold.NOTHING, "count": fold.NO}.get(
        node.word, fold.boolean(node.word != "some")
    )
    outcome = w.local(none=node.word == "first")
    w.do(ir.Set(outcome.name, start))
    with members as inner:
        if node.word == "count":
            w.do(ir.Set(outcome.name, fold.arithmetic("+", outcome, fold.YES)))
        else:
            first = inner.names[binder.name]
            result = first if node.word == "first" else fold.boolean(node.word == "some")
            w.do(ir.Set(outcome.name, result))
            w.do(ir.Break())
    if node.word in ("first", "count"):
        return outcome
    return fold.test("=", outcome, fold.YES)


def _first_of(bits: int, kind: Type, w: Writer) -> ir.Value:
    """Return the first member of a known set, whose members are of a type."""
    least = w.game.least_of(kind)
    return ir.Const((bits & -bits).bit_length() - 1 + least) if bits else fold.NOTHING


@meaning(p.FirstBy)
def _first_by(node: p.FirstBy, frame: Frame, w: Writer) -> ir.Value:
    """Find the member that comes first, keeping the numbers it is ordered by."""
    binder = node.binder
    first, *best = (w.local(none=True) for _ in range(1 + len(node.orders)))
    for local in (first, *best):
        w.do(ir.Set(local.name, fold.NOTHING))
    with (
        each_member(binder.domain, binder.name, frame, w) as inner,
        w.when(holds(binder.condition, inner, w)),
    ):
        numbers = [kept(order.value, inner, w) for order in node.orders]
        before: ir.Value = fold.NO
        for order, number, other in reversed([*zip(node.orders, numbers, best, strict=True)]):
            ahead = fold.test(">" if order.word == "most" else "<", number, other)
            before = fold.either(ahead, fold.both(fold.test("=", number, other), before))
        before = fold.either(fold.test("=", first, fold.NOTHING), before)
        with w.when(fold.both(fold.known(*numbers), before)):
            w.do(ir.Set(first.name, inner.names[binder.name]))
            for number, other in zip(numbers, best, strict=True):
                w.do(ir.Set(other.name, number))
    return first


@meaning(p.Fold)
def _fold(node: p.Fold, frame: Frame, w: Writer) -> ir.Value:
    binder = node.binder
    folded = w.local(none=node.word != "sum")
    w.do(ir.Set(folded.name, fold.NO if node.word == "sum" else fold.NOTHING))
    with each_such(binder, frame, w) as inner:
        number = kept(node.value, inner, w)
        better = fold.known(number)
        if node.word == "min":
            better = fold.both(
                better,
                fold.either(fold.test("=", folded, fold.NOTHING), fold.test("<", number, folded)),
            )
        elif node.word == "max":
            better = fold.both(better, fold.test(">", number, folded))
        with w.when(better):
            new = fold.arithmetic("+", folded, number) if node.word == "sum" else number
            w.do(ir.Set(folded.name, new))
    return folded


@meaning(p.Along)
def _along(node: p.Along, frame: Frame, w: Writer) -> ir.Value:
    if node.word == "where":
        return _first_along(node, frame, w)
    reached = w.local()
    w.do(ir.Set(reached.name, fold.NO))
    with _each_on_the_way(node, frame, w) as member:
        w.do(ir.Set(reached.name, fold.bits_op("or", reached, of_one(member, node.type, w))))
    return reached


def _first_along(node: p.Along, frame: Frame, w: Writer) -> ir.Value:
    first = w.local(none=True)
    w.do(ir.Set(first.name, fold.NOTHING))
    with _each_on_the_way(node, frame, w) as member:
        w.do(ir.Set(first.name, member))
        w.do(ir.Break())
    return first


@contextmanager
def _such_on_the_way(
    binder: p.Binder, way: p.Along, frame: Frame, w: Writer, *, negated: bool
) -> Iterator[Frame]:
    """As `each_such`, for the members of a way; the body may break, which ends the way."""
    with _each_on_the_way(way, frame, w) as member:
        inner = frame.with_names({**frame.names, binder.name: member})
        condition = holds(binder.condition, inner, w)
        with w.when(fold.negated(condition) if negated else condition):
            yield inner


@contextmanager
def _each_on_the_way(node: p.Along, frame: Frame, w: Writer) -> Iterator[ir.Get]:
    """Write what is done for each member of a way when it is reached; twice if reached twice."""
    start = kept(node.start, frame, w)
    at = w.local_for(start)
    w.do(ir.Set(at.name, start))
    with w.when(fold.known(at)):
        reached = ir.Get(at.name)
        inner = frame.with_names({**frame.names, node.name: reached})
        with w.loop_body() as body:
            come_to = kept(node.next, inner, w)
            with w.when(fold.negated(fold.known(come_to))):
                w.do(ir.Break())
            w.do(ir.Set(at.name, come_to))
            if node.word == "until":
                yield reached
                with w.when(holds(node.condition, inner, w)):
                    w.do(ir.Break())
            elif node.word == "where":
                with w.when(holds(node.condition, inner, w)):
                    yield reached
            else:
                with w.when(fold.negated(holds(node.condition, inner, w))):
                    w.do(ir.Break())
                yield reached
        w.do(ir.Loop(w.game.bits_in(node.type.one()), tuple(body)))


@meaning(p.Spread)
def _spread(node: p.Spread, frame: Frame, w: Writer) -> ir.Value:
    """Find what is reached."""
    reached = w.local()
    w.do(ir.Set(reached.name, fold.NO))
    with _each_reached(node, frame, w, reached):
        pass
    return reached


@contextmanager
def _each_reached(node: p.Spread, frame: Frame, w: Writer, reached: ir.Get) -> Iterator[None]:
    """Write what is done after each round with `reached`, to which the round adds its members.

    Each member is tried only once, and what is done may break off. to_try: members whose condition
    is still to be tested; tried: all that were ever among them.
    """
    kind = node.type.one()
    to_try, tried = w.local(), w.local()
    w.do(ir.Set(to_try.name, value(node.start, frame, w)))
    w.do(ir.Set(tried.name, to_try))
    with w.loop_body() as body:
        with w.when(fold.test("=", to_try, fold.NO)):
            w.do(ir.Break())
        trying = w.local()
        w.do(ir.Set(trying.name, to_try))
        w.do(ir.Set(to_try.name, fold.NO))
        with for_each(trying, kind, w) as member:
            inner = frame.with_names({**frame.names, node.name: member})
            with w.when(holds(node.condition, inner, w)):
                single = of_one(member, node.type, w)
                w.do(ir.Set(reached.name, fold.bits_op("or", reached, single)))
                beside = fold.bits_op("or", to_try, value(node.next, inner, w))
                w.do(ir.Set(to_try.name, beside))
        yield
        w.do(ir.Set(to_try.name, fold.bits_op("minus", to_try, tried)))
        w.do(ir.Set(tried.name, fold.bits_op("or", tried, to_try)))
    w.do(ir.Loop(w.game.bits_in(kind), tuple(body)))


def _such_reached(node: p.Search, domain: p.Value, frame: Frame, w: Writer) -> ir.Value | None:
    """Return whether some, every or no member that is reached meets a condition.

    Nothing more is looked for after one that decides. None if the members are not those of a
    `spread`, or of a short fact that is one.
    """
    if isinstance(domain, p.Spread):
        return _decided(node, domain, frame, frame, w)
    if not isinstance(domain, p.FactValue) or not isinstance(
        w.game.facts[domain.fact].body, p.Spread
    ):
        return None
    with w.block() as block:
        fact = written_out(domain, frame, w)
    if fact is None:
        return None
    w.statements += block
    assert isinstance(fact.body, p.Spread)
    spread, inside = fact.body, fact.frame
    return w.lazily(
        fact.defined,
        lambda: _decided(node, spread, inside, frame, w),
        lambda: fold.boolean(node.word != "some"),
    )


def _decided(node: p.Search, spread: p.Spread, inside: Frame, frame: Frame, w: Writer) -> ir.Value:
    """Return whether some, every or no member of a spread meets a condition.

    inside: the frame of the spread; frame: that of the condition.
    """
    negated, some = node.word == "every", fold.boolean(node.word == "some")
    members, rest = (None, node.binder) if negated else chosen(node.binder, frame, w)
    outcome, reached = w.local(), w.local()
    w.do(ir.Set(outcome.name, fold.negated(some)))
    w.do(ir.Set(reached.name, fold.NO))
    with _each_reached(spread, inside, w, reached):
        bits = reached if members is None else fold.bits_op("and", reached, members)
        with _each_of(bits, rest, frame, w, negated=negated):
            w.do(ir.Set(outcome.name, some))
            w.do(ir.Break())
        with w.when(fold.test("=", outcome, some)):
            w.do(ir.Break())
        w.do(ir.Set(reached.name, fold.NO))
    return fold.test("=", outcome, fold.YES)


@meaning(p.Size)
def _size(node: p.Size, frame: Frame, w: Writer) -> ir.Value:
    return fold.size(value(node.of, frame, w))


@meaning(p.SetOperation)
def _set_operation(node: p.SetOperation, frame: Frame, w: Writer) -> ir.Value:
    left, right = value(node.left, frame, w), value(node.right, frame, w)
    return fold.bits_op("minus" if node.word == "except" else "or", left, right)


@meaning(p.IsIn)
def _is_in(node: p.IsIn, frame: Frame, w: Writer) -> ir.Value:
    member = kept(node.member, frame, w)
    if isinstance(node.of, p.SetOf):  # also of numbers that no set of bits can have
        others = [kept(other, frame, w) for other in node.of.members]
        return fold.either(*(fold.compare("=", member, other) for other in others))
    return w.lazily(
        has_bit(member, node.member.type, w),
        lambda: fold.has(value(node.of, frame, w), bit_of(member, node.of.type, w)),
        lambda: fold.NO,
    )
