"""Warn of clauses that never have an effect, as what they are about is never asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.diagnostics import Diagnostic
from thesmos.program import clauses as c
from thesmos.program.declarations import Card

CODE = "W511"


def check_without_effect(base: Card, cards: Sequence[Card]) -> Iterator[Diagnostic]:
    """Yield a warning for each requirement that no step asks, and each cancellation of nothing.

    Requirements filter only the options of steps with `filter: yes`. Silent actions leave no event
    that could be cancelled.
    """
    everything = (base, *cards)
    steps = [step for card in everything for step in card.steps]
    filtered = {action for step in steps if step.filter for action in step.actions}
    silent = {action.name for card in everything for action in card.actions if action.silent}
    for card in everything:
        for clause in card.clauses:
            if isinstance(clause, c.Require) and clause.action not in filtered:
                name = clause.action.name
                offering = [s.name.name for s in steps if clause.action in s.actions]
                text = f"this has no effect: no step with `{name}` has `filter: yes`"
                where = f"to the step `{offering[0]}`" if offering else f"to a step with `{name}`"
                yield Diagnostic(
                    CODE, text, clause.location, f"add `filter: yes` {where}", "warning"
                )
            if isinstance(clause, c.Cancel) and clause.action in silent:
                text = f"this has no effect: `{clause.action.name}` is silent and leaves no event"
                hint = "cancel the action that does it, or leave out `silent: yes`"
                yield Diagnostic(CODE, text, clause.location, hint, "warning")
