"""Random games to ask about: which match-up, and which choices.

A uniform game is short: somebody wins early, and what needs a full board never comes up. So a
choice that ends the game is mostly taken back. Pairs of powers that no scenario covers come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from thesmos.engine.rng import Rng
from thesmos.play.game import Game
from thesmos.play.match_ups import Seating
from thesmos.play.protocols import Match, State
from thesmos.play.random_play import pick, take
from thesmos_conform.cases.played_cases import DECISIONS, claimed_match_ups
from thesmos_conform.protocol.messages import Claim

AGAIN = 4  # how often an ending is taken back, at most
NEW_FIRST = 3  # of four games, those that try a pair which no scenario covers

Pair = frozenset[str]


@dataclass(frozen=True)
class MatchUpPool:
    """The match-ups to choose from: those with a pair that no scenario covers, and all."""

    new: tuple[Seating, ...]
    all: tuple[Seating, ...]

    def draw(self, dice: Rng) -> Seating:
        """A match-up."""
        seats = self.new if self.new and dice.below(NEW_FIRST + 1) else self.all
        return seats[dice.below(len(seats))]


def match_ups(game: Game, claims: Sequence[Claim], powers: Sequence[str | None]) -> list[Seating]:
    """The match-ups that every adapter claims, those with a player without a power among them.

    powers: if any are given, the one match-up of these players.
    """
    if powers:
        return [Seating(tuple(powers), game.mode(None, len(powers)).slug)]
    first, *others = ([*_with_none(claimed_match_ups(game, claim))] for claim in claims)
    return [one for one in dict.fromkeys(first) if all(one in other for other in others)]


def _with_none(seatings: Iterable[Seating]) -> Iterator[Seating]:
    """These match-ups, and each of their powers where nobody else has one."""
    for one in seatings:
        yield one
        seats = range(len(one.powers))
        for power in filter(None, one.powers):
            for seat in seats:
                yield replace(one, powers=tuple(power if at == seat else None for at in seats))


def table(seatings: Iterable[Seating], covered: Iterable[Sequence[str | None]]) -> MatchUpPool:
    """The match-ups, sorted by whether scenarios cover their pairs.

    covered: the powers in play together, of each scenario.
    """
    met = {pair for powers in covered for pair in pairs(powers)}
    every = tuple(seatings)
    new = tuple(s for s in every if any(pair not in met for pair in pairs(s.powers)))
    return MatchUpPool(new, every)


def pairs(powers: Sequence[str | None]) -> list[Pair]:
    """The pairs of powers in play."""
    held = sorted({power for power in powers if power})
    return [frozenset(pair) for pair in combinations(held, 2)]


def choices(match: Match, dice: Rng, length: int = DECISIONS) -> tuple[str, ...]:
    """The choices of a random game from its set-up, outcomes of chance among them."""
    state = match.start(dice.below(1 << 30))
    made: list[str] = []
    while state.decision is not None and len(made) < length:
        text, state = _choose(state, dice)
        made.append(text)
    return tuple(made)


def _choose(state: State, dice: Rng) -> tuple[str, State]:
    """A random choice; one that ends the game is mostly taken back for another."""
    for _ in range(1 + dice.below(AGAIN)):
        choice = pick(state, dice)
        after = take(state, choice)
        if after.result is None:
            break
    return choice.text, after
