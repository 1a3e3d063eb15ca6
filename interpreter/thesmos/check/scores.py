"""Type the scores of a game, and check the grounds by which players are ranked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from thesmos.check.expressions import type_as
from thesmos.check.presence import may_be_none
from thesmos.check.scope import Scope
from thesmos.diagnostics import Diagnostic
from thesmos.program.clauses import End, Win
from thesmos.program.declarations import Card, Score
from thesmos.program.types import INT
from thesmos.syntax import documents as d

LOSSES = ("blocked", "stuck", "last standing")  # reasons of results after a loss


def type_scores(written: Sequence[d.ScoreDeclaration], scope: Scope) -> tuple[Score, ...]:
    """Return the meaning of the scores. Errors are reported to the scope."""
    made = []
    for each in written:
        value = type_as(each.value, INT, scope.plain(), "a score")
        if may_be_none(value):
            text = f"the score `{each.name}` may be none"
            hint = "a score must always be a number: write `X if X exists else 0`"
            scope.report("E322", text, each.value.location, hint)
        made.append(Score(each.name, value, location=each.location))
    return tuple(made)


def check_rankings(
    base: Card, modes: Iterable[Card], powers: Iterable[Card]
) -> Iterator[Diagnostic]:
    """Yield an error for each ground of a ranking that has another use too.

    A result names only its ground, which must tell how the players are ranked.
    """
    texts = (base, *modes)
    grounds = [one for card in texts for one in card.clauses if isinstance(one, (Win, End))]
    others = [card.reason for card in powers]
    hint = "give each ranking a name of its own"
    for clause in grounds:
        if isinstance(clause, End) and clause.criteria:
            names = [each.ground for each in grounds if each is not clause] + others
            if clause.ground in LOSSES:
                text = f"`{clause.ground}` is a reason that results give for a loss"
                yield Diagnostic("E349", text, clause.location, "give the ranking another name")
            elif clause.ground in names:
                text = f"a result by `{clause.ground}` would not say how the players are ranked"
                yield Diagnostic("E349", text, clause.location, hint)
    for card in powers:
        for one in card.clauses:
            if isinstance(one, End) and one.criteria:
                text = "only the game itself, or a mode, can rank the players"
                yield Diagnostic("E349", text, one.location, "write `win` with those who win")
