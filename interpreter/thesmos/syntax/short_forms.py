"""Short forms of clauses: expand them, and find the short forms of clauses.

`on your turn where c: …` is `if active = you and c: …`. `may repeat A once where c: …` is

    on your turn where times(A) = 1:
      after A where c: next A
      may skip A
      …

and without `once` the condition is `did(A)`. The program never contains short forms, only their
expansions. `thesmos fmt` writes short forms wherever it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t

Make: TypeAlias = Callable[[Iterable[ct.Clause]], tuple[ct.Clause, ...]]

WHOSE = ("your", "teammate", "opponent")


def expanded(clause: ct.Clause) -> ct.Clause:
    """Return the expansion of a short form; any other clause is returned unchanged.

    The clauses inside it are not expanded.
    """
    match clause:
        case ct.OnTurn():
            condition = _joined(_turn(clause.whose, clause.location), clause.where)
            return ct.IfClause(clause.location, condition, clause.then, ())
        case ct.MayRepeat():
            at, step = clause.location, clause.step
            condition = _joined(_turn("your", at), _done(step, clause.once, at))
            follows = ct.After(at, (step,), False, clause.where, ct.Next(at, step, False))
            return ct.IfClause(
                at, condition, (follows, ct.MaySkip(at, step, None), *clause.then), ()
            )
        case _:
            return clause


def shortened(clauses: Iterable[ct.Clause]) -> tuple[ct.Clause, ...]:
    """Return clauses in their shortest forms, including those inside others."""
    return tuple(_repeat(_on_turn(_inside(clause, shortened))) for clause in clauses)


def fully_expanded(clauses: Iterable[ct.Clause]) -> tuple[ct.Clause, ...]:
    """Return clauses with all short forms expanded, including those inside others."""
    return tuple(_inside(expanded(clause), fully_expanded) for clause in clauses)


def _inside(clause: ct.Clause, make: Make) -> ct.Clause:
    """Return a clause with `make` applied to the clauses inside it."""
    match clause:
        case ct.IfClause():
            return replace(clause, then=make(clause.then), otherwise=make(clause.otherwise))
        case ct.OnTurn() | ct.MayRepeat():
            return replace(clause, then=make(clause.then))
        case _:
            return clause


def _on_turn(clause: ct.Clause) -> ct.Clause:
    """Return an `if` about whose turn it is in its short form; anything else unchanged."""
    if not isinstance(clause, ct.IfClause):
        return clause
    parts = _parts(clause.condition)
    candidates = (
        ct.OnTurn(clause.location, whose, _all_of(parts[1:]), clause.then)
        for whose in WHOSE
        if parts[0] == _turn(whose, clause.location)
    )
    return next((candidate for candidate in candidates if expanded(candidate) == clause), clause)


def _repeat(clause: ct.Clause) -> ct.Clause:
    """Return the permission to repeat a step in its short form; anything else unchanged."""
    match clause:
        case ct.OnTurn(then=(ct.After() as after, _, *rest)):
            candidates = (
                ct.MayRepeat(clause.location, after.actions[0], once, after.where, tuple(rest))
                for once in (True, False)
            )
            meant = expanded(clause)
            return next(
                (candidate for candidate in candidates if expanded(candidate) == meant), clause
            )
        case _:
            return clause


def _turn(whose: str, at: Location) -> t.Expr:
    """Return the condition that it is `whose` turn."""
    active = t.Name(at, "active")
    if whose == "your":
        return t.Binary(at, "=", active, t.Name(at, "you"))
    return t.Binary(at, "in", active, t.Owned(at, whose, "Players"))


def _done(action: str, once: bool, at: Location) -> t.Expr:
    """Return the condition that an action happened in this turn; with `once`, exactly once."""
    event = t.EventPattern((action,), None, None, None, "this turn", None)
    if not once:
        return t.Past(at, "did", event, None)
    return t.Binary(at, "=", t.Past(at, "times", event, None), t.Number(at, 1))


def _joined(first: t.Expr, where: t.Expr | None) -> t.Expr:
    """Return the condition that both hold, with all its parts side by side."""
    rest = () if where is None else _parts(where)
    return t.Logic(first.location, "and", (first, *rest)) if rest else first


def _parts(condition: t.Expr) -> tuple[t.Expr, ...]:
    """Return the conditions that a condition joins with `and`."""
    joins = isinstance(condition, t.Logic) and condition.word == "and"
    return condition.parts if joins and isinstance(condition, t.Logic) else (condition,)


def _all_of(parts: tuple[t.Expr, ...]) -> t.Expr | None:
    """Return the condition that all hold; None for no conditions."""
    if len(parts) > 1:
        return t.Logic(parts[0].location, "and", parts)
    return parts[0] if parts else None
