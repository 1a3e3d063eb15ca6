"""Lowers functions: their statements, and the codes that they emit."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import get_args

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.kinds import LIST
from thesmos.compile.ir.reading import breaks, sets
from thesmos.compile.machine.code import Code, Leave, MachineFunction
from thesmos.compile.machine.expressions import (
    NOTHING,
    ONE,
    PENDING,
    WORD,
    Expr,
    beyond,
    element,
    get,
    load,
    number,
    op,
    opposite,
)  # fmt: skip
from thesmos.compile.machine.inlining import InliningCode
from thesmos.compile.machine.memory import CODE, REASON
from thesmos.compile.machine.operations import ADDRESS, NUMBER, Kind
from thesmos.compile.machine.registers import MachineProgram
from thesmos.compile.machine.value_types import words_for
from thesmos.compile.machine.values import ValueLowering

COUNT = 8  # where the number of the pending codes is noted, after their address
_MANY = 8  # up to so many slots are written one by one
_KINDS_OF_REASON = get_args(ir.ReasonKind)


def lowered(
    number_: int, program: MachineProgram, inlined: Mapping[str, MachineFunction]
) -> MachineFunction:
    """Return a function in the machine form. inlined: see InliningCode."""
    result = MachineFunction(program.name(number_), [], 0, 0)
    lowering = _FunctionLowering(number_, program, InliningCode(result, inlined))
    for name in range(program.functions[number_].parameters):
        lowering.reserve(name)
    result.parameters = len(result.locals)
    result.results = lowering.results_of(number_)
    lowering.write()
    return result


class _FunctionLowering(ValueLowering):
    """Lowers one function. ends: the labels after the loops around the present place."""

    def __init__(self, number: int, program: MachineProgram, code: Code) -> None:
        super().__init__(number, program, code)
        self._ends: list[int] = []
        self._copies = self.frame.on_copy

    def reserve(self, name: int) -> None:
        """Create the locals for a local of the IR; a copy of the state is in the frame."""
        kind = self.locals.get(name)
        if isinstance(kind, ir.StateCopy):
            return
        is_list = isinstance(kind, ir.List)
        kinds: list[Kind] = [ADDRESS, NUMBER] if is_list else [NUMBER] * self.words_of(kind)
        self.places[name] = len(self.code.function.locals)
        self.code.function.locals += kinds

    def write(self) -> None:
        """Write the body of the function."""
        function = self.program.functions[self.function]
        for name in sorted({*self.locals, *sets(function.body)} - self.places.keys()):
            self.reserve(name)
        if function.emits:
            self.end = self.code.assigned(self.work(0), ADDRESS)
        if self.frame.mark_words:
            self.marks = self.code.assigned(self.work(self.frame.marks), ADDRESS)
        if function.reasons:
            self.reasons = self.code.assigned(self.work(self.frame.reasons), ADDRESS)
        self._block(function.body)
        if not function.body or not isinstance(function.body[-1], ir.Return):
            self.code.add(Leave((NOTHING,) * self.results_of(self.function)))

    def called(self, number: int, arguments: list[Expr], into: int) -> list[Expr]:
        """Return the words that a function returns. into: where in the frame its own begins."""
        given = [self.state, self.work(into), *arguments]
        return self.code.call(self.program.name(number), given, self.results_of(number))

    # ------------------------------------------------------------------ statements

    def _block(self, statements: ir.Statements) -> None:
        for statement in statements:
            self._statement(statement)
            if isinstance(statement, (ir.Return, ir.Break)):
                return

    def _statement(self, statement: ir.Statement) -> None:
        code = self.code
        match statement:
            case ir.Set(name, value):
                self._set(name, value)
            case ir.Store(entry, thing, inner, value):
                word = self.number(value)
                code.write(self.program.bits, self.slot(entry, thing, inner), word)
            case ir.If(condition, then, otherwise):
                more = (lambda: self._block(otherwise)) if otherwise else None
                self.branch(condition, lambda: self._block(then), more)
            case ir.ForBits():
                self._for_bits(statement)
            case ir.ForRange(name, count, body):
                self._repeat(count, body, self.places[name])
            case ir.Loop(limit, body):
                self._repeat(limit, body)
            case ir.Break():
                code.jump(self._ends[-1])
            case ir.Evaluate(call):
                self.words(call)
            case ir.Return(value):
                self._return(value)
            case ir.Pending(codes):
                first, size = self.given_as(LIST, codes)
                code.write(ADDRESS, PENDING, first)
                code.write(WORD, PENDING, size, COUNT)
            case ir.Emit() | ir.Drop() | ir.KeepMarked() | ir.Reason():
                self._codes(statement)
            case _:
                self._whole_state(statement)

    def _set(self, name: int, value: ir.Value) -> None:
        kind, place = self.locals.get(name), self.places[name]
        words = self.given_as(kind, value, self.frame.lists.get(name))
        if isinstance(kind, ir.Bits) and len(words) > 1:  # the value may read the same local
            words = self.kept(words)
        for offset, word in enumerate(words):
            self.code.set(place + offset, word)

    def _return(self, value: ir.Value) -> None:
        code, result = self.code, self.result_of(self.function)
        if not isinstance(result, ir.List):
            code.add(Leave((*self.given_as(result, value),)))
            return
        first, count = self.given_as(result, value, 0)
        count = code.keep(count)
        if not isinstance(value, (ir.Codes, ir.Call, ir.CallOne)):
            code.do("move", self.work(0), first, op("shl", count, number(2)))
        code.add(Leave((count,)))

    # ----------------------------------------------------------------------- loops

    def _for_bits(self, loop: ir.ForBits) -> None:
        """Write a loop that takes the lowest member out of a set until none is left."""
        code, member = self.code, self.places[loop.name]
        if isinstance(loop.bits, ir.Const) and not loop.bits.value & loop.bits.value + 1:
            self._repeat(loop.bits.value.bit_length(), loop.body, member)
            return
        low, *high = (code.assigned(word) for word in self.words(loop.bits, words_for(loop.size)))
        with code.block() as end:
            if len(loop.body) == 1 and isinstance(loop.body[0], ir.Emit):  # a loop for each word
                for place, word in enumerate((low, *high)):
                    with code.block() as after:
                        code.jump(after, op("eq", get(word), NOTHING))
                        with code.block(again=True) as again:
                            self._take(word, number(place * WORD), member)
                            self._inside(loop.body, end)
                            code.jump(again, op("ne", get(word), NOTHING))
                return
            base = code.assigned(NOTHING) if high else None
            empty = op("eq", get(low), NOTHING)
            # A loop that may be left early mostly has few rounds: there this test costs more.
            tested_at_end = not high and not breaks(loop.body)
            if tested_at_end:
                code.jump(end, empty)
            with code.block(again=True) as again:
                if base is not None:
                    self._next_word((low, *high), base, len(high), end)
                elif not tested_at_end:
                    code.jump(end, empty)
                self._take(low, NOTHING if base is None else get(base), member)
                self._inside(loop.body, end)
                code.jump(again, opposite(empty) if tested_at_end else None)

    def _take(self, word: int, base: Expr, member: int) -> None:
        """Write code that takes the lowest member out of a word. base: the member for bit 0."""
        code = self.code
        code.set(member, op("add", op("ctz", get(word)), base))
        code.set(word, op("and", get(word), op("sub", get(word), ONE)))

    def _next_word(self, words: tuple[int, ...], base: int, left: int, end: int) -> None:
        """Write code that moves all words down while the first is empty; it jumps if all are."""
        code, low = self.code, words[0]

        def move() -> None:
            for word, following in pairwise(words):
                code.set(word, get(following))
            code.set(words[-1], NOTHING)
            code.set(base, op("add", get(base), number(WORD)))
            if left > 1:
                self._next_word(words, base, left - 1, end)
            else:
                code.jump(end, op("eq", get(low), NOTHING))

        code.choose(op("eq", get(low), NOTHING), move)

    def _repeat(self, count: int, body: ir.Statements, member: int | None = None) -> None:
        """Write a loop of `count` rounds. member: the local that counts them from 0."""
        with self.code.counted(number(count)) as (index, end):
            if member is not None:
                self.code.set(member, index)
            self._inside(body, end)

    def _inside(self, body: ir.Statements, end: int) -> None:
        """Write the body of a loop. end: the label after the loop."""
        self._ends.append(end)
        self._block(body)
        self._ends.pop()

    # ----------------------------------------------------------------------- codes

    def _codes(self, statement: ir.Statement) -> None:
        """Write a statement about the codes or the reasons of the function."""
        code = self.code
        match statement:
            case ir.Emit(value, marks):
                code.write(32, get(self.end), self.number(value))
                code.set(self.end, beyond(get(self.end), CODE))
                if marks is not None and self.frame.mark_words:
                    for place, word in enumerate(self.words(marks, self.frame.mark_words)):
                        code.write(WORD, get(self.marks), word, 8 * place)
                    code.set(self.marks, beyond(get(self.marks), 8 * self.frame.mark_words))
            case ir.Reason(kind, number_, holder, holds):
                word = self.number(holds)
                known = map(number, (_KINDS_OF_REASON.index(kind), number_, holder))
                for place, part in enumerate((*known, word)):
                    code.write(32, get(self.reasons), part, 4 * place)
                code.set(self.reasons, beyond(get(self.reasons), REASON))
            case ir.Drop(mark):
                self._filter(mark, marked_stay=False)
            case ir.KeepMarked(mark, met):
                self._filter(mark, marked_stay=True, met=self.places[met])

    def _filter(self, mark: int, *, marked_stay: bool, met: int | None = None) -> None:
        """Write code that keeps some of the codes, moved together. met: set to whether any are."""
        code, (word, bit) = self.code, divmod(mark, WORD)
        starts = (self.work(0), CODE), (self.work(self.frame.marks), 8 * self.frame.mark_words)
        at, at_marks = (code.assigned(start, ADDRESS) for start, _ in starts)
        kept, kept_marks = (code.assigned(start, ADDRESS) for start, _ in starts)

        def move() -> None:
            code.write(32, get(kept), load(32, get(at)))
            for offset in range(0, 8 * self.frame.mark_words, 8):
                code.write(WORD, get(kept_marks), load(WORD, get(at_marks), offset), offset)
            grow(kept, kept_marks)

        def grow(*locals_: int) -> None:
            for local, (_, size) in zip(locals_, starts, strict=True):
                code.set(local, beyond(get(local), size))

        with code.block() as end, code.block(again=True) as again:
            code.jump(end, op("eq", op("distance", get(self.end), get(at)), NOTHING))
            marked = op("and", load(WORD, get(at_marks), 8 * word), number(1 << bit))
            code.choose(op("ne" if marked_stay else "eq", marked, NOTHING), move)
            grow(at, at_marks)
            code.jump(again)

        def shorten() -> None:
            code.set(self.end, get(kept))
            code.set(self.marks, get(kept_marks))

        if met is None:
            shorten()
            return
        some = op("ne", op("distance", get(kept), self.work(0)), NOTHING)
        code.set(met, op("of bit", some))
        code.choose(op("ne", get(met), NOTHING), shorten)  # if none is marked, nothing was moved

    # ------------------------------------------------------------- the whole state

    def _whole_state(self, statement: ir.Statement) -> None:
        """Write a statement about the whole state or a half; the second one is a kept copy."""
        code = self.code
        half = number(self.program.size(self.program.half))
        second = beyond(self.state, half.number)
        match statement:
            case ir.OnCopy(body):
                self._on_copy(body)
            case ir.Fill(entry, first, count, value):
                self._fill(entry.first + first, count, value)
            case ir.Remember(name):
                code.do("copy", self._copy_of(name), self.state, half)
            case ir.Keep(name):
                code.do("copy", second, self._copy_of(name), half)
            case ir.Restore():
                code.do("copy", self.state, second, half)
            case ir.ClearCopy():
                code.do("fill", second, NOTHING, half)
            case ir.Note(numbers):
                for place, noted in enumerate(numbers, 1):
                    code.do("note", self.number(noted), number(place == len(numbers)))
            case _:
                raise AssertionError(statement)

    def _copy_of(self, name: int) -> Expr:
        return self.work(self.frame.copies[name])

    def _on_copy(self, body: ir.Statements) -> None:
        state, place = self.state, self._copies
        copy = self.code.keep(self.work(place), ADDRESS)
        self.code.do("copy", copy, state, number(self.program.size(self.program.slots)))
        self.state, self._copies = copy, place + self.program.copy
        self._block(body)
        self.state, self._copies = state, place

    def _fill(self, first: int, count: int, value: int) -> None:
        """Write a number to successive slots."""
        code, bits = self.code, self.program.bits
        start = self.program.size(first)
        if count <= _MANY:
            for slot in range(count):
                code.write(bits, self.state, number(value), start + slot * bits // 8)
        elif value in (0, -1) or bits == 8:  # noqa: PLR2004 - slots are bytes
            size = number(self.program.size(count))
            code.do("fill", beyond(self.state, start), number(value), size)
        else:
            with code.counted(number(count)) as (index, _):
                code.write(bits, element(self.state, index, bits // 8), number(value), start)
