"""The features of a decision, as tuples: by these the fuzzer recognizes what is new.

A clause may depend on what is on a cell, who owns a piece, the heights of two cells, the number of
such cells, what was chosen before, or what a card remembers. So the situations of a decision are:
what the roles of every option are like, two at a time, and which of them the previous choice named;
how many cells of each kind there are; and the values of each card's memories and questions about
the past. They are kept apart by each card in play and whether the chooser holds it, since the same
features may mean something else for each card. All of this is read from the state, for any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from thesmos.link.layout import AttributeOf, Entry, HoldersOf, MemoryOf, PlaceOf, RegisterOf
from thesmos.link.linked import LinkedGame
from thesmos.link.pieces import OWNER
from thesmos.play.state import State
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.types import Type
from thesmos_conform.fuzz.board_slots import boards_for, of_cells

Situation = tuple[Hashable, ...]
Like = tuple[Hashable, ...]  # what the thing that a role names is like

MANY = 6  # larger numbers of cells are not distinguished
FAR = 3  # larger numbers that a card remembers are not distinguished
PAIR = 2
OPTIONS = 40  # options of one decision that are looked at, at most
NOBODY, MINE, OTHERS = 0, 1, 2  # the owner of a piece or a card, for the player who decides


@dataclass(frozen=True)
class PieceEntries:
    """Where the pieces of a kind are, and who owns them.

    boards: the name, first place and number of cells of each board. owners: by piece, if they never
    change.
    """

    kind: str
    place: Entry
    owner: Entry | None
    owners: Sequence[Any]
    boards: tuple[tuple[str, int, int], ...]

    @classmethod
    def of(cls, game: LinkedGame, place: Entry, kind: str) -> PieceEntries:
        """Return the entries of a kind of piece."""
        owner = AttributeRef(kind, OWNER)
        entry = game.layout.by_meaning.get(AttributeOf(owner))
        boards = tuple(boards_for(game, kind))
        return cls(kind, place, entry, game.fixed.get(owner, ()), boards)

    def side(self, vector: Sequence[int], piece: int) -> Any:
        """Return the side that owns a piece; None or below 0 for nobody."""
        if self.owner is not None:
            return vector[self.owner.slot(piece)]
        return self.owners[piece] if piece < len(self.owners) else None

    def cell(self, vector: Sequence[int], piece: int) -> tuple[str, int] | None:
        """Return the board and the cell where a piece is; None if it is on no board."""
        at = vector[self.place.slot(piece)]
        for board, first, size in self.boards:
            if 0 <= at - first < size:
                return board, at - first
        return None


class Situations:
    """Reads the situations of decisions of a match."""

    def __init__(self, game: LinkedGame) -> None:
        self._game = game
        layout = game.layout
        self._chooser, self._step = layout.core("chooser"), layout.core("step")
        self._kinds = {
            entry.meaning.kind: PieceEntries.of(game, entry, entry.meaning.kind)
            for entry in layout.entries
            if isinstance(entry.meaning, PlaceOf)
        }
        self._cells = {
            name: (of_cells(game, name), len(board.cells)) for name, board in game.boards.items()
        }
        self._holders = [
            (linked.card.slug, layout.by_meaning[HoldersOf(linked.number)].first)
            for linked in game.cards
        ]
        self._remembered = _remembered(game)
        self._shown: _ShownState | None = None
        self._types = {name: [r.type for r in a.open_roles] for name, a in game.actions.items()}

    def of(self, state: State, before: tuple[Ref, Sequence[int]] | None) -> set[Situation]:
        """Return the situations of a decision. before: the option chosen last in this turn."""
        vector = state.vector
        if vector[self._step] == self._game.layout.none:
            return set()  # the game is over
        chooser = vector[self._chooser]
        player = chooser if chooser >= 0 else -1 - chooser
        shown = self._shown = _ShownState(self, vector, self._game.sides[player])
        features = set(self._about_all(state, shown))
        codes = state.match.backend.codes
        for code in state.codes[:OPTIONS]:
            features.update(shown.option(*codes.option(code), before))
        cards = [(slug, vector[slot] >> player & 1) for slug, slot in self._holders]
        situations = {(*card, *feature) for card in cards for feature in features}
        for card, number, entry, name in self._remembered:
            situations.add(("remembered", card, name, number, _remembered_value(entry, vector)))
        return situations

    def like(
        self, option: tuple[Ref, Sequence[int]] | None, before: tuple[Ref, Sequence[int]] | None
    ) -> set[Situation]:
        """Return the situations of one option of the state read last; none if that is None."""
        if option is None or self._shown is None:
            return set()
        return {*self._shown.option(*option, before)}

    def _about_all(self, state: State, shown: _ShownState) -> Iterator[Situation]:
        """Yield how many options there are, and how many cells of each kind."""
        name = self._game.steps[state.vector[self._step]].name
        yield "options", name, min(len(state.codes), 2), state.may_skip
        for board, cells in shown.cells.items():
            for like, count in Counter(cells).items():
                yield "cells", board, like, min(count, MANY)

    def cells(self, vector: Sequence[int]) -> dict[str, list[Like]]:
        """Return the attributes of each cell, by board."""
        return {
            board: [tuple(vector[entry.slot(cell)] for entry in entries) for cell in range(size)]
            for board, (entries, size) in self._cells.items()
        }

    def pieces(self, vector: Sequence[int], side: Any) -> dict[tuple[str, int], list[Like]]:
        """Return the kinds and owners of the pieces on each cell."""
        pieces: dict[tuple[str, int], list[Like]] = {}
        for kind, entries in self._kinds.items():
            for piece in range(entries.place.things):
                at = entries.cell(vector, piece)
                if at is not None:
                    pieces.setdefault(at, []).append(
                        (kind, whose(entries.side(vector, piece), side))
                    )
        return pieces

    def piece(self, vector: Sequence[int], kind: str, piece: int) -> tuple[Any, Any]:
        """Return the side that owns a piece, and its cell."""
        entries = self._kinds[kind]
        return entries.side(vector, piece), entries.cell(vector, piece)

    def types(self, action: Ref) -> list[Type]:
        """Return the types of the open roles of an action."""
        return self._types[action]


def whose(side: Any, viewer: Any) -> int:
    """Return NOBODY, MINE or OTHERS, for the side that owns something, from the viewer's side."""
    if side is None or side < 0:
        return NOBODY
    return MINE if side == viewer else OTHERS


