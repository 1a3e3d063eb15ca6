"""A transition: the state that is being changed, and the events on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from thesmos.program.declarations import Step
from thesmos.program.node import Ref
from thesmos.semantics.state import BoundAction, Chooser, StructuredState, Value
from thesmos.semantics.vector import vector_of


class Event(NamedTuple):
    """An action was carried out."""

    action: Ref
    actor: int
    roles: Mapping[str, Value]


class TurnBegan(NamedTuple):
    """A turn began. granted: the card that granted it as an additional one."""

    player: int
    granted: int | None


class Skipped(NamedTuple):
    """A step was skipped by choice. secret: whether an action of the step is."""

    player: int
    secret: bool


class CardMoved(NamedTuple):
    """A player came to hold a card, or lost it. why: the card, or the tag, that did it."""

    word: Literal["power taken", "power gained", "power lost"]
    player: int
    card: int
    why: str | None


class Lost(NamedTuple):
    """A player lost."""

    player: int
    reason: str


class Eliminated(NamedTuple):
    """A player who lost is out, and the game goes on."""

    player: int


class Cancelled(NamedTuple):
    """The turn was taken back."""


Report = Event | TurnBegan | Skipped | CardMoved | Lost | Eliminated | Cancelled


@dataclass(frozen=True)
class PendingStep:
    """A pending decision: the step, who decides, what can be chosen, whether it can be skipped."""

    step: Step
    chooser: Chooser
    options: tuple[BoundAction, ...]
    may_skip: bool


@dataclass
class Happening:
    """An event, or a silent action that was chosen, and what it changed.

    number: of the event among the reports; None for a silent action. chosen: whether it is an
    option of a step. chosen_by: the player whose option it was; None for chance, and for what a
    clause does. bound_in: the state in which its roles were frozen. spans: the state before and
    after each part of its `do`, without the events inside.
    """

    event: Event
    number: int | None
    chosen: bool
    chosen_by: int | None
    bound_in: StructuredState
    spans: list[tuple[StructuredState, StructuredState]] = field(default_factory=list)

    @property
    def whole_spans(self) -> list[tuple[StructuredState, StructuredState]]:
        """The state before and after the whole `do`, with the events inside."""
        return [(self.spans[0][0], self.spans[-1][1])]


@dataclass
class Transition:
    """The way from one state to the next.

    state: a copy that is changed. reports: what happened, in order. moment: the moment whose
    clauses are being carried out. acted: the cards, with their holders, whose turn in this moment
    has come. decision: the one at which it ended, if it did. until: the vector at which it is known
    to end, if somebody only asks for the reports: the options of that decision are not looked for.
    happenings: what was carried out, if it is watched, for those who ask who learns of it.
    """

    state: StructuredState
    reports: list[Report] = field(default_factory=list)
    moment: str | None = None
    acted: set[tuple[int, int]] = field(default_factory=set)
    decision: PendingStep | None = None
    until: tuple[int, ...] | None = None
    watched: bool = False
    happenings: list[Happening] = field(default_factory=list)
    _under_way: list[Happening] = field(default_factory=list)
    _since: StructuredState | None = None  # the last state at which an event began or ended

    def present(self) -> StructuredState | None:
        """Return a copy of the state, if what happens is watched."""
        return self.state.copy() if self.watched else None

    def begins(self, happening: Happening) -> None:
        """Note that the `do` of an action begins."""
        self._turn_to_another()
        self.happenings.append(happening)
        self._under_way.append(happening)

    def ends(self) -> None:
        """Note that the `do` of the last action that began has ended."""
        self._turn_to_another()
        self._under_way.pop()

    def _turn_to_another(self) -> None:
        now = self.state.copy()
        if self._under_way and self._since is not None:
            self._under_way[-1].spans.append((self._since, now))
        self._since = now

    def ends_here(self) -> bool:
        """Whether the state, in which a step was just entered, is known to be the last one."""
        state, until = self.state, self.until
        if until is None or state.step is None:
            return False
        number = state.game.step_numbers[state.step.name]
        return until[state.game.layout.core("step")] == number and until == vector_of(state)
