"""Mutants: a program with one of its nodes changed. They reach what no shipped game does.

A mutant needs not make sense, but is typed as the original is. Both worlds are made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from thesmos.program import clauses as c
from thesmos.program import declarations as d
from thesmos.program import effects as e
from thesmos.program import flow as fl
from thesmos.program import values as v
from thesmos.program.path import Path, find, put
from thesmos.program.types import FLAG

# What one word may be replaced by, so that the type of the node stays.
WORDS: tuple[tuple[type[Any], str, tuple[Any, ...]], ...] = (
    (v.Person, "word", ("you", "chooser", "actor", "active")),
    (v.Owned, "whose", ("your", "teammate", "opponent")),
    (v.Compare, "word", ("=", "!=")),
    (v.Compare, "word", ("<", "<=", ">", ">=")),
    (v.Arithmetic, "word", ("+", "-", "*", "/", "mod", "min", "max")),
    (v.Logic, "word", ("and", "or")),
    (v.Search, "word", ("some", "every", "no")),
    (v.Order, "word", ("most", "fewest")),
    (v.Fold, "word", ("sum", "min", "max")),
    (v.Along, "word", ("while", "until")),
    (v.SetOperation, "word", ("except", "union")),
    (v.BoardFunction, "function", ("adjacent", "wrapped")),
    (v.BoardFunction, "function", ("perimeter", "corner")),
    (v.BoardFunction, "function", ("row", "column")),
    (e.MoveCard, "word", ("take", "drop")),
    (e.MoveCard, "word", ("give", "share", "revoke")),
    (c.At, "whose", ("your", "teammate", "opponent", "any")),
    (c.RouteAt, "whose", ("your", "teammate", "opponent", "any")),
    (d.Step, "when_empty", ("stuck", "pass", "ask")),
    (d.Step, "chooser", ("active", "holder")),
    (c.Criterion, "word", ("most", "fewest")),
    (d.Attribute, "lasts", ("game", "turn")),
)
FLAGS: tuple[tuple[type[Any], str], ...] = (
    (v.Flag, "value"), (v.Exists, "negated"), (c.Require, "counts"), (c.Win, "instead"),
    (c.Route, "if_possible"), (d.Step, "filter"), (d.Step, "judge"), (d.Step, "skip"),
    (d.Step, "last"), (d.Action, "silent"), (d.Action, "public"), (d.Action, "secret"),
    (d.Attribute, "secret"),
)  # fmt: skip
OMITTED: tuple[tuple[type[Any], str, Any], ...] = (
    (c.Clause, "where", None), (c.Clause, "guards", ()), (c.Permit, "waives", ()),
    (c.Permit, "effects", ()), (c.Require, "otherwise", None), (c.Route, "next", None),
    (d.Step, "when_one", None), (d.Step, "then", None), (d.Step, "after_skip", None),
    (d.Action, "weight", None), (d.MatchUp, "first", None), (v.EventPattern, "condition", None),
    (v.Spread, "condition", None),
)  # fmt: skip
LISTED: tuple[tuple[type[Any], str], ...] = (
    (c.Clause, "effects"), (d.Action, "effects"), (d.Action, "rules"), (e.If, "then"),
    (e.If, "otherwise"), (e.Each, "effects"), (e.While, "effects"), (d.Card, "clauses"),
    (d.GameProgram, "turn"), (d.GameProgram, "setup"), (d.Mode, "setup"), (c.End, "criteria"),
)  # fmt: skip
UNTOUCHED = ("location", "type", "notations", "suggested", "shows")  # what is shown means nothing


@dataclass(frozen=True)
class ProgramMutant:
    """One change. construct: the class of the node. operator: what was done to it."""

    path: Path
    construct: str
    operator: str
    new: Any


def mutants_of(program: d.GameProgram) -> Iterator[ProgramMutant]:
    """Every change to a program."""
    for path, node in sites(program):
        for operator, new in changes(path, node, program):
            if operator != "none" or _may_be_none(path, program):
                yield ProgramMutant(path, type(node).__name__, operator, new)
        for part, new in shortened(node):
            yield ProgramMutant(path, type(part).__name__, "left out", new)


def _may_be_none(path: Path, program: d.GameProgram) -> bool:
    """Whether a value can be none where it stands: not if it is assigned to what can't be."""
    around = find(program, path[:-1]) if path[-1:] == ("value",) else None
    return not isinstance(around, e.Assign) or around.word != ":=" or around.target.type.none


