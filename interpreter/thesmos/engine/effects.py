"""Compile effects to functions `f(v, e, work)` that change the vector in place.

v: the vector of the state. e: the frame, with the values of local names. work: the `Transition`
(event.py), which carries out events and logs them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from thesmos.diagnostics import InternalError, UsageError
from thesmos.engine import sets
from thesmos.engine.expressions import Env, ValueCompiler, Vector
from thesmos.engine.program import DONE, MISSING, YOU, Code

if TYPE_CHECKING:
    from thesmos.engine.event import Transition

    Effect = Callable[[Vector, Env, Transition], None]

MAX_ROUNDS = 100  # of one `while`


def effect(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    """Compile an effect."""
    made: Effect = _EFFECTS[code[0]](values, code, inst)
    return made


def _block(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    parts = tuple(effect(values, c, inst) for c in code[1:])
    if len(parts) == 1:
        return parts[0]

    def block(v: Vector, e: Env, work: Transition) -> None:
        for part in parts:
            part(v, e, work)

    return block


def _set(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    _, target, word, value_code = code
    if target[0] in ("memory set", "attr set"):
        return _set_whole(values, target, value_code, inst)
    value = values.make(value_code, inst)
    if target[0] == "local":
        index = target[1]

        sign = {":=": 0, "+=": 1, "-=": -1}[word]

        def local(v: Vector, e: Env, work: Transition) -> None:
            x = value(v, e)
            if sign:
                x = e[index] + sign * x if e[index] >= MISSING and x >= MISSING else e[index]
            e[index] = x

        return local
    if target[0] == "in":
        return _set_member(values, target, value, inst)
    slot = slot_of(values, target, inst)
    if word == ":=":
        cells = _zone_shift(values, target)

        def assign(v: Vector, e: Env, work: Transition) -> None:
            at = slot(v, e)
            if at >= 0:
                x = value(v, e)
                v[at] = x + cells if x >= 0 else x

        return assign
    low, high = _range(values, target, inst)
    sign = 1 if word == "+=" else -1

    def change(v: Vector, e: Env, work: Transition) -> None:
        at, x = slot(v, e), value(v, e)
        if at >= 0 and x >= MISSING and v[at] >= MISSING:
            v[at] = max(low, min(high, v[at] + sign * x))

    return change


def _zone_shift(values: ValueCompiler, target: Code) -> int:
    """The offset of zones in a piece's slot: zones are numbered after the cells."""
    if target[0] == "core" and target[1] == "zone":
        return int(values.program.kinds[target[-1][1]]["cells"])
    return 0


def slot_of(values: ValueCompiler, target: Code, inst: int | None) -> Callable[[Vector, Env], int]:
    """A function for the slot that an assignment writes; -1 if there is none."""
    slots = values.program.slots
    if target[0] == "memory":
        at = slots[f"memory:{inst}.{target[1]}"][0]
        return lambda v, e: at
    if target[0] == "attr":
        name = f"attr:{target[1]}.{target[2]}"
        index_code = target[3]
    elif target[0] == "core":
        name = f"place:{target[-1][1]}"
        index_code = target[2]
    else:
        raise InternalError(f"assignment to {target[0]}")
    base = slots[name][0]
    index = values.make(index_code, inst)
    return lambda v, e: base + i if (i := index(v, e)) >= 0 else -1


def _range(values: ValueCompiler, target: Code, inst: int | None) -> tuple[int, int]:
    slots = values.program.slots
    entry = slots[
        f"memory:{inst}.{target[1]}" if target[0] == "memory" else f"attr:{target[1]}.{target[2]}"
    ]
    return entry[4], entry[5]


def _set_member(values: ValueCompiler, target: Code, value: Any, inst: int | None) -> Effect:
    """Compile `bound(w) := yes`: add a member to a set, or remove it."""
    _, item, holder = target
    member = values.make(item, inst)
    base, width, thing = _set_slots(values, holder, inst)

    def put(v: Vector, e: Env, work: Transition) -> None:
        t, i = thing(v, e), member(v, e)
        if t >= 0 and i >= 0:
            v[base + t * width + i] = int(value(v, e) > 0)

    return put


def _set_whole(values: ValueCompiler, target: Code, value_code: Code, inst: int | None) -> Effect:
    members = sets.members(values, value_code, inst)
    base, width, thing = _set_slots(values, target, inst)

    def fill(v: Vector, e: Env, work: Transition) -> None:
        t, chosen = thing(v, e), set(members(v, e))
        if t >= 0:
            for i in range(width):
                v[base + t * width + i] = int(i in chosen)

    return fill


