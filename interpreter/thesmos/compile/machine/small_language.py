"""A small language for loops around the functions of a program: it looks like Python.

Values are numbers of 64 bits, and addresses: parameters that are declared as such, what is read
with `ADDRESS`, and an address plus a number of bytes. `state`, `work` and `pending` are addresses
too; the first two are the first parameters of every function. `I32[address, index]` is an element
of an array in memory, read or assigned; so are `I8`, `I16`, `I64`, `SLOTS` and `ADDRESS`, and
`WATCHED`, a number that another thread may change. `>>` and `//` take numbers without a sign. `and`
and `or` evaluate both sides. `copy(to, start, size)`, `fill(to, byte, size)` and
`distance(address, start)` are about bytes. Other calls are of functions of the program, or of the
same text.

A function whose first parameter is not `state` is called by a host, and takes numbers alone; a
number may be the address of an array, or of a record: `node.rounds` is a field, and
`table.skip(state)` calls a function of the host whose address the field has. `F64` is an array of
floats, `float(n)` the float that equals a number, and `sqrt(x)` the root of one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from thesmos.compile.machine.code import CallAddress, Code, Leave, MachineFunction
from thesmos.compile.machine.expressions import (
    KINDS,
    NOTHING,
    PENDING,
    STATE,
    WORD,
    WORK,
    Expr,
    element,
    get,
    load,
    number,
    op,
    opposite,
    real,
)  # fmt: skip
from thesmos.compile.machine.inlining import InliningCode
from thesmos.compile.machine.operations import ADDRESS, BIT, NUMBER, Kind

_OPERATORS: dict[type, str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr", ast.FloorDiv: "divu", ast.Mod: "remu",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lts", ast.LtE: "les", ast.Gt: "gts", ast.GtE: "ges",
    ast.And: "both", ast.Or: "either", ast.Div: "div",
}  # fmt: skip
_NAMES = {"state": STATE, "work": WORK, "pending": PENDING}
# What an element of an array is in operations, and its bytes.
_ELEMENTS: dict[str, tuple[int | str, int]] = {
    "I8": (8, 1), "I16": (16, 2), "I32": (32, 4), "I64": (WORD, 8), "ADDRESS": ("address", 8),
    "WATCHED": ("watched", 8), "F64": ("float", 8),
}  # fmt: skip

Fields = Mapping[str, tuple[str, int]]  # by name: a kind of array, and the place in it


def words(names: Sequence[str], first: int = 0) -> dict[str, tuple[str, int]]:
    """Return fields that are words of 64 bits, one after the other. first: the place of the first.

    A record may begin with other fields.
    """
    return {name: ("I64", place) for place, name in enumerate(names, first)}


def functions(
    source: str,
    constants: Mapping[str, int],
    slot: int,
    names: Mapping[str, str],
    inlined: Mapping[str, MachineFunction],
    fields: Fields = MappingProxyType({}),
) -> Iterator[MachineFunction]:
    """Yield the functions of a text.

    constants: numbers by name.
    slot: bits of a slot.
    names: those of other functions, by what the text calls them.
    inlined: see InliningCode.
    fields: those of all records.
    """
    text = _Text(constants, _ELEMENTS | {"SLOTS": (slot, slot // 8)}, names, inlined, fields)
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            yield _function(node, text)


class _Text(NamedTuple):
    """A text. elements: those of arrays, by word; the rest as in `functions`."""

    constants: Mapping[str, int]
    elements: Mapping[str, tuple[int | str, int]]
    names: Mapping[str, str]
    inlined: Mapping[str, MachineFunction]
    fields: Fields


def _function(node: ast.FunctionDef, text: _Text) -> MachineFunction:
    bare = node.args.args[0].arg != "state"
    parameters = node.args.args[0 if bare else 2 :]
    kinds: list[Kind] = [ADDRESS if parameter.annotation else NUMBER for parameter in parameters]
    function = MachineFunction(node.name, kinds, len(kinds), 1, public=True, bare=bare)
    locals_ = {parameter.arg: number for number, parameter in enumerate(parameters)}
    reading = _Reading(InliningCode(function, text.inlined), text, locals_)
    reading.block(node.body)
    if not isinstance(node.body[-1], ast.Return):
        reading.leave(NOTHING)
    return function


class _Reading:
    """Reads a function. names: its locals by name."""

    def __init__(self, code: Code, text: _Text, names: dict[str, int]) -> None:
        self.function, self._code, self._text, self._locals = code.function, code, text, names
        self._ends: list[int] = []

    # ------------------------------------------------------------------ statements

    def leave(self, value: Expr) -> None:
        """Leave the function with a value."""
        self._code.add(Leave((value,)))

    def block(self, statements: list[ast.stmt]) -> None:
        """Read statements."""
        for statement in statements:
            self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        code = self._code
        match statement:
            case ast.Assign([target], value):
                self._assign(target, self._value(value))
            case ast.AugAssign(target, operator, value):
                self._assign(target, self._value(ast.BinOp(target, operator, value)))
            case ast.If(test, then, otherwise):
                more = (lambda: self.block(otherwise)) if otherwise else None
                code.choose(self._condition(test), lambda: self.block(then), more)
            case ast.While(test, body):
                with code.block() as end, code.block(again=True) as again:
                    code.jump(end, opposite(self._condition(test)))
                    self._inside(body, end)
                    code.jump(again)
            case ast.For(ast.Name(name), ast.Call(_, [count]), body):
                with code.counted(code.keep(self._value(count))) as (index, end):
                    self._set(name, index)
                    self._inside(body, end)
            case ast.Break():
                code.jump(self._ends[-1])
            case ast.Return(ast.expr() as value):
                self.leave(self._value(value))
            case ast.Expr(value):
                self._value(value)
            case _:
                raise AssertionError(ast.unparse(statement))

    def _inside(self, body: list[ast.stmt], end: int) -> None:
        self._ends.append(end)
        self.block(body)
        self._ends.pop()

    def _assign(self, target: ast.expr, value: Expr) -> None:
        if isinstance(target, ast.Name):
            self._set(target.id, value)
        else:
            kind, address = self._place(target)
            self._code.write(kind, address, value)

    def _set(self, name: str, value: Expr) -> None:
        if name not in self._locals:
            self._locals[name] = self._code.local(self._kind(value))
        self._code.set(self._locals[name], value)

    # ---------------------------------------------------------------------- values

    def _kind(self, value: Expr) -> Kind:
        return (
            self.function.locals[value.number] if value.op == "get" else KINDS.get(value.op, NUMBER)
        )

    def _value(self, node: ast.expr) -> Expr:
        """Return a number or an address."""
        value = self._expression(node)
        return op("of bit", value) if self._kind(value) == BIT else value

    def _condition(self, node: ast.expr) -> Expr:
        value = self._expression(node)
        return value if self._kind(value) == BIT else op("ne", value, NOTHING)

    def _expression(self, node: ast.expr) -> Expr:
        match node:
            case ast.Constant(int() | float() as constant):
                return real(constant) if isinstance(constant, float) else number(constant)
            case ast.Name(name) if name in self._locals:
                return get(self._locals[name])
            case ast.Name(name):
                return _NAMES[name] if name in _NAMES else number(self._text.constants[name])
            case ast.UnaryOp(ast.Not(), operand):
                return opposite(self._condition(operand))
            case ast.UnaryOp(ast.USub(), operand):
                return op("sub", NOTHING, self._value(operand))
            case ast.BoolOp(operator, [first, *others]):
                condition = self._condition(first)
                for other in others:
                    condition = op(_OPERATORS[type(operator)], condition, self._condition(other))
                return condition
            case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]):
                parts = self._value(left), self._value(right)
                word = _OPERATORS[type(operator)]
                match self._kind(parts[0]):
                    case "address":
                        return element(*parts, 1)
                    case "float":
                        return op(f"{word} float", *parts)
                return op(word, *parts)
            case ast.Subscript() | ast.Attribute():
                return load(*self._place(node))
            case ast.Call(function, arguments):
                return self._call(function, [self._value(argument) for argument in arguments])
        raise AssertionError(ast.unparse(node))

    def _place(self, node: ast.expr) -> tuple[int | str, Expr]:
        """Return what an element of an array, or a field, is in operations, and its address."""
        match node:
            case ast.Subscript(ast.Name(name), ast.Tuple([address, index])):
                place = self._value(index)
            case ast.Attribute(address, field):
                name, constant = self._text.fields[field]
                place = number(constant)
            case _:
                raise AssertionError(ast.unparse(node))
        kind, size = self._text.elements[name]
        return kind, element(self._address(self._value(address)), place, size)

    def _address(self, value: Expr) -> Expr:
        """Return an address that may be a number so far."""
        return op("at", value) if self._kind(value) == NUMBER else value

    def _call(self, function: ast.expr, arguments: list[Expr]) -> Expr:
        match function:
            case ast.Attribute():
                result, address = self._code.local(), self._address(self._value(function))
                self._code.add(CallAddress(result, address, tuple(arguments)))
                return get(result)
            case ast.Name("copy" | "fill" as name):
                to, start, size = arguments
                start = self._address(start) if name == "copy" else start
                self._code.do(name, self._address(to), start, size)
                return NOTHING
            case ast.Name("float"):
                return op("to float", *arguments)
            case ast.Name("sqrt" | "distance" as name):
                return op(name, *arguments)
            case ast.Name(name):
                return self._code.call(self._text.names.get(name, name), arguments, 1)[0]
        raise AssertionError(ast.unparse(function))
