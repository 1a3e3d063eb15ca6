"""§4.8 Facts, and the clauses that treat them as something else or add to them."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.node import Ref
from thesmos.semantics.frame import Frame
from thesmos.semantics.in_force import HeldClause, applies
from thesmos.semantics.state import Value
from thesmos.semantics.values import known, meaning, value


@meaning(p.FactValue)
def _fact(node: p.FactValue, frame: Frame) -> Value:
    """Return the value that the fact is treated as, or its own, plus what clauses add to it.

    `you`, `actor` and the like are those of the text that uses the fact; in a clause, `you` is the
    holder.
    """
    arguments = [value(each, frame) for each in node.arguments]
    if not known(*arguments):
        return None
    constant = frame.state.game.constant_facts.get(node.fact)
    asked: tuple[object, ...] = (*arguments,)
    if constant is not None:
        found = constant
    elif frame.found is not None:
        persons = frame.card, frame.you, frame.chooser, frame.actor, frame.viewer
        found, asked = frame.found, (node.fact, *arguments, *persons)
    else:
        return _with_added(node.fact, arguments, frame)
    if asked not in found:
        found[asked] = _with_added(node.fact, arguments, frame)
    return found[asked]


def _with_added(name: Ref, arguments: list[Value], frame: Frame) -> Value:
    """Return the value of a fact with what clauses add to it."""
    found = _treated(name, arguments, frame)
    if not frame.state.game.clauses_about(c.AddTo, name):
        return found
    added = [*_added(name, arguments, frame)]
    if not added:
        return found
    return found + sum(added) if known(found) else None


def _treated(name: Ref, arguments: list[Value], frame: Frame) -> Value:
    """Return the value of the last clause in force that treats the fact, else the fact's own."""
    game = frame.state.game
    for card, clause in reversed(game.clauses_about(c.Treat, name)):
        inner = frame.with_names(dict(zip(clause.parameters, arguments, strict=True)))
        for you in _for_whom(card, frame):
            if applies(HeldClause(clause, card, you), inner):
                return value(clause.value, inner.of(card, you))
    fact = game.facts[name]
    names = {
        parameter.name: argument
        for parameter, argument in zip(fact.parameters, arguments, strict=True)
    }
    return value(fact.body, frame.inside(game.card_numbers[fact.name.card], frame.you, names))


def _added(name: Ref, arguments: list[Value], frame: Frame) -> Iterator[int]:
    """Yield what clauses in force add, each for everybody who holds its card; none counts as 0."""
    for card, clause in frame.state.game.clauses_about(c.AddTo, name):
        for you in _for_whom(card, frame):
            inner = frame.with_names(dict(zip(clause.parameters, arguments, strict=True)))
            if applies(HeldClause(clause, card, you), inner):
                amount = value(clause.value, inner.of(card, you))
                yield amount if known(amount) else 0


def _for_whom(card: int | None, frame: Frame) -> list[int]:
    """Return for whom a clause is in force: everybody who holds its card, last to first."""
    if card is None or frame.state.common(card):
        return [frame.you]
    return sorted(frame.state.holders[card] - frame.state.out, reverse=True)