def _set_slots(values: ValueCompiler, code: Code, inst: int | None) -> tuple[int, int, Any]:
    slots = values.program.slots
    if code[0] == "memory set":
        base, count = slots[f"memory:{inst}.{code[1]}"][:2]
        return base, count, lambda v, e: 0
    base, _, _, width = slots[f"attr:{code[1]}.{code[2]}"][:4]
    return base, width, values.make(code[3], inst)


def _do(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    name = code[1]
    given = tuple(values.make(c, inst) for c in code[2:])

    def do(v: Vector, e: Env, work: Transition) -> None:
        work.event(v, name, [g(v, e) for g in given], e[YOU])

    return do


def _take(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    power = values.make(code[1], inst)
    why = None if inst is None else values.program.instances[inst]["slug"]

    def take(v: Vector, e: Env, work: Transition) -> None:
        card = power(v, e)
        if card >= 0:
            work.move_card(v, card, 1 << e[YOU], "power taken", why)
            work.begin_card(v, card, e[YOU])

    return take


def _give(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    power, to = values.make(code[1], inst), values.make(code[2], inst)
    why = None if inst is None else values.program.instances[inst]["slug"]

    def give(v: Vector, e: Env, work: Transition) -> None:
        card, player = power(v, e), to(v, e)
        if card >= 0 and player >= 0:
            work.move_card(v, card, 1 << player, "power gained", why)

    return give


def _share(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    """Compile `share p with q` and `revoke p from q`: add or remove a holder."""
    word = code[0]
    power, to = values.make(code[1], inst), values.make(code[2], inst)
    why = None if inst is None else values.program.instances[inst]["slug"]

    def share(v: Vector, e: Env, work: Transition) -> None:
        card, player = power(v, e), to(v, e)
        if card >= 0 and player >= 0:
            held = v[values.holder_slots[card]]
            if word == "share":
                work.move_card(v, card, held | 1 << player, "power gained", why)
            else:
                work.move_card(v, card, held & ~(1 << player), "power lost", why)

    return share


def _drop(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    power = values.make(code[1], inst)
    why = None if inst is None else values.program.instances[inst]["slug"]

    def drop(v: Vector, e: Env, work: Transition) -> None:
        card = power(v, e)
        if card >= 0:
            work.move_card(v, card, 0, "power lost", why)

    return drop


def _loses(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    who = values.make(code[2], inst)
    of_side = code[1] == "side"
    reason = "" if inst is None else values.program.instances[inst]["reason"]

    def loses(v: Vector, e: Env, work: Transition) -> None:
        found = who(v, e)
        if found >= 0:
            work.lose(v, found if of_side else values.program.sides[found], reason)

    return loses


def _counts(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    def counts(v: Vector, e: Env, work: Transition) -> None:
        v[DONE] = 1

    return counts


def _if(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    condition = values.make(code[1], inst)
    then, otherwise = effect(values, code[2], inst), effect(values, code[3], inst)

    def branch(v: Vector, e: Env, work: Transition) -> None:
        if condition(v, e) > 0:
            then(v, e, work)
        else:
            otherwise(v, e, work)

    return branch


def _each(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    _, index, domain, condition, body_code = code
    members = sets.members(values, domain, inst)
    holds = values.make(condition or ["int", 1], inst)
    body = effect(values, body_code, inst)

    def each(v: Vector, e: Env, work: Transition) -> None:
        for x in list(members(v, e)):
            e[index] = x
            if holds(v, e) > 0:
                body(v, e, work)

    return each


def _card(values: ValueCompiler, inst: int | None) -> str:
    return "the game" if inst is None else str(values.program.instances[inst]["slug"])


def _while(values: ValueCompiler, code: Code, inst: int | None) -> Effect:
    condition = values.make(code[1], inst)
    body = effect(values, code[2], inst)

    def loop(v: Vector, e: Env, work: Transition) -> None:
        for _ in range(MAX_ROUNDS):
            if condition(v, e) <= 0:
                return
            body(v, e, work)
        raise UsageError(
            f"a `while` of {_card(values, inst)} ran {MAX_ROUNDS} times",
            "make sure that its condition becomes false",
        )

    return loop


_EFFECTS: dict[str, Callable[[ValueCompiler, Code, int | None], Effect]] = {
    "block": _block,
    "set": _set,
    "do": _do,
    "take": _take,
    "give": _give,
    "share": _share,
    "revoke": _share,
    "drop": _drop,
    "loses": _loses,
    "counts": _counts,
    "if": _if,
    "each": _each,
    "while": _while,
}
