"""Bans between powers: one that either of two files declares holds for both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from thesmos.syntax.documents import CardDocument


def with_both_sides(cards: Mapping[str, CardDocument]) -> dict[str, CardDocument]:
    """Return powers by slug, each with the bans of its own file, then those of other files."""
    made = {}
    for slug, card in cards.items():
        declared = {other for other, _ in card.banned}
        more = tuple(
            (other, location)
            for other, written in cards.items()
            for banned, location in written.banned
            if banned == slug and other not in declared
        )
        made[slug] = replace(card, banned=card.banned + more)
    return made
