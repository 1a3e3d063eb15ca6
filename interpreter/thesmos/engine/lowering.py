"""Lowers a linked game to the tables that this engine plays."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

from thesmos.diagnostics import InternalError
from thesmos.engine.lowering_tables import PartTables
from thesmos.engine.program import Program
from thesmos.link import layout as la
from thesmos.link.flow import FlowPoint
from thesmos.link.linked import LinkedGame
from thesmos.program import declarations as de
from thesmos.program.types import Type
from thesmos.program.values import Query


def lower(game: LinkedGame) -> Program:
    """The tables of a linked game, as 0.1 made them."""
    made = Program(
        game=game.game.slug,
        edition=game.game.edition,
        rules="",
        mode=game.mode.slug,
        players=game.players,
        sides=list(game.sides),
        options=dict(game.settings),
        stages=list(game.game.stages),
        boards={board.name: _board(board) for board in game.game.boards},
        kinds={kind.name: _kind(game, kind) for kind in game.game.kinds},
        enums={
            enum.name: [[each.word, each.mark] for each in enum.words] for enum in game.game.enums
        },
        zones=[zone.name for zone in game.game.zones],
        instances=[_instance(each.card, each.holder, each.common) for each in game.cards],
        slots=_slots(game),
        size=game.layout.size,
        start=list(game.layout.start),
        fixed={str(name): [_listed(v) for v in values] for name, values in game.fixed.items()},
        turn_memory=[
            [entry.first, *entry.start]
            for entry in game.layout.entries
            if isinstance(entry.meaning, la.MemoryOf) and entry.lasts == "turn"
        ],
        **_tables(game),
        flow=[_instruction(game, point) for point in game.flow],
        turn_start=game.turn_start,
        reasons=list(game.reasons),
    )
    return replace(made, rules=_hash(made))


# --------------------------------------------------------------------- what there is


def _board(board: de.Board) -> dict[str, Any]:
    return {
        "columns": board.columns, "rows": board.rows, "adjacent": board.adjacent,
        "names": list(board.cells),
    }  # fmt: skip


def _kind(game: LinkedGame, kind: de.Kind) -> dict[str, Any]:
    if len(kind.on) > 1:
        raise InternalError(f"{kind.name} is on several boards, which this engine can't do")
    pieces = game.pieces[kind.name]
    return {
        "count": len(pieces),
        "on": kind.on[0] if kind.on else None,
        "cells": sum(len(game.boards[board].cells) for board in kind.on),
        "names": [piece.name for piece in pieces],
        "from": [piece.source for piece in pieces],
        "types": {
            each.name.name: _type_name(each.type)
            for each in game.game.attributes
            if each.name.owner == kind.name
        },
    }


def _instance(card: de.Card, holder: int | None, common: bool) -> dict[str, Any]:
    return {
        "slug": card.slug,
        "holder": holder,
        "common": common,
        "reason": card.reason,
        "tags": list(card.tags),
    }


def _type_name(kind: Type) -> str:
    return kind.name or kind.base


def _listed(value: int | tuple[int, ...]) -> int | list[int]:
    return value if isinstance(value, int) else list(value)


# -------------------------------------------------------------------------- the slots


def _slots(game: LinkedGame) -> dict[str, list[Any]]:
    """By name, the first slot, the number of slots, the type of the values, and more.

    Of an attribute or a memory: the slots for each thing, for a number its range, whether it is
    secret.
    """
    slots: dict[str, list[Any]] = {}
    registers, roles = 0, 0
    for entry in game.layout.entries:
        meaning, here = entry.meaning, [entry.first, entry.count]
        match meaning:
            case la.HoldersOf(card):
                slots[f"holders:{card}"] = [*here, "mask"]
            case la.PlaceOf(kind):
                slots[f"place:{kind}"] = [*here, "place"]
            case la.AttributeOf(name):
                slots[f"attr:{name}"] = _declared(entry)
            case la.MemoryOf(card, name):
                slots[f"memory:{card}.{name}"] = _declared(entry)
            case la.RegisterOf(_, query):
                slots[f"register:{registers}"] = [*here, _type_name(query.answer)]
                registers += 1
            case la.EventRole():
                roles += 1
    slots["event"] = [game.layout.size - roles, roles, "role"]
    return slots


def _declared(entry: la.Entry) -> list[Any]:
    """The slots of an attribute or a memory."""
    kind, secret = entry.type, entry.seen_by != "everyone"
    here = [entry.first, entry.count]
    if kind.many:
        return [*here, f"set {_type_name(kind)}", entry.width, secret]
    limits = [kind.low, kind.high] if kind.base == "int" else []
    return [*here, _type_name(kind), 1, *limits, secret]


# -------------------------------------------------------------------------- the tables


def _tables(game: LinkedGame) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    actions: dict[str, Any] = {}
    steps: list[Any] = []
    clauses: list[Any] = []
    queries: list[Any] = []
    registers: dict[int | None, list[tuple[Query, la.Entry]]] = {}
    for entry in game.layout.entries:
        if isinstance(entry.meaning, la.RegisterOf):
            registers.setdefault(entry.meaning.card, []).append((entry.meaning.query, entry))
    match_up = None
    for inst, card in game.parts:
        own = registers.get(inst, [])
        numbers = {query: len(queries) + n for n, (query, _) in enumerate(own)}
        tables = PartTables(game, inst, numbers)
        queries += [tables.query(query, entry) for query, entry in own]
        facts |= {str(fact.name): tables.fact(fact) for fact in card.facts}
        actions |= {str(action.name): tables.action(action) for action in card.actions}
        steps += [tables.step(step) for step in card.steps]
        clauses += [tables.clause(clause) for clause in card.clauses]
        if inst is None and game.game.match_up is not None:
            match_up = tables.match_up(game.game.match_up)
    for number, clause in enumerate(clauses):
        if clause["kind"] == "treat":
            facts[clause["on"]]["treats"].append(number)
    return {
        "facts": facts, "actions": actions, "steps": steps, "clauses": clauses,
        "queries": queries, "match_up": match_up,
    }  # fmt: skip


def _instruction(game: LinkedGame, point: FlowPoint) -> list[Any]:
    match point.instruction:
        case None:
            return ["turns"]
        case de.EachPlayer(step=step) | de.Steps(step=step):
            return ["steps", game.step_numbers[step], point.player, point.moment]
        case de.Routes(moment=moment):
            return ["routes", moment, point.card]
        case de.Moment(moment=moment):
            return ["moment", moment]
        case de.FirstTurn(attribute=attribute):
            return ["first", game.layout.by_meaning[la.AttributeOf(attribute)].first]
    return [_WORDS[type(point.instruction)]]


_WORDS: dict[type[de.Instruction], str] = {
    de.BeginTurn: "begin turn",
    de.Spend: "spend",
    de.Judge: "judge",
    de.Rewind: "rewind",
    de.GrantTurn: "grant",
    de.PassTurn: "pass",
}


def _without_locations(tables: Any) -> Any:
    if isinstance(tables, dict):
        return {k: _without_locations(v) for k, v in tables.items() if k != "place"}
    if isinstance(tables, list | tuple):
        return [_without_locations(v) for v in tables]
    return tables


def _hash(program: Program) -> str:
    """Hash what a saved game depends on: everything that affects play, without locations."""
    played = {k: v for k, v in vars(program).items() if k != "rules"}
    text = json.dumps(_without_locations(played), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
