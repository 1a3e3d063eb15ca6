"""The trace of §4: for one option, what each rule and clause says, and the values it read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from thesmos.diagnostics import Location
from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.declarations import Action, Rule, Step
from thesmos.program.node import walk
from thesmos.program.types import Type
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.in_force import HeldClause, everybody, guarded, guards_hold, own, where_holds
from thesmos.semantics.options import Offer, bind, offer, waiver
from thesmos.semantics.state import BoundAction, Chooser, StructuredState, Value
from thesmos.semantics.values import holds, value

# Values that depend on the state, and that a text does not name.
ASKED = (
    p.AttributeValue,
    p.FactValue,
    p.CellOf,
    p.ZoneOf,
    p.PieceAt,
    p.BoardFunction,
    p.PlayerFunction,
    p.Size,
    p.Fold,
    p.FirstBy,
    p.Past,
    p.Arithmetic,
    p.Negative,
    p.Absolute,
)


@dataclass(frozen=True)
class Read:
    """The value of a role or a memory that a text read, or of what it compared.

    name: of the role or the memory. compared: what was compared; then there is no name.
    """

    name: str
    type: Type
    value: Value
    compared: p.Value | None = None


@dataclass(frozen=True)
class TracedFinding:
    """What one rule or clause says about an option, or about skipping.

    id: `move.climb` for a rule, the clause's own id for a clause. holds: whether it lets the option
    pass. waived_by: for a rule that is broken but waived, the id of the permit. location: None if
    it comes from no text.
    """

    id: str
    holds: bool
    location: Location | None
    read: tuple[Read, ...] = ()
    waived_by: str | None = None


@dataclass
class TracedStep:
    """A step to be explained, as its chooser sees it; computes what the answers share only once."""

    seen: StructuredState
    step: Step
    chooser: Chooser
    facts: dict[object, Value] = field(default_factory=dict)

    @cached_property
    def made(self) -> Offer:
        """What the step offers."""
        return offer(self.seen, self.step, self.chooser)

    def explain(self, option: BoundAction) -> tuple[TracedFinding, ...]:
        """Return every rule and clause about an option: rules, then forbids, then requirements.

        The `forbid`s include those of later stages. Requirements are in the order in which they
        apply, and are listed only if nothing else refuses the option. The option is offered if all
        findings hold.
        """
        action, player = self.seen.game.actions[option.action], self.chooser.player
        frame = bind(self.seen, action, option.values, player, self.facts)
        found = [*_rules(action, frame, player), *_forbids(action, self.step, frame, player)]
        if all(one.holds for one in found):
            found += _requirements(self.made, option, frame)
        return tuple(found)

    def would_forbid(self, option: BoundAction) -> tuple[str, ...]:
        """Return the ids of the `forbid`s that fit an option, and are not in force now.

        They would forbid it if the conditions of the `if`s around them held.
        """
        action, player = self.seen.game.actions[option.action], self.chooser.player
        frame = bind(self.seen, action, option.values, player, self.facts)
        held = _asked(self.seen, self.step, action, player)
        return tuple(
            one.clause.id for one in held if not guards_hold(one, frame) and where_holds(one, frame)
        )

    def explain_skip(self) -> tuple[TracedFinding, ...]:
        """Return what allows the step to be skipped, and what forbids it (4.9)."""
        step, player = self.step, self.chooser.player
        frame = frame_for(self.seen, player)
        frame.offered = self.made.options
        name = f"{step.name}.skip"
        found = [TracedFinding(name, True, step.location)] if step.skip else []
        for held in guarded(own(self.seen, c.MaySkip, step.name, player), frame):
            found.append(_clause(held, where_holds(held, frame), frame))
        for refusal in guarded(everybody(self.seen, c.ForbidSkip, step.name, player), frame):
            found.append(_clause(refusal, not where_holds(refusal, frame), frame))
        return tuple(found) or (TracedFinding(name, False, None),)


def _rules(action: Action, frame: Frame, player: int) -> Iterator[TracedFinding]:
    """Yield each rule, and the permit that waives it if it is broken (4.3)."""
    permits = guarded(own(frame.state, c.Permit, action.name, player), frame)
    for rule in action.rules:
        kept = holds(rule.condition, frame)
        permit = None if kept else waiver(rule, permits, frame)
        yield _rule(action, rule, kept, permit, frame)
        if permit is not None:
            yield _clause(permit, True, frame)


def _rule(
    action: Action, rule: Rule, kept: bool, permit: HeldClause[c.Permit] | None, frame: Frame
) -> TracedFinding:
    waived_by = None if permit is None else permit.clause.id
    passes = kept or permit is not None
    id = f"{action.name}.{rule.name}"
    return TracedFinding(id, passes, rule.location, _read([rule.condition], frame), waived_by)


def _forbids(action: Action, step: Step, frame: Frame, player: int) -> Iterator[TracedFinding]:
    """Yield each `forbid`; only the chooser's own in a step that is not filtered (4.4, 4.5)."""
    for held in guarded(_asked(frame.state, step, action, player), frame):
        yield _clause(held, not where_holds(held, frame), frame)


def _asked(
    state: StructuredState, step: Step, action: Action, player: int
) -> Iterable[HeldClause[c.Forbid]]:
    """Return the `forbid`s about an action that a step asks."""
    asked = everybody if step.filter else own
    return asked(state, c.Forbid, action.name, player)


def _requirements(made: Offer, option: BoundAction, frame: Frame) -> Iterator[TracedFinding]:
    """Yield each requirement (4.5); one that no option meets, or a later one, removes nothing."""
    for held, _ in made.required:
        yield _clause(held, made.removed.get(option) != held, frame)


def _clause(held: HeldClause[c.Clause], passes: bool, frame: Frame) -> TracedFinding:
    clause = held.clause
    conditions = [*clause.guards, *([] if clause.where is None else [clause.where])]
    read = _read(conditions, frame.of(held.card, held.you))
    return TracedFinding(clause.id, passes, clause.location, read)


def _read(conditions: Sequence[p.Value], frame: Frame) -> tuple[Read, ...]:
    """Return what conditions name and compare, with the values it had: roles and memories first."""
    found: dict[str, Read] = {}
    for node in walk(tuple(conditions)):
        if isinstance(node, p.Variable) and node.role and node.name in frame.names:
            found[node.name] = Read(node.name, node.type, value(node, frame))
        elif isinstance(node, p.MemoryValue):
            found[node.memory.name] = Read(node.memory.name, node.type, value(node, frame))
    compared = dict.fromkeys(part for condition in conditions for part in _compared(condition))
    values = (Read("", part.type, value(part, frame), part) for part in compared)
    return (*found.values(), *values)


def _compared(condition: p.Value) -> Iterator[p.Value]:
    """Yield the values that a condition compares, if they are not written in it."""
    match condition:
        case p.Logic():
            for part in condition.parts:
                yield from _compared(part)
        case p.Not():
            yield from _compared(condition.value)
        case p.Compare():
            yield from (side for side in (condition.left, condition.right) if _is_asked(side))
        case p.IsIn():
            yield from (side for side in (condition.member, condition.of) if _is_asked(side))
        case p.Exists() if _is_asked(condition.value):
            yield condition.value
        case _:
            pass


def _is_asked(part: p.Value) -> bool:
    """Return whether a value depends on the state, and is not shown by its name."""
    return isinstance(part, ASKED)
