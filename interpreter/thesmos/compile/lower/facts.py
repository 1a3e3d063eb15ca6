"""§4.8: facts, and clauses that treat them as something else.

A short fact is written out where it is used, because more is known there about its arguments. A
long one becomes a function: a price used in ten places would otherwise be most of a program.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.constants import Evaluation, NotConstant
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.in_force import GuardedClause, applies
from thesmos.compile.lower.values import kept, meaning, value
from thesmos.compile.lower.writer import Writer
from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.node import Ref, walk

# A fact is a function from this many constructs on, with the facts that it names written out.
LONG = 300
TABULATED = "cell", "enum", "piece"  # a fact of one of these is a table if it never changes,
MOST_ROUNDS = 20_000  # and if it takes no more rounds of loops to find that
Make = Callable[[], ir.Value]
LONG_IN_LOOP = 600  # more: only if written out, what is the same in each round is done only once


@meaning(p.FactValue)
def _fact(node: p.FactValue, frame: Frame, w: Writer) -> ir.Value:
    arguments = tuple(kept(argument, frame, w) for argument in node.arguments)
    all_known = fold.known(
        *(a for a, n in zip(arguments, node.arguments, strict=True) if not n.type.many)
    )
    nothing = fold.NO if node.type.many else fold.NOTHING
    present = tuple(map(fold.present, arguments))
    table = _table(node.fact, frame, w)
    if table is not None:
        return w.lazily(all_known, lambda: fold.row(table, present[0]), lambda: nothing)
    long = LONG_IN_LOOP if w.looping else LONG
    write = _called if w.length_of(node.fact) >= long else _with_added
    return w.lazily(all_known, lambda: write(node.fact, present, frame, w), lambda: nothing)


def _table(name: Ref, frame: Frame, w: Writer) -> tuple[int, ...] | None:
    """Return the values of a fact of one thing that depends on nothing else; None if it does."""
    fact = w.game.facts[name]
    if len(fact.parameters) != 1 or fact.parameters[0].type.base not in TABULATED:
        return None
    key = name, frame.you, frame.chooser, frame.actor, frame.active, frame.viewer
    if key not in w.tables:
        w.tables[key] = _tabulated(name, frame, w) if _is_constant(name, w) else None
    return w.tables[key]


def _is_constant(name: Ref, w: Writer) -> bool:
    """Return whether a fact, with those that it names, seems to depend on nothing that changes."""
    return not w.game.is_changed(name) and all(
        node.attribute in w.game.fixed
        if isinstance(node, p.AttributeValue)
        else not isinstance(node, p.FactValue) or _is_constant(node.fact, w)
        for node in walk(w.game.facts[name].body)
    )


def _tabulated(name: Ref, frame: Frame, w: Writer) -> tuple[int, ...] | None:
    """Return the value of a fact for each thing; None if one depends on anything else."""
    kind, member = w.game.facts[name].parameters[0].type, w.local()
    if kind.many:
        return None
    with w.block() as block:
        body = value(w.game.facts[name].body, _own_frame(name, (member,), frame, w), w)
    evaluation, values = Evaluation(MOST_ROUNDS), list[int]()
    for thing in range(w.game.size_of(kind)):
        names = {member.name: thing}
        try:
            evaluation.do(tuple(block), names)
            values.append(evaluation.value(body, names))
        except NotConstant:
            return None
    return tuple(values)


def _called(fact: Ref, arguments: tuple[ir.Value, ...], frame: Frame, w: Writer) -> ir.Value:
    """Return a call of a fact's function; there is one for each player that the fact is about."""
    declared = w.game.facts[fact]
    constants = tuple(
        argument if parameter.type.base == "player" and isinstance(argument, ir.Const) else None
        for parameter, argument in zip(declared.parameters, arguments, strict=True)
    )
    passed = tuple(
        argument
        for argument, constant in zip(arguments, constants, strict=True)
        if constant is None
    )
    about = fact, constants, (frame.you, frame.chooser, frame.actor, frame.active, frame.viewer)
    view = w.viewing
    key = *about, view and view.function
    function = w.function_about(_write_fact, *about, key=key, parameters=len(passed), view=view)
    many = declared.body.type.many
    returned = w.local(none=not many, unknown=not many and view is not None)
    w.do(ir.Set(returned.name, ir.Call(function, passed)))
    return returned


def _write_fact(
    w: Writer,
    parameters: tuple[ir.Get, ...],
    fact: Ref,
    constants: tuple[ir.Const | None, ...],
    persons: tuple[int, int, int, int | None, int | None],
) -> None:
    """Write a fact as a function.

    constants: the arguments that are constants, in their places; the others are parameters.
    persons: the players of a frame, in the order of its fields.
    """
    you, chooser, actor, active, viewer = persons
    frame = Frame(None, you, chooser, actor, active, viewer=viewer)
    others = map(fold.present, parameters)
    arguments = tuple(next(others) if constant is None else constant for constant in constants)
    w.do(ir.Return(fold.number(_with_added(fact, arguments, frame, w))))


