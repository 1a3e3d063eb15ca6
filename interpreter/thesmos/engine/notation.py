"""Write options, events and positions in the notation that a game declares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thesmos.engine.expressions import Env, Vector
from thesmos.engine.hidden import holders
from thesmos.engine.pipeline import bind, frame
from thesmos.engine.position_entries import Notation, linked_entries
from thesmos.engine.program import VIEWING, YOU, person
from thesmos.engine.tables import CompiledAction, Tables
from thesmos.engine.value_texts import ValueTexts
from thesmos.link.linked import LinkedGame
from thesmos.program.declarations import Role
from thesmos.program.types import Type


class NotationWriter:
    """Writes options, events and positions of one linked game as text.

    texts: its values as text. entries: those of its positions.
    """

    def __init__(self, game: LinkedGame, tables: Tables) -> None:
        self.tables = tables
        self.program = tables.program
        self.texts = ValueTexts(game)
        self.actions = {str(name): action for name, action in game.actions.items()}
        self.entries = linked_entries(Notation(self.texts, self.hidden))

    # ------------------------------------------------------------------- options

    def option(self, v: Vector, step: int, chooser: int, roles: tuple[int, ...]) -> str:
        """An option of a step as text. v: the chooser's view of the state."""
        action = self.tables.actions[self.program.steps[step]["action"]]
        e = frame(self.tables, chooser, person(chooser))
        bind(action, v, e, roles)
        return self._text(action, v, e)

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

    def _text(self, action: CompiledAction, v: Vector, e: Env) -> str:
        written = self.actions[action.name]
        roles = {role.name: role.index for role in action.roles}

        def value(role: Role) -> str:
            return self.texts.value(role.type, e[roles[role.name]], v)

        for when, notation in zip(action.notations, written.notations, strict=True):
            if when(v, e) > 0:
                by_name = {role.name: role for role in written.roles}
                parts = (
                    p if isinstance(p, str) else value(by_name[p.role]) for p in notation.parts
                )
                return "".join(parts)
        return f"{action.name}({', '.join(map(value, written.roles))})"

    def code(self, step: int, roles: tuple[int, ...]) -> int:
        """The integer code of an option: its roles in mixed radix."""
        action = self.tables.actions[self.program.steps[step]["action"]]
        made = 0
        for role, value in zip(action.open, roles, strict=True):
            assert role.domain is not None
            made = made * len(role.domain) + value - role.domain.start
        return made

    def events(self, log: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The events of a log, with cells, enums and pieces as text."""
        made = []
        for entry in log:
            if "roles" not in entry:
                made.append(entry)
                continue
            texts = {"e": entry["e"]}
            for role in self.actions[entry["action"]].roles:
                text = self._in_event(role.type, entry["roles"][role.name][1])
                if text is not None:
                    texts[role.name] = text
            made.append(texts)
        return made

    def _in_event(self, kind: Type, value: int) -> str | None:
        """A value of a role in an event; None for one that events leave out."""
        if value < 0:
            return None
        if kind.base == "cell":
            return self.texts.names_of(kind.name)[value]
        if kind.base == "enum":
            return self.texts.enums[kind.name][value]
        return self.texts.names_of(kind.name)[value] or None if kind.base == "piece" else None

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
        for each in self.entries:
            value = each.write(v)
            if each.entry.omit_empty and value in ("", [], {}):
                continue
            _put(made, each.entry.path, value)
        return made


def _put(made: dict[str, Any], path: Sequence[str], value: Any) -> None:
    *parents, last = path
    for name in parents:
        made = made.setdefault(name, {})
    if isinstance(value, dict) and isinstance(made.get(last), dict):
        made[last].update(value)
    else:
        made[last] = value
