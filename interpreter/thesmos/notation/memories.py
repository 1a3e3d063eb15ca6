"""Values that positions write by name, under `memory` and in the part `step`: written and read.

They go by the tables of `memory_table.py`. A value that is as it was at the beginning may be left
out. The twin of this module is `web/memories.js`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from thesmos.diagnostics import UsageError, suggest
from thesmos.notation.expected import index_of, object_of, refuse_repeated
from thesmos.notation.texts import Texts
from thesmos.notation.value_table import Table, Vector

HIDDEN = "?"  # a value that is unknown in a view
FLAGS: Mapping[object, int] = {True: 1, False: 0, "yes": 1, "no": 0}
BY_TYPE = ("int", "flag", "thing")
REPEATED = re.compile(r"(.+)\*([0-9]{1,6})")
MOST_VALUES = 10_000


class Memories:
    """Writes and reads values by name.

    all: those under `memory`. In a pool, the cards that take part decide which bare names are
        ambiguous.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts, self._table = texts, texts.table
        self.all: Sequence[Table] = texts.table.memory
        self._by_name: dict[str, list[Table]] = {}
        for memory in self.all:
            for name in {memory["name"], memory["bare"]}:
                self._by_name.setdefault(name, []).append(memory)

    # ------------------------------------------------------------------------- names

    def named(self, name: str) -> Table:
        """Return the memory with a full name."""
        return next(memory for memory in self._by_name[name] if memory["name"] == name)

    def short(self, memory: Table, v: Vector) -> str:
        """Return the bare name of a memory, unless it is ambiguous in a state."""
        bare = str(memory["bare"])
        return bare if len(self._with_name(bare, v)) == 1 else str(memory["name"])

    def _with_name(self, name: str, v: Vector) -> list[Table]:
        return self._taking_part(self._by_name.get(name, ()), v)

    def _taking_part(self, memories: Iterable[Table], v: Vector) -> list[Table]:
        """Return the memories, without those of cards of a pool that take no part."""
        absent = self._table.absent(v)
        return [memory for memory in memories if memory["card"] not in absent]

    def by_name(self, values: Any, v: Vector) -> list[tuple[Table, Any]]:
        """Return the memories given by name, with their values. Raises UsageError for other names.

        v: a state of the same cards.
        """
        names: dict[str, str] = {}  # as given, by full name
        memories = []
        for name, value in object_of(values, "memory", " {name: value}").items():
            memory = self._with_any_name(str(name), v)
            full = memory["name"]
            if full in names:
                raise UsageError(f"memory {full} is given twice", f"also as {names[full]}")
            names[full] = name
            memories.append((memory, value))
        return memories

    def _with_any_name(self, name: str, v: Vector) -> Table:
        matching = self._with_name(name, v)
        if len(matching) == 1:
            return matching[0]
        full = [memory["name"] for memory in matching or self._taking_part(self.all, v)]
        if matching:
            text, hint = f"several things remember `{name}`", f"write {' or '.join(full)}"
        else:
            text = f"there is no memory `{name[:40]}` here"
            hint = suggest(name, self._by_name) or f"memories here: {', '.join(full) or 'none'}"
        raise UsageError(text, hint)

    def as_written(self, values: Any, v: Vector) -> dict[str, Any]:
        """Return a position's `memory` as a state writes it: by bare names, nothing fresh.

        v: a state of the same cards, with the pieces in the same places. Raises UsageError for a
        value that can't be read.
        """
        vector, by_name = [*v], self.by_name(values, v)
        for memory, _ in by_name:
            vector[memory["first"] : memory["first"] + memory["count"]] = memory["start"]
        for memory, value in by_name:
            self.read(memory, value, vector)
        return {
            self.short(memory, v): self.write(memory, vector)
            for memory, _ in by_name
            if not self.is_fresh(memory, vector)
        }

    # ------------------------------------------------------------------------- writing

    def is_fresh(self, memory: Table, v: Vector) -> bool:
        """Return whether a memory is as it was at the beginning."""
        if memory["is"] == "remembered":
            return v[memory["filled"]] == 0
        first = memory["first"]
        return bool([*v[first : first + memory["count"]]] == memory["start"])

    def write(self, memory: Table, v: Vector, placed: Vector | None = None) -> Any:
        """Return the value as data; for several things, an object with those that have changed.

        placed: a vector. Things that differ from it are also written, so that it becomes exactly
            the same if the result is read into it.
        """
        match memory["is"]:
            case "remembered":
                return self._remembered(memory, v)
            case "due":
                numbers = v[memory["first"] : memory["first"] + memory["count"]]
                return [memory["names"][n] for n in numbers if n != self._table.none]
        first, count = memory["first"], memory["count"]
        references = [memory["start"]]
        if placed is not None:
            references.append([*placed[first : first + count]])
        return self._things(memory, v, memory["axes"], (first, count), references)

    def _things(
        self,
        memory: Table,
        v: Vector,
        axes: Sequence[Table],
        block: tuple[int, int],
        references: Sequence[list[int]],
    ) -> Any:
        first, count = block
        if not axes:
            return self._members(memory, v, block) if memory["many"] else (
                self._text(memory, v[first], v)
            )  # fmt: skip
        size, texts = count // axes[0]["size"] if count else 0, {}
        for number in range(axes[0]["size"]):
            start = first + number * size
            numbers, at = [*v[start : start + size]], start - memory["first"]
            if any(numbers != reference[at : at + size] for reference in references):
                text = self._thing(axes[0], number, v)
                texts[text] = self._things(memory, v, axes[1:], (start, size), references)
        return texts

    def _members(self, memory: Table, v: Vector, block: tuple[int, int]) -> Any:
        first, count = block
        numbers = v[first : first + count]
        if self._table.unknown in numbers:
            return HIDDEN
        return [self._text(memory, member, v) for member, flag in enumerate(numbers) if flag == 1]

    def _text(self, memory: Table, value: int, v: Vector) -> Any:
        """Return a value of a memory as data."""
        if value == self._table.unknown:
            return HIDDEN
        match memory["is"]:
            case "players" | "winners":
                return [n + 1 for n in range(self._table.players) if value >> n & 1]
            case _ if value == self._table.none:
                return ""
            case "int" | "number":
                return value
            case "flag":
                return value == 1
            case "chooser":
                return value + 1 if value >= 0 else value
            case "named":
                return memory["names"][value]
            case "place":
                return self._table.kinds[memory["kind"]]["places"][value]
        return self._thing(memory["values"], value, v)

    def _thing(self, axis: Table, number: int, v: Vector) -> str:
        """Return the text of one of the things of an axis."""
        if "words" in axis:
            return str(axis["words"][number])
        if "piece" in axis:
            return self._texts.called(axis["piece"], number, v)
        return self._table.called[axis["numbered"]][number]

    def _remembered(self, memory: Table, v: Vector) -> list[str]:
        """Return remembered positions, each as the texts of its values.

        A repeated value is written once, with its number of times: `-*14`.
        """
        first, width = memory["first"], memory["width"]
        rows = (first + row * width for row in range(v[memory["filled"]]))
        return [" ".join(_in_runs(_unpacked(memory, v[at : at + width]))) for at in rows]

    # ------------------------------------------------------------------------- reading

    def read(self, memory: Table, value: Any, v: list[int]) -> None:
        """Put a value into a vector in which all pieces are placed.

        Raises UsageError for a value that no state can have.
        """
        match memory["is"]:
            case "remembered":
                self._read_remembered(memory, value, v)
            case "due":
                self._read_due(memory, value, v)
            case _:
                block = memory["first"], memory["count"]
                self._read_things(memory, value, memory["axes"], block, v)

    def _read_things(
        self,
        memory: Table,
        value: Any,
        axes: Sequence[Table],
        block: tuple[int, int],
        v: list[int],
    ) -> None:
        first, count = block
        if axes:
            if not isinstance(value, dict):
                example = self._thing(axes[0], 0, v) if axes[0]["size"] else "thing"
                raise _wrong(memory, value, f"write an object, such as {{{example}: …}}")
            size = count // axes[0]["size"] if count else 0
            for key, inner in value.items():
                start = first + self._read_thing(axes[0], key, memory["name"], v) * size
                self._read_things(memory, inner, axes[1:], (start, size), v)
        elif memory["many"]:
            if not isinstance(value, list):
                raise _wrong(memory, value, "write a list of its members")
            members = [self._read_member(memory, member, count, v) for member in value]
            refuse_repeated(members, value, memory["name"])
            v[first : first + count] = [int(number in members) for number in range(count)]
        else:
            v[first] = self._read_value(memory, value, v)

    def _read_member(self, memory: Table, value: Any, count: int, v: Vector) -> int:
        if memory["is"] != "int":
            return self._read_thing(memory["values"], value, memory["name"], v)
        if type(value) is not int or not 0 <= value < count:
            raise _wrong(memory, value, f"its members go from 0 to {count - 1}")
        return value

    def _read_value(self, memory: Table, value: Any, v: Vector) -> int:
        """Return the number that stands for a value. Raises UsageError if it has none."""
        form, none = memory["is"], self._table.none
        if form in ("players", "winners"):
            players = self._read_players(memory, value)
            return players or (self._table.nobody if form == "winners" else 0)
        if value == "" and (memory["none"] or form in ("number", "chooser", "place")):
            return none
        if form in BY_TYPE and memory["none"] and type(value) is int and value == none:
            return none
        match form:
            case "int" | "number":
                low, high = memory["low"], memory["high"]
                if type(value) is not int or not low <= value <= high:
                    raise _wrong(memory, value, f"its values go from {low} to {high}")
                return value
            case "flag":
                if not isinstance(value, int | str) or value not in FLAGS:
                    raise _wrong(memory, value, "write true or false")
                return FLAGS[value]
            case "chooser":
                return self._read_chooser(memory, value)
            case "named":
                names: list[str] = memory["names"]
                if value not in names:
                    hint = suggest(str(value), names) or f"one of: {', '.join(names)}"
                    raise _wrong(memory, value, hint)
                return names.index(value)
            case "place":
                return index_of(value, self._table.kinds[memory["kind"]]["places"], memory["name"])
        return self._read_thing(memory["values"], value, memory["name"], v)

    def _read_chooser(self, memory: Table, value: Any) -> int:
        """Return who decides, from a player from 1; chance on behalf of player 1 is -1."""
        players = self._table.players
        if type(value) is not int or value == 0 or not -players <= value <= players:
            hint = f"players go from 1 to {players}; -1 is chance, for player 1"
            raise _wrong(memory, value, hint)
        return value - 1 if value > 0 else value

    def _read_players(self, memory: Table, value: Any) -> int:
        """Return a set of players, as a bit for each."""
        players = range(1, self._table.players + 1)
        if not isinstance(value, list) or not all(type(n) is int and n in players for n in value):
            raise _wrong(memory, value, f"write a list of players, from 1 to {players[-1]}")
        refuse_repeated(value, value, memory["name"])
        return sum(1 << player - 1 for player in value)

    def _read_thing(self, axis: Table, text: Any, path: str, v: Vector) -> int:
        """Return the thing with a text. Raises UsageError if there is none."""
        if "piece" not in axis:
            names = axis.get("words") or self._table.called[axis["numbered"]]
            return index_of(str(text), names, path)
        kind, number = axis["piece"], None
        if isinstance(text, str):
            called = self._table.called[kind]
            number = called.index(text) if text in called else self._texts.first_at(kind, text, v)
        if number is None:
            hint = f"name a {kind} by its cell, or as `{kind} 1`"
            raise UsageError(f"{path}: there is no {kind} `{str(text)[:20]}`", hint)
        return number

    def _read_due(self, memory: Table, value: Any, v: list[int]) -> None:
        """Put the steps that are due, and how many there are, into a vector."""
        names, count = memory["names"], memory["count"]
        if not isinstance(value, list) or len(value) > count:
            raise _wrong(memory, value, f"write a list of at most {count} steps")
        for slot, text in enumerate(value, memory["first"]):
            if text not in names:
                raise _wrong(memory, text, f"write a step and a player, such as `{names[0]}`")
            v[slot] = names.index(text)
        v[memory["height"]] = len(value)

    def _read_remembered(self, memory: Table, value: Any, v: list[int]) -> None:
        first, things = memory["first"], memory["things"]
        if not isinstance(value, list) or len(value) > things:
            raise _wrong(memory, value, f"write a list of at most {things} positions")
        rows = [number for position in value for number in _packed(memory, str(position))]
        v[first : first + memory["count"]] = rows + [0] * (memory["count"] - len(rows))
        v[memory["filled"]] = len(value)


