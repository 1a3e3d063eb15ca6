"""The ways in which a spec is changed: each an id, a sentence and a function.

A function gets a site of a unit and gives what could stand there instead. What it gives need not
make sense: a change that does not pass the checks is discarded and counted.
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
class Words:
    """What a change may draw on.

    moments: the game's. entering: those of them that lead into a step of the flow. rules: of each
    action. passing: the steps that pass when they are empty.
    """

    moments: tuple[str, ...]
    entering: frozenset[str]
    rules: dict[str, tuple[str, ...]]
    passing: frozenset[str]


Change = Callable[[Site, Words], Iterator[Any]]


@dataclass(frozen=True)
class Operator:
    """A way to change a spec. sentence: what it does, for readers of a report."""

    id: str
    sentence: str
    change: Change


OPERATORS: dict[str, Operator] = {}
GONE = "gone"  # instead of a node: nothing


def operator(id: str, sentence: str) -> Callable[[Change], Change]:
    """Enters a function into the table."""

    def enter(change: Change) -> Change:
        OPERATORS[id] = Operator(id, sentence, change)
        return change

    return enter


# ------------------------------------------------------------------------ things left out


@operator("drop-clause", "A clause, a rule or an instruction of the flow is left out.")
def drop_clause(site: Site, words: Words) -> Iterator[Any]:
    """A clause stays where it is, never in force, so that those after it keep their numbers."""
    node = site.node
    if isinstance(node, ct.Clause) and not isinstance(node, ct.IfClause):
        yield ct.IfClause(node.location, t.Literal(node.location, "no"), (node,), ())
    elif isinstance(node, d.RuleDeclaration):
        yield replace(node, expr=t.Literal(node.location, "yes"))
    elif isinstance(node, tuple):
        yield GONE


@operator("drop-condition", "A condition is left out, or one part of an `and` or `or`.")
def drop_condition(site: Site, words: Words) -> Iterator[Any]:
    """One part of several; a condition that stands alone; the other road of an `if … else`."""
    node = site.node
    if site.condition and isinstance(node, t.Logic):
        for index in range(len(node.parts)):
            kept = (*node.parts[:index], *node.parts[index + 1 :])
            yield replace(node, parts=kept) if len(kept) > 1 else kept[0]
    elif site.field in ("where", "condition") and not isinstance(node, t.Logic | t.Literal):
        yield t.Literal(node.location, "yes")


@operator("drop-effect", "An effect is left out, or what a clause does besides.")
def drop_effect(site: Site, words: Words) -> Iterator[Any]:
    """One of several effects, all that an `if` or `each` does; `by`, `else` and `counts`."""
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


# ----------------------------------------------------------------------- things turned over


@operator("negate", "A condition, or one part of it, says the opposite.")
def negate(site: Site, words: Words) -> Iterator[Any]:
    """`not` before each part of an `and` or `or`; away where it stands; `yes` for `no`."""
    node = site.node
    if not site.condition or isinstance(node, t.Logic):
        return
    if isinstance(site.parent, t.Unary) and site.parent.word == "not":
        return  # the `not` itself has been taken away already
    if isinstance(node, t.Literal):
        yield replace(node, word="no" if node.word == "yes" else "yes")
    elif isinstance(node, t.Unary) and node.word == "not":
        yield node.value
    elif isinstance(node, t.Binary) and node.word in ("=", "!="):
        yield replace(node, word="=" if node.word == "!=" else "!=")
    else:
        yield t.Unary(node.location, "not", node)


@operator("shift-bound", "A number is one more or one less.")
def shift_bound(site: Site, words: Words) -> Iterator[Any]:
    """Every number that is written, below zero too."""
    if isinstance(site.node, t.Number):
        for value in (site.node.value + 1, site.node.value - 1):
            made = t.Number(site.node.location, abs(value))
            yield made if value >= 0 else t.Unary(site.node.location, "-", made)
    elif isinstance(site.node, d.SupplyDeclaration):
        yield replace(site.node, count=site.node.count + 1)
        if site.node.count > 1:
            yield replace(site.node, count=site.node.count - 1)


COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


@operator("other-comparison", "A comparison takes in its bound, or no longer does.")
def other_comparison(site: Site, words: Words) -> Iterator[Any]:
    """`<` for `<=`, `>` for `>=`, and the other way round."""
    if isinstance(site.node, t.Binary) and site.node.word in COMPARED:
        yield replace(site.node, word=COMPARED[site.node.word])


@operator("forbid-permit", "What was forbidden is permitted, what was permitted forbidden.")
def forbid_permit(site: Site, words: Words) -> Iterator[Any]:
    """A permit in place of a forbid lifts all rules of the action."""
    node = site.node
    if isinstance(node, ct.Permit):
        yield ct.Forbid(node.location, node.action, node.where)
    elif isinstance(node, ct.Forbid):
        rules = words.rules.get(node.action, ())
        yield ct.Permit(node.location, node.action, rules, node.where, None)


@operator("may-must", "What may be done must be done, what must be done may be left.")
def may_must(site: Site, words: Words) -> Iterator[Any]:
    """`may skip`, `forbid skip`, `if possible`, what a step says of skipping and of no option."""
    node = site.node
    if isinstance(node, ct.MaySkip):
        yield ct.ForbidSkip(node.location, node.step, node.where)
    elif isinstance(node, ct.ForbidSkip):
        yield ct.MaySkip(node.location, node.step, node.where)
    elif isinstance(node, ct.Require):
        yield ct.Forbid(node.location, node.action, t.Unary(node.location, "not", node.where))
    elif isinstance(node, ct.Next) and node.if_possible and node.step not in words.passing:
        yield replace(node, if_possible=False)
    elif isinstance(node, d.StepDeclaration) and node.chooser != "chance":
        yield replace(node, skip=not node.skip)
        if node.when_empty != "ask" and not node.skip:  # one that may be skipped passes anyway
            other = "pass" if node.when_empty == "stuck" else "stuck"
            yield replace(node, when_empty=other)


# -------------------------------------------------------------------- of somebody, some time

WHOSE = {"your": "opponent", "opponent": "your", "teammate": "your", "all": "your"}
PERSONS = {"you": "active", "active": "you", "chooser": "you", "actor": "you", "viewer": "you"}


@operator("other-owner", "Something is said of somebody else.")
def other_owner(site: Site, words: Words) -> Iterator[Any]:
    """`your` and `opponent`, `you` and `active`; a person is never compared with himself."""
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
def other_moment(site: Site, words: Words) -> Iterator[Any]:
    """Neighbours among the moments, this turn and the last one, first and last, judged or not."""
    node = site.node
    if isinstance(node, ct.At) and node.moment in words.moments:
        index = words.moments.index(node.moment)
        for other in (index - 1, index + 1):
            if 0 <= other < len(words.moments):
                yield replace(node, moment=words.moments[other])
    elif isinstance(node, t.Event) and node.window != "game":
        yield replace(node, window="this turn" if "last" in node.window else "your last turn")
    elif isinstance(node, t.History) and node.word in ("last", "first"):
        yield replace(node, word="first" if node.word == "last" else "last")
    elif isinstance(node, d.StepDeclaration):
        yield replace(node, judge=not node.judge)
    elif isinstance(node, d.AttributeDeclaration):
        yield replace(node, lasts="turn" if node.lasts == "game" else "game")


@operator("other-scope", "Something is said of more, or of fewer.")
def other_scope(site: Site, words: Words) -> Iterator[Any]:
    """`all` and `your`, `some` and `every`, any turn; one of several names left out."""
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
        route = isinstance(node.body, ct.Next) and node.moment in words.entering
        if not route:  # the way into a turn is asked of the active player's own cards alone
            yield replace(node, whose="your" if node.whose == "any" else "any")
    elif isinstance(node, d.StepDeclaration) and node.filter and node.chooser != "chance":
        yield replace(node, filter=False)
    for name in ("kinds", "actions", "waiving"):
        named = getattr(node, name, ())
        for index in range(len(named)) if len(named) > 1 else ():
            yield replace(node, **{name: (*named[:index], *named[index + 1 :])})
