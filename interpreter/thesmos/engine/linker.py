"""Links a checked game, a mode, the powers of the players and options to a Program."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from thesmos.diagnostics import InternalError, UsageError
from thesmos.engine import program as p
from thesmos.engine.cards import cards_in_play, starting_pieces
from thesmos.engine.instructions import flow_instructions
from thesmos.engine.layout import Layout, first_value, value_of
from thesmos.engine.link_tables import (
    Renamer,
    action_table,
    changed_attributes,
    clause_table,
    fact_table,
    match_up_table,
    own_names,
    queries_asked_later,
    query_table,
    step_table,
)
from thesmos.program.types import Type
from thesmos.syntax import documents as d

# mypy: ignore-errors
# It can't read the typed program; what reads it is about to replace this module.
Attr = CheckedCard = CheckedGame = Any


def link(
    game: CheckedGame,
    powers: Sequence[str | None],
    mode: d.ModeDocument,
    options: Mapping[str, str],
    reserve: Sequence[str] = (),
) -> p.Program:
    """Link a match-up. Raises UsageError if these powers or options can't be played.

    reserve: cards that are in play, but that nobody holds at first.
    """
    return _Linker(game, powers, mode, options, reserve).program()


class _Linker:
    def __init__(
        self,
        game: CheckedGame,
        powers: Sequence[str | None],
        mode: d.ModeDocument,
        options: Mapping[str, str],
        reserve: Sequence[str],
    ) -> None:
        self.game, self.mode = game, mode
        self.written = game.written
        self.instances = cards_in_play(game, mode, powers, reserve)
        self.options = self._options(options)
        self.parts = self._parts()
        self.pieces = starting_pieces(game, mode, self.instances)
        self.words = self._words()
        self.layout = Layout(self._sizes())

    # --------------------------------------------------------- what takes part

    def _options(self, options: Mapping[str, str]) -> dict[str, int]:
        made = dict.fromkeys(self.written.options, 0)
        for name, value in options.items():
            values = self.written.options.get(name)
            if values is None or value not in values:
                known = "; ".join(f"{k}: {', '.join(v)}" for k, v in self.written.options.items())
                hint = f"the options are {known}" if known else "the game has no options"
                raise UsageError(f"there is no option {name} = {value}", hint)
            made[name] = values.index(value)
            able = self.written.option_players.get(name)
            if made[name] and able and self.mode.players not in able:
                numbers = ", ".join(map(str, able))
                text = f"{name} = {value} can't be played by {self.mode.players} players"
                raise UsageError(text, f"it is for {numbers} players only: use {values[0]}")
        return made

    def _parts(self) -> list[tuple[int | None, CheckedCard]]:
        """Return the game itself (None) and each card in play, with its instance number."""
        cards = [(n, self.game.cards[i.slug]) for n, i in enumerate(self.instances)]
        return [(None, self.game.base), *cards]

    def _sizes(self) -> dict[str, int]:
        sizes = {name: len(values) for name, values in self.written.enums.items()}
        sizes.update({b.name: b.columns * b.rows for b in self.written.boards})
        sizes.update({kind: len(pieces) for kind, pieces in self.pieces.items()})
        sizes["Player"], sizes["Side"] = self.mode.players, max(self.mode.sides)
        sizes["Power"], sizes["Zone"] = len(self.instances), len(self.written.zones)
        sizes["Direction"] = 8
        return sizes

    def _words(self) -> dict[str, dict[str, int]]:
        words: dict[str, dict[str, int]] = {
            "Zone": {z: n for n, z in enumerate(self.written.zones)}
        }
        for name, values in self.written.enums.items():
            words[name] = {word: n for n, (word, _) in enumerate(values)}
        for kind, pieces in self.pieces.items():
            words[kind] = {p["name"]: n for n, p in enumerate(pieces) if p["name"] is not None}
        for board in self.written.boards:
            words[board.name] = {n: i for i, n in enumerate(cell_names(board))}
        return words

    # ------------------------------------------------------------- the program

    def program(self) -> p.Program:
        renamers = self._renamers()
        tables = self._tables(renamers)
        changed = changed_attributes(tables)
        fixed = self._slots(changed)
        queries = self._queries(renamers, queries_asked_later(tables))
        start = self._start()
        flow, turn_start = flow_instructions(
            self.written, self.mode, self.layout.slots, tables["steps"], tables["clauses"]
        )
        made = p.Program(
            **self._declared(),
            rules="",
            slots=self.layout.slots,
            size=len(start),
            start=start,
            fixed=fixed,
            turn_memory=self._turn_memory(),
            facts=tables["facts"],
            actions=tables["actions"],
            steps=tables["steps"],
            clauses=tables["clauses"],
            queries=queries,
            flow=flow,
            turn_start=turn_start,
            reasons=self._reasons(tables["clauses"]),
            match_up=self._match_up(renamers[0]),
        )
        return replace(made, rules=_hash(made))

    def _declared(self) -> dict[str, Any]:
        """Return the parts of the program that are taken over from the documents."""
        written = self.written
        return {
            "game": written.slug,
            "edition": written.edition,
            "mode": self.mode.slug,
            "players": self.mode.players,
            "sides": [s - 1 for s in self.mode.sides],
            "options": self.options,
            "stages": list(written.stages),
            "boards": self._boards(),
            "kinds": self._kind_table(),
            "enums": {k: [list(pair) for pair in v] for k, v in written.enums.items()},
            "zones": list(written.zones),
            "instances": self._instances(),
            "position": [[key, [dict(w) for w in writers]] for key, writers in written.position],
            "texts": self._texts(),
        }

    def _boards(self) -> dict[str, dict[str, Any]]:
        """Return the boards by name: their size, how cells adjoin, and the names of cells."""
        return {
            b.name: {
                "columns": b.columns, "rows": b.rows, "adjacent": b.adjacent,
                "names": cell_names(b),
            }
            for b in self.written.boards
        }  # fmt: skip

    def _instances(self) -> list[dict[str, Any]]:
        """Return the cards in play: slug, first holder, and the reason that their events give."""
        return [
            {
                "slug": i.slug, "holder": i.holder, "common": i.common,
                "reason": self.game.cards[i.slug].written.reason,
            }
            for i in self.instances
        ]  # fmt: skip

    def _renamers(self) -> list[Renamer]:
        made: list[Renamer] = []
        number = 0
        for inst, card in self.parts:
            queries = {}
            for key in card.queries:
                queries[key] = number
                number += 1
            slug = card.written.slug
            made.append(Renamer(slug, own_names(card, inst is None), queries))
        return made

    def _tables(self, renamers: list[Renamer]) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        actions: dict[str, Any] = {}
        steps: list[Any] = []
        clauses: list[Any] = []
        for (inst, card), rename in zip(self.parts, renamers, strict=True):
            facts.update({rename.name(f.name): fact_table(f, inst, rename) for f in card.facts})
            actions.update(
                {rename.name(a.name): action_table(a, inst, rename) for a in card.actions}
            )
            steps += [step_table(s, inst, rename) for s in card.steps]
            clauses += [clause_table(c, inst, rename) for c in card.clauses]
        for number, clause in enumerate(clauses):
            if clause["kind"] == "treat":
                facts[clause["on"]]["treats"].append(number)
        return {"facts": facts, "actions": actions, "steps": steps, "clauses": clauses}

    def _slots(self, changed: set[str]) -> dict[str, list[int]]:
        """Allocate slots for everything that can change; return what can't change, as tables."""
        layout, fixed = self.layout, {}
        for number, instance in enumerate(self.instances):
            first = 0 if instance.holder is None else 1 << instance.holder
            layout.add(f"holders:{number}", 1, "mask", first)
        for kind, pieces in self.pieces.items():
            layout.add(f"place:{kind}", len(pieces), "place")
        for attr in self.game.names.all_attrs():
            name = f"{attr.owner}.{attr.name}"
            count = 1 if attr.owner == "" else layout.sizes[attr.owner]
            if attr.owner in self.pieces and name not in changed:
                fixed[name] = self._fixed(attr.owner, attr)
            else:
                layout.attribute(f"attr:{name}", attr, count, self.words)
                layout.slots[f"attr:{name}"].append(attr.secret)
        for number, (inst, card) in enumerate(self.parts):
            for attr in card.memory.values() if inst is not None else ():
                name = f"memory:{number - 1}.{attr.name}"
                layout.attribute(name, attr, 1, self.words)
                layout.slots[name].append(attr.secret)
        return fixed

    def _fixed(self, kind: str, attr: Attr) -> list[Any]:
        """Return the fixed value of each piece: a number, or the list of the members of a set."""
        words = [piece["values"].get(attr.name, attr.start) for piece in self.pieces[kind]]
        if attr.type.many:
            return [self._members(word or "", attr.type) for word in words]
        first = first_value(attr, self.words)
        return [first if w is None else value_of(w, attr.type, self.words) for w in words]

    def _members(self, word: str, kind: Type) -> list[int]:
        """Return the members of a written set, in order."""
        return sorted({value_of(each, kind.one(), self.words) for each in word.split()})

    def _queries(self, renamers: list[Renamer], kept: set[int]) -> list[dict[str, Any]]:
        """Allocate registers for the history queries.

        Those in `kept` are used after the turn has ended; the others are cleared whenever a turn
        starts, so that positions that play alike are equal.
        """
        made: list[dict[str, Any]] = []
        for (inst, card), rename in zip(self.parts, renamers, strict=True):
            for query in card.queries.values():
                table = query_table(query, rename, inst)
                windows = self.layout.sizes["Side" if query.per == "side" else "Player"]
                width = 1 if query.index is None else self.layout.size_of(query.index)
                empty = p.NONE if query.word in ("last", "first") else 0
                kind = table["type"]["name"] or table["type"]["base"]
                name = f"register:{len(made)}"
                table["base"] = self.layout.add(name, windows * width, kind, empty)
                table["width"], table["empty"] = width, empty
                table["windows"] = windows
                table["this_turn"] = not query.whole and len(made) not in kept
                made.append(table)
        roles = max([0, *(len(a["roles"]) for a in self._all_actions())])
        self.layout.add("event", roles, "role", p.NONE)
        return made

    def _all_actions(self) -> list[dict[str, Any]]:
        return [{"roles": a.roles} for _, card in self.parts for a in card.actions]

    def _start(self) -> list[int]:
        start = list(self.layout.start)
        for empty in (p.STEP, p.CHOOSER, p.GRANTED, p.RESUME):
            start[empty] = p.NONE
        start[p.FIRST] = self.mode.first - 1
        for kind, pieces in self.pieces.items():
            base = self.layout.slots[f"place:{kind}"][0]
            cells = self._cells(kind)
            for number, piece in enumerate(pieces):
                start[base + number] = cells + self.words["Zone"][piece["zone"]]
                for name, word in piece["values"].items():
                    slot = self.layout.slots.get(f"attr:{kind}.{name}")
                    if slot is not None:
                        self._give(start, slot, number, word, self._attr(name, kind).type)
        return start

    def _give(self, start: list[int], slot: list[Any], piece: int, word: str, kind: Type) -> None:
        """Write a value of a piece into the initial vector; a set has a slot for each member."""
        base, _, _, width, *_ = slot
        if not kind.many:
            start[base + piece] = value_of(word, kind, self.words)
            return
        here = base + piece * width
        start[here : here + width] = [0] * width
        for member in self._members(word, kind):
            start[here + member] = 1

    def _attr(self, name: str, kind: str) -> Attr:
        attr = self.game.names.attr_of(name, kind)
        if attr is None:
            raise InternalError(f"{kind} has no {name}")
        return attr

    def _cells(self, kind: str) -> int:
        on = next((k.on for k in self.written.pieces if k.name == kind), None)
        return self.layout.sizes.get(on or "", 0)

    def _kind_table(self) -> dict[str, dict[str, Any]]:
        return {
            k.name: {
                "count": len(self.pieces[k.name]),
                "on": k.on,
                "cells": self._cells(k.name),
                "names": [piece["name"] for piece in self.pieces[k.name]],
                "from": [piece["from"] for piece in self.pieces[k.name]],
                "types": {
                    a.name: self._attr(a.name, k.name).type.name
                    or self._attr(a.name, k.name).type.base
                    for a in k.attributes
                },
            }
            for k in self.written.pieces
        }

    def _turn_memory(self) -> list[list[int]]:
        """Return the first slot and the initial values of every memory that lasts a turn."""
        made = []
        for number, (inst, card) in enumerate(self.parts):
            for attr in card.memory.values() if inst is not None else ():
                if attr.lasts == "turn":
                    base, count, *_ = self.layout.slots[f"memory:{number - 1}.{attr.name}"]
                    made.append([base, *self.layout.start[base : base + count]])
        return made

    def _reasons(self, clauses: list[dict[str, Any]]) -> list[str]:
        core = ["", "blocked", "stuck", "last standing"]
        base = [c["on"] for c in clauses if c["kind"] == "win" and c["inst"] is None]
        cards = [self.game.cards[i.slug].written.reason for i in self.instances]
        return list(dict.fromkeys([*core, *base, *cards]))

    def _match_up(self, renamer: Renamer) -> dict[str, Any] | None:
        match_up = self.game.match_up
        return None if match_up is None else match_up_table(match_up, renamer)

    def _texts(self) -> dict[str, dict[str, Any]]:
        cards = [(i.slug, self.game.cards[i.slug].written) for i in self.instances]
        return {
            slug: {"title": card.title, "text": card.text, "tags": list(card.tags)}
            for slug, card in cards
        }


def cell_names(board: d.BoardDeclaration) -> list[str]:
    """Return the names of a board's cells, row by row: A1 B1 …, or 1,1 1,2 …."""
    return board.cells()


def _without_locations(tables: Any) -> Any:
    if isinstance(tables, dict):
        return {k: _without_locations(v) for k, v in tables.items() if k != "place"}
    if isinstance(tables, list | tuple):
        return [_without_locations(v) for v in tables]
    return tables


def _hash(program: p.Program) -> str:
    """Hash what a saved game depends on: everything that affects play, without locations."""
    played = {k: v for k, v in vars(program).items() if k not in ("rules", "texts")}
    text = json.dumps(_without_locations(played), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
