"""Which clauses take part in a choice: those that allow it, and those that act after it."""

from __future__ import annotations

import functools
from typing import Any, cast

from thesmos.compile.python.match import CompiledMatch
from thesmos.link.linked import LinkedGame
from thesmos.play.choice import Choice
from thesmos.play.protocols import Match, State

MATCHES = 100  # matches to keep compiled: many scenarios share a match-up


def counting(game: LinkedGame) -> CompiledMatch:
    """Return a backend that plays a match and counts clauses, so that it is compiled only once."""
    return CompiledMatch(game, counted=True)


_counting = functools.lru_cache(MATCHES)(counting)  # for matches that another backend plays


class DecidingClauses:
    """Replays the choices of one match, and counts the clauses that hold (compile/python/match.py).

    What is counted while the next decision's options are made is subtracted: those clauses decide
    what can be chosen then. Clauses that waive a rule for the choice come from its explanation.
    """

    def __init__(self, match: Match) -> None:
        game, backend = match.linked, cast(Any, getattr(match, "backend", None))
        itself = isinstance(backend, CompiledMatch) and backend.counts
        self._match: CompiledMatch = backend if itself else _counting(game)
        self._ids = [clause.id for _, clause in game.clauses]

    def of(self, state: State, choice: Choice, after: State) -> tuple[str, ...]:
        """Return the ids of the clauses in a choice; none for skipping and conceding."""
        match, counts = self._match, self._match.counts
        if choice.option is None:
            return ()
        before = [*counts]
        match.apply(state.vector, choice.option.code)
        applied = [*counts]
        match.options(after.vector)
        offered = (now - was for now, was in zip(counts, applied, strict=True))
        grown = (now - was for now, was in zip(applied, before, strict=True))
        counts_by_clause = zip(self._ids, grown, offered, strict=True)
        counted = [name for name, count, offering in counts_by_clause if count > offering]
        waiving = [finding.waived_by for finding in state.explain(choice.text) if finding.waived_by]
        return tuple(dict.fromkeys([*waiving, *counted]))
