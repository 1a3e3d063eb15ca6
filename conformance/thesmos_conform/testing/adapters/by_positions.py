"""The base game of Santorini for two, written by hand, as an engine that knows only positions.

It lists every position that a turn can lead to, as most programs that search do.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from copy import copy

from thesmos_conform.testing.adapters.by_turns import SPOILED, TurnsOfBaseGame
from thesmos_conform.testing.adapters.honest import CELLS, Honest, Json, UnknownPart

PIECE = 10  # hashes in one answer


class PositionsOfBaseGame(TurnsOfBaseGame):
    """A game in progress that lists what a turn leads to."""

    def ends(self) -> Iterator[Json]:
        """Every position at the end of this turn, with who moves next or has won."""
        for turn in self.turns():
            after = copy(self)
            after.levels, after.domes = dict(self.levels), set(self.domes)
            after.workers = [*self.workers]
            for text in turn:
                after.choose(text)
            yield after.reached()

    def reached(self) -> Json:
        """The position at the end of a turn."""
        made: Json = self.position()
        if self.winner is not None:
            return made | {"winners": [self.winner]}
        return made | {"to_move": self.turn}


class ByPositions(Honest):
    """Knows only positions, and says so."""

    made = PositionsOfBaseGame

    def hello(self, request: Json) -> Json:
        """The name and claims, with the granularity."""
        reply = super().hello(request)
        reply["ok"]["games"]["santorini"]["granularity"] = "positions"
        return reply

    def look(self, request: Json) -> Json:
        """What the turn at a position leads to."""
        game = self.made()
        try:
            self.supported(request)
            if "position" not in request or request.get("choices"):
                return {"unsupported": "anything but the beginning of a turn"}
            game.load(request["position"])
        except UnknownPart as what:
            return {"unsupported": str(what)}
        if game.winner is not None:
            return {"ok": {"result": {"winners": [game.winner]}}}
        return {"ok": self.listed([*game.ends()], request)}

    def listed(self, ends: list[Json], request: Json) -> Json:
        """The answer that lists the ends of a turn."""
        return {"positions": ends}


class ByHashes(ByPositions):
    """Answers with hashes, a few at a time."""

    def listed(self, ends: list[Json], request: Json) -> Json:
        """A piece of the hashes."""
        found = sorted({self.hash_of(end) for end in ends})
        begin = int(request.get("more", 0))
        made: Json = {"hashes": found[begin : begin + PIECE]}
        return made | ({"more": str(begin + PIECE)} if begin + PIECE < len(found) else {})

    def hash_of(self, end: Json) -> str:
        """The SHA-256 of the canonical text of a position."""
        plain = {key: sorted(v) if isinstance(v, list) else v for key, v in end.items() if v}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


class SpoiledPositions(ByPositions):
    """Forgets the positions in which there is a block on one of the spaces."""

    def listed(self, ends: list[Json], request: Json) -> Json:
        """The positions but for those."""
        spoiled = CELLS.index(SPOILED)
        return {"positions": [end for end in ends if end["levels"][spoiled] == "0"]}
