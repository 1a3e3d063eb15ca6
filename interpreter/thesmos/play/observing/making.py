"""Makes the observation of a match from its layout: what of a state is shown, and where.

Left out is what says nothing about the position: where the flow stands, the event that a step has
interrupted, and the positions that are remembered.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence

from thesmos.compile.machine.readings import AT_NONE, AT_UNKNOWN, AT_VALUES, NOWHERE
from thesmos.link import layout as l
from thesmos.link.geometry import coordinates, grid_of
from thesmos.link.linked import LinkedGame
from thesmos.play.canonical import told_apart_by
from thesmos.play.observing.planes import Gathered, Placed, Planes, Target
from thesmos.play.observing.spec import ObservationSpec
from thesmos.play.observing.values import Values, values_of
from thesmos.play.observing.wording import Wording, distinct
from thesmos.program.types import PLAYER, POWER, Type

GAME, PAST, DUE, CARDS = "game", "past", "due", "cards"  # parts that are not named by things
UNSEEN = "unseen"  # the part that no reading fills, but an observer: it depends on what is hidden
FEW_CELLS = 16  # cells named by so many values have planes of their own on the board
FEW_VALUES = 24  # what takes more planes is not repeated for each place of a piece
FLAG = 0, 1  # the least and the greatest value of a flag


def observation_spec(game: LinkedGame, lists: Mapping[str, int]) -> ObservationSpec:
    """Return what is observed of the states of a linked game.

    lists: by name, those whose hidden pieces are counted (see Unseen), with the most that one has.
    """
    gathered, traits = Gathered(), {kind: told_apart_by(game, kind) for kind in game.pieces}
    orders = [Wording(game, traits, first) for first in (None, *range(game.players))]
    for wording in orders:
        gathered.begin_order()
        _Maker(wording, orders, gathered).write()
    if lists:
        part = gathered.part(UNSEEN)
        for label, most in lists.items():
            part.plane(label)
            part.high = max(part.high, most)
    return gathered.spec()


def _limits(entry: l.Entry) -> tuple[int, int]:
    """Return the least and the greatest value of a slot."""
    return entry.low, entry.high


class _Maker:
    """Writes the readings of one order of the players."""

    def __init__(self, wording: Wording, orders: Sequence[Wording], gathered: Gathered) -> None:
        """orders: all of them; the parts have a column for whatever has a word in one of them."""
        self.game = game = wording.game
        self.wording, self.gathered, self._orders = wording, gathered, orders
        self.values = Values(wording, orders)
        self.on = {kind.name: kind.on for kind in game.game.kinds}

    def write(self) -> None:
        """Write all readings."""
        self._add_parts()
        writers: dict[type, Callable[[l.Entry], None]] = {
            l.CoreSlot: self._core,
            l.HoldersOf: self._holders,
            l.FirstHolders: self._first_holders,
            l.PlaceOf: self._places,
            l.AttributeOf: self._attribute,
            l.MemoryOf: self._memory,
            l.RegisterOf: self._register,
            l.AgendaOf: self._agenda,
        }
        for entry in self.game.layout.entries:
            if type(entry.meaning) in writers and entry.count:
                writers[type(entry.meaning)](entry)

    def _add_parts(self) -> None:
        """Add the parts of which all games have some, so that they come first."""
        self.gathered.part(GAME)
        self._things("Player")
        for board in self.game.game.boards:
            self.gathered.part(board.name, (), (board.rows, board.columns))
        for kind in self.game.pieces:
            self._of_kind(kind)

    def _things(self, owner: str) -> Planes:
        """Return the part of the things of a kind: a column for each that can be told apart."""
        if not self.gathered.has(owner):
            words = [wording.things(owner) for wording in self._orders]
            return self.gathered.part(owner, distinct([*itertools.chain(*words)]))
        return self.gathered.part(owner)

    def _of_kind(self, kind: str) -> Planes:
        """Return the part of a kind of pieces: a column for each piece, or for each zone."""
        if not self.wording.alike[kind]:
            return self._things(kind)
        zones = [zone.name for zone in self.game.game.zones]
        return self.gathered.part(kind, [*zones, "nowhere", "unknown"])

    # ------------------------------------------------------------------ the game

    def _core(self, entry: l.Entry) -> None:
        assert isinstance(entry.meaning, l.CoreSlot)
        match entry.meaning.name:
            case "active" | "first":
                label = "turn of" if entry.meaning.name == "active" else "first turn of"
                self._of_game(entry, PLAYER, label)
            case "chooser":
                players = self.game.players
                targets = {AT_NONE: Target("nobody decides")}
                for value in range(-players, players):
                    who = "chance" if value < 0 else self.wording.words(PLAYER)[value]
                    targets[value - entry.low + AT_VALUES] = Target(f"{who} decides")
                self.gathered.read(self._game, entry.first, _limits(entry), targets)
            case "step":
                self._steps(entry, "step")
            case "interrupted" if any(card.card.steps for card in self.game.cards):
                self._steps(entry, "interrupted step")
            case "done":
                self._of_game(entry, entry.type, "done")
            case "cancellation" as name if self.game.can_cancel:
                self._of_game(entry, entry.type, name)
            case "granted" if self.game.cards:
                self._of_game(entry, POWER.optional(), "turn granted by")
            case "winners" | "out" as name:
                self._bits(entry, "won by" if name == "winners" else "out:")

    @property
    def _game(self) -> Planes:
        return self.gathered.part(GAME)

    def _of_game(self, entry: l.Entry, kind: Type, label: str) -> None:
        for slot in entry.slots:
            self._value(self._game, slot, entry, kind, label)

    def _steps(self, entry: l.Entry, label: str) -> None:
        """Show which step is pending, or was interrupted."""
        targets = {
            number + AT_VALUES: Target(f"{label} {step.name}")
            for number, step in enumerate(self.game.steps)
        }
        self.gathered.read(self._game, entry.first, _limits(entry), targets)

    def _bits(self, entry: l.Entry, label: str) -> None:
        """Show a set of players that is a number, a bit for each."""
        words = [*self.wording.words(PLAYER), "nobody"]
        for bit, word in enumerate(words):
            if entry.high >> bit:
                targets = {AT_VALUES + 1: Target(f"{label} {word}")}
                self.gathered.read(self._game, entry.first, FLAG, targets, bit=bit)

    # ------------------------------------------------------------------ cards

    def _holders(self, entry: l.Entry) -> None:
        """Show who holds a card, where that can change."""
        assert isinstance(entry.meaning, l.HoldersOf)
        if entry.high > entry.low:
            part = self.gathered.part(CARDS, self.wording.words(POWER))
            for player, word in enumerate(self.wording.words(PLAYER)):
                held = {AT_VALUES + 1: Target(f"held by {word}", entry.meaning.card)}
                self.gathered.read(part, entry.first, FLAG, held, bit=player)

    def _first_holders(self, entry: l.Entry) -> None:
        part = self.gathered.part(CARDS, self.wording.words(POWER))
        words = [f"given to {word}" for word in self.wording.words(PLAYER)]
        for card, slot in enumerate(entry.slots):
            targets = {
                number + AT_VALUES: Target(word, card)
                for number, word in enumerate([*words, "given to nobody", "takes no part"])
            }
            self.gathered.read(part, slot, _limits(entry), targets)

    def _memory(self, entry: l.Entry) -> None:
        assert isinstance(entry.meaning, l.MemoryOf)
        card = self.game.cards[entry.meaning.card].card.slug
        self._slots_of_thing(self.gathered.part(card), entry, 0, "", 0, entry.meaning.name)

    def _register(self, entry: l.Entry) -> None:
        """Show the answer to a question about the past."""
        assert isinstance(entry.meaning, l.RegisterOf)
        query, card = entry.meaning.query, entry.meaning.card
        owner = "Side" if query.owner == "side" else "Player"
        events = " or ".join(distinct([str(event.action) for event in query.events]))
        label = f"{query.question} {events}" + (f", {query.role}" if query.role else "")
        label += " in the game" if query.whole_game else ""
        if card is not None:
            label = f"{self.game.cards[card].card.slug}: {label}"
        words = self.wording.things(owner)
        part = self.gathered.part(PAST if owner == "Player" else f"{PAST} of sides", sorted(words))
        for thing, word in enumerate(words):
            column = part.columns.index(word)
            self._slots_of_thing(part, entry, thing, f" of {word}", column, label)

    def _agenda(self, entry: l.Entry) -> None:
        """Show how often each step is due."""
        assert isinstance(entry.meaning, l.AgendaOf)
        if entry.meaning.name == "steps":
            words = self.wording.words(PLAYER)
            part, players = self.gathered.part(DUE, sorted(words)), self.game.players
            targets = {
                number * players + player + AT_VALUES: Target(str(step.name), part.columns.index(w))
                for number, step in enumerate(self.game.steps)
                for player, w in enumerate(words)
            }
            for slot in entry.slots:
                self.gathered.read(part, slot, _limits(entry), targets)

    # ------------------------------------------------------------------ places

    def _places(self, entry: l.Entry) -> None:
        """Show where the pieces of a kind are."""
        assert isinstance(entry.meaning, l.PlaceOf)
        kind = entry.meaning.kind
        words = self.wording.kinds[kind]
        for piece, (slot, word) in enumerate(zip(entry.slots, words, strict=True)):
            for board in self.on[kind]:
                targets = dict.fromkeys(values_of(entry), Target(word))
                placed = Placed(slot, self._spots(kind, board))
                self.gathered.read(self._board(board), slot, _limits(entry), targets, placed=placed)
            part = self._of_kind(kind)
            if self.wording.alike[kind]:
                every = dict.fromkeys([AT_UNKNOWN, AT_NONE, *values_of(entry)], Target(word))
                self.gathered.read(
                    part, slot, _limits(entry), every, placed=Placed(slot, self._zones(kind))
                )
            else:
                self.gathered.read(part, slot, _limits(entry), self._whereabouts(kind, part, piece))

    def _board(self, name: str) -> Planes:
        return self.gathered.part(name)

    def _spots(self, kind: str, board: str) -> tuple[int, ...]:
        """Return the spot of a board that each place of a kind of pieces is."""
        spots = [NOWHERE] * AT_VALUES
        for name in self.on[kind]:
            cells = self._cells(name)
            spots += cells if name == board else [NOWHERE] * len(cells)
        return tuple(spots) + (NOWHERE,) * len(self.game.game.zones)

    def _cells(self, board: str) -> list[int]:
        """Return the spot of each cell of a board in its grid, row by row."""
        declared = self.game.boards[board]
        grid = grid_of(declared)
        at = (coordinates(grid, cell) for cell in range(len(declared.cells)))
        return [row * declared.columns + column for column, row in at]

    def _cell_count(self, kind: str) -> int:
        return sum(len(self.game.boards[board].cells) for board in self.on[kind])

    def _zones(self, kind: str) -> tuple[int, ...]:
        """Return the column of each place in the part of a kind whose pieces are counted."""
        zones = len(self.game.game.zones)
        return (zones + 1, zones, *(NOWHERE,) * self._cell_count(kind), *range(zones))

    def _whereabouts(self, kind: str, part: Planes, piece: int) -> dict[int, Target]:
        """Return where the place of a piece that is like no other is shown in its column."""
        column = part.columns.index(self.wording.kinds[kind][piece])
        labels = {AT_NONE: "nowhere"}
        if kind in self.values.hidden_kinds:
            labels[AT_UNKNOWN] = "place unknown"
        number = AT_VALUES
        for board in self.on[kind]:
            cells = len(self.game.boards[board].cells)
            labels |= dict.fromkeys(range(number, number + cells), f"on {board}")
            number += cells
        zones = enumerate(self.game.game.zones, number)
        labels |= {at: f"in {zone.name}" for at, zone in zones}
        return {value: Target(label, column) for value, label in labels.items()}

    # -------------------------------------------------------------- attributes

    def _attribute(self, entry: l.Entry) -> None:
        """Show an attribute of things, or of the game."""
        assert isinstance(entry.meaning, l.AttributeOf)
        owner, name = entry.meaning.attribute.owner, entry.meaning.attribute.name
        if not owner:
            self._slots_of_thing(self._game, entry, 0, "", 0, name)
        elif owner in self.game.boards:
            for cell, spot in enumerate(self._cells(owner)):
                self._slots_of_thing(self._board(owner), entry, cell, "", spot, name)
        elif owner in self.game.pieces and self.wording.alike[owner]:
            for piece in range(entry.things):
                self._of_alike(entry, owner, piece, name)
        else:
            part, words = self._things(owner), self.wording.things(owner)
            for thing, word in enumerate(words):
                column = part.columns.index(word)
                self._slots_of_thing(part, entry, thing, f" of {word}", column, name)

    def _of_alike(self, entry: l.Entry, kind: str, piece: int, name: str) -> None:
        """Show an attribute of a piece like others, together with where it is."""
        word = self.wording.kinds[kind][piece]
        where = self.game.layout.by_meaning[l.PlaceOf(kind)].first + piece
        for inner, suffix, value_type, member in self.values.inner(entry):
            slot, label = entry.slot(piece, inner), f"{word}: {name}{suffix}"
            labels = self.values.labels(entry, value_type, label, member)
            if len({*labels.values()}) > FEW_VALUES:
                part = self.gathered.part(f"{kind}, {name}", distinct(self.wording.kinds[kind]))
                column = part.columns.index(word)
                self._read(part, slot, entry, value_type, labels, column)
                continue
            for board in self.on[kind]:
                placed = Placed(where, self._spots(kind, board))
                self._read(self._board(board), slot, entry, value_type, labels, 0, placed)
            placed = Placed(where, self._zones(kind))
            self._read(self._of_kind(kind), slot, entry, value_type, labels, 0, placed)
            self._follow(slot, value_type, label, member)

    def _slots_of_thing(
        self, part: Planes, entry: l.Entry, thing: int, whose: str, column: int, name: str
    ) -> None:
        """Show what a thing has: a value, one for each value of an index, or a set.

        whose: words for the thing, where its column does not say it.
        """
        on_board = part.name in self.game.boards
        for inner, suffix, value_type, member in self.values.inner(entry):
            slot, label = entry.slot(thing, inner), f"{name}{suffix}"
            if value_type.base == "cell" and entry.things <= FEW_CELLS and not on_board:
                self._cell(
                    part, slot, entry, value_type, (label, f"{label}{whose}"), member, column
                )
                continue
            labels = self.values.labels(entry, value_type, label, member)
            self._read(part, slot, entry, value_type, labels, column)
            if not on_board:
                self._follow(slot, value_type, f"{label}{whose}", member)

    def _value(self, part: Planes, slot: int, entry: l.Entry, kind: Type, label: str) -> None:
        """Show a value of the game itself."""
        self._read(part, slot, entry, kind, self.values.labels(entry, kind, label, None), 0)

    def _read(
        self,
        part: Planes,
        slot: int,
        entry: l.Entry,
        kind: Type,
        labels: Mapping[int, str],
        column: int,
        placed: Placed | None = None,
    ) -> None:
        """Add the reading of a value that is shown under labels."""
        if entry.high <= entry.low and not entry.none and not self.values.may_be_unknown(entry):
            return  # it is always the same
        numeric = self.values.is_number(entry, kind)
        targets = {value: Target(label, column) for value, label in labels.items()}
        limits = _limits(entry)
        self.gathered.read(part, slot, limits, targets, numeric=numeric, placed=placed)

    def _cell(
        self,
        part: Planes,
        slot: int,
        entry: l.Entry,
        kind: Type,
        labels: tuple[str, str],
        member: int | None,
        column: int,
    ) -> None:
        """Show a cell on its board; that there is none, or that it is unknown, elsewhere.

        labels: in the part, and on the board.
        """
        cells = self._cells(kind.name)
        in_part, on_board = labels
        if member is not None:
            targets = {AT_VALUES + 1: Target(on_board, cells[member])}
        else:
            targets = {
                AT_VALUES + cell - entry.low: Target(on_board, cells[cell])
                for cell in range(entry.low, entry.high + 1)
            }
        self.gathered.read(self._board(kind.name), slot, _limits(entry), targets)
        otherwise: dict[int, Target] = {}
        if entry.none:
            otherwise[AT_NONE] = Target(f"{in_part} none", column)
        if self.values.may_be_unknown(entry):
            otherwise[AT_UNKNOWN] = Target(f"{in_part} unknown", column)
        self.gathered.read(part, slot, _limits(entry), otherwise)

    def _follow(self, slot: int, kind: Type, label: str, member: int | None) -> None:
        """Show a value that is one of several pieces that are alike where that piece is.

        member: which piece of a set the slot is about; None if its value is a piece.
        """
        if kind.base != "piece" or not self.wording.alike[kind.name]:
            return
        last = len(self.game.pieces[kind.name]) - 1
        first = self.game.layout.by_meaning[l.PlaceOf(kind.name)].first
        for board in self.on[kind.name]:
            part, spots = self._board(board), self._spots(kind.name, board)
            if member is None:
                targets = dict.fromkeys(range(AT_VALUES, AT_VALUES + last + 1), Target(label))
                placed = Placed(first, spots, follows=True)
                self.gathered.read(part, slot, (0, last), targets, placed=placed)
            else:
                targets = {AT_VALUES + 1: Target(label)}
                placed = Placed(first + member, spots)
                self.gathered.read(part, slot, FLAG, targets, placed=placed)
