"""What reports show of questions about what a player sees, in every format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.record.recorder import setup_of
from thesmos.tools.alike_pairs import Pair, Surface, compared
from thesmos.tools.surfaces import told_apart
from thesmos_conform.cases.case import OBSERVE
from thesmos_conform.judging.answers import view_failure
from thesmos_conform.judging.result import CaseResult, SuiteRun
from thesmos_conform.protocol.messages import Answer, Hello, Place
from thesmos_conform.report.formats import FORMATS

LEVELS = (OBSERVE, "events")
WRONG = Answer(position={}, options=(), events=({"e": "nothing of the kind"},))


@dataclass(frozen=True)
class ReportSurface(Surface):
    """A `Surface`: reports about an implementation that answers all such questions wrongly.

    All questions are about one place: a report names the place of its question, and whoever asks it
    knows that.
    """

    name: str = "reports on views"

    def places(self, game: Game, match: Match, pairs: Sequence[Pair]) -> Sequence[str | None]:
        """Return which report shows something else for each pair."""
        place = Place(game.slug, dict(setup_of(match)))

        def shown(state: State, pair: Pair) -> Iterator[tuple[str, Any]]:
            yield from _reports(game, _results(place, state, pair))

        # One report on all pairs is made much faster than one on each.
        place_of_all = told_apart(
            *(_reports(game, _all(place, match, pairs, side)) for side in (0, 1))
        )
        return [None] * len(pairs) if place_of_all is None else [*compared(match, pairs, shown)]


def _all(place: Place, match: Match, pairs: Sequence[Pair], side: int) -> list[CaseResult]:
    """Return the results of all pairs, of the states on one side."""
    states = (State(match, tuple(pair.vectors[side])) for pair in pairs)
    both = zip(states, pairs, strict=True)
    return [result for state, pair in both for result in _results(place, state, pair)]


def _reports(game: Game, results: Sequence[CaseResult]) -> Iterator[tuple[str, str]]:
    """Yield a report on cases in each format, by the name of the format."""
    run = SuiteRun(Hello("wrong"), game.slug, "", "", LEVELS, "", 1, (*results,), rules=game)
    for name, report in FORMATS.items():
        yield f"a report as {name}", report(run)


def _results(place: Place, state: State, pair: Pair) -> list[CaseResult]:
    """Return the results of questions at a state, and after a choice of its pair."""
    results = [_result(place, None, state, pair.player)]
    if pair.code is not None:
        results += [_result(place, state, state.take(pair.code), pair.player)]
    return results


def _result(place: Place, before: State | None, state: State, viewer: int) -> CaseResult:
    """Return the result of a case that got the wrong answer."""
    failure = view_failure(place, before, state, viewer, WRONG, LEVELS)
    return CaseResult("case", "scenarios", "fail", failure=failure)


REPORTS = ReportSurface()
