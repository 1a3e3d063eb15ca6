"""§4 How options are offered.

Everything here is evaluated in the chooser's view. A candidate is a binding of an action's roles;
candidates that keep the rules are filtered stage by stage.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.declarations import Action, Role, Rule, Step
from thesmos.program.node import Ref
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.in_force import (
    HeldClause,
    applies,
    everybody,
    guarded,
    of_powers,
    own,
    where_holds,
)
from thesmos.semantics.state import BoundAction, Chooser, StructuredState, Value, members_in
from thesmos.semantics.values import holds, meaning, value


class Candidate(NamedTuple):
    """An option with the frame in which its roles are bound."""

    option: BoundAction
    frame: Frame


@dataclass
class Offer:
    """The options of a step, and how they were filtered.

    required: each `require if possible` in order, and whether an option met it (4.6). removed: for
    an option that kept all rules, the requirement that removed it.
    """

    candidates: list[Candidate] = field(default_factory=list)
    required: list[tuple[HeldClause[c.Require], bool]] = field(default_factory=list)
    removed: dict[BoundAction, HeldClause[c.Require]] = field(default_factory=dict)

    @property
    def options(self) -> tuple[BoundAction, ...]:
        """The options, in the order in which they were found."""
        return tuple(candidate.option for candidate in self.candidates)


def offer(seen: StructuredState, step: Step, chooser: Chooser) -> Offer:
    """The options of a step. seen: the state as its chooser sees it."""
    made = Offer()
    found: dict[object, Value] = {}
    for name in step.actions:
        made.candidates += kept(seen, seen.game.actions[name], chooser.player, found)
    if step.filter:
        for player in stages(seen, chooser.player):
            filter_by(player, seen, step, chooser.player, made)
    return made


# -------------------------------------------------- 4.2 to 4.4: candidates, rules, forbids


def kept(
    seen: StructuredState, action: Action, player: int, found: dict[object, Value]
) -> Iterator[Candidate]:
    """Yield the candidates that keep the rules, and that none of the player's clauses forbids.

    found: a cache of facts, shared by the actions of the step.
    """
    frame = action_frame(seen, action, player)
    frame.found = found
    permits = guarded(own(seen, c.Permit, action.name, player), frame)
    forbids = guarded(own(seen, c.Forbid, action.name, player), frame)
    waivable = {rule for permit in permits for rule in permit.clause.waives}
    for broken in bindings(action, 0, waivable, frame):
        if all(waiver(rule, permits, frame) for rule in broken) and not any(
            where_holds(forbid, frame) for forbid in forbids
        ):
            names = dict(frame.names)
            own_frame = frame.with_names(names)
            own_frame.found = None
            yield Candidate(option_of(action, names), own_frame)


def action_frame(state: StructuredState, action: Action, player: int) -> Frame:
    """A frame for the rules of an action of a player."""
    return frame_for(state, player, card=state.game.card_numbers[action.name.card])


def bindings(
    action: Action, number: int, waivable: set[str], frame: Frame
) -> Iterator[tuple[Rule, ...]]:
    """Bind the roles from an index on in every way; yield the rules broken by each binding.

    A rule is tested as soon as the roles that it names are bound; if it is broken and no permit
    could waive it, the search stops there.
    """
    broken: tuple[Rule, ...] = ()
    for rule in action.rules_after[number]:
        if not holds(rule.condition, frame):
            if rule.name not in waivable:
                return
            broken += (rule,)
    if number == len(action.roles):
        yield broken
        return
    role = action.roles[number]
    for one in role_values(role, frame):
        frame.names[role.name] = one
        for more in bindings(action, number + 1, waivable, frame):
            yield broken + more


def role_values(role: Role, frame: Frame) -> Sequence[Value]:
    """The values that a role can have: all of its type if it is open, else the computed one."""
    if role.value is None:
        return members_in(frame.state, role.type)
    return (value(role.value, frame),)


def option_of(action: Action, names: dict[str, Value]) -> BoundAction:
    """The option that a binding of an action's roles is (4.1)."""
    return BoundAction(action.name, tuple(names[role.name] for role in action.open_roles))


