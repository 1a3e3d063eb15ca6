"""Compile sets: list members, test membership, search and fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from thesmos.diagnostics import InternalError
from thesmos.engine.functions import board_of, relation
from thesmos.engine.program import MISSING, NONE, OUT, YOU, Code, Program

if TYPE_CHECKING:
    from thesmos.engine.expressions import Env, Value, ValueCompiler, Vector

    Members = Callable[[Vector, Env], Any]

# ------------------------------------------------------------------------ members


def members(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    """Compile a set to a function that lists its members in canonical order."""
    made: Members = _MEMBERS[code[0]](values, code, inst)
    return made


def _all(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    everything = range(size_of(values, code[1], code[2]))
    return lambda v, e: everything


def size_of(values: ValueCompiler, base: str, name: str) -> int:
    """How many there are of a kind."""
    program = values.program
    if base == "piece":
        return int(program.kinds[name]["count"])
    if base == "cell":
        board = program.boards[name]
        return int(board["columns"]) * int(board["rows"])
    if base == "enum":
        return len(program.enums[name])
    return {
        "player": program.players,
        "side": max(program.sides) + 1,
        "power": len(program.instances),
        "zone": len(program.zones),
        "direction": 8,
    }[base]


def _on_board(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    base, count = values.program.slots[f"place:{code[2]}"][:2]
    cells = values.program.kinds[code[2]]["cells"]
    everything = range(count)
    return lambda v, e: [i for i in everything if 0 <= v[base + i] < cells]


def _owned(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    whose, base, name = code[1:]
    if base == "piece":
        return _owned_pieces(values, whose, name)
    test = _owner_test(values, whose, base, name)
    everything = range(size_of(values, base, name))
    return lambda v, e: [i for i in everything if test(v, e, i)]


def _owned_pieces(values: ValueCompiler, whose: str, name: str) -> Members:
    program = values.program
    base, count = program.slots[f"place:{name}"][:2]
    cells = program.kinds[name]["cells"]
    sides = program.sides
    if f"{name}.owner" not in program.fixed:
        test = _owner_test(values, whose, "piece", name)
        everything = range(count)
        return lambda v, e: [i for i in everything if 0 <= v[base + i] < cells and test(v, e, i)]
    owner = [owner_side(program, name, each) for each in program.fixed[f"{name}.owner"]]
    mine = whose != "opponent"
    table = tuple(
        tuple(i for i in range(count) if owner[i] >= 0 and (owner[i] == side) == mine)
        for side in sides
    )
    return lambda v, e: [i for i in table[e[YOU]] if 0 <= v[base + i] < cells]


def _owner_test(
    values: ValueCompiler, whose: str, base: str, name: str
) -> Callable[[Vector, Env, int], bool]:
    program = values.program
    sides = program.sides
    if base == "player":
        return lambda v, e, i: not v[OUT] >> i & 1 and relation(sides, e[YOU], i) == whose
    if base == "power":
        slots = values.holder_slots
        masks = {
            (you, word): sum(
                1 << p for p in range(program.players) if relation(sides, you, p) == word
            )
            for you in range(program.players)
            for word in ("your", "teammate", "opponent")
        }
        return lambda v, e, i: bool(v[slots[i]] & masks[e[YOU], whose])
    mine = whose != "opponent"
    fixed = program.fixed.get(f"{name}.owner")
    if fixed is not None:
        owner = [owner_side(program, name, each) for each in fixed]
        return lambda v, e, i: owner[i] >= 0 and (owner[i] == sides[e[YOU]]) == mine
    slot = program.slots[f"attr:{name}.owner"][0]
    return lambda v, e, i: (
        v[slot + i] >= 0 and (owner_side(program, name, v[slot + i]) == sides[e[YOU]]) == mine
    )


def owner_side(program: Program, kind: str, owner: int) -> int:
    """The side of an owner of pieces of a kind, which is a side or a player."""
    is_player = program.kinds[kind]["types"].get("owner") == "Player"
    return program.sides[owner] if is_player and owner >= 0 else owner


def _set(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    made = [values.make(c, inst) for c in code[1:]]
    return lambda v, e: sorted({x for m in made if (x := m(v, e)) >= MISSING})


def _those(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    _, index, domain, condition = code
    among = members(values, domain, inst)
    holds = values.make(condition, inst)

    def those(v: Vector, e: Env) -> list[int]:
        found = []
        for x in among(v, e):
            e[index] = x
            if holds(v, e) > 0:
                found.append(x)
        return found

    return those


def _except(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    a, b = members(values, code[1], inst), members(values, code[2], inst)

    def without(v: Vector, e: Env) -> list[int]:
        gone = set(b(v, e))
        return [x for x in a(v, e) if x not in gone]

    return without


def _union(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    a, b = members(values, code[1], inst), members(values, code[2], inst)
    return lambda v, e: sorted({*a(v, e), *b(v, e)})


def _near(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    table = getattr(board_of(values, code), code[1])
    cell = values.make(code[2], inst)
    return lambda v, e: table[s] if (s := cell(v, e)) >= 0 else ()


def _memory_set(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    base, count = values.program.slots[f"memory:{inst}.{code[1]}"][:2]
    everything = range(count)
    return lambda v, e: [i for i in everything if v[base + i] == 1]


def _attr_set(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    thing = values.make(code[3], inst)
    fixed = values.program.fixed.get(f"{code[1]}.{code[2]}")
    if fixed is not None:
        return lambda v, e: fixed[i] if (i := thing(v, e)) >= 0 else []
    base, _, _, width = values.program.slots[f"attr:{code[1]}.{code[2]}"][:4]
    everything = range(width)

    def flags(v: Vector, e: Env) -> list[int]:
        i = thing(v, e)
        return [m for m in everything if v[base + i * width + m] == 1] if i >= 0 else []

    return flags


def _offered(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    """The values of a role among the remaining options, for clauses about skipping."""
    place = code[1]
    return lambda v, e: sorted({roles[place] for roles in values.offered})


def _call(values: ValueCompiler, code: Code, inst: int | None) -> Members:
    """A fact that is a set. `treat` can't change it, since it gives single values."""
    table = values.program.facts[code[1]]
    given = [values.make(a, inst) for a in code[2:]]
    padding = [0] * max(0, table["frame"] - 4 - len(given))
    body = members(values, table["code"], table["inst"])

    def call(v: Vector, e: Env) -> Any:
        arguments = [g(v, e) for g in given]
        if any(x < MISSING for x in arguments):
            return ()
        return body(v, [*e[:4], *arguments, *padding])

    return call


