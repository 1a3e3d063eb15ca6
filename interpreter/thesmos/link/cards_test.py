"""Which cards are in the reserve."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import ONE_STEP, tiny

GAME = (
    ONE_STEP
    + """
state:
  game: {n: 0..9}
actions:
  pick: {roles: {m: 0..3}, text: "{m}"}
tags:
  spare: {en: Spare}
"""
)
ASKS = "reserve: {tag: spare}\nclauses:\n  Rules: 'forbid pick where m = 0'\n"
SPARE = "tags: [spare]\nclauses:\n  Rules: 'forbid pick where m = 1'\n"


def test_a_card_is_in_the_reserve_once(tmp_path: Path) -> None:
    """Even if two cards ask for it; of two that ban each other, only the first takes part."""
    spare = {"alpha": f"banned: [beta]\n{SPARE}", "beta": SPARE}
    game = tiny(tmp_path, GAME, powers={"one": ASKS, "two": ASKS, **spare, "gamma": SPARE})

    cards = game.match(["one", "two"]).linked.cards
    assert [card.card.slug for card in cards] == ["one", "two", "alpha", "gamma"]
