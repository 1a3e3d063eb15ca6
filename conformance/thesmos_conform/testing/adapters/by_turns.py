"""The base game of Santorini for two, written by hand, as an engine that knows only whole turns."""

from __future__ import annotations

from copy import copy

from thesmos_conform.testing.adapters.honest import BaseGame, Honest, Json

SPOILED = "A1"  # the space on which `Spoiled` never builds


class TurnsOfBaseGame(BaseGame):
    """A game in progress that lists whole turns."""

    def turns(self) -> list[list[str]]:
        """All that the player can choose until another decides, without dead ends."""
        made = []
        for text in self.options():
            after = copy(self)
            after.levels, after.domes = dict(self.levels), set(self.domes)
            after.workers = [*self.workers]
            after.choose(text)
            if after.winner is not None or after.player() != self.player() or not self.turn:
                made.append([text])
            elif self.mover is None:
                made += [[text, *rest] for rest in after.turns()]
        return made

    def answer(self) -> Json:
        """The answer for the current state, with `turns` in place of `options`."""
        made = super().answer()
        if "options" in made:
            del made["options"], made["may_skip"]
            made["turns"] = self.turns()
        return made


class ByTurns(Honest):
    """Knows whole turns only, and says so."""

    made = TurnsOfBaseGame

    def hello(self, request: Json) -> Json:
        """The name and claims, with the granularity."""
        reply = super().hello(request)
        reply["ok"]["games"]["santorini"]["granularity"] = "turn"
        return reply

    def game(self, request: Json) -> BaseGame:
        """The game at the beginning of a request."""
        game = self.made()
        if "position" in request:
            game.load(request["position"])
        return game

    def look(self, request: Json) -> Json:
        """The decision at a place where a turn begins; a refusal names the turn's first choice."""
        reply = super().look(request)
        if "refused" in reply:
            game, begun = self.game(request), 0
            for number, text in enumerate(request["choices"][: reply["refused"]["choice"]]):
                game.choose(text)
                begun = begun if game.mover is not None else number + 1
            reply["refused"]["choice"] = begun
        return reply


class SpoiledTurns(TurnsOfBaseGame):
    """Lists no turn that builds on one of the spaces."""

    def turns(self) -> list[list[str]]:
        """The turns but for those."""
        return [turn for turn in super().turns() if not turn[-1].endswith(f"+{SPOILED}")]


class SpoiledByTurns(ByTurns):
    """Knows whole turns only, and forgets some of them."""

    made = SpoiledTurns
