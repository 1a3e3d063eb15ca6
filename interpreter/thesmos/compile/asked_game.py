"""Records what a writer asks about a linked game while it writes each function.

A function depends only on what its writer asks. If another match-up gives all the same answers, it
has the same function (see known_functions.py). So a writer sees the game only through `AskedGame`:
what differs between match-ups of a game in one mode is noted as a question with its answer. What
depends only on the program, the mode, the sides and the options is not noted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from thesmos.compile.codes import ActionCodes, CodeSpace
from thesmos.link.flow import FlowPoint
from thesmos.link.layout import AgendaName, Entry, Meaning, MemoryOf, RegisterOf
from thesmos.link.linked import CardInPlay, LinkedGame
from thesmos.link.repetition import ComparedPart
from thesmos.program import declarations as d
from thesmos.program.clauses import Clause, Permit
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.types import Type
from thesmos.program.values import variables_in

C = TypeVar("C", bound=Clause)


Question = tuple[str, Hashable]  # the name of the property asked for, and of what
Answers = dict[int, Hashable]  # by the number of the question, in the order asked
EVERYTHING = -1  # in place of a question: the answer is unique to this match-up


class Questions(dict[Question, int]):
    """The number of each question; a new question gets the next number."""

    def __init__(self) -> None:
        super().__init__()
        self._all: list[Question] = []
        self._lock = threading.Lock()

    def __missing__(self, question: Question) -> int:
        """Give a new question the next number."""
        with self._lock:
            found = self.setdefault(question, len(self._all))
            if found == len(self._all):
                self._all.append(question)
        return found

    def numbered(self, number: int) -> Question:
        """Return the question with a number."""
        return self._all[number]


class GivenAnswers(Answers):
    """A linked game's answers; they compare equal for match-ups in which the same is true."""

    def __init__(self, linked: LinkedGame, space: CodeSpace, questions: Questions) -> None:
        super().__init__()
        self._linked, self._space, self._questions = linked, space, questions

    def __missing__(self, number: int) -> Hashable:
        """Compute and return the answer to a question, by its number."""
        what, about = self._questions.numbered(number)
        if what in _CODES:
            found = _CODES[what](self._space, about)
        else:
            found = _ANSWERS[what](self._linked, about)
        self[number] = found
        return found


