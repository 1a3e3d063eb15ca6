"""The table of what players learn: what is needed to read the notes of a traced program (9.7)."""

from __future__ import annotations

from typing import Any, TypeGuard

from thesmos.compile.lower.tracing import NOTES, is_told, telling
from thesmos.link.layout import AgendaOf, AttributeOf, CoreSlot, Entry, HoldersOf, MemoryOf, PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.link.role_sources import role_sources
from thesmos.notation.event_table import CAUSE
from thesmos.notation.table import NotationTable
from thesmos.notation.value_table import Table, ValueTable
from thesmos.program import effects as e
from thesmos.program import values as p
from thesmos.program.declarations import Action, Card, Role
from thesmos.program.node import walk


def learning_table(table: NotationTable) -> Table:
    """Return the table.

    notes: the words of notes. hides: whether anything can be hidden. reasons, sides: as in results.
    facts: what an effect can change and a player see: the first slot of each, and how many. causes:
    by card, the cause of what it does, and of what happens when it is spent, as events have them.
    actions: see `_action`.
    """
    game = table.game
    causes = table.types[CAUSE]["words"] if table.events else []
    return {
        "notes": [*NOTES],
        "hides": game.can_hide,
        "facts": [
            [first, count] for entry in game.layout.entries for first, count in _facts(entry)
        ],
        "causes": [[causes.index(why) for why in _causes(card.card)] for card in game.cards],
        "actions": [_action(table, action) for action in game.actions.values()],
    }


def _causes(card: Card) -> tuple[str, str]:
    return card.slug, card.tags[0] if card.tags else card.slug


def _facts(entry: Entry) -> list[tuple[int, int]]:
    """Return the facts of an entry: the first slot of each, and how many it has."""
    match entry.meaning:
        case CoreSlot("out" | "winners") | HoldersOf() | MemoryOf() | AgendaOf("steps"):
            return [(entry.first, entry.count)]
        case PlaceOf():
            return [(entry.first + number, 1) for number in range(entry.count)]
        case AttributeOf():
            size = max(entry.width, 1) if entry.type.many else 1  # no set may have members
            return [(entry.first + n, size) for n in range(0, entry.count, size)]
    return []


def _action(table: ValueTable, action: Action) -> Table:
    """Return what is to be known of an action.

    roles: see `_role`. telling, placing: see `_telling` and `_placing`.
    """
    return {
        "name": action.name.name,
        "silent": action.silent, "public": action.public, "secret": action.secret,
        "roles": [_role(table, action, role) for role in action.roles],
        "telling": _telling(table.game, action),
        "placing": _placing(table.game, action),
    }  # fmt: skip


def _role(table: ValueTable, action: Action, role: Role) -> list[Any]:
    """Return what is to be known of a role.

    Its name, its type if events tell it (else empty), whether it is open, the first slot of the
    places of its kind and after the last (none if it is no piece), and see `_sources`.
    """
    game, places = table.game, None
    if role.type.base == "piece" and not role.type.many:
        entry = game.layout.by_meaning[PlaceOf(role.type.name)]
        places = [entry.first, entry.first + entry.count]
    kind = table.type_name(role.type) if is_told(role) else ""
    return [role.name, kind, int(role.value is None), places, _sources(game, action, role)]


def _sources(game: LinkedGame, action: Action, role: Role) -> list[list[Any]] | None:
    """Return what a computed role is read from; none if no view can show it, or if it is open.

    The places of roles; then facts: the first slot, how many there are for a thing or for all, and
    the place of the role that is this thing, or none for all.
    """
    sources = None if role.value is None else role_sources(role, game)
    if sources is None:
        return None
    places = {other.name: place for place, other in enumerate(action.roles)}
    facts = []
    for meaning, of in sources.facts:
        entry = game.layout.by_meaning[meaning]
        of_all = [entry.first, entry.count, None]
        facts.append(of_all if of is None else [entry.first, entry.width, places[of]])
    in_order = sorted(facts, key=lambda fact: (fact[0], str(fact[2])))
    return [sorted(places[name] for name in sources.roles), in_order]


def _telling(game: LinkedGame, action: Action) -> list[list[Any]]:
    """Return what each assignment of `tracing.telling` tells.

    The first slot of its attribute, the roles to which it writes, and the role that it writes, if
    it does.
    """
    places = {role.name: place for place, role in enumerate(action.roles)}
    rows: list[list[Any]] = []
    for target, assignment in telling(game, action):
        of = [places[operand.name] for operand in target.of if _is_role(operand)]
        value, written = assignment.value, None
        if assignment.word == ":=" and _is_role(value):
            written = places[value.name]
        first = game.layout.by_meaning[AttributeOf(target.attribute)].first
        rows.append([first, of, written])
    return rows


def _placing(game: LinkedGame, action: Action) -> list[list[int]]:
    """Return, for each `place(PIECE) := ROLE`: the first slot of places, and both roles."""
    places = {role.name: place for place, role in enumerate(action.roles)}
    rows = []
    for node in walk(action.effects):
        match node:
            case e.Assign(
                target=p.CellOf(piece=piece) | p.ZoneOf(piece=piece) as target, value=value
            ):
                if _is_role(piece) and _is_role(value):
                    first = game.layout.by_meaning[PlaceOf(target.kind)].first
                    rows.append([first, places[piece.name], places[value.name]])
    return rows


def _is_role(value: p.Value) -> TypeGuard[p.Variable]:
    return isinstance(value, p.Variable) and value.role
