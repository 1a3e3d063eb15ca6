"""§1 State and values.

A value is a number, a flag (True or False), the number of a thing among those of its kind, a
tuple of these in ascending order (a set), None for none, or UNKNOWN.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from thesmos.link.layout import Entry, Meaning
from thesmos.link.linked import LinkedGame
from thesmos.program.declarations import Step
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.types import Type

ZONE = "Zone"


class Unknown:
    """The value of something that exists, but that the viewer does not know."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()
Value = Any  # int | bool | tuple[int, ...] | None | Unknown


class CellOrZone(NamedTuple):
    """Where a piece is: a cell of a board, or a zone."""

    board: str  # ZONE for a zone
    number: int


class Chooser(NamedTuple):
    """Who decides: a player, or chance on behalf of a player."""

    player: int
    chance: bool = False


class BoundAction(NamedTuple):
    """Something that can be chosen: an action, and the values of its open roles in their order."""

    action: Ref
    values: tuple[int, ...]


class DueStep(NamedTuple):
    """A step on the agenda, by its number, and the player for whom it is due."""

    step: int
    player: int


@dataclass(frozen=True)
class Interrupted:
    """A step that an interrupt has interrupted, with what is needed to return to it (6.2).

    player: who chose in it. action, roles: of the event. next_seat: the first player whose
    interrupts still have to be tried. height, fresh: of the agenda (6.8), when the interrupt began.
    """

    step: Step
    player: int
    action: Ref
    roles: Mapping[str, Value]
    next_seat: int
    height: int = 0
    fresh: int = 0


class PastEvent(NamedTuple):
    """An event with its roles as they were just before it. active: whose turn it was."""

    action: Ref
    actor: int
    active: int
    roles: Mapping[str, Value]


class History(ABC):
    """What is known of the past of a game. Like a state, only a transition changes it."""

    @abstractmethod
    def copy(self) -> History:
        """Return a past that can be changed without changing this one."""

    @abstractmethod
    def begin_turn(self, player: int) -> None:
        """Begin a turn: the player's window is empty (8.2)."""

    @abstractmethod
    def add(self, event: PastEvent, registers: Collection[Entry]) -> None:
        """Add an event. registers: those whose question it meets (8.4)."""

    @abstractmethod
    def answer(self, entry: Entry, owner: int, index: int) -> Value:
        """The answer of one register. owner: of the window. index: the value after `with`, or 0."""

    @abstractmethod
    def answered(self) -> AbstractSet[Meaning]:
        """The registers that have met an event; for the others, there was no such event."""


@dataclass
class StructuredState:
    """A state of a game. Only a transition changes one, and only its own copy.

    Players are counted from 0. winners: None while the game goes on. step and chooser: of the
    pending decision. done: whether something counts as done in this turn. granted: the card that
    granted this turn. interrupted: what an interrupt has interrupted. agenda: the
    steps that are due, the next one last; the last `fresh` of them became due in the present
    option. remembered: positions (8.6), the oldest first, each with what is compared. holders: of
    each card, by its number. first_holders: the player who received each card at the beginning.
    absent: the cards of a pool that take no part. places, attributes: for each thing of a kind.
    memory: by the card's number and the name.
    cancellation: `marked` if the turn is going to be cancelled, with the state to restore then;
    `rewound` if it has been. seen_by: the player who sees this; None for the truth.
    """

    game: LinkedGame
    past: History
    instruction: int = 0
    first: int = 0
    active: int = 0
    step: Step | None = None
    chooser: Chooser | None = None
    done: bool = False
    granted: int | None = None
    interrupted: Interrupted | None = None
    agenda: list[DueStep] = field(default_factory=list)
    fresh: int = 0
    remembered: list[tuple[Value, ...]] = field(default_factory=list)
    winners: frozenset[int] | None = None
    reason: str = ""
    out: frozenset[int] = frozenset()
    holders: list[frozenset[int]] = field(default_factory=list)
    first_holders: tuple[int | None, ...] = ()
    absent: frozenset[int] = frozenset()
    places: dict[str, list[CellOrZone | Unknown | None]] = field(default_factory=dict)
    attributes: dict[AttributeRef, list[Value]] = field(default_factory=dict)
    memory: dict[tuple[int, str], Value] = field(default_factory=dict)
    cancellation: Literal["", "marked", "rewound"] = ""
    state_to_restore: StructuredState | None = None
    seen_by: int | None = None

    def copy(self) -> StructuredState:
        """Return a state that can be changed without changing this one."""
        return replace(
            self,
            past=self.past.copy(),
            agenda=[*self.agenda],
            remembered=[*self.remembered],
            holders=[*self.holders],
            places={kind: [*places] for kind, places in self.places.items()},
            attributes={name: [*values] for name, values in self.attributes.items()},
            memory=dict(self.memory),
        )

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.winners is not None

    # ---------------------------------------------------------------- players and cards

    def side(self, player: int) -> int:
        """The side of a player."""
        return self.game.sides[player]

    def relation(self, you: int, other: int) -> Literal["your", "teammate", "opponent"]:
        """Return how another player is related to you."""
        if you == other:
            return "your"
        return "teammate" if self.side(you) == self.side(other) else "opponent"

    def teammates(self, player: int) -> list[int]:
        """The other players of the same side, by number."""
        return [p for p in range(self.game.players) if self.relation(player, p) == "teammate"]

    def opponents(self, player: int) -> list[int]:
        """The players of other sides, by number."""
        return [p for p in range(self.game.players) if self.relation(player, p) == "opponent"]

    def everybody_from(self, player: int) -> list[int]:
        """A player, then their teammates, then their opponents, by number."""
        return [player, *self.teammates(player), *self.opponents(player)]

    def holds(self, player: int, card: int) -> bool:
        """Whether a player holds a card and is still in the game."""
        return player in self.holders[card] and player not in self.out

    def cards_of(self, player: int) -> list[int]:
        """The cards a player holds: those received at the beginning first, then the others."""
        held = [n for n, holders in enumerate(self.holders) if player in holders]
        return sorted(held, key=lambda n: (self.first_holders[n] != player, n))

    def next_player(self, player: int) -> int | None:
        """The next player by number who is still in the game; None if nobody is."""
        players = self.game.players
        order = [(player + n) % players for n in range(1, players + 1)]
        return next((p for p in order if p not in self.out), None)

    def common(self, card: int | None) -> bool:
        """Whether text is the game's own, or that of a card that always takes part."""
        return card is None or self.game.cards[card].common


def members_of(kind: Type, game: LinkedGame) -> Sequence[int]:
    """Return all values of a type except none, in canonical order (1.5)."""
    if kind.base == "int":
        return range(kind.low, kind.high + 1)
    if kind.base == "flag":
        return (False, True)
    return range(game.size_of(kind))


def members_in(state: StructuredState, kind: Type) -> Sequence[int]:
    """As `members_of`, but without the cards of a pool that take no part in this state."""
    found = members_of(kind, state.game)
    if kind.base == "power" and state.absent:
        return [card for card in found if card not in state.absent]
    return found
