"""The mutation operators: ways to change a spec, each with an id, a sentence and a function.

A function gets a site of a unit and yields replacements for it. These need not make sense: a change
that does not pass the checks is discarded and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos_conform.mutation.tree import Site


@dataclass(frozen=True)
class Vocabulary:
    """What a change may use.

    moments: the game's moments. entering: those that lead into a step of the flow. rules: by
    action. passing: the steps that pass when they have no options.
    """

    moments: tuple[str, ...]
    entering: frozenset[str]
    rules: dict[str, tuple[str, ...]]
    passing: frozenset[str]


Change = Callable[[Site, Vocabulary], Iterator[Any]]


@dataclass(frozen=True)
class Operator:
    """A way to change a spec. sentence: a description for readers of a report."""

    id: str
    sentence: str
    change: Change


OPERATORS: dict[str, Operator] = {}
GONE = "gone"  # removes a node


def operator(id: str, sentence: str) -> Callable[[Change], Change]:
    """Add the function to the table."""

    def enter(change: Change) -> Change:
        OPERATORS[id] = Operator(id, sentence, change)
        return change

    return enter


# ------------------------------------------------------------------------ leaving out


@operator("drop-clause", "A clause, a rule or an instruction of the flow is left out.")
def drop_clause(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Disable a clause but keep it in place, so that those after it keep their numbers."""
    node = site.node
    if isinstance(node, ct.Clause) and not isinstance(node, ct.IfClause):
        yield ct.IfClause(node.location, t.Literal(node.location, "no"), (node,), ())
    elif isinstance(node, d.RuleDeclaration):
        yield replace(node, expr=t.Literal(node.location, "yes"))
    elif isinstance(node, tuple):
        yield GONE