def _wrong(memory: Table, value: Any, hint: str) -> UsageError:
    return UsageError(f"{memory['part']} {memory['name']} can't be {str(value)[:20]}", hint)


def _unpacked(memory: Table, numbers: Vector) -> Iterator[str]:
    """Yield the texts of the values of a remembered position; a number has several of them."""
    remaining = iter(numbers)
    for part in memory["parts"]:
        texts = part["texts"]
        for start in range(0, part["count"], part["together"]):
            number, digits = next(remaining), []
            for _ in range(min(part["together"], part["count"] - start)):
                number, digit = divmod(number, len(texts))
                digits.append(texts[digit])
            yield from reversed(digits)


def _packed(memory: Table, position: str) -> Iterator[int]:
    """Yield the numbers of a remembered position. Raises UsageError if it can't be one."""
    texts, often = [*_texts(position)], sum(part["count"] for part in memory["parts"])
    if len(texts) != often:
        raise _wrong(memory, position, f"write the {often} values that are compared")
    for part in memory["parts"]:
        for start in range(0, part["count"], part["together"]):
            number = 0
            for text in texts[start : min(start + part["together"], part["count"])]:
                number = number * len(part["texts"]) + _digit(memory, part, text)
            yield number
        texts = texts[part["count"] :]


def _digit(memory: Table, part: Table, text: str) -> int:
    if text not in part["texts"] and part["hint"]:
        raise _wrong(memory, text, part["hint"])
    return index_of(text, part["texts"], memory["name"])


def _texts(position: str) -> Iterator[str]:
    """Yield the texts of a position, each as often as the number after it says."""
    for word in position.split():
        repeated = REPEATED.fullmatch(word)
        yield from [repeated[1]] * min(int(repeated[2]), MOST_VALUES) if repeated else [word]


def _in_runs(texts: Iterable[str]) -> Iterator[str]:
    """Yield texts with each run of the same one written once, with its length: `-*14`."""
    for text, same in itertools.groupby(texts):
        often = len([*same])
        yield text if often == 1 else f"{text}*{often}"
