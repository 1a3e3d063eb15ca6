"""What the text of a scenario shows without parsing it: parsing all scenarios takes seconds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from pathlib import Path

from thesmos.link.cards import reserve_for
from thesmos.play.game import Game

WORD = r"[A-Za-z0-9-]"

InText = Callable[[str], bool]


def text_of(file: Path) -> str:
    """Return the text of a file; invalid bytes are replaced."""
    return file.read_bytes().decode(errors="replace")


def about(game: Game) -> InText:
    """Return a test whether the text of a scenario may name a game, by its slug or folder."""
    slug, folder = game.slug, game.path.resolve().name
    return lambda text: slug in text or folder in text


def with_power(powers: Collection[str], game: Game) -> InText:
    """Return a test whether a text may put one of these powers in play, by name or by a card."""
    program = game.checked.program
    always = {*program.always, *(card for mode in program.modes.values() for card in mode.always)}
    if not always.isdisjoint(powers):
        return lambda text: True
    cards = program.cards.items()
    asking = {slug for slug, card in cards if not {*powers}.isdisjoint(reserve_for(card, program))}
    words = "|".join(map(re.escape, sorted({*powers, *asking})))
    named = re.compile(rf"(?<!{WORD})({words})(?!{WORD})")
    return lambda text: named.search(text) is not None
