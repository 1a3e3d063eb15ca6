"""Check that loops can end: loops of steps that follow each other, and loops of effects.

Three kinds can't: steps that are passed silently, one after the other, back to the first; steps
that nobody can skip or pass, and that always follow each other; a `while` that does not change what
its condition asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from thesmos.check.analyses.cycles import reached
from thesmos.diagnostics import Diagnostic
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.clauses import (
    After,
    AfterSkip,
    Clause,
    MaySkip,
    Route,
    RouteAfter,
    RouteAfterSkip,
)
from thesmos.program.declarations import Action, Card, Step
from thesmos.program.node import Ref, walk

Source = Step | Route | e.Due
Next = Mapping[Ref, Sequence[tuple[Ref, Source]]]  # by step: which steps follow, and why


def check_loops(base: Card, card: Card) -> Iterator[Diagnostic]:
    """Yield an error for each loop of a card that can't end.

    base: the game's own text.
    """
    parts = (base,) if base is card else (base, card)
    steps = {step.name: step for part in parts for step in part.steps}
    clauses = [clause for part in parts for clause in part.clauses]
    actions = {action.name: action for part in parts for action in part.actions}
    skippable = {clause.step for clause in clauses if isinstance(clause, MaySkip)}
    free = {s.name for s in steps.values() if s.skip or s.when_empty == "pass"} | skippable
    nodes = (*card.steps, *card.clauses, *walk((card.clauses, card.actions)))
    ids_in_card = {id(node) for node in nodes}
    skipping = {name: _after_skip(step, clauses) for name, step in steps.items() if name in free}
    for step, source in _circles(skipping):
        if id(source) in ids_in_card:
            text = f"when the step `{step.name}` is passed, it follows again, endlessly"
            yield Diagnostic("E354", text, source.location, "let another step follow, or `end`")
    acting = {
        name: _after(step, clauses, actions) for name, step in steps.items() if name not in free
    }
    for step, source in _circles(acting):
        if id(source) in ids_in_card:
            text = f"the step `{step.name}` follows itself endlessly, and can't be skipped"
            hint = "add a condition or `if possible`, or let the step be skipped"
            yield Diagnostic("E354", text, source.location, hint)
    for loop in walk((card.actions, card.clauses)):
        if isinstance(loop, e.While) and not _changes(loop):
            text = "nothing in this loop changes what its condition asks"
            yield Diagnostic("E355", text, loop.location, "a `while` must make its condition false")


def _after_skip(step: Step, clauses: Sequence[Clause]) -> list[tuple[Ref, Source]]:
    """Return the steps that can follow a step that is passed or skipped, with their sources."""
    following: list[tuple[Ref, Source]] = []
    for clause in clauses:
        if isinstance(clause, AfterSkip) and clause.step == step.name:
            dues = (effect for effect in walk(clause.effects) if isinstance(effect, e.Due))
            following += [(due.step, due) for due in dues]
    for route in clauses:
        if isinstance(route, RouteAfterSkip) and route.step == step.name:
            if route.next is not None:
                following.append((route.next, route))
            if _always(route):
                return following
    return following if step.after_skip is None else [*following, (step.after_skip, step)]


def _after(
    step: Step, clauses: Sequence[Clause], actions: Mapping[Ref, Action]
) -> list[tuple[Ref, Source]]:
    """Return the steps that follow a step unconditionally, with their sources."""
    following: list[tuple[Ref, Source]] = [(due.step, due) for due in _due(step, clauses, actions)]
    mine = [r for r in clauses if isinstance(r, RouteAfter) and r.action in step.actions]
    if len(step.actions) == 1 and len(mine) == 1 and _always(mine[0]):
        return following if mine[0].next is None else [*following, (mine[0].next, mine[0])]
    return following if mine or step.then is None else [*following, (step.then, step)]


def _due(step: Step, clauses: Sequence[Clause], actions: Mapping[Ref, Action]) -> Iterator[e.Due]:
    """Yield the `due` effects that every option of a step has."""
    if len(step.actions) == 1 and step.actions[0] in actions:
        action = actions[step.actions[0]]
        triggers = (c for c in clauses if isinstance(c, After) and c.action == action.name)
        always = (c.effects for c in triggers if c.where is None and not c.guards)
        for effects in (action.effects, *always):
            yield from (effect for effect in effects if isinstance(effect, e.Due))


def _always(route: Route) -> bool:
    return route.where is None and not route.guards and not route.if_possible


def _circles(following: Next) -> Iterator[tuple[Ref, Source]]:
    """Yield each step that leads back to itself, with the source of the first link."""
    steps = {step: [after for after, _ in links] for step, links in following.items()}
    for start, first in following.items():
        for step, source in first:
            if start in {step, *reached(step, steps)}:
                yield start, source


def _changes(loop: e.While) -> bool:
    """Return whether the effects of a `while` might change what its condition asks."""
    inside = list(walk(loop.effects))
    if any(isinstance(node, (e.Do, e.MoveCard, e.Lose)) for node in inside):
        return any(not isinstance(node, _FIXED) for node in walk(loop.condition))
    assigned = [node.target for node in inside if isinstance(node, e.Assign)]
    names = {target.name for target in assigned if isinstance(target, v.Variable)}
    other = any(not isinstance(target, v.Variable) for target in assigned)
    tested = list(walk(loop.condition))
    if any(isinstance(node, v.Variable) and node.name in names for node in tested):
        return True
    return other and any(isinstance(node, _CHANGING) for node in tested)


_FIXED = (v.Flag, v.Number, v.Word, v.Logic, v.Compare, v.Not, v.Arithmetic)
_CHANGING = (
    v.MemoryValue, v.AttributeValue, v.FactValue, v.CellOf, v.ZoneOf, v.PieceAt, v.OnBoard,
    v.Owned, v.Forbidden,
)  # fmt: skip
