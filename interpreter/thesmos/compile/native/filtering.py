"""A pass: loops over sets that go through fewer members, because conditions became sets.

Generated Python asks about each member, as it looks at one slot at a time. Machine code compares
all slots of an entry at once, so what a loop asks of its members first is taken out of the loop:
the members are those of the set for which it holds. What is taken out must be the same in each
round, and must be defined even if there is no round, as it is evaluated before.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from thesmos.compile import fold, ir
from thesmos.compile.nodes import places, pure_functions, sets, used_by, uses, walk, with_body

_LOW, _HIGH = -(1 << 31), (1 << 31) - 1  # below and above what slots hold
_NOT_TOTAL = (ir.Row, ir.Call, ir.CallOne, ir.Codes, ir.RoleOfCodes, ir.FirstCode)
_TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_LOOPS = (ir.ForBits, ir.ForRange, ir.Loop, ir.OnCopy)


def filtered(program: ir.Program) -> ir.Program:
    """The same program; its loops over sets ask less of each member."""
    functions, calls = program.functions, program.calls
    pure = pure_functions(map(used_by, functions), calls)
    made = []
    for number, function in enumerate(functions):
        body = _block(function.body, places(calls[number], pure))
        same = body is function.body
        made.append(function if same else with_body(function, body, uses(body)))
    return replace(program, functions=tuple(made))


def _block(statements: ir.Statements, pure: Set[int]) -> ir.Statements:
    made = tuple(_statement(one, pure) for one in statements)
    same = all(one is other for one, other in zip(made, statements, strict=True))
    return statements if same else made


def _statement(one: ir.Statement, pure: Set[int]) -> ir.Statement:
    if isinstance(one, ir.If):
        then, otherwise = _block(one.then, pure), _block(one.otherwise, pure)
        same = then is one.then and otherwise is one.otherwise
        return one if same else ir.If(one.condition, then, otherwise)
    if isinstance(one, _LOOPS):
        body = _block(one.body, pure)
        if body is not one.body:
            one = replace(one, body=body)
        return _loop(one, pure) if isinstance(one, ir.ForBits) else one
    return one


def _loop(loop: ir.ForBits, pure: Set[int]) -> ir.ForBits:
    """A loop with a set in place of the conditions that its body begins with."""
    if uses(loop.body).changes(pure):
        return loop
    changed = {*sets(loop.body), loop.name}
    while len(loop.body) == 1:
        (inside,) = loop.body
        if not isinstance(inside, ir.If) or inside.otherwise:
            break
        bits, rest = loop.bits, []
        for part in _parts(inside.condition):
            found = _members(part, loop, changed)
            if found is None:
                rest.append(part)
            else:
                word, set_ = found
                bits = ir.BitsOp("and" if word else "minus", bits, set_)
        if bits is loop.bits:
            break
        body = (replace(inside, condition=fold.both(*rest)),) if rest else inside.then
        loop = replace(loop, bits=bits, body=body)
    return loop


def _parts(condition: ir.Value) -> Iterable[ir.Value]:
    match condition:
        case ir.Logic("and", parts):
            return parts
    return (condition,)


def _members(part: ir.Value, loop: ir.ForBits, changed: Set[int]) -> tuple[bool, ir.Value] | None:
    """Of which members a condition holds: whether of those of a set or of all others, and the set.

    None if that can't be said before the loop.
    """
    match part:
        case ir.Logic("not", (inner,)):
            found = _members(inner, loop, changed)
            return None if found is None else (not found[0], found[1])
        case ir.Has(bits, ir.Get(loop.name)) if _stays(bits, changed):
            return True, bits
        case ir.Test(word, left, right):
            return _compared(word, left, right, loop, changed) or _compared(
                _TURNED[word], right, left, loop, changed
            )
    return None


def _compared(
    word: str, left: ir.Value, right: ir.Value, loop: ir.ForBits, changed: Set[int]
) -> tuple[bool, ir.Value] | None:
    """The same of a comparison in which the member is on the left."""
    match left, right:
        case ir.Get(loop.name), _ if word in ("=", "!=") and _stays(right, changed):
            return word == "=", ir.BitsOf(right)
        case ir.Load(entry, ir.Get(loop.name), ir.Const(0)), ir.Const(number) if entry.width == 1:
            if word in ("=", "!="):
                return word == "=", ir.Things(entry, number, number)
            if word in ("<", "<="):
                return True, ir.Things(entry, _LOW, number - (word == "<"))
            return True, ir.Things(entry, number + (word == ">"), _HIGH)
    return None


def _stays(value: ir.Value, changed: Set[int]) -> bool:
    """Whether a value is the same in each round of a loop, and defined before it."""
    for node in walk((value,)):
        if isinstance(node, _NOT_TOTAL):
            return False
        if isinstance(node, ir.Get) and node.name in changed:
            return False
        if isinstance(node, ir.Arithmetic) and node.word in ("/", "mod"):
            return False
        if isinstance(node, ir.Load) and not _fixed(node.thing, node.inner):
            return False
        if isinstance(node, ir.LoadSet) and not _fixed(node.thing):
            return False
    return True


def _fixed(*values: ir.Value) -> bool:
    return all(isinstance(one, ir.Const) for one in values)
