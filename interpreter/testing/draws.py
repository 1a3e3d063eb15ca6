"""What Hypothesis draws: match-ups, states of random games."""

from __future__ import annotations

import functools
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from testing.walks import LONGEST, match_ups, reach
from thesmos.play.game import Game, load
from thesmos.play.match import Match
from thesmos.play.state import State

SIXTEEN = (
    "apollo", "artemis", "athena", "atlas", "castor-pollux", "charybdis", "circe", "demeter",
    "dionysus", "gaea", "hecate", "hephaestus", "hermes", "minotaur", "pan", "prometheus",
)  # fmt: skip
SEEDS = 6  # random games of each match-up that states are drawn from
seeds = st.integers(1, SEEDS)

# Every run draws the same: a failure on one machine is one on every machine.
few = settings(
    max_examples=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


@functools.cache
def santorini() -> Game:
    """The game with many powers, loaded once."""
    return load("santorini")


@functools.cache
def pook() -> Game:
    """The game of secrets and chance, loaded once."""
    return load("pook")


@functools.cache
def sampled_match_ups() -> list[tuple[str, str]]:
    """Pairs that may meet, in which every power is three times: few enough to be linked once."""
    left = dict.fromkeys(santorini().powers, 3)
    pairs = match_ups(santorini())
    Random(1).shuffle(pairs)
    chosen = []
    for pair in pairs:
        if max(left[slug] for slug in pair) > 0:
            chosen.append(pair)
            left.update({slug: left[slug] - 1 for slug in pair})
    return chosen


def matches() -> st.SearchStrategy[Match]:
    """Two powers that may meet, or none, in either seat; sometimes the game of secrets."""
    return st.deferred(_matches)  # the games are loaded when the first one is drawn


def _matches() -> st.SearchStrategy[Match]:
    pairs: list[tuple[str | None, str | None]] = [(None, None), *sampled_match_ups()]
    seated = st.tuples(st.sampled_from(pairs), st.booleans())
    powers = seated.map(lambda drawn: drawn[0][::-1] if drawn[1] else drawn[0])
    secret = st.integers(2, 4).map(lambda players: pook().match([None] * players))
    return st.one_of(powers.map(lambda pair: santorini().match(pair, any_match_up=True)), secret)


def states() -> st.SearchStrategy[State]:
    """States with a decision, of random games of drawn match-ups."""
    return st.builds(reach, matches(), seeds, st.integers(0, LONGEST))
