"""The contact surface: the part of the engine that tools lean on, and nothing else.

The engine's own classes fit these protocols by shape, and so does the made-up game of the tests.
A tool that needs more adds a line here first, so that this page stays the complete list.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NotRequired, Protocol, TypedDict

from thesmos.engine.draft_result import MatchUp
from thesmos.engine.explain import Finding
from thesmos.link.program import Program

Json = dict[str, Any]
Roles = tuple[int, ...]

# Choices that are no options, as records, scenarios and players write them.
SKIP = "skip"
CONCEDE = "concede"
TURN_STARTS = ("turn", "additional turn")  # the events that begin a turn


class Setup(TypedDict):
    """Who plays with what. Other keys than these are the game's own."""

    players: int
    teams: list[int]
    powers: list[str | None]
    mode: NotRequired[str]
    options: NotRequired[dict[str, str]]
    chance: NotRequired[dict[str, list[str | int]]]


class Option(Protocol):
    """One thing that a player may choose."""

    @property
    def text(self) -> str:
        """As the game's notation writes it; unique among the options of a decision."""

    @property
    def roles(self) -> Mapping[str, str]:
        """Its roles as text, by name."""

    @property
    def values(self) -> Roles:
        """Its bare roles, as `State.roles` lists them."""

    @property
    def weight(self) -> int:
        """Of an outcome of chance: how many equally likely ones it stands for."""

    @property
    def suggested(self) -> bool:
        """Whether the rules advise it."""


class Decision(Protocol):
    """What is to be decided now."""

    @property
    def player(self) -> int:
        """Who decides, from 1; 0 is chance."""

    @property
    def step(self) -> str:
        """The step, under the name that records show."""

    @property
    def power(self) -> str | None:
        """The power whose step it is, None for a step of the game."""

    @property
    def options(self) -> Sequence[Option]:
        """Everything that may be chosen, without skipping."""

    @property
    def may_skip(self) -> bool:
        """Whether the step may be declined."""


class Result(Protocol):
    """How a game ended."""

    @property
    def winners(self) -> Sequence[int]:
        """The players who won."""

    @property
    def reason(self) -> str:
        """By what: a ground, or the power that declared it."""

    @property
    def eliminated(self) -> Sequence[int]:
        """The players who were out before."""


class State(Protocol):
    """A position with everything that matters to its future; a value, hashable."""

    def __hash__(self) -> int: ...

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""

    @property
    def roles(self) -> Sequence[Roles]:
        """The options as bare roles, which costs less than putting them into words."""

    @property
    def may_skip(self) -> bool:
        """As in the decision."""

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""

    @property
    def match_up(self) -> MatchUp | None:
        """Of a draft that is over: the match-up that follows. None otherwise."""

    @property
    def events(self) -> Sequence[Mapping[str, Any]]:
        """What happened on the way from the previous state to this one."""

    @property
    def turn_of(self) -> int:
        """The active player."""

    @property
    def held(self) -> Sequence[Sequence[str]]:
        """The powers that each player holds now."""

    def apply(self, option: Any, /) -> State:
        """The state after an option of the decision."""

    def follow(self, roles: Roles, /) -> State:
        """The state after an option given by its bare roles."""

    def skip(self) -> State:
        """The state after declining."""

    def concede(self) -> State:
        """The state after the deciding player has given up."""

    def view(self, player: int, /) -> State:
        """The state as that player sees it."""

    def key(self) -> Hashable:
        """Equal for states that play the same."""

    def position(self) -> Json:
        """The position in the game's notation."""

    def to_json(self) -> Any:
        """The state as data, for `Match.from_json`."""

    def explain(self, text: str, /) -> Sequence[Finding]:
        """The rules and clauses that have a say about an option."""

    def why_not(self, text: str, /) -> Sequence[Finding]:
        """Those of them that fail."""


class Match(Protocol):
    """A match-up that can be played."""

    @property
    def program(self) -> Program:
        """The linked program: boards, notation, texts."""

    def start(self, seed: int = ..., /) -> State:
        """The first state."""

    def load(self, position: Json, /) -> State:
        """A state at the start of a turn. Raises UsageError for a position that can't be."""

    def from_json(self, saved: Any, /) -> State:
        """The state that `to_json` saved. Raises UsageError for anything else."""