class _ShownState:
    """What things are like in a state, from one side's view; each is looked up once."""

    def __init__(self, situations: Situations, vector: Sequence[int], side: Any) -> None:
        self._situations, self._vector, self._side = situations, vector, side
        self.cells = situations.cells(vector)
        self._pieces = situations.pieces(vector, side)
        self._known: dict[tuple[Type, int], Like] = {}

    def option(
        self, action: Ref, values: Sequence[int], before: tuple[Ref, Sequence[int]] | None
    ) -> Iterator[Situation]:
        """Yield the features of an option: what its roles are like, two at a time."""
        types = self._situations.types(action)
        roles = [*zip(types, values, strict=True)]
        likes = [self._like(*role) for role in roles]
        again = [_role_named_before(*role, before, self._situations) for role in roles]
        yield "again", action, *again
        if len(likes) < PAIR:
            yield action, *likes
        for first, second in combinations(range(len(likes)), PAIR):
            yield action, first, likes[first], second, likes[second]

    def _like(self, kind: Type, value: int) -> Like:
        key = kind, value
        if key not in self._known:
            self._known[key] = self._seen(kind, value)
        return self._known[key]

    def _seen(self, kind: Type, value: int) -> Like:
        match kind.base:
            case "cell" if value >= 0:
                return self._cell(kind.name, value)
            case "piece" if value >= 0:
                owner, at = self._situations.piece(self._vector, kind.name, value)
                return whose(owner, self._side), self._cell(*at) if at else None
            case "int" | "flag" | "enum":
                return (value,)
        return (value < 0,)

    def _cell(self, board: str, cell: int) -> Like:
        return self.cells[board][cell], tuple(sorted(self._pieces.get((board, cell), ())))


def _role_named_before(
    kind: Type, value: int, before: tuple[Ref, Sequence[int]] | None, situations: Situations
) -> int | None:
    """Return which role of the previous choice named the same thing; None if none did."""
    if before is None or kind.base not in ("cell", "piece"):
        return None
    named = zip(situations.types(before[0]), before[1], strict=True)
    return next((n for n, role in enumerate(named) if role == (kind, value)), None)


def _remembered(game: LinkedGame) -> list[tuple[str | None, int, Entry, str]]:
    """Return the memories and answered questions of each card, numbered within the card."""
    memories = []
    numbers: Counter[str | None] = Counter()
    for entry in game.layout.entries:
        if isinstance(entry.meaning, MemoryOf | RegisterOf) and entry.count:
            card = entry.meaning.card
            slug = None if card is None else game.cards[card].card.slug
            name = entry.meaning.name if isinstance(entry.meaning, MemoryOf) else ""
            numbers[slug] += 1
            memories.append((slug, numbers[slug], entry, name))
    return memories


def _remembered_value(entry: Entry, vector: Sequence[int]) -> Like:
    """Return what is remembered: numbers up to a limit; for other values, whether there is one."""
    if entry.width > 1:
        return ("some", min(sum(value > 0 for value in entry.of(vector)), FAR))
    number = entry.type.base in ("int", "flag", "enum")
    return tuple(max(-1, min(value, FAR)) if number else value >= 0 for value in entry.of(vector))