class AskedGame:
    """A linked game that notes what it is asked.

    answers: the answers to all questions. noted: the answers given since it was set; None if
    nobody needs them.
    """

    def __init__(self, linked: LinkedGame, questions: Questions) -> None:
        self._linked, self._questions = linked, questions
        self.space = CodeSpace(linked)
        self.answers = GivenAnswers(linked, self.space, questions)
        self.noted: Answers | None = None
        self.layout = AskedLayout(self)
        self.codes = AskedCodes(self)
        # The same in all match-ups of a game in one mode, with the same sides and options.
        self.game, self.settings = linked.game, linked.settings
        self.sides, self.players, self.nobody = linked.sides, linked.players, linked.nobody
        self.scores, self.boards = linked.scores, linked.boards

    def ask(self, what: str, about: Hashable = None) -> LinkedGame:
        """Note a question, and return the linked game, which can answer it."""
        if self.noted is not None:
            number = self._questions[what, about]
            if number not in self.noted:
                self.noted[number] = self.answers[number]
        return self._linked

    @property
    def linked(self) -> LinkedGame:
        """The linked game itself; a function that uses it is not shared with other match-ups."""
        if self.noted is not None:
            self.noted[EVERYTHING] = None
        return self._linked

    # ------------------------------------------------------------------ cards and their text

    def clauses_about(self, kind: type[C], about: object) -> Sequence[tuple[int | None, C]]:
        """Return the clauses of a class about something, as in LinkedGame."""
        return self.ask("clauses", (kind, about)).clauses_about(kind, about)

    def clauses_for(
        self, kind: type[C], about: object, player: int
    ) -> Sequence[tuple[int | None, C]]:
        """Return those clauses that may be in force for a player, as in LinkedGame."""
        linked = self.ask("clauses for", (kind, about, player))
        return linked.clauses_for(kind, about, player)

    def has_clauses(self, kind: type[C], about: object) -> bool:
        """Return whether there are clauses of a class about something."""
        return bool(self.ask("has clauses", (kind, about)).clauses_about(kind, about))

    def may_have(self, kind: type[C], about: object, player: int) -> bool:
        """Return whether any clauses may be in force for a player: see `clauses_for`."""
        linked = self.ask("may have", (kind, about, player))
        return bool(linked.clauses_for(kind, about, player))

    def has_prices(self, action: Ref, player: int) -> bool:
        """Return whether a permit that may be in force for a player has a price."""
        return _has_prices(self.ask("has prices", (action, player)), (action, player))

    @property
    def cards(self) -> tuple[CardInPlay, ...]:
        """All cards in play."""
        return self.ask("cards").cards

    def card(self, number: int) -> CardInPlay:
        """Return a card in play."""
        return self.ask("card", number).cards[number]

    def card_number(self, slug: str) -> int | None:
        """Return the number of a card in play; None for the game's own text."""
        return self.ask("card number", slug).card_numbers[slug]

    def in_play(self, construct: type) -> bool:
        """Return whether the text of the game or of a card in play has a construct."""
        return self.ask("in play", construct).has_in_play(construct)

    @property
    def cards_move(self) -> bool:
        """Whether anything in play can change who holds a card."""
        return self.ask("cards move").cards_move

    @property
    def pool(self) -> bool:
        """Whether a state says which cards take part, and who received each."""
        return self.ask("pool").pool

    @property
    def steps(self) -> tuple[d.Step, ...]:
        """All steps."""
        return self.ask("steps").steps

    def step(self, name: Ref) -> d.Step:
        """Return a step in play."""
        return self._linked.steps[self._linked.step_numbers[name]]

    def step_number(self, name: Ref) -> int:
        """Return the number of a step."""
        return self.ask("step number", name).step_numbers[name]

    def action(self, name: Ref) -> d.Action:
        """Return an action in play."""
        return self._linked.actions[name]

    @property
    def flow(self) -> tuple[FlowPoint, ...]:
        """The instructions of the flow."""
        return self.ask("flow").flow

    @property
    def turn_start(self) -> int:
        """The place in the flow where a turn begins."""
        return self.ask("turn start").turn_start

    @property
    def actions(self) -> dict[Ref, d.Action]:
        """All actions."""
        return self.ask("actions").actions

    def fact(self, name: Ref) -> d.Fact:
        """Return a fact in play."""
        return self._linked.facts[name]

    def reason(self, text: str) -> int:
        """Return the number of a reason that every game has."""
        return self.ask("reason", text).reasons.index(text)

    def reason_of(self, card: int | None, ground: str) -> int:
        """Return the number of the reason that a clause gives."""
        linked = self.ask("reason of", (card, ground))
        return linked.reasons.index(linked.reason_of(card, ground))

    @property
    def names_card(self) -> tuple[bool, ...]:
        """For each reason, whether it names a card."""
        return _names_card(self.ask("names card"))

    # ------------------------------------------------------------------ pieces and slots

    def fixed(self, attribute: AttributeRef) -> tuple[int | tuple[int, ...], ...] | None:
        """Return the values of an attribute that nothing in play changes; None for another one."""
        return self.ask("fixed", attribute).fixed.get(attribute)

    def size_of(self, kind: Type) -> int:
        """Return a number that all values of a type are below, apart from none."""
        return self.ask("size", kind).size_of(kind)

    def placed(self, kind: Type) -> bool:
        """Return whether values of a type are pieces, some of which are shown by their places."""
        return self.ask("placed", kind).placed(kind)

    @property
    def least(self) -> int:
        """The least number that can be in a set."""
        return self.ask("least").least

    @property
    def compared(self) -> tuple[ComparedPart, ...]:
        """The parts in which two equal positions agree; empty if none is ever remembered."""
        return self.ask("compared").compared

    def registers_about(self, action: Ref) -> Sequence[Entry]:
        """Return the registers that ask for events of an action."""
        return self.ask("registers", action).registers_about(action)

    def roles_in_registers(self, action: Ref) -> tuple[str, ...] | None:
        """Return the roles of an action that registers ask for; None if no register asks for it."""
        return _roles_in_registers(self.ask("roles in registers", action), action)

    @property
    def event_roles(self) -> Sequence[Entry]:
        """The slots of the roles of an interrupted event."""
        return self.ask("event roles").event_roles

    @property
    def can_cancel(self) -> bool:
        """Whether some clause in play can cancel a turn."""
        return self.ask("can cancel").can_cancel

    @property
    def can_hide(self) -> bool:
        """Whether anything may ever be hidden from a player."""
        return self.ask("can hide").can_hide


