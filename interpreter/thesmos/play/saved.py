"""Validates saved states.

Saved games are untrusted: every number is checked before it is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from thesmos.link.layout import (
    MAX_DUE,
    UNKNOWN,
    AgendaName,
    CoreName,
    CoreSlot,
    EventRole,
    RememberedOf,
)
from thesmos.link.linked import LinkedGame
from thesmos.link.repetition import largest_numbers
from thesmos.program.declarations import Step
from thesmos.semantics.state import members_of

MARKED = 1  # the slot `cancellation` of a turn that is going to be cancelled
# The slots that say how many steps are due.
COUNTS: tuple[AgendaName, ...] = "height", "fresh", "interrupted_height", "interrupted_fresh"


def is_state(game: LinkedGame, vector: Sequence[Any]) -> bool:
    """Return whether numbers are a state: every slot is in range, and the slots are consistent.

    It need not be reachable in a game, but what it does not use must be as play leaves it, so that
    equal states have equal numbers. web/valid.js does the same for web pages.
    """
    size, halves = game.layout.size, 1 + game.can_cancel
    if len(vector) != size * halves or not all(type(one) is int for one in vector):
        return False
    now, before = vector[:size], vector[size:]
    if not _in_range(game, now):
        return False
    core = _core(game, now)
    if core["cancellation"] and not game.can_cancel:
        return False
    if core["cancellation"] == MARKED:
        if not _in_range(game, before) or _core(game, before)["cancellation"]:
            return False
    elif any(before):  # there is nothing to go back to
        return False
    return (core["step"] == game.layout.none) == (core["winners"] != 0)


def stays_without_options(game: LinkedGame, vector: Sequence[int], *, may_skip: bool) -> bool:
    """Return whether the pending step, which has no options, waits for its chooser (6.1, 12.3)."""
    core, step = game.layout.core, game.steps[vector[game.layout.core("step")]]
    if step.chooser == "chance" or step.when_empty == "ask":
        return step.chooser != "chance"
    return not may_skip and step.when_empty != "pass" and bool(vector[core("done")])


def is_view(game: LinkedGame, vector: Sequence[Any], player: int) -> bool:
    """Return whether numbers are what a player (from 1) may see of a state; 0 is chance."""
    mark, unknown = game.layout.core("view"), game.layout.start * (1 + game.can_cancel)
    if len(vector) != len(unknown) or vector[mark] != (player if game.can_hide else 0):
        return False
    filled = [(u if one == UNKNOWN else one) for u, one in zip(unknown, vector, strict=True)]
    filled[mark] = 0
    return is_state(game, filled)


def _in_range(game: LinkedGame, half: Sequence[int]) -> bool:
    """Return whether every slot is in range, and the core slots are consistent."""
    none = game.layout.none
    for entry in game.layout.entries:
        optional = entry.none or isinstance(entry.meaning, EventRole)
        for one in half[entry.first : entry.first + entry.count]:
            if not entry.low <= one <= entry.high and not (optional and one == none):
                return False
    core = _core(game, half)
    if core["view"] or max(core["step"], core["interrupted"]) >= len(game.steps):
        return False
    good = _goes_on(game, core) and _decides(game, core) and _interrupts(game, core, half)
    due = not game.layout.agenda or _is_agenda(game, core, half)
    return good and due and (not game.compared or _remembers(game, half))


def _remembers(game: LinkedGame, half: Sequence[int]) -> bool:
    """Return whether each remembered position is one, and the place of every other is empty."""
    slots = game.layout.by_meaning
    numbers, (count,) = slots[RememberedOf("numbers")], slots[RememberedOf("count")].of(half)
    filled, most = count * numbers.width, largest_numbers(game.compared)
    positions, free = numbers.of(half)[:filled], numbers.of(half)[filled:]
    return not any(free) and all(
        number <= most[place % numbers.width] for place, number in enumerate(positions)
    )


def _is_agenda(game: LinkedGame, core: Mapping[CoreName, int], half: Sequence[int]) -> bool:
    """Return whether the agenda is consistent: as many steps are due as it says.

    One place must be free for the step that follows.
    """
    agenda, none = game.layout.agenda, game.layout.none
    due = agenda["steps"].of(half)
    height, fresh, before, new = (half[agenda[name].first] for name in COUNTS)
    fits = height < MAX_DUE and all(
        (one != none) == (place < height) for place, one in enumerate(due)
    )
    counted = fresh <= height - before and new <= before <= height
    return fits and counted and (core["interrupted"] != none or before == 0)


def _core(game: LinkedGame, half: Sequence[int]) -> Mapping[CoreName, int]:
    """The slots that every game has."""
    return {
        entry.meaning.name: half[entry.first]
        for entry in game.layout.entries
        if isinstance(entry.meaning, CoreSlot)
    }


def _goes_on(game: LinkedGame, core: Mapping[CoreName, int]) -> bool:
    """Return whether only whole sides are out, and several are left unless somebody has won.

    Until then, there is no reason for the result.
    """
    if core["reason"] and not core["winners"]:
        return False
    out = {player for player in range(game.players) if core["out"] >> player & 1}
    gone = {game.sides[player] for player in out}
    left = {side for player, side in enumerate(game.sides) if player not in out}
    return not gone & left and (core["winners"] != 0 or not out or len(left) > 1)


def _decides(game: LinkedGame, core: Mapping[CoreName, int]) -> bool:
    """Return whether a pending step has the right chooser: chance or a player.

    It is the active player, or chance on their behalf, unless the step says otherwise.
    """
    none, step, chooser = game.layout.none, core["step"], core["chooser"]
    if none in (step, chooser):
        return step == chooser
    player = chooser if chooser >= 0 else -1 - chooser
    by_chance = game.steps[step].chooser == "chance"
    return (chooser < 0) == by_chance and _may_choose(game, step, player, core)


def _may_choose(game: LinkedGame, step: int, player: int, core: Mapping[CoreName, int]) -> bool:
    """Return whether a player may choose in a step: in some, only the active player does."""
    return player == core["active"] or not chosen_by_active(game.steps[step])


def chosen_by_active(step: Step) -> bool:
    """Return whether the active player, or chance on their behalf, always chooses in a step."""
    return step.chooser == "active" or (step.chooser == "chance" and not step.name.card)


def _interrupts(game: LinkedGame, core: Mapping[CoreName, int], half: Sequence[int]) -> bool:
    """Return whether an interrupted step has a player and a valid event.

    If no step is interrupted, there must be neither, nor anything else about it.
    """
    none, step = game.layout.none, core["interrupted"]
    entries = (e for e in game.layout.entries if isinstance(e.meaning, EventRole))
    values = [half[entry.first] for entry in entries]
    if step == none or core["interrupted_player"] == none:
        empty = not core["next_seat"] and not core["interrupted_action"]
        neither = step == core["interrupted_player"]
        return neither and empty and all(one == none for one in values)
    actions = game.steps[step].actions
    if not _may_choose(game, step, core["interrupted_player"], core):
        return False
    if core["interrupted_action"] >= len(actions):
        return False
    roles = game.actions[actions[core["interrupted_action"]]].roles
    found, rest = values[: len(roles)], values[len(roles) :]
    fit = all(
        one == none or one in members_of(role.type, game)
        for one, role in zip(found, roles, strict=True)
    )
    return fit and all(one == none for one in rest)
