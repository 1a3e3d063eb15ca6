"""The clauses that a game meets: those that hold in it, and the rules of what it offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from thesmos.compile.python.match import CompiledMatch
from thesmos.link.linked import LinkedGame
from thesmos.play.backend import Backend
from thesmos.play.match import Match
from thesmos.play.state import State

READ = 40  # options of one decision whose action is looked up, about


def counting(game: LinkedGame) -> Backend:
    """Return a backend that counts the clauses that hold."""
    return CompiledMatch(game, counted=True)


def met_clauses(match: Match, states: Iterable[State]) -> frozenset[str]:
    """Return the ids of the clauses that held since the last call, with those of what was offered.

    match: played by the backend of `counting`; its counters begin again.
    states: of the game played in it since then. Each option stands for its action and all rules of
    that action, which decided that it was on offer.
    """
    backend = cast(CompiledMatch, match.backend)
    clauses = [clause.id for _, clause in match.linked.clauses]
    held = {id for id, count in zip(clauses, backend.counts, strict=True) if count}
    backend.counts[:] = [0] * len(backend.counts)
    return frozenset({*held, *_of_options(match, states)})


def _of_options(match: Match, states: Iterable[State]) -> Iterator[str]:
    option = match.backend.codes.option
    actions = {
        option(code)[0]
        for state in states
        for code in (*state.codes[:: max(1, len(state.codes) // READ)], *state.codes[-1:])
    }
    for name in actions:
        yield str(name)
        yield from (f"{name}.{rule.name}" for rule in match.linked.actions[name].rules)
