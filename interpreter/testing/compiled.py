"""Random games of one match in both worlds, which must agree at every decision.

The semantics plays with the registers, which are what generated code has, and not with the log:
whether these two agree is asked in semantics/agreement_test.py.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from testing.paired import PairedMatch
from thesmos.play.game import Game
from thesmos.play.match import Match

SKIPS, CONCEDES = 0.2, 0.002  # how often, where it is possible


def compare(match: Match, decisions: int, seed: int = 1) -> int:
    """Play random games of a match, and return how many decisions agreed.

    What is compared, see testing/paired.py. Raises WorldsDiffer at the first difference.
    """
    paired, rng, made = PairedMatch(match, logged=False), random.Random(seed), 0
    while made < decisions:
        state = paired.start()
        while state.result is None and made < decisions:
            made += 1
            chance, codes = rng.random(), state.codes
            if state.may_skip and (not codes or chance < SKIPS):
                state = state.skip()
            elif state.decision.player and (not codes or chance < CONCEDES):
                state = state.concede()
            elif codes:
                state = state.take(rng.choice(codes))
            else:  # chance has no outcome
                return made
    return made


def match_of(
    game: Game, powers: Sequence[str | None], setup: Mapping[str, object] | None = None
) -> Match:
    """A match-up, forbidden or not."""
    return game.match(powers, setup=setup, any_match_up=True)
