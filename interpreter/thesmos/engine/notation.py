"""Write options, events and positions in the notation that a game declares."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from thesmos.diagnostics import InternalError, UsageError
from thesmos.engine.expressions import Env, Vector
from thesmos.engine.hidden import holders
from thesmos.engine.pipeline import bind, frame
from thesmos.engine.program import MISSING, UNKNOWN, VIEWING, YOU, person
from thesmos.engine.tables import CompiledAction, Tables

FIELD = re.compile(r"\{([^}]*)\}")


class NotationWriter:
    """Writes values of one program as text."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.program = tables.program

    # -------------------------------------------------------------------- values

    def value(self, base: str, name: str, value: int, v: Vector) -> str:
        """A value as text: a cell's name, an enum's mark, a player's number."""
        if value == UNKNOWN:
            return "?"
        if value < MISSING:
            return ""
        program = self.program
        if base == "cell":
            return str(program.boards[name]["names"][value])
        if base == "piece":
            return self._piece(name, value, v)
        if base == "enum":
            return str(program.enums[name][value][1])
        if base in ("player", "side"):
            return str(value + 1)
        if base == "power":
            return str(program.instances[value]["slug"])
        if base == "zone":
            return program.zones[value]
        return str(value)

    def _piece(self, kind: str, piece: int, v: Vector) -> str:
        """A piece by its name, or else by the cell it is on."""
        table = self.program.kinds[kind]
        if table["names"][piece] is not None:
            return str(table["names"][piece])
        return self._standing_on(kind, piece, v) or f"{kind} {piece + 1}"

    def _standing_on(self, kind: str, piece: int, v: Vector) -> str:
        """The name of the cell that a piece is on; empty if it is not on a board."""
        table = self.program.kinds[kind]
        at = v[self.program.slots[f"place:{kind}"][0] + piece]
        return (
            str(self.program.boards[table["on"]]["names"][at]) if 0 <= at < table["cells"] else ""
        )

    # ------------------------------------------------------------------- options

    def option(self, v: Vector, step: int, chooser: int, roles: tuple[int, ...]) -> str:
        """An option of a step as text. v: the chooser's view of the state."""
        action = self.tables.actions[self.program.steps[step]["action"]]
        e = frame(self.tables, chooser, person(chooser))
        bind(action, v, e, roles)
        return self._template(action, v, e)

    def weight(self, v: Vector, step: int, chooser: int, roles: tuple[int, ...]) -> int:
        """The relative probability of an outcome of chance."""
        action = self.tables.actions[self.program.steps[step]["action"]]
        if action.weight is None:
            return 1
        e = frame(self.tables, chooser, person(chooser))
        bind(action, v, e, roles)
        return max(0, action.weight(v, e))

    def suggested(self, v: Vector, step: int, chooser: int, roles: tuple[int, ...]) -> bool:
        """Whether the rules suggest an option."""
        action = self.tables.actions[self.program.steps[step]["action"]]
        if action.suggested is None:
            return False
        e = frame(self.tables, chooser, person(chooser))
        bind(action, v, e, roles)
        return action.suggested(v, e) > 0

    def _template(self, action: CompiledAction, v: Vector, e: Env) -> str:
        types = {
            r["name"]: (r["type"], role.index)
            for r, role in zip(
                self.program.actions[action.name]["roles"], action.roles, strict=True
            )
        }
        for when, text in action.text:
            if when(v, e) > 0:

                def fill(found: re.Match[str]) -> str:
                    kind, index = types[found.group(1)]
                    return self.value(kind["base"], kind["name"], e[index], v)

                return FIELD.sub(fill, text)
        given = [self.value(t["base"], t["name"], e[i], v) for t, i in types.values()]
        return f"{action.name}({', '.join(given)})"

    def code(self, step: int, roles: tuple[int, ...]) -> int:
        """The integer code of an option: its roles in mixed radix."""
        action = self.tables.actions[self.program.steps[step]["action"]]
        made = 0
        for role, value in zip(action.open, roles, strict=True):
            assert role.domain is not None
            made = made * len(role.domain) + value - role.domain.start
        return made

    def events(self, log: list[dict[str, Any]], v: Vector) -> list[dict[str, Any]]:
        """The events of a log, with cells, enums and pieces as text."""
        made = []
        for entry in log:
            if "roles" not in entry:
                made.append(entry)
                continue
            roles = self.program.actions[entry["action"]]["roles"]
            texts = {"e": entry["e"]}
            for role in roles:
                kind = role["type"]
                value = entry["roles"][role["name"]][1]
                if kind["base"] == "cell" and value >= 0:
                    texts[role["name"]] = self.value("cell", kind["name"], value, v)
                elif kind["base"] == "enum" and value >= 0:
                    texts[role["name"]] = str(self.program.enums[kind["name"]][value][0])
                elif kind["base"] == "piece" and value >= 0:
                    name = self.program.kinds[kind["name"]]["names"][value]
                    if name is not None:
                        texts[role["name"]] = str(name)
            made.append(texts)
        return made

    # ----------------------------------------------------------------- positions

    def hidden(self, v: Vector, kind: str) -> set[int]:
        """The pieces of a kind that some player can't see."""
        found: set[int] = set()
        for clause in self.tables.hides:
            if clause.on != kind:
                continue
            for viewer in range(self.program.players):
                for holder in holders(self.tables, v, clause):
                    you = viewer if holder is None else holder
                    e = frame(self.tables, viewer, you)
                    e[YOU], e[VIEWING] = you, viewer
                    for piece in list(clause.members(v, e)):
                        e[clause.table["local"]] = piece
                        if clause.where(v, e) > 0:
                            found.add(piece)
        return found

    def position(self, v: Vector) -> dict[str, Any]:
        """The position in the game's notation."""
        made: dict[str, Any] = {}
        for key, writers in self.program.position:
            for writer in writers:
                value = self._write(v, writer)
                if writer.get("omit") == "empty" and value in ("", [], {}):
                    continue
                _put(made, key.split("."), value)
        return made

    def _write(self, v: Vector, writer: dict[str, str]) -> Any:
        if "digits" in writer:
            base, count, *_ = self.attr_slots(writer["digits"])
            return "".join("?" if x < 0 else str(x) for x in v[base : base + count])
        if "cells" in writer:
            base, count, *_ = self.attr_slots(writer["cells"])
            names = self.thing_names(writer["cells"])
            return [names[i] for i in range(count) if v[base + i] == 1]
        if "pieces" in writer:
            hidden = self.hidden(v, writer["pieces"])
            want = writer.get("hidden") == "yes"
            return [
                self.piece_text(v, writer, n)
                for n in self._standing(v, writer["pieces"])
                if (n in hidden) == want
            ]
        if "piece" in writer:
            kind = writer["piece"]
            standing = [n for n in self._standing(v, kind) if self.is_sort(v, kind, writer, n)]
            return self._piece(kind, standing[0], v) if standing else ""
        if "counts" in writer:
            return self._counts(v, writer)
        if "map" in writer:
            return self._map(v, writer["map"])
        if "by player" in writer:
            return self._list(v, writer["by player"])
        if "members" in writer:
            return self._members(v, writer)
        if "value" in writer:
            values = self._list(v, writer["value"])
            return values[0] if values else ""
        if "memory" in writer:
            return self._memory(v, writer["memory"])
        raise InternalError(f"no such writer: {writer}")

    def is_sort(self, v: Vector, kind: str, writer: dict[str, str], piece: int) -> bool:
        """Whether a piece has the attributes that a writer names."""
        names = self.program.kinds[kind]["types"]
        return all(
            self._attr_text(v, kind, name, piece) == mark
            for name, mark in writer.items()
            if name in names
        )

    def attr_slots(self, name: str) -> list[Any]:
        """The slots of an attribute, by its name without the owner."""
        for owner in [*self.program.boards, *self.program.kinds, "Player", "Side", ""]:
            found = self.program.slots.get(f"attr:{owner}.{name}")
            if found is not None:
                return found
        raise UsageError(f"the notation uses `{name}`, which the game does not declare")

    def thing_names(self, attr: str) -> list[str]:
        """The names of the things that have an attribute: cells, or named pieces."""
        for owners in (self.program.boards, self.program.kinds):
            for owner, table in owners.items():
                if f"attr:{owner}.{attr}" in self.program.slots:
                    return [str(name) for name in table["names"]]
        return []

    def _standing(self, v: Vector, kind: str) -> list[int]:
        base, count = self.program.slots[f"place:{kind}"][:2]
        cells = self.program.kinds[kind]["cells"]
        return [n for n in range(count) if 0 <= v[base + n] < cells]

    def piece_text(self, v: Vector, writer: dict[str, str], piece: int) -> str:
        """A piece in the template of a writer."""
        kind = writer.get("pieces") or writer.get("counts") or writer["members"]

        def fill(found: re.Match[str]) -> str:
            name = found.group(1)
            if name == "place":
                return self._standing_on(kind, piece, v)
            if name == "name":
                return str(self.program.kinds[kind]["names"][piece])
            return self._attr_text(v, kind, name, piece)

        return FIELD.sub(fill, writer["text"])

    def _attr_text(self, v: Vector, kind: str, name: str, thing: int) -> str:
        fixed = self.program.fixed.get(f"{kind}.{name}")
        if fixed is not None:
            value = fixed[thing]
            type_name = self.fixed_type(kind, name)
        else:
            base, _, type_name, *_ = self.program.slots[f"attr:{kind}.{name}"]
            value = v[base + thing]
        return self.value(*self.base_of(type_name), value, v)

    def fixed_type(self, kind: str, name: str) -> str:
        """The type of a piece's attribute."""
        return str(self.program.kinds[kind]["types"][name])

    def base_of(self, type_name: str) -> tuple[str, str]:
        """The base and name of a type, by its name."""
        program = self.program
        for base, table in (
            ("enum", program.enums),
            ("cell", program.boards),
            ("piece", program.kinds),
        ):
            if type_name in table:
                return base, type_name
        return type_name.lower(), type_name

    def _counts(self, v: Vector, writer: dict[str, str]) -> dict[str, int]:
        kind = writer["counts"]
        base, count = self.program.slots[f"place:{kind}"][:2]
        zone = self.program.kinds[kind]["cells"] + self.program.zones.index(writer["zone"])
        texts = [self.piece_text(v, writer, n) for n in range(count) if v[base + n] == zone]
        return dict(Counter(texts))

    def _map(self, v: Vector, attr: str) -> dict[str, str]:
        base, count, type_name, *_ = self.attr_slots(attr)
        names = self.thing_names(attr)
        kind = self.base_of(type_name)
        return {names[i]: text for i in range(count) if (text := self.value(*kind, v[base + i], v))}

    def _list(self, v: Vector, attr: str) -> list[str]:
        base, count, type_name, *_ = self.attr_slots(attr)
        kind = self.base_of(type_name)
        return [self.value(*kind, x, v) for x in v[base : base + count]]

    def _members(self, v: Vector, writer: dict[str, str]) -> list[list[str]]:
        """For each player the pieces whose attribute `of` is that player, or a set with them."""
        kind = writer["members"]
        count = self.program.kinds[kind]["count"]
        fixed = self.program.fixed.get(f"{kind}.{writer['of']}")
        if fixed is None:
            of, _, type_name, width, *_ = self.program.slots[f"attr:{kind}.{writer['of']}"]
            many = type_name.startswith("set ")

        def belongs(piece: int, player: int) -> bool:
            if fixed is not None:
                given = fixed[piece]
                return player in given if isinstance(given, list) else bool(given == player)
            if many:
                return bool(v[of + piece * width + player] == 1)
            return bool(v[of + piece] == player)

        return [
            [self.piece_text(v, writer, n) for n in range(count) if belongs(n, player)]
            for player in range(self.program.players)
        ]

    def _memory(self, v: Vector, name: str) -> Any:
        for number in range(len(self.program.instances)):
            found = self.program.slots.get(f"memory:{number}.{name}")
            if found is not None and v[self.tables.holders[number]]:
                return v[found[0]]
        return ""


def _put(made: dict[str, Any], path: list[str], value: Any) -> None:
    *parents, last = path
    for name in parents:
        made = made.setdefault(name, {})
    if isinstance(value, dict) and isinstance(made.get(last), dict):
        made[last].update(value)
    else:
        made[last] = value
