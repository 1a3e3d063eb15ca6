"""Writes calls as WebAssembly, and the lists of codes that functions return."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable
from functools import partial

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.value_types import NUMBER, register
from thesmos.compile.wasm import opcodes as op
from thesmos.compile.wasm.code import I32, I64
from thesmos.compile.wasm.registers import RegisterWriter, Word, WrittenList


class CallWriter(RegisterWriter, ABC):
    """Writes the calls of one function."""

    def codes_of(self, value: ir.Value, into: int | None = None) -> WrittenList:
        """Return a list. into: where in the frame a called function writes it; None: anywhere."""
        code = self.code
        match value:
            case ir.Codes():
                return WrittenList(lambda: self.work(0), lambda: self._emitted(self.end, 0, 4))
            case ir.Reasons():
                first = self.frame.extra
                return WrittenList(
                    lambda: self.work(first), lambda: self._emitted(self.reasons, first, 4)
                )
            case ir.Get(name):
                place = self.places[name]
                return WrittenList(self.pusher(place), self.pusher(place + 1))
            case ir.Select(condition, then, otherwise):
                at, count = code.spare(I32), code.spare(I64)
                self.truth(condition)
                with code.if_():
                    self._keep_list(then, at, count, into)
                    code.otherwise()
                    self._keep_list(otherwise, at, count, into)
                return WrittenList(self.pusher(at), self.pusher(count))
        if not isinstance(value, (ir.Call, ir.CallOne)):  # 0 stands for none
            return WrittenList(lambda: self.work(0), self.nothing)
        place = self.frame.size if into is None else into
        (count_word,) = self.kept(self.call(value, 1, place))
        return WrittenList(lambda: self.work(place), count_word)

    def _keep_list(self, value: ir.Value, at: int, count: int, into: int | None) -> None:
        found = self.codes_of(value, into)
        found.first()
        self.code.set(at)
        found.number()
        self.code.set(count)

    def _emitted(self, end: int, first: int, size: int) -> None:
        """Push how many numbers of a size there are from an offset in the frame to `end`."""
        code = self.code
        code.get(end)
        self.work(first)
        code.do(op.I32_SUB)
        code.i32(size)
        code.do(op.I32_DIV_U, op.I64_EXTEND_I32_U)

    # ------------------------------------------------------------------------ calls

    def call(self, value: ir.Call | ir.CallOne, count: int, into: int | None = None) -> list[Word]:
        """Return the result of a call as `count` words. into: as in `codes_of`."""
        place = self.frame.size if into is None else into
        if isinstance(value, ir.CallOne):
            return self._call_one(value, count, place)
        if register(self.result_of(value.function)) == NUMBER:
            return [lambda: self._call(value.function, value.arguments, place)]
        self._call(value.function, value.arguments, place)
        return [self.pusher(local) for local in self._popped(value.function)]

    def _popped(self, function: int) -> list[int]:
        """Pop the words of a result into spare locals; return these."""
        count = self.linked.words(self.result_of(function))
        made = [self.code.spare(I64) for _ in range(count)]
        for local in reversed(made):
            self.code.set(local)
        return made

    def _call(self, function: int, arguments: Iterable[ir.Value], into: int) -> None:
        """Push the words that a function returns."""
        kinds = self.types.functions[function].locals
        given = [
            self.words(one, self.linked.words(kinds.get(name)))
            if isinstance(kinds.get(name), ir.Bits)
            else [self._number(one)]
            for name, one in enumerate(arguments)
        ]
        self.code.get(self.state)
        self.work(into)
        for words in given:
            for word in words:
                word()
        self.code.call(self.linked.functions[function])

    def _number(self, value: ir.Value) -> Word:
        return lambda: self.number_of(value)

    def _call_one(self, value: ir.CallOne, count: int, into: int) -> list[Word]:
        """Return the result of one of a row of functions: a jump to the right call."""
        code = self.code
        cases: dict[int | None, int] = {}
        rows = [cases.setdefault(function, len(cases)) for function in value.functions]
        made = [code.spare(I64) for _ in range(count)]

        def call(function: int | None) -> None:
            words: list[Word] = []
            if function is not None:
                self._call(function, value.arguments, into)
                words = [self.pusher(local) for local in self._popped(function)]
            for local, word in zip(made, words + [self.nothing] * count, strict=False):
                word()
                code.set(local)

        self.number_of(value.index)
        code.do(op.I32_WRAP_I64)
        index = code.spare(I32)
        code.set(index)
        code.choose(index, rows, [partial(call, function) for function in cases])
        return [self.pusher(local) for local in made]
