"""Make the tables of a match: the data for its texts, positions and results.

A host that has these tables and the module needs no spec. Numbers are those of a state: slots,
values, and codes. `texts.js` and `positions.js` read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from thesmos.link.layout import (
    MAX_DUE,
    UNKNOWN,
    AttributeOf,
    Entry,
    EventRole,
    HoldersOf,
    MemoryOf,
    PlaceOf,
    RegisterOf,
    RememberedOf,
)
from thesmos.link.linked import LinkedGame
from thesmos.link.pieces import lent_attributes
from thesmos.link.pool import PoolCard, pool_cards
from thesmos.link.repetition import largest_numbers
from thesmos.notation.linked_entry import LinkedEntry
from thesmos.notation.memories import NumberedAxis, PlaceMemory
from thesmos.notation.memory import Axis, Memory
from thesmos.notation.piece_entries import PlacedEntry, zone_of
from thesmos.notation.remembered import RememberedPositions
from thesmos.notation.step_part import NamedSlot, StepSlot
from thesmos.notation.value_texts import SEATED, ValueTexts
from thesmos.play.game import Game
from thesmos.play.look_alikes import backs
from thesmos.play.match import Match
from thesmos.play.saved import COUNTS, chosen_by_active
from thesmos.program import positions as p
from thesmos.program.declarations import Action, Notation, RoleText
from thesmos.program.node import AttributeRef
from thesmos.program.types import Type
from thesmos.semantics.state import members_of
from thesmos.syntax.documents import CardDocument

FORMAT = 1
MOST_TOLD = 1_000_000  # more constants than a piece can have
Table = dict[str, Any]
_CORE = (
    "active", "chooser", "step", "winners", "reason", "out", "instruction", "cancellation", "view",
    "interrupted", "interrupted_player", "interrupted_action", "next_seat",
)  # fmt: skip


def tables(match: Match, chosen_from: Game | None = None) -> Table:
    """Return the tables of a match, to be written as JSON.

    chosen_from: if the match is a pool (see link/pool.py), the game whose powers it has.
    """
    game = match.linked
    return {
        "format": FORMAT,
        "game": game.game.slug,
        "mode": game.mode.slug,
        "rules": match.rules,
        "players": game.players,
        "sides": list(game.sides),
        "none": game.layout.none,
        "unknown": UNKNOWN,
        "core": {name: game.layout.core(name) for name in _CORE},  # type: ignore[arg-type]
        "size": game.layout.size,
        "initial": list(game.initial),
        "turnStart": game.turn_start,
        "nobody": game.nobody,
        "cards": [
            {"slug": card.card.slug, "holders": _entry(game, HoldersOf(card.number)).first}
            for card in game.cards
        ],
        "hidden": _hidden(match) if game.can_hide else None,
        "valid": _valid(game),
        **({} if chosen_from is None else _pool(match, chosen_from)),
        **_TextTables(match).tables(),
    }


def _valid(game: LinkedGame) -> Table:
    """Return the data to validate a state: the ranges of slots, and how they depend on others."""
    layout = game.layout
    events = [entry for entry in layout.entries if isinstance(entry.meaning, EventRole)]
    due = layout.agenda.get("steps")
    return {
        "entries": [
            [entry.first, entry.count, entry.low, entry.high, int(entry.none or entry in events)]
            for entry in layout.entries
        ],
        "event": [entry.first for entry in events],
        "roles": [
            [_least_and_most(members_of(role.type, game)) for role in action.roles]
            for action in game.actions.values()
        ],
        "steps": [
            {"chance": step.chooser == "chance", "active": chosen_by_active(step)}
            for step in game.steps
        ],
        "agenda": None if due is None else {
            "first": due.first, "count": due.count, "most": MAX_DUE - 1,
            "slots": [layout.agenda[name].first for name in COUNTS],
        },
        "remembered": _remembered(game),
    }  # fmt: skip


def _remembered(game: LinkedGame) -> Table | None:
    """Return where remembered positions are, and the largest value of each number of one."""
    if not game.compared:
        return None
    slots = game.layout.by_meaning
    numbers, count = slots[RememberedOf("numbers")], slots[RememberedOf("count")]
    most = largest_numbers(game.compared)
    return {"first": numbers.first, "size": numbers.count, "count": count.first, "most": most}


def _least_and_most(members: Sequence[int]) -> list[int]:
    return [int(members[0]), int(members[-1])] if members else [0, -1]


def _hidden(match: Match) -> Table:
    """Return what can be hidden: pieces, with all slots that are about them, and secrets."""
    game, entries = match.linked, match.linked.layout.entries
    kinds = sorted({clause.kind for _, clause in game.hides})
    secrets = [entry for entry in entries if entry.seen_by != "everyone"]
    registers = [entry for entry in entries if isinstance(entry.meaning, RegisterOf)]
    kind_tables: list[Table] = []
    for kind in kinds:
        slots, named_slots = match.canonical.slots_about(kind)
        groups = backs(match, kind)
        numbers = {back: number for number, back in enumerate(dict.fromkeys(groups))}
        kind_backs = [numbers[back] for back in groups]
        kind_tables.append({"kind": kind, "backs": kind_backs, "own": slots, "named": named_slots})
    return {
        "kinds": kind_tables,
        "secrets": [[entry.first, entry.count, entry.low, entry.high] for entry in secrets],
        "registers": [[entry.first, entry.count] for entry in registers],
    }


def _pool(match: Match, game: Game) -> Table:
    """Return the cards to choose from, and the tags of other cards by their set-up words."""
    mode = game.checked.modes[match.linked.mode.slug]
    named = {mode.needs: mode.tag}
    named |= {card.reserve.needs: card.reserve.tag for card in game.powers.values() if card.reserve}
    return {
        "pool": [_pool_card(card, game.powers) for card in pool_cards(match.linked)],
        "named": {word: tag for word, tag in named.items() if word},
    }


def _pool_card(card: PoolCard, powers: Mapping[str, CardDocument]) -> Table:
    """Return a card that a player can choose, when the rules allow it, and what it sets."""
    about = powers[card.slug]
    return {
        "slug": card.slug,
        "title": dict(about.title),
        "banned": list(card.banned),
        "begins": about.begins,
        "players": list(about.players or ()),
        "tags": list(about.tags),
        "needs": about.reserve.needs if about.reserve else "",
        "brings": list(card.brings),
        "holders": card.holders,
        "received": card.received,
        "pieces": [
            [piece.at, piece.owner, piece.owners, piece.place, piece.gone] for piece in card.pieces
        ],
    }


def _placing(linked: LinkedEntry[Any]) -> Table:
    """Return which pieces an entry shows, and how many constants of them (see notation/claims.py).

    `tells` is the latter; a text that names each piece tells more than any other.
    """
    if not isinstance(linked, PlacedEntry):
        return {"tells": linked.tells}
    part = linked.part
    return {
        "tells": min(linked.tells, MOST_TOLD),
        "shown": repr(part.shown),
        "apart": sorted(map(repr, part.apart_from)),
    }


def _entry(game: LinkedGame, meaning: object) -> Entry:
    return game.layout.by_meaning[meaning]  # type: ignore[index]


class _TextTables:
    """The tables of texts, with the types by which values are written: others refer to these."""

    def __init__(self, match: Match) -> None:
        self._match, self._game = match, match.linked
        self._texts: ValueTexts = match.value_texts
        self._types: list[Table] = []
        self._lent = lent_attributes(match.linked)
        self._numbers: dict[Type, int] = {}

    def tables(self) -> Table:
        """Return all tables."""
        game, positions = self._game, self._match.positions
        actions = [self._action(action) for action in game.actions.values()]
        return {
            "kinds": {kind: self._kind(kind) for kind in game.pieces},
            "actions": actions,
            "steps": [
                {
                    "name": step.shown,
                    "power": self._power(step.actions[0].card if step.actions else ""),
                    "actions": [[*game.actions].index(name) for name in step.actions],
                }
                for step in game.steps
            ],
            "findings": {
                "rule": [f"{action}.{rule.name}" for action, rule in game.rules],
                "clause": [clause.id for _, clause in game.clauses],
                "step": [str(step.name) for step in game.steps],
            },
            "reasons": list(game.reasons),
            "scores": [score.name for score in game.scores],
            "rankings": self._rankings(),
            "position": [self._position_entry(entry) for entry in positions.entries],
            "memory": [
                {
                    "name": memory.name,
                    "short": positions.memories.short(memory),
                    **self._memory(memory),
                }
                for memory in positions.memories.all.values()
            ],
            "inTurn": {
                "core": {name: self._slot(slot) for name, slot in positions.step.core.items()},
                "history": {
                    name: self._slot(slot) for name, slot in positions.step.history.items()
                },
            },
            "types": self._types,
        }

    def _power(self, card: str) -> str | None:
        return card if card and card != self._game.mode.slug else None

    def _rankings(self) -> Table:
        numbers = {score.name: number for number, score in enumerate(self._game.scores)}
        return {
            reason: [
                [1 if criterion.word == "most" else -1, numbers[criterion.score]]
                for criterion in criteria
            ]
            for reason, criteria in self._game.rankings.items()
        }

    # ----------------------------------------------------------------------- values

    def _type(self, kind: Type) -> int:
        """Return the index of a type in `types`."""
        if kind not in self._numbers:
            self._numbers[kind] = len(self._types)
            self._types.append(self._type_table(kind))
        return self._numbers[kind]

    def _type_table(self, kind: Type) -> Table:
        if kind.base == "piece":
            return {"pieces": kind.name}
        words = None if kind.base in SEATED else self._texts.words_of(kind.name)
        if words is None:
            pattern = self._texts.pattern(kind.optional(False))
            return {"from": 1 if kind.base in SEATED else 0, "pattern": pattern}
        return {"words": list(words)}

    def _kind(self, kind: str) -> Table:
        return {
            "first": _entry(self._game, PlaceOf(kind)).first,
            "names": list(self._texts.names[kind]),
            "ownNames": list(self._texts.own_names[kind]),
            "foundByPlace": kind in self._texts.found_by_place,
            "places": list(self._texts.places_of(kind)),
            "cells": len(self._texts.cells[kind]),
            "onBoards": any(
                declared.name == kind and declared.on for declared in self._game.game.kinds
            ),
        }

    # ---------------------------------------------------------------------- options

    def _action(self, action: Action) -> Table:
        codes = self._match.backend.codes.of[action.name]
        types = {role.name: self._type(role.type) for role in action.roles}
        computed = [role.name for role in action.roles if role.value is not None]
        plain = Notation(None, _plain(action), location=action.location)
        return {
            "name": str(action.name),
            "first": codes.first,
            "count": codes.count,
            "roles": [[d.name, types[d.name], d.low, d.size, d.factor] for d in codes.digits],
            "forms": [
                {
                    "computed": [[name, types[name]] for name in _shown(form, computed)],
                    "parts": _parts(form.parts),
                }
                for form in (*action.notations, plain)
            ],
            "weighted": action.weight is not None,
            "suggests": action.suggested is not None,
            "shows": [role.name for role in action.shows],
        }

    # -------------------------------------------------------------------- positions

    def _position_entry(self, linked: LinkedEntry[Any]) -> Table:
        entry: p.PositionEntry = linked.entry
        about = {"path": list(entry.path), "omitEmpty": entry.omit_empty, **_placing(linked)}
        match entry:
            case p.Digits(attribute=attribute):
                return {**about, "is": "digits", **self._attribute(attribute)}
            case p.Cells(attribute=attribute):
                return {
                    **about,
                    "is": "cells",
                    **self._attribute(attribute),
                    **self._names(attribute),
                }
            case p.Map(attribute=attribute):
                return {
                    **about,
                    "is": "map",
                    **self._attribute(attribute),
                    **self._names(attribute),
                }
            case p.ByPlayer(attribute=attribute):
                return {**about, "is": "byPlayer", **self._attribute(attribute)}
            case p.GameValue(attribute=attribute):
                return {**about, "is": "value", **self._attribute(attribute)}
            case p.CardMemory(memory=memory):
                return {**about, "is": "memory", "memories": self._of_cards(memory)}
            case p.Pieces(kind=kind, text=text, hidden=hidden):
                form = self._form(text)
                return {**about, "is": "pieces", "kind": kind, "hidden": hidden, "form": form}
            case p.OnePiece(kind=kind, where=where):
                conditions = [
                    {**self._attribute(condition.attribute), "text": condition.text}
                    for condition in where
                ]
                form = self._form((p.PlaceText(),))
                return {**about, "is": "piece", "kind": kind, "where": conditions, "form": form}
        return about | self._zone_entry(entry)

    def _zone_entry(self, entry: p.PositionEntry) -> Table:
        assert isinstance(entry, (p.ZoneCounts, p.Members))
        zone = None if entry.zone is None else zone_of(self._texts, entry.kind, entry.zone)
        form = self._form(entry.text)
        about = {"kind": entry.kind, "zone": zone, "form": form}
        if isinstance(entry, p.ZoneCounts):
            return {"is": "counts", **about}
        whose = None if entry.attribute is None else self._attribute(entry.attribute)
        return {"is": "members", **about, "whose": whose}

    def _attribute(self, name: AttributeRef) -> Table:
        """Return where an attribute is: its slots, or its fixed values."""
        if name in self._game.fixed:
            kind = self._texts.types[name]
            fixed = [list(x) if isinstance(x, tuple) else x for x in self._game.fixed[name]]
            return {
                "fixed": fixed,
                "type": self._type(kind),
                "many": kind.many,
                "optional": kind.none,
            }
        entry = _entry(self._game, AttributeOf(name))
        return {
            "first": entry.first, "count": entry.count, "width": entry.width,
            "low": entry.low, "high": entry.high, "none": entry.none,
            "type": self._type(entry.type), "many": entry.type.many, "optional": entry.type.none,
            "lent": name in self._lent,
        }  # fmt: skip

    def _names(self, name: AttributeRef) -> Table:
        return {"names": list(self._texts.names_of(name.owner))}

    def _form(self, text: p.PieceText) -> list[object]:
        """Return the form of a piece's text: literal texts, and objects for its fields."""
        form: list[object] = []
        for part in text:
            match part:
                case p.AttributeText(attribute=attribute):
                    form.append(self._attribute(attribute))
                case p.PlaceText():
                    form.append({"is": "place"})
                case p.PieceField():
                    form.append({"is": "name"})
                case _:
                    form.append(part)
        return form

    def _of_cards(self, wanted: Any) -> list[Table]:
        """Return a memory of a card, and its holder."""
        layout, memories = self._game.layout.by_meaning, []
        for card in self._game.cards:
            meaning = MemoryOf(card.number, wanted.name)
            if card.card.slug == wanted.card and meaning in layout:
                memory = self._match.positions.memories.all[meaning]
                holders = layout[HoldersOf(card.number)].first
                memories.append({"holders": holders, "name": memory.name})
        return memories

    def _memory(self, memory: Memory) -> Table:
        entry = memory.entry
        about = {
            "first": entry.first, "count": entry.count, "start": list(entry.start),
            "low": entry.low, "high": entry.high, "none": entry.none, "many": entry.type.many,
            "axes": [_axis(axis) for axis in memory.axes],
        }  # fmt: skip
        if isinstance(memory, RememberedPositions):
            return {
                **about, "start": [], "is": "remembered", "width": entry.width,
                "filled": memory.count.first,
                "parts": [
                    {
                        "count": part.packing.values, "together": part.packing.at_a_time,
                        "texts": memory.texts_of_part(number),
                    }
                    for number, part in enumerate(memory.parts)
                ],
            }  # fmt: skip
        if isinstance(memory, PlaceMemory):
            return {**about, "is": "place", "kind": memory.kind}
        base = entry.type.base
        values = None if base in ("int", "flag") else _axis(memory.values)
        return {**about, "is": base if base in ("int", "flag") else "thing", "values": values}

    def _slot(self, slot: StepSlot) -> Table:
        """Return a value of the part `step` of a position."""
        if not slot.word:
            return {"name": slot.name, **self._memory(slot)}
        entry, game = slot.entry, self._game
        about = {
            "name": slot.name, "is": slot.word, "first": entry.first, "count": entry.count,
            "low": entry.low, "high": entry.high, "none": entry.none,
            "many": False, "axes": [_axis(axis) for axis in slot.axes],
        }  # fmt: skip
        if isinstance(slot, NamedSlot):
            about["names"] = list(slot.names)
        return about | (
            {"height": game.layout.agenda["height"].first} if slot.word == "due" else {}
        )


def _axis(axis: Axis) -> Table:
    if isinstance(axis, NumberedAxis):
        return {"numbered": axis.kind.name, "names": list(axis.names), "size": axis.size}
    if axis.kind.base == "piece":
        return {"pieces": axis.kind.name, "names": list(axis.names), "size": axis.size}
    return {"words": list(axis.names), "size": axis.size}


def _plain(action: Action) -> tuple[str | RoleText, ...]:
    """Return the text of an option to which no notation applies."""
    parts: list[str | RoleText] = [f"{action.name}("]
    for number, role in enumerate(action.roles):
        parts += [", "] if number else []
        parts.append(RoleText(role.name))
    return (*parts, ")")


def _shown(notation: Notation, computed: Iterable[str]) -> list[str]:
    """Return the computed roles that a notation shows."""
    named = {part.role for part in notation.parts if isinstance(part, RoleText)}
    return [name for name in computed if name in named]


def _parts(parts: Sequence[str | RoleText]) -> list[object]:
    """Return the parts of a notation: literal texts, and roles as lists with their names."""
    return [part if isinstance(part, str) else [part.role] for part in parts]
