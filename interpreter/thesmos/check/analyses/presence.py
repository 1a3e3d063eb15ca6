"""Check that effects do not assign none where it is not allowed (semantics §2.6).

A role of an event by `do` is none if its argument is, so all cards of a game are checked together.
A value is known not to be none where a condition says so: `if x exists: n := size(x)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from thesmos.check.analyses.evaluated import evaluated
from thesmos.diagnostics import Diagnostic, Location, RelatedPlace
from thesmos.kept import AFRESH, Kept
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.declarations import Action, Card
from thesmos.program.node import Ref, walk

# What is none if one of its parts is.
NONE_IF_A_PART_IS = (
    v.AttributeValue, v.FactValue, v.BoardFunction, v.PlayerFunction, v.Arithmetic, v.Negative,
    v.Absolute,
)  # fmt: skip

Absent = dict[Ref, dict[str, Location]]  # by action: the roles that can be none, and their causes
Present = frozenset[v.Value]  # values that are not none at one place


def check_presence(cards: Sequence[Card], kept: Kept = AFRESH) -> Iterator[Diagnostic]:
    """Yield an error for each value that may be none, and is assigned to a target that can't be.

    kept: what is known of single cards.
    """
    blocks = [
        block
        for card in cards
        for block in kept.of("blocks of effects", partial(list[_EffectBlock], _blocks(card)), card)
    ]
    absent = _absent(cards, blocks, kept)
    for block in blocks:
        for assign, causes in block.reached(absent, kept).assigned:
            yield from _none_assigned(assign, causes)


def _none_assigned(assign: e.Assign, causes: Sequence[Location]) -> Iterator[Diagnostic]:
    """Yield an error for each argument that makes an assigned value none; else one at the value."""
    required, at = assign.target.type, assign.value.location
    if not causes:
        flag = required.base == "flag"
        test = "write `… = yes`" if flag else "test the value with `if … exists`"
        hint = f"declare the attribute as `… or none`, or {test}"
        yield Diagnostic("E322", f"this may be none, but it must be {required}", at, hint)
        return
    shows = (RelatedPlace(at, f"here it is assigned to what must be {required}"),)
    for cause in dict.fromkeys(causes):
        text = f"this argument may be none, but the event needs {required}"
        hint = "carry the event out only `if … exists`, or declare the attribute as `… or none`"
        yield Diagnostic("E322", text, cause, hint, related=shows)


def may_be_none(value: v.Value) -> bool:
    """Whether a value may be none, although a condition in it asks for some of its parts."""
    return _Presence({}, frozenset()).may_be_none(value)


def _takes_none(effect: e.Assign) -> bool:
    """Return whether the value may be none: the target can be none, or none leaves it as it is."""
    target = effect.target
    if effect.word != ":=" or target.type.none or target.type.many:
        return True
    return isinstance(target, (v.Variable, v.IsIn, v.CellOf, v.ZoneOf))


@dataclass(frozen=True)
class _EffectBlock:
    """A block of effects.

    action: the action whose event they belong to.
    where: their condition.
    """

    effects: e.Effects
    action: Ref | None = None
    where: v.Value | None = None

    def reached(self, absent: Absent, kept: Kept) -> _NoneIn:
        """Return where a value in it may be none. kept: what is known of blocks."""
        roles = {} if self.action is None else absent.get(self.action, {})
        if roles:
            return self._reached(roles)
        return kept.of("none in a block", lambda: self._reached({}), self)

    def _reached(self, roles: Mapping[str, Location]) -> _NoneIn:
        reached = _NoneIn([], [])
        start = _Presence(roles, frozenset()).assuming(self.where)
        for effect, now in _reached(self.effects, start):
            if isinstance(effect, e.Do):
                at = [part.location if now.may_be_none(part) else None for part in effect.arguments]
                reached.done.append((effect, at))
            elif not _takes_none(effect) and now.may_be_none(effect.value):
                reached.assigned.append((effect, tuple(now.causes(effect.value))))
        return reached


class _NoneIn(NamedTuple):
    """Where a value in a block of effects may be none.

    done: each event, and for each argument, its location if it may be none.
    assigned: each assignment of such a value to what can't be none, and the arguments of events
        that make it none.
    """

    done: list[tuple[e.Do, list[Location | None]]]
    assigned: list[tuple[e.Assign, tuple[Location, ...]]]


def _blocks(card: Card) -> Iterator[_EffectBlock]:
    """Yield the effects of a card. Those before an event get no action: its roles aren't none."""
    for action in card.actions:
        yield _EffectBlock(action.effects, action.name)
    for clause in card.clauses:
        match clause:
            case c.After():
                yield _EffectBlock(clause.effects, clause.action, clause.where)
            case c.Require(otherwise=effects) if effects is not None:
                yield _EffectBlock(effects)
            case c.Permit() | c.Before() | c.AfterSkip() | c.At() | c.ExtraTurn():
                yield _EffectBlock(clause.effects, None, clause.where)
            case _:
                pass


