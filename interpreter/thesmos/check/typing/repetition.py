"""Type the values by which `memorize` and `repeats` compare positions."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.check.names.scope import Scope, core_name
from thesmos.check.names.sizes import size
from thesmos.check.typing.calls import attribute_value, fact_value
from thesmos.diagnostics import Location, suggest
from thesmos.program import values as v
from thesmos.program.repetition import LARGEST, packing
from thesmos.program.types import ANYTHING, Type, number
from thesmos.syntax import nodes as t

REPEATS, ACTIVE = "repeats", "active"
COMPARED = ("int", "flag", "enum", "cell", "player", "side", "zone", "direction")
MOST_NUMBERS = 100  # numbers in one remembered position


def repeats(location: Location, scope: Scope) -> v.Repeats:
    """Return the meaning of `repeats`: how many remembered positions equal the present one."""
    kind = number(0, v.MOST_REMEMBERED)
    return v.Repeats(compared_in(scope, location), location=location, type=kind)


def compared_in(scope: Scope, location: Location) -> tuple[v.Compared, ...]:
    """Return what is compared in the game of a scope.

    location: where it is needed, for errors.
    """
    game = scope.names.game
    if not game.repetition:
        text = "the game does not say what makes two positions the same"
        hint = "add `repetition: […]` to game.yaml, with facts and states of the game"
        scope.report("E358", text, location, hint)
    place = game.place("repetition")
    plain = scope.plain()
    meanings = [_compared_part(t.Name(place, name), plain) for name in game.repetition]
    compared = tuple(meaning for meaning in meanings if meaning is not None)
    numbers = sum(_count_numbers(meaning, scope) for meaning in compared)
    if numbers > MOST_NUMBERS:
        text = f"a position would be remembered as {numbers} numbers; at most {MOST_NUMBERS} fit"
        scope.report("E358", text, place, "compare fewer things, or with smaller ranges")
    return compared


def _compared_part(expr: t.Name, scope: Scope) -> v.Compared | None:
    """Return the meaning of a name: a fact or a state, for everything that it has a value for."""
    names, name = scope.names, expr.name
    value: v.Value
    over: list[Type] = []
    if name == ACTIVE:
        value = core_name(name, expr.location)
    elif name in names.facts:
        over = [names.type_of(kind) for _, kind in names.facts[name].params]
        value = fact_value(expr, name, _variables(over, expr.location), scope)
    elif owners := [owner for owner in names.attrs.get(name, {}) if _remembers(owner, scope)]:
        attribute = names.attrs[name][owners[0]]
        over = [names.types[owners[0]]] if owners[0] else []
        over += attribute.index
        arguments = _variables(over, expr.location)
        value = attribute_value(expr, attribute.name, arguments, attribute.type)
    else:
        comparable = [*names.facts, *names.attrs, ACTIVE]
        hint = suggest(name, comparable) or "name facts, states of the game, or `active`"
        text = (
            f"`{name}` can't be compared: it is neither a fact nor a state of the game or a player"
        )
        scope.report("E358", text, expr.location, hint)
        return None
    for kind in (*over, value.type):
        if kind.base == ANYTHING.base:  # that has been reported
            return None
        if kind.base not in COMPARED:
            text = f"`{name}` is about {kind}, and positions are compared by what is where"
            hint = "compare a fact about cells or players, such as the owner of the piece on a cell"
            scope.report("E358", text, expr.location, hint)
            return None
    if not value.type.many and value.type.high - value.type.low >= LARGEST:
        text = f"`{name}` has too many values to be compared: {value.type}"
        scope.report("E358", text, expr.location, f"at most {LARGEST}")
        return None
    return v.Compared(tuple(_names(over)), tuple(over), value)


def _remembers(owner: str, scope: Scope) -> bool:
    """Return whether a state belongs to the game, players, cells and so on, not to pieces."""
    return all(kind.name != owner for kind in scope.names.game.pieces)


def _names(over: list[Type]) -> Iterator[str]:
    return (f"it{number}" for number in range(1, len(over) + 1))


def _variables(over: list[Type], location: Location) -> tuple[v.Value, ...]:
    return tuple(
        v.Variable(name, False, location=location, type=kind)
        for name, kind in zip(_names(over), over, strict=True)
    )


def _count_numbers(compared: v.Compared, scope: Scope) -> int:
    """Return how many numbers of a state hold the values."""
    sizes, kind = scope.names.sizes, compared.value.type
    values = size(kind.one(), sizes) if kind.many else 1
    for index in compared.over:
        values *= size(index, sizes)
    return packing(values, 2 if kind.many else size(kind, sizes) + kind.none).numbers
