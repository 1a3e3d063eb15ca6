"""Check the grounds by which players are ranked, and that each has a score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thesmos.check.analyses.presence import may_be_none
from thesmos.diagnostics import Diagnostic
from thesmos.program.clauses import End, Win
from thesmos.program.declarations import Card

LOSSES = ("blocked", "stuck", "last standing")  # reasons of results after a loss


def check_scores(base: Card) -> Iterator[Diagnostic]:
    """Yield an error for each score that may be none.

    base: the game's own text.
    """
    for score in base.scores:
        if may_be_none(score.value):
            text = f"the score `{score.name}` may be none"
            hint = "a score must always be a number: write `X if X exists else 0`"
            yield Diagnostic("E322", text, score.value.location, hint)


def check_rankings(
    base: Card, modes: Iterable[Card], powers: Iterable[Card]
) -> Iterator[Diagnostic]:
    """Yield an error for each ground of a ranking that has another use too.

    A result names only its ground, which must tell how the players are ranked.
    """
    texts = (base, *modes)
    grounds = [
        clause for card in texts for clause in card.clauses if isinstance(clause, (Win, End))
    ]
    reasons = [card.reason for card in powers]
    hint = "give each ranking a name of its own"
    for clause in grounds:
        if isinstance(clause, End) and clause.criteria:
            names = [other.ground for other in grounds if other is not clause] + reasons
            if clause.ground in LOSSES:
                text = f"`{clause.ground}` is a reason that results give for a loss"
                yield Diagnostic("E349", text, clause.location, "give the ranking another name")
            elif clause.ground in names:
                text = f"a result by `{clause.ground}` would not say how the players are ranked"
                yield Diagnostic("E349", text, clause.location, hint)
    for card in powers:
        for ending in card.clauses:
            if isinstance(ending, End) and ending.criteria:
                text = "only the game itself, or a mode, can rank the players"
                yield Diagnostic("E349", text, ending.location, "write `win` with those who win")
