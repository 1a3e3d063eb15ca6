"""The base game of Santorini for two, written by hand: an adapter that uses nothing of Thesmos.

It uses the standard library only, and answers as conformance/protocol/README.md says. The faulty
adapters are subclasses of this one: each overrides the methods in which its fault lies.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

CELLS = [f"{column}{row}" for row in "12345" for column in "ABCDE"]
TOP = 3
PLAYERS = 2
WORKERS = 2  # of each player
KEYS = {"levels", "domes", "workers", "to_move"}


class RefusedChoice(Exception):  # noqa: N818 - a reply of the protocol
    """A choice is not on offer."""


class UnknownPart(Exception):  # noqa: N818 - a reply of the protocol
    """The request is not supported."""


def near(cell: str) -> list[str]:
    """The neighbours of a space."""
    x, y = ord(cell[0]), ord(cell[1])
    around = [f"{chr(x + i)}{chr(y + j)}" for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    return [other for other in around if other in CELLS]


class BaseGame:
    """A game in progress. workers: (space, player, type). mover: the worker that builds next."""

    def __init__(self) -> None:
        self.levels = dict.fromkeys(CELLS, 0)
        self.domes: set[str] = set()
        self.workers: list[tuple[str, int, str]] = []
        self.turn = 0  # 0 while workers are placed
        self.mover: str | None = None
        self.winner: int | None = None
        self.reason = ""

    def load(self, position: Json) -> None:
        """Load a position at the beginning of a turn."""
        if unknown := position.keys() - KEYS:
            raise UnknownPart(f"{min(unknown)} in a position")
        self.levels = dict(zip(CELLS, map(int, position["levels"]), strict=True))
        self.domes = set(position.get("domes", []))
        self.workers = [(w[:2], int(w[3]), w[4:]) for w in position["workers"]]
        self.begin(position.get("to_move", 1))

    def begin(self, player: int) -> None:
        """Begin a turn; a player who can't move has lost."""
        self.turn = player
        if not self.options():
            self.end(3 - player, "blocked")

    def end(self, winner: int, reason: str) -> None:
        """End the game."""
        self.winner, self.reason = winner, reason

    # ------------------------------------------------------------------ rules

    def player(self) -> int:
        """The player who decides."""
        return self.turn or (1 if len(self.workers) < WORKERS else 2)

    def step(self) -> str:
        """The current step."""
        return "place" if not self.turn else "move" if self.mover is None else "build"

    def free(self, cell: str) -> bool:
        """Whether a space has no worker and no dome."""
        return cell not in self.domes and all(cell != place for place, _, _ in self.workers)

    def may_move(self, origin: str, to: str) -> bool:
        """Whether a worker may make this move."""
        return self.free(to) and self.levels[to] - self.levels[origin] <= 1

    def options(self) -> list[str]:
        """All options."""
        if self.winner is not None:
            return []
        if not self.turn:
            return [f"@{cell}" for cell in CELLS if self.free(cell)]
        if self.mover is not None:
            return [f"{self.mover}+{cell}" for cell in near(self.mover) if self.free(cell)]
        own = [place for place, player, _ in self.workers if player == self.turn]
        return [f"{w}-{cell}" for w in own for cell in near(w) if self.may_move(w, cell)]

    def choose(self, text: str) -> None:
        """Take a choice. Raises RefusedChoice if it is not on offer."""
        if text == "concede" and self.winner is None:
            self.end(3 - self.player(), "stuck")
        elif text not in self.options():
            raise RefusedChoice(text)
        elif not self.turn:
            self.place(text[1:])
        elif self.mover is None:
            self.move(text[:2], text[3:])
        else:
            self.build(text[3:])

    def place(self, cell: str) -> None:
        """Place a worker."""
        self.workers.append((cell, self.player(), "fm"[len(self.workers) % 2]))
        if len(self.workers) == PLAYERS * WORKERS:
            self.begin(1)

    def move(self, origin: str, to: str) -> None:
        """Move a worker; moving up to the top wins."""
        self.workers = [(to if w[0] == origin else w[0], *w[1:]) for w in self.workers]
        self.mover = to
        if self.levels[to] == TOP > self.levels[origin]:
            self.end(self.turn, "move")

    def build(self, cell: str) -> None:
        """Build a block, or a dome on the top level; this ends the turn."""
        if self.levels[cell] == TOP:
            self.domes.add(cell)
        else:
            self.levels[cell] += 1
        self.mover = None
        self.begin(3 - self.turn)

    # ------------------------------------------------------------------ telling

    def position(self) -> Json:
        """The position as records write it."""
        made: Json = {"levels": "".join(str(self.levels[cell]) for cell in CELLS)}
        if self.domes:
            made["domes"] = sorted(self.domes)
        return made | {
            "workers": [f"{place} {player}{kind}" for place, player, kind in self.workers]
        }

    def answer(self) -> Json:
        """The answer for the current state."""
        made: Json = {"position": self.position(), "held": [[], []]}
        if self.winner is not None:
            return made | {"result": {"winners": [self.winner], "reason": self.reason}}
        if self.turn:
            made["turn_of"] = self.turn
        return made | {
            "player": self.player(),
            "step": self.step(),
            "options": self.options(),
            "may_skip": False,
        }


