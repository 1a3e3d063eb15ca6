"""A linked game: the cards and pieces that take part, and the layout of its state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from thesmos.link.constant_facts import constant_facts
from thesmos.link.flow import FlowPoint, flow_points
from thesmos.link.hiding import may_hide
from thesmos.link.layout import AttributeOf, Entry, EventRole, Layout, Meaning, MemoryOf, RegisterOf
from thesmos.link.repetition import ComparedPart, compared_parts
from thesmos.program.clauses import (
    AddTo,
    Cancel,
    Clause,
    Criterion,
    End,
    Hide,
    Spent,
    Treat,
    Win,
)
from thesmos.program.declarations import (
    Action,
    Board,
    Card,
    Fact,
    GameProgram,
    Mode,
    Rule,
    Score,
    Step,
    ValidCondition,
)
from thesmos.program.effects import Memorize, MoveCard
from thesmos.program.node import AttributeRef, Ref, walk
from thesmos.program.types import DIRECTIONS, Type
from thesmos.program.values import Past

Fixed = dict[AttributeRef, tuple[int | tuple[int, ...], ...]]

C = TypeVar("C", bound=Clause)


@dataclass(frozen=True)
class CardInPlay:
    """A card that takes part.

    number: its place among them.
    holder: the player who receives it at the beginning, from 0; None for nobody.
    common: it always takes part and applies to everybody.
    """

    number: int
    card: Card
    holder: int | None
    common: bool


@dataclass(frozen=True)
class Piece:
    """A piece.

    number: its age among the pieces of its kind.
    source: the number of the supply, or of the card, that it comes from.
    place: where it begins, a cell of its boards or, numbered after these, a zone.
    """

    kind: str
    number: int
    name: str | None
    place: int
    source: int


def moves_cards(card: Card) -> bool:
    """Return whether a text can change who holds a card."""
    return MoveCard in card.constructs or Spent in card.constructs


@dataclass(frozen=True, eq=False)
class LinkedGame:
    """A game, a mode, cards and options, ready to be played.

    sides: the side of each player, from 0.
    settings: the index of the value chosen for each option.
    fixed: attributes that nothing in play changes, with the value of each thing (for a set, a tuple
        of members; with an index, a value for each value of the index).
    pool: whether a state says which cards take part, and who received each (see pool.py).
    """

    game: GameProgram
    mode: Mode
    sides: tuple[int, ...]
    settings: dict[str, int] = field(hash=False)
    cards: tuple[CardInPlay, ...]
    pieces: dict[str, tuple[Piece, ...]] = field(hash=False)
    fixed: Fixed = field(hash=False)
    layout: Layout
    pool: bool = False

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.sides)

    @property
    def options(self) -> dict[str, str]:
        """The value chosen for each option of the game, by its name."""
        return {o.name: o.values[self.settings[o.name]] for o in self.game.options}

    @cached_property
    def parts(self) -> tuple[tuple[int | None, Card], ...]:
        """The game's own text (None), then each card in play by its number."""
        return ((None, self.game.base), *((c.number, c.card) for c in self.cards))

    @cached_property
    def facts(self) -> dict[Ref, Fact]:
        """The facts of the game and of the cards in play."""
        return {fact.name: fact for _, card in self.parts for fact in card.facts}

    @cached_property
    def actions(self) -> dict[Ref, Action]:
        """The actions of the game and of the cards in play."""
        return {action.name: action for _, card in self.parts for action in card.actions}

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the game and of the cards in play; a state names them by number."""
        return tuple(step for _, card in self.parts for step in card.steps)

    @cached_property
    def step_numbers(self) -> dict[Ref, int]:
        """The number of each step."""
        return {step.name: number for number, step in enumerate(self.steps)}

    @cached_property
    def clauses(self) -> tuple[tuple[int | None, Clause], ...]:
        """Every clause, with the number of its card in play; None for the game's own."""
        return tuple((number, clause) for number, card in self.parts for clause in card.clauses)

    def clause_number(self, card: int | None, clause: Clause) -> int:
        """The number of a clause of a card in play, in `clauses`."""
        return self._clause_numbers[card, type(clause), clause.id, clause.about]

    @cached_property
    def _clause_numbers(self) -> dict[tuple[int | None, type, str, object], int]:
        """Numbers by card, class, id and topic: clauses made from one written one share an id."""
        return {
            (card, type(clause), clause.id, clause.about): number
            for number, (card, clause) in enumerate(self.clauses)
        }

    def size_of(self, kind: Type) -> int:
        """Return a number above all values of a type except none; 0 if it has only none."""
        match kind.base:
            case "int":
                return kind.high + 1
            case "piece":
                return len(self.pieces[kind.name])
            case "cell":
                return len(self.boards[kind.name].cells)
            case "enum":
                return len(self.game.enum_words[kind.name])
        return self._sizes.get(kind.base, 0)

    @cached_property
    def _sizes(self) -> dict[str, int]:
        """Those of the types that every game has."""
        return {
            "flag": 2,
            "player": self.players,
            "side": max(self.sides) + 1,
            "power": len(self.cards),
            "zone": len(self.game.zones),
            "direction": len(DIRECTIONS),
        }

    def least_of(self, kind: Type) -> int:
        """Return the member that bit 0 stands for in a set of a type.

        It is 0; for numbers, it is the smallest number in any set of the game, if that is below 0.
        """
        return self._least if kind.base == "int" else 0

    def bits_in(self, kind: Type) -> int:
        """Return how many bits a set of a type has."""
        return self.size_of(kind) - self.least_of(kind)

    @cached_property
    def _least(self) -> int:
        return min(card.least for _, card in self.parts)

    def placed(self, kind: Type) -> bool:
        """Return whether values of a type are pieces, some of which are written as their places."""
        return kind.base == "piece" and not all(piece.name for piece in self.pieces[kind.name])

    @cached_property
    def rules(self) -> tuple[tuple[Ref, Rule], ...]:
        """The named rules of all actions, with their action."""
        return tuple((a.name, rule) for a in self.actions.values() for rule in a.rules)

    @cached_property
    def rule_numbers(self) -> dict[tuple[Ref, str], int]:
        """The number of each rule in `rules`, by its action and its name."""
        return {(action, rule.name): n for n, (action, rule) in enumerate(self.rules)}

    @cached_property
    def constant_facts(self) -> dict[Ref, dict[object, Any]]:
        """The facts that are the same in every state, with the values found so far by arguments."""
        changed = [name for name in self.facts if self.is_changed(name)]
        return {name: {} for name in constant_facts(self.facts, changed)}

    def is_changed(self, fact: Ref) -> bool:
        """Return whether a clause treats a fact otherwise, or adds to it."""
        return any(self.clauses_about(kind, fact) for kind in (Treat, AddTo))

    def clauses_about(self, kind: type[C], about: object) -> Sequence[tuple[int | None, C]]:
        """The clauses of a class about an action, step, fact or moment (None: about nothing)."""
        return self._clauses_about.get((kind, about), ())  # type: ignore[return-value]  # by class

    @cached_property
    def _clauses_about(self) -> dict[tuple[type, object], list[tuple[int | None, Clause]]]:
        clauses: dict[tuple[type, object], list[tuple[int | None, Clause]]] = {}
        for number, clause in self.clauses:
            clauses.setdefault((type(clause), clause.about), []).append((number, clause))
        return clauses

    def clauses_for(
        self, kind: type[C], about: object, player: int
    ) -> Sequence[tuple[int | None, C]]:
        """As `clauses_about`, but only common clauses and those of cards the player may hold."""
        key = kind, about, player
        if key not in self._clauses_for:
            self._clauses_for[key] = [
                (card, clause)
                for card, clause in self.clauses_about(kind, about)
                if card is None or self._may_hold(player, self.cards[card])
            ]
        return self._clauses_for[key]  # type: ignore[return-value]  # by class

    @cached_property
    def _clauses_for(
        self,
    ) -> dict[tuple[type, object, int], list[tuple[int | None, Clause]]]:
        return {}  # a cache

    def _may_hold(self, player: int, card: CardInPlay) -> bool:
        """Whether a player may hold a card, or it applies to everybody."""
        return self.cards_move or card.common or card.holder in (player, None)

    def has_in_play(self, construct: type) -> bool:
        """Whether the text of the game or of a card in play has a construct."""
        return any(construct in card.constructs for _, card in self.parts)

    @cached_property
    def compared(self) -> tuple[ComparedPart, ...]:
        """What makes two positions the same; nothing if none is ever remembered."""
        return compared_parts(self.parts, self.size_of) if self.has_in_play(Memorize) else ()

    @cached_property
    def cards_move(self) -> bool:
        """Whether anything in play can change who holds a card."""
        return any(moves_cards(card) for _, card in self.parts)

    @cached_property
    def event_roles(self) -> tuple[Entry, ...]:
        """The slots of the roles of an interrupted event."""
        entries = self.layout.entries
        return tuple(entry for entry in entries if isinstance(entry.meaning, EventRole))

    def registers_about(self, action: Ref) -> Sequence[Entry]:
        """The registers that ask for events of an action."""
        return self._registers_about.get(action, ())

    @cached_property
    def _registers_about(self) -> dict[Ref, list[Entry]]:
        registers: dict[Ref, list[Entry]] = {}
        for entry in self.layout.entries:
            if isinstance(entry.meaning, RegisterOf):
                for action in {pattern.action for pattern in entry.meaning.query.events}:
                    registers.setdefault(action, []).append(entry)
        return registers

    @cached_property
    def card_numbers(self) -> dict[str, int | None]:
        """The number of each card in play by slug; None for the game's own text."""
        return {card.slug: number for number, card in self.parts} | {"": None}

    def indices(self, meaning: Meaning) -> tuple[Type, ...]:
        """The types of the further arguments of an attribute, a memory or a register."""
        match meaning:
            case AttributeOf(attribute):
                return next(a.index for a in self.game.attributes if a.name == attribute)
            case MemoryOf(card, name):
                memories = self.cards[card].card.memory
                return next(memory.index for memory in memories if memory.name.name == name)
            case RegisterOf(_, query) if query.index is not None:
                return (query.index,)
        return ()

    @cached_property
    def flow(self) -> tuple[FlowPoint, ...]:
        """The instructions of the set-up and of a turn; a state holds the index of the next."""
        return flow_points(self.game, self.mode, self.parts)

    @cached_property
    def turn_start(self) -> int:
        """The index of the instruction that begins a turn."""
        return next(n for n, point in enumerate(self.flow) if point.instruction is None) + 1

    def past_of(self, card: Card) -> tuple[Past, ...]:
        """Every question about the past in the text of a part; a draft's result is the game's."""
        if card is not self.game.base:
            return card.past
        return (*card.past, *(p for p in walk((self.game.match_up,)) if isinstance(p, Past)))

    @cached_property
    def can_cancel(self) -> bool:
        """Whether some clause in play can cancel a turn."""
        return any(isinstance(clause, Cancel) for _, clause in self.clauses)

    @cached_property
    def can_hide(self) -> bool:
        """Whether anything may ever be hidden from a player."""
        return (
            self.can_cancel
            or any(entry.seen_by != "everyone" for entry in self.layout.entries)
            or bool(self.hides)
            or any(action.secret for action in self.actions.values())
        )

    @cached_property
    def hides(self) -> tuple[tuple[int | None, Hide], ...]:
        """The clauses that can hide a piece that exists."""
        clauses = self.clauses_about(Hide, None)
        return tuple(
            (card, clause)
            for card, clause in clauses
            if may_hide(clause, len(self.pieces[clause.kind]), self.fixed)
        )

    @cached_property
    def initial(self) -> tuple[int, ...]:
        """The vector before the first instruction of the flow."""
        start = self.layout.start
        return start + (0,) * len(start) if self.can_cancel else start

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards by name."""
        return {board.name: board for board in self.game.boards}

    @property
    def _grounds(self) -> Iterator[Win | End]:
        """The clauses of the game and of the mode by which the game can end."""
        for number, clause in self.clauses:
            if isinstance(clause, (Win, End)) and self.names_grounds(number):
                yield clause

    def names_grounds(self, card: int | None) -> bool:
        """Return whether a result by a clause names its ground: for the game's and the mode's.

        A result by a power's clause names the power.

        card: the number of the card whose clause it is; None for the game's.
        """
        return card is None or self.cards[card].card.slug == self.mode.card

    def reason_of(self, card: int | None, ground: str = "") -> str:
        """Return the reason in a result: the ground of a clause, or the reason of its card."""
        return ground if self.names_grounds(card) or card is None else self.cards[card].card.reason

    @cached_property
    def rankings(self) -> dict[str, tuple[Criterion, ...]]:
        """The criteria by which players are ranked, by ground."""
        ends = (clause for clause in self._grounds if isinstance(clause, End))
        return {end.ground: end.criteria for end in ends if end.criteria}

    @cached_property
    def valid(self) -> tuple[tuple[int | None, ValidCondition], ...]:
        """What holds in every position, with the number of its card; None for the game's own.

        A pool has those too that only some of its cards lift.
        """
        return tuple(
            (number, condition)
            for number, card in self.parts
            for condition in card.valid
            if self.pool or number is not None or not self.lifting(condition)
        )

    def lifting(self, condition: ValidCondition) -> tuple[int, ...]:
        """Return the cards in play that lift a condition of the game's own text."""
        if condition not in self.game.base.valid:
            return ()
        names = ((c.number, {lifted.name for lifted in c.card.lifts}) for c in self.cards)
        return tuple(number for number, lifted in names if condition.name in lifted)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores of each player."""
        return self.game.base.scores

    @cached_property
    def nobody(self) -> int:
        """The value of the slot of the winners when the game is over and nobody has won."""
        return 1 << self.players

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Every ground that a result can give, after the empty one; a state holds its index."""
        from_core = ("", "blocked", "stuck", "last standing")
        grounds = (clause.ground for clause in self._grounds)
        reasons = (card.card.reason for card in self.cards)
        return tuple(dict.fromkeys((*from_core, *grounds, *reasons)))
