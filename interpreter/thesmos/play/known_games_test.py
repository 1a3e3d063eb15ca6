"""Two games that a player can't tell apart are one to them: as a value, as text, wherever shown."""

from __future__ import annotations

from typing import Any

import pytest

from testing.histories import compare_games
from testing.random_specs.running import LoadedSpec, random_spec
from testing.walks import game_from
from thesmos.diagnostics import SpecError
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.look_alikes import alike
from thesmos.play.state import State

SPLIT = {
    "tiles": {"3,6": "NS", "4,6": "NS"}, "carts": ["3,6 1S1", "4,6 2S3"], "to_move": 1,
    "hold": {"ruby 3,6": 1, "gold 4,6": 5}, "surface": ["red", "green"],
    "bag": {"rock": 12, "ruby": 23, "emerald": 15, "gold": 5, "diamond": 5},
}  # fmt: skip
CONSPIRE = {
    "era": "3", "coins": ["9", "9"], "cities": [[], []], "to_move": 1,
    "board": ["economy", "law", "masonry", "strategy", "urbanism"],
    "structure": {"s23": "conspirator_1", "s22": "gardens"},
    "dealt": ["conspirator_1", "gardens"], "faces": {"s23": "!", "s22": "!"},
}  # fmt: skip
# A position, or the set-up; choices that lead to something hidden; and more decisions at random.
HIDING: tuple[tuple[str, tuple[str, ...], dict[str, Any] | None, tuple[str, ...], int], ...] = (
    ("german-whist", (), None, (), 3),
    ("pook", (), None, (), 3),
    ("love-letter", (), None, (), 4),
    ("santorini", ("apollo", "hecate"), None, (), 4),
    ("santorini", ("tartarus", "minotaur"), None, (), 6),
    ("off-the-rails", (), SPLIT, ("skip", "left", "right"), 1),
    (
        "seven-wonders-duel+agora", (), CONSPIRE,
        ("build conspirator_1", "conspire", "coup", "treason", "keep treason", "top"), 0,
    ),
)  # fmt: skip
# Random specs that hide something from the beginning: of all, one in 40 does.
SPECS = (11, 39, 133, 165, 197, 271, 298, 303, 354, 374, 389, 398)
TRIED = 10  # states, until one looks the same as the first of a game


def compare(states: list[State]) -> int:
    """Compare a game with others that are the same to a player, for each player."""
    players = range(1, states[0].match.linked.players + 1)
    return sum(compare_games(states, player, Rng(player)) for player in players)


@pytest.mark.parametrize(("name", "powers", "position", "choices", "decisions"), HIDING)
def test_of_every_game_that_hides_something(
    name: str,
    powers: tuple[str, ...],
    position: dict[str, Any] | None,
    choices: tuple[str, ...],
    decisions: int,
) -> None:
    game = load(name)
    match = game.match([*powers]) if powers else game.match()
    states = [match.start() if position is None else match.load(position)]
    for choice in choices:
        states.append(states[-1].skip() if choice == "skip" else states[-1].apply(choice))
    states += [*game_from(states[-1], 5, decisions)][1:]
    assert compare(states)


def looking_alike(first: State, player: int) -> State:
    """Another state that looks the same to a player, or the same one."""
    others = (alike(first.match, first.vector, player - 1, Rng(seed)) for seed in range(TRIED))
    for vector in others:
        if vector not in (None, first.vector):
            state = State(first.match, vector)
            if state.view(player) == first.view(player):
                return state
    return first


def compare_with_others(states: list[State]) -> int:
    """Compare a game with others that begin otherwise, but look the same, for each player."""
    first = State(states[0].match, states[0].vector)  # loaded, as the others are
    players = range(1, first.match.linked.players + 1)
    return sum(
        compare_games([first, *states[1:]], player, Rng(player), looking_alike(first, player))
        for player in players
    )


def test_of_random_games() -> None:
    """In nearly all of them the other game differs: if not, choose other SPECS."""
    differing = 0
    for seed in SPECS:
        try:
            with LoadedSpec(random_spec(seed)) as game:
                states = [*game_from(game.match().start(), 5, 8)]
                differing += compare_with_others(states) > 0
        except SpecError:
            continue
    assert differing >= len(SPECS) - 2
