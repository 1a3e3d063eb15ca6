"""Check that what would be after an event is asked only where everybody sees everything.

A rule is evaluated in what the player sees, and what an event does there may be unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.diagnostics import Diagnostic
from thesmos.program.clauses import Cancel, Hide
from thesmos.program.declarations import Action, Attribute, Card
from thesmos.program.node import walk
from thesmos.program.values import AfterDo


def check_supposing(cards: Sequence[Card], *, secret: bool) -> Iterator[Diagnostic]:
    """Yield an error for each question what would be, in a game in which something is hidden.

    secret: whether a state of the game is secret.
    """
    parts = [*walk(tuple(cards))]
    if secret or any(map(_hides, parts)):
        for part in parts:
            if isinstance(part, AfterDo):
                text = "`after (do …)` can't be asked in a game that hides something from a player"
                hint = "write what would be as a condition about the present state"
                yield Diagnostic("E359", text, part.location, hint)


def _hides(part: object) -> bool:
    """Return whether a text may let players see different things, as `LinkedGame.can_hide` says.

    A turn that is cancelled was played on what one player saw.
    """
    secret = isinstance(part, (Attribute, Action)) and part.secret
    return secret or isinstance(part, (Hide, Cancel))