def _with_added(fact: Ref, arguments: tuple[ir.Value, ...], frame: Frame, w: Writer) -> ir.Value:
    """Return the value of a fact, plus what clauses add to it."""
    adding: list[GuardedClause[c.AddTo]] = []
    for card, clause in w.game.clauses_about(c.AddTo, fact):
        adding += [
            GuardedClause(clause, card, you, held) for you, held in _for_whom(card, frame, w)
        ]
    treated = _treated(fact, arguments, frame, w)
    if not adding:
        return treated
    start = w.kept(fold.number(treated))

    def added() -> ir.Value:
        total = w.local()
        w.do(ir.Set(total.name, start))
        for held in adding:
            inner = frame.with_names(_named(held.clause.parameters, arguments))
            with w.when(applies(held, inner, w)):
                amount = kept(held.clause.value, inner.of(held.card, held.you), w)
                with w.when(fold.known(amount)):
                    w.do(ir.Set(total.name, fold.arithmetic("+", total, amount)))
        return total

    return w.lazily(fold.known(start), added, lambda: start)


def _treated(name: Ref, arguments: tuple[ir.Value, ...], frame: Frame, w: Writer) -> ir.Value:
    """Return the value of the last clause that holds and treats the fact, or else its own."""
    treats: list[GuardedClause[c.Treat]] = []
    for card, clause in reversed(w.game.clauses_about(c.Treat, name)):
        whom = _for_whom(card, frame, w)
        if len(whom) > 1 and not is_about_holder(clause, w):  # it is the same for everybody
            whom = [(frame.you, fold.test("!=", _holders(card, w), fold.NO))]
        treats += [GuardedClause(clause, card, you, held) for you, held in whom]

    def case(held: GuardedClause[c.Treat]) -> tuple[Make, Make]:
        inner = frame.with_names(_named(held.clause.parameters, arguments))
        return (
            lambda: applies(held, inner, w),
            lambda: value(held.clause.value, inner.of(held.card, held.you), w),
        )

    body = w.game.facts[name].body
    return w.first_of(
        [*map(case, treats)], lambda: value(body, _own_frame(name, arguments, frame, w), w)
    )


def _own_frame(name: Ref, arguments: tuple[ir.Value, ...], frame: Frame, w: Writer) -> Frame:
    """Return the frame in which the text of a fact is evaluated."""
    fact = w.game.facts[name]
    own_frame = frame.with_names(
        _named([parameter.name for parameter in fact.parameters], arguments)
    )
    return own_frame.of(w.game.card_numbers[fact.name.card], frame.you)


class WrittenOut(NamedTuple):
    """A short fact that nothing treats or adds to. defined: whether its arguments are known."""

    defined: ir.Value
    body: p.Value
    frame: Frame


def written_out(node: p.FactValue, frame: Frame, w: Writer) -> WrittenOut | None:
    """Return the text that a fact stands for; None if it is not known, or longer than a call."""
    if w.game.is_changed(node.fact) or w.length_of(node.fact) >= LONG:
        return None
    arguments = tuple(kept(argument, frame, w) for argument in node.arguments)
    defined = fold.known(
        *(a for a, n in zip(arguments, node.arguments, strict=True) if not n.type.many)
    )
    own_frame = _own_frame(node.fact, tuple(map(fold.present, arguments)), frame, w)
    return WrittenOut(defined, w.game.facts[node.fact].body, own_frame)


def _named(names: list[str] | tuple[str, ...], values: tuple[ir.Value, ...]) -> dict[str, ir.Value]:
    return dict(zip(names, values, strict=True))


def _for_whom(card: int | None, frame: Frame, w: Writer) -> list[tuple[int, ir.Value]]:
    """Return for whom a clause may be in force, and when: holders of its card, the last first."""
    if card is None or w.common(card):
        return [(frame.you, fold.YES)]
    holders = _holders(card, w)
    return [(you, fold.has(holders, ir.Const(you))) for you in reversed(range(w.game.players))]


def _holders(card: int | None, w: Writer) -> ir.Value:
    """Return the players who hold a card and are still in the game."""
    assert card is not None
    return fold.bits_op("minus", w.holders(card), w.out())


def is_about_holder(part: object, w: Writer, persons: tuple[str, ...] = ("you",)) -> bool:
    """Return whether a text, or a fact that it names, depends on who holds its card.

    persons: the words for persons that stand for the holder.
    """
    return any(
        (isinstance(node, p.Person) and node.word in persons)
        or isinstance(node, p.Owned | p.Forbidden)
        or (isinstance(node, p.FactValue) and _fact_is_about_holder(node.fact, w, persons))
        for node in walk(part)
    )


def _fact_is_about_holder(name: Ref, w: Writer, persons: tuple[str, ...]) -> bool:
    clauses = (*w.game.clauses_about(c.Treat, name), *w.game.clauses_about(c.AddTo, name))
    text = (w.game.facts[name].body, *(clause for _, clause in clauses))
    return is_about_holder(text, w, persons)
