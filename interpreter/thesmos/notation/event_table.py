"""The events of a game, as a table: each has its word `e`, and the keys of what it tells.

    {e, keys: [{key, type, optional}]}     type: of `types`; optional: whether it may be left out

The events of every game come first, then that of each action. An event is the number of its row,
and a number for each key; a negative one is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.compile.lower.tracing import is_told
from thesmos.notation.value_table import Table, ValueTable
from thesmos.program.declarations import Action
from thesmos.program.types import PLAYER, POWER

REASON, CAUSE = "reason", "cause"  # in `types`, beside the types of programs
CARD_MOVED = ("player", "power", "why")
CORE_EVENTS = {
    "turn": ("player",),
    "additional turn": ("player", "power"),
    "power taken": CARD_MOVED,
    "power gained": CARD_MOVED,
    "power lost": CARD_MOVED,
    "lose": ("player", "reason"),
    "eliminated": ("player",),
    "skip": (),
    "cancelled": (),
}
CORE_ROWS = {word: row for row, word in enumerate(CORE_EVENTS)}


def event_tables(table: ValueTable) -> Iterator[Table]:
    """Yield the table of each event. Its types are added to those of the table."""
    game = table.game
    slugs = table.words("Power")
    tags = (tag for card in game.cards for tag in card.card.tags)
    table.types[REASON] = {"words": [*game.reasons]}
    table.types[CAUSE] = {"words": [None, *dict.fromkeys((*slugs, *tags))]}
    player, power = table.type_name(PLAYER), table.type_name(POWER)
    types = {"player": player, "power": power, "reason": REASON, "why": CAUSE}
    for word, keys in CORE_EVENTS.items():
        required = [{"key": key, "type": types[key], "optional": False} for key in keys]
        yield {"e": word, "keys": required}
    for action in game.actions.values():
        yield {"e": action.name.name, "keys": [*_roles(table, action)]}


def _roles(table: ValueTable, action: Action) -> Iterator[Table]:
    """Yield the keys for the roles of an action that events tell: no sets."""
    for role in action.roles:
        if is_told(role):
            yield {"key": role.name, "type": table.type_name(role.type), "optional": True}
