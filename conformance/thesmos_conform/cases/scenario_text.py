"""What a scenario's file tells without being parsed: parsing all of them takes seconds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from pathlib import Path

from thesmos.link.cards import reserve_for
from thesmos.play.game import Game

WORD = r"[A-Za-z0-9-]"

InText = Callable[[str], bool]


def text_of(file: Path) -> str:
    """The text of a file, whatever it is."""
    return file.read_bytes().decode(errors="replace")


def about(game: Game) -> InText:
    """Whether the text of a scenario can name a game, by its slug or its folder."""
    slug, folder = game.slug, game.path.resolve().name
    return lambda text: slug in text or folder in text


def with_power(powers: Collection[str], game: Game) -> InText:
    """Whether one of these powers may be in play by a text: named, or brought by another card."""
    program = game.checked.program
    always = {*program.always, *(card for mode in program.modes.values() for card in mode.always)}
    if not always.isdisjoint(powers):
        return lambda text: True
    cards = program.cards.items()
    asking = {slug for slug, card in cards if not {*powers}.isdisjoint(reserve_for(card, program))}
    words = "|".join(map(re.escape, sorted({*powers, *asking})))
    named = re.compile(rf"(?<!{WORD})({words})(?!{WORD})")
    return lambda text: named.search(text) is not None
