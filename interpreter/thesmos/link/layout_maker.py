"""Makes the layout of the state of a linked game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from thesmos.link.layout import (
    MAX_DUE,
    NONE,
    AgendaName,
    AgendaOf,
    AttributeOf,
    CoreName,
    CoreSlot,
    Entry,
    EventRole,
    FirstHolders,
    HoldersOf,
    Lasts,
    Layout,
    Meaning,
    MemoryOf,
    PlaceOf,
    RegisterOf,
    RememberedOf,
    SeenBy,
)
from thesmos.link.linked import Fixed, LinkedGame
from thesmos.link.pieces import Supplied, lent_attributes
from thesmos.link.repetition import number_count
from thesmos.link.words import Words
from thesmos.program.declarations import Attribute, Card
from thesmos.program.effects import Due
from thesmos.program.repetition import LARGEST
from thesmos.program.types import FLAG, NOTHING, PLAYER, POWER, ZONE, Type, number
from thesmos.program.values import MOST_REMEMBERED, Past, Person, Query


def layout_of(
    game: LinkedGame, words: Words, pieces: Mapping[str, Sequence[Supplied]]
) -> tuple[Layout, Fixed]:
    """The layout of a linked game that has none yet, and the attributes that never change."""
    maker = _LayoutMaker(game, words, pieces)
    return Layout(tuple(maker.entries)), maker.fixed


class _LayoutMaker:
    def __init__(
        self, game: LinkedGame, words: Words, pieces: Mapping[str, Sequence[Supplied]]
    ) -> None:
        self.game, self.words, self.pieces = game, words, pieces
        self.entries: list[Entry] = []
        self.size = 0
        self.fixed: Fixed = {}
        # First what all match-ups have, so that they have it in the same slots.
        self._core()
        self._places()
        self._attributes()
        (none, base), *cards = game.parts
        self._registers(none, base)
        for card in game.cards:
            first = 0 if card.holder is None else 1 << card.holder
            fixed = not (game.cards_move or game.pool)
            holders = number(first, first) if fixed else number(0, self.everybody)
            self.add(HoldersOf(card.number), holders, [first])
        if game.pool:
            nobody = [game.players] * len(game.cards)
            self.add(FirstHolders(), number(0, game.players + 1), nobody)
        self._memories()
        for part, text in cards:
            self._registers(part, text)
        self._event()
        if any(Due in card.constructs for _, card in game.parts):
            self._agenda()
        if game.compared:
            self._remembered()

    @property
    def everybody(self) -> int:
        """A bit for each player."""
        return (1 << self.game.players) - 1

    def add(
        self,
        meaning: Meaning,
        kind: Type,
        start: Sequence[int],
        *,
        shape: tuple[int, int] | None = None,
        limits: tuple[int, int] | None = None,
        seen_by: SeenBy = "everyone",
        lasts: Lasts = "game",
        writing: str = "",
    ) -> None:
        """Add a block.

        start: the initial value of each slot.
        shape: how many things, and slots for each; by default one for each.
        limits: the range of a slot, by default that of its type.
        """
        low, high = limits or self.words.range(kind)
        none = kind.none and not kind.many
        things, width = shape or (len(start), 1)
        entry = Entry(
            meaning, self.size, things, width, kind, low, high, none, seen_by, lasts, tuple(start),
            writing,
        )  # fmt: skip
        self.entries.append(entry)
        self.size += entry.count

    # ------------------------------------------------------------ what every game has

    def _core(self) -> None:
        game = self.game
        seat = number(-game.players, game.players - 1)
        # Not only the steps in play: what is compiled for one match-up then serves others.
        steps = game.game.steps.values()
        step = number(0, len(steps) - 1).optional()
        most_actions = max((len(step.actions) for step in steps), default=1)
        core: dict[CoreName, tuple[Type, int]] = {
            "instruction": (number(0, len(game.flow) - 1), 0),
            "step": (step, NONE),
            "chooser": (seat.optional(), NONE),
            "active": (PLAYER, 0),
            "done": (FLAG, 0),
            "granted": (POWER.optional(), NONE),
            "interrupted": (step, NONE),
            "next_seat": (number(0, game.players), 0),
            "winners": (number(0, game.nobody), 0),
            "reason": (number(0, len(game.reasons) - 1), 0),
            "out": (number(0, self.everybody), 0),
            "cancellation": (number(0, 2), 0),
            "first": (PLAYER, game.mode.first - 1),
            "interrupted_player": (PLAYER.optional(), NONE),
            "interrupted_action": (number(0, most_actions - 1), 0),
            "view": (number(0, game.players), 0),
        }
        for name, (kind, start) in core.items():
            self.add(CoreSlot(name), kind, [start])

    def _places(self) -> None:
        for kind in self.game.game.kinds:
            cells = sum(len(self.game.boards[board].cells) for board in kind.on)
            start = [piece.place for piece in self.game.pieces[kind.name]]
            place = Type("cell", kind.on[0]) if kind.on else ZONE
            limits = (0, cells + len(self.game.game.zones) - 1)
            self.add(PlaceOf(kind.name), place.optional(), start, limits=limits)

    # -------------------------------------------------------- attributes and memories

    def _attributes(self) -> None:
        """Add every attribute; those that never change are fixed instead (1.4)."""
        assigned = frozenset[object]().union(*(card.assigned for _, card in self.game.parts))
        written = {name for entry in self.game.game.position for name in entry.attributes}
        lent = lent_attributes(self.game)
        for attribute in self.game.game.attributes:
            name = attribute.name
            values = self._first_values(attribute)
            of_pieces, listed = name.owner in self.pieces, bool(attribute.starts)
            listed = listed and not attribute.secret and name not in written
            if (of_pieces or listed) and name not in assigned:
                if name in lent:  # of which positions say nothing: it follows from who holds a card
                    self._declared(AttributeOf(name), attribute, values, "")
                else:
                    self.fixed[name] = tuple(values)
            else:
                writing = f"{name.owner}.{name.name}" if name.owner else name.name
                self._declared(AttributeOf(name), attribute, values, writing)

    def _first_values(self, attribute: Attribute) -> list[int | tuple[int, ...]]:
        """The first values of an attribute: of each thing, those for each value of the index."""
        name, kind = attribute.name, attribute.type
        sizes = math.prod(map(self.words.size, attribute.index))
        things = self.words.count(name.owner) if name.owner else 1
        of_things = [self.words.first(attribute)] * (things * sizes)

        def place(of: str) -> int:
            """The index that a written value is for, among the values of a thing."""
            return self.words.thing(of, attribute.index[0].name) if of else 0

        for start_value in attribute.starts:
            value = self.words.value(start_value.words, kind)
            if attribute.index:
                of_things[place(start_value.of) :: sizes] = [value] * things
            else:
                of_things[self.words.thing(start_value.of, name.owner)] = value
        for thing, piece in enumerate(self.pieces.get(name.owner, ())):
            for start_value in piece.values:
                if start_value.attribute == name.name:
                    value = self.words.value(start_value.words, kind)
                    of_things[thing * sizes + place(start_value.of)] = value
        return of_things

    def _memories(self) -> None:
        for card in self.game.cards:
            for memory in card.card.memory:
                meaning = MemoryOf(card.number, memory.name.name)
                writing = f"{card.card.slug}.{memory.name.name}"
                self._declared(meaning, memory, [self.words.first(memory)], writing)

    def _declared(
        self,
        meaning: AttributeOf | MemoryOf,
        declared: Attribute,
        values: Sequence[int | tuple[int, ...]],
        writing: str,
    ) -> None:
        """Add an attribute or a memory.

        values: of each thing, those for each value of the index; of a set, the members.
        """
        kind = declared.type
        members = self.words.size(kind) if kind.many else 1
        indices = math.prod(map(self.words.size, declared.index))
        start: list[int] = []
        for value in values:
            slots = [value] if isinstance(value, int) else [int(m in value) for m in range(members)]
            start += slots
        things = len(values) // indices if indices else 0
        knower: SeenBy = "holder" if isinstance(meaning, MemoryOf) else "owner"
        self.add(
            meaning, kind, start, shape=(things, indices * members), writing=writing,
            seen_by=knower if declared.secret else "everyone",
            lasts="turn" if declared.lasts == "turn" else "game",
        )  # fmt: skip

    # ------------------------------------------------------------------------- the past

    def _registers(self, part: int | None, card: Card) -> None:
        """Add the registers of a part, in the order in which its text first asks for them."""
        questions_by_query: dict[Query, list[Past]] = {}
        for past in self.game.past_of(card):
            questions_by_query.setdefault(past.query, []).append(past)
        for query, questions in questions_by_query.items():
            self._register(part, query, questions)

    def _register(self, card: int | None, query: Query, questions: Sequence[Past]) -> None:
        """Add one register for each owner of a window.

        One that is asked about the active player's present turn only is reset by every turn, so
        that states which play alike are equal.
        """
        owners = self.words.size(Type("side", "Side") if query.owner == "side" else PLAYER)
        width = 1 if query.index is None else self.words.size(query.index)
        empty, kind = 0, query.answer
        limits = self.words.range(kind)
        if query.question in ("last", "first"):
            empty, kind = NONE, kind.optional()
        if query.question == "times":
            limits = (0, max(past.limit for past in questions))
        later = query.whole_game or any(not _is_active(past) for past in questions)
        start = [empty] * (owners * width)
        meaning = RegisterOf(card, query)
        lasts: Lasts = "game" if later else "turn"
        self.add(meaning, kind, start, shape=(owners, width), limits=limits, lasts=lasts)

    def _event(self) -> None:
        """Add a slot for each role that an action in play can have."""
        roles = [action.roles for action in self.game.actions.values()]
        for place in range(max(map(len, roles), default=0)):
            types = [of_action[place].type for of_action in roles if place < len(of_action)]
            limits = [self.words.range(kind) for kind in types]
            lows, highs = zip(*limits, strict=True)
            self.add(EventRole(place), NOTHING, [NONE], limits=(min(lows), max(highs)))

    def _agenda(self) -> None:
        """Add the steps that are due, and how many they are."""
        steps = number(0, len(self.game.steps) * self.game.players - 1).optional()
        self.add(AgendaOf("steps"), steps, [NONE] * MAX_DUE)
        counts: tuple[AgendaName, ...] = (
            "height", "fresh", "interrupted_height", "interrupted_fresh",
        )  # fmt: skip
        for name in counts:
            self.add(AgendaOf(name), number(0, MAX_DUE), [0])

    def _remembered(self) -> None:
        """Add the positions that are remembered, and how many they are."""
        width = number_count(self.game.compared)
        start, shape = [0] * (MOST_REMEMBERED * width), (MOST_REMEMBERED, width)
        self.add(RememberedOf("numbers"), number(0, LARGEST), start, shape=shape)
        self.add(RememberedOf("count"), number(0, MOST_REMEMBERED), [0])


def _is_active(past: Past) -> bool:
    """Whether a question is about the window of the active player."""
    return isinstance(past.of, Person) and past.of.word == "active"
