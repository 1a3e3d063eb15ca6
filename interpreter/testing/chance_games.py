"""Match-ups in which chance decides: together they have every step of chance of a shipped game."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from thesmos.dice import Rng
from thesmos.play.backend import Vector
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.random_play import play

MOST_SEEDS, LIMIT = 40, 600  # games that are played until each step was pending; their decisions


@dataclass(frozen=True)
class ChanceGame:
    """A match-up. options: of the game, by name."""

    game: str
    powers: tuple[str | None, ...] = (None, None)
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join((self.game, *(power or "none" for power in self.powers)))

    def match(self) -> Match:
        """Return the match."""
        return load(self.game).match(self.powers, None, dict(self.options))


CHANCE_GAMES = (
    ChanceGame("backgammon"),
    ChanceGame("german-whist"),
    ChanceGame("love-letter", (None,) * 3),
    ChanceGame("off-the-rails", (None,)),
    ChanceGame("off-the-rails", (None,) * 4, (("chasm_die", "yes"), ("length", "long"))),
    ChanceGame("onitama"),
    ChanceGame("pook", (None,) * 3),
    ChanceGame("santorini", ("tyche", "chaos")),
    ChanceGame("santorini/draft", (None, None), (("advanced", "yes"),)),
    ChanceGame("seven-wonders-duel"),
    ChanceGame("seven-wonders-duel+agora"),
)


def steps_of_chance(match: Match) -> dict[int, str]:
    """Return the numbers and names of the steps in which chance decides."""
    steps = enumerate(match.linked.steps)
    return {number: str(step.name) for number, step in steps if step.chooser == "chance"}


@functools.cache
def drawn_in(chance_game: ChanceGame) -> tuple[Match, dict[str, Vector]]:
    """Return the match, and by step of chance a state with it: the one with the most weights."""
    match = chance_game.match()
    steps, step = steps_of_chance(match), match.linked.layout.core("step")
    best: dict[str, tuple[int, Vector]] = {}
    for seed in range(MOST_SEEDS):
        for state, _ in play(match.start(), Rng(seed), LIMIT):
            name = steps.get(state.vector[step])
            decision = None if name is None else state.decision  # players have many more options
            if name is not None and decision is not None:
                differing = len({option.weight for option in decision.options})
                if len(decision.options) > 1 and differing > best.get(name, (0,))[0]:
                    best[name] = differing, state.vector
        if len(best) == len(steps):
            break
    return match, {name: vector for name, (_, vector) in best.items()}
