"""Warn of a memory that stays none, as each place that sets it asks for its value first.

A comparison with none never holds, neither `=` nor `!=` (semantics 2.2): `new: omen != at`, in the
rules of the only action that sets `omen`, is never true if `omen` is none at first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeAlias

from thesmos.check.analyses.evaluated import evaluated
from thesmos.check.analyses.presence import present_if
from thesmos.diagnostics import Diagnostic
from thesmos.kept import AFRESH, Kept
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program.declarations import Attribute, Card
from thesmos.program.node import Node, Ref, walk
from thesmos.program.values import MemoryValue, Nothing, Value

# The conditions without which something is not carried out.
Conditions: TypeAlias = tuple[Value, ...]


def check_never_set(cards: Sequence[Card], kept: Kept = AFRESH) -> Iterator[Diagnostic]:
    """Yield a warning for each memory that no effect can ever set, at the first condition.

    kept: what is known of single cards.
    """
    by_event = {
        action for card in cards for action in kept.of("events done", partial(_done_by, card), card)
    }
    waived = {rule for card in cards for node in card.clauses if isinstance(node, c.Permit)
              for rule in node.waives}  # fmt: skip
    for card in cards:
        starting_none = [memory for memory in card.memory if _starts_none(memory)]
        if not starting_none:
            continue
        setting: dict[str, list[MemoryValue | None]] = {}
        for assigned, conditions in _assignments(card, by_event, waived):
            required = (value for condition in conditions for value in present_if(condition))
            memories = (value for value in required if isinstance(value, MemoryValue))
            own = (value for value in memories if value.memory.name == assigned)
            setting.setdefault(assigned, []).append(next(own, None))
        for memory in starting_none:
            asking = setting.get(memory.name.name)
            if asking and all(asking):
                first = next(value for value in asking if value is not None)
                text = f"`{memory.name.name}` is none at first, and every place that sets it"
                yield Diagnostic(
                    "W509",
                    f"{text} asks for its value before, so that it always stays none",
                    first.location,
                    f"no comparison with none holds: write `{memory.name.name} is none or …`",
                    "warning",
                )


def _done_by(card: Card) -> set[Ref]:
    return {node.action for node in walk(card) if isinstance(node, e.Do)}


def _starts_none(memory: Attribute) -> bool:
    return memory.type.none and memory.start is None and not memory.type.many


def _assignments(
    card: Card, by_event: set[Ref], waived: set[str]
) -> Iterator[tuple[str, Conditions]]:
    """Yield each memory that a card sets to something, with what must hold for it."""
    for action in card.actions:
        rules = tuple(rule.condition for rule in action.rules if rule.name not in waived)
        yield from _in_block(action.effects, () if action.name in by_event else rules)
    for clause in card.clauses:
        conditions = (*clause.guards, *(() if clause.where is None else (clause.where,)))
        yield from _in_block(clause, conditions)


def _in_block(part: Node | e.Effects, conditions: Conditions) -> Iterator[tuple[str, Conditions]]:
    if isinstance(part, e.Assign):
        if isinstance(part.target, MemoryValue) and not isinstance(part.value, Nothing):
            yield part.target.memory.name, conditions
        return
    for inner in evaluated(part):
        if isinstance(inner.part, (tuple, e.Effect)):
            more = () if inner.condition is None else (inner.condition,)
            yield from _in_block(inner.part, (*conditions, *more))
