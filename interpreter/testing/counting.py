"""How often clauses hold, counted by generated code and in the semantics: they must agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from testing.reasons import GAME, SKIPS, option_of
from thesmos.compile.python.match import CompiledMatch
from thesmos.link.linked import LinkedGame
from thesmos.program import clauses as c
from thesmos.semantics import events, facts, hidden, judging, moments, options, play, routes, turns
from thesmos.semantics.frame import Frame
from thesmos.semantics.in_force import HeldClause, guards_hold, where_holds

ACTING = (
    c.After, c.AfterSkip, c.At, c.Before, c.ExtraTurn, c.End, c.Spent, c.Veto, c.Win,
    c.RouteAfter, c.RouteAfterSkip, c.RouteAt,
)  # fmt: skip


def compare_counts(game: LinkedGame, decisions: int, seed: int = 1) -> Counter[str]:
    """Play random games in both; return how often each clause held, by its id.

    Clauses that act are asked once each time, so their numbers must be equal. How often the others
    are asked is up to the compiler; they must have held in a game in both or in neither. Raises
    AssertionError at the first difference.
    """
    compiled, dice = CompiledMatch(game, counted=True), random.Random(seed)
    total: Counter[str] = Counter()
    with _counting(game) as counts:
        while decisions > 0:
            counts.clear()
            compiled.counts[:] = [0] * len(compiled.counts)
            decisions -= _play(compiled, decisions, dice)
            for number, (_, clause) in enumerate(game.clauses):
                semantics, made = counts[number], compiled.counts[number]
                if isinstance(clause, ACTING):
                    assert semantics == made, clause.id
                otherwise = isinstance(clause, c.Require) and clause.otherwise is not None
                if not (otherwise and not semantics):  # an `else` that acts is counted too
                    assert bool(semantics) == bool(made), clause.id
                total[clause.id] += made
    return total


def _play(compiled: CompiledMatch, limit: int, dice: random.Random) -> int:
    """Play a game in both, and return how many decisions were made."""
    vector, outcome = compiled.start(), play.start(compiled.game)
    last = min(limit, GAME)
    for made in range(last + 1):
        codes = compiled.options(vector)
        may_skip = compiled.may_skip(vector)
        if made == last or compiled.result(vector) is not None:
            return max(made, 1)
        if may_skip and (not codes or dice.random() < SKIPS):
            vector, outcome = compiled.skip(vector), play.skip(outcome.state, checked=False)
        elif codes:
            code = dice.choice(codes)
            option = option_of(compiled, code)
            vector = compiled.apply(vector, code)
            outcome = play.choose(outcome.state, option, checked=False)
        else:
            vector, outcome = compiled.concede(vector), play.concede(outcome.state)
    raise AssertionError


@contextmanager
def _counting(game: LinkedGame) -> Iterator[Counter[int]]:
    """Count which clauses the semantics finds to hold, by number."""
    counts: Counter[int] = Counter()

    def counted_where(held: HeldClause[Any], frame: Frame) -> bool:
        found = where_holds(held, frame)
        counts[game.clause_number(held.card, held.clause)] += found
        return found

    def counted(held: HeldClause[Any], frame: Frame) -> bool:
        return guards_hold(held, frame) and counted_where(held, frame)

    with ExitStack() as stack:
        for module in (events, facts, hidden, judging, moments, options, routes, turns):
            for name, made in (("where_holds", counted_where), ("applies", counted)):
                if hasattr(module, name):
                    stack.enter_context(patch.object(module, name, made))
        yield counts
