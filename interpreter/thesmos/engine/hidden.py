"""What a player can't see, and undoing a turn that runs into something hidden (semantics §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thesmos.engine.expressions import Vector
from thesmos.engine.pipeline import frame
from thesmos.engine.program import (
    CHOOSER,
    NONE,
    OUT,
    PC,
    RESUME,
    RESUME_AT,
    RESUME_PLAYER,
    REWOUND,
    SHADOW,
    STEP,
    UNKNOWN,
    VIEWING,
    YOU,
)
from thesmos.engine.tables import CompiledClause, Tables

if TYPE_CHECKING:
    from thesmos.engine.event import Transition


def view(tables: Tables, v: Vector, viewer: int) -> Vector:
    """The vector as a player sees it; the same object if nothing is hidden from them."""
    if viewer < 0 or not tables.conceals:
        return v
    known = tables.views.get(viewer)
    if known is not None and known[0] == v:
        return known[1]
    seen = _masked(tables, v, viewer)
    tables.views[viewer] = ([*v], seen)
    return seen


def _masked(tables: Tables, v: Vector, viewer: int) -> Vector:
    """A copy of the vector in which everything that a player can't see is unknown."""
    seen = [*v]
    for base, width, count in tables.secrets:
        for player in range(count):
            if player != viewer:
                for slot in range(base + player * width, base + (player + 1) * width):
                    seen[slot] = NONE if v[slot] == NONE else UNKNOWN
    for base, count, card in tables.own_secrets:
        if not _keeps(tables, v, card, viewer):
            seen[base : base + count] = [UNKNOWN] * count
    base, count, *_ = tables.program.slots["event"]  # of a step that is interrupted
    seen[base : base + count] = [NONE if x == NONE else UNKNOWN for x in v[base : base + count]]
    for clause in tables.hides:
        for holder in holders(tables, v, clause):
            _hide(tables, v, seen, clause, viewer if holder is None else holder, viewer)
    if tables.cancels:
        seen[SHADOW] = v[SHADOW] if v[SHADOW] == REWOUND else 0
        size = tables.program.size
        seen[size:] = [0] * size
    return seen


def _keeps(tables: Tables, v: Vector, card: int, viewer: int) -> bool:
    """Whether a player knows a card's secrets: its holder, or its first one if nobody holds it."""
    held = v[tables.holders[card]]
    if held:
        return bool(held >> viewer & 1)
    return bool(tables.program.instances[card]["holder"] == viewer)


def holders(tables: Tables, v: Vector, clause: CompiledClause) -> list[int | None]:
    """The holders of a hiding clause's card; [None] if the clause applies to everybody."""
    if clause.inst is None or tables.program.instances[clause.inst]["common"]:
        return [None]
    mask = tables.holding(v, clause.inst)
    return [p for p in range(tables.program.players) if mask >> p & 1]


def _hide(
    tables: Tables, v: Vector, seen: Vector, clause: CompiledClause, you: int, viewer: int
) -> None:
    e = frame(tables, viewer, you)
    e[YOU], e[VIEWING] = you, viewer
    if clause.guard(v, e) <= 0:
        return
    hidden = []
    for piece in list(clause.members(v, e)):
        e[clause.table["local"]] = piece
        if clause.where(v, e) > 0:
            hidden.append(piece)
    if hidden:
        _mask(tables, seen, clause.on, hidden)
    if clause.inst is not None and viewer != you:
        _mask_history(tables, seen, you, clause.on)


def _mask(tables: Tables, seen: Vector, kind: str, hidden: list[int]) -> None:
    """Make everything about hidden pieces unknown, and every reference to them."""
    gone = set(hidden)
    for name, entry in tables.program.slots.items():
        base, count, type_name, *rest = entry
        if name == f"place:{kind}":
            for piece in hidden:
                seen[base + piece] = UNKNOWN
        elif name.startswith(f"attr:{kind}."):
            width = rest[0]
            for piece in hidden:
                for slot in range(base + piece * width, base + (piece + 1) * width):
                    seen[slot] = UNKNOWN
        elif type_name == kind:
            for slot in range(base, base + count):
                if seen[slot] in gone:
                    seen[slot] = UNKNOWN
        elif type_name == f"set {kind}":
            width = rest[0]
            for first in range(base, base + count, width):
                for piece in hidden:
                    seen[first + piece] = 0


def _mask_history(tables: Tables, seen: Vector, player: int, kind: str) -> None:
    """Clear the registers of a player that would reveal where a hidden piece is."""
    side = tables.program.sides[player]
    for query in tables.revealing_queries(kind):
        who = side if query["per"] == "side" else player
        slot = query["base"] + who * query["width"]
        seen[slot : slot + query["width"]] = [query["empty"]] * query["width"]


def rewind(work: Transition, v: Vector) -> bool:
    """Undo the turn from the first event that ran into something hidden. True if there was one.

    The rest of the turn is lost: the flow continues after its `rewind` instruction. Whoever is out
    stays out.
    """
    if not work.tables.cancels or v[SHADOW] != 1:
        return False
    program = work.program
    size = program.size
    out = v[OUT]
    v[:size] = v[size:]
    v[size:] = [0] * size
    v[SHADOW] = REWOUND
    v[STEP] = v[CHOOSER] = v[RESUME] = v[RESUME_PLAYER] = NONE
    v[RESUME_AT] = 0
    base, count, *_ = program.slots["event"]
    v[base : base + count] = [NONE] * count
    gone = [p for p in range(program.players) if (out & ~v[OUT]) >> p & 1]
    for side in sorted({program.sides[player] for player in gone}):
        work.eliminate(v, side)
    at = next(i for i, word in enumerate(program.flow) if word[0] == "rewind")
    v[PC] = at + 1
    work.log.append({"e": "cancelled"})
    return True
