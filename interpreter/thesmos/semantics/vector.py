"""A state as the integers of the layout, and back (1.2)."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, assert_never

from thesmos.link import layout as l
from thesmos.link.linked import LinkedGame
from thesmos.link.repetition import numbers_of, values_of
from thesmos.program.declarations import Attribute
from thesmos.program.node import Ref
from thesmos.program.types import Type
from thesmos.semantics.history import Registers, nothing
from thesmos.semantics.state import (
    UNKNOWN,
    ZONE,
    BoundAction,
    CellOrZone,
    Chooser,
    DueStep,
    History,
    Interrupted,
    StructuredState,
    Value,
)

CANCELLATIONS: tuple[Literal["", "marked", "rewound"], ...] = ("", "marked", "rewound")


# ----------------------------------------------------------------------------- reading


def state_from(
    game: LinkedGame, vector: Sequence[int], past: History | None = None
) -> StructuredState:
    """The state that a vector is. past: what happened, instead of the registers in the vector."""
    state = _half(game, vector[: game.layout.size])
    if past is not None:
        state.past = past
    rest = vector[game.layout.size :]
    if state.cancellation == "marked":
        state.state_to_restore = _half(game, rest)
        if past is not None:
            state.state_to_restore.past = past.copy()
    return state


def _half(game: LinkedGame, vector: Sequence[int]) -> StructuredState:  # noqa: PLR0912 - one for each
    registers = Registers(game)
    state = StructuredState(game, registers, first_holders=tuple(c.holder for c in game.cards))
    core: dict[l.CoreName, int] = {}
    roles: list[int] = []
    agenda: dict[l.AgendaName, Sequence[int]] = {}
    for entry, register, slots in game.layout.registers:
        if (raw := vector[slots]) != entry.start:
            _read_register(registers, register, entry, raw)
    state.holders = [_players(vector[slot], game.players) for _, slot in game.layout.holders]
    for entry, slots in game.layout.others:
        raw, meaning = vector[slots], entry.meaning
        if isinstance(meaning, l.CoreSlot):
            core[meaning.name] = raw[0]
            _read_core(state, meaning.name, raw[0])
        elif isinstance(meaning, l.FirstHolders):
            players = range(game.players)
            state.first_holders = tuple(one if one in players else None for one in raw)
            state.absent = frozenset(n for n, one in enumerate(raw) if one > game.players)
        elif isinstance(meaning, l.PlaceOf):
            state.places[meaning.kind] = [_place(game, meaning.kind, one) for one in raw]
        elif isinstance(meaning, l.AttributeOf):
            state.attributes[meaning.attribute] = _values(entry, raw)
        elif isinstance(meaning, l.MemoryOf):
            (state.memory[meaning.card, meaning.name],) = _values(entry, raw)
        elif isinstance(meaning, l.EventRole):
            roles += raw
        elif isinstance(meaning, l.AgendaOf):
            agenda[meaning.name] = raw
        elif isinstance(meaning, l.RememberedOf):
            _read_remembered(state, meaning, entry, raw)
        else:
            assert not isinstance(meaning, l.RegisterOf | l.HoldersOf), "they are read above"
            assert_never(meaning)
    state.interrupted = _interrupted(game, core, roles)
    if agenda:
        _read_agenda(state, agenda)
    return state


def _read_agenda(state: StructuredState, agenda: Mapping[l.AgendaName, Sequence[int]]) -> None:
    """Read what is due, and what was when an interrupt began."""
    (height,), (fresh,) = agenda["height"], agenda["fresh"]
    state.agenda = [DueStep(*divmod(code, state.game.players)) for code in agenda["steps"][:height]]
    state.fresh = fresh
    if state.interrupted is not None:
        (height,), (fresh,) = agenda["interrupted_height"], agenda["interrupted_fresh"]
        state.interrupted = replace(state.interrupted, height=height, fresh=fresh)


def _read_remembered(
    state: StructuredState, meaning: l.RememberedOf, entry: l.Entry, raw: Sequence[int]
) -> None:
    """Read the numbers of all places for positions, and then how many are remembered."""
    if meaning.name == "count":
        del state.remembered[raw[0] :]
        return
    rows = (raw[n * entry.width : (n + 1) * entry.width] for n in range(entry.things))
    state.remembered = [values_of(state.game.compared, row) for row in rows]


def _interrupted(
    game: LinkedGame, core: Mapping[l.CoreName, int], roles: Sequence[int]
) -> Interrupted | None:
    """What an interrupt has interrupted, with the roles of its event."""
    if core["interrupted"] == l.NONE:
        return None
    step = game.steps[core["interrupted"]]
    action = game.actions[step.actions[core["interrupted_action"]]]
    named = zip(action.roles, roles, strict=False)
    event = {role.name: decoded(one, role.type) for role, one in named}
    player, next_seat = core["interrupted_player"], core["next_seat"]
    return Interrupted(step, player, action.name, event, next_seat)


def _read_core(state: StructuredState, name: l.CoreName, raw: int) -> None:  # noqa: PLR0912 - one for each
    """Read a slot that every game has, but those of an interrupted step."""
    game, optional = state.game, None if raw == l.NONE else raw
    match name:
        case "instruction":
            state.instruction = raw
        case "step":
            state.step = None if optional is None else game.steps[raw]
        case "chooser":
            state.chooser = None if optional is None else chooser_of_code(raw)
        case "active":
            state.active = raw
        case "done":
            state.done = raw == 1
        case "granted":
            state.granted = optional
        case "interrupted" | "next_seat" | "interrupted_player" | "interrupted_action":
            pass
        case "winners":
            state.winners = _players(raw, game.players) if raw else None
        case "reason":
            state.reason = game.reasons[raw]
        case "out":
            state.out = _players(raw, game.players)
        case "cancellation":
            state.cancellation = CANCELLATIONS[raw]
        case "first":
            state.first = raw
        case "view":
            state.seen_by = raw - 1 if raw else None
        case _:
            assert_never(name)


def chooser_of_code(code: int) -> Chooser:
    """Who chooses: a player, or chance on behalf of player p as -1 - p."""
    return Chooser(code) if code >= 0 else Chooser(-1 - code, chance=True)


@functools.lru_cache(4096)
def _players(mask: int, count: int) -> frozenset[int]:
    """Which of `count` players have their bits set."""
    return frozenset(player for player in range(count) if mask >> player & 1)


def option_from(game: LinkedGame, action: Ref, raw: Sequence[int]) -> BoundAction:
    """The option of an action, by the integers of its open roles."""
    roles = game.actions[action].open_roles
    return BoundAction(
        action, tuple(decoded(n, role.type) for n, role in zip(raw, roles, strict=True))
    )


def decoded(raw: int, kind: Type) -> Value:
    """The value that an integer of a slot is."""
    if raw in (l.NONE, l.UNKNOWN):
        return None if raw == l.NONE else UNKNOWN
    return raw == 1 if kind.base == "flag" else raw


def _values(entry: l.Entry, raw: Sequence[int]) -> list[Value]:
    """The value of each thing of an entry."""
    if not entry.type.many:
        return [decoded(one, entry.type) for one in raw]
    sets = [raw[n * entry.width : (n + 1) * entry.width] for n in range(entry.things)]
    return [tuple(m for m, inside in enumerate(one) if inside == 1) for one in sets]


def _place(game: LinkedGame, kind: str, raw: int) -> CellOrZone | Value:
    """The place that an integer is: a cell of one of the kind's boards, or a zone after them."""
    if raw < 0:
        return decoded(raw, Type("cell"))
    for board in boards_of(game, kind):
        size = len(game.boards[board].cells)
        if raw < size:
            return CellOrZone(board, raw)
        raw -= size
    return CellOrZone(ZONE, raw)


