"""§8 History: what has happened, and the answers to questions about it.

There are two implementations with the same answers: the log of all events, and the registers of a
state. The log is the definition; the registers are what can be saved. Tests compare them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from thesmos.link.layout import Entry, Meaning, RegisterOf
from thesmos.link.linked import LinkedGame
from thesmos.program import values as p
from thesmos.semantics.frame import Frame
from thesmos.semantics.state import History, PastEvent, Value
from thesmos.semantics.values import holds, known, meaning, value

NOTHING: Mapping[str, Value] = {"did": False, "times": 0}  # by question; none for all others


@meaning(p.Past)
def _past(node: p.Past, frame: Frame) -> Value:
    """Return the answer to a question. If it is about nobody, or `with` none: nothing (8.3)."""
    owner = value(node.of, frame)
    index = 0 if node.given is None else value(node.given, frame)
    if not known(owner, index):
        return nothing(node.query)
    state = frame.state
    entry = state.game.layout.by_meaning[RegisterOf(frame.card, node.query)]
    return state.past.answer(entry, owner, index)


def met(event: PastEvent, frame: Frame) -> list[Entry]:
    """The registers whose question an event meets, when it happens.

    frame: has the roles of the event as names.
    """
    registers = frame.state.game.registers_about(event.action)
    return [entry for entry in registers if _asks(entry, event, frame)]


def _asks(entry: Entry, event: PastEvent, frame: Frame) -> bool:
    assert isinstance(entry.meaning, RegisterOf)
    inner = frame.of(entry.meaning.card, frame.you)
    return any(meets(pattern, event, inner) for pattern in entry.meaning.query.events)


def nothing(query: p.Query) -> Value:
    """The answer if no such event happened."""
    return NOTHING.get(query.question)


def meets(pattern: p.EventPattern, event: PastEvent, frame: Frame) -> bool:
    """Return whether an event is of a pattern's action, and the condition holds for it (8.4)."""
    if pattern.action != event.action:
        return False
    inner = frame.with_names(dict(event.roles))
    inner.actor = event.actor
    return holds(pattern.condition, inner)


def role_in(query: p.Query, event: PastEvent) -> Value:
    """The role that is asked for; none if the event's action has no such role."""
    return None if query.role is None else event.roles.get(query.role)


def owner_of(query: p.Query, event: PastEvent, game: LinkedGame) -> int:
    """The owner of the window to which an event belongs (8.2)."""
    player = event.actor if query.whole_game else event.active
    return game.sides[player] if query.owner == "side" else player


# ------------------------------------------------------------------------- the log


Logged = tuple[PastEvent, frozenset[Meaning]]  # an event, and the registers that it is for


@dataclass
class Log(History):
    """The past as all events, turn by turn. A turn is (player, events); None before the first."""

    game: LinkedGame
    turns: list[tuple[int | None, list[Logged]]] = field(default_factory=lambda: [(None, [])])

    def copy(self) -> Log:
        """Return a log that can be continued."""
        player, events = self.turns[-1]
        return Log(self.game, [*self.turns[:-1], (player, [*events])])

    def begin_turn(self, player: int) -> None:
        """Begin a turn."""
        self.turns.append((player, []))

    def add(self, event: PastEvent, registers: Collection[Entry]) -> None:
        """Add an event to the present turn."""
        self.turns[-1][1].append((event, frozenset(entry.meaning for entry in registers)))

    def answer(self, entry: Entry, owner: int, index: int) -> Value:
        """Look through the events of the window."""
        assert isinstance(entry.meaning, RegisterOf)
        query = entry.meaning.query
        found = [
            event
            for event, questions in self._window(entry, owner)
            if entry.meaning in questions
            and owner_of(query, event, self.game) == owner
            and (query.by is None or event.roles.get(query.by) == index)
        ]
        if query.question == "times":
            return min(len(found), entry.high)
        if query.question == "did":
            return bool(found)
        roles = [role_in(query, event) for event in found]
        if query.question == "first":
            return next((role for role in roles if role is not None), None)
        return roles[-1] if roles else None

    def answered(self) -> AbstractSet[Meaning]:
        """Those that any event is for."""
        return {one for _, events in self.turns for _, questions in events for one in questions}

    def _window(self, entry: Entry, owner: int) -> Iterator[Logged]:
        """The events of the whole game, or since the last turn of a player began."""
        assert isinstance(entry.meaning, RegisterOf)
        begun = [n for n, (player, _) in enumerate(self.turns) if player == owner]
        first = 0 if entry.meaning.query.whole_game or not begun else begun[-1]
        if entry.lasts == "turn" and self.turns[-1][0] not in (owner, None):
            return  # asked about the present turn only, which is somebody else's
        for _, events in self.turns[first:]:
            yield from events


# ------------------------------------------------------------------- the registers


@dataclass
class Registers(History):
    """The past as the answers to the questions that the cards in play ask."""

    game: LinkedGame
    answers: dict[tuple[RegisterOf, int, int], Value] = field(default_factory=dict)

    def copy(self) -> Registers:
        """Return registers that can be written."""
        return Registers(self.game, dict(self.answers))

    def begin_turn(self, player: int) -> None:
        """Clear the player's window, and what is asked about the present turn only (3.3)."""
        for register, owner, index in [*self.answers]:
            query = register.query
            whose = self.game.sides[player] if query.owner == "side" else player
            lasts = self.game.layout.by_meaning[register].lasts
            if lasts == "turn" or (owner == whose and not query.whole_game):
                del self.answers[register, owner, index]

    def add(self, event: PastEvent, registers: Collection[Entry]) -> None:
        """Write an event to every register that asks for it."""
        for entry in registers:
            assert isinstance(entry.meaning, RegisterOf)
            query = entry.meaning.query
            index: Value = 0 if query.by is None else event.roles.get(query.by)
            if known(index):
                self._write(entry, owner_of(query, event, self.game), index, event)

    def _write(self, entry: Entry, owner: int, index: int, event: PastEvent) -> None:
        assert isinstance(entry.meaning, RegisterOf)
        query, key = entry.meaning.query, (entry.meaning, owner, index)
        if query.question == "did":
            self.answers[key] = True
        elif query.question == "times":
            self.answers[key] = min(self.answers.get(key, 0) + 1, entry.high)
        elif query.question == "last" or self.answers.get(key) is None:
            self.answers[key] = role_in(query, event)

    def answer(self, entry: Entry, owner: int, index: int) -> Value:
        """Look up a register."""
        assert isinstance(entry.meaning, RegisterOf)
        return self.answers.get((entry.meaning, owner, index), nothing(entry.meaning.query))

    def answered(self) -> AbstractSet[Meaning]:
        """Those that have been written."""
        return {register for register, _, _ in self.answers}
