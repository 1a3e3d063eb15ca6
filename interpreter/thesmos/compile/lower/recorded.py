"""§15.8: the parts of a record as numbers, in the order in which `program.recorded` has them."""

from __future__ import annotations

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.sets import for_each
from thesmos.compile.lower.values import value
from thesmos.compile.lower.writer import Writer
from thesmos.program.recorded import RecordedList, RecordedMap, RecordedPart, inside, values_in


def recorded_of(w: Writer, number: int, part: RecordedPart, player: int) -> int:
    """Return the function that returns all numbers a part depends on, for a deciding player."""

    def make(_: tuple[ir.Get, ...]) -> None:
        _emit(part, Frame(None, player, player, player), w)
        w.do(ir.Return(ir.Codes()))

    return w.function(("recorded", number, player), 0, make, emits=True)


def _emit(part: RecordedPart, frame: Frame, w: Writer) -> None:
    for part_value in values_in(part):
        number = value(part_value, frame, w)
        if part_value.type.many:
            bits = w.kept(number)
            w.do(ir.Emit(ir.Size(bits), None))
            with for_each(bits, part_value.type.one(), w) as member:
                w.do(ir.Emit(member, None))
        else:
            w.do(ir.Emit(fold.number(number), None))
    if isinstance(part, RecordedList | RecordedMap):
        binder = part.those.binder
        those = w.kept(value(part.those, frame, w))
        w.do(ir.Emit(ir.Size(those), None))
        with for_each(those, part.those.type.one(), w) as member:
            inner = frame.with_names({**frame.names, binder.name: member})
            for inner_part in inside(part):
                _emit(inner_part, inner, w)
    else:
        for inner_part in inside(part):
            _emit(inner_part, frame, w)
