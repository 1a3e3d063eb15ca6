"""§4.1: an option as a number: the first of its action, plus its open roles in mixed radix."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.link.linked import LinkedGame
from thesmos.program.declarations import Action, Role
from thesmos.program.node import Ref


@dataclass(frozen=True)
class RoleDigit:
    """An open role: its least value, how many values it has, and its factor in a code."""

    name: str
    low: int
    size: int
    factor: int


@dataclass(frozen=True)
class ActionCodes:
    """The codes of an action: `count` of them, from `first` on."""

    action: Ref
    first: int
    count: int
    digits: tuple[RoleDigit, ...]

    def code(self, names: dict[str, ir.Value]) -> ir.Value:
        """Return the code of an option whose open roles are bound."""
        code: ir.Value = fold.NO
        constant = self.first
        for digit in self.digits:
            factor = ir.Const(digit.factor)
            code = fold.arithmetic("+", code, fold.arithmetic("*", names[digit.name], factor))
            constant -= digit.low * digit.factor
        return fold.arithmetic("+", code, ir.Const(constant))

    def has(self, code: ir.Value) -> ir.Value:
        """Return the condition that a code belongs to this action."""
        return fold.both(
            fold.test(">=", code, ir.Const(self.first)),
            fold.test("<", code, ir.Const(self.first + self.count)),
        )

    def roles(self, code: ir.Value) -> dict[str, ir.Value]:
        """Return the open roles of an option."""
        inside = fold.arithmetic("-", code, ir.Const(self.first))
        roles = {}
        for place, digit in enumerate(self.digits):
            number = fold.arithmetic("/", inside, ir.Const(digit.factor))
            if place:
                number = fold.arithmetic("mod", number, ir.Const(digit.size))
            roles[digit.name] = fold.arithmetic("+", number, ir.Const(digit.low))
        return roles

    def values(self, code: int) -> tuple[int, ...]:
        """Return the values of the open roles of an option, in their order."""
        inside = code - self.first
        return tuple(d.low + inside // d.factor % d.size for d in self.digits)


class CodeSpace:
    """The codes of all actions of a linked game, from 0 to `count` - 1."""

    def __init__(self, game: LinkedGame) -> None:
        self.of: dict[Ref, ActionCodes] = {}
        self.count = 0
        for action in game.actions.values():
            self.of[action.name] = self._action(action, game)
            self.count += self.of[action.name].count

    def _action(self, action: Action, game: LinkedGame) -> ActionCodes:
        factor = 1
        digits = []
        for role in reversed(action.open_roles):
            low, size = _range(role, game)
            digits.append(RoleDigit(role.name, low, size, factor))
            factor *= size
        return ActionCodes(action.name, self.count, factor, tuple(reversed(digits)))

    def with_options(self, actions: Iterable[Ref]) -> list[Ref]:
        """Return the actions that have options.

        One has none if no card or piece in play could be one of its open roles: no code may be
        written for it, which would be about a card or piece that there is not.
        """
        return [name for name in actions if self.of[name].count]

    @cached_property
    def in_order(self) -> tuple[ActionCodes, ...]:
        """The actions, in the order of their codes."""
        return tuple(self.of.values())

    def option(self, code: int) -> tuple[Ref, tuple[int, ...]]:
        """Return the action of an option, and the values of its open roles.

        code: from 0 to `count` - 1, as in `action_of`.
        """
        codes = self.action_of(code)
        return codes.action, codes.values(code)

    def action_of(self, code: int) -> ActionCodes:
        """Return the codes of the action that an option belongs to."""
        return self._with_codes[bisect_right(self._firsts, code) - 1]

    @cached_property
    def _with_codes(self) -> list[ActionCodes]:
        return [codes for codes in self.in_order if codes.count]

    @cached_property
    def _firsts(self) -> list[int]:
        return [codes.first for codes in self._with_codes]

    def code(self, action: Ref, values: tuple[int, ...]) -> int:
        """Return the code of an option.

        values: those of its open roles, in their order.
        """
        of = self.of[action]
        return of.first + sum(
            (value - d.low) * d.factor for value, d in zip(values, of.digits, strict=True)
        )


def _range(role: Role, game: LinkedGame) -> tuple[int, int]:
    """Return the least value of an open role, and how many values it has."""
    if role.type.base == "int":
        return role.type.low, role.type.high - role.type.low + 1
    return 0, game.size_of(role.type)
