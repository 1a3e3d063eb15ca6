"""What players learn of the way from one decision to the next (9.6 to 9.8), from its notes.

Its twin is `web/learning.js`; the definition is `semantics/knowledge.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress, groupby
from operator import ne
from typing import Any, NamedTuple

from thesmos.notation.event_table import CORE_ROWS
from thesmos.notation.events import EventNumbers, Events
from thesmos.notation.value_table import Table

State = Sequence[int]
Noted = tuple[Sequence[int], State]  # the numbers of a note, and the state
Spans = list[tuple[State, State]]
Facts = dict[int, list[int]]  # by its first slot, the values of what changed
See = Callable[[State, int], State]  # what a player, from 0, sees of a state


@dataclass
class Happening:
    """An event, or a silent action that was chosen, and what it changed.

    roles: of all of its roles. places: those that its telling assignments write to. bound_in: the
    state in which the roles were frozen. chosen_by: -1 for chance, and what a clause does.
    spans: the state before and after each part of its `do`, without the events inside.
    """

    action: int
    actor: int
    chosen: bool
    chosen_by: int
    roles: Sequence[int]
    places: Sequence[int]
    bound_in: State
    spans: Spans = field(default_factory=list)


class LearnedEvent(NamedTuple):
    """What a player learns of an event: if it is all of it, and the roles as they know them."""

    whole: bool
    roles: Sequence[int]


FactAt = Sequence[tuple[int, int] | None]  # by slot, the fact that it is a part of: see `fact_at`


def fact_at(table: Table) -> FactAt:
    """Return the fact that each slot is a part of: its first slot, and how many it has."""
    at = {
        slot: (first, count)
        for first, count in table["facts"]
        for slot in range(first, first + count)
    }
    return [at.get(slot) for slot in range(max(at, default=-1) + 1)]


class Learning:
    """Reads the notes of a way for everybody who asks."""

    def __init__(
        self,
        events: Events,
        table: Table,
        facts: FactAt,
        see: See,
        notes: Iterable[Noted],
    ) -> None:
        """table: see learning_table.py. facts: those of the table, as `fact_at` returns them."""
        self._writer, self._table, self._game = events, table, events.table.game
        self._facts, self._see = facts, see
        self._learned: dict[tuple[int, int | None], LearnedEvent | None] = {}
        self._sights: dict[tuple[int, int], State] = {}
        self._unknown, self._none = events.table.unknown, events.table.none
        self._reports: list[Happening | tuple[str, Sequence[int]]] = []
        self._chosen: Happening | None = None
        self._states: list[State] = []
        self._read(notes)

    # ------------------------------------------------------------------- reading notes

    def _read(self, notes: Iterable[Noted]) -> None:
        bound: list[Happening] = []
        under_way: list[Happening] = []
        since: State = ()
        for (word, *numbers), state in notes:
            self._states.append(state)
            match self._table["notes"][word]:
                case "bound":
                    bound.append(self._bound(numbers, state))
                case "begins":
                    if under_way:
                        under_way[-1].spans.append((since, state))
                    under_way.append(bound.pop())
                    since = state
                    self._begin(under_way[-1])
                case "ends":
                    under_way.pop().spans.append((since, state))
                    since = state
                case report:
                    self._reports.append((report, numbers))

    def _bound(self, numbers: Sequence[int], state: State) -> Happening:
        action, actor, chosen, chosen_by, *rest = numbers
        count = len(self._table["actions"][action]["roles"])
        roles, places = rest[:count], rest[count:]
        return Happening(action, actor, bool(chosen), chosen_by, roles, places, state)

    def _begin(self, happening: Happening) -> None:
        if happening.chosen and self._chosen is None:
            self._chosen = happening
        if not self._table["actions"][happening.action]["silent"]:
            self._reports.append(happening)

    # --------------------------------------------------------------------------- asking

    def events(self, viewer: int | None) -> list[dict[str, Any]]:
        """Return what a player (from 0; None: who sees everything) is told, in order (9.6)."""
        return [self._writer.write(event) for event in self._told(viewer)]

    def _told(self, viewer: int | None) -> Iterator[EventNumbers]:
        for report in self._reports:
            if isinstance(report, Happening):
                learned = self._learns(report, viewer)
                if learned is not None:
                    yield self._event(report.action, learned.roles)
            elif viewer is None or report[0] != "skip" or _tells_skipping(report[1], viewer):
                yield from self._data(*report)

    def knows_choice(self, viewer: int) -> bool:
        """Return whether a player learns what was chosen at the beginning (9.8)."""
        first = self._reports[0] if self._reports else None
        if isinstance(first, tuple) and first[0] == "skip":
            return _tells_skipping(first[1], viewer)
        learned = None if self._chosen is None else self._learns(self._chosen, viewer)
        return learned is not None and learned.whole

    def sights(
        self, viewer: int, renumbered: Callable[[tuple[int, ...]], State]
    ) -> list[Sequence[int]]:
        """Return the facts that a player (from 0) sees on the way, at each change of them.

        renumbered: returns a state with numbers of equal pieces that tell nothing.
        """
        sights = [renumbered(tuple(self._sight(state, viewer))) for state in self._states]
        slots = [
            slot for first, count in self._table["facts"] for slot in range(first, first + count)
        ]
        return [facts for facts, _ in groupby([sight[slot] for slot in slots] for sight in sights)]

    # ------------------------------------------------------------------------- learning

    def _learns(self, happening: Happening, viewer: int | None) -> LearnedEvent | None:
        """Return what a player learns of an event; None if nothing (9.7)."""
        key = id(happening), viewer
        if key not in self._learned:
            self._learned[key] = self._learns_now(happening, viewer)
        return self._learned[key]

    def _learns_now(self, happening: Happening, viewer: int | None) -> LearnedEvent | None:
        action = self._table["actions"][happening.action]
        if viewer is None or not self._table["hides"] or action["public"]:
            return LearnedEvent(True, happening.roles)
        if action["secret"] and happening.actor != viewer:
            return None
        spans = happening.spans
        sights = self._seen(spans, viewer)
        if not self._changes(sights):
            spans = [(spans[0][0], spans[-1][1])]
            sights = self._seen(spans, viewer)
        roles = action["roles"]
        all_open = happening.chosen_by == viewer or self._sees_everything(spans, sights)
        changed, noticed = self._changes(spans), self._changes(sights)
        if not noticed and not all_open:
            return None
        shown = {fact for fact in changed if noticed.get(fact) == changed[fact]}
        known: set[int] = set()

        def is_known(place: int) -> bool:
            _, _, is_open, places, sources = roles[place]
            if places is not None and self._in_sight(places, happening.roles[place], sights):
                return True
            if is_open and (places is not None or all_open):
                return all_open
            if self._is_assigned(place, happening, noticed, shown):
                return True
            if is_open:
                return len(shown) == len(changed)
            return sources is not None and self._is_read_off(sources, known, happening, viewer)

        for place in range(len(roles)):
            if is_known(place):
                known.add(place)
        return LearnedEvent(
            all(place in known for place, role in enumerate(roles) if role[2]),
            [
                number if place in known else self._unknown
                for place, number in enumerate(happening.roles)
            ],
        )

    def _is_read_off(
        self, sources: Sequence[Any], known: set[int], happening: Happening, viewer: int
    ) -> bool:
        """Return whether a player saw all that a computed role is read from, before the event."""
        named, facts = sources
        if not known.issuperset(named):
            return False
        truth, sight = happening.bound_in, self._sight(happening.bound_in, viewer)
        for first, count, of in facts:
            thing = 0 if of is None else happening.roles[of]
            slots = slice(first + thing * count, first + (thing + 1) * count)
            if thing >= 0 and truth[slots] != sight[slots]:
                return False
        return True

    def _sight(self, state: State, viewer: int) -> State:
        key = id(state), viewer
        if key not in self._sights:
            self._sights[key] = self._see(state, viewer)
        return self._sights[key]

    def _seen(self, spans: Spans, viewer: int) -> Spans:
        return [(self._sight(old, viewer), self._sight(new, viewer)) for old, new in spans]

    def _changes(self, spans: Spans) -> Facts:
        """Return what changed in any of these spans, with its last value."""
        return {
            first: [*new[first : first + count]]
            for old, new in spans
            for first, count in self._differing(old, new)
        }

    def _differing(self, old: State, new: State) -> Iterator[tuple[int, int]]:
        """Yield the facts that differ in two states, each once for each slot that does."""
        return (fact for fact in compress(self._facts, map(ne, old, new)) if fact)

    def _sees_everything(self, spans: Spans, sights: Spans) -> bool:
        """Return whether nothing was hidden from the player whose sights these are."""
        return not any(
            any(self._differing(*pair))
            for truth, sight in zip(spans, sights, strict=True)
            for pair in zip(truth, sight, strict=True)
        )

    def _in_sight(self, places: Sequence[int], piece: int, sights: Spans) -> bool:
        """Return whether a piece can be seen after, or before, if no other vanished; none can."""
        first, end = places
        before, after = sights[0][0][first:end], sights[-1][1][first:end]
        vanished = [
            number
            for number, (old, new) in enumerate(zip(before, after, strict=True))
            if old != self._unknown and new == self._unknown
        ]
        return piece < 0 or after[piece] != self._unknown or vanished == [piece]

    def _is_assigned(
        self, role: int, happening: Happening, noticed: Facts, shown: set[int]
    ) -> bool:
        """Return whether a change gives a role away: `level(role) := …` seen, `… := role` shown."""
        action = self._table["actions"][happening.action]
        for (first, of, written), place in zip(action["telling"], happening.places, strict=True):
            if place >= 0 and (
                (first + place in noticed and role in of)
                or (first + place in shown and role == written)
            ):
                return True
        return any(
            first + happening.roles[piece] in shown
            for first, piece, written in action["placing"]
            if role == written and happening.roles[piece] >= 0
        )

    # ----------------------------------------------------------------------- as numbers

    def _event(self, number: int, roles: Sequence[int]) -> EventNumbers:
        """Return an event of an action as numbers."""
        about = self._table["actions"][number]["roles"]
        told = (value for value, role in zip(roles, about, strict=True) if role[1])
        return EventNumbers(len(CORE_ROWS) + number, tuple(told))

    def _data(self, word: str, numbers: Sequence[int]) -> Iterator[EventNumbers]:
        """Yield a report that is no event of an action as numbers."""
        match word, [*numbers]:
            case "turn", [player, card] if card >= 0:
                yield EventNumbers(CORE_ROWS["additional turn"], (player, card))
            case "turn", [player, _]:
                yield EventNumbers(CORE_ROWS["turn"], (player,))
            case "card", [card, before, after, gained, source, spent]:
                come, gone = after & ~before, before & ~after
                moved = ("power gained" if gained else "power taken") if come else "power lost"
                why = 0 if source < 0 else self._table["causes"][source][spent]
                for player in range(self._game.players):
                    if (come or gone) >> player & 1:
                        yield EventNumbers(CORE_ROWS[moved], (player, card, why))
            case "lost", [side, reason]:
                for player in self._of_side(side):
                    yield EventNumbers(CORE_ROWS["lose"], (player, reason))
            case "eliminated", [side]:
                for player in self._of_side(side):
                    yield EventNumbers(CORE_ROWS["eliminated"], (player,))
            case _:
                yield EventNumbers(CORE_ROWS[word], ())

    def _of_side(self, side: int) -> list[int]:
        return [player for player, of in enumerate(self._game.sides) if of == side]


def _tells_skipping(numbers: Sequence[int], viewer: int) -> bool:
    """Return whether a player learns that a step was skipped: not if an action is secret (9.8)."""
    player, secret = numbers
    return player == viewer or not secret
