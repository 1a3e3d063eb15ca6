"""What is said in the protocol, as values: conformance/protocol/README.md, sections 2 and 3.

Everything here is plain data that came from, or goes to, one line of JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

VERSION = 1
LEVELS = ("legal", "apply", "result", "events", "observe", "reasons", "perft")
CORE = ("legal", "apply", "result")  # what is promised unless said otherwise


@dataclass(frozen=True)
class Place:
    """Where a question is asked: a match-up, a beginning, and the choices since (section 2.2).

    position: the beginning of a turn, None for the beginning of the game's set-up.
    """

    game: str
    setup: Json
    position: Json | None = None
    choices: tuple[str, ...] = ()

    def after(self, *choices: str) -> Place:
        """The same, some choices later."""
        return Place(self.game, self.setup, self.position, (*self.choices, *choices))

    def as_json(self) -> Json:
        """As the keys of a request."""
        made: Json = {"game": self.game, "setup": self.setup}
        if self.position is not None:
            made["position"] = self.position
        if self.choices:
            made["choices"] = list(self.choices)
        return made


@dataclass(frozen=True)
class Answer:
    """The `ok` of a `look`; None for what it does not tell.

    turns: in place of options, of those who know only whole turns (section 4). partial: it was
    put together inside of such a turn, where nothing but the options is known.
    """

    player: int | None = None
    options: tuple[str, ...] | None = None
    may_skip: bool | None = None
    turn_of: int | None = None
    step: str | None = None
    power: str | None = None
    position: Json | None = None
    held: tuple[tuple[str, ...], ...] | None = None
    result: Json | None = None
    events: tuple[Json, ...] | None = None
    why: tuple[str, ...] | None = None
    turns: tuple[tuple[str, ...], ...] | None = None
    partial: bool | None = None


@dataclass(frozen=True)
class Refused:
    """A choice was not on offer. choice: its place among the choices, from 0."""

    choice: int


@dataclass(frozen=True)
class Unsupported:
    """The implementation does not do this. what: in its own words."""

    what: str


@dataclass(frozen=True)
class ErrorReply:
    """Something went wrong inside the implementation, and it says so."""

    message: str


Reply = Answer | Refused | Unsupported | ErrorReply


@dataclass(frozen=True)
class Claim:
    """What an implementation says it can do in one game (section 2.1)."""

    editions: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    powers: frozenset[str] | None = frozenset()  # None: all of them
    levels: tuple[str, ...] = CORE
    begins: tuple[str, ...] = ("position", "start")
    granularity: str = "step"
    dead_ends: str = "shown"
    memory: bool = False


@dataclass(frozen=True)
class Hello:
    """Who answers, and what each of its games claims."""

    name: str
    version: str = ""
    language: str = ""
    url: str = ""
    games: dict[str, Claim] = field(default_factory=dict)
