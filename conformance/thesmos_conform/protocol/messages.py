"""The messages of the protocol as values: conformance/protocol/README.md, sections 2 and 3.

Everything here is plain data, read from or written to one line of JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

Json = dict[str, Any]

VERSION = 1
LEVELS = ("legal", "apply", "result", "events", "observe", "reasons", "perft")
CORE = ("legal", "apply", "result")  # the levels of an implementation that names none
STEP, TURN, POSITIONS = "step", "turn", "positions"  # granularities
FREE, SKIPPED = "free", "skipped"  # of the order of steps, and of those with one thing to do


@dataclass(frozen=True)
class Place:
    """Where a question is asked: a match-up, a beginning, and the choices made since (section 2.2).

    position: the start of a turn; None to begin with the set-up of the game.
    impossible: whether it may be one that play can't reach; only engines that claim so are asked.
    """

    game: str
    setup: Json
    position: Json | None = None
    choices: tuple[str, ...] = ()
    impossible: bool = False

    def after(self, *choices: str) -> Place:
        """Return the place some choices later."""
        return replace(self, choices=(*self.choices, *choices))

    def as_json(self) -> Json:
        """Return the place as the keys of a request."""
        data: Json = {"game": self.game, "setup": self.setup}
        if self.position is not None:
            data["position"] = self.position
        if self.choices:
            data["choices"] = list(self.choices)
        return data


@dataclass(frozen=True)
class Answer:
    """The `ok` of a `look`; what the adapter left out is None.

    turns: replaces options if the implementation knows only whole turns (section 4).
    positions, hashes: replace them if it knows only the positions in which a turn can end.
    more: the word to send to get the next part of these lists.
    partial: the answer was derived within a turn, where only the options are known.
    values: the numbers shown with an option, by its text.
    probabilities: of each outcome of chance, by its text, as a fraction.
    """

    player: int | None = None
    options: tuple[str, ...] | None = None
    may_skip: bool | None = None
    turn_of: int | None = None
    step: str | None = None
    power: str | None = None
    values: Json | None = None
    probabilities: Json | None = None
    position: Json | None = None
    held: tuple[tuple[str, ...], ...] | None = None
    result: Json | None = None
    events: tuple[Json, ...] | None = None
    why: tuple[str, ...] | None = None
    turns: tuple[tuple[str, ...], ...] | None = None
    positions: tuple[Json, ...] | None = None
    hashes: tuple[str, ...] | None = None
    more: str | None = None
    partial: bool | None = None


@dataclass(frozen=True)
class Refused:
    """A choice was not on offer. choice: its index among the choices, from 0."""

    choice: int


@dataclass(frozen=True)
class Unsupported:
    """The implementation does not support this. what: in its own words."""

    what: str


@dataclass(frozen=True)
class ErrorReply:
    """Something went wrong inside the implementation, and it reports that."""

    message: str


Reply = Answer | Refused | Unsupported | ErrorReply


@dataclass(frozen=True)
class Exclusion:
    """A situation that a claim leaves out, and why; everything named here must apply at once.

    powers: all of them are in play.
    modes: one of them is played; any if empty.
    pieces: all of them are in the position, each as one of its keys or as a word in the text of a
    piece.
    options: each of these options has one of these values.
    clauses: one of them decides a difference; what does not differ is compared.
    scenarios: the ids of those that may differ, perhaps with `*`.
    """

    reason: str
    powers: frozenset[str] = frozenset()
    modes: frozenset[str] = frozenset()
    pieces: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    scenarios: frozenset[str] = frozenset()
    options: tuple[tuple[str, frozenset[str]], ...] = ()

    @property
    def of_differences(self) -> bool:
        """Whether it is about what differs, and so can be checked for still being needed."""
        return bool(self.clauses or self.scenarios)


@dataclass(frozen=True)
class Claim:
    """What an implementation claims to support in one game (section 2.1).

    options: the values that it plays of each option of the game, the one to play with first; the
    default one of those that are not named. None: any value.
    order: FREE if it asks the steps of a turn in an order of its own.
    forced: SKIPPED if it does not ask where there is only one thing to do.
    """

    editions: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    powers: frozenset[str] | None = frozenset()  # None: all of them
    levels: tuple[str, ...] = CORE
    begins: tuple[str, ...] = ("position", "start")
    granularity: str = STEP
    dead_ends: str = "shown"
    memory: bool = False
    impossible: bool = False
    exclusions: tuple[Exclusion, ...] = ()
    options: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    order: str = "ours"
    forced: str = "asked"


@dataclass(frozen=True)
class Hello:
    """The name of an implementation, and what it claims for each of its games."""

    name: str
    version: str = ""
    language: str = ""
    url: str = ""
    games: dict[str, Claim] = field(default_factory=dict)
