"""What reveals hidden pieces: questions about the past, and attributes that everybody knows."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.link.linked import LinkedGame
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program import values as p
from thesmos.program.node import AttributeRef, Node, Ref, walk


def reveals_place(query: p.Query, kind: str, game: LinkedGame) -> bool:
    """Return whether the answer to a question reveals where a piece of a kind is or was.

    A role does if it is such a piece, is computed from its place, or if the action moves such a
    piece. That an action happened is not secret; a condition on it, or with which piece, may be.
    """
    for pattern in query.events:
        action = game.actions[pattern.action]
        moves = mentions_place(action.effects, kind, game)
        if query.role is not None:
            role = next((role for role in action.roles if role.name == query.role), None)
            if role is not None and (
                moves or role.type.name == kind or mentions_place(role.value, kind, game)
            ):
                return True
        elif (moves and pattern.condition is not None) or query.by is not None:
            return True
    return False


def is_secret(query: p.Query, owner: int, viewer: int, game: LinkedGame) -> bool:
    """Return whether a player must not learn an answer about secret actions (9.1).

    owner: the player, or the side, whose past is asked about.
    """
    whose = {
        n for n, side in enumerate(game.sides) if owner == (side if query.owner == "side" else n)
    }
    return whose != {viewer} and any(game.actions[e.action].secret for e in query.events)


def mentions_place(part: object, kind: str, game: LinkedGame) -> bool:
    """Return whether a part of the program reads or changes where pieces of a kind are.

    This includes the facts that it uses and the actions that it carries out.
    """
    for node in nodes_used(part, game):
        if isinstance(node, p.CellOf | p.ZoneOf | p.PieceAt | p.OnBoard) and node.kind == kind:
            return True
        if isinstance(node, p.Owned) and node.type.base == "piece" and node.type.name == kind:
            return True
    return False


def seen_from_behind(game: LinkedGame) -> frozenset[AttributeRef]:
    """Return the attributes that decide which pieces are hidden; everybody knows their values.

    For example, if hiding depends on the back of a card, everybody knows the backs of all cards.
    """
    hides = tuple(clause for _, clause in game.clauses if isinstance(clause, c.Hide))
    nodes = nodes_used(hides, game)
    return frozenset(node.attribute for node in nodes if isinstance(node, p.AttributeValue))


def nodes_used(part: object, game: LinkedGame) -> Iterator[Node]:
    """Yield the nodes of a part of the program, and of the facts and actions that it names."""
    nodes, seen = [*walk(part)], set()
    for node in nodes:  # grows during the loop
        yield node
        named = _what_is_named(node)
        if named is not None and named not in seen:
            seen.add(named)
            nodes += walk(_text_of(named, game))


def _what_is_named(node: object) -> tuple[str, Ref] | None:
    """The fact or the action that a node names."""
    if isinstance(node, p.FactValue):
        return "fact", node.fact
    return ("action", node.action) if isinstance(node, e.Do) else None


def _text_of(named: tuple[str, Ref], game: LinkedGame) -> object:
    """What a fact or an action does, with the clauses that treat the fact."""
    word, name = named
    if word == "action":
        return game.actions[name].roles, game.actions[name].effects
    return game.facts[name], [
        clause for kind in (c.Treat, c.AddTo) for _, clause in game.clauses_about(kind, name)
    ]
