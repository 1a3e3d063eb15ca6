"""Constructors of values that simplify at once: constants, and tests for none already decided."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Literal

from thesmos.compile.ir import nodes as ir
from thesmos.link.layout import NONE
from thesmos.link.layout import UNKNOWN as UNKNOWN_NUMBER

NOTHING, UNKNOWN = ir.Const(NONE), ir.Const(UNKNOWN_NUMBER)
NO, YES = ir.Const(0), ir.Const(1)

TestWord = Literal["=", "!=", "<", "<=", ">", ">="]
_TESTS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
FEW = 16  # so many sets are combined one after the other
_CONDITIONS = {ir.Test, ir.Logic, ir.Has}
_MAYBE_MISSING = {ir.Const, ir.Get, ir.Load, ir.Row, ir.Select, ir.Find}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "/": operator.floordiv, "mod": operator.mod, "min": min, "max": max,
}  # fmt: skip


def can_be_none(value: ir.Value) -> bool:
    """Return whether a number can be none."""
    if value.__class__ not in _MAYBE_MISSING:
        return False
    match value:
        case ir.Const(number):
            return number == NONE
        case ir.Get(_, none):
            return none
        case ir.Load(entry):
            return entry.none
        case ir.Row(table):
            return table.none
        case ir.Select(_, then, otherwise):
            return can_be_none(then) or can_be_none(otherwise)
        case ir.Find():
            return True
    return False


def can_be_unknown(value: ir.Value) -> bool:
    """Return whether a number can be unknown, which only one that comes from a view can."""
    if value.__class__ not in _MAYBE_MISSING:
        return False
    match value:
        case ir.Const():
            return value is UNKNOWN
        case ir.Get() | ir.Load():
            return value.unknown
        case ir.Select(_, then, otherwise):
            return can_be_unknown(then) or can_be_unknown(otherwise)
    return False


def present(value: ir.Value) -> ir.Value:
    """Return a value, marked as neither none nor unknown."""
    return ir.Get(value.name) if isinstance(value, ir.Get) else value


def can_be_missing(value: ir.Value) -> bool:
    """Return whether a number can be none or unknown."""
    return can_be_none(value) or can_be_unknown(value)


def is_condition(value: ir.Value) -> bool:
    """Return whether a value is a condition that is not decided yet."""
    if value.__class__ in _CONDITIONS:
        return True
    return isinstance(value, ir.Select) and all(map(is_condition, (value.then, value.otherwise)))


def is_known(value: ir.Value) -> bool:
    """Return whether a value is a condition that is already decided."""
    return value is YES or value is NO


def is_atomic(value: ir.Value) -> bool:
    """Return whether a value can be repeated at no cost, and can't change in between."""
    return isinstance(value, (ir.Const, ir.Get))


def boolean(value: bool) -> ir.Const:
    """Return a condition that is already decided."""
    return YES if value else NO


