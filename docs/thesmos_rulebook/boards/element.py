"""The element of a page in which a board opens when somebody begins to play."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from thesmos.syntax import documents as d
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.phrases import phrases


def board_element(localizer: Localizer, card: str) -> str:
    """Return the element for the page of a card, a mode or the game itself; empty for no board.

    Scripts open the board; without them the element is hidden.
    """
    source = localizer.source
    mode = _mode_for(source, card)
    if mode is None or source.document.slug.endswith("/draft"):
        return ""
    settings: dict[str, Any] = {"game": source.folder, "mode": mode.slug, **source.only_setting}
    if powers := _powers(source, card, mode):
        settings["powers"] = powers
    return play_element(localizer, settings)


def showing_element(source: BookSource, language: str, inner: Sequence[str]) -> list[str]:
    """Return the lines of an element in which a game plays itself; only its picture for no board.

    inner: the lines of the picture, which is there until a script plays, and without scripts.
    """
    mode = _mode_for(source, source.slug)
    if mode is None:
        return [*inner]
    settings: dict[str, Any] = {"game": source.folder, "mode": mode.slug, **source.only_setting}
    if cards := [slug for slug in source.to_begin_with if slug in source.choosable]:
        settings["draws"] = cards
    start = escape(phrases(language)["showing start"])
    opening = f'<div class="showing" data-start="{start}" data-board="{_data(settings)}" markdown>'
    return [opening, "", *inner, "", "</div>"]


def play_element(localizer: Localizer, settings: Mapping[str, Any]) -> str:
    """Return an element that opens a board with these settings: see board.js."""
    start = escape(localizer.phrase("play start"))
    return f'<div class="play" hidden data-start="{start}" data-board="{_data(settings)}"></div>'


def _data(settings: Mapping[str, Any]) -> str:
    return escape(json.dumps(settings, ensure_ascii=False, separators=(",", ":")))


def _mode_for(source: BookSource, card: str) -> d.ModeDocument | None:
    """Return the mode in which a card is played on its page: one that needs no other card."""
    if card in source.modes:
        return source.modes[card]
    suitable = [mode for mode in source.modes.values() if not mode.needs] or [
        *source.modes.values()
    ]
    if card in source.powers and (players := source.powers[card].players):
        suitable = [mode for mode in suitable if mode.players in players] or suitable
    return min(suitable, key=lambda mode: (mode.players == 1, mode.players), default=None)


def _powers(source: BookSource, card: str, mode: d.ModeDocument) -> list[str | None]:
    """Return the card of each player at first; none if players can't choose any."""
    if not source.choosable:
        return []
    powers: list[str | None] = [None] * mode.players
    if card in source.choosable:
        powers[mode.players - 1 if source.powers[card].begins == "never" else 0] = card
    return powers
