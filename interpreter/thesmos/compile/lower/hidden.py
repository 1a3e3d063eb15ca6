"""§9.1 Hidden information: for each player, a function that makes a state into what they see.

It first reads from the true state which pieces are hidden, then overwrites what can't be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.history import nothing_of
from thesmos.compile.lower.in_force import GuardedClause, guards_hold, holds_card
from thesmos.compile.lower.values import holds, value
from thesmos.compile.lower.writer import ViewFunction, Writer
from thesmos.link.layout import (
    AttributeOf,
    CoreSlot,
    Entry,
    EventRole,
    FirstHolders,
    HoldersOf,
    MemoryOf,
    PlaceOf,
    RememberedOf,
)
from thesmos.link.layout import RegisterOf as Register
from thesmos.link.revealing import is_secret, reveals_place
from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.node import walk

MARKED = 1  # the value of the slot `cancellation` while the turn is going to be cancelled


def view_of(w: Writer, viewer: int | None) -> ViewFunction | None:
    """Return the view of a player; None if nothing is ever hidden from anybody.

    viewer: None for chance, from which nothing is hidden. But what is evaluated in one player's
    view may be evaluated inside another player's, in which other things are unknown.
    """
    if not w.game.can_hide:
        return None
    if not w.views:
        makers = [_ViewMaker(w, player, None) for player in range(w.game.players)]
        functions = [
            w.function(("view", maker.viewer), 0, maker.write_function) for maker in makers
        ]
        unknown = frozenset[int]().union(*(maker.unknown for maker in makers))
        for maker, function in zip(makers, functions, strict=True):
            changed = frozenset(maker.changed)
            stay = changed - maker.other_nones
            w.views[maker.viewer] = ViewFunction(maker.viewer, function, changed, unknown, stay)
        w.views[None] = ViewFunction(None, -1, frozenset(), unknown, frozenset())
    return w.views[viewer]


def part_of_view(w: Writer, view: ViewFunction, entries: frozenset[int]) -> int:
    """Return the function that turns some entries of a state into those of a view."""
    assert view.viewer is not None
    maker = _ViewMaker(w, view.viewer, entries)
    return w.function(("view", view.viewer, entries), 0, maker.write_function)


# ------------------------------------------------------------- which pieces are hidden


def _hides(w: Writer, viewer: int) -> list[GuardedClause[c.Hide]]:
    """Return every clause that hides something, for each player who may hold its card."""
    clauses = []
    for card, clause in w.game.hides:
        if card is None or w.common(card):
            clauses.append(GuardedClause(clause, card, viewer, fold.YES))
        else:
            for holder in range(w.game.players):
                held = holds_card(w, holder, card)
                clauses.append(GuardedClause(clause, card, holder, held))
    return [held for held in clauses if held.held is not fold.NO]


def _may_be_hidden(w: Writer, held: GuardedClause[c.Hide], frame: Frame) -> int:
    """Return the pieces that a clause may hide, as bits; computed once for all parts of a view."""
    key = id(held.clause), frame.card, frame.you, frame.viewer
    if key not in w.may_be_hidden:
        w.may_be_hidden[key] = _not_excluded(w, held.clause, frame)
    return w.may_be_hidden[key]


def _not_excluded(w: Writer, clause: c.Hide, frame: Frame) -> int:
    """Return the pieces that no constant excludes (1.4), as bits."""
    binder, count = clause.binder, len(w.game.pieces[clause.kind])
    constant = w.game.fixed.keys()
    nodes = walk(binder.condition)
    if not any(isinstance(n, p.AttributeValue) and n.attribute in constant for n in nodes):
        return (1 << count) - 1
    may = 0
    for piece in range(count):
        with w.block():
            inner = frame.with_names({binder.name: ir.Const(piece)})
            may |= (holds(binder.condition, inner, w) is not fold.NO) << piece
    return may


def _add_hidden(w: Writer, held: GuardedClause[c.Hide], frame: Frame, hidden: ir.Get) -> None:
    """Add the pieces that a clause hides to those hidden so far."""
    binder, kind = held.clause.binder, held.clause.kind
    may, count = _may_be_hidden(w, held, frame), len(w.game.pieces[kind])
    if not may:
        return
    member = w.local()
    with w.loop_body() as body:
        condition = holds(binder.condition, frame.with_names({binder.name: member}), w)
    if condition is fold.NO:
        return
    domain = value(binder.domain, frame, w)
    if may != (1 << count) - 1:
        domain = fold.bits_op("and", domain, ir.Const(may))
    if condition is fold.YES:
        w.do(ir.Set(hidden.name, fold.bits_op("or", hidden, domain)))
        return
    add = ir.Set(hidden.name, fold.bits_op("or", hidden, fold.bits_of(member)))
    body.append(ir.If(condition, (add,), ()))
    w.do(ir.ForBits(member.name, domain, count, tuple(body)))


# ------------------------------------------------------------------------- the view


@dataclass
class _ViewMaker:
    """Writes the function of a view.

    only: the first slots of the entries that matter; None for all.
    hidden: the pieces that the viewer can't see, as bits, by kind.
    hiding: by player and kind, whether the player hides pieces of the kind from the viewer.
    changed, unknown: as in ViewFunction.
    other_nones: the first slots of entries in which none may not stay none, or something else may
        become none.
    """

    w: Writer
    viewer: int
    only: frozenset[int] | None
    hidden: dict[str, ir.Get] = field(default_factory=dict)
    hiding: dict[tuple[int, str], ir.Value] = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)
    unknown: set[int] = field(default_factory=set)
    other_nones: set[int] = field(default_factory=set)

    def write_function(self, _: tuple[ir.Get, ...]) -> None:
        """Write the function. A state that is already the viewer's own view stays as it is."""
        w, seen = self.w, ir.Const(self.viewer + 1)
        with w.when(fold.test("!=", w.load("view"), seen)):
            self._hide()
            if self.only is None:
                w.do(ir.Store(w.entry("view"), fold.NO, fold.NO, seen))
        w.do(ir.Return(fold.NO))

    def _hide(self) -> None:
        """Write all that is read first, then all that is changed."""
        w = self.w
        matter = [
            entry
            for entry in w.game.layout.entries
            if entry.count and (self.only is None or entry.first in self.only)
        ]
        self._find_hidden(matter)
        for entry in matter:
            self._veil(entry)
        for kind, hidden in self.hidden.items():
            self._veil_pieces(kind, hidden, matter)
        with w.when(fold.test("!=", w.load("interrupted"), fold.NOTHING)):
            for entry in matter:
                if isinstance(entry.meaning, EventRole):
                    self._veil_unless_none(entry, fold.NO)
        if w.game.can_cancel and self.only is None:
            w.do(ir.ClearCopy())
            cancellation = w.entry("cancellation")
            with w.when(fold.test("=", w.load("cancellation"), ir.Const(MARKED))):
                w.do(ir.Store(cancellation, fold.NO, fold.NO, fold.NO))

    def _find_hidden(self, matter: Sequence[Entry]) -> None:
        """Write which pieces are hidden, of the kinds that matter."""
        w, viewer = self.w, self.viewer
        kinds = {kind for entry in matter for kind in (_kind_of(entry), entry.type.name)}
        past = any(isinstance(entry.meaning, Register) for entry in matter)
        for held in _hides(w, viewer):
            kind = held.clause.kind
            if not w.game.pieces[kind] or (kind not in kinds and not past):
                continue
            frame = Frame(held.card, held.you, viewer, viewer, viewer=viewer)
            with w.looking_at(self._any_view()):
                hiding = w.kept_condition(guards_hold(held, frame, w))
                hidden = self.hidden.get(kind) or w.local()
                with w.block() as block, w.when(hiding):
                    _add_hidden(w, held, frame, hidden)
            if block and kind not in self.hidden:
                self.hidden[kind] = hidden
                w.do(ir.Set(hidden.name, fold.NO))
            for statement in block:
                w.do(statement)
            if held.card is not None and held.you != viewer:
                before = self.hiding.get((held.you, kind), fold.NO)
                self.hiding[held.you, kind] = fold.either(before, hiding)

    def _any_view(self) -> ViewFunction:
        """Return the view to read while making this one: it may be anybody's, so all is unknown."""
        layout = self.w.game.layout
        public = CoreSlot | HoldersOf | FirstHolders
        unknown = (e.first for e in layout.entries if not isinstance(e.meaning, public))
        return ViewFunction(self.viewer, -1, frozenset(), frozenset(unknown), frozenset())

    def _veil(self, entry: Entry) -> None:
        """Overwrite what can't be seen of an entry; the hidden pieces' own slots come later."""
        match entry.meaning:
            case AttributeOf(attribute) if entry.seen_by == "owner" and attribute.owner == "Player":
                for player in range(entry.things):
                    if player == self.viewer:
                        self._veil_references(entry, ir.Const(player))
                    else:
                        self._veil_unless_none(entry, ir.Const(player))
            case AttributeOf():
                self._veil_all_references(entry)
            case MemoryOf(card):
                self._veil_all_references(entry)
                if entry.seen_by == "holder":
                    with self.w.when(fold.negated(self._keeps(card))):
                        self._veil_thing(entry, fold.NO)
            case Register():
                self._veil_all_references(entry)
                self._empty_registers(entry)
            case RememberedOf():
                self.w.do(ir.Fill(entry, 0, entry.count, 0))
                self.changed.add(entry.first)

    def _store(self, entry: Entry, thing: ir.Value, inner: ir.Value, value: ir.Const) -> None:
        self.w.do(ir.Store(entry, thing, inner, value))
        self.changed.add(entry.first)
        if value is fold.UNKNOWN and not entry.type.many:
            self.unknown.add(entry.first)

    def _veil_pieces(self, kind: str, hidden: ir.Get, matter: Sequence[Entry]) -> None:
        """Make everything about hidden pieces unknown."""
        piece = self.w.local()
        with self.w.loop_body() as body:
            for entry in matter:
                if _kind_of(entry) == kind:
                    self._veil_thing(entry, piece)
        if body:
            count = len(self.w.game.pieces[kind])
            self.w.do(ir.ForBits(piece.name, hidden, count, tuple(body)))

    def _veil_thing(self, entry: Entry, thing: ir.Value) -> None:
        """Make everything about a thing unknown, even whether it is none."""
        self.other_nones.add(entry.first)
        for inner in range(entry.width):
            self._store(entry, thing, ir.Const(inner), fold.UNKNOWN)

    def _veil_unless_none(self, entry: Entry, thing: ir.Value) -> None:
        """Make a secret unknown, except whether it is none."""
        for inner in map(ir.Const, range(entry.width)):
            not_none = fold.test("!=", ir.Load(entry, thing, inner), fold.NOTHING)
            with self.w.when(not_none):
                self._store(entry, thing, inner, fold.UNKNOWN)

    def _veil_all_references(self, entry: Entry) -> None:
        """Remove the references of all things to hidden pieces."""
        w, hidden = self.w, self.hidden.get(entry.type.name)
        if entry.type.base != "piece" or hidden is None:
            return
        thing = w.local() if entry.things > 1 else fold.NO
        with w.loop_body() as body:
            self._veil_references(entry, thing)
        if isinstance(thing, ir.Get):
            body = [ir.ForRange(thing.name, entry.things, tuple(body))]
        w.do(ir.If(fold.test("!=", hidden, fold.NO), tuple(body), ()))

    def _veil_references(self, entry: Entry, thing: ir.Value) -> None:
        """Remove the references of a thing to hidden pieces: they are unknown, or not in a set."""
        w, hidden = self.w, self.hidden.get(entry.type.name)
        if entry.type.base != "piece" or hidden is None:
            return
        if entry.type.many:
            members = len(w.game.pieces[entry.type.name])
            piece = w.local()
            with w.loop_body() as body:
                for first in range(0, entry.width, members):
                    inner = fold.arithmetic("+", piece, ir.Const(first))
                    self._store(entry, thing, inner, fold.NO)
            w.do(ir.ForBits(piece.name, hidden, members, tuple(body)))
            return
        for inner in map(ir.Const, range(entry.width)):
            named = w.kept(ir.Load(entry, thing, inner))
            with w.when(fold.both(fold.test(">=", named, fold.NO), fold.has(hidden, named))):
                self._store(entry, thing, inner, fold.UNKNOWN)

    def _keeps(self, card: int) -> ir.Value:
        """Return whether the viewer knows a card's secrets, as holder or else as first holder."""
        holders = self.w.holders(card)
        held = fold.has(holders, ir.Const(self.viewer))
        if self.w.game.pool:
            first = ir.Load(self.w.first_holders(), ir.Const(card), fold.NO)
            received = fold.test("=", first, ir.Const(self.viewer))
            return fold.either(fold.both(fold.test("=", holders, fold.NO), received), held)
        if self.w.game.cards[card].holder != self.viewer:
            return held
        return fold.either(fold.test("=", holders, fold.NO), held)

    def _empty_registers(self, entry: Entry) -> None:
        """Empty the registers of a player that would reveal where a piece that they hide is.

        So are those about secret actions of others.
        """
        assert isinstance(entry.meaning, Register)
        query = entry.meaning.query
        self.other_nones.add(entry.first)
        for owner in range(entry.things):
            if is_secret(query, owner, self.viewer, self.w.game):
                self._empty(entry, owner)
        for (player, kind), hiding in self.hiding.items():
            if reveals_place(query, kind, self.w.game):
                owner = self.w.game.sides[player] if query.owner == "side" else player
                with self.w.when(hiding):
                    self._empty(entry, owner)

    def _empty(self, entry: Entry, owner: int) -> None:
        """Empty the register of a player or a side, as if nothing had happened."""
        assert isinstance(entry.meaning, Register)
        for inner in map(ir.Const, range(entry.width)):
            self._store(entry, ir.Const(owner), inner, ir.Const(nothing_of(entry.meaning.query)))


def _kind_of(entry: Entry) -> str:
    """Return the kind of pieces that an entry belongs to; empty if it belongs to none."""
    match entry.meaning:
        case PlaceOf(kind):
            return kind
        case AttributeOf(attribute):
            return attribute.owner
    return ""