def waiver(
    rule: Rule, permits: Sequence[HeldClause[c.Permit]], frame: Frame
) -> HeldClause[c.Permit] | None:
    """The first permit that waives a rule for the candidate bound in a frame."""
    waiving = (permit for permit in permits if rule.name in permit.clause.waives)
    return next((permit for permit in waiving if where_holds(permit, frame)), None)


def bind(
    state: StructuredState,
    action: Action,
    values: Sequence[Value],
    player: int,
    found: dict[object, Value] | None = None,
    *,
    only: Container[str] | None = None,
) -> Frame:
    """Return a frame with given values of the open roles, and the computed ones.

    found: a cache of facts, if the state does not change while the frame is used. only: the
    computed roles that are needed, by default all.
    """
    frame = action_frame(state, action, player)
    frame.found = found
    given = iter(values)
    for role in action.roles:
        if role.value is None:
            frame.names[role.name] = next(given)
        elif only is None or role.name in only:
            frame.names[role.name] = value(role.value, frame)
    return frame


# -------------------------------------------------------------------- 4.5: the stages


def stages(seen: StructuredState, chooser: int) -> list[int]:
    """The players whose clauses filter the options, in the order of the game's stages."""
    groups = {
        "own": [chooser],
        "teammates": seen.teammates(chooser),
        "opponents": seen.opponents(chooser),
    }
    return [player for stage in seen.game.game.stages for player in groups[stage]]


def filter_by(player: int, seen: StructuredState, step: Step, chooser: int, made: Offer) -> None:
    """Filter the options by the clauses of one player: first forbids, then requirements."""
    frame = frame_for(seen, chooser)
    mine = own if player == chooser else of_powers
    for action in step.actions if player != chooser else ():  # the chooser's own come earlier
        forbids = guarded(mine(seen, c.Forbid, action, player), frame)
        made.candidates = [
            one
            for one in made.candidates
            if one.option.action != action
            or not any(where_holds(forbid, one.frame) for forbid in forbids)
        ]
    for action in step.actions:
        for require in guarded(mine(seen, c.Require, action, player), frame):
            require_if_possible(require, made)


def require_if_possible(require: HeldClause[c.Require], made: Offer) -> None:
    """Keep only the options that meet a requirement; if none does, keep them all.

    An option of another action than the one it is about does not meet it.
    """
    about = require.clause.action
    met = [
        one
        for one in made.candidates
        if one.option.action == about and where_holds(require, one.frame)
    ]
    if met:
        kept_options = {one.option for one in met}
        removed = (one.option for one in made.candidates if one.option not in kept_options)
        made.removed |= dict.fromkeys(removed, require)
        made.candidates = met
    made.required.append((require, bool(met)))


# ------------------------------------------------------------------------ 4.9: skipping


def may_skip(
    seen: StructuredState, step: Step, chooser: Chooser, options: tuple[BoundAction, ...]
) -> bool:
    """Return whether a step may be skipped: something allows it, and no clause forbids it."""
    if chooser.chance:
        return False
    frame = frame_for(seen, chooser.player)
    frame.offered = options
    allowing = own(seen, c.MaySkip, step.name, chooser.player)
    refusing = everybody(seen, c.ForbidSkip, step.name, chooser.player)
    allowed = step.skip or any(applies(held, frame) for held in allowing)
    return allowed and not any(applies(held, frame) for held in refusing)


@meaning(p.Offered)
def _offered(node: p.Offered, frame: Frame) -> Value:
    """The values that an open role has in the options of the step to be skipped."""
    actions = frame.state.game.actions
    found = set()
    for option in frame.offered:
        roles = [role.name for role in actions[option.action].open_roles]
        if node.role in roles:
            found.add(option.values[roles.index(node.role)])
    return tuple(sorted(found))


@meaning(p.Forbidden)
def _forbidden(node: p.Forbidden, frame: Frame) -> Value:
    """Whether a `forbid` of anybody holds for an action of `you` with these roles."""
    arguments = [value(each, frame) for each in node.arguments]
    return forbidden(frame.state, node.action, arguments, frame.you)


def forbidden(state: StructuredState, action: Ref, values: Sequence[Value], player: int) -> bool:
    """Whether a `forbid` of anybody holds for an action of a player."""
    frame = bind(state, state.game.actions[action], values, player)
    return any(applies(held, frame) for held in everybody(state, c.Forbid, action, player))