def boards_of(game: LinkedGame, kind: str) -> tuple[str, ...]:
    """The boards on which pieces of a kind can be."""
    return next(each.on for each in game.game.kinds if each.name == kind)


def _read_register(
    registers: Registers, meaning: l.RegisterOf, entry: l.Entry, raw: Sequence[int]
) -> None:
    for place, one in enumerate(raw):
        answer = decoded(one, meaning.query.answer)
        if answer != nothing(meaning.query):
            owner, index = divmod(place, entry.width)
            registers.answers[meaning, owner, index] = answer


# ----------------------------------------------------------------------------- writing


def vector_of(state: StructuredState) -> tuple[int, ...]:
    """The integers that a state is; with the state to return to, if some clause can cancel."""
    game = state.game
    made = _written(state)
    if game.can_cancel:
        before = state.state_to_restore
        made += [0] * game.layout.size if before is None else _written(before)
    return tuple(made)


def _written(state: StructuredState) -> list[int]:
    layout, core, answered = state.game.layout, _core(state), state.past.answered()
    made = [*layout.start]
    for entry, slots in layout.others:
        if isinstance(entry.meaning, l.CoreSlot):
            made[entry.first] = core[entry.meaning.name]
        else:
            made[slots] = _entry(state, entry)
    for card, slot in layout.holders:
        made[slot] = _mask(state.holders[card])
    for entry, register, slots in layout.registers if answered else ():
        if register in answered:
            made[slots] = _entry(state, entry)
    return made


