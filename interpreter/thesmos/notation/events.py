"""The events of a transition, in the notation of a linked game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from thesmos.notation.texts import Texts
from thesmos.program.types import Type
from thesmos.semantics import transition as t
from thesmos.semantics.vector import coded


def event_texts(texts: Texts, reports: Iterable[t.Report]) -> list[dict[str, Any]]:
    """Return the events of a transition as data: things by name, players from 1."""
    return [_event_data(texts, report) for report in reports]


def _event_data(texts: Texts, report: t.Report) -> dict[str, Any]:
    match report:
        case t.Event(action, _, roles):
            data: dict[str, Any] = {"e": action.name}
            for role in texts.table.game.actions[action].roles:
                if role.type.many:  # events leave out sets, as they do numbers
                    continue
                text = _role(texts, role.type, coded(roles[role.name]))
                if text is not None:
                    data[role.name] = text
            return data
        case t.TurnBegan(player, None):
            return {"e": "turn", "player": player + 1}
        case t.TurnBegan(player, card):
            assert card is not None
            return {"e": "additional turn", "player": player + 1, "power": _slug(texts, card)}
        case t.CardMoved(word, player, card, why):
            return {"e": word, "player": player + 1, "power": _slug(texts, card), "why": why}
        case t.Lost(player, reason):
            return {"e": "lose", "player": player + 1, "reason": reason}
        case t.Eliminated(player):
            return {"e": "eliminated", "player": player + 1}
        case t.Skipped():
            return {"e": "skip"}
        case t.Cancelled():
            return {"e": "cancelled"}


def _slug(texts: Texts, card: int) -> str:
    return str(texts.table.cards[card]["slug"])


def _role(texts: Texts, kind: Type, value: int) -> str | None:
    """Return the value of a role in an event as text; None if events leave it out."""
    if value < 0:
        return None
    if kind.base == "piece":
        return texts.table.kinds[kind.name]["names"][value] or None
    return texts.word(kind, value) if kind.base in ("cell", "enum") else None
