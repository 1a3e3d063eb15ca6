"""Events as data, and read back, by the table of a notation. Its twin is `web/events.js`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from thesmos.diagnostics import UsageError
from thesmos.notation.event_table import CAUSE, CORE_ROWS, REASON
from thesmos.notation.expected import index_of, object_of
from thesmos.notation.table import NotationTable
from thesmos.notation.value_table import Table
from thesmos.program.node import Ref
from thesmos.semantics import transition as t
from thesmos.semantics.vector import coded

Word = str | None


class EventNumbers(NamedTuple):
    """An event as numbers.

    row: in the table of events.
    values: one for each key of that row; a negative one is left out.
    """

    row: int
    values: tuple[int, ...]


class Events:
    """Writes and reads events.

    table: what they are called.
    """

    def __init__(self, table: NotationTable) -> None:
        self.table, self._rows = table, table.events

    def texts(self, reports: Iterable[t.Report]) -> list[dict[str, Any]]:
        """Return the events of a transition as data: things by name, players from 1."""
        return [self.write(self.numbers(report)) for report in reports]

    # ------------------------------------------------------------------------- writing

    def write(self, event: EventNumbers) -> dict[str, Any]:
        """Return an event as data. What has no name is left out, as what is not told."""
        row = self._rows[event.row]
        data: dict[str, Any] = {"e": row["e"]}
        for key, value in zip(row["keys"], event.values, strict=True):
            if value >= 0:
                words = self._words(key)
                text = value + 1 if words is None else words[value]
                if text != "":
                    data[key["key"]] = text
        return data

    def _words(self, key: Table) -> Sequence[Word] | None:
        """Return the texts of the values of a key; None for players, who are numbers from 1."""
        kind = self.table.types[key["type"]]
        if "piece" in kind:
            names: list[Word] = self.table.kinds[kind["piece"]]["names"]
            return names
        words: list[Word] | None = kind.get("names", kind.get("words"))
        return words

    def numbers(self, report: t.Report) -> EventNumbers:
        """Return what happened as numbers."""
        match report:
            case t.Event(action, _, roles):
                row = self._action_rows[action]
                keys = self._rows[row]["keys"]
                return EventNumbers(row, tuple(coded(roles[key["key"]]) for key in keys))
            case t.TurnBegan(player, None):
                return EventNumbers(CORE_ROWS["turn"], (player,))
            case t.TurnBegan(player, card):
                assert card is not None
                return EventNumbers(CORE_ROWS["additional turn"], (player, card))
            case t.CardMoved(word, player, card, why):
                return EventNumbers(CORE_ROWS[word], (player, card, self._number(CAUSE, why)))
            case t.Lost(player, reason):
                return EventNumbers(CORE_ROWS["lose"], (player, self._number(REASON, reason)))
            case t.Eliminated(player):
                return EventNumbers(CORE_ROWS["eliminated"], (player,))
            case t.Skipped():
                return EventNumbers(CORE_ROWS["skip"], ())
            case t.Cancelled():
                return EventNumbers(CORE_ROWS["cancelled"], ())

    @cached_property
    def _action_rows(self) -> dict[Ref, int]:
        return {name: row for row, name in enumerate(self.table.game.actions, len(CORE_ROWS))}

    def _number(self, type_name: str, word: Word) -> int:
        words: list[Word] = self.table.types[type_name]["words"]
        return words.index(word)

    # ------------------------------------------------------------------------- reading

    def read(self, data: Any, path: str) -> EventNumbers:
        """Return the event that data describes. Raises UsageError if there is no such event.

        path: what the data is called in errors. Pieces that share a name are read as the first.
        """
        word = object_of(data, path).get("e")
        rows = [row for row, about in enumerate(self._rows) if about["e"] == word]
        if not rows:
            index_of(word, [about["e"] for about in self._rows], f"{path}.e")
        for row in rows[:-1]:  # cards can have actions of one name
            try:
                return self._read_as(row, data, path)
            except UsageError:
                continue
        return self._read_as(rows[-1], data, path)

    def _read_as(self, row: int, data: dict[str, Any], path: str) -> EventNumbers:
        keys = self._rows[row]["keys"]
        for name in data:
            index_of(name, ["e", *(key["key"] for key in keys)], path)
        return EventNumbers(row, tuple(self._value(key, data, path) for key in keys))

    def _value(self, key: Table, data: dict[str, Any], path: str) -> int:
        name = key["key"]
        if name not in data:
            if key["optional"]:
                return self.table.none
            raise UsageError(f"{path}: `{name}` is missing", None)
        text, words = data[name], self._words(key)
        if words is None:
            if type(text) is not int or not 1 <= text <= self.table.players:
                hint = f"players go from 1 to {self.table.players}"
                raise UsageError(f"{path}.{name}: there is no player {str(text)[:20]}", hint)
            return text - 1
        if text is None and None in words:
            return words.index(None)
        return index_of(text, [word or "" for word in words], f"{path}.{name}")
