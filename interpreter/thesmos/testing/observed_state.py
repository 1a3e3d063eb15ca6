"""A state as dictionaries, and the log of a game: the input of the naive evaluator.

Values are entities, numbers, booleans, None for none, and UNKNOWN. Of the engine, only the vector
and the names of its slots are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from thesmos.engine.program import ACTIVE, CHOOSER, GRANTED, OUT, SHADOW, STEP, Program
from thesmos.syntax import documents as d


class Entity(NamedTuple):
    """A cell, a piece, a player, a word of an enum and so on: its kind, and its number in it."""

    kind: str
    number: int


class Unknown:
    """The value of something that exists but is hidden from the viewer."""


UNKNOWN = Unknown()
RAW_NONE, RAW_UNKNOWN = -128, -127

Value = Any  # Entity | int | bool | None | Unknown | list of these


@dataclass(frozen=True)
class LoggedEvent:
    """One event, with the values of its roles just before it."""

    action: str
    actor: int
    roles: Mapping[str, Value]


@dataclass
class Turn:
    """The events of a turn. player: None for the set-up."""

    player: int | None
    events: list[LoggedEvent] = field(default_factory=list)


@dataclass
class ObservedState:
    """What a player knows about a state."""

    step: str
    chooser: int
    active: int
    granted: int
    out: frozenset[int]
    holders: dict[int, frozenset[int]]
    places: dict[Entity, Value]
    attrs: dict[tuple[str, str, int], Value]
    memory: dict[tuple[int, str], Value]
    turns: list[Turn]
    silent: dict[int, set[str]] = field(default_factory=dict)  # who hides what kinds of pieces
    offered: list[dict[str, Value]] = field(default_factory=list)  # of the step to be skipped


def lift(raw: int, kind: str) -> Value:
    """Convert an integer of the vector to a value of a type."""
    if raw in (RAW_NONE, RAW_UNKNOWN):
        return None if raw == RAW_NONE else UNKNOWN
    if ".." in kind or kind == "int":
        return raw
    return raw == 1 if kind == "flag" else Entity(kind, raw)


def lower(value: Value) -> int:
    """Convert the value of an open role to an integer."""
    return value.number if isinstance(value, Entity) else int(value)


def truth(
    program: Program, game: d.GameDocument, cards: list[d.CardDocument], vector: tuple[int, ...]
) -> ObservedState:
    """The full state, without the past."""
    reader = _VectorReader(program, vector)
    players = range(program.players)
    sight = ObservedState(
        step=program.steps[vector[STEP]]["name"],
        chooser=vector[CHOOSER],
        active=vector[ACTIVE],
        granted=vector[GRANTED],
        out=frozenset(p for p in players if vector[OUT] >> p & 1),
        holders={
            n: frozenset(p for p in players if reader.slot(f"holders:{n}")[0] >> p & 1)
            for n in range(len(program.instances))
        },
        places={},
        attrs={},
        memory={},
        turns=[],
    )
    for kind in game.pieces:
        reader.places(kind, sight)
        reader.attributes(kind.name, kind.attributes, sight)
    for owner, attributes in game.state:
        reader.attributes("" if owner == "game" else owner, attributes, sight)
    for number, card in enumerate(cards):
        for memory in card.memory:
            (value,) = reader.values(f"memory:{number}.{memory.name}", memory.type)
            sight.memory[number, memory.name] = value
    return sight


class _VectorReader:
    def __init__(self, program: Program, vector: tuple[int, ...]) -> None:
        self.program, self.vector = program, vector

    def slot(self, name: str) -> tuple[int, ...]:
        base, count, *_ = self.program.slots[name]
        return self.vector[base : base + count]

    def places(self, kind: d.PieceKindDeclaration, sight: ObservedState) -> None:
        cells = self.program.kinds[kind.name]["cells"]
        for number, at in enumerate(self.slot(f"place:{kind.name}")):
            where: Value = None if at == RAW_NONE else Entity("Zone", at - cells)
            if 0 <= at < cells:
                where = Entity(str(kind.on), at)
            sight.places[Entity(kind.name, number)] = where

    def attributes(
        self, owner: str, attributes: Iterable[d.AttributeDeclaration], sight: ObservedState
    ) -> None:
        for attribute in attributes:
            name = f"{owner}.{attribute.name}"
            if name in self.program.fixed:
                kind = attribute.type.name
                found = [
                    [lift(n, kind) for n in raw] if attribute.type.many else lift(raw, kind)
                    for raw in self.program.fixed[name]
                ]
            else:
                found = self.values(f"attr:{name}", attribute.type)
            for number, value in enumerate(found):
                sight.attrs[owner, attribute.name, number] = value

    def values(self, name: str, typed: d.WrittenType) -> list[Value]:
        raws = self.slot(name)
        if not typed.many:
            return [lift(raw, typed.name) for raw in raws]
        width = self.program.slots[name][3]
        return [
            [lift(n, typed.name) for n in range(width) if raws[first + n] == 1]
            for first in range(0, len(raws), width)
        ]


class EventLog:
    """The past of a game, collected from the events of each choice."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.turns = [Turn(None)]
        self._met: int | None = None  # events of this turn before something hidden was met

    def add(self, log: Iterable[Mapping[str, Any]], vector: tuple[int, ...]) -> None:
        """Add the events of one choice. vector: the state after it."""
        before = len(self.turns[-1].events)
        for entry in log:
            if entry["e"] in ("turn", "additional turn"):
                self.turns.append(Turn(entry["player"] - 1))
                self._met = None
            elif entry["e"] == "cancelled":
                keep = before if self._met is None else self._met
                del self.turns[-1].events[keep:]
            elif "roles" in entry:
                self.turns[-1].events.append(self._happening(entry))
        if vector[SHADOW] and self._met is None:
            self._met = before

    def _happening(self, entry: Mapping[str, Any]) -> LoggedEvent:
        types = {r["name"]: r["type"] for r in self.program.actions[entry["action"]]["roles"]}
        roles = {
            name: lift(raw, types[name]["name"] or types[name]["base"])
            for name, (_, raw) in entry["roles"].items()
        }
        return LoggedEvent(entry["action"], entry["actor"], roles)
