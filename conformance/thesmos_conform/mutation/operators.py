"""The mutation operators: ways to change a spec, each with an id, a sentence and a function.

A function gets a site of a unit and yields replacements for it, each of a type that fits there. A
change that the language does not allow is yielded as REFUSED: it is numbered, but makes no mutant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from typing import Any, TypeVar

from thesmos.diagnostics import Location
from thesmos.program import clauses as cl
from thesmos.program import declarations as de
from thesmos.program import effects as ef
from thesmos.program import flow as fl
from thesmos.program import values as va
from thesmos.program.node import Ref, walk
from thesmos.program.types import FLAG, Type, number
from thesmos_conform.mutation.sites import Site


@dataclass(frozen=True)
class MutationNames:
    """The names in a game that a change may use.

    moments: the game's moments.
    entering: the moments right before steps of the flow.
    rules, roles: by action.
    passing: the steps that pass when they have no options.
    owned: the kinds of pieces that have an owner.
    """

    moments: tuple[str, ...]
    entering: frozenset[str]
    rules: dict[Ref, tuple[str, ...]]
    roles: dict[Ref, dict[str, Type]]
    passing: frozenset[Ref]
    owned: frozenset[str]


def vocabulary_of(game: de.GameProgram) -> MutationNames:
    """Return the names in a game that changes may use."""
    cards = [game.base, *game.cards.values()]
    actions = [action for card in cards for action in card.actions]
    steps = [step for card in cards for step in card.steps]
    return MutationNames(
        moments=game.moments,
        entering=frozenset(
            instruction.moment
            for instruction, following in pairwise(game.turn)
            if isinstance(instruction, fl.Moment) and isinstance(following, fl.Steps)
        ),
        rules={action.name: tuple(rule.name for rule in action.rules) for action in actions},
        roles={a.name: {role.name: role.type for role in a.roles} for a in actions},
        passing=frozenset(s.name for s in steps if s.skip or s.when_empty == "pass"),
        owned=frozenset(a.name.owner for a in game.attributes if a.name.name == "owner"),
    )


Change = Callable[[Site, MutationNames], Iterator[Any]]


@dataclass(frozen=True)
class Operator:
    """A way to change a spec. sentence: a description for readers of a report."""

    id: str
    sentence: str
    change: Change


OPERATORS: dict[str, Operator] = {}
GONE = "gone"  # removes a node
REFUSED = "refused"  # not allowed by the language


def operator(id: str, sentence: str) -> Callable[[Change], Change]:
    """Register the function as an operator."""

    def enter(change: Change) -> Change:
        OPERATORS[id] = Operator(id, sentence, change)
        return change

    return enter


def _flag(value: bool, location: Location) -> va.Value:
    return va.Flag(value, location=location, type=FLAG)


def _not(value: va.Value) -> va.Value:
    return va.Not(value, location=value.location, type=FLAG)


C = TypeVar("C", bound=cl.Clause)


def _as(kind: type[C], node: cl.Clause, *about: Any, where: va.Value | None = None) -> C:
    """Return a clause of another kind in place of a clause. where: replaces its condition."""
    return kind(
        *about,
        id=node.id,
        card=node.card,
        heading=node.heading,
        guards=node.guards,
        where=where or node.where,
        location=node.location,
    )


# ------------------------------------------------------------------------ leaving out


@operator(
    "drop-clause",
    "A clause, a rule, a step of the flow, or a condition of `valid` or `lifts` is left out.",
)
def drop_clause(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Disable a clause but keep it in place, so that a state has the same slots without it."""
    node = site.node
    if isinstance(node, cl.Clause):
        yield replace(node, guards=(_flag(False, node.location), *node.guards))
    elif isinstance(node, de.Rule):
        yield replace(node, condition=_flag(True, node.location))
    elif isinstance(node, de.ValidCondition | de.Lifted):
        yield GONE
    elif isinstance(node, fl.Instruction):
        if isinstance(node, fl.PassTurn):  # a turn must end
            yield REFUSED if node.attribute is None else replace(node, attribute=None)
        else:
            yield GONE


