"""Writes functions as WebAssembly: their statements, and the codes that they emit."""

from __future__ import annotations

from typing import get_args

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import sets
from thesmos.compile.machine.memory import WorkFrame
from thesmos.compile.machine.value_types import NUMBER, bits_type
from thesmos.compile.wasm import opcodes as op
from thesmos.compile.wasm.code import I32, I64, Code
from thesmos.compile.wasm.frames import REASON, Extra
from thesmos.compile.wasm.module import Signature
from thesmos.compile.wasm.registers import WORK, Linked, Word
from thesmos.compile.wasm.values import ValueWriter

PENDING, PENDING_COUNT = 0, 4  # where the address and the number of the pending codes are kept
_CODE = 4  # bytes per code
_MANY = 8  # from so many slots on, they are filled in a loop
_REASONS = get_args(ir.ReasonKind)


def write(
    function: ir.Function, number: int, linked: Linked, frame: WorkFrame, extra: Extra
) -> int:
    """Write a function to the module; return its number there."""
    parameters = linked.parameters(number, function.parameters)
    code = Code(parameters)
    writer = _FunctionWriter(number, linked, code, frame)
    writer.extra = extra
    writer.function(function)
    results = [I64] * linked.words(linked.types.functions[number].result)
    signature: Signature = (tuple(parameters), tuple(results))
    return linked.module.function(signature, code)


