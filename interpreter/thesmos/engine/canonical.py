"""Pieces in each other's place, and one key for positions that play the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from thesmos.engine.program import Program

if TYPE_CHECKING:
    from thesmos.engine.tables import Tables


def key(tables: Tables, vector: tuple[int, ...]) -> tuple[Any, ...]:
    """The vector with the pieces of each class sorted by everything the vector says about them."""
    program = tables.program
    orders = {}

    def about(kind: str) -> Callable[[int], Any]:
        return lambda n: _about(tables, vector, kind, n)

    for kind, classes in tables.classes.items():
        order = list(range(program.kinds[kind]["count"]))
        for members in classes:
            ranked = sorted(members, key=about(kind))
            for place, piece in zip(members, ranked, strict=True):
                order[place] = piece
        if order != list(range(len(order))):
            orders[kind] = order
    return permuted(program, vector, orders) if orders else vector


def permuted(
    program: Program, vector: tuple[int, ...], orders: dict[str, list[int]]
) -> tuple[int, ...]:
    """The vector with pieces exchanged, in every slot that is about them.

    orders: for each kind, for each piece by number, the piece that takes its place.
    """
    made = list(vector)
    for name, entry in program.slots.items():
        _permute(made, vector, name, entry, orders)
    _permute_registers(program, made, orders)
    return tuple(made)


def classes(program: Program) -> dict[str, list[list[int]]]:
    """Pieces that no clause can distinguish: equal in every fixed attribute that code reads."""
    read = _read([program.facts, program.actions, program.clauses, program.queries, program.steps])
    found: dict[str, list[list[int]]] = {}
    for kind, table in program.kinds.items():
        groups: dict[Any, list[int]] = {}
        for piece in range(table["count"]):
            alike = tuple(
                str(values[piece])
                for name, values in sorted(program.fixed.items())
                if name.startswith(f"{kind}.") and (name in read or name.endswith(".owner"))
            )
            groups.setdefault((alike, table["names"][piece]), []).append(piece)
        found[kind] = [g for g in groups.values() if len(g) > 1]
    return found


def _read(code: Any) -> set[str]:
    found: set[str] = set()
    if isinstance(code, dict):
        for part in code.values():
            found |= _read(part)
    elif isinstance(code, list | tuple):
        if len(code) > 2 and code[0] in ("attr", "attr set"):  # noqa: PLR2004 - (word, owner, name, …)
            found.add(f"{code[1]}.{code[2]}")
        for part in code:
            found |= _read(part)
    return found


def _about(tables: Tables, vector: tuple[int, ...], kind: str, piece: int) -> tuple[int, ...]:
    """The values of all slots that are about a piece, for sorting."""
    program = tables.program
    made = [vector[program.slots[f"place:{kind}"][0] + piece]]
    for name, (base, count, type_name, *rest) in program.slots.items():
        if name.startswith(f"attr:{kind}."):
            width = rest[0]
            made += vector[base + piece * width : base + (piece + 1) * width]
        elif type_name == kind and not name.startswith("place:"):
            made += [int(x == piece) for x in vector[base : base + count]]
        elif type_name == f"set {kind}":
            made += vector[base + piece : base + count : rest[0]]
    for query in program.queries:
        if query["index"] is not None and query["index"]["name"] == kind:
            base, width = query["base"], query["width"]
            end = base + program.slots[f"register:{program.queries.index(query)}"][1]
            made += vector[base + piece : end : width]
    return tuple(made)


def _permute(
    made: list[int],
    vector: tuple[int, ...],
    name: str,
    entry: list[Any],
    orders: dict[str, list[int]],
) -> None:
    base, count, type_name, *rest = entry
    for kind, order in orders.items():
        if name == f"place:{kind}":
            made[base : base + count] = [vector[base + p] for p in order]
        elif name.startswith(f"attr:{kind}."):
            width = rest[0]
            made[base : base + count] = [
                vector[base + p * width + i] for p in order for i in range(width)
            ]
        elif type_name == kind:
            place = {piece: n for n, piece in enumerate(order)}
            made[base : base + count] = [place.get(x, x) for x in vector[base : base + count]]
        elif type_name == f"set {kind}":
            width = rest[0]
            made[base : base + count] = [
                vector[first + p] for first in range(base, base + count, width) for p in order
            ]


def _permute_registers(program: Program, made: list[int], orders: dict[str, list[int]]) -> None:
    for number, query in enumerate(program.queries):
        index = query["index"]
        if index is not None and index["name"] in orders:
            base, count, *_ = program.slots[f"register:{number}"]
            old = made[base : base + count]
            width, order = query["width"], orders[index["name"]]
            made[base : base + count] = [
                old[first + p] for first in range(0, count, width) for p in order
            ]