@operator("drop-condition", "A condition is left out, or one part of an `and` or `or`.")
def drop_condition(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Leave out one of several parts, or a whole condition."""
    node = site.node
    if site.condition and isinstance(node, va.Logic):
        for index in range(len(node.parts)):
            kept = _without(node.parts, index)
            yield replace(node, parts=kept) if len(kept) > 1 else kept[0]
    elif site.field in ("where", "condition") and not isinstance(node, va.Logic | va.Flag):
        yield _flag(True, node.location)


@operator("drop-effect", "An effect is left out, or a side effect of a clause.")
def drop_effect(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Leave out one of several effects, all of an `if` or `each`, `by`, `else`, `counts`."""
    node = site.node
    if isinstance(node, ef.Effect):
        siblings = getattr(site.parent, site.field)
        if len(siblings) > 1 or isinstance(site.parent, ef.If):
            later = siblings[int(site.path[-1]) + 1 :]
            yield REFUSED if isinstance(node, ef.Let) and _uses(node.name, later) else GONE
    if isinstance(node, cl.Permit) and node.effects:
        yield replace(node, effects=())
    if isinstance(node, cl.Require) and node.otherwise is not None:
        yield replace(node, otherwise=None)
    if isinstance(node, cl.Require) and node.counts:
        yield replace(node, counts=False)


def _uses(name: str, effects: ef.Effects) -> bool:
    """Return whether effects use a name that is bound before them."""
    return any(isinstance(n, va.Variable) and n.name == name for n in walk(effects))


def _without(parts: tuple[Any, ...], index: int) -> tuple[Any, ...]:
    return (*parts[:index], *parts[index + 1 :])


# ----------------------------------------------------------------------- turning over


@operator("negate", "A condition, or one part of it, is negated.")
def negate(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Add or remove `not`; swap `yes` and `no`, `=` and `!=`."""
    node = site.node
    if not site.condition or isinstance(node, va.Logic):
        return
    if isinstance(site.parent, va.Not):
        return  # removing the `not` is a change of its own
    if isinstance(node, va.Flag):
        yield replace(node, value=not node.value)
    elif isinstance(node, va.Not):
        yield node.value
    elif isinstance(node, va.Compare) and node.word in ("=", "!="):
        yield replace(node, word="=" if node.word == "!=" else "!=")
    else:
        yield _not(node)


@operator("shift-bound", "A number is one more or one less.")
def shift_bound(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Change every number by one, even below zero."""
    node = site.node
    if isinstance(node, va.Number):
        for value in (node.value + 1, node.value - 1):
            magnitude = va.Number(
                abs(value), location=node.location, type=number(abs(value), abs(value))
            )
            if value >= 0:
                yield magnitude
            else:
                yield va.Negative(magnitude, location=node.location, type=number(value, value))
    elif isinstance(node, de.Supply):
        yield replace(node, count=node.count + 1)
        if node.count > 1:
            yield replace(node, count=node.count - 1)


COMPARED: dict[str, va.Comparison] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


@operator("other-comparison", "A comparison includes its bound, or no longer does.")
def other_comparison(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Swap `<` and `<=`, `>` and `>=`."""
    if isinstance(site.node, va.Compare) and site.node.word in COMPARED:
        yield replace(site.node, word=COMPARED[site.node.word])


@operator("forbid-permit", "What was forbidden is permitted, or the reverse.")
def forbid_permit(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Swap permit and forbid; a permit in place of a forbid waives all rules of the action."""
    node = site.node
    if isinstance(node, cl.Permit):
        yield _as(cl.Forbid, node, node.action)
    elif isinstance(node, cl.Forbid):
        yield _as(cl.Permit, node, node.action, vocabulary.rules.get(node.action, ()), ())


@operator("may-must", "What is optional becomes mandatory, or the reverse.")
def may_must(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Swap `may skip` and `forbid skip`; change `if possible` and how steps may be skipped."""
    node = site.node
    if isinstance(node, cl.MaySkip):
        yield _as(cl.ForbidSkip, node, node.step)
    elif isinstance(node, cl.ForbidSkip):
        yield _as(cl.MaySkip, node, node.step)
    elif isinstance(node, cl.Require) and node.where is not None:
        yield _as(cl.Forbid, node, node.action, where=_not(node.where))
    elif isinstance(node, cl.Route) and node.if_possible and node.next not in vocabulary.passing:
        yield replace(node, if_possible=False)
    elif isinstance(node, de.Step) and node.chooser != "chance":
        yield replace(node, skip=not node.skip)
        if node.when_empty != "ask" and not node.skip:  # a step that may be skipped passes anyway
            other = replace(node, when_empty="pass")
            yield other if node.when_empty == "stuck" else replace(node, when_empty="stuck")


# -------------------------------------------------------------------- other players and times

WHOSE: dict[str, va.Whose] = {"your": "opponent", "opponent": "your", "teammate": "your"}
PERSONS: dict[str, va.PersonWord] = {
    "you": "active", "active": "you", "chooser": "you", "actor": "you", "viewer": "you"
}  # fmt: skip
TWO_SIDED = (va.Compare, va.Arithmetic, va.SetOperation)


@operator("other-owner", "Something is about another player.")
def other_owner(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Swap `your` and `opponent`, `you` and `active`; never compare a player with themselves.

    Where `you` is always the active player, swapping these two would change nothing.
    """
    node, beside = site.node, site.parent
    if isinstance(node, va.Owned):
        yield replace(node, whose=WHOSE[node.whose])
    elif isinstance(node, va.Person):
        person = replace(node, word=PERSONS[node.word])
        if not isinstance(beside, TWO_SIDED) or person not in (beside.left, beside.right):
            same = site.own_turn and {node.word, person.word} == {"you", "active"}
            yield REFUSED if site.closed or same else person
    elif isinstance(node, cl.At | cl.RouteAt) and node.whose in WHOSE:
        yield replace(node, whose=WHOSE[node.whose])


@operator("other-moment", "Something happens at another time, or is asked about another time.")
def other_moment(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Use a neighbouring moment, the other turn, first for last, or the other judging."""
    node = site.node
    if isinstance(node, cl.At | cl.RouteAt) and node.moment in vocabulary.moments:
        index = vocabulary.moments.index(node.moment)
        for other in (index - 1, index + 1):
            if 0 <= other < len(vocabulary.moments):
                yield replace(node, moment=vocabulary.moments[other])
    elif isinstance(node, va.Past):
        if node.query.question in ("last", "first"):
            end: va.Question = "first" if node.query.question == "last" else "last"
            yield replace(node, query=replace(node.query, question=end))
        # in the holder's turn, `your last turn` is this one
        if isinstance(node.of, va.Person) and not node.query.whole_game and not site.own_turn:
            present = node.of.word == "active"
            yield replace(node, of=replace(node.of, word="you" if present else "active"))
    elif isinstance(node, de.Step):
        yield replace(node, judge=not node.judge)
        if node.last:
            yield replace(node, last=False)
    elif isinstance(node, de.Attribute):
        yield replace(node, lasts="turn" if node.lasts == "game" else "game")


@operator("other-scope", "Something is about more, or about fewer.")
def other_scope(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Swap `all` and `your`, `some` and `every`, `most` and `fewest`, `min` and `max`.

    Swap `while` and `until` of a line; use any turn; leave out one of several names; ask what is in
    place of what would be.
    """
    node = site.node
    if isinstance(node, va.Owned | va.OnBoard | va.AllOf):
        yield from _other_members(node, vocabulary)
    elif isinstance(node, va.Search) and node.word in ("some", "every"):
        yield replace(node, word="every" if node.word == "some" else "some")
    elif isinstance(node, cl.Criterion | va.Order):
        yield replace(node, word="fewest" if node.word == "most" else "most")
    elif isinstance(node, va.Along) and node.word != "where":
        yield replace(node, word="until" if node.word == "while" else "while")
    elif isinstance(node, va.Arithmetic) and node.word in ("min", "max"):
        yield replace(node, word="max" if node.word == "min" else "min")
    elif isinstance(node, va.AfterDo):  # now, and not after an event
        yield node.condition
    elif isinstance(node, va.SetOperation):
        yield node.left
        if node.word == "union":
            yield node.right
    elif isinstance(node, cl.At | cl.RouteAt) and not site.common:  # a common one is always `your`
        route = isinstance(node, cl.RouteAt) and node.moment in vocabulary.entering
        if not route:  # only the active player's own cards are asked for routes into a turn
            yield replace(node, whose="your" if node.whose == "any" else "any")
    elif isinstance(node, de.Step) and node.filter and node.chooser != "chance":
        yield replace(node, filter=False)
    yield from _fewer(site, vocabulary)


def _fewer(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Leave out one of several actions, rules or criteria."""
    node = site.node
    if isinstance(node, va.Past) and len(node.query.events) > 1:
        for index in range(len(node.query.events)):
            yield _about(node, _without(node.query.events, index), vocabulary)
    elif isinstance(node, cl.Clause) and site.of > 1:
        for index in range(site.of):
            yield GONE if site.number == index else node
    elif isinstance(node, cl.Permit) and len(node.waives) > 1:
        for index in range(len(node.waives)):
            yield replace(node, waives=_without(node.waives, index))
    elif isinstance(node, cl.End) and len(node.criteria) > 1:
        for index in range(len(node.criteria)):
            yield replace(node, criteria=_without(node.criteria, index))
    elif isinstance(node, de.Step) and len(node.actions) > 1:
        for index in range(len(node.actions)):
            yield replace(node, actions=_without(node.actions, index))


def _other_members(
    node: va.Owned | va.OnBoard | va.AllOf, vocabulary: MutationNames
) -> Iterator[Any]:
    """Yield `your` for all things of a kind that can have an owner, and all for owned ones."""
    kind, where = node.type, node.location
    if isinstance(node, va.Owned):
        piece = kind.base == "piece"
        yield (
            va.OnBoard(kind.name, location=where, type=kind)
            if piece
            else va.AllOf(location=where, type=kind)
        )
    elif isinstance(node, va.OnBoard) and kind.name not in vocabulary.owned:
        yield REFUSED
    elif isinstance(node, va.OnBoard) or kind.base in ("player", "power"):
        yield va.Owned("your", location=where, type=kind)


def _about(node: va.Past, events: tuple[va.EventPattern, ...], vocabulary: MutationNames) -> Any:
    """Return a question about fewer events; refused if none of them has its role."""
    query = replace(node.query, events=events)
    if query.role is not None:
        answer = _role_type(query, query.role, vocabulary)
        if answer is None:
            return REFUSED
        query = replace(query, answer=answer.optional())
    if query.by is not None:
        query = replace(query, index=_role_type(query, query.by, vocabulary))
    return replace(node, query=query, type=query.answer)


def _role_type(query: va.Query, role: str, vocabulary: MutationNames) -> Type | None:
    """Return the union of a role's types in all events that a question asks about."""
    types = [vocabulary.roles[event.action].get(role) for event in query.events]
    kinds = [kind for kind in types if kind is not None]
    return reduce(lambda union, kind: kind.union(union), kinds) if kinds else None


@operator("other-audience", "Others learn of something, or no longer do.")
def other_audience(site: Site, vocabulary: MutationNames) -> Iterator[Any]:
    """Leave out `public` or `secret`, or swap them."""
    node = site.node
    if isinstance(node, de.Action):
        if node.public or node.secret:
            yield replace(node, public=False, secret=False)
            yield replace(node, public=node.secret, secret=node.public)
    elif isinstance(node, de.Attribute) and node.secret:
        yield replace(node, secret=False)
