"""What a scenario's file tells without being parsed: parsing all of them takes seconds."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from thesmos.play.game import Game

WORD = r"[A-Za-z0-9-]"


def text_of(file: Path) -> str:
    """The text of a file, whatever it is."""
    return file.read_text(encoding="utf-8", errors="replace")


def is_about(file: Path, game: Game) -> bool:
    """Whether the text of a scenario can name a game, by its slug or its folder."""
    text = text_of(file)
    return game.slug in text or game.path.resolve().name in text


def may_play(text: str, powers: Collection[str], game: Game) -> bool:
    """Whether one of these powers may be in play: named, always, or brought by another card."""
    program = game.checked.program
    always = {*program.always, *(card for mode in program.modes.values() for card in mode.always)}
    if not always.isdisjoint(powers):
        return True
    asking = (slug for slug, card in program.cards.items() if card.reserve is not None)
    words = "|".join(map(re.escape, {*powers, *asking}))
    return re.search(rf"(?<!{WORD})({words})(?!{WORD})", text) is not None