class Honest:
    """The adapter: one line in, one line out."""

    powers: tuple[str, ...] = ()

    def main(self) -> None:
        """Answer until `bye` or the end of the input."""
        for line in sys.stdin:
            request = json.loads(line)
            self.say(self.answer(request))
            if request["op"] == "bye":
                return

    def say(self, message: Json) -> None:
        """Print an answer."""
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    def answer(self, request: Json) -> Json:
        """The whole answer to a request."""
        return {"id": request["id"]} | self.reply(request)

    def reply(self, request: Json) -> Json:
        """The answer to a request, without the id."""
        match request["op"]:
            case "hello":
                return self.hello(request)
            case "look":
                return self.look(request)
            case "bye":
                return {"ok": {}}
        return {"error": f"what is {request['op']}?"}

    def hello(self, request: Json) -> Json:
        """The name and claims of the adapter."""
        claim = {"powers": list(self.powers), "editions": ["2021-09"]}
        who = {"name": "by-hand", "version": "1", "language": "Python"}
        if 1 not in request["thesmos"]:
            return {"error": "only version 1 is spoken here"}
        return {"ok": {"thesmos": 1, "implementation": who, "games": {"santorini": claim}}}

    def look(self, request: Json) -> Json:
        """The decision at a place."""
        try:
            self.supported(request)
            game = self.game(request)
        except UnknownPart as what:
            return {"unsupported": str(what)}
        answers = [game.answer()]
        for number, text in enumerate(request.get("choices", [])):
            try:
                self.take(game, text)
            except RefusedChoice:
                return {"refused": {"choice": number}}
            answers.append(game.answer())
        return {"ok": {"path": answers} if request.get("every") else answers[-1]}

    def supported(self, request: Json) -> None:
        """Raise UnknownPart for anything but the base game for two."""
        setup = request["setup"]
        for word, known in (("game", "santorini"), ("mode", "two-players")):
            given = request.get(word, setup.get(word, known))
            if given != known:
                raise UnknownPart(f"{word} {given}")
        for power in self.foreign(setup["powers"]):
            raise UnknownPart(f"power {power}")
        if setup["players"] != PLAYERS:
            raise UnknownPart(f"{setup['players']} players")
        if unknown := setup.keys() - {"players", "teams", "powers", "mode"}:
            raise UnknownPart(min(unknown))

    def foreign(self, powers: list[str | None]) -> Iterator[str]:
        """The powers among these that are not claimed."""
        return (power for power in powers if power is not None and power not in self.powers)

    def game(self, request: Json) -> BaseGame:
        """The game at the beginning of a request."""
        game = BaseGame()
        if "position" in request:
            game.load(request["position"])
        return game

    def take(self, game: BaseGame, text: str) -> None:
        """Take one choice."""
        game.choose(text)
