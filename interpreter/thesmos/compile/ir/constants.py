"""Evaluates values and statements that read nothing of the state, while a program is compiled."""

from __future__ import annotations

import operator
from collections.abc import Callable

from thesmos.compile.ir import nodes as ir

Locals = dict[int, int]  # the values of parameters and locals, by number
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "/": operator.floordiv, "mod": operator.mod, "min": min, "max": max,
    "and": operator.and_, "or": operator.or_, "minus": lambda a, b: a & ~b,
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class NotConstant(Exception):  # noqa: N818 - an answer, not an error
    """A value depends on the state, or on a local that has no value, or takes too long to find."""


class Evaluation:
    """An evaluation of values and statements. rounds: how many rounds of loops are left to it."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds

    def value(self, value: ir.Value, names: Locals) -> int:
        """Return a number, a set as bits, or a condition as 1 or 0. Raises NotConstant."""
        match value:
            case ir.Const(number):
                return number
            case ir.Get(name) if name in names:
                return names[name]
            case ir.Row(table, index):
                place = self.value(index, names)
                if 0 <= place < len(table.values):
                    return table.values[place]
            case ir.Arithmetic(word, left, right):
                first, second = self.value(left, names), self.value(right, names)
                if second or word not in ("/", "mod"):
                    return _ARITHMETIC[word](first, second)
            case ir.Test(word, left, right) | ir.BitsOp(word, left, right):
                return int(_ARITHMETIC[word](self.value(left, names), self.value(right, names)))
            case ir.Logic(word, parts):
                return self._logic(word, parts, names)
            case ir.Select(condition, then, otherwise):
                return self.value(then if self.value(condition, names) else otherwise, names)
            case ir.BitsOf() | ir.Has() | ir.Size():
                return self._of_set(value, names)
        raise NotConstant

    def _of_set(self, value: ir.BitsOf | ir.Has | ir.Size, names: Locals) -> int:
        if isinstance(value, ir.Size):
            return self.value(value.bits, names).bit_count()
        bit = self.value(value.bit, names)
        if bit < 0:
            raise NotConstant
        if isinstance(value, ir.BitsOf):
            return 1 << bit
        return self.value(value.bits, names) >> bit & 1

    def _logic(self, word: str, parts: tuple[ir.Value, ...], names: Locals) -> int:
        if word == "not":
            return 1 - self.value(parts[0], names)
        for part in parts:
            if self.value(part, names) == (word == "or"):
                return int(word == "or")
        return int(word == "and")

    def do(self, statements: ir.Statements, names: Locals) -> bool:
        """Carry out statements; return whether they break off a loop. Raises NotConstant."""
        return any(self._breaks(statement, names) for statement in statements)

    def _breaks(self, statement: ir.Statement, names: Locals) -> bool:
        match statement:
            case ir.Set(name, value):
                names[name] = self.value(value, names)
            case ir.If(condition, then, otherwise):
                return self.do(then if self.value(condition, names) else otherwise, names)
            case ir.ForBits(name, bits, _, body):
                left = self.value(bits, names)
                while left:
                    names[name] = (left & -left).bit_length() - 1
                    left &= left - 1
                    if self._round(body, names):
                        break
            case ir.Loop(limit, body):
                for _ in range(limit):
                    if self._round(body, names):
                        break
            case ir.Break():
                return True
            case _:
                raise NotConstant
        return False

    def _round(self, body: ir.Statements, names: Locals) -> bool:
        self.rounds -= 1
        if self.rounds < 0:
            raise NotConstant
        return self.do(body, names)