def test(word: TestWord, left: ir.Value, right: ir.Value) -> ir.Value:
    """Return a comparison of integers, none and unknown being below all numbers."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return boolean(_TESTS[word](left.value, right.value))
    if isinstance(left, ir.Get) and isinstance(right, ir.Get) and left.name == right.name:
        return boolean(_TESTS[word](0, 0))
    if (
        isinstance(left, ir.Select)
        and isinstance(right, ir.Const)
        and (isinstance(left.then, ir.Const) or isinstance(left.otherwise, ir.Const))
    ):
        yes, no = test(word, left.then, right), test(word, left.otherwise, right)
        return choose(left.condition, yes, no)
    if isinstance(left, ir.Find) and right is NOTHING and word in ("=", "!="):
        occurs = ir.Has(ir.Values(left.entry, left.size), left.value)
        return occurs if word == "!=" else negated(occurs)
    return ir.Test(word, left, right)


def known(*values: ir.Value) -> ir.Value:
    """Return the condition that none of these is none or unknown."""
    tests = []
    for value in values:
        if can_be_unknown(value):
            tests.append(test(">", value, UNKNOWN))
        elif can_be_none(value):
            tests.append(test("!=", value, NOTHING))
    return both(*tests)


def compare(word: TestWord, left: ir.Value, right: ir.Value) -> ir.Value:
    """Return a comparison of numbers; it does not hold if one is none or unknown."""
    compared = test(word, left, right)
    doubtful = {
        "=": [left] if can_be_missing(right) else [],
        "!=": [left, right],
        "<": [left], "<=": [left],
        ">": [right], ">=": [right],
    }[word]  # fmt: skip
    return both(known(*doubtful), compared)


def both(*parts: ir.Value) -> ir.Value:
    """Return the `and` of conditions."""
    return _logic("and", parts, decisive=NO, neutral=YES)


def either(*parts: ir.Value) -> ir.Value:
    """Return the `or` of conditions."""
    return _logic("or", parts, decisive=YES, neutral=NO)


def _logic(
    word: Literal["and", "or"],
    parts: tuple[ir.Value, ...],
    *,
    decisive: ir.Const,
    neutral: ir.Const,
) -> ir.Value:
    kept: list[ir.Value] = []
    for part in parts:
        if isinstance(part, ir.Const):
            if part == decisive:
                return decisive
        elif isinstance(part, ir.Logic) and part.word == word:
            kept += part.parts
        else:
            kept.append(part)
    if not kept:
        return neutral
    return kept[0] if len(kept) == 1 else ir.Logic(word, tuple(kept))


def negated(condition: ir.Value) -> ir.Value:
    """Return the `not` of a condition."""
    if isinstance(condition, ir.Const):
        return NO if condition.value else YES
    if isinstance(condition, ir.Logic) and condition.word == "not":
        return condition.parts[0]
    if isinstance(condition, ir.Test) and condition.word in ("=", "!="):
        opposite: TestWord = "!=" if condition.word == "=" else "="
        return ir.Test(opposite, condition.left, condition.right)
    return ir.Logic("not", (condition,))


def choose(condition: ir.Value, then: ir.Value, otherwise: ir.Value) -> ir.Value:
    """Return one of two values; if both are conditions, so is the result."""
    if isinstance(condition, ir.Const):
        return then if condition.value else otherwise
    if then == otherwise:
        return then
    if then is YES and otherwise is NO:
        return condition
    if then is NO and otherwise is YES:
        return negated(condition)
    if is_known(then) and is_condition(otherwise):
        return either(condition, otherwise) if then is YES else both(negated(condition), otherwise)
    if is_known(otherwise) and is_condition(then):
        return both(condition, then) if otherwise is NO else either(negated(condition), then)
    if is_condition(then) and is_condition(otherwise):
        return ir.Select(condition, then, otherwise)
    return ir.Select(condition, number(then), number(otherwise))


def number(value: ir.Value) -> ir.Value:
    """Return a value as an integer: a condition becomes 1 or 0."""
    return ir.Select(value, YES, NO) if is_condition(value) else value


def condition(value: ir.Value) -> ir.Value:
    """Return a flag as a condition: that it is yes."""
    return value if is_condition(value) else test("=", value, YES)


def arithmetic(
    word: Literal["+", "-", "*", "/", "mod", "min", "max"], left: ir.Value, right: ir.Value
) -> ir.Value:
    """Return arithmetic on numbers that are not none; division by 0 only in code never reached."""
    if word in ("/", "mod") and right is NO:
        return NO
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return ir.Const(_ARITHMETIC[word](left.value, right.value))
    if right is NO and word in ("+", "-"):
        return left
    if left is NO and word == "+":
        return right
    return left if right is YES and word in ("*", "/") else ir.Arithmetic(word, left, right)


def row(values: tuple[int, ...], index: ir.Value) -> ir.Value:
    """Return a constant from a table; none if the index is none, in code that is never reached."""
    if isinstance(index, ir.Const):
        return ir.Const(values[index.value]) if 0 <= index.value < len(values) else NOTHING
    if not values:  # such as a table of the cards, in a match without cards
        return NOTHING
    same = values[0] == values[-1] and len(set(values)) == 1
    return ir.Const(values[0]) if same else ir.Row(ir.Table(values), index)


def bits_of(bit: ir.Value) -> ir.Value:
    """Return the set of one member; the empty set for none, in code that is never reached."""
    if isinstance(bit, ir.Const):
        return ir.Const(1 << bit.value) if bit.value >= 0 else NO
    return ir.BitsOf(bit)


def bits_if(condition: ir.Value, bits: ir.Value) -> ir.Value:
    """Return a set if a condition holds; else the empty set."""
    if isinstance(condition, ir.Const):
        return bits if condition.value else NO
    return ir.Select(condition, bits, NO)


def bits_op(word: Literal["and", "or", "minus"], left: ir.Value, right: ir.Value) -> ir.Value:
    """Return a set combined from two sets."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        a, b = left.value, right.value
        return ir.Const({"and": a & b, "or": a | b, "minus": a & ~b}[word])
    if left is NO or right is NO:
        if word == "and" or (word == "minus" and left is NO):
            return NO
        return left if right is NO else right
    if left == right:
        return NO if word == "minus" else left
    match left, right:
        case (ir.Const(of), ir.BitsOf(bit)) | (ir.BitsOf(bit), ir.Const(of)) if (
            word == "and" and _always_in(bit, of)
        ):
            return ir.BitsOf(bit)
        case ir.Things(entry, low, high, inner), ir.Things(same, least, most, place) if (
            word == "and" and (entry, inner) == (same, place)
        ):
            low, high = max(low, least), min(high, most)
            return ir.Things(entry, low, high, inner) if low <= high else NO
    return ir.BitsOp(word, left, right)