_MEMBERS: dict[str, Callable[[ValueCompiler, Code, int | None], Members]] = {
    "all": _all,
    "on board": _on_board,
    "owned": _owned,
    "set": _set,
    "those": _those,
    "except": _except,
    "or_in": _union,
    "core": _near,
    "call": _call,
    "offered": _offered,
    "memory set": _memory_set,
    "attr set": _attr_set,
}

# --------------------------------------------------------------------- membership


def contains(values: ValueCompiler, item: Code, code: Code, inst: int | None) -> Value:
    """Compile a membership test, if possible without listing the set."""
    x = values.make(item, inst)
    special = _CONTAINS.get(code[0])
    if special is not None:
        return special(values, x, code, inst)
    if code[0] == "except":
        a = contains(values, item, code[1], inst)
        b = contains(values, item, code[2], inst)
        return lambda v, e: a(v, e) > 0 and b(v, e) <= 0
    if code[0] == "or_in":
        a = contains(values, item, code[1], inst)
        b = contains(values, item, code[2], inst)
        return lambda v, e: a(v, e) > 0 or b(v, e)
    listed = members(values, code, inst)
    return lambda v, e: x(v, e) in listed(v, e)


def _in_all(values: ValueCompiler, x: Value, code: Code, inst: int | None) -> Value:
    return lambda v, e: x(v, e) >= 0


def _in_board(values: ValueCompiler, x: Value, code: Code, inst: int | None) -> Value:
    base = values.program.slots[f"place:{code[2]}"][0]
    cells = values.program.kinds[code[2]]["cells"]
    return lambda v, e: (i := x(v, e)) >= 0 and 0 <= v[base + i] < cells


