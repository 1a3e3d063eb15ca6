"""Prints functions in C: their statements; values.py prints the values in them.

Every function takes the state `v`, the work space `o` (see machine/memory.py) and `p`, where it
notes the pending codes; then its parameters. `n` is how many codes it has emitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thesmos.compile import ir
from thesmos.compile.c.values import CValuePrinter, kind_of
from thesmos.compile.machine.value_types import bits_type, register
from thesmos.compile.nodes import sets

Lines = Iterator[str]


@dataclass(frozen=True)
class StateSize:
    """How many slots a state has. half: in each half; slots: in the whole."""

    half: int
    slots: int


class CFunctionPrinter:
    """Prints one function."""

    def __init__(self, function: ir.Function, of: CValuePrinter, size: StateSize) -> None:
        self._function, self._of, self._size = function, of, size
        self._types = of.types.functions[of.number]

    def head(self) -> str:
        """Print the head of the function, without its body."""
        result = kind_of(register(self._types.result))
        parameters = [
            f", {kind_of(self._of.bits_of(name))} x{name}"
            for name in range(self._function.parameters)
        ]
        given = f"slot *v, char *o, pending *p{''.join(parameters)}"
        return f"static {result} f{self._of.number}({given})"

    def text(self) -> str:
        """Print the function."""
        body = [f"    {line}" for line in self._block(self._function.body)]
        result = register(self._types.result)
        end = f"    return {self._of.bits(ir.Const(0), result)};"
        return "\n".join([f"{self.head()} {{", *self._locals(), *body, end, "}"])

    def _locals(self) -> Lines:
        function, kinds = self._function, self._types.locals
        if function.emits:
            yield "    int64_t n = 0;"
        for name in sorted({*kinds, *sets(function.body)}):
            kind = kinds.get(name)
            if isinstance(kind, ir.StateCopy):
                yield f"    slot x{name}[{self._size.half}];"
            elif name >= function.parameters:
                bits = self._of.bits_of(name)
                yield f"    {kind_of(bits)} x{name} = {self._of.bits(ir.Const(0), bits)};"
            if isinstance(kind, ir.List):
                yield f"    int32_t *codes{name} = 0;"

    # ------------------------------------------------------------------ statements

    def _block(self, statements: ir.Statements) -> Lines:
        for one in statements:
            yield from self._statement(one)
            if isinstance(one, (ir.Return, ir.Break)):
                return

    def _inside(self, head: str, statements: ir.Statements, first: str = "") -> Lines:
        """Yield the lines of a head and the block after it, such as a loop."""
        yield f"{head} {{"
        if first:
            yield f"    {first}"
        for line in self._block(statements):
            yield f"    {line}"
        yield "}"

    def _statement(self, one: ir.Statement) -> Lines:
        of = self._of
        match one:
            case ir.Set(name, value):
                yield from self._set(name, value)
            case ir.Store(entry, thing, inner, value):
                yield f"v[{of.slot(entry, thing, inner)}] = (slot){of.value(value)};"
            case ir.If(condition, then, otherwise):
                yield from self._inside(f"if ({of.truth(condition)})", then)
                if otherwise:
                    yield from self._inside("else", otherwise)
            case ir.ForBits(name, bits, size, body):
                words = of.words(bits_type(size))
                left = f"set{words} left = {of.bits(bits, bits_type(size))}"
                head = f"for ({left}; any{words}(left); left = rest{words}(left))"
                yield from self._inside(head, body, f"x{name} = first{words}(left);")
            case ir.ForRange(_, count, body) | ir.Loop(count, body):
                first = f"x{one.name} = i;" if isinstance(one, ir.ForRange) else ""
                yield from self._inside(f"for (int64_t i = 0; i < {count}; i++)", body, first)
            case ir.Break():
                yield "break;"
            case ir.Evaluate(call):
                yield f"{of.call(call, 64)};"
            case ir.Return(value):
                yield from self._return(value)
            case ir.Pending(codes):
                yield f"p->count = {of.count(codes)};"
                yield f"p->codes = {of.first(codes)};"
            case ir.Emit() | ir.Drop() | ir.KeepMarked():
                yield from self._codes(one)
            case _:
                yield from self._whole_state(one)

    def _set(self, name: int, value: ir.Value) -> Lines:
        of, kind = self._of, self._types.locals.get(name)
        if isinstance(kind, ir.List):
            yield from self._set_list(name, value)
        elif isinstance(kind, ir.Bits):
            yield f"x{name} = {of.bits(value, of.bits_of(name))};"
        else:
            yield f"x{name} = {of.value(value)};"

    def _set_list(self, name: int, value: ir.Value) -> Lines:
        of = self._of
        if isinstance(value, ir.Select):
            yield f"if ({of.truth(value.condition)}) {{"
            yield from self._set_list(name, value.then)
            yield "} else {"
            yield from self._set_list(name, value.otherwise)
            yield "}"
            return
        into = f"o + {of.frame.lists[name]}"
        yield f"x{name} = {of.count(value, into)};"
        yield f"codes{name} = {of.first(value, into)};"

    def _return(self, value: ir.Value) -> Lines:
        of, result = self._of, self._types.result
        if isinstance(result, ir.List) and of.is_list(value):
            if isinstance(value, ir.Select):
                yield f"if ({of.truth(value.condition)}) {{"
                yield from self._return(value.then)
                yield "}"
                yield from self._return(value.otherwise)
                return
            if isinstance(value, ir.Get):
                yield f"memmove(o, {of.first(value)}, {of.count(value)} * 4);"
            yield f"return {of.count(value, 'o')};"
        elif isinstance(result, ir.Bits):
            yield f"return {of.bits(value, register(result))};"
        else:
            yield f"return {of.value(value)};"

    # ----------------------------------------------------------------------- codes

    def _codes(self, one: ir.Emit | ir.Drop | ir.KeepMarked) -> Lines:
        """Yield the lines of a statement about the codes of the function."""
        of, bits = self._of, self._of.frame.mark_bits
        if isinstance(one, ir.Emit):
            yield f"((int32_t *)o)[n] = (int32_t){of.value(one.code)};"
            if one.marks is not None and bits:
                yield f"{self._marks()}[n] = {of.bits(one.marks, bits)};"
            yield "n++;"
            return
        marked = f"has{of.words(bits)}({self._marks()}[i], {one.mark})"
        stays = f"!{marked}" if isinstance(one, ir.Drop) else marked
        yield "{"
        yield "    int64_t kept = 0;"
        yield f"    for (int64_t i = 0; i < n; i++) if ({stays}) {{"
        yield "        ((int32_t *)o)[kept] = ((int32_t *)o)[i];"
        yield f"        {self._marks()}[kept++] = {self._marks()}[i];"
        yield "    }"
        if isinstance(one, ir.KeepMarked):  # if none is marked, nothing was moved
            yield f"    x{one.met} = kept != 0;"
            yield "    if (kept) n = kept;"
        else:
            yield "    n = kept;"
        yield "}"

    def _marks(self) -> str:
        """Print the marks of the codes."""
        frame = self._of.frame
        return f"((set{frame.mark_bits // 64} *)(o + {frame.marks}))"

    # ------------------------------------------------------------- the whole state

    def _whole_state(self, one: ir.Statement) -> Lines:
        """Yield the lines of a statement about a half of the state; the second half is a copy."""
        half, size = self._size.half, f"{self._size.half} * sizeof(slot)"
        match one:
            case ir.OnCopy(body):
                slots = self._size.slots
                yield "{"
                yield f"    slot copy[{slots}];"
                yield f"    memcpy(copy, v, {slots} * sizeof(slot));"
                yield from (f"    {line}" for line in self._inside("", body, "slot *v = copy;"))
                yield "}"
            case ir.Fill(entry, first, count, value):
                start = entry.first + first
                end = start + count
                yield f"for (int64_t i = {start}; i < {end}; i++) v[i] = {value};"
            case ir.Remember(name):
                yield f"memcpy(x{name}, v, {size});"
            case ir.Keep(name):
                yield f"memcpy(v + {half}, x{name}, {size});"
            case ir.Restore():
                yield f"memcpy(v, v + {half}, {size});"
            case ir.ClearCopy():
                yield f"memset(v + {half}, 0, {size});"
            case _:
                raise AssertionError(one)
