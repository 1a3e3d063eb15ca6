"""Compare `spec/backgammon` with OpenSpiel, whose options are whole turns, of doubles half turns.

All positions to which the options of a turn lead are compared, and who has won.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel

import thesmos

POINTS = range(1, 25)
BAR, MEN = 100, 15  # the bar, in place of the number of a point; the men of a player
PLAYS = 2  # of an option of OpenSpiel, at most
Men = tuple[tuple[int, ...], ...]


def _theirs(state: Any) -> Men:
    """Return the men of both players by how far they have to go, on the bar and off."""
    ways = ([24 - far for far in POINTS], [far - 1 for far in POINTS])
    rows = [
        [state.board(player, point) for point in (*way, BAR)] for player, way in enumerate(ways)
    ]
    return tuple((*row, MEN - sum(row)) for row in rows)


def _ours(state: Any) -> Men:
    position = state.position()
    men = {point: int(number) for point, number in position["men"].items()}
    row = [men.get(f"{letter}1", 0) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    first = [max(0, number) for number in row[1:]]
    second = [max(0, -number) for number in row[-2::-1]]
    off = [int(number) for number in position["off"]]
    return (*first, off[0]), (*second, off[1])


def _after(state: Any, player: int, plays: int = PLAYS) -> dict[Men, Any]:
    """Return the states after a turn of at most so many plays, by where the men are."""
    decision = state.decision
    if not plays or decision is None or decision.chance or decision.player != player:
        return {_ours(state): state}
    reached: dict[Men, Any] = {}
    for text in decision.texts:
        reached |= _after(state.apply(text), player, plays - 1)
    return reached


def compare(decisions: int, seed: int = 0) -> int:
    """Play random games beside OpenSpiel; return how many were begun.

    decisions: how many turns; the last game is not played to its end.
    """
    generator = random.Random(seed)
    start = thesmos.load("backgammon").match().start()
    game = pyspiel.load_game("backgammon(max_player_turns=100000)")
    games = passed = 0
    while passed < decisions:
        games += 1
        ours: Any = start
        theirs = game.new_initial_state()
        while not theirs.is_terminal() and passed < decisions:
            if theirs.is_chance_node():
                outcome = generator.choice([code for code, _ in theirs.chance_outcomes()])
                text = theirs.action_to_string(-1, outcome)
                roll = text.split("roll: ")[1][:2]
                if "starts" in text:  # ours begins with a die of each player
                    roll = "".join(sorted(roll, reverse="X starts" in text))
                theirs.apply_action(outcome)
                assert ours.decision.chance, ours.position()
                ours = ours.apply(roll)
                continue
            passed += 1
            player = theirs.current_player() + 1
            options = {_theirs(theirs.child(code)): code for code in theirs.legal_actions()}
            reached = _after(ours, player)
            assert options.keys() == reached.keys(), (
                f"{theirs}only ours: {reached.keys() - options.keys()}, "
                f"only theirs: {options.keys() - reached.keys()}"
            )
            men = generator.choice(sorted(options))
            theirs.apply_action(options[men])
            ours = reached[men]
        if theirs.is_terminal():
            winner = 1 if theirs.returns()[0] > 0 else 2
            assert list(ours.result.winners) == [winner], ours.position()
    return games
