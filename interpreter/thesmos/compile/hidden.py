"""§9.1 Hidden information: for each player, a function that makes a state into what they see.

It first reads the true state: which pieces are hidden. Then it writes over what can't be seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from thesmos.compile import fold, ir
from thesmos.compile.history import nothing_of
from thesmos.compile.in_force import HeldClause, guards_hold, holds_card
from thesmos.compile.values import holds, value
from thesmos.compile.writer import Frame, View, Writer
from thesmos.link.layout import AttributeOf, CoreSlot, Entry, EventRole, MemoryOf, PlaceOf
from thesmos.link.layout import RegisterOf as Register
from thesmos.link.revealing import reveals_place
from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.node import walk

MARKED = 1  # what the state holds while its turn is going to be cancelled


def view_of(w: Writer, viewer: int) -> View | None:
    """The view of a player; None if nothing is ever hidden from anybody."""
    if not w.game.can_hide:
        return None
    if viewer not in w.views:
        maker = _ViewMaker(w, viewer)
        function = w.function(("view", viewer), 0, lambda _: maker.write())
        w.views[viewer] = View(function, frozenset(maker.changed), frozenset(maker.unknown))
    return w.views[viewer]


# ------------------------------------------------------------- which pieces are hidden


def _hides(w: Writer, viewer: int) -> list[HeldClause[c.Hide]]:
    """Every clause that hides something, for each player who may hold its card."""
    found = []
    for card, clause in w.game.clauses_about(c.Hide, None):
        if card is None or w.common(card):
            found.append(HeldClause(clause, card, viewer, fold.YES))
        else:
            for holder in range(w.game.players):
                held = holds_card(w, holder, card)
                found.append(HeldClause(clause, card, holder, held))
    return [held for held in found if held.held != fold.NO]


def _may_be_hidden(w: Writer, held: HeldClause[c.Hide], frame: Frame) -> int:
    """The pieces that a clause may hide, as bits: what never changes (1.4) may exclude others."""
    binder, count = held.clause.binder, len(w.game.pieces[held.clause.kind])
    constant = w.game.fixed.keys()
    nodes = walk(binder.condition)
    if not any(isinstance(n, p.AttributeValue) and n.attribute in constant for n in nodes):
        return (1 << count) - 1
    may = 0
    for piece in range(count):
        with w.block():
            inner = frame.with_names({binder.name: ir.Const(piece)})
            may |= (holds(binder.condition, inner, w) != fold.NO) << piece
    return may


def _add_hidden(w: Writer, held: HeldClause[c.Hide], frame: Frame, found: ir.Get) -> None:
    """Add the pieces that a clause hides to those found."""
    binder, kind = held.clause.binder, held.clause.kind
    may, count = _may_be_hidden(w, held, frame), len(w.game.pieces[kind])
    if not may:
        return
    member = w.local()
    with w.block() as body:
        condition = holds(binder.condition, frame.with_names({binder.name: member}), w)
    if condition == fold.NO:
        return
    domain = value(binder.domain, frame, w)
    if may != (1 << count) - 1:
        domain = fold.bits_op("and", domain, ir.Const(may))
    if condition == fold.YES:
        w.do(ir.Set(found.name, fold.bits_op("or", found, domain)))
        return
    add = ir.Set(found.name, fold.bits_op("or", found, fold.bits_of(member)))
    body.append(ir.If(condition, (add,), ()))
    w.do(ir.ForBits(member.name, domain, count, tuple(body)))


# ------------------------------------------------------------------------- the view


@dataclass
class _ViewMaker:
    """Writes the function of a view.

    hidden: the pieces that the viewer can't see, as bits, by kind. hiding: by player, and kind of
    the pieces that they hide from the viewer, whether they do. event: the roles of an interrupted
    event.
    """

    w: Writer
    viewer: int
    hidden: dict[str, ir.Get] = field(default_factory=dict)
    hiding: dict[tuple[int, str], ir.Value] = field(default_factory=dict)
    event: list[Entry] = field(default_factory=list)
    changed: set[int] = field(default_factory=set)
    unknown: set[int] = field(default_factory=set)

    def write(self) -> None:
        """The function: first all that is read, then all that is written."""
        w = self.w
        self._find_hidden()
        for entry in w.game.layout.entries:
            self._veil(entry)
        with w.when(fold.test("!=", w.load("interrupted"), fold.NOTHING)):
            for entry in self.event:
                self._veil_unless_none(entry, fold.NO)
        if w.game.can_cancel:
            w.do(ir.Forget())
            cancellation = w.entry("cancellation")
            with w.when(fold.test("=", w.load("cancellation"), ir.Const(MARKED))):
                w.do(ir.Store(cancellation, fold.NO, fold.NO, fold.NO))
        w.do(ir.Return(fold.NO))

    def _find_hidden(self) -> None:
        w, viewer = self.w, self.viewer
        for held in _hides(w, viewer):
            kind = held.clause.kind
            if not w.game.pieces[kind]:
                continue
            frame = Frame(held.card, held.you, viewer, viewer, viewer=viewer)
            hiding = w.kept_condition(guards_hold(held, frame, w))
            found = self.hidden.get(kind) or w.local()
            with w.block() as block, w.when(hiding):
                _add_hidden(w, held, frame, found)
            if block and kind not in self.hidden:
                self.hidden[kind] = found
                w.do(ir.Set(found.name, fold.NO))
            for one in block:
                w.do(one)
            if held.card is not None and held.you != viewer:
                before = self.hiding.get((held.you, kind), fold.NO)
                self.hiding[held.you, kind] = fold.either(before, hiding)

    def _veil(self, entry: Entry) -> None:
        """Write over what can't be seen of an entry."""
        match entry.meaning:
            case CoreSlot():
                return
            case PlaceOf(kind):
                self._veil_pieces(entry, kind)
            case AttributeOf(attribute):
                if entry.seen_by == "owner" and attribute.owner == "Player":
                    for player in range(entry.things):
                        if player == self.viewer:
                            self._veil_references(entry, player)
                        else:
                            self._veil_unless_none(entry, ir.Const(player))
                else:
                    self._veil_references(entry)
                self._veil_pieces(entry, attribute.owner)
            case MemoryOf(card):
                self._veil_references(entry)
                if entry.seen_by == "holder":
                    with self.w.when(fold.negated(self._keeps(card))):
                        self._veil_thing(entry, fold.NO)
            case Register():
                self._veil_references(entry)
                self._empty_registers(entry)
            case EventRole():
                self.event.append(entry)

    def _store(self, entry: Entry, thing: ir.Value, inner: ir.Value, value: ir.Const) -> None:
        self.w.do(ir.Store(entry, thing, inner, value))
        self.changed.add(entry.first)
        if value == fold.UNKNOWN and not entry.type.many:
            self.unknown.add(entry.first)

    def _veil_pieces(self, entry: Entry, kind: str) -> None:
        """What is hidden pieces' own: all of it is unknown."""
        hidden = self.hidden.get(kind)
        if hidden is not None and entry.count:
            piece = self.w.local()
            with self.w.block() as body:
                self._veil_thing(entry, piece)
            self.w.do(ir.ForBits(piece.name, hidden, entry.things, tuple(body)))

    def _veil_thing(self, entry: Entry, thing: ir.Value) -> None:
        for inner in range(entry.width):
            self._store(entry, thing, ir.Const(inner), fold.UNKNOWN)

    def _veil_unless_none(self, entry: Entry, thing: ir.Value) -> None:
        """A secret of which everybody can see whether it is none."""
        for inner in map(ir.Const, range(entry.width)):
            known = fold.test("!=", ir.Load(entry, thing, inner), fold.NOTHING)
            with self.w.when(known):
                self._store(entry, thing, inner, fold.UNKNOWN)

    def _veil_references(self, entry: Entry, only: int | None = None) -> None:
        """References to hidden pieces. only: the thing whose they are, by default all things."""
        w = self.w
        hidden = self.hidden.get(entry.type.name) if entry.type.base == "piece" else None
        if hidden is None or not entry.count:
            return
        thing, inner = w.local(), w.local()
        with w.block() as body:
            self._veil_reference(entry, thing if only is None else ir.Const(only), inner, hidden)
        if entry.type.many:
            each: ir.Statement = ir.ForBits(inner.name, hidden, entry.width, tuple(body))
        else:
            each = ir.ForRange(inner.name, entry.width, tuple(body))
        if only is None:
            each = ir.ForRange(thing.name, entry.things, (each,))
        with w.when(fold.test("!=", hidden, fold.NO)):
            w.do(each)

    def _veil_reference(
        self, entry: Entry, thing: ir.Value, inner: ir.Value, hidden: ir.Value
    ) -> None:
        """A reference to a hidden piece is unknown; a set does not have it."""
        if entry.type.many:
            self._store(entry, thing, inner, fold.NO)
            return
        named = self.w.kept(ir.Load(entry, thing, inner))
        with self.w.when(fold.both(fold.test(">=", named, fold.NO), fold.has(hidden, named))):
            self._store(entry, thing, inner, fold.UNKNOWN)

    def _keeps(self, card: int) -> ir.Value:
        """Whether the viewer knows a card's secrets: its holder, or else who received it first."""
        holders = self.w.holders(card)
        held = fold.has(holders, ir.Const(self.viewer))
        if self.w.game.cards[card].holder != self.viewer:
            return held
        return fold.either(fold.test("=", holders, fold.NO), held)

    def _empty_registers(self, entry: Entry) -> None:
        """The registers of a player that would reveal where a piece is that they hide."""
        assert isinstance(entry.meaning, Register)
        query = entry.meaning.query
        for (player, kind), hiding in self.hiding.items():
            if reveals_place(query, kind, self.w.game):
                owner = self.w.game.sides[player] if query.owner == "side" else player
                with self.w.when(hiding):
                    for inner in map(ir.Const, range(entry.width)):
                        nothing = ir.Const(nothing_of(query))
                        self._store(entry, ir.Const(owner), inner, nothing)
