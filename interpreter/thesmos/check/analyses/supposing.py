"""Check that what would be after an event is asked only where everybody sees everything.

A rule is evaluated in what the player sees, and what an event does there may be unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from thesmos.diagnostics import Diagnostic
from thesmos.kept import AFRESH, Kept
from thesmos.program.clauses import Cancel, Hide
from thesmos.program.declarations import Action, Attribute, Card
from thesmos.program.node import walk
from thesmos.program.values import AfterDo


def check_supposing(
    cards: Sequence[Card], *, secret: bool, kept: Kept = AFRESH
) -> Iterator[Diagnostic]:
    """Yield an error for each question what would be, in a game in which something is hidden.

    secret: whether a state of the game is secret.
    kept: what is known of single cards.
    """
    parts = [
        part
        for card in cards
        for part in kept.of("hidden and supposed", partial(_hidden_and_supposed, card), card)
    ]
    if secret or any(map(_hides, parts)):
        for part in parts:
            if isinstance(part, AfterDo):
                text = "`after (do …)` can't be asked in a game that hides something from a player"
                hint = "write what would be as a condition about the present state"
                yield Diagnostic("E359", text, part.location, hint)


def _hidden_and_supposed(card: Card) -> list[object]:
    return [part for part in walk(card) if isinstance(part, AfterDo) or _hides(part)]


def _hides(part: object) -> bool:
    """Return whether a text may let players see different things, as `LinkedGame.can_hide` says.

    A turn that is cancelled was played on what one player saw.
    """
    secret = isinstance(part, (Attribute, Action)) and part.secret
    return secret or isinstance(part, (Hide, Cancel))
