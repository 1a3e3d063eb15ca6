"""§9 Hidden information: what a player sees, and turns that are taken back."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from thesmos.link.layout import Entry, Meaning, RegisterOf
from thesmos.link.linked import LinkedGame
from thesmos.link.revealing import is_secret, reveals_place
from thesmos.program import clauses as c
from thesmos.program.declarations import Action
from thesmos.program.flow import Rewind
from thesmos.program.types import Type
from thesmos.semantics.agenda import clear
from thesmos.semantics.frame import Frame
from thesmos.semantics.history import nothing
from thesmos.semantics.in_force import HeldClause, applies, everybody, guards_hold
from thesmos.semantics.losing import eliminate
from thesmos.semantics.state import (
    UNKNOWN,
    History,
    Interrupted,
    PastEvent,
    StructuredState,
    Value,
)
from thesmos.semantics.transition import Cancelled, Transition
from thesmos.semantics.values import bound

Hidden = Mapping[str, frozenset[int]]  # the pieces that the viewer can't see, by kind


def view(state: StructuredState, viewer: int) -> StructuredState:
    """Return the state as a player sees it (9.1). Their own view of it is the same (9.2)."""
    if not state.game.can_hide or state.seen_by == viewer:
        return state
    hidden, hidden_kinds = hidden_from(state, viewer)
    seen = replace(
        state,
        past=PastView(state.game, state.past, viewer, hidden, hidden_kinds),
        remembered=[],
        interrupted=_without_roles(state.interrupted),
        places={
            kind: [
                UNKNOWN if n in hidden.get(kind, ()) else place for n, place in enumerate(places)
            ]
            for kind, places in state.places.items()
        },
        attributes=dict(state.attributes),
        memory=dict(state.memory),
        cancellation="" if state.cancellation == "marked" else state.cancellation,
        state_to_restore=None,
        seen_by=viewer,
    )
    for attribute in state.game.game.attributes:
        if attribute.name in seen.attributes:
            kind = attribute.name.owner
            secret = attribute.secret and kind == "Player"
            of_each = math.prod(map(state.game.size_of, attribute.index))
            seen.attributes[attribute.name] = [
                _unless_none(one)
                if secret and place // of_each != viewer
                else _veiled(
                    one, attribute.type, hidden, gone=place // of_each in hidden.get(kind, ())
                )
                for place, one in enumerate(state.attributes[attribute.name])
            ]
    for number, card in state.game.parts:
        for memory in card.memory if number is not None else ():
            assert number is not None
            key = number, memory.name.name
            if memory.secret and not _keeps(state, number, viewer):
                seen.memory[key] = UNKNOWN
            else:
                seen.memory[key] = _veiled(state.memory[key], memory.type, hidden)
    return seen


def hidden_from(state: StructuredState, viewer: int) -> tuple[Hidden, dict[int, frozenset[str]]]:
    """Return the pieces hidden from a player, and the kinds that each other player hides."""
    hidden: dict[str, frozenset[int]] = {}
    hidden_kinds: dict[int, frozenset[str]] = {}
    for held in hides(state, viewer):
        frame = Frame(state, held.card, held.you, viewer, viewer, viewer, {})
        if guards_hold(held, frame):
            kind = held.clause.kind
            hidden[kind] = hidden.get(kind, frozenset()) | {*bound(held.clause.binder, frame)}
            if held.card is not None and held.you != viewer:
                hidden_kinds[held.you] = hidden_kinds.get(held.you, frozenset()) | {kind}
    return hidden, hidden_kinds


def hides(state: StructuredState, viewer: int) -> Iterator[HeldClause[c.Hide]]:
    """Yield every clause that can hide a piece, for each holder of its card."""
    for card, clause in state.game.hides:
        if card is None or state.common(card):
            yield HeldClause(clause, card, viewer)
        else:
            for holder in sorted(state.holders[card] - state.out):
                yield HeldClause(clause, card, holder)


def _without_roles(before: Interrupted | None) -> Interrupted | None:
    """Return an interrupted step as everybody sees it: without the roles of the event."""
    if before is None:
        return None
    return replace(before, roles={name: _unless_none(role) for name, role in before.roles.items()})


def seen_roles(
    seen: StructuredState, action: Action, names: Mapping[str, Value]
) -> dict[str, Value]:
    """Return the roles of an event as a view shows them: hidden pieces are unknown."""
    hidden = {
        kind: frozenset(n for n, place in enumerate(places) if place is UNKNOWN)
        for kind, places in seen.places.items()
    }
    return {role.name: _veiled(names[role.name], role.type, hidden) for role in action.roles}


def _keeps(state: StructuredState, card: int, viewer: int) -> bool:
    """Return whether a player knows a card's secrets: its holder, or else who received it first."""
    return viewer in (state.holders[card] or {state.first_holders[card]})


