"""What a computed role of an action is read from: who sees all of it knows the role (9.9)."""

from __future__ import annotations

from typing import NamedTuple

from thesmos.link.layout import AttributeOf, MemoryOf, PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.link.revealing import nodes_used, reveals_place
from thesmos.program import values as p
from thesmos.program.declarations import Role
from thesmos.program.types import Type

_NEVER_SEEN = p.Offered, p.Repeats, p.Forbidden, p.AfterDo  # they read too much to be followed


class Source(NamedTuple):
    """What a value is read from, such as the places of a kind of pieces.

    of: the role of which it is read, as in `place(worker)`; None if it may be read of any thing.
    """

    meaning: PlaceOf | AttributeOf | MemoryOf
    of: str | None


class RoleSources(NamedTuple):
    """What a computed role is read from: other roles, and facts of the state."""

    roles: frozenset[str]
    facts: frozenset[Source]


def role_sources(role: Role, game: LinkedGame) -> RoleSources | None:
    """Return what a computed role is read from; None if no view can show all of that.

    What nobody can hide is left out.
    """
    roles, facts = set[str](), set[Source]()
    for node in nodes_used(role.value, game):
        if isinstance(node, p.Value) and _is_never_seen(node, game):
            return None
        match node:
            case p.Variable(role=True):
                roles.add(node.name)
            case p.CellOf() | p.ZoneOf():
                facts.add(Source(PlaceOf(node.kind), _role_in(node.piece)))
            case p.PieceAt() | p.OnBoard():
                facts.add(Source(PlaceOf(node.kind), None))
            case p.Owned() if node.type.base == "piece":
                facts.add(Source(PlaceOf(node.type.name), None))
            case p.AttributeValue(of=(thing,)) if node.attribute.owner:
                facts.add(Source(AttributeOf(node.attribute), _role_in(thing)))
            case p.AttributeValue():
                facts.add(Source(AttributeOf(node.attribute), None))
            case p.MemoryValue():
                card = game.card_numbers[node.memory.card]
                assert card is not None
                facts.add(Source(MemoryOf(card, node.memory.name), None))
    changing = game.layout.by_meaning
    return RoleSources(
        frozenset(roles), frozenset(source for source in facts if source.meaning in changing)
    )


def _role_in(thing: p.Value) -> str | None:
    return thing.name if isinstance(thing, p.Variable) and thing.role else None


def _is_never_seen(node: p.Value, game: LinkedGame) -> bool:
    """Return whether a view can't show that a value is all there is."""
    if isinstance(node, p.Past):
        secret = any(game.actions[pattern.action].secret for pattern in node.query.events)
        return secret or any(reveals_place(node.query, c.kind, game) for _, c in game.hides)
    is_fact = isinstance(node, p.AttributeValue | p.MemoryValue)
    return isinstance(node, _NEVER_SEEN) or (is_fact and _leaves_out(node.type, game))


def _leaves_out(kind: Type, game: LinkedGame) -> bool:
    """Return whether views leave members out of the sets of a type: hidden pieces."""
    return kind.many and kind.base == "piece" and any(kind.name == c.kind for _, c in game.hides)
