"""Prints a program as a module of LLVM, in its text form.

Every function takes the addresses of the state, of the work space (see memory.py), and of the place
where pending codes are noted; then its parameters. The printed text consists only of words from
these files and of integers: no text of a spec can get into it, as statements hold none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.ir.reading import pure_functions, reachable, sets, statements_in, used_by
from thesmos.compile.machine.filtering import filtered
from thesmos.compile.machine.frequencies import frequencies
from thesmos.compile.machine.last_decisions import with_last_decisions
from thesmos.compile.machine.memory import PADDING, SMALLEST, WorkFrame, frames, slot_bits
from thesmos.compile.machine.set_sizes import largest_set, limited
from thesmos.compile.machine.value_types import bits_type, register
from thesmos.compile.native.counting import count_loop
from thesmos.compile.native.failures import FAILURE
from thesmos.compile.native.fixed_locals import fixed_locals
from thesmos.compile.native.following import follow_loop
from thesmos.compile.native.llvm_lines import Lines
from thesmos.compile.native.llvm_values import LlvmValuePrinter
from thesmos.compile.native.playing import play_loop
from thesmos.compile.native.searching import Slots, counted
from thesmos.compile.native.stepping import step_loops
from thesmos.compile.optimize.types import Types, typed
from thesmos.link.ending_steps import ending_steps
from thesmos.link.linked import LinkedGame

_OF_PLAY = {  # functions called from outside, and how many numbers they take
    "options": 0, "may_skip": 0, "weight": 1, "suggested": 1,
    "enter": 0, "choose": 1, "skip": 0, "concede": 0,
}  # fmt: skip
_OFTEN = {
    "choose": 1.0,
    "choose_last": 1.0,
    "option_count": 1.0,
    "may_skip": 1.0,
    "skip": 0.1,
}  # how often functions are called in a decision
_RARE = 0.1  # a function that is called less often in a decision is optimised less
_SHORT = 30  # the most lines of a function that is inlined
_OF_COUNTS = {
    "options": 0, "may_skip": 0, "choose": 1, "skip": 0, "choose_last": 1, "skip_last": 0,
    "option_count": 0,
}  # fmt: skip
_INTRINSICS = """\
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)"""

# What a checked program calls: the first failure is noted, and whoever called the program looks.
_NOTES = "\n".join(
    f"  %p{place} = getelementptr i64, ptr @{FAILURE}, i64 {place}\n"
    f"  store i64 {what}, ptr %p{place}"
    for place, what in enumerate(("1", "%n", "%word", "%of", "%low", "%high"))
)
_CHECKED = f"""\
@{FAILURE} = global [6 x i64] zeroinitializer
define internal i64 @checked(i1 %fine, i64 %n, i64 %word, i64 %of, i64 %low, i64 %high) nounwind {{
  %already = load i64, ptr @{FAILURE}
  %noted = icmp ne i64 %already, 0
  %leave = or i1 %fine, %noted
  br i1 %leave, label %end, label %note
note:
{_NOTES}
  br label %end
end:
  %number = select i1 %fine, i64 %n, i64 %low
  ret i64 %number
}}"""


@dataclass(frozen=True)
class MachineModule:
    """A module of LLVM. slot_bits: of a slot. slots: of a state. work: bytes of work space.

    views: whether it has functions for what players see; without them, nothing is hidden.
    """

    text: str
    slot_bits: int
    slots: int
    work: int
    views: bool


def printed(program: ir.Program, game: LinkedGame) -> MachineModule:
    """Return the program of a linked game as a module that plays."""
    module = _Module(filtered(program), game, _named(program))
    core, bits, slots = game.layout.core, module.size.bits, module.size.slots
    over, codes = core("winners"), CodeSpace(game).count
    return module.with_loops(
        play_loop(bits, slots, over, core("reason"), module.work),
        step_loops(bits, slots, over, core("chooser"), codes),
    )


def printed_to_link(program: ir.Program, game: LinkedGame) -> MachineModule:
    """Return the program of a linked game as a module without any name that others can see."""
    return _Module(filtered(program), game, _named(program), "internal ").with_loops()


def _named(program: ir.Program) -> dict[str, int]:
    """Return the functions of play that are called from outside, by name."""
    views = {f"view{player}": number for player, number in enumerate(program.views)}
    return {name: getattr(program, name) for name in _OF_PLAY} | views


def printed_to_count(program: ir.Program, game: LinkedGame) -> MachineModule:
    """Return the program of a linked game as a module that counts what decisions lead to."""
    more, steps = with_last_decisions(filtered(program)), ending_steps(game)
    needed = [name for name in _OF_COUNTS if steps or name != "option_count"]
    module = _Module(more, game, {name: getattr(more, name) for name in needed})
    bits, slots = module.size.bits, module.size.slots
    over = game.layout.core("winners")
    return module.with_loops(count_loop(bits, slots, game, steps), follow_loop(bits, slots, over))


class _Module:
    """The functions of a program as text. named: those called from outside, by name.

    linkage: how LLVM says who sees these names; everybody by default. work: the bytes of work space
    that they need.
    """

    def __init__(
        self, program: ir.Program, game: LinkedGame, named: Mapping[str, int], linkage: str = ""
    ) -> None:
        program, types = typed(program, CodeSpace(game).count)
        functions, layout = program.functions, game.layout
        largest = largest_set(functions, layout)
        types = limited(types, largest)
        bits = slot_bits(layout.entries)
        self.size = _StateSize(bits, program.size, len(game.initial), largest)
        places = frames(functions, types.functions, types.kinds)
        self.work = (max(frame.needed for frame in places) + PADDING + 15) // 16 * 16
        needed = [used_by(one).needs() for one in functions]
        numbers = reachable(named.values(), needed)
        self._widths = set[int]()
        self._text = []
        pure = pure_functions(map(used_by, functions))
        often = {number: _OFTEN.get(name, 0.0) for name, number in named.items()}
        called = frequencies(program, often)
        for number in numbers:
            changing = number not in pure or _has_copies(functions[number])
            printer = _FunctionPrinter(
                number, program, types, places[number], self.size, changing=changing
            )
            self._text.append(printer.function(rare=called[number] < _RARE))
            self._widths |= printer.widths
        self._text += (_export(name, number, types, linkage) for name, number in named.items())
        self._views = "view0" in named

    def with_loops(self, *loops: str) -> MachineModule:
        """Return the whole module, with the loops as additional functions."""
        intrinsics = [
            f"declare i{width} @llvm.{word}"
            for width in sorted(self._widths)
            for word in _counting(width)
        ]
        checks = [_CHECKED] if any("@checked(" in text for text in self._text) else []
        text = "\n".join([_INTRINSICS, *checks, *intrinsics, *self._text, *loops, ""])
        return MachineModule(text, self.size.bits, self.size.slots, self.work, self._views)


def _has_copies(function: ir.Function) -> bool:
    """Return whether a function works on a copy of the state."""
    return any(isinstance(one, ir.OnCopy) for one in statements_in(function.body))


def _counting(width: int) -> tuple[str, str]:
    return f"ctpop.i{width}(i{width})", f"cttz.i{width}(i{width}, i1)"


def _export(name: str, number: int, types: Types, linkage: str) -> str:
    """Return the text of a function that is called from outside."""
    numbers = (_OF_PLAY | _OF_COUNTS).get(name, 0)
    more = "".join(f", i64 %a{n}" for n in range(numbers))
    bits = register(types.functions[number].result)
    given = f"ptr noalias %v, ptr noalias %o, ptr noalias %p{more}"
    return (
        f"define {linkage}i64 @{name}({given}) nounwind {{\n"
        f"  %r = call i{bits} @f{number}(ptr %v, ptr %o, ptr %p{more})\n  ret i64 %r\n}}"
    )


@dataclass(frozen=True)
class _StateSize:
    """The size of a state. bits: of a slot; half: slots of a half; slots: of the whole.

    largest: how many members the largest set of a game can have.
    """

    bits: int
    half: int
    slots: int
    largest: int

    def bytes(self, slots: int) -> int:
        """Return the size of a number of slots, in bytes."""
        return slots * self.bits // 8


class _FunctionPrinter:
    """Prints one function. widths: of the registers for sets that it uses."""

    def __init__(
        self, number: int, program: ir.Program, types: Types, frame: WorkFrame, size: _StateSize,
        *, changing: bool,
    ) -> None:  # fmt: skip
        self._function, self._number = program.functions[number], number
        self._types, self._size, self._frame = types.functions[number], size, frame
        self._fixed = fixed_locals(self._function)
        self._lines = Lines(changing=changing)
        self._slots = Slots(self._lines, size.bits)
        self._of = LlvmValuePrinter(self._lines, number, types, self._slots, size.largest)
        self._of.frame = frame
        self._ends: list[str] = []  # the labels after the loops around the present place
        self.widths: set[int] = set()

    def function(self, *, rare: bool) -> str:
        """Return the text of the function, and of its tables. rare: whether it is seldom called."""
        function, lines, kinds = self._function, self._lines, self._types.locals
        result = self._types.result
        self._result = register(result)
        if function.emits:
            self._of.codes = lines.variable("i64")
            lines.do(f"store i64 0, ptr {self._of.codes}")
        parameters = []
        for name in range(function.parameters):
            bits = self._of.bits_of(name)
            parameters.append(f", i{bits} %p{name}")
            self._give(name, f"%p{name}")
        self._block(function.body)
        lines.leave(f"ret i{self._result} 0")
        names = {*kinds, *sets(function.body), *range(function.parameters)} - {*self._of.registers}
        variables = [line for name in sorted(names) for line in self._local(name)]
        head = "ptr noalias %v, ptr noalias %o, ptr noalias %p" + "".join(parameters)
        tables = [f"{name} = internal unnamed_addr constant {text}"
                  for text, name in self._of.tables.items()]  # fmt: skip
        self.widths |= {bits_type(1), *self._of.widths}
        start = f"define internal i{self._result} @f{self._number}({head}) nounwind{{}} {{{{"
        body = ["entry:", *variables, *lines.variables, *lines.lines, "}"]
        how = " alwaysinline" if len(body) <= _SHORT else " cold" if rare else ""
        return "\n".join([*tables, start.format(how), *body])

    def _local(self, name: int) -> list[str]:
        """Return the instructions that reserve memory for a local."""
        kind = self._types.locals.get(name)
        if isinstance(kind, ir.StateCopy):
            return [f"  %x{name} = alloca i8, i64 {self._size.bytes(self._size.half)}, align 16"]
        bits = self._of.bits_of(name)
        made = [f"  %x{name} = alloca i{bits}"]
        if isinstance(kind, ir.List):
            made.append(f"  %first{name} = alloca ptr")
        return made

    def _give(self, name: int, value: str) -> None:
        """Give a local a value of its own size."""
        if name in self._fixed:
            self._of.registers[name] = value
        else:
            self._lines.do(f"store i{self._of.bits_of(name)} {value}, ptr %x{name}")

    # ------------------------------------------------------------------ statements

    def _block(self, statements: ir.Statements) -> None:
        for one in statements:
            if self._lines.ended:
                return
            self._statement(one)

    def _statement(self, one: ir.Statement) -> None:
        lines, of = self._lines, self._of
        match one:
            case ir.Set(name, value):
                self._set(name, value)
            case ir.Store(entry, thing, inner, value):
                number = of.value(value)
                self._slots.store(of.slot(entry, thing, inner), number)
            case ir.If(condition, then, otherwise):
                self._if(condition, then, otherwise)
            case ir.ForBits():
                self._for_bits(one)
            case ir.ForRange(name, count, body):
                self._repeat(count, body, name)
            case ir.Loop(limit, body):
                self._repeat(limit, body, None)
            case ir.Break():
                lines.jump(self._ends[-1])
            case ir.Evaluate(call):
                of.call(call, 64)
            case ir.Return(value):
                self._return(value)
            case ir.Pending(codes):
                found = of.codes_of(codes)
                lines.do(f"store ptr {found.first}, ptr %p")
                lines.do(f"store i64 {found.number}, ptr {lines.address('%p', 'i64', '1')}")
            case ir.Emit() | ir.Drop() | ir.KeepMarked():
                self._codes(one)
            case _:
                self._whole_state(one)

    def _set(self, name: int, value: ir.Value) -> None:
        lines, of = self._lines, self._of
        kind = self._types.locals.get(name)
        if isinstance(kind, ir.List):
            into = lines.address("%o", "i8", str(self._frame.lists[name]))
            found = of.codes_of(value, into)
            lines.do(f"store ptr {found.first}, ptr %first{name}")
            lines.do(f"store i64 {found.number}, ptr %x{name}")
            return
        bits = of.bits_of(name)
        self._give(name, of.bits(value, bits) if isinstance(kind, ir.Bits) else of.value(value))

    def _return(self, value: ir.Value) -> None:
        lines, of = self._lines, self._of
        result = self._types.result
        if isinstance(result, ir.List) and of.is_list(value):
            found = of.codes_of(value, "%o")
            if isinstance(value, (ir.Get, ir.Select)):
                size = lines.get(f"mul i64 {found.number}, 4")
                copy = "@llvm.memmove.p0.p0.i64"
                lines.do(f"call void {copy}(ptr %o, ptr {found.first}, i64 {size}, i1 false)")
            lines.leave(f"ret i64 {found.number}")
        elif isinstance(result, ir.Bits):
            lines.leave(f"ret i{self._result} {of.bits(value, self._result)}")
        else:
            lines.leave(f"ret i64 {of.value(value)}")

    def _if(self, condition: ir.Value, then: ir.Statements, otherwise: ir.Statements) -> None:
        lines = self._lines
        yes, no, end = lines.name(), lines.name(), lines.name()
        mark = self._of.jump_if(condition, yes if then else end, no if otherwise else end)
        for label, body in ((yes, then), (no, otherwise)):
            if body:
                lines.block(label, mark)
                self._block(body)
                if not lines.ended:
                    lines.jump(end)
        lines.block(end, mark)

    # ----------------------------------------------------------------------- loops

    def _for_bits(self, one: ir.ForBits) -> None:
        lines, of = self._lines, self._of
        size, of_local = bits_type(one.size), of.bits_of(one.name)
        self.widths.add(size)
        left = lines.variable(f"i{size}")
        lines.do(f"store i{size} {of.bits(one.bits, size)}, ptr {left}")
        head, inside, end = lines.name(), lines.name(), lines.name()
        mark = lines.head(head)
        bits = lines.get(f"load i{size}, ptr {left}")
        lines.branch(lines.get(f"icmp ne i{size} {bits}, 0"), inside, end)
        lines.block(inside, mark)
        first = lines.count("cttz", size, f"i{size} {bits}, i1 true")
        less = lines.get(f"and i{size} {bits}, {lines.get(f'sub i{size} {bits}, 1')}")
        lines.do(f"store i{size} {less}, ptr {left}")
        self._give(one.name, lines.resized(first, size, of_local))
        self._inside(one.body, end)
        lines.jump(head) if not lines.ended else None
        lines.block(end, mark)

    def _repeat(self, count: int, body: ir.Statements, name: int | None) -> None:
        lines = self._lines
        end = lines.name()

        def once(index: str) -> None:
            if name is not None:
                self._give(name, index)
            self._inside(body, end)

        counted(lines, str(count), once, end)

    def _inside(self, body: ir.Statements, end: str) -> None:
        """Write the body of a loop. end: the label after the loop."""
        self._ends.append(end)
        self._block(body)
        self._ends.pop()

    # ----------------------------------------------------------------------- codes

    def _codes(self, one: ir.Emit | ir.Drop | ir.KeepMarked) -> None:
        """Write a statement about the codes of the function."""
        lines, of, frame = self._lines, self._of, self._frame
        if not isinstance(one, ir.Emit):
            self._filter(one)
            return
        code = of.value(one.code)
        count = lines.get(f"load i64, ptr {of.codes}")
        short = code if code.lstrip("-").isdigit() else lines.get(f"trunc i64 {code} to i32")
        lines.do(f"store i32 {short}, ptr {lines.address('%o', 'i32', count)}")
        if one.marks is not None and frame.mark_bits:
            bits = frame.mark_bits
            lines.do(f"store i{bits} {of.bits(one.marks, bits)}, ptr {self._mark(count)}")
            count = lines.get(f"load i64, ptr {of.codes}")
        lines.do(f"store i64 {lines.get(f'add i64 {count}, 1')}, ptr {of.codes}")

    def _mark(self, index: str) -> str:
        """Return the address of the marks of a code."""
        first = self._lines.address("%o", "i8", str(self._frame.marks))
        return self._lines.address(first, f"i{self._frame.mark_bits}", index)

    def _filter(self, one: ir.Drop | ir.KeepMarked) -> None:
        """Write code that keeps some of the codes, moved together."""
        lines, codes, bits = self._lines, self._of.codes, self._frame.mark_bits
        count, kept = lines.get(f"load i64, ptr {codes}"), lines.variable("i64")
        lines.do(f"store i64 0, ptr {kept}")

        def keep(index: str) -> None:
            marks = lines.get(f"load i{bits}, ptr {self._mark(index)}")
            shifted = lines.get(f"lshr i{bits} {marks}, {one.mark}")
            marked = lines.get(f"trunc i{bits} {shifted} to i1")
            stays, next_ = lines.name(), lines.name()
            if isinstance(one, ir.Drop):
                lines.branch(marked, next_, stays)
            else:
                lines.branch(marked, stays, next_)
            lines.block(stays)
            place = lines.get(f"load i64, ptr {kept}")
            code = lines.get(f"load i32, ptr {lines.address('%o', 'i32', index)}")
            lines.do(f"store i32 {code}, ptr {lines.address('%o', 'i32', place)}")
            lines.do(f"store i{bits} {marks}, ptr {self._mark(place)}")
            lines.do(f"store i64 {lines.get(f'add i64 {place}, 1')}, ptr {kept}")
            lines.block(next_)

        counted(lines, count, keep)
        found = lines.get(f"load i64, ptr {kept}")
        if isinstance(one, ir.KeepMarked):  # if none is marked, nothing was moved
            met = lines.get(f"icmp ne i64 {found}, 0")
            self._give(one.met, lines.get(f"zext i1 {met} to i64"))
            found = lines.get(f"select i1 {met}, i64 {found}, i64 {count}")
        lines.do(f"store i64 {found}, ptr {codes}")

    # ------------------------------------------------------------- the whole state

    def _whole_state(self, one: ir.Statement) -> None:
        """Write a statement about a half of the state; the second half is a kept copy."""
        lines, size, v = self._lines, self._size, self._slots.state
        half = size.bytes(size.half)
        second = "" if isinstance(one, (ir.OnCopy, ir.Fill, ir.Remember)) else (
            lines.address(v, "i8", str(half))
        )  # fmt: skip
        match one:
            case ir.OnCopy(body):
                whole = size.bytes(size.slots)
                copy = lines.variable(f"[{whole + size.bytes(PADDING)} x i8]")
                self._copy(copy, v, whole)
                self._slots.state = copy
                self._block(body)
                self._slots.state = v
            case ir.Fill(entry, first, count, value):
                self._fill(entry.first + first, count, value)
            case ir.Remember(name):
                self._copy(f"%x{name}", v, half)
            case ir.Keep(name):
                self._copy(second, f"%x{name}", half)
            case ir.Restore():
                self._copy(v, second, half)
            case ir.ClearCopy():
                lines.do(f"call void @llvm.memset.p0.i64(ptr {second}, i8 0, i64 {half}, i1 false)")
            case _:
                raise AssertionError(one)

    def _copy(self, to: str, from_: str, count: int) -> None:
        self._lines.do(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {from_}, i64 {count}, i1 false)"
        )

    def _fill(self, first: int, count: int, value: int) -> None:
        """Write a number to successive slots."""
        lines, bits = self._lines, self._size.bits
        if bits == SMALLEST:
            address = lines.address(self._slots.state, "i8", str(first))
            set_ = "@llvm.memset.p0.i64"
            lines.do(f"call void {set_}(ptr {address}, i8 {value}, i64 {count}, i1 false)")
        else:
            write: Callable[[str], None] = lambda index: self._slots.store(  # noqa: E731
                lines.get(f"add i64 {index}, {first}"), str(value)
            )
            counted(lines, str(count), write)
