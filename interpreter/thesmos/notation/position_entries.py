"""The entries of a game's positions in a linked game: each writes its value, and reads it back."""

from __future__ import annotations

from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.notation.linked_entry import LinkedEntry, PositionNotation
from thesmos.notation.piece_entries import PIECE_ENTRIES
from thesmos.notation.value_entries import VALUE_ENTRIES
from thesmos.program import positions as p

LINKED = VALUE_ENTRIES | PIECE_ENTRIES


def linked_entries(notation: PositionNotation) -> list[LinkedEntry[Any]]:
    """The entries of a linked game, in the order in which positions have them."""
    return [LINKED[type(entry)](entry, notation) for entry in entries_in_play(notation.texts.game)]


def entries_in_play(game: LinkedGame) -> list[p.PositionEntry]:
    """The entries of the game itself, and those of the cards that take part."""
    there = {"", *(each.card.slug for each in game.cards)}
    return [entry for entry in game.game.position if entry.card in there]


def kinds_placed(game: LinkedGame) -> set[str]:
    """The kinds of pieces whose places some entry writes."""
    found = set()
    for entry in entries_in_play(game):
        match entry:
            case p.Pieces(kind=kind) | p.OnePiece(kind=kind) | p.ZoneCounts(kind=kind):
                found.add(kind)
            case p.Members(kind=kind, zone=str()):
                found.add(kind)
    return found