class _FunctionWriter(ValueWriter):
    """Writes one function. ends: the labels after the loops around the present place."""

    extra: Extra

    def function(self, function: ir.Function) -> None:
        """Write the code of the function."""
        code, kinds = self.code, self.locals
        self._result = self.types.functions[self.number].result
        self._ends: list[int] = []
        self._copies = self.frame.extra + self.extra.on_copy
        place = WORK + 1
        for name in range(function.parameters):
            self.places[name] = place
            place += self.linked.words(kinds.get(name))
        names = {*kinds, *sets(function.body)} - {*range(function.parameters)}
        for name in sorted(names):
            self._reserve(name, kinds.get(name))
        if function.emits:
            self.end = code.local(I32)
            self.work(0)
            code.set(self.end)
        if function.reasons:
            self.reasons = code.local(I32)
            self.work(self.frame.extra)
            code.set(self.reasons)
        self._block(function.body)
        for _ in range(self.linked.words(self._result)):
            self.nothing()

    def _reserve(self, name: int, kind: ir.Type | None) -> None:
        """Create the locals for a local of the function; a copy of the state is in its frame."""
        if isinstance(kind, ir.StateCopy):
            return
        if isinstance(kind, ir.List):
            self.places[name] = self.code.local(I32)
            self.code.local(I64)
            return
        self.places[name] = self.code.local(I64)
        for _ in range(1, self.linked.words(kind)):
            self.code.local(I64)

    # ------------------------------------------------------------------ statements

    def _block(self, statements: ir.Statements) -> None:
        for one in statements:
            with self.code.scope():
                self._statement(one)
            if isinstance(one, (ir.Return, ir.Break)):
                return

    def _statement(self, one: ir.Statement) -> None:
        code = self.code
        match one:
            case ir.Set(name, value):
                self._set(name, value)
            case ir.Store(entry, thing, inner, value):
                offset = self.address(entry, thing, inner)
                self.number_of(value)
                self.store(offset)
            case ir.If(condition, then, otherwise):
                self._if(condition, then, otherwise)
            case ir.ForBits():
                self._for_bits(one)
            case ir.ForRange(name, count, body):
                self._repeat(count, body, self.places[name])
            case ir.Loop(limit, body):
                self._repeat(limit, body, code.spare(I64))
            case ir.Break():
                code.jump(self._ends[-1])
            case ir.Evaluate(call):
                for word in self.call(call, 1):
                    word()
                    code.do(op.DROP)
            case ir.Return(value):
                self._return(value)
            case ir.Pending(codes):
                self._pending(codes)
            case _:
                self._other(one)

    def _other(self, one: ir.Statement) -> None:
        if isinstance(one, (ir.Emit, ir.Drop, ir.KeepMarked, ir.Reason)):
            self._codes(one)
        else:
            self._whole_state(one)

    def _set(self, name: int, value: ir.Value) -> None:
        code, kind = self.code, self.locals.get(name)
        if isinstance(kind, ir.List):
            found = self.codes_of(value, self.frame.lists[name])
            found.first()
            code.set(self.places[name])
            found.number()
            code.set(self.places[name] + 1)
        elif isinstance(kind, ir.Bits):
            words = self.words(value, self.linked.words(kind))
            if len(words) > 1:  # the value may read the same local
                words = self.kept(words)
            for n, word in enumerate(words):
                word()
                code.set(self.places[name] + n)
        else:
            self.number_of(value)
            code.set(self.places[name])

    def _return(self, value: ir.Value) -> None:
        code, result = self.code, self._result
        if isinstance(result, ir.List) and self.is_list(value):
            found = self.codes_of(value, 0)
            if not isinstance(value, (ir.Codes, ir.Call, ir.CallOne)):
                self.work(0)
                found.first()
                found.number()
                code.do(op.I32_WRAP_I64)
                code.i32(_CODE)
                code.do(op.I32_MUL)
                code.copy_memory()
            found.number()
        elif isinstance(result, ir.Bits):
            for word in self.words(value, self.linked.words(result)):
                word()
        else:
            self.number_of(value)
        code.do(op.RETURN)

    def _if(self, condition: ir.Value, then: ir.Statements, otherwise: ir.Statements) -> None:
        code = self.code
        if not isinstance(condition, ir.Logic):
            self.truth(condition)
            with code.if_():
                self._block(then)
                if otherwise:
                    code.otherwise()
                    self._block(otherwise)
            return
        with code.block() as end:
            if not otherwise:
                self.jump_unless(condition, end)
                self._block(then)
                return
            with code.block() as no:
                self.jump_unless(condition, no)
                self._block(then)
                code.jump(end)
            self._block(otherwise)

    def _pending(self, codes: ir.Value) -> None:
        code, found = self.code, self.codes_of(codes)
        code.i32(PENDING)
        found.first()
        code.store(op.I32_STORE, 0)
        code.i32(PENDING_COUNT)
        found.number()
        code.do(op.I32_WRAP_I64)
        code.store(op.I32_STORE, 0)

    # ----------------------------------------------------------------------- loops

    def _for_bits(self, one: ir.ForBits) -> None:
        code = self.code
        left = self.spared(self.words(one.bits, bits_type(one.size) // NUMBER))
        with code.block() as end, code.loop() as again:
            self._take(left, 0, self.places[one.name], end)
            self._inside(one.body, end)
            code.jump(again)

    def _take(self, left: list[int], n: int, member: int, end: int) -> None:
        """Take the first member out of a set in locals, from word n on; jump to `end` if none."""
        code, word = self.code, left[n]
        last = n + 1 == len(left)
        code.get(word)
        code.do(op.I64_EQZ)
        if last:
            code.jump_if(end)
            self._take_from(word, n, member)
            return
        with code.if_():
            self._take(left, n + 1, member, end)
            code.otherwise()
            self._take_from(word, n, member)

    def _take_from(self, word: int, n: int, member: int) -> None:
        code = self.code
        code.get(word)
        code.do(op.I64_CTZ)
        if n:
            code.i64(n * NUMBER)
            code.do(op.I64_ADD)
        code.set(member)
        code.get(word)
        code.get(word)
        code.i64(1)
        code.do(op.I64_SUB, op.I64_AND)
        code.set(word)

    def _repeat(self, count: int, body: ir.Statements, member: int) -> None:
        """Write a loop of `count` rounds. member: the local that counts them from 0."""
        code, place = self.code, self.code.spare(I64)
        self.nothing()
        code.set(place)
        with code.block() as end, code.loop() as again:
            code.get(place)
            code.tee(member)
            code.i64(count)
            code.do(op.I64_GE_S)
            code.jump_if(end)
            self._inside(body, end)
            code.get(place)
            code.i64(1)
            code.do(op.I64_ADD)
            code.set(place)
            code.jump(again)

    def _inside(self, body: ir.Statements, end: int) -> None:
        """Write the body of a loop. end: the label after the loop."""
        self._ends.append(end)
        self._block(body)
        self._ends.pop()

    # ----------------------------------------------------------------------- codes

    def _codes(self, one: ir.Statement) -> None:
        """Write a statement about the codes or the reasons of the function."""
        code = self.code
        match one:
            case ir.Emit(value, marks):
                code.get(self.end)
                self.number_of(value)
                code.store(op.I64_STORE32, 0)
                if marks is not None and self.frame.mark_bits:
                    for n, word in enumerate(self.words(marks, self._mark_words)):
                        self._mark(self.end)
                        word()
                        code.store(op.I64_STORE, self.frame.marks + 8 * n)
                self._grow(self.end, _CODE)
            case ir.Reason(kind, number, holder, holds):
                for place, known in enumerate((_REASONS.index(kind), number, holder)):
                    code.get(self.reasons)
                    code.i32(known)
                    code.store(op.I32_STORE, 4 * place)
                code.get(self.reasons)
                self.number_of(holds)
                code.store(op.I64_STORE32, 12)
                self._grow(self.reasons, REASON)
            case ir.Drop(mark):
                self._filter(mark, marked_stay=False)
            case ir.KeepMarked(mark, met):
                self._filter(mark, marked_stay=True, met=self.places[met])

    @property
    def _mark_words(self) -> int:
        return self.frame.mark_bits // NUMBER

    def _grow(self, local: int, by: int) -> None:
        self.code.get(local)
        self.code.i32(by)
        self.code.do(op.I32_ADD)
        self.code.set(local)

    def _mark(self, at: int) -> None:
        """Push the address of a code's marks, less `frame.marks`. at: the local of its address."""
        code = self.code
        code.get(at)
        code.get(WORK)
        code.do(op.I32_SUB)
        code.i32(self.frame.mark_bits // 8 // _CODE)
        code.do(op.I32_MUL)
        code.get(WORK)
        code.do(op.I32_ADD)

    def _filter(self, mark: int, *, marked_stay: bool, met: int = -1) -> None:
        """Write code that keeps some of the codes, moved together. met: set to whether any are."""
        code, at, kept = self.code, self.code.spare(I32), self.code.spare(I32)
        word, bit = divmod(mark, NUMBER)
        for local in (at, kept):
            self.work(0)
            code.set(local)
        with code.block() as done, code.loop() as again:
            code.get(at)
            code.get(self.end)
            code.do(op.I32_GE_U)
            code.jump_if(done)
            self._mark(at)
            code.load(op.I64_LOAD, self.frame.marks + 8 * word)
            code.i64(1 << bit)
            code.do(op.I64_AND)
            self.nothing()
            code.do(op.I64_NE if marked_stay else op.I64_EQ)
            with code.if_():
                self._move(at, kept)
                self._grow(kept, _CODE)
            self._grow(at, _CODE)
            code.jump(again)
        if met < 0:
            code.get(kept)
            code.set(self.end)
            return
        code.get(kept)
        self.work(0)
        code.do(op.I32_SUB, op.I32_EQZ)
        with code.if_():  # if none is marked, nothing was moved
            self.nothing()
            code.set(met)
            code.otherwise()
            code.i64(1)
            code.set(met)
            code.get(kept)
            code.set(self.end)

    def _move(self, from_: int, to: int) -> None:
        """Copy a code and its marks."""
        code = self.code
        code.get(to)
        code.get(from_)
        code.load(op.I32_LOAD, 0)
        code.store(op.I32_STORE, 0)
        for n in range(self._mark_words):
            self._mark(to)
            self._mark(from_)
            code.load(op.I64_LOAD, self.frame.marks + 8 * n)
            code.store(op.I64_STORE, self.frame.marks + 8 * n)

    # ------------------------------------------------------------- the whole state

    def _whole_state(self, one: ir.Statement) -> None:
        """Write a statement about a half of the state; the second half is a kept copy."""
        half = self.linked.bytes(self.linked.half)
        match one:
            case ir.OnCopy(body):
                self._on_copy(body)
            case ir.Fill(entry, first, count, value):
                self._fill(entry.first + first, count, value)
            case ir.Remember(name):
                self._copy(self._local_copy(name), self._state(0), half)
            case ir.Keep(name):
                self._copy(self._state(half), self._local_copy(name), half)
            case ir.Restore():
                self._copy(self._state(0), self._state(half), half)
            case ir.ClearCopy():
                self._state(half)()
                self.code.i32(0)
                self.code.i32(half)
                self.code.fill_memory()
            case _:
                raise AssertionError(one)

    def _on_copy(self, body: ir.Statements) -> None:
        place, before, copies = self.code.spare(I32), self.state, self._copies
        whole = self.linked.bytes(self.linked.slots)
        self._copy(lambda: self.work(copies), self._state(0), whole)
        self.work(copies)
        self.code.set(place)
        self.state, self._copies = place, copies + self.linked.copy
        self._block(body)
        self.state, self._copies = before, copies

    def _state(self, offset: int) -> Word:
        """Return a word that pushes an address in the state."""

        def push() -> None:
            self.code.get(self.state)
            if offset:
                self.code.i32(offset)
                self.code.do(op.I32_ADD)

        return push

    def _local_copy(self, name: int) -> Word:
        return lambda: self.work(self.frame.extra + self.extra.copies[name])

    def _copy(self, to: Word, from_: Word, count: int) -> None:
        to()
        from_()
        self.code.i32(count)
        self.code.copy_memory()

    def _fill(self, first: int, count: int, value: int) -> None:
        """Write a number to successive slots."""
        code, bits = self.code, self.linked.slot_bits
        if value in (0, -1) or bits == 8:  # noqa: PLR2004 - slots are bytes
            self._state(self.linked.bytes(first))()
            code.i32(value)
            code.i32(self.linked.bytes(count))
            code.fill_memory()
            return
        if count <= _MANY:
            for slot in range(first, first + count):
                code.get(self.state)
                code.i64(value)
                self.store(self.linked.bytes(slot))
            return
        place = code.spare(I32)
        code.i32(0)
        code.set(place)
        with code.loop() as again:
            code.get(self.state)
            code.get(place)
            code.do(op.I32_ADD)
            code.i64(value)
            self.store(self.linked.bytes(first))
            self._grow(place, self.linked.bytes(1))
            code.get(place)
            code.i32(self.linked.bytes(count))
            code.do(op.I32_LT_U)
            code.jump_if(again)
