"""Hex on small boards: all games, beside a program of a few lines that knows only Hex."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from thesmos.perft.counting import sequences
from thesmos.play.game import load
from thesmos.resources import spec_dir

Stones = tuple[int, ...]  # by space, row by row: 0 for none, or a player
TOUCHING = ((1, 0), (0, 1), (-1, 0), (0, -1), (-1, 1), (1, -1))


def joined(stones: Stones, size: int, player: int) -> bool:
    """Whether a player has joined their edges: rows for player 1, columns for player 2."""
    spaces = [(n % size, n // size) for n, stone in enumerate(stones) if stone == player]
    along = 1 if player == 1 else 0
    reached = [space for space in spaces if space[along] == 0]
    for x, y in reached:  # which grows meanwhile
        beside = ((x + dx, y + dy) for dx, dy in TOUCHING)
        reached += [space for space in beside if space in spaces and space not in reached]
    return any(space[along] == size - 1 for space in reached)


@cache
def games(stones: Stones, size: int, turn: int, depth: int) -> int:
    """The number of ways to play so many turns on."""
    player = 1 + turn % 2
    if depth == 0 or joined(stones, size, 3 - player):
        return int(depth == 0)
    after = [
        (*stones[:n], player, *stones[n + 1 :]) for n, stone in enumerate(stones) if stone == 0
    ]
    if turn == 1:
        x, y = stones.index(1) % size, stones.index(1) // size
        after.append(tuple(2 if n == x * size + y else 0 for n in range(size * size)))
    return sum(games(each, size, turn + 1, depth - 1) for each in after)


@pytest.mark.parametrize(("size", "depth"), [(2, 5), (3, 4)])
def test_hex_on_small_boards_has_as_many_games(size: int, depth: int, tmp_path: Path) -> None:
    shutil.copytree(spec_dir() / "hex", tmp_path / "hex")
    text = (tmp_path / "hex" / "game.yaml").read_text(encoding="utf-8")
    small = text.replace("grid: 11x11", f"grid: {size}x{size}")
    (tmp_path / "hex" / "game.yaml").write_text(small, encoding="utf-8")
    start = load(str(tmp_path / "hex")).match([None, None]).start()
    empty = (0,) * (size * size)
    for turns in range(1, depth + 1):
        assert sequences(start, turns).nodes == games(empty, size, 0, turns)
