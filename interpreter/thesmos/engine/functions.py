"""Functions of the core: boards, places, players and cards (docs/language/reference.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from thesmos.diagnostics import InternalError
from thesmos.engine.board import Grid
from thesmos.engine.program import NONE, OUT, UNKNOWN, Code

if TYPE_CHECKING:
    from thesmos.engine.expressions import Env, Value, ValueCompiler, Vector


def core(values: ValueCompiler, code: Code, inst: int | None) -> Value:
    """Compile a call of a core function."""
    name, *arguments = code[1:]
    given = [values.make(a, inst) for a in arguments if a[0] != "kind"]
    if name in ("place", "zone"):
        return _place(values, name, arguments[0], given[0], code)
    board = board_of(values, code)
    one = getattr(board, name, None)
    if name in ("step", "direction", "beyond", "opposite"):
        assert one is not None
        return _table2(one, given[0], given[1])
    if name in ("perimeter", "corner"):
        assert one is not None
        return _table1(one, given[0])
    return _small(values, name, given, board.columns)


def board_of(values: ValueCompiler, code: Code) -> Grid:
    """The board that a call is about; `check` appends its name to the call."""
    kind = code[-1]
    if isinstance(kind, list | tuple) and kind[0] == "kind" and kind[1] in values.grids:
        return values.grids[str(kind[1])]
    return values.board


def _place(values: ValueCompiler, name: str, argument: Code, index: Value, code: Code) -> Value:
    kind = _kind_of(argument, code)
    base = values.program.slots[f"place:{kind}"][0]
    cells = values.program.kinds[kind]["cells"]
    if name == "place":

        def place(v: Vector, e: Env) -> int:
            i = index(v, e)
            if i < 0:
                return NONE
            at = v[base + i]
            return at if at < cells else NONE

        return place

    def zone(v: Vector, e: Env) -> int:
        i = index(v, e)
        if i < 0:
            return NONE
        at = v[base + i]
        return at - cells if at >= cells else UNKNOWN if at == UNKNOWN else NONE

    return zone


def _small(values: ValueCompiler, name: str, given: list[Value], columns: int) -> Value:
    a = given[0]
    sides = tuple(values.program.sides)
    players = values.program.players
    slots = values.holder_slots
    firsts = tuple(NONE if i["holder"] is None else i["holder"] for i in values.program.instances)
    if name == "row":
        return lambda v, e: x // columns + 1 if (x := a(v, e)) >= 0 else NONE
    if name == "column":
        return lambda v, e: x % columns + 1 if (x := a(v, e)) >= 0 else NONE
    if name == "diagonal":
        return lambda v, e: x & 1 if (x := a(v, e)) >= 0 else NONE
    if name == "side":
        return lambda v, e: sides[x] if (x := a(v, e)) >= 0 else NONE
    if name == "alive":
        return lambda v, e: 1 - (v[OUT] >> x & 1) if (x := a(v, e)) >= 0 else NONE
    if name == "first_holder":
        return lambda v, e: firsts[x] if (x := a(v, e)) >= 0 else NONE
    if name == "holds":
        b = given[1]
        return lambda v, e: (
            v[slots[y]] >> x & 1 if (x := a(v, e)) >= 0 and (y := b(v, e)) >= 0 else NONE
        )
    if name == "next_player":
        return lambda v, e: next_alive(v, x, players) if (x := a(v, e)) >= 0 else NONE
    raise InternalError(f"core function {name}")


def next_alive(v: Vector, player: int, players: int) -> int:
    """The next player in seat order who is still in the game."""
    for step in range(1, players + 1):
        found = (player + step) % players
        if not v[OUT] >> found & 1:
            return found
    raise InternalError("nobody is left")


def _kind_of(argument: Code, code: Code) -> str:
    """The kind of piece in a call of place(…) or zone(…); `check` appends it to the call."""
    kind = code[-1]
    if isinstance(kind, list | tuple) and kind and kind[0] == "kind":
        return str(kind[1])
    raise InternalError(f"{code[1]} of what? {argument}")


def _table1(table: Any, a: Value) -> Value:
    return lambda v, e: table[x] if (x := a(v, e)) >= 0 else NONE


def _table2(table: Any, a: Value, b: Value) -> Value:
    return lambda v, e: table[x][y] if (x := a(v, e)) >= 0 and (y := b(v, e)) >= 0 else NONE


def relation(sides: list[int], you: int, other: int) -> str:
    """The relation of a player to another: `your`, `teammate` or `opponent`."""
    if you == other:
        return "your"
    return "teammate" if sides[you] == sides[other] else "opponent"
