"""Checks that nothing causes itself: facts that ask each other, events that cause each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from thesmos.check.scope import Scope
from thesmos.program.clauses import After
from thesmos.program.declarations import Card
from thesmos.program.effects import Do
from thesmos.program.node import Ref, walk
from thesmos.program.values import FactValue


def check_cycles(card: Card, base: Card | None, scope: Scope) -> None:
    """Report the cycles of a card. base: the game's own text, which the card can use."""
    parts = (card,) if base is None else (base, card)
    if card.facts:
        _facts(card, parts, scope)
    _events(card, parts, scope)


def _facts(card: Card, parts: Iterable[Card], scope: Scope) -> None:
    """Report facts that depend on themselves, directly or through other facts."""
    asked = {
        fact.name: {node.fact for node in walk(fact.body) if isinstance(node, FactValue)}
        for part in parts
        for fact in part.facts
    }
    for fact in card.facts:
        if fact.name in _reached(fact.name, asked):
            message = f"the fact `{fact.name.name}` depends on itself"
            scope.report("E352", message, fact.location, "remove the cycle")


def _events(card: Card, parts: Iterable[Card], scope: Scope) -> None:
    """Report events that cause themselves again through the triggers of the card."""
    triggers = [clause for clause in card.clauses if isinstance(clause, After)]
    if not triggers:
        return
    causes: dict[Ref, set[Ref]] = {}
    for part in parts:
        for action in part.actions:
            causes.setdefault(action.name, set()).update(_done(action.effects))
    for trigger in triggers:
        causes.setdefault(trigger.action, set()).update(_done(trigger.effects))
    for action_name, trigger in {trigger.action: trigger for trigger in reversed(triggers)}.items():
        if action_name in _reached(action_name, causes):
            scope.report(
                "E353",
                f"this performs `{action_name.name}` after every `{action_name.name}`, endlessly",
                trigger.location,
                "add a condition that ends it",
            )


def _done(effects: object) -> set[Ref]:
    """The actions that effects carry out as events."""
    return {node.action for node in walk(effects) if isinstance(node, Do)}


def _reached(name: Ref, edges: Mapping[Ref, set[Ref]]) -> set[Ref]:
    """Everything that follows from something, directly or indirectly."""
    found: set[Ref] = set()
    todo = [*edges.get(name, ())]
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo += edges.get(each, ())
    return found