def _absent(cards: Sequence[Card], blocks: Sequence[_EffectBlock], kept: Kept) -> Absent:
    """Return the roles that can be none, because an argument of a `do` can be."""
    actions = {action.name: action for card in cards for action in card.actions}
    absent: Absent = {
        action: _derived(actions[action], {})  # its own arguments are never none
        for card in cards
        for action in kept.of("actions supposed", partial(_supposed_in, card), card)
        if action in actions
    }
    while True:
        before = {action: set(roles) for action, roles in absent.items()}
        for block in blocks:
            for done, locations in block.reached(absent, kept).done:
                action = actions.get(done.action)
                if action is not None:
                    pairs = zip(action.open_roles, locations, strict=False)
                    new = {role.name: at for role, at in pairs if at is not None}
                    absent[action.name] = _derived(action, new | absent.get(action.name, {}))
        if {action: set(roles) for action, roles in absent.items()} == before:
            return absent


def _supposed_in(card: Card) -> list[Ref]:
    return [node.action for node in walk(card) if isinstance(node, v.AfterDo)]


def _derived(action: Action, absent: dict[str, Location]) -> dict[str, Location]:
    """Return the roles that can be none if some of the open ones can."""
    all_absent = dict(absent)
    for role in action.roles:
        now = _Presence(all_absent, frozenset())
        if role.name not in all_absent and role.value is not None and now.may_be_none(role.value):
            all_absent[role.name] = next(now.causes(role.value), role.location)
    return all_absent


@dataclass(frozen=True)
class _Presence:
    """What is known at one place.

    absent: the roles that can be none, and their causes.
    present: the values that can't be none.
    """

    absent: Mapping[str, Location]
    present: Present

    def causes(self, value: v.Value) -> Iterator[Location]:
        """Yield the arguments of events that make a value none."""
        for node in walk(value):
            if isinstance(node, v.Variable) and node.role and node.name in self.absent:
                yield self.absent[node.name]

    def may_be_none(self, value: v.Value) -> bool:
        if value in self.present:
            return False
        if isinstance(value, v.Variable) and value.role and value.name in self.absent:
            return True
        if isinstance(value, v.IfElse):
            return any(
                self.assuming(condition).may_be_none(part)
                for part, _, condition in evaluated(value)
                if condition is not None and isinstance(part, v.Value)
            )
        if not isinstance(value, NONE_IF_A_PART_IS):
            return value.type.none
        parts = [inner.part for inner in evaluated(value) if isinstance(inner.part, v.Value)]
        by_itself = value.type.none and not any(part.type.none for part in parts)
        return by_itself or any(map(self.may_be_none, parts))

    def assuming(self, condition: v.Value | None) -> _Presence:
        """Return what is known where a condition holds."""
        return _Presence(self.absent, self.present | frozenset(present_if(condition)))

    def after_let(self, let: e.Let) -> _Presence:
        """Return what is known after a `let`: its name is not none if its value is not."""
        if self.may_be_none(let.value):
            return self
        name = v.Variable(let.name, False, location=let.location, type=let.value.type)
        return _Presence(self.absent, self.present | {name})

    def after(self, effect: e.Effect) -> _Presence:
        """Return what is still known after an effect: only what is known about variables."""
        changed = {n.target for n in walk(effect) if isinstance(n, e.Assign)}
        variables = {value for value in self.present if isinstance(value, v.Variable)}
        return _Presence(self.absent, frozenset(variables - changed))


def present_if(condition: v.Value | None) -> Iterator[v.Value]:
    """Yield the values that are not none if a condition holds."""
    match condition:
        case v.Logic(word="and", parts=parts):
            for part in parts:
                yield from present_if(part)
        case v.Exists(value=value, negated=False):
            yield value
        case v.Not(value=v.Exists(value=value, negated=True)):
            yield value
        case v.Compare(left=left, right=right):
            yield left
            yield right
        case v.IsIn(member=member):
            yield member
        case _:
            pass


def _reached(effects: e.Effects, start: _Presence) -> Iterator[tuple[e.Assign | e.Do, _Presence]]:
    """Yield the assignments and events in a block, each with what is known just before it."""
    now = start
    for effect in effects:
        if isinstance(effect, (e.Assign, e.Do)):
            yield effect, now
        for part in evaluated(effect):
            if isinstance(part.part, tuple):
                before = now if part.loop is None else now.after(effect)
                yield from _reached(part.part, before.assuming(part.condition))
        if isinstance(effect, e.Let):
            now = now.after_let(effect)
        elif not isinstance(effect, e.Counts):
            now = now.after(effect)
