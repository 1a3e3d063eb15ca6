"""§2.5, §16.4, §16.5, §16.10 Sets, and searches of their members."""

from __future__ import annotations

from thesmos.program import values as p
from thesmos.program.node import AttributeRef
from thesmos.semantics.frame import Frame
from thesmos.semantics.state import ZONE, CellOrZone, StructuredState, Value, members_in, members_of
from thesmos.semantics.values import (
    attribute_of,
    bound,
    holds,
    known,
    meaning,
    members,
    tested,
    value,
)

OWNER = "owner"  # the attribute that says which side a piece belongs to


@meaning(p.AllOf)
def _all_of(node: p.AllOf, frame: Frame) -> Value:
    return tuple(members_in(frame.state, node.type.one()))


@meaning(p.OnBoard)
def _on_board(node: p.OnBoard, frame: Frame) -> Value:
    return tuple(n for n, at in enumerate(frame.state.places[node.kind]) if on_board(at))


def on_board(place: CellOrZone | Value) -> bool:
    """Return whether a piece at a place is known to be on a board."""
    return isinstance(place, CellOrZone) and place.board != ZONE


@meaning(p.Owned)
def _owned(node: p.Owned, frame: Frame) -> Value:
    if frame.found is None:
        return _belonging(node, frame)
    asked = (node.type, node.whose, frame.you)
    if asked not in frame.found:
        frame.found[asked] = _belonging(node, frame)
    return frame.found[asked]


def _belonging(node: p.Owned, frame: Frame) -> Value:
    """The members of a kind that belong to a person."""
    belongs = _OWNED.get(node.type.base, _piece_belongs)
    everything = members_in(frame.state, node.type.one())
    return tuple(n for n in everything if belongs(node, n, frame))


def _piece_belongs(node: p.Owned, piece: int, frame: Frame) -> bool:
    """Whether a piece is on a board, and owned by your side or by another one."""
    state, kind = frame.state, node.type.name
    if not on_board(state.places[kind][piece]):
        return False
    owner = owner_side(state, kind, piece)
    return known(owner) and (owner == state.side(frame.you)) == (node.whose != "opponent")


def owner_side(state: StructuredState, kind: str, piece: int) -> Value:
    """The side that a piece belongs to: its owner, or the side of a player who is its owner."""
    name = AttributeRef(kind, OWNER)
    declared = next(each.type for each in state.game.game.attributes if each.name == name)
    owner = attribute_of(state, name, piece, declared)
    return state.side(owner) if declared.base == "player" and known(owner) else owner


def _power_belongs(node: p.Owned, card: int, frame: Frame) -> bool:
    """Return whether a player with this relation to you holds a power."""
    state = frame.state
    return any(state.relation(frame.you, player) == node.whose for player in state.holders[card])


def _player_belongs(node: p.Owned, player: int, frame: Frame) -> bool:
    """Return whether a player has this relation to you, and is still in the game."""
    state = frame.state
    return player not in state.out and state.relation(frame.you, player) == node.whose


_OWNED = {"power": _power_belongs, "player": _player_belongs}


@meaning(p.SetOf)
def _set_of(node: p.SetOf, frame: Frame) -> Value:
    found = [value(each, frame) for each in node.members]
    return tuple(sorted({one for one in found if known(one)}))


@meaning(p.Those)
def _those(node: p.Those, frame: Frame) -> Value:
    return tuple(bound(node.binder, frame))


@meaning(p.Search)
def _search(node: p.Search, frame: Frame) -> Value:
    if node.word == "every":
        return all(holding for _, holding in tested(node.binder, frame))
    found = bound(node.binder, frame)
    if node.word == "count":
        return sum(1 for _ in found)
    first = next(found, None)
    return first if node.word == "first" else (first is None) == (node.word == "no")


@meaning(p.FirstBy)
def _first_by(node: p.FirstBy, frame: Frame) -> Value:
    first, best = None, None
    for member in bound(node.binder, frame):
        found = [value(order.value, frame) for order in node.orders]
        if known(*found):
            words = (order.word for order in node.orders)
            rank = [n if word == "most" else -n for n, word in zip(found, words, strict=True)]
            if best is None or rank > best:
                first, best = member, rank
    return first


@meaning(p.Fold)
def _fold(node: p.Fold, frame: Frame) -> Value:
    found = [value(node.value, frame) for _ in bound(node.binder, frame)]
    kept = [one for one in found if known(one)]
    if node.word == "sum":
        return sum(kept)
    return (min if node.word == "min" else max)(kept, default=None)


@meaning(p.Along)
def _along(node: p.Along, frame: Frame) -> Value:
    found: set[int] = set()
    frame.names[node.name] = value(node.start, frame)
    for _ in members_of(node.type.one(), frame.state.game):
        come_to = value(node.next, frame)
        if not known(frame.names[node.name], come_to):
            break
        frame.names[node.name] = come_to
        holding = holds(node.condition, frame)
        if node.word == "where" and holding:
            return come_to
        if node.word == "while" and not holding:
            break
        found.add(come_to)
        if node.word == "until" and holding:
            break
    return None if node.word == "where" else tuple(sorted(found))


@meaning(p.Spread)
def _spread(node: p.Spread, frame: Frame) -> Value:
    reached: set[int] = set()
    tried: set[int] = set()
    ahead = [members(node.start, frame)]
    while ahead:
        for member in ahead.pop():
            frame.names[node.name] = member
            if member not in tried and holds(node.condition, frame):
                reached.add(member)
                ahead.append(members(node.next, frame))
            tried.add(member)
    return tuple(sorted(reached))


@meaning(p.Size)
def _size(node: p.Size, frame: Frame) -> Value:
    return len(members(node.of, frame))


@meaning(p.SetOperation)
def _set_operation(node: p.SetOperation, frame: Frame) -> Value:
    left, right = set(members(node.left, frame)), set(members(node.right, frame))
    return tuple(sorted(left - right if node.word == "except" else left | right))
