"""Check that a saved vector is valid: saved games are untrusted input."""

from __future__ import annotations

from typing import Any

from thesmos.engine import program as p

HIDDEN = (p.NONE, p.UNKNOWN)


def fits(program: p.Program, vector: list[Any]) -> bool:
    """Whether a list of the right length has only numbers in the domains of their slots."""
    if not all(isinstance(x, int) and not isinstance(x, bool) for x in vector):
        return False
    return all(
        _core_fits(program, half) and _slots_fit(program, half)
        for half in (vector[: program.size], vector[program.size :])
        if any(half)
    )


def _core_fits(program: p.Program, v: list[int]) -> bool:
    players = program.players
    ranges = {
        p.PC: range(len(program.flow)),
        p.STEP: range(len(program.steps)),
        p.CHOOSER: range(-players, players),
        p.ACTIVE: range(players),
        p.DONE: range(2),
        p.GRANTED: range(len(program.instances)),
        p.RESUME: range(len(program.steps)),
        p.RESUME_AT: range(players + 1),
        p.RESUME_PLAYER: range(players),
        p.RESUME_ACTION: range(1),
        p.WINNERS: range(1 << players),
        p.REASON: range(len(program.reasons)),
        p.OUT: range(1 << players),
        p.SHADOW: range(3),
        p.FIRST: range(players),
    }
    optional = (p.STEP, p.CHOOSER, p.GRANTED, p.RESUME, p.RESUME_PLAYER)
    waiting = (v[p.STEP] == p.NONE) == (v[p.CHOOSER] == p.NONE)
    return waiting and all(
        v[slot] in allowed or (slot in optional and v[slot] == p.NONE)
        for slot, allowed in ranges.items()
    )


def _slots_fit(program: p.Program, v: list[int]) -> bool:
    return all(
        all(x in allowed or x in HIDDEN for x in v[entry[0] : entry[0] + entry[1]])
        for name, entry in program.slots.items()
        for allowed in [domain(program, name, entry)]
    )


def domain(program: p.Program, name: str, entry: list[Any]) -> range:
    """The domain of a slot; registers and roles of events may have any small number."""
    kind = str(entry[2])
    if kind == "place":
        piece = program.kinds[name.removeprefix("place:")]
        return range(piece["cells"] + len(program.zones))
    if kind == "mask":
        return range(1 << program.players)
    if kind.startswith("set ") or kind == "flag":
        return range(2)
    if kind == "int" and len(entry) > 5:  # noqa: PLR2004 - with its range behind the width
        return range(entry[4], entry[5] + 1)
    sizes = {
        **{k: len(e) for k, e in program.enums.items()},
        **{k: b["columns"] * b["rows"] for k, b in program.boards.items()},
        **{k: t["count"] for k, t in program.kinds.items()},
        "Player": program.players,
        "Side": max(program.sides) + 1,
        "Power": len(program.instances),
        "Zone": len(program.zones),
        "Direction": 8,
    }
    return range(sizes[kind]) if kind in sizes else range(-1000, 1001)
