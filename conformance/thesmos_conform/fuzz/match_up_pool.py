"""Which match-ups to play: pairs of powers that no scenario covers come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from thesmos.dice import Rng
from thesmos.play.game import Game
from thesmos.play.match_ups import Seating, is_allowed
from thesmos_conform.cases.case import powers_of
from thesmos_conform.cases.played_cases import claimed_match_ups
from thesmos_conform.judging.result import LEFT_OUT, UNSUPPORTED
from thesmos_conform.protocol.messages import Claim
from thesmos_conform.reference.exclusions import why_left_out
from thesmos_conform.runner.selection import unclaimed

NEW_FIRST = 3  # of this many games and one more, those with a pair that no scenario covers

Pair = frozenset[str]


@dataclass(frozen=True)
class MatchUpPool:
    """The match-ups to choose from. new: those with a pair that no scenario covers."""

    new: tuple[Seating, ...]
    all: tuple[Seating, ...]

    def draw(self, dice: Rng) -> Seating:
        """Return a random match-up."""
        seats = self.new if self.new and dice.below(NEW_FIRST + 1) else self.all
        return seats[dice.below(len(seats))]


def match_ups(game: Game, claims: Sequence[Claim]) -> list[Seating]:
    """Return the match-ups that every adapter claims, including those with only one power."""
    first, *others = ([*_with_none(game, claimed_match_ups(game, claim))] for claim in claims)
    return [
        seating for seating in dict.fromkeys(first) if all(seating in other for other in others)
    ]


def _with_none(game: Game, seatings: Iterable[Seating]) -> Iterator[Seating]:
    """Yield these match-ups, and the allowed ones with only one of their powers."""
    for seating in seatings:
        yield seating
        seats = range(len(seating.powers))
        for power in filter(None, seating.powers):
            for seat in seats:
                alone = tuple(power if at == seat else None for at in seats)
                bare = replace(seating, powers=alone, setup=())
                tries = [bare, replace(seating, powers=alone)]
                yield from [smaller for smaller in tries if is_allowed(game, smaller)][:1]


def why_not_claimed(game: Game, seating: Seating, claim: Claim) -> tuple[str, str] | None:
    """Return the status of a match-up that a claim does not cover, and why; None if it does."""
    options = dict(seating.options)
    setup = dict(seating.setup)
    match = game.match(seating.powers, seating.mode, options, setup, any_match_up=True)
    if lacks := unclaimed(seating.mode, powers_of(game, match), claim, game, options):
        return UNSUPPORTED, lacks
    named = {*seating.powers, *setup.values()}
    reason = why_left_out(claim, named, seating.mode, options)
    return (LEFT_OUT, reason) if reason else None


def match_up_pool(
    seatings: Iterable[Seating], covered: Iterable[Sequence[str | None]]
) -> MatchUpPool:
    """Return a pool of the match-ups.

    covered: the powers that are in play together, for each scenario.
    """
    met = {pair for powers in covered for pair in pairs(powers)}
    every = tuple(seatings)
    new = tuple(s for s in every if any(pair not in met for pair in pairs(s.powers)))
    return MatchUpPool(new, every)


def pairs(powers: Sequence[str | None]) -> list[Pair]:
    """Return the pairs of powers that are in play."""
    held = sorted({power for power in powers if power})
    return [frozenset(pair) for pair in combinations(held, 2)]
