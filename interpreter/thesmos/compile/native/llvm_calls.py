"""Prints calls as LLVM instructions, and the lists of codes that functions return."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable, Sequence

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.value_types import register
from thesmos.compile.native.registers import CodeList, RegisterPrinter


class CallPrinter(RegisterPrinter, ABC):
    """Prints the calls of one function."""

    def codes_of(self, value: ir.Value, into: str | None = None) -> CodeList:
        """Write a list of codes. into: where a called function writes it; None for anywhere."""
        lines = self.lines
        match value:
            case ir.Codes():
                return CodeList("%o", lines.get(f"load i64, ptr {self.codes}"))
            case ir.Get(name):
                first = lines.get(f"load ptr, ptr %first{name}")
                return CodeList(first, lines.get(f"load i64, ptr %x{name}"))
            case ir.Select(condition, then, otherwise):
                return self._one_list(condition, then, otherwise, into)
        assert isinstance(value, (ir.Call, ir.CallOne))
        place = into or self.beyond()
        return CodeList(place, self.call(value, 64, place))

    def _one_list(
        self, condition: ir.Value, then: ir.Value, otherwise: ir.Value, into: str | None
    ) -> CodeList:
        lines = self.lines
        first, count = lines.variable("ptr"), lines.variable("i64")

        def keep(value: ir.Value) -> None:
            found = self.codes_of(value, into)
            lines.do(f"store ptr {found.first}, ptr {first}")
            lines.do(f"store i64 {found.number}, ptr {count}")

        yes, no, end = lines.name(), lines.name(), lines.name()
        mark = self.jump_if(condition, yes, no)
        lines.block(yes, mark)
        keep(then)
        lines.jump(end)
        lines.block(no, mark)
        keep(otherwise)
        lines.block(end, mark)
        return CodeList(lines.get(f"load ptr, ptr {first}"), lines.get(f"load i64, ptr {count}"))

    def beyond(self) -> str:
        """Return the address of the work space after this function's own frame."""
        return self.lines.address("%o", "i8", str(self.frame.size)) if self.frame.size else "%o"

    # ------------------------------------------------------------------------ calls

    def call(self, value: ir.Call | ir.CallOne, size: int, into: str | None = None) -> str:
        """Write a call; return its result in a register of a size. into: where it writes codes."""
        place = into or self.beyond()
        if isinstance(value, ir.Call):
            return self._call(value.function, self._given(value.function, value.arguments), size,
                              place)  # fmt: skip
        return self._call_one(value, size, place)

    def _given(self, function: int, arguments: Iterable[ir.Value]) -> list[str]:
        """Write arguments, with the sizes that the called function takes."""
        kinds = self.types.functions[function].locals
        made = []
        for name, one in enumerate(arguments):
            kind = kinds.get(name)
            size = register(kind)
            found = self.bits(one, size) if isinstance(kind, ir.Bits) else self.value(one)
            made.append(f"i{size} {found}")
        return made

    def _call(self, function: int, given: Sequence[str], size: int, into: str) -> str:
        of = register(self.result_of(function))
        all_given = ", ".join([f"ptr {self.slots.state}", f"ptr {into}", "ptr %p", *given])
        return self.lines.resized(self.lines.get(f"call i{of} @f{function}({all_given})"), of, size)

    def _call_one(self, value: ir.CallOne, size: int, into: str) -> str:
        """Write a call of one of a row of functions: a jump to the right call."""
        lines, index = self.lines, self.value(value.index)
        cases: dict[int | None, list[int]] = {}
        for number, function in enumerate(value.functions):
            cases.setdefault(function, []).append(number)
        labels = {function: lines.name() for function in cases}
        end, result = lines.name(), lines.variable(f"i{size}")
        rows = " ".join(
            f"i64 {number}, label %{labels[function]}"
            for function, of in cases.items()
            for number in of
        )
        impossible = lines.name()
        lines.leave(f"switch i64 {index}, label %{impossible} [ {rows} ]")
        mark = lines.mark()
        for function, label in labels.items():
            lines.block(label, mark)
            found = "0"
            if function is not None:
                found = self._call(function, self._given(function, value.arguments), size, into)
            lines.do(f"store i{size} {found}, ptr {result}")
            lines.jump(end)
        lines.block(impossible)
        lines.leave("unreachable")
        lines.block(end, mark)
        return lines.get(f"load i{size}, ptr {result}")
