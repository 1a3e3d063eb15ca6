"""Flattens the flow of a game to a list of instructions: the set-up, then the turn."""

from __future__ import annotations

from typing import Any

from thesmos.syntax import documents as d


def flow_instructions(
    game: d.GameDocument,
    mode: d.ModeDocument,
    slots: dict[str, list[Any]],
    steps: list[dict[str, Any]],
    clauses: list[dict[str, Any]],
) -> tuple[list[list[Any]], int]:
    """Return the instructions, and the index of the one that begins a turn.

    slots: the slots of the layout. steps, clauses: the tables of the program.
    """
    names = {step["name"]: number for number, step in enumerate(steps)}
    setup = [*game.flow.get("setup", ()), *mode.setup]
    made: list[list[Any]] = []
    for word, argument in setup:
        if word == "each player":
            for player in range(mode.players):
                made.append(["steps", names[argument], player, ""])
        elif word == "routes":
            made += _routes(argument, clauses)
        else:
            made.append(_instruction(slots, word, argument, names, ""))
    made.append(["turns"])
    turn_start = len(made)
    moment = ""
    for word, argument in game.flow.get("turn", ()):
        if word == "routes":
            made += _routes(argument, clauses)
        else:
            made.append(_instruction(slots, word, argument, names, moment))
        moment = argument if word == "moment" else moment
    return made, turn_start


def _routes(moment: str, clauses: list[dict[str, Any]]) -> list[list[Any]]:
    """Return one instruction for each card that has a route at a moment."""
    cards = {c["inst"] for c in clauses if c["kind"] == "at next" and c["on"] == moment}
    return [["routes", moment, inst] for inst in sorted(c for c in cards if c is not None)]


def _instruction(
    slots: dict[str, list[Any]], word: str, argument: str, names: dict[str, int], moment: str
) -> list[Any]:
    if word == "steps":
        return ["steps", names[argument], None, moment]
    if word == "first":
        return ["first", slots[f"attr:.{argument}"][0]]
    return [word, argument] if argument else [word]