@operator("drop-condition", "A condition is left out, or one part of an `and` or `or`.")
def drop_condition(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Leave out one part of several, or a whole condition."""
    node = site.node
    if site.condition and isinstance(node, t.Logic):
        for index in range(len(node.parts)):
            kept = (*node.parts[:index], *node.parts[index + 1 :])
            yield replace(node, parts=kept) if len(kept) > 1 else kept[0]
    elif site.field in ("where", "condition") and not isinstance(node, t.Logic | t.Literal):
        yield t.Literal(node.location, "yes")


@operator("drop-effect", "An effect is left out, or a side effect of a clause.")
def drop_effect(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Leave out one of several effects, all of an `if` or `each`, `by`, `else`, `counts`."""
    node = site.node
    if isinstance(node, t.Effect) and site.path and isinstance(site.path[-1], int):
        siblings = getattr(site.parent, site.field)
        if len(siblings) > 1 or isinstance(site.parent, t.If):
            yield GONE
    if isinstance(node, ct.Permit) and node.by is not None:
        yield replace(node, by=None)
    if isinstance(node, ct.Require) and node.otherwise is not None:
        yield replace(node, otherwise=None)
    if isinstance(node, ct.Require) and node.counts:
        yield replace(node, counts=False)


# ----------------------------------------------------------------------- turning over


@operator("negate", "A condition, or one part of it, is negated.")
def negate(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Add or remove `not`; swap `yes` and `no`, `=` and `!=`."""
    node = site.node
    if not site.condition or isinstance(node, t.Logic):
        return
    if isinstance(site.parent, t.Unary) and site.parent.word == "not":
        return  # removing the `not` is a change of its own
    if isinstance(node, t.Literal):
        yield replace(node, word="no" if node.word == "yes" else "yes")
    elif isinstance(node, t.Unary) and node.word == "not":
        yield node.value
    elif isinstance(node, t.Binary) and node.word in ("=", "!="):
        yield replace(node, word="=" if node.word == "!=" else "!=")
    else:
        yield t.Unary(node.location, "not", node)


@operator("shift-bound", "A number is one more or one less.")
def shift_bound(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Change every number by one, below zero too."""
    if isinstance(site.node, t.Number):
        for value in (site.node.value + 1, site.node.value - 1):
            made = t.Number(site.node.location, abs(value))
            yield made if value >= 0 else t.Unary(site.node.location, "-", made)
    elif isinstance(site.node, d.SupplyDeclaration):
        yield replace(site.node, count=site.node.count + 1)
        if site.node.count > 1:
            yield replace(site.node, count=site.node.count - 1)


COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


@operator("other-comparison", "A comparison includes its bound, or no longer does.")
def other_comparison(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Swap `<` and `<=`, `>` and `>=`."""
    if isinstance(site.node, t.Binary) and site.node.word in COMPARED:
        yield replace(site.node, word=COMPARED[site.node.word])


@operator("forbid-permit", "What was forbidden is permitted, or the reverse.")
def forbid_permit(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Swap permit and forbid; a permit in place of a forbid lifts all rules of the action."""
    node = site.node
    if isinstance(node, ct.Permit):
        yield ct.Forbid(node.location, node.action, node.where)
    elif isinstance(node, ct.Forbid):
        rules = vocabulary.rules.get(node.action, ())
        yield ct.Permit(node.location, node.action, rules, node.where, None)


@operator("may-must", "What is optional becomes mandatory, or the reverse.")
def may_must(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Swap `may skip` and `forbid skip`; change `if possible` and how steps may be skipped."""
    node = site.node
    if isinstance(node, ct.MaySkip):
        yield ct.ForbidSkip(node.location, node.step, node.where)
    elif isinstance(node, ct.ForbidSkip):
        yield ct.MaySkip(node.location, node.step, node.where)
    elif isinstance(node, ct.Require):
        yield ct.Forbid(node.location, node.action, t.Unary(node.location, "not", node.where))
    elif isinstance(node, ct.Next) and node.if_possible and node.step not in vocabulary.passing:
        yield replace(node, if_possible=False)
    elif isinstance(node, d.StepDeclaration) and node.chooser != "chance":
        yield replace(node, skip=not node.skip)
        if node.when_empty != "ask" and not node.skip:  # a step that may be skipped passes anyway
            other = "pass" if node.when_empty == "stuck" else "stuck"
            yield replace(node, when_empty=other)


# -------------------------------------------------------------------- other players and times

WHOSE = {"your": "opponent", "opponent": "your", "teammate": "your", "all": "your"}
PERSONS = {"you": "active", "active": "you", "chooser": "you", "actor": "you", "viewer": "you"}


@operator("other-owner", "Something is about another player.")
def other_owner(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Swap `your` and `opponent`, `you` and `active`; never compare a player with themselves."""
    node = site.node
    if isinstance(node, t.Owned) and node.whose != "all":
        yield replace(node, whose=WHOSE[node.whose])
    elif isinstance(node, t.Name) and node.name in PERSONS:
        made = replace(node, name=PERSONS[node.name])
        beside = site.parent
        if not isinstance(beside, t.Binary) or made not in (beside.left, beside.right):
            yield made
    elif isinstance(node, ct.At) and node.whose in ("your", "opponent", "teammate"):
        yield replace(node, whose=WHOSE[node.whose])


@operator("other-moment", "Something happens at another time, or is asked about another time.")
def other_moment(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Use a neighbouring moment, the other turn, first for last, or the other judging."""
    node = site.node
    if isinstance(node, ct.At) and node.moment in vocabulary.moments:
        index = vocabulary.moments.index(node.moment)
        for other in (index - 1, index + 1):
            if 0 <= other < len(vocabulary.moments):
                yield replace(node, moment=vocabulary.moments[other])
    elif isinstance(node, t.Event) and node.window != "game":
        yield replace(node, window="this turn" if "last" in node.window else "your last turn")
    elif isinstance(node, t.History) and node.word in ("last", "first"):
        yield replace(node, word="first" if node.word == "last" else "last")
    elif isinstance(node, d.StepDeclaration):
        yield replace(node, judge=not node.judge)
    elif isinstance(node, d.AttributeDeclaration):
        yield replace(node, lasts="turn" if node.lasts == "game" else "game")


@operator("other-scope", "Something is about more, or about fewer.")
def other_scope(site: Site, vocabulary: Vocabulary) -> Iterator[Any]:
    """Swap `all` and `your`, `some` and `every`; use any turn; leave out one of several names."""
    node = site.node
    if isinstance(node, t.Owned):
        yield replace(node, whose="your" if node.whose == "all" else "all")
    elif isinstance(node, t.SetSearch) and node.word in ("some", "every"):
        yield replace(node, word="every" if node.word == "some" else "some")
    elif isinstance(node, t.Binary) and node.word in ("except", "or_in"):
        yield node.left
        if node.word == "or_in":
            yield node.right
    elif isinstance(node, ct.At):
        route = isinstance(node.body, ct.Next) and node.moment in vocabulary.entering
        if not route:  # a way into a turn is asked only of the active player's own cards
            yield replace(node, whose="your" if node.whose == "any" else "any")
    elif isinstance(node, d.StepDeclaration) and node.filter and node.chooser != "chance":
        yield replace(node, filter=False)
    for name in ("kinds", "actions", "waiving"):
        named = getattr(node, name, ())
        for index in range(len(named)) if len(named) > 1 else ():
            yield replace(node, **{name: (*named[:index], *named[index + 1 :])})
