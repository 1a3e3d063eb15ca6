"""Go with positional superko as an engine of its own, written from its rules."""

from __future__ import annotations

import random
from typing import Any

import thesmos
from thesmos.play.backend import NATIVE, backend_named

SIZE = 9
POINTS = [(column, row) for row in range(SIZE) for column in range(SIZE)]
Board = dict[tuple[int, int], int]


def _beside(point: tuple[int, int]) -> list[tuple[int, int]]:
    column, row = point
    around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [(x, y) for x, y in around if {x, y} <= {*range(SIZE)}]


def _group(board: Board, start: tuple[int, int]) -> tuple[set[tuple[int, int]], bool]:
    """Return the group of a stone, and whether it has a liberty."""
    group, waiting, free = {start}, [start], False
    while waiting:
        for point in _beside(waiting.pop()):
            free = free or point not in board
            if board.get(point) == board[start] and point not in group:
                group.add(point)
                waiting.append(point)
    return group, free


def played(board: Board, at: tuple[int, int], player: int) -> Board | None:
    """Return the board after a stone; None if that would be suicide."""
    after = board | {at: player}
    for point in _beside(at):
        if after.get(point) == 3 - player:
            group, free = _group(after, point)
            if not free:
                after = {other: stone for other, stone in after.items() if other not in group}
    return after if _group(after, at)[1] else None


def compare(decisions: int, seed: int = 0) -> int:
    """Play random games of 9x9 beside `spec/go` with superko; return how many choices it forbade.

    The same position may not come again; only the last hundred before a move count in the spec.
    """
    generator = random.Random(seed)
    game = thesmos.load("go@9x9").by(backend_named(NATIVE))
    start = game.match(options={"repeating": "superko"}).start()
    passed = forbidden = 0
    while passed < decisions:
        state: Any = start
        board: Board = {}
        earlier: list[Board] = []
        while state.decision is not None and passed < decisions:
            player, expected = state.decision.player, ["pass"]
            for at in POINTS:
                after = None if at in board else played(board, at, player)
                if after is not None:
                    again = after in earlier
                    forbidden += again
                    if not again:
                        expected.append("ABCDEFGHI"[at[0]] + str(at[1] + 1))
            assert sorted(state.decision.texts) == sorted(expected), state.position()
            stones = [text for text in expected if text != "pass"]
            text = generator.choice(stones) if stones else "pass"
            if text != "pass":
                earlier = [*earlier[-99:], board]
                at = "ABCDEFGHI".index(text[0]), int(text[1]) - 1
                board = played(board, at, player) or {}
            state = state.apply(text)
            passed += 1
    return forbidden
