"""The table of a notation: how a linked game writes its options, events and positions, as data.

It is the only description. A small writer and a small reader go by it, here and, module for module,
in the JavaScript of `web`, which gets it as JSON. Numbers are those of a state: slots and values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from thesmos.link.layout import CoreName, FirstHolders, HoldersOf
from thesmos.link.linked import moves_cards
from thesmos.notation.entry_table import entry_tables
from thesmos.notation.event_table import event_tables
from thesmos.notation.memory_table import memory_tables, step_tables
from thesmos.notation.value_table import Table, ValueTable, Vector
from thesmos.program.declarations import Action, Role, RoleText
from thesmos.program.node import Ref

CORE: tuple[CoreName, ...] = (
    "active", "chooser", "step", "winners", "reason", "out", "instruction", "cancellation", "view",
    "interrupted", "interrupted_player", "interrupted_action", "next_seat", "done",
)  # fmt: skip


class NotationTable(ValueTable):
    """The table of a linked game. Each part of it is made when it is first needed."""

    @cached_property
    def core(self) -> dict[str, int]:
        """The slots that every game has, by name."""
        return {name: self.game.layout.core(name) for name in CORE}

    @cached_property
    def cards(self) -> list[Table]:
        """The slots of each card: who holds it and, in a pool, who received it.

        moves: whether it, or the game's own text, can change who holds cards.
        """
        layout, base = self.game.layout.by_meaning, moves_cards(self.game.game.base)
        return [
            {
                "slug": card.card.slug,
                "holders": layout[HoldersOf(card.number)].first,
                "received": layout[FirstHolders()].slot(card.number) if self.game.pool else None,
                "moves": base or moves_cards(card.card),
            }
            for card in self.game.cards
        ]

    def absent(self, v: Vector) -> frozenset[str]:
        """Return the cards of a pool that take no part in a state; none if it is not a pool."""
        if not self.game.pool:
            return frozenset()
        return frozenset(c["slug"] for c in self.cards if v[c["received"]] > self.players)

    @cached_property
    def actions(self) -> dict[Ref, Table]:
        """How the options of each action are written: see `_action`."""
        return {name: self._action(action) for name, action in self.game.actions.items()}

    def _action(self, action: Action) -> Table:
        """Return the open roles of an action and the forms of its options.

        roles, computed: names and types. parts: texts, and lists with the name of a role. The last
        form is that of an option to which no notation applies.
        """
        plain: list[str | RoleText] = [f"{action.name}("]
        for number, role in enumerate(action.roles):
            plain += [", "] if number else []
            plain.append(RoleText(role.name))
        notations = [*(notation.parts for notation in action.notations), (*plain, ")")]
        return {
            "name": str(action.name),
            "roles": self._roles(action.open_roles),
            "forms": [self._option_form(action, parts) for parts in notations],
        }

    def _option_form(self, action: Action, parts: Sequence[str | RoleText]) -> Table:
        written = {part.role for part in parts if isinstance(part, RoleText)}
        computed = (r for r in action.roles if r.value is not None and r.name in written)
        return {
            "computed": self._roles(computed),
            "parts": [part if isinstance(part, str) else [part.role] for part in parts],
        }

    def _roles(self, roles: Iterable[Role]) -> list[list[str]]:
        return [[role.name, self.type_name(role.type)] for role in roles]

    @cached_property
    def position(self) -> list[Table]:
        """The parts of positions that the game declares: see `entry_table.py`."""
        return [*entry_tables(self)]

    @cached_property
    def memory(self) -> list[Table]:
        """The values that positions have under `memory`: see `memory_table.py`."""
        return [*memory_tables(self)]

    @cached_property
    def in_turn(self) -> Table:
        """The values that positions have under `step`: see `memory_table.py`."""
        return step_tables(self)

    @cached_property
    def events(self) -> list[Table]:
        """What can happen: see `event_table.py`."""
        return [*event_tables(self)]

    @cached_property
    def possible(self) -> list[Table]:
        """What holds in every position: the name and the sentence, with the types of its gaps."""
        return [
            {
                "name": condition.name, "says": condition.says,
                "over": [
                    [name, self.type_name(kind)]
                    for name, kind in zip(
                        condition.compared.names, condition.compared.over, strict=True
                    )
                ],
            }
            for _, condition in self.game.valid
        ]  # fmt: skip

    def as_json(self) -> Table:
        """Return the whole table, with the first state."""
        game = self.game
        return {
            "game": game.game.slug, "players": self.players, "nobody": self.nobody,
            "none": self.none, "unknown": self.unknown, "core": self.core,
            "size": game.layout.size, "initial": [*game.initial], "turnStart": game.turn_start,
            "cards": self.cards, "kinds": self.kinds, "actions": [*self.actions.values()],
            "position": self.position, "memory": self.memory, "inTurn": self.in_turn,
            "events": self.events, "possible": self.possible, "types": self.types,
        }  # fmt: skip