def _first_holder(state: StructuredState, card: int) -> int:
    """What a pool holds about who received a card."""
    holder, players = state.first_holders[card], state.game.players
    nobody = players + 1 if card in state.absent else players
    return nobody if holder is None else holder


def _entry(state: StructuredState, entry: l.Entry) -> list[int]:
    meaning, game = entry.meaning, state.game
    if isinstance(meaning, l.FirstHolders):
        return [_first_holder(state, card) for card in range(entry.things)]
    if isinstance(meaning, l.PlaceOf):
        return [_place_code(game, meaning.kind, at) for at in state.places[meaning.kind]]
    if isinstance(meaning, l.AttributeOf):
        return [code for one in state.attributes[meaning.attribute] for code in _codes(entry, one)]
    if isinstance(meaning, l.MemoryOf):
        return _codes(entry, state.memory[meaning.card, meaning.name])
    if isinstance(meaning, l.RegisterOf):
        return [
            coded(state.past.answer(entry, owner, index))
            for owner in range(entry.things)
            for index in range(entry.width)
        ]
    if isinstance(meaning, l.AgendaOf):
        return _agenda(state, meaning.name)
    if isinstance(meaning, l.RememberedOf):
        return _remembered(state, meaning, entry)
    assert isinstance(meaning, l.EventRole)
    roles = [] if state.interrupted is None else [*state.interrupted.roles.values()]
    return [coded(roles[meaning.place]) if meaning.place < len(roles) else l.NONE]


def _agenda(state: StructuredState, name: l.AgendaName) -> list[int]:
    """A part of the agenda as integers."""
    before = state.interrupted
    match name:
        case "steps":
            due = [each.step * state.game.players + each.player for each in state.agenda]
            return due + [l.NONE] * (l.MAX_DUE - len(due))
        case "height":
            return [len(state.agenda)]
        case "fresh":
            return [state.fresh]
        case "interrupted_height":
            return [before.height if before else 0]
        case "interrupted_fresh":
            return [before.fresh if before else 0]


def _remembered(state: StructuredState, meaning: l.RememberedOf, entry: l.Entry) -> list[int]:
    """The positions that are remembered, or how many they are."""
    if meaning.name == "count":
        return [len(state.remembered)]
    made = [n for one in state.remembered for n in numbers_of(state.game.compared, one)]
    return made + [0] * (entry.count - len(made))


def coded(value: Value) -> int:
    """The integer of a value in its slot."""
    if value is None:
        return l.NONE
    return l.UNKNOWN if value is UNKNOWN else int(value)


def _codes(entry: l.Entry, value: Value) -> list[int]:
    """The integers of one thing's value; a set has one for each possible member."""
    if not entry.type.many:
        return [coded(value)]
    if value is UNKNOWN:
        return [l.UNKNOWN] * entry.width
    return [int(member in value) for member in range(entry.width)]


def _place_code(game: LinkedGame, kind: str, at: CellOrZone | Value) -> int:
    if not isinstance(at, CellOrZone):
        return coded(at)
    first = 0
    for board in boards_of(game, kind):
        if at.board == board:
            return first + at.number
        first += len(game.boards[board].cells)
    return first + at.number


def _mask(players: frozenset[int]) -> int:
    return sum(1 << player for player in players)


def _core(state: StructuredState) -> dict[l.CoreName, int]:
    numbers = state.game.step_numbers
    chooser = state.chooser
    code = chooser and (-1 - chooser.player if chooser.chance else chooser.player)
    before = state.interrupted
    return {
        "instruction": state.instruction,
        "step": coded(state.step and numbers[state.step.name]),
        "chooser": coded(code),
        "active": state.active,
        "done": int(state.done),
        "granted": coded(state.granted),
        "interrupted": coded(before and numbers[before.step.name]),
        "next_seat": before.next_seat if before else 0,
        "winners": 0 if state.winners is None else _mask(state.winners) or state.game.nobody,
        "reason": state.game.reasons.index(state.reason),
        "out": _mask(state.out),
        "cancellation": CANCELLATIONS.index(state.cancellation),
        "first": state.first,
        "interrupted_player": coded(before and before.player),
        "interrupted_action": before.step.actions.index(before.action) if before else 0,
        "view": 0 if state.seen_by is None else state.seen_by + 1,
    }


def initial_memory(game: LinkedGame, card: int, memory: Attribute) -> Value:
    """The initial value of a memory of a card in play."""
    entry = game.layout.by_meaning[l.MemoryOf(card, memory.name.name)]
    (value,) = _values(entry, entry.start)
    return value
