"""The base game of Santorini for two, written by hand, with a hole that its claim tells of."""

from __future__ import annotations

from thesmos_conform.testing.adapters.honest import BaseGame, Honest, Json, UnknownPart

REASON = "no domes yet"


class GameWithoutDomes(BaseGame):
    """A game in progress that knows nothing of domes."""

    def answer(self) -> Json:
        """The answer for the current state. Raises UnknownPart if there is a dome."""
        if self.domes:
            raise UnknownPart("domes")
        return super().answer()


class Holes(Honest):
    """Knows no domes, and says so."""

    def hello(self, request: Json) -> Json:
        """The name and claims, without what has domes."""
        reply = super().hello(request)
        claim = reply["ok"]["games"]["santorini"]
        claim["except"] = [{"reason": REASON, "pieces": ["domes"]}]
        return reply

    def game(self, request: Json) -> BaseGame:
        """The game at the beginning of a request."""
        game = GameWithoutDomes()
        if "position" in request:
            game.load(request["position"])
        return game

    def look(self, request: Json) -> Json:
        """The decision at a place; `unsupported` where there is a dome."""
        try:
            return super().look(request)
        except UnknownPart as what:
            return {"unsupported": str(what)}


class SilentHoles(Holes):
    """Knows no domes, and claims them."""

    def hello(self, request: Json) -> Json:
        """The name and claims of an adapter that knows everything."""
        return Honest.hello(self, request)