def mutated(program: d.GameProgram, mutant: ProgramMutant) -> d.GameProgram:
    """The program with a change."""
    made: d.GameProgram = put(program, mutant.path, mutant.new)
    return made


def card_of(mutant: ProgramMutant) -> str:
    """The slug of the card that is changed; empty for the game."""
    return str(mutant.path[1]) if mutant.path[:1] == ("cards",) else ""


# ---------------------------------------------------------------------------- places


def sites(part: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every dataclass inside a part of a program, and how to get there."""
    if is_dataclass(part) and type(part).__module__.startswith("thesmos.program"):
        yield path, part
        for each in fields(part):
            if each.name not in UNTOUCHED:
                yield from sites(getattr(part, each.name), (*path, each.name))
    elif isinstance(part, tuple):
        for index, one in enumerate(part):
            yield from sites(one, (*path, index))
    elif isinstance(part, dict):
        for key, one in part.items():
            yield from sites(one, (*path, key))


# --------------------------------------------------------------------------- changes


def changes(path: Path, node: Any, program: d.GameProgram) -> Iterator[tuple[str, Any]]:
    """What a node may be replaced by, and the name of the operator."""
    if isinstance(node, v.Person) and "query" in path:
        return  # a condition on an event can name its actor only
    for operator in (_words, _flags, _omitted, _numbers, _declared, _special, _other_clauses):
        for new in operator(node):
            if not isinstance(new, c.Cancel) or _can_cancel(program):
                yield operator.__name__.strip("_"), new
    if isinstance(node, c.At | c.RouteAt):
        for moment in program.moments:
            if moment != node.moment:
                yield "moment", replace(node, moment=moment)
    written = path[-1:] == ("target",) or path[-2:] == ("target", "of")
    if isinstance(node, v.Value) and not written:
        yield from _of_type(node)


def _words(node: Any) -> Iterator[Any]:
    for kind, field, words in WORDS:
        if isinstance(node, kind) and getattr(node, field) in words:
            for word in words:
                if word != getattr(node, field):
                    yield replace(node, **{field: word})


def _flags(node: Any) -> Iterator[Any]:
    for kind, field in FLAGS:
        if isinstance(node, kind):
            yield replace(node, **{field: not getattr(node, field)})


def _omitted(node: Any) -> Iterator[Any]:
    for kind, field, nothing in OMITTED:
        if isinstance(node, kind) and getattr(node, field) != nothing:
            yield replace(node, **{field: nothing})


def shortened(node: Any) -> Iterator[tuple[Any, Any]]:
    """Each of several parts that can be left out, and what is left."""
    for kind, name in LISTED:
        parts = getattr(node, name, ()) if isinstance(node, kind) else ()
        for index, part in enumerate(parts):
            if not isinstance(part, e.Let):  # what follows needs its name
                yield part, replace(node, **{name: (*parts[:index], *parts[index + 1 :])})


def _numbers(node: Any) -> Iterator[Any]:
    if isinstance(node, v.Number):
        yield replace(node, value=node.value + 1)
        yield replace(node, value=node.value - 1)
    if isinstance(node, d.Supply):
        yield replace(node, count=node.count + 1)


def _declared(node: Any) -> Iterator[Any]:
    """Other boards, modes and games, as far as their parts go on fitting."""
    if isinstance(node, d.Board):
        yield replace(node, adjacent={4: 8, 6: 4, 8: 4}[node.adjacent])
    elif isinstance(node, d.Mode):
        yield replace(node, first=node.first % len(node.sides) + 1)
        yield replace(node, sides=node.sides[::-1])
    elif isinstance(node, d.GameProgram):
        yield replace(node, stages=node.stages[::-1])
    elif isinstance(node, d.Card):
        yield replace(node, clauses=node.clauses[::-1])


def _special(node: Any) -> Iterator[Any]:
    """Changes that only one class allows."""
    if isinstance(node, v.IfElse | e.If):
        swapped: dict[str, Any] = {"then": node.otherwise, "otherwise": node.then}
        yield replace(node, **swapped)
    elif isinstance(node, v.Binder):
        yield replace(node, condition=None)
    elif isinstance(node, v.Compare):
        yield replace(node, left=node.right, right=node.left)
    elif isinstance(node, v.Past):
        yield from _other_questions(node)
    elif isinstance(node, v.AllOf) and node.type.base == "piece":
        yield v.OnBoard(node.type.name, location=node.location, type=node.type)
    elif isinstance(node, v.OnBoard):
        yield v.AllOf(location=node.location, type=node.type)
    elif isinstance(node, e.Assign) and node.target.type.base == "int":
        for word in (":=", "+=", "-=") if not node.target.type.many else ():
            if word != node.word:
                yield replace(node, word=word)


def _can_cancel(program: d.GameProgram) -> bool:
    """Whether a turn can be taken back; `check` refuses to cancel in other games."""
    return any(isinstance(one, fl.Rewind) for one in program.turn)


def _other_clauses(node: Any) -> Iterator[c.Clause]:
    """Clauses of another class about the same action or step."""
    if isinstance(node, c.Forbid):
        yield c.Permit(node.action, (), (), **_head(node))
    elif isinstance(node, c.Permit):
        yield c.Forbid(node.action, **_head(node))
        yield c.Require(node.action, None, False, **_head(node))
    elif isinstance(node, c.MaySkip):
        yield c.ForbidSkip(node.step, **_head(node))
    elif isinstance(node, c.After):
        yield c.Before(node.action, node.effects, **_head(node))
        yield c.Cancel(node.action, **_head(node))
    elif isinstance(node, c.Before):
        yield c.After(node.action, node.effects, **_head(node))
    elif isinstance(node, c.RouteAfterSkip):
        yield c.AfterSkip(node.step, (e.Counts(location=node.location),), **_head(node))


def _other_questions(node: v.Past) -> Iterator[v.Past]:
    query = node.query
    if query.question in ("last", "first"):
        other = "first" if query.question == "last" else "last"
        yield replace(node, query=replace(query, question=other))  # type: ignore[arg-type]  # one
    if query.owner == "player":
        yield replace(node, query=replace(query, whole_game=not query.whole_game))
    if any(event.condition is not None for event in query.events):
        events = tuple(replace(event, condition=None) for event in query.events)
        yield replace(node, query=replace(query, events=events))


def _head(node: c.Clause) -> dict[str, Any]:
    """What all clauses have."""
    names = ("id", "card", "heading", "guards", "where", "location")
    return {name: getattr(node, name) for name in names}


def _of_type(node: v.Value) -> Iterator[tuple[str, v.Value]]:
    """What any value may be replaced by: its opposite, none, the next number, the empty set."""
    if node.type.many:
        yield (
            "emptied",
            v.SetOperation("except", node, node, location=node.location, type=node.type),
        )
    elif node.type.base == "flag":
        yield "opposite", v.Not(node, location=node.location, type=FLAG)
    elif node.type.base == "int":
        one = v.Number(1, location=node.location, type=node.type)
        yield "one more", v.Arithmetic("+", node, one, location=node.location, type=node.type)
    if not node.type.many:
        yield "none", v.Nothing(location=node.location, type=node.type.optional())
