"""A game of counters, small enough to be played, changed and measured completely in tests.

Two players take one or two counters from a heap of five in turn; who takes the last one wins.
"""

from __future__ import annotations

from pathlib import Path

from testing.tiny import tiny
from thesmos.play.game import Game

GAME = """
    tags: {calm: {en: Calm}}
    state:
      game: {heap: {is: 0..5, start: 5}}
    actions:
      take:
        roles: {many: 1..2}
        rules:
          left: many <= heap
        do: heap -= many
        text: "{many}"
    steps:
      take: {action: take}
    flow:
      turn:
        - begin turn
        - {steps: take}
        - judge
        - pass
    headings: {Rules: {en: Rules}}
    clauses:
      Rules: |
        win last for active where heap = 0
    position: {heap: {value: heap}}
"""
# One counter a turn; two of the last three.
CARDS = {
    "modest": "tags: [calm]\nclauses:\n  Rules: |\n    forbid take where many = 2\n",
    "bold": "banned: [shy]\nclauses:\n  Rules: |\n    forbid take where many = 1 and heap = 3\n",
    "shy": "banned: [bold]\nclauses:\n  Rules: |\n    forbid take where many = 2 and heap = 5\n",
}


def heap_game(folder: Path) -> Game:
    """Write the game and its three cards into a folder, and load it. Two of them may not meet."""
    return tiny(folder, GAME, powers=CARDS)


def write_scenario(
    file: Path, given: str, then: str, clauses: str = "take.left", game: str = "tiny"
) -> None:
    """Write a scenario of the game. given: its match-up and position; then: what must hold."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f"thesmos: scenario\ntitle: Counters\nclauses: [{clauses}]\nsource: made up\n"
        f"given: {{game: {game}, to_move: 1, {given}}}\nsteps:\n  - {then}\n",
        encoding="utf-8",
    )
