"""Onitama as an engine of its own, written from its rules: the judge of `spec/onitama`.

Squares are pairs of a column and a row, counted from 0.
"""

from __future__ import annotations

import random
from typing import Any

import thesmos

STEPS = {  # to the right and forwards, as seen by whoever moves
    "tiger": [(0, 2), (0, -1)],
    "crab": [(0, 1), (-2, 0), (2, 0)],
    "monkey": [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    "crane": [(0, 1), (-1, -1), (1, -1)],
    "dragon": [(-2, 1), (2, 1), (-1, -1), (1, -1)],
    "elephant": [(-1, 1), (1, 1), (-1, 0), (1, 0)],
    "mantis": [(-1, 1), (1, 1), (0, -1)],
    "boar": [(0, 1), (-1, 0), (1, 0)],
    "frog": [(-1, 1), (-2, 0), (1, -1)],
    "goose": [(-1, 1), (-1, 0), (1, 0), (1, -1)],
    "horse": [(0, 1), (-1, 0), (0, -1)],
    "eel": [(-1, 1), (-1, -1), (1, 0)],
    "rabbit": [(1, 1), (2, 0), (-1, -1)],
    "rooster": [(1, 1), (1, 0), (-1, 0), (-1, -1)],
    "ox": [(0, 1), (1, 0), (0, -1)],
    "cobra": [(1, 1), (-1, 0), (1, -1)],
}
SIZE, HAND = 5, 2  # of the board, and of a hand
BLUE = {"tiger", "crab", "monkey", "crane", "goose", "eel", "rabbit", "ox"}  # player 1 begins


def _square(column: int, row: int) -> str:
    return "ABCDE"[column] + str(row + 1)


class Onitama:
    """A game in progress. Choices are written as the options of `spec/onitama`."""

    def __init__(self) -> None:
        """Begin with the usual pawns, before any card is dealt."""
        back = [False, False, True, False, False]
        self.pawns = {(column, 0): (1, master) for column, master in enumerate(back)}
        self.pawns |= {(column, 4): (2, master) for column, master in enumerate(back)}
        self.aside: str | None = None
        self.hands: dict[int, list[str]] = {1: [], 2: []}
        self.player = 0  # 0 while cards are dealt
        self.winner: int | None = None

    def options(self) -> list[str]:
        """Return what can be chosen now."""
        if self.player == 0:
            return sorted(STEPS.keys() - {self.aside, *self.hands[1], *self.hands[2]})
        forwards = 1 if self.player == 1 else -1
        moves = [
            f"{card}:{_square(column, row)}-{_square(*to)}"
            for card in self.hands[self.player]
            for (column, row), (owner, _) in self.pawns.items()
            if owner == self.player
            for right, ahead in STEPS[card]
            if (to := (column + forwards * right, row + forwards * ahead))
            if {*to} <= {*range(SIZE)} and self.pawns.get(to, (0,))[0] != self.player
        ]
        return moves or list(self.hands[self.player])

    def choose(self, text: str) -> None:
        """Play an option."""
        if self.player == 0:
            self._deal(text)
            return
        card, _, squares = text.partition(":")
        if squares:
            start, to = (("ABCDE".index(name[0]), int(name[1]) - 1) for name in squares.split("-"))
            captured = self.pawns.get(to)
            self.pawns[to] = self.pawns.pop(start)
            temple = (2, 4 if self.player == 1 else 0)
            if (captured is not None and captured[1]) or (self.pawns[to][1] and to == temple):
                self.winner = self.player
        hand = self.hands[self.player]
        hand.remove(card)
        assert self.aside is not None
        hand.append(self.aside)
        self.aside = card
        self.player = 3 - self.player

    def _deal(self, card: str) -> None:
        if self.aside is None:
            self.aside = card
        else:
            self.hands[1 if len(self.hands[1]) < HAND else 2].append(card)
        if len(self.hands[2]) == HAND:
            self.player = 1 if self.aside in BLUE else 2


def compare(decisions: int, seed: int = 0) -> int:
    """Play random games beside `spec/onitama`, and compare every option; return how many games."""
    generator = random.Random(seed)
    start = thesmos.load("onitama").match().start()
    games = passed = 0
    while passed < decisions:
        state: Any = start
        engine = Onitama()
        while state.decision is not None:
            assert engine.winner is None, state.position()
            assert state.decision.player == engine.player, state.position()
            assert sorted(state.decision.texts) == sorted(engine.options()), state.position()
            text = generator.choice(state.decision.texts)
            engine.choose(text)
            state = state.apply(text)
            passed += 1
        assert list(state.result.winners) == [engine.winner], state.position()
        games += 1
    return games
