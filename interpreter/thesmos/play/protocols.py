"""The interface of matches and states, as protocols: the only part of them that tools use.

The classes of match.py and state.py implement these protocols, and so does the toy game of the
tests. A tool that needs more must add it here first.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NotRequired, Protocol, Self, TypedDict, TypeVar

from thesmos import choice_words

if TYPE_CHECKING:
    from thesmos.link.linked import LinkedGame
    from thesmos.notation.explain import Finding
    from thesmos.notation.possible import BrokenCondition
    from thesmos.notation.recorded import RecordedGame
    from thesmos.play.decision import Decision
    from thesmos.play.result import Result
    from thesmos.semantics.drafts import DraftResult

Json = dict[str, Any]

# Choices other than options.
SKIP, CONCEDE = choice_words.SKIP, choice_words.CONCEDE
TURN_STARTS = ("turn", "additional turn")  # the events that begin a turn


class Setup(TypedDict):
    """Who plays what. Other keys are specific to the game."""

    players: int
    teams: list[int]
    powers: list[str | None]
    mode: NotRequired[str]
    options: NotRequired[dict[str, str]]
    chance: NotRequired[dict[str, list[str | int] | list[list[str | int]]]]


class Situation(Protocol):
    """A state of a game, or what a player sees of one. Immutable and hashable."""

    def __hash__(self) -> int: ...

    @property
    def vector(self) -> tuple[int, ...]:
        """The state as integers."""

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""

    @property
    def codes(self) -> Sequence[int]:
        """The codes of the options, in canonical order: faster than creating their texts."""

    @property
    def may_skip(self) -> bool:
        """Whether the pending step may be skipped."""

    @property
    def result(self) -> Result | None:
        """How the game ended; None if it has not ended."""

    @property
    def match_up(self) -> DraftResult | None:
        """For a finished draft, the match-up that it leads to; None otherwise."""

    @property
    def events(self) -> Sequence[Mapping[str, Any]]:
        """The events between the previous state and this one."""

    @property
    def turn_of(self) -> int:
        """The active player."""

    @property
    def held(self) -> Sequence[Sequence[str]]:
        """The powers that each player holds now."""

    def key(self) -> Hashable:
        """Return a key that is equal for states with the same future."""

    def position(self) -> Json:
        """The position in the game's notation."""

    def explain(self, text: str, /) -> Sequence[Finding]:
        """All rules and clauses that apply to an option."""

    def why_not(self, text: str, /) -> Sequence[Finding]:
        """The rules and clauses that keep an option from being offered."""

    def would_forbid(self, text: str, /) -> Sequence[str]:
        """The ids of the clauses that fit an option on offer, and are not in force now."""


class View(Situation, Protocol):
    """What a player sees and learns; it can't be played on."""

    @property
    def choice(self) -> str | None:
        """The choice that led here, if the player knows it."""

    @property
    def unseen(self) -> Json:
        """How many pieces the player can't see in the lists of the position, such as hands."""

    @property
    def out_of_sight(self) -> Mapping[str, int]:
        """How many more pieces of each kind the player can't see."""


class State(Situation, Protocol):
    """A state of a game with everything that matters for its future."""

    def events_for(self, player: int, /) -> Sequence[Mapping[str, Any]]:
        """The events between the previous state and this one, as far as a player learns of them."""

    def choice_for(self, player: int, /) -> str | None:
        """The choice that led to this state, if there was one and a player knows it."""

    @property
    def turns_begun(self) -> int:
        """How many turns began between the previous state and this one."""

    def apply(self, option: Any, /) -> Self:
        """The state after an option of the decision."""

    def take(self, code: int, /) -> Self:
        """The state after an option, given by its code."""

    def skip(self) -> Self:
        """The state after skipping the step."""

    def concede(self) -> Self:
        """The state after the deciding player has conceded."""

    def position(self, *, whole: bool = False) -> Json:
        """The position in the game's notation. whole: all of the state, in a turn too."""

    def to_json(self) -> Any:
        """The state as data, for `Match.from_json`."""

    def view(self, player: int, /) -> View:
        """What that player sees and learns."""


SomeState = TypeVar("SomeState", bound=State)  # methods of a state return the same class


class Match(Protocol):
    """A match-up that can be played."""

    @property
    def linked(self) -> LinkedGame:
        """What takes part: cards, pieces, sides, and how positions are written."""

    @property
    def texts(self) -> Mapping[str, Mapping[str, Any]]:
        """By slug, the `title` and the printed `text` of each card in play."""

    @property
    def recorded(self) -> RecordedGame:
        """How others write records of the match."""

    def start(self) -> State:
        """The first state."""

    def load(self, position: Json, /, *, allow_impossible: bool = False) -> State:
        """A state at the start of a turn. Raises UsageError for an invalid position.

        allow_impossible: whether to load one that play can't reach.
        """

    def broken(self, vector: tuple[int, ...], /) -> Sequence[BrokenCondition]:
        """The conditions of possible positions that a state breaks; none in play."""

    def from_json(self, saved: Any, /) -> State:
        """The state that `to_json` saved. Raises UsageError for anything else."""
