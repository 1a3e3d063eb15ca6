"""Random games to ask about: the match-up and the choices.

Games of uniformly random choices are short: some player wins early, and nothing that needs a full
board ever happens. So a choice that ends the game is usually replaced. Pairs of powers that no
scenario covers come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from thesmos.play.choice import take
from thesmos.play.game import Game
from thesmos.play.match_ups import Seating, is_allowed
from thesmos.play.protocols import Match, State
from thesmos.play.random_play import pick
from thesmos.play.rng import Rng
from thesmos_conform.cases.played_cases import DECISIONS, claimed_match_ups
from thesmos_conform.protocol.messages import Claim

AGAIN = 4  # choices to draw, at most, until one does not end the game
NEW_FIRST = 3  # of four games, those with a pair that no scenario covers

Pair = frozenset[str]


@dataclass(frozen=True)
class MatchUpPool:
    """The match-ups to choose from: those with a pair that no scenario covers, and all of them."""

    new: tuple[Seating, ...]
    all: tuple[Seating, ...]

    def draw(self, dice: Rng) -> Seating:
        """A random match-up."""
        seats = self.new if self.new and dice.below(NEW_FIRST + 1) else self.all
        return seats[dice.below(len(seats))]


def match_ups(game: Game, claims: Sequence[Claim]) -> list[Seating]:
    """The match-ups that every adapter claims, including those with only one power."""
    first, *others = ([*_with_none(game, claimed_match_ups(game, claim))] for claim in claims)
    return [one for one in dict.fromkeys(first) if all(one in other for other in others)]


def _with_none(game: Game, seatings: Iterable[Seating]) -> Iterator[Seating]:
    """These match-ups, and the allowed ones in which only one of their powers takes part."""
    for one in seatings:
        yield one
        seats = range(len(one.powers))
        for power in filter(None, one.powers):
            for seat in seats:
                alone = tuple(power if at == seat else None for at in seats)
                tries = [Seating(alone, one.mode), replace(one, powers=alone)]
                yield from [seating for seating in tries if is_allowed(game, seating)][:1]


def match_up_pool(
    seatings: Iterable[Seating], covered: Iterable[Sequence[str | None]]
) -> MatchUpPool:
    """The match-ups, with those apart whose pairs no scenario covers.

    covered: the powers that are in play together, for each scenario.
    """
    met = {pair for powers in covered for pair in pairs(powers)}
    every = tuple(seatings)
    new = tuple(s for s in every if any(pair not in met for pair in pairs(s.powers)))
    return MatchUpPool(new, every)


def pairs(powers: Sequence[str | None]) -> list[Pair]:
    """The pairs of powers that are in play."""
    held = sorted({power for power in powers if power})
    return [frozenset(pair) for pair in combinations(held, 2)]


def choices(match: Match, dice: Rng, length: int = DECISIONS) -> tuple[str, ...]:
    """The choices of a random game from its set-up, including the outcomes of chance."""
    state = match.start(dice.below(1 << 30))
    made: list[str] = []
    while state.decision is not None and len(made) < length:
        text, state = _choose(state, dice)
        made.append(text)
    return tuple(made)


def _choose(state: State, dice: Rng) -> tuple[str, State]:
    """A random choice; one that ends the game is usually replaced by another."""
    for _ in range(1 + dice.below(AGAIN)):
        choice = pick(state, dice)
        after = take(state, choice)
        if after.result is None:
            break
    return choice.text, after