def _in_owned(values: ValueCompiler, x: Value, code: Code, inst: int | None) -> Value:
    whose, base, name = code[1:]
    test = _owner_test(values, whose, base, name)
    if base != "piece":
        return lambda v, e: (i := x(v, e)) >= 0 and test(v, e, i)
    slot = values.program.slots[f"place:{name}"][0]
    cells = values.program.kinds[name]["cells"]
    return lambda v, e: (i := x(v, e)) >= 0 and 0 <= v[slot + i] < cells and test(v, e, i)


def _in_those(values: ValueCompiler, x: Value, code: Code, inst: int | None) -> Value:
    _, index, domain, condition = code
    inside = contains(values, ["local", index], domain, inst)
    holds = values.make(condition, inst)

    def test(v: Vector, e: Env) -> int:
        e[index] = x(v, e)
        return e[index] >= MISSING and inside(v, e) > 0 and holds(v, e) > 0

    return test


def _in_near(values: ValueCompiler, x: Value, code: Code, inst: int | None) -> Value:
    table = getattr(board_of(values, code), f"is_{code[1]}")
    cell = values.make(code[2], inst)
    return lambda v, e: (s := cell(v, e)) >= 0 and x(v, e) in table[s]


def _in_memory(values: ValueCompiler, x: Value, code: Code, inst: int | None) -> Value:
    base = values.program.slots[f"memory:{inst}.{code[1]}"][0]
    return lambda v, e: (i := x(v, e)) >= 0 and v[base + i] == 1


def _in_attr(values: ValueCompiler, x: Value, code: Code, inst: int | None) -> Value:
    thing = values.make(code[3], inst)
    fixed = values.program.fixed.get(f"{code[1]}.{code[2]}")
    if fixed is not None:
        table = [frozenset(members) for members in fixed]
        return lambda v, e: (t := thing(v, e)) >= 0 and x(v, e) in table[t]
    base, _, _, width = values.program.slots[f"attr:{code[1]}.{code[2]}"][:4]

    def test(v: Vector, e: Env) -> int:
        t, i = thing(v, e), x(v, e)
        return v[base + t * width + i] == 1 if t >= 0 and i >= 0 else 0

    return test


_CONTAINS: dict[str, Callable[[ValueCompiler, Value, Code, int | None], Value]] = {
    "all": _in_all,
    "on board": _in_board,
    "owned": _in_owned,
    "those": _in_those,
    "core": _in_near,
    "memory set": _in_memory,
    "attr set": _in_attr,
}

# ------------------------------------------------------------- searches and folds


def search(values: ValueCompiler, code: Code, inst: int | None) -> Value:
    """`some`, `every`, `no`, `count`, `first` (x in S where c)."""
    word, index, domain, condition = code
    among = members(values, domain, inst)
    holds = values.make(condition, inst)

    def some(v: Vector, e: Env) -> int:
        for x in among(v, e):
            e[index] = x
            if holds(v, e) > 0:
                return 1
        return 0

    def every(v: Vector, e: Env) -> int:
        for x in among(v, e):
            e[index] = x
            if holds(v, e) <= 0:
                return 0
        return 1

    def first(v: Vector, e: Env) -> int:
        for x in among(v, e):
            e[index] = x
            if holds(v, e) > 0:
                return int(x)
        return NONE

    def count(v: Vector, e: Env) -> int:
        found = 0
        for x in among(v, e):
            e[index] = x
            found += holds(v, e) > 0
        return found

    table: dict[str, Value] = {"some": some, "every": every, "first": first, "count": count}
    if word == "no":
        return lambda v, e: not some(v, e)
    if word not in table:
        raise InternalError(f"search {word}")
    return table[word]


def fold(values: ValueCompiler, code: Code, inst: int | None) -> Value:
    """`sum`, `min`, `max` (value for x in S where c). The min and max of an empty set are none."""
    word, index, domain, condition, value_code = code
    among = members(values, domain, inst)
    holds = values.make(condition or ["int", 1], inst)
    value = values.make(value_code, inst)

    def listed(v: Vector, e: Env) -> list[int]:
        found = []
        for x in among(v, e):
            e[index] = x
            if holds(v, e) > 0 and (y := value(v, e)) >= MISSING:
                found.append(y)
        return found

    if word == "sum":
        return lambda v, e: sum(listed(v, e))
    pick: Callable[..., int] = min if word == "min" else max
    return lambda v, e: pick(listed(v, e), default=NONE)
