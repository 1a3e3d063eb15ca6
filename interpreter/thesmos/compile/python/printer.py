"""Prints functions in Python.

The printed text consists only of words from this file and of integers: no text of a spec can get
into it, as statements hold none. Its letters, with the number of what they stand for:

    v     the state, a list of integers as the layout describes
    x3    a local          f3    a function        t3    a table of constants
    o     the codes emitted so far; in a function with marks, pairs of a code and its marks
    r     the reasons given so far                 r3    a row of functions
    c0    the state, while statements work on a copy of it
    m3    the members left for a loop over a set; b: the present one, as a bit
    s3    the slots of the entry whose first slot is 3, read once before loops; d3: by value, the
          first thing with that value
    e, k  a pair of `o`; those that are kept
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any, get_args

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import (
    LOOPS,
    SEARCHING,
    Uses,
    calls,
    exported,
    exported_by_name,
    reachable,
    reads,
    sets,
    statements_in,
    used_by,
    uses,
    values_of,
    walk,
)
from thesmos.compile.python.called import called_by
from thesmos.compile.python.values import NamedRows, ValuePrinter, bare

_READING = (ir.Set, ir.Store, ir.If, ir.Return, ir.Emit)  # may read a local that is held back
_READING_LOOPS = {ir.ForBits, ir.ForRange}  # others mostly end after too few rounds to read ahead
_ENDING = {ir.Return, ir.Break}
_WHOLE = {ir.OnCopy, ir.Keep, ir.Restore, ir.ClearCopy}  # about another state, or all slots
BRACKETS = 40  # text with more of them is not held back: Python can't read 200 in each other
FEW = 8  # up to so many things, one is found by looking at each of them
_REASONS = get_args(ir.ReasonKind)


class Module:
    """A program whose functions are printed in Python one by one.

    numbers: the functions that can be called, in order; function 3 is called `f3`.
    exported: the functions that are called from outside, by name.
    tables, rows: of numbers and of functions, by the names that the functions printed so far use.
    """

    def __init__(self, program: ir.AnyProgram) -> None:
        self.program = program
        self._called = called_by(program.functions)
        self.numbers = reachable(exported(program), self._called.needed)
        self.exported = exported_by_name(program)
        self._tables = NamedRows("t")
        self._rows = NamedRows("r")

    @property
    def tables(self) -> dict[str, tuple[Any, ...]]:
        """The tables by name."""
        return self._tables.by_name()

    @property
    def rows(self) -> dict[str, tuple[int | None, ...]]:
        """The rows of functions by name; None stands for a function that returns 0."""
        return self._rows.by_name()

    def printed(self, number: int) -> str:
        """Return the text of a function, after its name."""
        function, called = self.program.functions[number], self._called
        of = ValuePrinter(called.constants, self._tables, self._rows)
        printer = _Printer(of, called.pure, self.program.size)
        return printer.function(function, used_by(function))


class _Printer:
    def __init__(self, of: ValuePrinter, pure: Set[int], size: int) -> None:
        self._pure = pure
        self._size = size
        self._copies = 0
        self._changes = False  # whether the function may change the state
        self._searches = False  # whether it looks through an entry
        self._calls = False  # whether it calls functions
        self._reads: dict[int, int] = {}
        self._lines: list[str] = []  # the lines of the function so far
        # The last line that fills slots: the number of lines then, its margin, end, value, first.
        self._filled: tuple[int, str, int, int, int] | None = None
        self._held: dict[int, set[int]] = {}  # locals whose text is held back, and what it reads
        self.of, self._value = of, of.bare

    def function(self, function: ir.Function, used: Uses) -> str:
        """Return the text of a function, after its name.

        used: what it uses.
        """
        self.of.marked = function.marked
        self._changes, self._searches = used.changes(self._pure), used.searches
        self._reads, self._calls = used.reads, bool(used.calls)
        parameters = ["v", *(f"x{n}" for n in range(function.parameters))]
        self._lines = [f"({', '.join(parameters)}):"]
        self._filled = None
        if function.emits:
            self._lines.append(" o = []")
        if function.reasons:
            self._lines.append(" r = []")
        if used.searches and not self._changes:
            inside = [*statements_in(function.body)]
            if not any(isinstance(statement, ir.OnCopy) for statement in inside):
                self._read_slices(
                    [statement for statement in inside if isinstance(statement, LOOPS)], " "
                )
        self._block(function.body, " ")
        return "\n".join(self._lines)

    # ------------------------------------------------------------------ statements

    def _block(self, statements: Sequence[ir.Statement], margin: str) -> None:
        before = len(self._lines)
        loops: list[ir.Statement] = []  # successive loops just before this statement
        for statement in statements:
            if statement.__class__ in _READING_LOOPS:
                loops.append(statement)
                continue
            if loops:
                self._loops(loops, margin)
                loops = []
            self._statement(statement, margin)
            if statement.__class__ in _ENDING:
                break
        if loops:
            self._loops(loops, margin)
        self._release(margin)
        if len(self._lines) == before:
            self._lines.append(margin + "pass")

    def _statement(self, statement: ir.Statement, margin: str) -> None:
        """Add the lines of a statement, after locals whose text can no longer be held back."""
        if self._held and (statement.__class__ not in _READING or self._calls_in(statement)):
            self._release(margin)
        match statement:
            case ir.Set():
                self._set(statement, margin)
            case ir.If():
                self._if(statement, margin, "if")
            case ir.ForBits():
                self._for_bits(statement, margin)
            case ir.ForRange(name, count, body):
                self._lines.append(f"{margin}for x{name} in range({count}):")
                self._block(body, margin + " ")
            case ir.Loop(limit, body):
                self._lines.append(f"{margin}for _ in range({limit}):")
                self._block(body, margin + " ")
            case ir.Fill():
                self._fill(statement, margin)
            case ir.OnCopy(body):
                self._on_copy(body, margin)
            case _:
                lines = [margin + line for line in self._line(statement)]
                self._release(margin)
                self._lines += lines

    def _calls_in(self, statement: ir.Statement) -> bool:
        """Return whether a value directly in a statement calls a function."""
        return self._calls and calls(*values_of(statement))

    def _fill(self, fill: ir.Fill, margin: str) -> None:
        """Fill slots in one line, merged with the line before if that fills adjacent ones alike."""
        first = fill.entry.first + fill.first
        count, before = fill.count, self._filled
        if before and before[:4] == (len(self._lines), margin, first, fill.value):
            self._lines.pop()
            first, count = before[4], first + count - before[4]
        self._lines.append(f"{margin}v[{first}:{first + count}] = ({fill.value},) * {count}")
        self._filled = len(self._lines), margin, first + count, fill.value, first

    # -------------------------------------------------------- locals that are read once

    def _set(self, assignment: ir.Set, margin: str) -> None:
        """Give a local a value; or hold its text back, to be written where it is read once."""
        name, of, held = assignment.name, self.of, self.of.held
        of.read, of.called = set(), False
        text = of.value(assignment.value)
        read = of.read
        for taken in self._held.keys() - held.keys():
            read |= self._held.pop(taken)
        for other in [other for other, of in self._held.items() if name in of or name == other]:
            self._lines.append(f"{margin}x{other} = {bare(*held.pop(other))}")
            del self._held[other]
        short = text.count("(") <= BRACKETS
        if self._reads.get(name) == 1 and not of.called and short:
            held[name], self._held[name] = (text, assignment.value), read
        else:
            self._lines.append(f"{margin}x{name} = {bare(text, assignment.value)}")

    def _release(self, margin: str) -> None:
        """Write the assignments of locals whose text is still held back."""
        if self._held:
            self._lines += [f"{margin}x{n} = {bare(*text)}" for n, text in self.of.held.items()]
            self.of.held.clear()
            self._held.clear()

    # ------------------------------------------------------------------ single lines

    def _line(self, statement: ir.Statement) -> Iterator[str]:
        """Yield the lines of a statement that has no others inside."""
        match statement:
            case ir.Store():
                slot = self.of.slot(statement.entry, statement.thing, statement.inner)
                yield f"v[{slot}] = {self._value(statement.value)}"
            case ir.Emit(code, None):
                yield f"o.append({self._value(code)})"
            case ir.Emit(code, marks):
                assert marks is not None
                yield f"o.append(({self._value(code)}, {self._value(marks)}))"
            case ir.Return(value):
                yield f"return {self._value(value)}"
            case ir.Break():
                yield "break"
            case ir.Evaluate(call):
                yield self._value(call)
            case ir.CountClause(clause):
                yield f"counts[{clause}] += 1"
            case ir.NoteTaken(step, action):
                yield f"taken.add(({step}, {action}))"
            case ir.Note(numbers):
                noted = "".join(f"{self._value(number)}, " for number in numbers)
                yield f"v.notes.append((({noted}), (*v,)))"
            case ir.Pending(codes):
                yield f"v.append({self._value(codes)})"
            case _:
                yield from self._other(statement)

    def _other(self, statement: ir.Statement) -> Iterator[str]:
        """Yield the lines of a statement about codes or reasons, or about the state as a whole."""
        match statement:
            case ir.Remember(name):
                yield f"x{name} = v[:{self._size}]"
            case ir.Keep(name):
                yield f"v[{self._size}:] = x{name}"
            case ir.Restore():
                yield f"v[:{self._size}] = v[{self._size}:]"
            case ir.ClearCopy():
                yield f"v[{self._size}:] = [0] * {self._size}"
            case ir.Drop(mark):
                yield f"o = [e for e in o if not e[1] >> {mark} & 1]"
            case ir.KeepMarked(mark, met):
                yield f"k = [e for e in o if e[1] >> {mark} & 1]"
                yield f"x{met} = 1 if k else 0"
                yield "o = k or o"
            case ir.Reason(kind, number, holder, holds):
                finding = f"{_REASONS.index(kind)}, {number}, {holder}, {self._value(holds)}"
                yield f"r.append(({finding}))"
            case _:
                raise AssertionError(statement)

    def _on_copy(self, body: ir.Statements, margin: str) -> None:
        name = f"c{self._copies}"
        self._copies += 1
        self._lines += [f"{margin}{name} = v", f"{margin}v = [*v]"]
        self._block(body, margin)
        self._lines.append(f"{margin}v = {name}")

    def _loops(self, loops: Sequence[ir.Statement], margin: str) -> None:
        """Print successive loops; the slots they search are read once for all, or once for each."""
        self._release(margin)
        reads = self._read_slices(loops, margin)
        for loop in loops:
            reads_own = not reads and self._read_slices((loop,), margin)
            self._statement(loop, margin)
            if reads_own:
                self._drop_slices()
        if reads:
            self._drop_slices()

    def _for_bits(self, loop: ir.ForBits, margin: str) -> None:
        name, body = loop.name, loop.body
        members = self.of.members(loop.bits, ir.Get(name))
        if members and (members.condition is fold.YES or self._stays(loop.bits, body)):
            self._lines.append(f"{margin}for x{name} in {members.numbers}:")
            if members.condition is not fold.YES:
                body = (ir.If(members.condition, body, ()),)
        else:
            self._lines += [
                f"{margin}m{name} = {self._value(loop.bits)}",
                f"{margin}while m{name}:",
                f"{margin} b = m{name} & -m{name}",
                f"{margin} m{name} ^= b",
                f"{margin} x{name} = b.bit_length() - 1",
            ]
        self._block(body, margin + " ")

    def _read_slices(self, loops: Sequence[ir.Statement], margin: str) -> bool:
        """Read slots before loops that search them repeatedly and don't write to them.

        The copies are used until `_drop_slices`. Return whether there are any.
        """
        if self.of.slices or not self._searches:
            return False
        searching, written = [], set()
        for node in walk(loops):
            if isinstance(node, SEARCHING):
                searching.append(node)
            elif isinstance(node, (ir.Store, ir.Fill)):
                written.add(node.entry.first)
            elif node.__class__ in _WHOLE:
                return False
        if self._changes and not uses(loops).calls <= self._pure | {None}:
            return False
        for node in searching:
            first, slots = node.entry.first, self.of.slots(node.entry)
            if first in self.of.slices or first in written:
                continue
            if node.entry.things > FEW:
                self._lines.append(f"{margin}d{first} = firsts({slots})")
                self.of.firsts[first] = f"d{first}"
            self._lines.append(f"{margin}s{first} = {slots}")
            self.of.slices[first] = f"s{first}"
        return bool(self.of.slices)

    def _drop_slices(self) -> None:
        """Read from the state again, which may change from here on."""
        self.of.slices.clear()
        self.of.firsts.clear()

    def _stays(self, value: ir.Value, body: ir.Statements) -> bool:
        """Return whether statements leave a value unchanged throughout."""
        changing = self._changes and uses(body).changes(self._pure)
        return not changing and reads((value,)).isdisjoint(sets(body))

    def _if(self, statement: ir.If, margin: str, word: str) -> None:
        if not statement.then:
            statement = ir.If(ir.Logic("not", (statement.condition,)), statement.otherwise, ())
        condition = self._value(statement.condition)
        self._release(margin)
        self._lines.append(f"{margin}{word} {condition}:")
        self._block(statement.then, margin + " ")
        if len(statement.otherwise) == 1 and isinstance(statement.otherwise[0], ir.If):
            self._if(statement.otherwise[0], margin, "elif")
        elif statement.otherwise:
            self._lines.append(f"{margin}else:")
            self._block(statement.otherwise, margin + " ")