def _unless_none(value: Value) -> Value:
    """Return what can be seen of a secret: only whether it is none."""
    return None if value is None else UNKNOWN


def _veiled(value: Value, kind: Type, hidden: Hidden, *, gone: bool = False) -> Value:
    """Return a value without references to hidden pieces. gone: it belongs to a hidden piece."""
    if gone:
        return UNKNOWN
    pieces = hidden.get(kind.name, frozenset()) if kind.base == "piece" else frozenset[int]()
    if isinstance(value, tuple):
        return tuple(one for one in value if one not in pieces)
    return UNKNOWN if value in pieces else value


# ------------------------------------------------------------------------- the past


@dataclass
class PastView(History):
    """The past as a player sees it.

    hidden_kinds: by player, the kinds of pieces that they hide from the viewer.
    """

    game: LinkedGame
    past: History
    viewer: int
    hidden: Hidden
    hidden_kinds: Mapping[int, frozenset[str]]

    def copy(self) -> PastView:
        """Return the same view: views never change."""
        return self

    def begin_turn(self, player: int) -> None:
        """Not possible: a view never changes."""
        raise NotImplementedError

    def add(self, event: PastEvent, registers: Collection[Entry]) -> None:
        """Not possible: a view never changes."""
        raise NotImplementedError

    def answer(self, entry: Entry, owner: int, index: int) -> Value:
        """Return the answer; nothing, if it would reveal where a hidden piece is."""
        assert isinstance(entry.meaning, RegisterOf)
        query = entry.meaning.query
        if is_secret(query, owner, self.viewer, self.game):
            return nothing(query)
        for player, kinds in self.hidden_kinds.items():
            whose = self.game.sides[player] if query.owner == "side" else player
            if whose == owner and any(reveals_place(query, kind, self.game) for kind in kinds):
                return nothing(query)
        answer = self.past.answer(entry, owner, index)
        return _veiled(answer, query.answer, self.hidden)

    def answered(self) -> AbstractSet[Meaning]:
        """As in the true state: the others hold nothing to hide."""
        return self.past.answered()


# --------------------------------------------------------------- turns that are cancelled


def keep_if_cancelled(
    work: Transition, action: Action, frame: Frame, before: StructuredState | None
) -> None:
    """Mark the turn if an event ran into something hidden, and keep the state before it (9.4).

    An event inside this one may have marked it already.
    """
    if before is not None and not work.state.cancellation:
        for held in everybody(work.state, c.Cancel, action.name, frame.actor):
            if applies(held, frame):
                work.state.cancellation, work.state.state_to_restore = "marked", before
                return


def rewind(work: Transition) -> bool:
    """Return to the state before the event that ran into something hidden (9.5).

    The rest of the turn is lost; players who are out stay out. Return whether there was such an
    event.
    """
    if work.state.cancellation != "marked":
        return False
    assert work.state.state_to_restore is not None
    out, work.state = work.state.out, work.state.state_to_restore.copy()
    state = work.state
    state.cancellation = "rewound"
    state.step = state.chooser = state.interrupted = None
    clear(state)
    for side in sorted({state.side(player) for player in out - state.out}):
        eliminate(state, side)
    state.instruction = 1 + next(
        number
        for number, each in enumerate(state.game.flow)
        if isinstance(each.instruction, Rewind)
    )
    work.reports.append(Cancelled())
    return True
