"""What a program keeps secret in any state: its secret slots, and the queries that reveal places.

Computed once for each program, from its tables alone (semantics §9).
"""

from __future__ import annotations

from typing import Any

from thesmos.engine.program import FIRST_LOCAL, Program

Secret = tuple[int, int, int]


def secrets(program: Program) -> list[Secret]:
    """(first slot, width, players) of the attributes that only their player knows."""
    players = program.players
    return [
        (entry[0], entry[1] // players, players)
        for name, entry in program.slots.items()
        if name.startswith("attr:Player.") and entry[-1] is True
    ]


def own_secrets(program: Program) -> list[Secret]:
    """(first slot, how many, card) of the memories that only a card's holder knows."""
    return [
        (entry[0], entry[1], int(name.removeprefix("memory:").partition(".")[0]))
        for name, entry in program.slots.items()
        if name.startswith("memory:") and entry[-1] is True
    ]


def hides(program: Program, clause: dict[str, Any]) -> bool:
    """Whether a clause hides pieces, of a kind that has any pieces."""
    return bool(clause["kind"] == "hide" and program.kinds[clause["on"]]["count"])


def conceals(program: Program) -> bool:
    """Whether anything may ever be hidden from a player."""
    return bool(secrets(program) or own_secrets(program)) or any(
        clause["kind"] == "cancel" or hides(program, clause) for clause in program.clauses
    )


def revealing_queries(program: Program, kind: str) -> list[dict[str, Any]]:
    """The queries whose answer reveals where a piece of a kind is or was."""
    return [query for query in program.queries if _reveals_place(program, query, kind)]


def _reveals_place(program: Program, query: dict[str, Any], kind: str) -> bool:
    """Whether a query reveals a place.

    A role does if it is such a piece, is computed from its place, or is where it was put. The fact
    that something was done is not a secret; a condition on it, or with which piece, may be.
    """
    for name, parts in query["kinds"].items():
        action = program.actions[name]
        moved = _speaks_of_place(program, action["do"], kind)
        if parts["role"] is not None:
            role = action["roles"][parts["role"] - FIRST_LOCAL]
            told = role["type"]["name"] == kind or _speaks_of_place(program, role["code"], kind)
            if moved or told:
                return True
        elif (moved and list(parts["where"]) != ["int", 1]) or query["index"] is not None:
            return True
    return False


def _speaks_of_place(program: Program, code: Any, kind: str) -> bool:
    """Whether code reads or changes where pieces of a kind are, itself or by what it names."""
    waiting, known = [code], set()
    while waiting:
        part = waiting.pop()
        if not isinstance(part, list | tuple) or not part:
            continue
        if _is_place(part, kind):
            return True
        if part[0] in ("call", "do") and tuple(part[:2]) not in known:
            known.add(tuple(part[:2]))
            waiting += _what_is_named(program, part[0], part[1])
        waiting += part
    return False


def _is_place(code: Any, kind: str) -> bool:
    word = code[0]
    if word == "core" and code[1] in ("place", "zone"):
        return bool(code[-1][1] == kind)
    if word in ("on board", "owned"):
        return list(code[-2:]) == ["piece", kind]
    return bool(word == "piece at" and code[1] == kind)


def _what_is_named(program: Program, word: str, name: str) -> list[Any]:
    """The code of a fact with what treats it, or of an action."""
    if word == "do":
        action = program.actions[name]
        return [action["do"], *(role["code"] for role in action["roles"])]
    treats = [program.clauses[number] for number in program.facts[name]["treats"]]
    parts = [part for t in treats for part in (t["guard"], t["where"], t["value"])]
    return [program.facts[name]["code"], *parts]
