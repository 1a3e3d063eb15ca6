"""§16.8: limits that only a mistake in the text of a game reaches, and what is said then."""

from __future__ import annotations

from thesmos.diagnostics import LimitError
from thesmos.link.linked import LinkedGame

MAX_ROUNDS = 100  # of one `while`
MAX_NESTED = 30  # events inside events
MAX_SILENT = 500  # steps that may pass one after the other without a decision


def limit_reached(game: LinkedGame, of: str, number: int) -> LimitError:
    """The error for a limit; of, number: as ir.TooLong says."""
    if of == "rounds":
        card = "the game" if number < 0 else game.cards[number].card.slug
        return LimitError(
            f"a `while` of {card} ran {MAX_ROUNDS} times",
            "make sure that its condition becomes false",
        )
    if of == "events":
        action = [*game.actions][number]
        return LimitError(
            f"more than {MAX_NESTED} nested events, at {action}",
            "a clause `after` it causes the same event again",
        )
    at = f", at {game.steps[number].name}" if number >= 0 else ""
    return LimitError(
        f"{MAX_SILENT} steps passed without a decision{at}",
        "a step leads back to itself without a decision",
    )
