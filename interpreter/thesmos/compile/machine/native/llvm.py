"""Prints functions of the machine form as a module of LLVM, in its text form.

Every function takes the addresses of the state, of the work space, and of the place where pending
codes are noted; then its parameters. A local is a variable on the stack, which LLVM makes a
register. The printed text consists only of words from this file, names of functions and integers:
no text of a spec can get into it, as statements hold none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from thesmos.compile.machine.form import (
    KINDS,
    WORD,
    Assign,
    Block,
    Body,
    CallFunction,
    Choose,
    Copy,
    Expr,
    Fail,
    FillBytes,
    Jump,
    Leave,
    MachineFunction,
    Search,
    Statement,
    Switch,
    Write,
)
from thesmos.compile.machine.native.failures import FAILURE

_TYPES = {"number": "i64", "bit": "i1", "address": "ptr"}
_SHORT = 30  # the most lines of a function that is inlined
_LANES = 8, 16, 32  # the possible numbers of slots in a vector
# The instructions of each operation: {0} and so on are its parts, {last} is what the instruction
# before gives, {number} its number.
_ROWS: dict[str, tuple[str, ...]] = {
    **{word: (f"{word} i64 {{0}}, {{1}}",) for word in ("add", "sub", "mul", "and", "or", "xor")},
    "divu": ("udiv i64 {0}, {1}",),
    "remu": ("urem i64 {0}, {1}",),
    "divs": ("sdiv i64 {0}, {1}",),
    "rems": ("srem i64 {0}, {1}",),
    "shl": ("and i64 {1}, 63", "shl i64 {0}, {last}"),
    "shr": ("and i64 {1}, 63", "lshr i64 {0}, {last}"),
    "sar": ("and i64 {1}, 63", "ashr i64 {0}, {last}"),
    "ctz": ("call i64 @llvm.cttz.i64(i64 {0}, i1 true)",),
    "popcnt": ("call i64 @llvm.ctpop.i64(i64 {0})",),
    **{
        word: (f"icmp {name} i64 {{0}}, {{1}}",)
        for word, name in (
            ("eq", "eq"), ("ne", "ne"), ("lts", "slt"), ("les", "sle"), ("gts", "sgt"),
            ("ges", "sge"), ("ltu", "ult"),
        )
    },
    "not": ("xor i1 {0}, true",),
    "both": ("and i1 {0}, {1}",),
    "either": ("or i1 {0}, {1}",),
    "of bit": ("zext i1 {0} to i64",),
    "select": ("select i1 {0}, i64 {1}, i64 {2}",),
    "index": ("getelementptr inbounds i8, ptr {0}, i64 {number}",),
    "element": ("getelementptr inbounds [{number} x i8], ptr {0}, i64 {1}",),
    "distance": (
        "ptrtoint ptr {0} to i64", "sub i64 {last}, {start}",
    ),
    "load 8s": ("load i8, ptr {0}", "sext i8 {last} to i64"),
    "load 16s": ("load i16, ptr {0}", "sext i16 {last} to i64"),
    "load 32s": ("load i32, ptr {0}", "sext i32 {last} to i64"),
    "load 64": ("load i64, ptr {0}",),
    "load watched": ("load volatile i64, ptr {0}",),
    "load address": ("load ptr, ptr {0}",),
}  # fmt: skip
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
_COMPARISONS = {"equal": "eq", "at most": "sle"}
_INTRINSICS = """\
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)"""


def printed(
    functions: Sequence[MachineFunction], tables: Mapping[bytes, int], linkage: str = ""
) -> str:
    """Return a module. linkage: how LLVM says who sees public functions; everybody by default."""
    results = {function.name: function.results for function in functions}
    texts = [_FunctionPrinter(function, results).text(linkage) for function in functions]
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

    def __init__(self, function: MachineFunction, results: Mapping[str, int]) -> None:
        self._function, self._results = function, results
        self._lines: list[str] = []
        self._names = 0
        self._ended = False

    def text(self, linkage: str) -> str:
        """Return the text of the function."""
        function = self._function
        given = "".join(
            f", {_TYPES[kind]}{' noalias' if kind == 'address' else ''} %a{place}"
            for place, kind in enumerate(function.locals[: function.parameters])
        )
        variables = [
            f"  %x{place} = alloca {_TYPES[kind]}" for place, kind in enumerate(function.locals)
        ]
        for place, kind in enumerate(function.locals[: function.parameters]):
            variables.append(f"  store {_TYPES[kind]} %a{place}, ptr %x{place}")
        self._body(function.body)
        if not self._ended:
            self._last("unreachable")
        addresses = "ptr noalias %v, ptr noalias %o, ptr noalias %p"
        head = f"{_result(function.results)} @{function.name}({addresses}{given})"
        public = linkage if function.public else "internal "
        how = " alwaysinline" if len(self._lines) <= _SHORT else " cold" if function.rare else ""
        return "\n".join(
            [f"define {public}{head} nounwind{how} {{", "entry:", *variables, *self._lines, "}"]
        )

    # -------------------------------------------------------------- instructions

    def _name(self) -> str:
        self._names += 1
        return f"%n{self._names}"

    def _do(self, text: str) -> None:
        self._lines.append(f"  {text}")

    def _get(self, text: str) -> str:
        name = self._name()
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

    def _kind(self, value: Expr) -> str:
        if value.op == "get":
            return _TYPES[self._function.locals[value.number]]
        return _TYPES[KINDS.get(value.op, "number")]

    # ---------------------------------------------------------------- statements

    def _body(self, body: Body) -> None:
        for statement in body:
            if self._ended:
                return
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign(local, value):
                self._do(f"store {self._kind(value)} {self._value(value)}, ptr %x{local}")
            case Write(bits, address, offset, value):
                word, place = self._value(value), self._at(address, offset)
                kind = f"i{bits}" if bits else "ptr"
                if 0 < bits < WORD and not word.lstrip("-").isdigit():
                    word = self._get(f"trunc i64 {word} to {kind}")
                self._do(f"store {kind} {word}, ptr {place}")
            case CallFunction(results, name, arguments):
                self._call(results, name, arguments)
            case Copy(to, start, size, overlap):
                word = "memmove" if overlap else "memcpy"
                given = f"ptr {self._value(to)}, ptr {self._value(start)}, i64 {self._value(size)}"
                self._do(f"call void @llvm.{word}.p0.p0.i64({given}, i1 false)")
            case FillBytes(to, byte, size):
                given = f"ptr {self._value(to)}, i8 {byte}, i64 {self._value(size)}"
                self._do(f"call void @llvm.memset.p0.i64({given}, i1 false)")
            case Fail(values):
                noted = ", ".join(f"i64 {self._value(each)}" for each in values)
                self._do(f"call void @failed({noted})")
            case _:
                self._control(statement)

    def _control(self, statement: Statement) -> None:
        """Print a statement that decides what comes next."""
        match statement:
            case Choose(condition, then, otherwise):
                self._choose(condition, then, otherwise)
            case Block(label, body, again):
                if again:
                    self._label(f"b{label}")
                self._body(body)
                if not again:
                    self._label(f"b{label}")
            case Jump(label, None):
                self._last(f"br label %b{label}")
            case Jump(label, Expr() as condition):
                following = self._name()
                self._last(f"br i1 {self._value(condition)}, label %b{label}, label {following}")
                self._label(following[1:])
            case Leave(values):
                self._leave([self._value(value) for value in values])
            case Switch(row, rows, bodies):
                self._switch(row, rows, bodies)

    def _choose(self, condition: Expr, then: Body, otherwise: Body) -> None:
        yes, no, end = (self._name()[1:] for _ in range(3))
        self._last(
            f"br i1 {self._value(condition)}, label %{yes}, label %{no if otherwise else end}"
        )
        self._label(yes)
        self._body(then)
        if otherwise:
            if not self._ended:
                self._last(f"br label %{end}")
            self._label(no)
            self._body(otherwise)
        self._label(end)

    def _leave(self, values: list[str]) -> None:
        kind = _result(len(values))
        if len(values) == 1:
            self._last(f"ret i64 {values[0]}")
            return
        result = "poison"
        for place, value in enumerate(values):
            result = self._get(f"insertvalue {kind} {result}, i64 {value}, {place}")
        self._last(f"ret {kind} {result}")

    def _call(self, results: tuple[int, ...], name: str, arguments: Sequence[Expr]) -> None:
        state, work, *given = [(self._kind(each), self._value(each)) for each in arguments]
        all_given = ", ".join(" ".join(pair) for pair in (state, work, ("ptr", "%p"), *given))
        result = self._get(f"call {_result(self._results[name])} @{name}({all_given})")
        for place, local in enumerate(results):
            kind = _result(self._results[name])
            value = result if kind == "i64" else self._get(f"extractvalue {kind} {result}, {place}")
            self._do(f"store i64 {value}, ptr %x{local}")

    def _switch(self, chosen: Expr, rows: Sequence[int], bodies: Sequence[Body]) -> None:
        labels = [self._name()[1:] for _ in bodies]
        end, impossible = self._name()[1:], self._name()[1:]
        ways = " ".join(f"i64 {row}, label %{labels[case]}" for row, case in enumerate(rows))
        self._last(f"switch i64 {self._value(chosen)}, label %{impossible} [ {ways} ]")
        for label, body in zip(labels, bodies, strict=True):
            self._label(label)
            self._body(body)
            if not self._ended:
                self._last(f"br label %{end}")
        self._label(impossible)
        self._last("unreachable")
        self._label(end)

    # --------------------------------------------------------------- expressions

    def _value(self, value: Expr) -> str:
        """Print an expression; return its register or constant."""
        match value.op:
            case "number":
                return str(value.number)
            case "bit":
                return "true" if value.number else "false"
            case "get":
                return self._get(f"load {self._kind(value)}, ptr %x{value.number}")
            case "state" | "work" | "pending":
                return {"state": "%v", "work": "%o", "pending": "%p"}[value.op]
            case "table":
                return f"@t{value.number}"
            case "search":
                assert value.search
                return self._search(value, value.search)
        parts = [self._value(part) for part in value.parts]
        if value.op == "distance":
            start = self._get(f"ptrtoint ptr {parts[1]} to i64")
            end = self._get(f"ptrtoint ptr {parts[0]} to i64")
            return self._get(f"sub i64 {end}, {start}")
        if value.op.startswith("load") and value.number:
            parts = [self._offset(parts[0], value.number)]
        rows = _ROWS[value.op]
        if value.op in ("shl", "shr", "sar") and parts[1].isdigit():
            rows = (rows[1].replace("{last}", parts[1]),)
        last = ""
        for row in rows:
            last = self._get(row.format(*parts, last=last, number=value.number))
        return last

    def _at(self, address: Expr, offset: int) -> str:
        place = self._value(address)
        return self._offset(place, offset) if offset else place

    def _offset(self, address: str, offset: int) -> str:
        return self._get(f"getelementptr inbounds i8, ptr {address}, i64 {offset}")

    # ------------------------------------------------------------------ searches

    def _search(self, value: Expr, search: Search) -> str:
        address, *than = (self._value(part) for part in value.parts)
        result = ""
        for start, lanes, new in _vectors(search.slots):
            offset = value.number + start * search.step * search.bits // 8
            compared = self._compared(
                self._vector(address, offset, lanes, search), lanes, search, than
            )
            bits = self._get(f"bitcast <{lanes} x i1> {compared} to i{lanes}")
            wide = self._get(f"zext i{lanes} {bits} to i64")
            if new < lanes:
                wide = self._get(f"and i64 {wide}, {(1 << new) - 1}")
            if start:
                wide = self._get(f"shl i64 {wide}, {start}")
            result = self._get(f"or i64 {result}, {wide}") if result else wide
        return result

    def _vector(self, address: str, offset: int, lanes: int, search: Search) -> str:
        """Print a load of every `step`th slot."""
        kind = f"<{lanes * search.step} x i{search.bits}>"
        place = self._offset(address, offset) if offset else address
        vector = self._get(f"load {kind}, ptr {place}, align {search.bits // 8}")
        if search.step == 1:
            return vector
        some = ", ".join(f"i32 {lane * search.step}" for lane in range(lanes))
        return self._get(f"shufflevector {kind} {vector}, {kind} poison, <{lanes} x i32> <{some}>")

    def _compared(self, vector: str, lanes: int, search: Search, than: Sequence[str]) -> str:
        slot = f"i{search.bits}"
        kind, edge = f"<{lanes} x {slot}>", 1 << search.bits - 1
        if than:
            number = (
                self._get(f"trunc i64 {than[0]} to {slot}")
                if not than[0].lstrip("-").isdigit()
                else than[0]
            )
            begun = self._get(f"insertelement {kind} poison, {slot} {number}, i64 0")
            zeros = f"<{lanes} x i32> zeroinitializer"
            splat = self._get(f"shufflevector {kind} {begun}, {kind} poison, {zeros}")
            return self._get(f"icmp {_COMPARISONS[search.compare]} {kind} {vector}, {splat}")
        low, high = search.low, search.high
        if low == high:
            return self._get(f"icmp eq {kind} {vector}, splat ({slot} {low})")
        if low > -edge:
            vector = self._get(f"sub {kind} {vector}, splat ({slot} {low})")
            return self._get(f"icmp ule {kind} {vector}, splat ({slot} {high - low})")
        return self._get(f"icmp sle {kind} {vector}, splat ({slot} {high})")


def _vectors(count: int) -> Iterator[tuple[int, int, int]]:
    """Yield vectors that cover `count` slots: where each begins, its lanes, how many of them count.

    Two vectors overlap, rather than one going beyond the last slot: memory there may have just been
    written, and reading it together with other slots would have to wait for that.
    """
    for start in range(0, count, _LANES[-1]):
        some = min(_LANES[-1], count - start)
        lanes = next(each for each in _LANES if each >= some)
        if some == lanes or lanes == _LANES[0]:
            yield start, lanes, some
        else:
            yield start, lanes // 2, lanes // 2
            yield start + some - lanes // 2, lanes // 2, lanes // 2
