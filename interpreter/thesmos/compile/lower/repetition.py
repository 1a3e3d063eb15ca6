"""§8.6 Repetition: remembered positions, as numbers in slots, each made of several values."""

from __future__ import annotations

from collections.abc import Callable

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.effects import effect
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.values import kept, meaning, value
from thesmos.compile.lower.writer import Writer
from thesmos.link.layout import Entry, RememberedOf
from thesmos.link.repetition import ComparedPart
from thesmos.program import effects as e
from thesmos.program import values as p

Take = Callable[[ir.Value, ir.Value], None]  # writes what is done with a number and its place


@effect(e.Memorize)
def _memorize(node: e.Memorize, frame: Frame, w: Writer) -> None:
    """If there is no room, all positions move up, so that the oldest is forgotten."""
    numbers, count = _entries(w)
    row = w.kept(ir.Load(count, fold.NO, fold.NO))
    full = fold.test("=", row, ir.Const(p.MOST_REMEMBERED))
    with w.when(full):
        w.do(ir.Evaluate(ir.Call(w.function_about(_move_up), ())))
    with w.when(fold.negated(full)):
        after = fold.arithmetic("+", row, fold.YES)
        w.do(ir.Store(count, fold.NO, fold.NO, after))
    free = w.kept(fold.arithmetic("min", row, ir.Const(p.MOST_REMEMBERED - 1)))
    _each_number(frame, w, lambda number, at: w.do(ir.Store(numbers, free, at, number)))


def _move_up(w: Writer, _: tuple[ir.Get, ...]) -> None:
    numbers, _count = _entries(w)
    row, at = w.local(), w.local()
    moved = ir.Load(numbers, fold.arithmetic("+", row, fold.YES), at)
    move_row = ir.ForRange(at.name, numbers.width, (ir.Store(numbers, row, at, moved),))
    w.do(ir.ForRange(row.name, p.MOST_REMEMBERED - 1, (move_row,)))
    w.do(ir.Return(fold.NO))


@effect(e.Forget)
def _forget(node: e.Forget, frame: Frame, w: Writer) -> None:
    if w.game.compared:
        for entry in _entries(w):
            w.do(ir.Fill(entry, 0, entry.count, 0))


@meaning(p.Repeats)
def _repeats(node: p.Repeats, frame: Frame, w: Writer) -> ir.Value:
    if not w.game.compared:
        return fold.NO
    _, count = _entries(w)
    remembered = w.kept(ir.Load(count, fold.NO, fold.NO))
    nothing = fold.test("=", remembered, fold.NO)
    return w.lazily(nothing, lambda: fold.NO, lambda: _count_same(remembered, frame, w))


def _count_same(count: ir.Value, frame: Frame, w: Writer) -> ir.Value:
    """Return how many remembered positions are the same; each number compared rules some out."""
    numbers, _ = _entries(w)
    same_so_far, row = w.local(), w.local()
    w.do(ir.Set(same_so_far.name, fold.NO))
    with w.loop_body() as body:
        with w.when(fold.test(">=", row, count)):
            w.do(ir.Break())
        w.do(ir.Set(same_so_far.name, fold.bits_op("or", same_so_far, fold.bits_of(row))))
    w.do(ir.ForRange(row.name, p.MOST_REMEMBERED, tuple(body)))

    def compare(number: ir.Value, at: ir.Value) -> None:
        number, still_same, candidate = w.kept(number), w.local(), w.local()
        w.do(ir.Set(still_same.name, fold.NO))
        with w.loop_body() as body, w.when(fold.test("=", ir.Load(numbers, candidate, at), number)):
            w.do(ir.Set(still_same.name, fold.bits_op("or", still_same, fold.bits_of(candidate))))
        w.do(ir.ForBits(candidate.name, same_so_far, p.MOST_REMEMBERED, tuple(body)))
        w.do(ir.Set(same_so_far.name, still_same))

    _each_number(frame, w, compare, fold.test("!=", same_so_far, fold.NO))
    return w.kept(fold.size(same_so_far))


def _entries(w: Writer) -> tuple[Entry, Entry]:
    """Return the entry of the remembered positions, and that of how many there are."""
    slots = w.game.layout.by_meaning
    return slots[RememberedOf("numbers")], slots[RememberedOf("count")]


# -------------------------------------------------------------------- the present position


def _each_number(frame: Frame, w: Writer, take: Take, needed: ir.Value = fold.YES) -> None:
    """Write what is done with each number of the present position.

    needed: while this holds.
    """
    first = 0
    for part in w.game.compared:
        _NumberMaker(part, w, take, needed).write(frame, first)
        first += part.packing.numbers


class _NumberMaker:
    """Writes how the values of a part are combined into numbers."""

    def __init__(self, part: ComparedPart, w: Writer, take: Take, needed: ir.Value) -> None:
        self.part, self.w, self.take, self.needed = part, w, take, needed
        self.number, self.filled, self.at = w.local(), w.local(), w.local()

    def write(self, frame: Frame, first: int) -> None:
        """Write each value in canonical order.

        first: the place of the first number.
        """
        w, packing = self.w, self.part.packing
        for name, start in ((self.number, 0), (self.filled, 0), (self.at, first)):
            w.do(ir.Set(name.name, ir.Const(start)))
        self._cases(frame, 0)
        if packing.values % packing.at_a_time:
            with w.when(self.needed):
                self.take(self.number, self.at)

    def _cases(self, frame: Frame, place: int) -> None:
        """Go through the values of a name, and of those after it."""
        w, over = self.w, self.part.over
        if place == len(over):
            with w.when(self.needed):
                self._values(frame)
            return
        offset = w.local()
        with w.loop_body() as body:
            thing = w.kept(fold.arithmetic("+", offset, ir.Const(over[place].start)))
            names = {**frame.names, self.part.compared.names[place]: thing}
            self._cases(frame.with_names(names), place + 1)
        w.do(ir.ForRange(offset.name, len(over[place]), tuple(body)))

    def _values(self, frame: Frame) -> None:
        """Add the value; for a set, whether each possible member is in it."""
        w, compared = self.w, self.part.compared
        if not compared.value.type.many:
            number = kept(compared.value, frame, w)
            digit = fold.arithmetic("-", number, ir.Const(self.part.low))
            if self.part.none:
                more = fold.arithmetic("+", digit, fold.YES)
                digit = fold.choose(fold.known(number), more, fold.NO)
            self._add(digit)
            return
        bits, offset = w.kept(value(compared.value, frame, w)), w.local()
        least = w.game.least_of(compared.value.type)
        with w.loop_body() as body, w.when(self.needed):
            bit = fold.arithmetic("+", offset, ir.Const(self.part.members.start - least))
            self._add(fold.number(fold.has(bits, bit)))
        w.do(ir.ForRange(offset.name, len(self.part.members), tuple(body)))

    def _add(self, digit: ir.Value) -> None:
        """Add a value to the number, which is finished when it has enough of them."""
        w, packing = self.w, self.part.packing
        more = fold.arithmetic("*", self.number, ir.Const(packing.radix))
        w.do(ir.Set(self.number.name, fold.arithmetic("+", more, digit)))
        w.do(ir.Set(self.filled.name, fold.arithmetic("+", self.filled, fold.YES)))
        with w.when(fold.test("=", self.filled, ir.Const(packing.at_a_time))):
            self.take(self.number, self.at)
            w.do(ir.Set(self.at.name, fold.arithmetic("+", self.at, fold.YES)))
            w.do(ir.Set(self.number.name, fold.NO))
            w.do(ir.Set(self.filled.name, fold.NO))
