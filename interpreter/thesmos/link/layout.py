"""The layout of a state: which slots of its vector hold what.

A state is a vector of small integers. Each entry of the layout is a block of slots with one
meaning: thing by thing, with one slot for each thing, or one for each value of an index, or one for
each possible member of a set. Entries follow each other without gaps, in the order of `Layout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from typing import Literal

from thesmos.constructs import construct, interned
from thesmos.program.node import AttributeRef
from thesmos.program.types import Type
from thesmos.program.values import Query

MAX_DUE = 16  # steps on the agenda
NONE = -(1 << 15)  # represents none; all numbers are above -10 000
UNKNOWN = NONE + 1  # represents unknown in a view; views are never saved

CoreName = Literal[
    "instruction",  # the index of the instruction of the flow that comes next
    "step",  # the pending step, by its number; none if there is no decision
    "chooser",  # of the pending step: a player, or -1 - p for chance on behalf of player p
    "active",
    "done",  # whether something counts as done in this turn
    "granted",  # the card that granted this turn
    "interrupted",  # the step that an interrupt has interrupted
    "next_seat",  # the first player whose interrupts of that step still have to be tried
    "winners",  # a bit for each player, and one more if nobody has won; 0 while the game goes on
    "reason",  # the index of the ground of the result
    "out",  # a bit for each player
    "cancellation",  # 0; 1: this turn is going to be cancelled; 2: it has been
    "first",  # the player who has the first turn
    "interrupted_player",  # who chose in the interrupted step
    "interrupted_action",  # of the event after which it was interrupted, among those of the step
    "view",  # p + 1 in the view of player p, which hides nothing more from p; else 0
]


@interned
class CoreSlot:
    """A slot that every game has."""

    name: CoreName


@interned
class HoldersOf:
    """Who holds a card, a bit for each player.

    card: its number among the cards in play.
    """

    card: int


@interned
class FirstHolders:
    """In a pool, the player who received each card at the beginning.

    The number of players means a card that takes part but nobody received; one more means a card
    that takes no part.
    """


@interned
class PlaceOf:
    """Where each piece of a kind is: a cell of a board it can be on, or a zone.

    Cells are numbered one board after the other, zones after the cells.
    """

    kind: str


@interned
class AttributeOf:
    """An attribute of each thing of a kind, or of the game."""

    attribute: AttributeRef


@interned
class MemoryOf:
    """A memory of a card in play."""

    card: int
    name: str


@construct
class RegisterOf:
    """The answer to a card's question about the past.

    card: None for the game's own text.
    """

    card: int | None
    query: Query


@construct
class EventRole:
    """A role of the event of an interrupted step, by its place among the roles of the action."""

    place: int


AgendaName = Literal[
    "steps",  # those due, the next one last: the step's number times the players, plus the player
    "height",  # how many they are
    "fresh",  # how many of them became due in the present option; they are the last ones
    "interrupted_height",  # how many there were when an interrupt began; 0 if there is none
    "interrupted_fresh",  # of these, how many became due in the interrupted option
]


@construct
class AgendaOf:
    """A part of the agenda, of games in which something can become due."""

    name: AgendaName


@construct
class RememberedOf:
    """What is remembered of positions, of games that remember any.

    numbers: the numbers of each position (repetition.py), the oldest first. count: how many
    positions are remembered.
    """

    name: Literal["numbers", "count"]


SeenBy = Literal["everyone", "owner", "holder"]
Lasts = Literal["game", "turn"]
Meaning = (
    CoreSlot
    | HoldersOf
    | FirstHolders
    | PlaceOf
    | AttributeOf
    | MemoryOf
    | RegisterOf
    | EventRole
    | AgendaOf
    | RememberedOf
)


@construct
class Entry:
    """A block of slots.

    first: the first slot.
    things: how many things have one (for a register: owners of a window).
    width: slots for each thing: 1, the values of an index, or the possible members of a set.
    type: of the value; a set has a slot of 0 or 1 for each possible member.
    low, high: the range of a slot; of a number, that of the number.
    none: whether a slot can be none.
    seen_by: everyone, the player it belongs to, or the holder of the card.
    lasts: `turn` if each turn resets it.
    start: the initial values, one for each slot.
    writing: its name in the memory of a position.
    """

    meaning: Meaning
    first: int
    things: int
    width: int
    type: Type
    low: int
    high: int
    none: bool
    seen_by: SeenBy
    lasts: Lasts
    start: tuple[int, ...]
    writing: str = ""

    def __hash__(self) -> int:
        """Return a fast hash: the compiler often looks up functions by entry."""
        return hash((self.first, self.things, self.width))

    @property
    def count(self) -> int:
        """How many slots there are."""
        return self.things * self.width

    @property
    def slots(self) -> range:
        """All slots of the entry."""
        return range(self.first, self.first + self.count)

    def of(self, vector: Sequence[int]) -> Sequence[int]:
        """Return the values of the slots of the entry in a vector."""
        return vector[self.first : self.first + self.count]

    def slot(self, thing: int = 0, inner: int = 0) -> int:
        """The slot of a thing.

        inner: the value of the index, or the member of the set.
        """
        return self.first + thing * self.width + inner


@construct
class Layout:
    """All entries, in the order of their slots.

    none: the number that represents none in every slot. It is below every number that a slot or an
    expression of the game can have, so values can move between them unchanged.
    """

    entries: tuple[Entry, ...] = field(repr=False)
    none: int = NONE

    @cached_property
    def size(self) -> int:
        """The number of slots, without the second half of a game that can cancel turns."""
        return sum(entry.count for entry in self.entries)

    @cached_property
    def start(self) -> tuple[int, ...]:
        """The initial vector."""
        return tuple(value for entry in self.entries for value in entry.start)

    @cached_property
    def by_meaning(self) -> dict[Meaning, Entry]:
        """The entry of each meaning."""
        return {entry.meaning: entry for entry in self.entries}

    @cached_property
    def registers(self) -> tuple[tuple[Entry, RegisterOf, slice], ...]:
        """The entries of registers, with their meanings and slots."""
        return tuple(
            (entry, entry.meaning, slice(entry.first, entry.first + entry.count))
            for entry in self.entries
            if isinstance(entry.meaning, RegisterOf)
        )

    @cached_property
    def holders(self) -> tuple[tuple[int, int], ...]:
        """For each card whose holders a state knows, its number and slot."""
        return tuple(
            (entry.meaning.card, entry.first)
            for entry in self.entries
            if isinstance(entry.meaning, HoldersOf)
        )

    @cached_property
    def others(self) -> tuple[tuple[Entry, slice], ...]:
        """All other entries, with their slots."""
        return tuple(
            (entry, slice(entry.first, entry.first + entry.count))
            for entry in self.entries
            if not isinstance(entry.meaning, RegisterOf | HoldersOf)
        )

    @cached_property
    def agenda(self) -> dict[AgendaName, Entry]:
        """The parts of the agenda; none if nothing can become due."""
        return {
            entry.meaning.name: entry
            for entry in self.entries
            if isinstance(entry.meaning, AgendaOf)
        }

    def core(self, name: CoreName) -> int:
        """The slot that every game has under a name."""
        return self._core[name]

    @cached_property
    def _core(self) -> dict[CoreName, int]:
        return {
            entry.meaning.name: entry.first
            for entry in self.entries
            if isinstance(entry.meaning, CoreSlot)
        }
