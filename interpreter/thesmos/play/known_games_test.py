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
from thesmos.play.state import State

SPLIT = {
    "tiles": {"3,6": "NS", "4,6": "NS"}, "carts": ["3,6 1S1", "4,6 2S3"], "to_move": 1,
    "hold": {"ruby 3,6": 1, "gold 4,6": 5}, "surface": ["red", "green"],
}  # fmt: skip
CONSPIRE = {
    "era": "3", "coins": ["9", "9"], "cities": [[], []], "to_move": 1,
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
SPECS = range(12)


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


def test_of_random_games() -> None:
    compared = 0
    for seed in SPECS:
        try:
            with LoadedSpec(random_spec(seed)) as game:
                match = game.match()
                if match.linked.can_hide:
                    compared += 1
                    compare([*game_from(match.start(), 5, 8)])
        except SpecError:
            continue
    assert compared
