"""The part `step` of a position: what a state has in addition in the middle of a turn.

With it, the state that is read is exactly the one that was written: reading does not run the flow.
Every value is optional; a missing one is as before the first decision of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thesmos.diagnostics import UsageError, suggest
from thesmos.link.layout import AgendaOf, CoreName, CoreSlot, Entry, EventRole, PlaceOf, RegisterOf
from thesmos.link.linked import LinkedGame
from thesmos.notation.memory import Memory
from thesmos.notation.value_texts import ValueTexts, Vector, index_of

PLACES, HISTORY, BEFORE = "places", "history", "before"
NAMES: Mapping[CoreName, str] = {  # the keys that differ from the names of their slots
    "step": "name",
    "chooser": "player",
    "instruction": "flow",
}


class StepPart:
    """Writes and reads the part `step` of positions of a linked game."""

    def __init__(self, texts: ValueTexts) -> None:
        self.texts, self.game = texts, texts.game
        self.core: dict[str, StepSlot] = {slot.name: slot for slot in _core(texts)}
        self.history: dict[str, StepSlot] = {slot.name: slot for slot in _registers(texts)}

    def write(self, v: Vector) -> dict[str, Any]:
        """Return the part for a state."""
        core = {name: slot.write(v) for name, slot in self.core.items() if not slot.is_fresh(v)}
        history = {
            name: slot.write(v) for name, slot in self.history.items() if not slot.is_fresh(v)
        }
        return core | {PLACES: self._places(v)} | ({HISTORY: history} if history else {})

    def read(self, part: Mapping[str, Any], v: list[int]) -> None:
        """Put the part, except for `before`, into a vector whose pieces are placed.

        Raises UsageError for an unknown name, or a value that no state can have.
        """
        parts = {**self.core, PLACES: None, HISTORY: None, BEFORE: None}
        for name, value in part.items():
            if name not in parts:
                hint = suggest(str(name), parts) or f"possible: {', '.join(parts)}"
                raise UsageError(f"step: there is no `{str(name)[:20]}`", hint)
            if name in self.core:
                self.core[name].read(value, v)
        history = part.get(HISTORY, {})
        if not isinstance(history, dict):
            raise UsageError("step: history must be an object {question: answer}", None)
        for name, value in history.items():
            if name not in self.history:
                hint = suggest(str(name), self.history) or "no card in play asks this"
                raise UsageError(f"step: history has no `{str(name)[:60]}`", hint)
            self.history[name].read(value, v)

    # ------------------------------------------------------------------------- places

    def places(self, part: Mapping[str, Any]) -> dict[str, Sequence[int]]:
        """Return, by kind, where each piece is, as in a vector. Raises UsageError if invalid."""
        by_kind = part.get(PLACES, {})
        if not isinstance(by_kind, dict):
            raise UsageError("step: places must be an object {kind: list of places}", None)
        places: dict[str, Sequence[int]] = {}
        for kind, texts in by_kind.items():
            if kind not in self.game.pieces:
                hint = suggest(str(kind), self.game.pieces)
                raise UsageError(f"step: places has no kind `{str(kind)[:40]}`", hint)
            count = len(self.game.pieces[kind])
            if not isinstance(texts, list) or len(texts) != count:
                hint = f"there are {count}, on a cell or in a zone"
                raise UsageError(f"step: places must say where each {kind} is", hint)
            names = self.texts.places_of(kind)
            none = self.game.layout.none
            places[kind] = [none if t == "" else index_of(t, names, "step: places") for t in texts]
        return places

    def _places(self, v: Vector) -> dict[str, list[str]]:
        none, places = self.game.layout.none, {}
        for kind, pieces in self.game.pieces.items():
            if pieces:
                names = self.texts.places_of(kind)
                places[kind] = ["" if n == none else names[n] for n in self._entry(kind).of(v)]
        return places

    def _entry(self, kind: str) -> Entry:
        return self.game.layout.by_meaning[PlaceOf(kind)]


# ------------------------------------------------------------------- other kinds of values


class StepSlot(Memory):
    """A value of the part `step`. word: how it is written, if not as under `memory`."""

    part, word = "step:", ""


class _Number(StepSlot):
    """A number that may be none, written as a number whatever its meaning."""

    word = "number"

    def _value_text(self, v: Vector, value: int) -> Any:  # noqa: ARG002 - as in the base class
        return "" if value == self.texts.game.layout.none else value

    def _number(self, value: Any, v: list[int]) -> int:  # noqa: ARG002 - as in the base class
        if value == "":
            return self.texts.game.layout.none
        if type(value) is not int or not self.entry.low <= value <= self.entry.high:
            raise self._wrong(value, f"its values go from {self.entry.low} to {self.entry.high}")
        return value


class _Due(StepSlot):
    """The steps that are due, each with its player, the next one last."""

    word = "due"

    def write(self, v: Vector) -> list[str]:
        """Return each step as `step player`, without the empty places."""
        game = self.texts.game
        numbers = (number for number in self.entry.of(v) if number != game.layout.none)
        due = (divmod(number, game.players) for number in numbers)
        return [f"{game.steps[step].name} {player + 1}" for step, player in due]

    def read(self, value: Any, v: list[int]) -> None:
        """Put the steps, and how many there are, into a vector."""
        game, entry = self.texts.game, self.entry
        names = [f"{step.name} {n + 1}" for step in game.steps for n in range(game.players)]
        if not isinstance(value, list) or len(value) > entry.count:
            raise self._wrong(value, f"write a list of at most {entry.count} steps")
        for place, text in enumerate(value):
            if text not in names:
                raise self._wrong(text, f"write a step and a player, such as `{names[0]}`")
            v[entry.slot(place)] = names.index(text)
        v[game.layout.agenda["height"].first] = len(value)


class _Chooser(_Number):
    """Who decides: a player from 1; chance on behalf of player 1 is -1."""

    word = "chooser"

    def _value_text(self, v: Vector, value: int) -> Any:
        number = super()._value_text(v, value)
        return number + 1 if isinstance(number, int) and number >= 0 else number

    def _number(self, value: Any, v: list[int]) -> int:  # noqa: ARG002 - as in the base class
        none, players = self.texts.game.layout.none, self.texts.game.players
        if value == "":
            return none
        if type(value) is not int or value == 0 or not -players <= value <= players:
            raise self._wrong(value, f"players go from 1 to {players}; -1 is chance, for player 1")
        return value - 1 if value > 0 else value


class NamedSlot(StepSlot):
    """One of a list of names."""

    word = "named"

    def __init__(self, texts: ValueTexts, entry: Entry, name: str, names: Sequence[str]) -> None:
        super().__init__(texts, entry, name)
        self.names = names

    def _value_text(self, v: Vector, value: int) -> Any:  # noqa: ARG002 - as in the base class
        return "" if value == self.texts.game.layout.none else self.names[value]

    def _number(self, value: Any, v: list[int]) -> int:  # noqa: ARG002 - as in the base class
        if value == "" and self.entry.none:
            return self.texts.game.layout.none
        if value not in self.names:
            hint = suggest(str(value), self.names) or f"one of: {', '.join(self.names)}"
            raise self._wrong(value, hint)
        return self.names.index(value)


class _Players(StepSlot):
    """A set of players, as a bit for each."""

    word = "players"

    def _value_text(self, v: Vector, value: int) -> Any:  # noqa: ARG002 - as in the base class
        return [n + 1 for n in range(self.texts.game.players) if value >> n & 1]

    def _number(self, value: Any, v: list[int]) -> int:  # noqa: ARG002 - as in the base class
        players = range(1, self.texts.game.players + 1)
        good = isinstance(value, list) and all(
            type(player) is int and player in players for player in value
        )
        if not good:
            raise self._wrong(value, f"write a list of players, from 1 to {players[-1]}")
        return sum(1 << player - 1 for player in set(value))


class _Winners(_Players):
    """Who has won; an empty list means that the game is over and nobody has won."""

    word = "winners"

    def _number(self, value: Any, v: list[int]) -> int:
        return super()._number(value, v) or self.texts.game.nobody


def _core(texts: ValueTexts) -> Iterator[StepSlot]:
    """Yield the slots of every game but the active player, and an interrupted event's roles."""
    game = texts.game
    steps = [str(step.name) for step in game.steps]
    for entry in game.layout.entries:
        match entry.meaning:
            case EventRole(place):
                yield _Number(texts, entry, f"role_{place + 1}")
            case AgendaOf("steps"):
                yield _Due(texts, entry, "agenda")
            case AgendaOf(name) if name != "height":
                yield StepSlot(texts, entry, f"agenda_{name}")
            case CoreSlot("chooser"):
                yield _Chooser(texts, entry, NAMES["chooser"])
            case CoreSlot("step" | "interrupted" as name):
                yield NamedSlot(texts, entry, NAMES.get(name, name), steps)
            case CoreSlot("reason"):
                yield NamedSlot(texts, entry, "reason", game.reasons)
            case CoreSlot("winners"):
                yield _Winners(texts, entry, "winners")
            case CoreSlot("out"):
                yield _Players(texts, entry, "out")
            case CoreSlot(name) if name not in ("active", "view"):
                yield StepSlot(texts, entry, NAMES.get(name, name))


def _registers(texts: ValueTexts) -> Iterator[StepSlot]:
    """Yield the registers, each named by the card that asks, the question and the actions."""
    game: LinkedGame = texts.game
    seen: dict[str, int] = {}
    for entry in game.layout.entries:
        if isinstance(entry.meaning, RegisterOf):
            card, query = entry.meaning.card, entry.meaning.query
            slug = game.game.base.slug if card is None else game.cards[card].card.slug
            actions = " | ".join(str(event.action) for event in query.events)
            role = f" {query.role}" if query.role else ""
            name = f"{slug}: {query.question} {actions}{role}"
            seen[name] = seen.get(name, 0) + 1
            yield StepSlot(texts, entry, name if seen[name] == 1 else f"{name} {seen[name]}")
