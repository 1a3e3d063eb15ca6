"""Prints functions of the machine form as a module of LLVM, in its text form.

Every function takes the addresses of the state, of the work space, and of the place where pending
codes are noted; then its parameters; a bare one only those. A local is a variable on the stack,
which LLVM makes a register. The printed text consists only of words from these files, names of
functions and integers: no text of a spec can get into it, as statements hold none.

Names in the text: %v, %o, %p the three addresses; %a0 a parameter; %x0 a local; %n0 what an
instruction gives, or a label; %b0 a label of the machine form; @t0 a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from thesmos.compile.machine import code
from thesmos.compile.machine.expressions import KINDS, Expr, Search
from thesmos.compile.machine.native.failures import FAILURE
from thesmos.compile.machine.operations import OPERATIONS

_TYPES = {"number": "i64", "bit": "i1", "address": "ptr", "float": "double"}
_LANES = 8, 16, 32  # the possible numbers of slots in a vector
_LEAVES = {
    "number": "{number}", "table": "@t{number}",
    "state": "%v", "work": "%o", "pending": "%p",
}  # fmt: skip
_ROWS = {name: row.llvm.split("; ") for name, row in OPERATIONS.items()}
_COMPARISONS = {"eq": "eq", "les": "sle", "ges": "sge", "leu": "ule"}
# What a checked program calls, so that its host sees the first failure (see failures.py).
_NOTED = "1", "%n", "%word", "%of", "%low", "%high"
_NOTES = "\n".join(
    f"  %p{place} = getelementptr i64, ptr @{FAILURE}, i64 {place}\n"
    f"  store i64 {what}, ptr %p{place}"
    for place, what in enumerate(_NOTED)
)
_FAILED = f"""\
@{FAILURE} = global [{len(_NOTED)} x i64] zeroinitializer
define internal void @failed(i64 %n, i64 %word, i64 %of, i64 %low, i64 %high) nounwind cold {{
  %already = load i64, ptr @{FAILURE}
  %noted = icmp ne i64 %already, 0
  br i1 %noted, label %end, label %note
note:
{_NOTES}
  br label %end
end:
  ret void
}}"""
_INTRINSICS = """\
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare double @llvm.sqrt.f64(double)"""


def printed(
    functions: Sequence[code.MachineFunction], tables: Mapping[bytes, int], linkage: str = ""
) -> str:
    """Return a module. linkage: how LLVM says who sees public functions; everybody by default."""
    by_name = {function.name: function for function in functions}
    texts = [_FunctionPrinter(function, by_name).text(linkage) for function in functions]
    checks = [_FAILED] if any("@failed(" in text for text in texts) else []
    return "\n".join([_INTRINSICS, *checks, *map(_table, tables, tables.values()), *texts, ""])


def _table(data: bytes, number: int) -> str:
    content = "".join(f"\\{byte:02X}" for byte in data)
    kind = f"[{len(data)} x i8]"
    return f'@t{number} = internal unnamed_addr constant {kind} c"{content}", align 8'


def _result(count: int) -> str:
    """Return the type of a number of results."""
    return "i64" if count == 1 else f"{{{', '.join(['i64'] * count)}}}"


class _FunctionPrinter:
    """Prints one function. ended: whether the present block already has its last instruction."""

    def __init__(
        self, function: code.MachineFunction, by_name: Mapping[str, code.MachineFunction]
    ) -> None:
        self._function, self._by_name = function, by_name
        self._kinds = [_TYPES[kind] for kind in function.locals]
        self._lines: list[str] = []
        self._names = 0
        self._ended = False

    def text(self, linkage: str) -> str:
        """Return the text of the function."""
        function = self._function
        parameters = [] if function.bare else [f"ptr noalias %{name}" for name in "vop"]
        variables = [f"  %x{local} = alloca {kind}" for local, kind in enumerate(self._kinds)]
        for local, kind in enumerate(self._kinds[: function.parameters]):
            parameters.append(f"{kind}{' noalias' if kind == 'ptr' else ''} %a{local}")
            variables.append(f"  store {kind} %a{local}, ptr %x{local}")
        self._body(function.body)
        if not self._ended:
            self._last("unreachable")
        seen = linkage if function.public else "internal "
        head = f"{seen}{_result(function.results)} @{function.name}"
        first = f"define {head}({', '.join(parameters)}) nounwind {{"
        return "\n".join([first, "entry:", *variables, *self._lines, "}"])

    # -------------------------------------------------------------- instructions

    def _name(self) -> str:
        self._names += 1
        return f"n{self._names}"

    def _do(self, text: str) -> None:
        self._lines.append(f"  {text}")

    def _get(self, text: str) -> str:
        name = f"%{self._name()}"
        self._lines.append(f"  {name} = {text}")
        return name

    def _last(self, text: str) -> None:
        """Print the last instruction of a block."""
        self._do(text)
        self._ended = True

    def _label(self, label: str) -> None:
        """Begin a block, into which the one before continues."""
        if not self._ended:
            self._do(f"br label %{label}")
        self._lines.append(f"{label}:")
        self._ended = False

    def _typed(self, value: Expr) -> str:
        """Print an expression; return its type and its register or constant."""
        kind = KINDS.get(value.op, "number")
        type_ = self._kinds[value.number] if value.op == "get" else _TYPES[kind]
        return f"{type_} {self._value(value)}"

    # ---------------------------------------------------------------- statements

    def _body(self, body: code.Body) -> None:
        for statement in body:
            if self._ended:
                return
            self._statement(statement)

    def _statement(self, statement: code.Statement) -> None:
        match statement:
            case code.Do(operation):
                self._do(self._operation(operation))
            case code.Assign(local, value):
                self._do(f"store {self._typed(value)}, ptr %x{local}")
            case code.CallFunction(results, name, arguments):
                self._call(results, name, arguments)
            case code.CallAddress(local, address, arguments):
                called, typed = self._value(address), ", ".join(map(self._typed, arguments))
                self._do(f"store i64 {self._get(f'call i64 {called}({typed})')}, ptr %x{local}")
            case code.Leave(values):
                self._leave(values)
            case code.Block(label, body, again):
                if again:
                    self._label(f"b{label}")
                self._body(body)
                if not again:
                    self._label(f"b{label}")
            case code.Jump(label, None):
                self._last(f"br label %b{label}")
            case code.Jump(label, Expr() as condition):
                self._branch(condition, f"b{label}", following := self._name())
                self._label(following)
            case code.Switch(row, rows, bodies):
                self._switch(row, rows, bodies)

    def _leave(self, values: Sequence[Expr]) -> None:
        kind = _result(len(values))
        if len(values) == 1:
            self._last(f"ret {self._typed(values[0])}")
            return
        result = "poison"
        for place, value in enumerate(values):
            result = self._get(f"insertvalue {kind} {result}, {self._typed(value)}, {place}")
        self._last(f"ret {kind} {result}")

    def _branch(self, condition: Expr, yes: str, no: str) -> None:
        self._last(f"br {self._typed(condition)}, label %{yes}, label %{no}")

    def _case(self, label: str, body: code.Body, end: str) -> None:
        """Print a body with a label, which goes on at another one."""
        self._label(label)
        self._body(body)
        if not self._ended:
            self._last(f"br label %{end}")

    def _call(self, results: Sequence[int], name: str, arguments: Sequence[Expr]) -> None:
        function, typed = self._by_name[name], [*map(self._typed, arguments)]
        if not function.bare:
            typed.insert(2, "ptr %p")
        kind = _result(function.results)
        result = self._get(f"call {kind} @{name}({', '.join(typed)})")
        for place, local in enumerate(results):
            single = kind == "i64"
            word = result if single else self._get(f"extractvalue {kind} {result}, {place}")
            self._do(f"store i64 {word}, ptr %x{local}")

    def _switch(self, chosen: Expr, rows: Sequence[int], bodies: Sequence[code.Body]) -> None:
        labels = [self._name() for _ in bodies]
        end, impossible = self._name(), self._name()
        ways = " ".join(f"i64 {row}, label %{labels[case]}" for row, case in enumerate(rows))
        self._last(f"switch {self._typed(chosen)}, label %{impossible} [ {ways} ]")
        for label, body in zip(labels, bodies, strict=True):
            self._case(label, body, end)
        self._label(impossible)
        self._last("unreachable")
        self._label(end)

    # --------------------------------------------------------------- expressions

    def _value(self, value: Expr) -> str:
        """Print an expression; return its register or constant."""
        match value.op:
            case "get":
                return self._get(f"load {self._kinds[value.number]}, ptr %x{value.number}")
            case "bit":
                return "true" if value.number else "false"
            case "float":
                return f"0x{value.number & (1 << 64) - 1:016X}"
            case leaf if leaf in _LEAVES:
                return _LEAVES[leaf].format(number=value.number)
            case "search":
                assert value.search
                return self._search(value, value.search)
        return self._get(self._operation(value))

    def _operation(self, value: Expr) -> str:
        """Print all instructions of an operation but the last, and return that."""
        parts = [*map(self._value, value.parts)]
        before = last = ""
        *rows, final = _ROWS[value.op]
        for row in rows:
            before, last = last, self._get(row.format(*parts, number=value.number, last=last))
        return final.format(*parts, number=value.number, last=last, before=before)

    # ------------------------------------------------------------------ searches

    def _search(self, value: Expr, search: Search) -> str:
        address, than = map(self._value, value.parts)
        slot, result = f"i{search.bits}", "0"
        number = self._get(f"trunc i64 {than} to {slot}")
        for start, lanes, counting in search.vectors(_LANES):
            kind = f"<{lanes} x {slot}>"
            vector = self._vector(address, start, lanes, search)
            if search.minus:
                vector = self._get(f"sub {kind} {vector}, splat ({slot} {search.minus})")
            first = self._get(f"insertelement {kind} poison, {slot} {number}, i64 0")
            zeros = f"<{lanes} x i32> zeroinitializer"
            splat = self._get(f"shufflevector {kind} {first}, {kind} poison, {zeros}")
            comparison = f"icmp {_COMPARISONS[search.compare]} {kind} {vector}, {splat}"
            bits = self._get(f"bitcast <{lanes} x i1> {self._get(comparison)} to i{lanes}")
            word = self._get(f"zext i{lanes} {bits} to i64")
            if counting < lanes:
                word = self._get(f"and i64 {word}, {(1 << counting) - 1}")
            word = self._get(f"shl i64 {word}, {start}")
            result = self._get(f"or i64 {result}, {word}")
        return result

    def _vector(self, address: str, start: int, lanes: int, search: Search) -> str:
        """Print a load of every `step`th slot, from one of these on."""
        kind = f"<{lanes * search.step} x i{search.bits}>"
        offset = start * search.step * search.bits // 8
        place = self._get(f"getelementptr inbounds i8, ptr {address}, i64 {offset}")
        vector = self._get(f"load {kind}, ptr {place}, align {search.bits // 8}")
        if search.step == 1:
            return vector
        some = ", ".join(f"i32 {lane * search.step}" for lane in range(lanes))
        return self._get(f"shufflevector {kind} {vector}, {kind} poison, <{lanes} x i32> <{some}>")