def combined(word: Literal["and", "or"], sets: Sequence[ir.Value]) -> ir.Value:
    """Return the union or intersection of at least one set; of many, not one inside the other."""
    if len(sets) > FEW:
        half = len(sets) // 2
        return bits_op(word, combined(word, sets[:half]), combined(word, sets[half:]))
    result, *others = sets
    for other in others:
        result = bits_op(word, result, other)
    return result


def _always_in(number: ir.Value, bits: int) -> bool:
    """Return whether a number is one of a few constants that are all in a set."""
    match number:
        case ir.Const(value):
            return value >= 0 and bool(bits >> value & 1)
        case ir.Select(_, then, otherwise):
            return _always_in(then, bits) and _always_in(otherwise, bits)
    return False


def size(bits: ir.Value) -> ir.Value:
    """Return how many members a set has."""
    if isinstance(bits, ir.BitsOf):
        return YES
    return ir.Const(bits.value.bit_count()) if isinstance(bits, ir.Const) else ir.Size(bits)


def shift(bits: ir.Value, by: int) -> ir.Value:
    """Return a set with `by` added to each member."""
    if isinstance(bits, ir.Const):
        return ir.Const(bits.value << by if by >= 0 else bits.value >> -by)
    return ir.Shift(bits, by) if by else bits


def has(bits: ir.Value, bit: ir.Value) -> ir.Value:
    """Return the condition that a number, which is not none, is in a set."""
    if bits is NO:
        return NO
    if isinstance(bits, ir.Const) and isinstance(bit, ir.Const):
        return boolean(bit.value >= 0 and bool(bits.value >> bit.value & 1))
    if is_atomic(bit):
        match bits:
            case ir.BitsOp("and", left, right):
                return both(has(left, bit), has(right, bit))
            case ir.BitsOp("or", left, right):
                return either(has(left, bit), has(right, bit))
            case ir.BitsOp("minus", left, right):
                return both(has(left, bit), negated(has(right, bit)))
            case ir.LoadSet(entry, thing) if isinstance(bit, ir.Const) and bit.value < entry.width:
                return test("=", ir.Load(entry, thing, bit), YES)
            case ir.Things(entry, low, high, inner):
                slot = ir.Load(entry, bit, ir.Const(inner), unknown=True)  # it may be, in a view
                if low == high:
                    return test("=", slot, ir.Const(low))
                return both(test(">=", slot, ir.Const(low)), test("<=", slot, ir.Const(high)))
    return ir.Has(bits, bit)