class AskedLayout:
    """The layout of an asked game."""

    def __init__(self, game: AskedGame) -> None:
        self._game = game
        self.by_meaning = self

    def __getitem__(self, meaning: Meaning) -> Entry:
        """Return the entry of a meaning."""
        return self._game.ask("entry", meaning).layout.by_meaning[meaning]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries."""
        return self._game.linked.layout.entries

    @property
    def registers(self) -> tuple[Entry, ...]:
        """The entries of all registers, for use only in how a turn clears them."""
        return _registers(self._game.ask("cleared"))

    @property
    def memories_of_turn(self) -> tuple[Entry, ...]:
        """The entries of the memories that each turn resets."""
        return _memories_of_turn(self._game.ask("memories of turn"))

    @property
    def agenda(self) -> dict[AgendaName, Entry]:
        """The entries of the agenda."""
        return self._game.ask("agenda").layout.agenda

    @property
    def none(self) -> int:
        """The number that represents none."""
        return self._game.ask("none").layout.none


class AskedCodes:
    """The codes of an asked game."""

    def __init__(self, game: AskedGame) -> None:
        self._game = game
        self.of = self

    def __getitem__(self, action: Ref) -> ActionCodes:
        """Return the codes of an action."""
        self._game.ask("codes", action)
        return self._game.space.of[action]

    @property
    def in_order(self) -> tuple[ActionCodes, ...]:
        """The codes of all actions."""
        self._game.ask("all codes")
        return self._game.space.in_order


def _entry(entry: Entry) -> Hashable:
    """Return everything in an entry but its meaning and type, which come from the program."""
    return (
        entry.first, entry.things, entry.width, entry.low, entry.high, entry.none, entry.seen_by,
        entry.lasts, entry.start,
    )  # fmt: skip


def _meant(entries: Iterable[Entry]) -> Hashable:
    return tuple((entry.meaning, _entry(entry)) for entry in entries)


def _names_card(linked: LinkedGame) -> tuple[bool, ...]:
    return tuple(reason.startswith("power:") for reason in linked.reasons)


def _registers(linked: LinkedGame) -> tuple[Entry, ...]:
    return tuple(e for e in linked.layout.entries if isinstance(e.meaning, RegisterOf))


def _cleared(linked: LinkedGame) -> Hashable:
    """Return which slots of registers a turn clears, and with what."""
    queries = (
        (e, e.meaning.query) for e in _registers(linked) if isinstance(e.meaning, RegisterOf)
    )
    return tuple((_entry(e), query.owner, query.whole_game) for e, query in queries)


def _memories_of_turn(linked: LinkedGame) -> tuple[Entry, ...]:
    entries = linked.layout.entries
    return tuple(e for e in entries if isinstance(e.meaning, MemoryOf) and e.lasts == "turn")


def _roles_in_registers(linked: LinkedGame, action: Ref) -> tuple[str, ...] | None:
    entries = linked.registers_about(action)
    queries = [e.meaning.query for e in entries if isinstance(e.meaning, RegisterOf)]
    patterns = tuple(one for query in queries for one in query.events if one.action == action)
    named = {variable.name for variable in variables_in(patterns)}
    named |= {name for query in queries for name in (query.role, query.by) if name is not None}
    roles = tuple(role.name for role in linked.actions[action].roles if role.name in named)
    return roles if queries else None


def _has_prices(linked: LinkedGame, about: tuple[Ref, int]) -> bool:
    return any(permit.effects for _, permit in linked.clauses_for(Permit, *about))


def _flow(linked: LinkedGame) -> Hashable:
    """Return the instructions themselves: like clauses, a program has each of them once."""
    return tuple((id(p.instruction), p.player, p.card, p.moment) for p in linked.flow)


def _clauses(linked: LinkedGame, about: Any) -> Hashable:
    return _same(linked.clauses_about(*about))


def _same(clauses: Iterable[tuple[int | None, Clause]]) -> Hashable:
    """Return the clauses themselves: a program has each once, and outlives what is cached."""
    return tuple((card, id(clause)) for card, clause in clauses)


def _card(card: CardInPlay) -> Hashable:
    return card.holder, card.common


_ANSWERS: dict[str, Callable[[LinkedGame, Any], Hashable]] = {
    "clauses": _clauses,
    "clauses for": lambda linked, about: _same(linked.clauses_for(*about)),
    "may have": lambda linked, about: bool(linked.clauses_for(*about)),
    "has prices": _has_prices,
    "has clauses": lambda linked, about: bool(linked.clauses_about(*about)),
    "flow": lambda linked, _: _flow(linked),
    "turn start": lambda linked, _: linked.turn_start,
    "cleared": lambda linked, _: _cleared(linked),
    "memories of turn": lambda linked, _: _meant(_memories_of_turn(linked)),
    "cards move": lambda linked, _: linked.cards_move,
    "pool": lambda linked, _: linked.pool,
    "cards": lambda linked, _: tuple(map(_card, linked.cards)),
    "card": lambda linked, number: _card(linked.cards[number]),
    "card number": lambda linked, slug: linked.card_numbers[slug],
    "in play": lambda linked, construct: linked.has_in_play(construct),
    "steps": lambda linked, _: tuple(step.name for step in linked.steps),
    "step number": lambda linked, name: linked.step_numbers[name],
    "actions": lambda linked, _: tuple(linked.actions),
    "reason": lambda linked, text: linked.reasons.index(text),
    "reason of": lambda linked, about: linked.reasons.index(linked.reason_of(*about)),
    "names card": lambda linked, _: _names_card(linked),
    "size": lambda linked, kind: linked.size_of(kind),
    "fixed": lambda linked, attribute: linked.fixed.get(attribute),
    "placed": lambda linked, kind: linked.placed(kind),
    "least": lambda linked, _: linked.least,
    "compared": lambda linked, _: linked.compared,
    "registers": lambda linked, action: _meant(linked.registers_about(action)),
    "roles in registers": _roles_in_registers,
    "event roles": lambda linked, _: _meant(linked.event_roles),
    "can cancel": lambda linked, _: linked.can_cancel,
    "can hide": lambda linked, _: linked.can_hide,
    "entry": lambda linked, meaning: _entry(linked.layout.by_meaning[meaning]),
    "agenda": lambda linked, _: _meant(linked.layout.agenda.values()),
    "none": lambda linked, _: linked.layout.none,
}
_CODES: dict[str, Callable[[CodeSpace, Any], Hashable]] = {
    "codes": lambda space, action: space.of[action],
    "all codes": lambda space, _: space.in_order,
}
