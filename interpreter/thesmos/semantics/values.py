"""§1 and §2: what every value of the program means, in the order of program/values.py.

`value` gives the value of any node in a frame, `holds` whether a condition holds, `members` the
members of a set. None absorbs: whatever is applied to none, or to something unknown, is none. The
meaning of sets, of facts, of the past and of what is offered is added by the modules about them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from thesmos.link.geometry import OF_DIRECTIONS, geometry, grid_of
from thesmos.link.layout import NONE
from thesmos.program import values as p
from thesmos.program.node import AttributeRef
from thesmos.program.types import Type
from thesmos.semantics.frame import Frame
from thesmos.semantics.state import UNKNOWN, ZONE, CellOrZone, StructuredState, Value

N = TypeVar("N", bound=p.Value)
_MEANINGS: dict[type[p.Value], Callable[[Any, Frame], Value]] = {}


def meaning(kind: type[N]) -> Callable[[Callable[[N, Frame], Value]], Callable[[N, Frame], Value]]:
    """Make a function the meaning of a construct."""

    def register(function: Callable[[N, Frame], Value]) -> Callable[[N, Frame], Value]:
        _MEANINGS[kind] = function
        return function

    return register


def value(node: p.Value, frame: Frame) -> Value:
    """The value of a node."""
    return _MEANINGS[node.__class__](node, frame)


def holds(condition: p.Value | None, frame: Frame) -> bool:
    """Whether a condition holds; no condition always does. One that is none does not (2.3)."""
    return condition is None or value(condition, frame) is True


def members(node: p.Value, frame: Frame) -> tuple[int, ...]:
    """The members of a set in canonical order; none and unknown have no members."""
    found = value(node, frame)
    return () if found is None or found is UNKNOWN else tuple(found)


def known(*found: Value) -> bool:
    """Whether none of these values is none or unknown."""
    return None not in found and UNKNOWN not in found


def tested(binder: p.Binder, frame: Frame) -> Iterator[tuple[int, bool]]:
    """Each member of the set, with the name bound to it, and whether the condition holds."""
    for member in members(binder.domain, frame):
        frame.names[binder.name] = member
        yield member, holds(binder.condition, frame)


def bound(binder: p.Binder, frame: Frame) -> Iterator[int]:
    """Each member of the set for which the condition holds, with the name bound to it."""
    for member in members(binder.domain, frame):
        frame.names[binder.name] = member
        if holds(binder.condition, frame):
            yield member


# ----------------------------------------------------------------------- constants


@meaning(p.Number)
def _number(node: p.Number, frame: Frame) -> Value:
    return node.value


@meaning(p.Flag)
def _flag(node: p.Flag, frame: Frame) -> Value:
    return node.value


@meaning(p.Word)
def _word(node: p.Word, frame: Frame) -> Value:
    return node.number


@meaning(p.Nothing)
def _nothing(node: p.Nothing, frame: Frame) -> Value:
    return None


# --------------------------------------------------------------------------- names


@meaning(p.Variable)
def _variable(node: p.Variable, frame: Frame) -> Value:
    return frame.names.get(node.name)


@meaning(p.Person)
def _person(node: p.Person, frame: Frame) -> Value:
    if node.word == "active":
        return frame.state.active
    return getattr(frame, node.word)


@meaning(p.NumberedPlayer)
def _numbered_player(node: p.NumberedPlayer, frame: Frame) -> Value:
    return node.number - 1 if node.number <= frame.state.game.players else None


@meaning(p.ThisCard)
def _this_card(node: p.ThisCard, frame: Frame) -> Value:
    return frame.card


@meaning(p.Granted)
def _granted(node: p.Granted, frame: Frame) -> Value:
    return frame.card is not None and frame.state.granted == frame.card


@meaning(p.Rewound)
def _rewound(node: p.Rewound, frame: Frame) -> Value:
    return frame.state.cancellation == "rewound"


@meaning(p.Setting)
def _setting(node: p.Setting, frame: Frame) -> Value:
    return frame.state.game.settings[node.option]


@meaning(p.MemoryValue)
def _memory(node: p.MemoryValue, frame: Frame) -> Value:
    assert frame.card is not None
    return frame.state.memory[frame.card, node.memory.name]


@meaning(p.AttributeValue)
def _attribute(node: p.AttributeValue, frame: Frame) -> Value:
    place = place_of_attribute(node, frame)
    if place is None:
        return None
    return attribute_of(frame.state, node.attribute, place, node.type)


def place_of_attribute(node: p.AttributeValue, frame: Frame) -> int | None:
    """Where the value is among all values of the attribute; None if it is of nothing known.

    Thing by thing, and for each thing one for each value of the index.
    """
    place = 0
    for each in node.of:
        number = value(each, frame)
        if number is None or number is UNKNOWN:
            return None
        place = number + (place * frame.state.game.size_of(each.type) if place else 0)
    return place


def attribute_of(state: StructuredState, attribute: AttributeRef, place: int, kind: Type) -> Value:
    """A value of an attribute: a constant if nothing in play changes it (1.4)."""
    fixed = state.game.fixed.get(attribute)
    if fixed is None:
        return state.attributes[attribute][place]
    constant = None if fixed[place] == NONE else fixed[place]
    is_flag = kind.base == "flag" and not kind.many and constant is not None
    return constant == 1 if is_flag else constant


# ------------------------------------------------------------- functions of the core


def place_of(node: p.CellOf | p.ZoneOf, frame: Frame) -> Value:
    """Where a piece is; none if there is no such piece."""
    piece = value(node.piece, frame)
    return frame.state.places[node.kind][piece] if known(piece) else None


@meaning(p.CellOf)
def _place(node: p.CellOf, frame: Frame) -> Value:
    place = place_of(node, frame)
    if isinstance(place, CellOrZone):
        return None if place.board == ZONE else place.number
    return place


@meaning(p.ZoneOf)
def _zone(node: p.ZoneOf, frame: Frame) -> Value:
    place = place_of(node, frame)
    if isinstance(place, CellOrZone):
        return place.number if place.board == ZONE else None
    return place


@meaning(p.PieceAt)
def _piece_at(node: p.PieceAt, frame: Frame) -> Value:
    cell = value(node.at, frame)
    wanted = CellOrZone(node.at.type.name, cell)
    places = frame.state.places[node.kind]
    return next((piece for piece, place in enumerate(places) if place == wanted), None)


@meaning(p.BoardFunction)
def _board_function(node: p.BoardFunction, frame: Frame) -> Value:
    arguments = [value(each, frame) for each in node.arguments]
    if not known(*arguments):
        return None
    if not node.board:
        return OF_DIRECTIONS[node.function](*arguments)
    board = frame.state.game.boards[node.board]
    return geometry(node.function, grid_of(board), *arguments)


@meaning(p.PlayerFunction)
def _player_function(node: p.PlayerFunction, frame: Frame) -> Value:
    arguments = [value(each, frame) for each in node.arguments]
    return _OF_PLAYERS[node.function](frame, *arguments) if known(*arguments) else None


_OF_PLAYERS: dict[str, Callable[..., Value]] = {
    "side": lambda frame, player: frame.state.side(player),
    "holds": lambda frame, player, card: player in frame.state.holders[card],
    "first_holder": lambda frame, card: frame.state.first_holders[card],
    "alive": lambda frame, player: player not in frame.state.out,
    "next_player": lambda frame, player: frame.state.next_player(player),
}

# ----------------------------------------------------------------------- operators


@meaning(p.Not)
def _not(node: p.Not, frame: Frame) -> Value:
    return value(node.value, frame) is not True


@meaning(p.Negative)
def _negative(node: p.Negative, frame: Frame) -> Value:
    found = value(node.value, frame)
    return -found if known(found) else None


@meaning(p.Absolute)
def _absolute(node: p.Absolute, frame: Frame) -> Value:
    found = value(node.value, frame)
    return abs(found) if known(found) else None


@meaning(p.Exists)
def _exists(node: p.Exists, frame: Frame) -> Value:
    return (value(node.value, frame) is None) == node.negated


@meaning(p.Compare)
def _compare(node: p.Compare, frame: Frame) -> Value:
    left, right = value(node.left, frame), value(node.right, frame)
    return known(left, right) and _COMPARE[node.word](left, right)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@meaning(p.IsIn)
def _is_in(node: p.IsIn, frame: Frame) -> Value:
    member = value(node.member, frame)
    return known(member) and member in members(node.of, frame)


@meaning(p.Arithmetic)
def _arithmetic(node: p.Arithmetic, frame: Frame) -> Value:
    left, right = value(node.left, frame), value(node.right, frame)
    if not known(left, right) or (right == 0 and node.word in ("/", "mod")):
        return None
    return _ARITHMETIC[node.word](left, right)


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "/": operator.floordiv, "mod": operator.mod, "min": min, "max": max,
}  # fmt: skip


@meaning(p.Logic)
def _logic(node: p.Logic, frame: Frame) -> Value:
    decisive = node.word == "or"  # one part that holds decides an `or`, one that does not an `and`
    for part in node.parts:
        if (value(part, frame) is True) == decisive:
            return decisive
    return not decisive


@meaning(p.IfElse)
def _if_else(node: p.IfElse, frame: Frame) -> Value:
    return value(node.then if holds(node.condition, frame) else node.otherwise, frame)


# -------------------------------------------------------------------------- watching

See = Callable[[p.Value, Frame, Value], None]


@contextmanager
def watching(kinds: Iterable[type[p.Value]], see: See) -> Iterator[None]:
    """Tell `see` of each value of some classes that is evaluated while the body runs."""
    before = {kind: _MEANINGS[kind] for kind in kinds}

    def watched(mean: Callable[[Any, Frame], Value]) -> Callable[[Any, Frame], Value]:
        def tell(node: p.Value, frame: Frame) -> Value:
            found = mean(node, frame)
            see(node, frame, found)
            return found

        return tell

    _MEANINGS.update({kind: watched(mean) for kind, mean in before.items()})
    try:
        yield
    finally:
        _MEANINGS.update(before)
