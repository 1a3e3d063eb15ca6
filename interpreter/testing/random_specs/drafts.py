"""Random drafts of a random game: who plays with which of its powers."""

from __future__ import annotations

from testing.random_specs.cards import Cards
from testing.random_specs.draw import Draw
from testing.random_specs.scope import SpecScope
from testing.random_specs.texts import ClauseText, Document
from testing.random_specs.vocabulary import AttributeName, Vocabulary
from thesmos.program.types import FLAG, PLAYER, Type, number

CARD = Type("piece", "Card")
CARD_OF_PLAYER = "first (c in Card where taker(c) = you)"


def random_draft(draw: Draw) -> dict[str, Document]:
    """The documents of a draft for two players, by the path of the file."""
    maker = _DraftMaker(draw)
    mode = {"thesmos": "mode", "slug": "two", "title": {"en": "Two"}, "players": "2",
            "sides": ["1", "2"], "first": draw.one(("1", "2"))}  # fmt: skip
    return {"draft/game.yaml": maker.game(), "draft/modes/two.yaml": mode}


class _DraftMaker:
    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.cards = Cards(draw, rewinds=False)
        self.names = Vocabulary({}, (), ("deck", "box"), {"Card": ""}, headings=("Draft",))
        attributes = {"order": number(0, 99), "banned": CARD.set(), "drawn": FLAG,
                      "taker": PLAYER.optional()}  # fmt: skip
        for name, kind in attributes.items():
            self.names = self.names.with_attributes(AttributeName(name, "Card", kind))
        self.names = self.names.with_attributes(AttributeName("opener", "", CARD.optional()))

    def game(self) -> Document:
        """The draft."""
        scope = SpecScope(self.names, card=False)
        made: Document = {
            "thesmos": "game", "slug": "draft", "title": {"en": "Draft"}, "edition": "1",
            "players": {"min": "2", "max": "2"}, "zones": ["deck", "box"],
            "pieces": {"Card": {"table": "../powers", "attributes": {
                "order": {"is": "0..99", "start": str(self.draw.below(100))},
                "banned": {"is": "set of Card"}, "drawn": {"is": "flag"},
                "taker": {"is": "Player or none"},
            }}},
            "state": {"game": {"opener": {"is": "Card or none"}}},
        }  # fmt: skip
        facts, self.names = self.cards.facts("b", self.names, 0, 2, card=False)
        if facts:
            made["facts"] = facts
        made["actions"] = {
            "draw": self._action(scope, "not drawn(card)", "drawn(card) := yes"),
            "take": self._action(scope, "taker(card) is none", "taker(card) := chooser"),
        }
        made["steps"] = {
            "draw": {"action": "draw", "chooser": "chance", "when empty": "pass"},
            "take": {"action": "take", "when empty": "pass", "then": "end"},
        }
        if self.draw.chance(50):
            made["steps"]["take"]["chooser"] = self.cards.values.value(PLAYER, scope, 2).text
        made["flow"] = {
            "turn": ["begin turn", {"steps": "draw"}, {"steps": "take"}, "judge", "pass"]
        }
        made["match-up"] = self._match_up(scope)
        over = self.draw.one(("count (c in Card where taker(c) exists) > 0", "opener exists"))
        made["clauses"] = {
            "Draft": [
                ClauseText((f"win agreed for all Players where {over} or not drawn(opener)",))
            ]
        }
        made["headings"] = {"Draft": {"en": "Draft"}}
        made["position"] = {
            "drawn": {"cells": "drawn"},
            "opener": {"value": "opener"},
            "taken": {"members": "Card", "of": "taker", "text": "{name}"},
        }
        return made

    def _action(self, scope: SpecScope, free: str, effect: str) -> Document:
        """An action with a card. free: a rule. effect: what it does, among others."""
        inner = scope.about({"card": CARD})
        made: Document = {"roles": {"card": "Card"}, "rules": {"free": free}}
        if self.draw.chance(50):
            made["rules"]["fits"] = self.cards.values.likely(inner)
        more = self.cards.effects.block(inner, ()) if self.draw.chance(50) else []
        made["do"] = [
            ClauseText((effect,)),
            ClauseText(("opener := card",)),
            ClauseText(tuple(more)),
        ]
        made["text"] = "{card}"
        if self.draw.chance(50):
            made["suggested"] = self.cards.values.likely(inner)
        return made

    def _match_up(self, scope: SpecScope) -> Document:
        """What is played next."""
        values = self.cards.values
        made: Document = {"power": CARD_OF_PLAYER}
        if self.draw.chance(30):
            made["power"] = values.value(CARD.optional(), scope, 1).text
        if self.draw.chance(60):
            made["first"] = values.value(PLAYER.optional(), scope, 1).text
        if self.draw.chance(60):
            made["setup"] = {"extra": values.value(CARD.optional(), scope, 1).text}
        return made
