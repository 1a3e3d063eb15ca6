"""Bans, rulings and scenarios that concern several powers of a game at once."""

from __future__ import annotations

from collections.abc import Iterable

from thesmos.scenario.reader import Scenario
from thesmos_rulebook.content.book_source import BookSource

LEAST = 2  # powers


def has_pairs(source: BookSource) -> bool:
    """Return whether there is anything to say about two powers of a game."""
    ruled = (ruling.cards for ruling in source.rulings)
    tested = (tested_powers(scenario) for scenario in source.scenarios)
    banned = any(card.banned for card in source.powers.values())
    return banned or any(powers_together(source, cards) for cards in (*ruled, *tested))


def powers_together(source: BookSource, cards: Iterable[str | None]) -> tuple[str, ...]:
    """Return the powers among some cards, each once; none if there are fewer than two."""
    powers = source.powers
    together = tuple(dict.fromkeys(card for card in cards if card is not None and card in powers))
    return together if len(together) >= LEAST else ()


def tested_powers(scenario: Scenario) -> list[str]:
    """Return the powers that are held in a scenario and whose clauses it cites."""
    cited = {clause.value.partition(".")[0] for clause in scenario.clauses}
    return [power for power in scenario.given.powers if power in cited]
