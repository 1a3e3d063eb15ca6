"""§4 How options are offered: a function for each step and chooser, which emits their codes.

As long as no requirement is in play, a candidate is emitted as soon as it has passed everything.
Otherwise candidates are emitted with marks, and the stages filter them one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from thesmos.compile import fold, ir
from thesmos.compile.in_force import (
    HeldClause,
    applies,
    everybody,
    guarded,
    of_powers,
    own,
    where_holds,
)
from thesmos.compile.seen import view_for
from thesmos.compile.sets import everything, for_each, has_bit, of_one
from thesmos.compile.sizes import least_of
from thesmos.compile.values import holds, joined, kept, meaning, value
from thesmos.compile.writer import Frame, Writer
from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.declarations import Action, Role, Rule, Step
from thesmos.program.node import Ref, walk


@dataclass
class Filter:
    """What the stages do to the candidates, by mark: drop them, or require them if possible."""

    marks: list[tuple[HeldClause[c.Forbid] | HeldClause[c.Require], int]] = field(
        default_factory=list
    )
    required: list[tuple[HeldClause[c.Require], ir.Get]] = field(default_factory=list)


# -------------------------------------------------------------------- whole functions


def options_of(w: Writer, step: Step, chooser: int) -> int:
    """The function that returns the codes of the options of a step, asked on a view (see seen)."""

    def make(_: tuple[ir.Get, ...]) -> None:
        offer(w, step, chooser)
        w.do(ir.Return(ir.Codes()))

    key = "options", step.name, chooser
    marked = has_requirements(w, step, chooser)
    return w.function(key, 0, make, emits=True, marked=marked, view=view_for(w, step, chooser))


def some(codes: ir.Value) -> ir.Value:
    """The condition that there are codes."""
    return fold.test(">", ir.HowMany(codes), fold.NO)


# ------------------------------------------------------------------------- one offer


def requirements(w: Writer, step: Step, chooser: int) -> Iterator[HeldClause[c.Require]]:
    """Every requirement that may filter the options of a step."""
    for player in stages(w, chooser) if step.filter else ():
        mine = own if player == chooser else of_powers
        for action in step.actions:
            yield from mine(w, c.Require, action, player)


def has_requirements(w: Writer, step: Step, chooser: int) -> bool:
    """Whether a requirement may filter the options of a step."""
    return any(True for _ in requirements(w, step, chooser))


def offer(w: Writer, step: Step, chooser: int) -> Filter:
    """Emit the options of a step (4.2 to 4.5)."""
    frame = Frame(None, chooser, chooser, chooser)
    made = Filter()
    forbidding: dict[Ref, list[HeldClause[c.Forbid]]] = {name: [] for name in step.actions}
    marked = has_requirements(w, step, chooser)
    for player in stages(w, chooser) if step.filter else ():
        mine = own if player == chooser else of_powers
        for action in step.actions if player != chooser else ():  # whose own are asked anyway
            forbids = guarded([*mine(w, c.Forbid, action, player)], frame, w)
            forbidding[action] += forbids
            made.marks += [(held, len(made.marks) + n) for n, held in enumerate(forbids)]
        for action in step.actions:
            requires = guarded([*mine(w, c.Require, action, player)], frame, w)
            made.marks += [(held, len(made.marks) + n) for n, held in enumerate(requires)]
    if not marked:
        made.marks.clear()
    for name in step.actions:
        action_ = w.game.actions[name]
        _kept(w, action_, chooser, [] if marked else forbidding[name], made)
    for held, mark in made.marks:
        if isinstance(held.clause, c.Forbid):
            w.do(ir.Drop(mark))
        else:
            met = w.local()
            with w.block() as block:
                w.do(ir.Require(mark, met.name))
            w.do(ir.Set(met.name, fold.YES))
            w.do(ir.If(held.held, tuple(block), ()))
            made.required.append((held, met))
    return made


def _kept(
    w: Writer,
    action: Action,
    player: int,
    forbidding: list[HeldClause[c.Forbid]],
    made: Filter,
) -> None:
    """Emit the candidates that keep the rules, and that nothing forbids."""
    frame = action_frame(w, action, player)
    permits = guarded([*own(w, c.Permit, action.name, player)], frame, w)
    forbids = guarded([*own(w, c.Forbid, action.name, player)], frame, w) + forbidding
    waivable = {rule for permit in permits for rule in permit.clause.waives}

    def complete(inner: Frame, broken: list[tuple[Rule, ir.Value]]) -> None:
        refusals = [partial(_good, rule, good, permits, inner, w) for rule, good in broken]
        fine = joined("and", refusals, w) if refusals else fold.YES
        with w.when(fine):
            refused = [partial(where_holds, forbid, inner, w) for forbid in forbids]
            with w.when(fold.negated(joined("or", refused, w))):
                marks = _marks(action, inner, made, w) if made.marks else None
                w.do(ir.Emit(w.codes.of[action.name].code(inner.names), marks))

    _bindings(action, 0, waivable, frame, [], complete, w)


def _marks(action: Action, frame: Frame, made: Filter, w: Writer) -> ir.Value:
    """The marks of a candidate: of those filters that are about it and hold."""
    marks: ir.Value = fold.NO
    for held, mark in made.marks:
        if held.clause.about == action.name:
            bit = fold.bits_if(where_holds(held, frame, w), ir.Const(1 << mark))
            marks = fold.bits_op("or", marks, bit)
    return marks


def action_frame(w: Writer, action: Action, player: int) -> Frame:
    """A frame for the rules of an action of a player."""
    return Frame(w.game.card_numbers[action.name.card], player, player, player)


def _bindings(
    action: Action,
    number: int,
    waivable: set[str],
    frame: Frame,
    broken: list[tuple[Rule, ir.Value]],
    complete: Callable[[Frame, list[tuple[Rule, ir.Value]]], None],
    w: Writer,
    kept_already: tuple[Rule, ...] = (),
) -> None:
    """Bind the roles from a number on in every way, testing each rule as soon as possible."""
    rules = [rule for rule in action.rules_after[number] if rule not in kept_already]
    strict = [rule for rule in rules if rule.name not in waivable]
    broken = list(broken)
    tests = [partial(holds, rule.condition, frame, w) for rule in strict]
    with w.when(joined("and", tests, w) if tests else fold.YES):
        for rule in rules:
            if rule.name in waivable:
                broken.append((rule, w.kept_condition(holds(rule.condition, frame, w))))
        if number == len(action.roles):
            complete(frame, broken)
            return
        role = action.roles[number]
        if role.value is not None:
            one = kept(role.value, frame, w)
            inner = frame.with_names({**frame.names, role.name: one})
            _bindings(action, number + 1, waivable, inner, broken, complete, w)
            return
        domain, narrowed = _domain(action, number, waivable, frame, w)
        with for_each(domain, role.type, w) as member:
            inner = frame.with_names({**frame.names, role.name: member})
            _bindings(action, number + 1, waivable, inner, broken, complete, w, narrowed)


def _domain(
    action: Action, number: int, waivable: set[str], frame: Frame, w: Writer
) -> tuple[ir.Value, tuple[Rule, ...]]:
    """The values that an open role can have, and the rules that they keep because of that."""
    role = action.roles[number]
    domain: ir.Value = ir.Const(everything(role.type, w))
    narrowed: list[Rule] = []

    def narrow(rule: Rule, only: ir.Value) -> ir.Value:
        narrowed.append(rule)
        whole = len(narrowed) == 1 and role.type.base != "int"  # all of it is of the role's type
        return only if whole else fold.bits_op("and", domain, only)

    for rule in action.rules_after[number + 1]:
        if rule.name in waivable:
            continue
        condition = rule.condition
        if (
            isinstance(condition, p.IsIn)
            and _is_role(condition.member, role)
            and not _mentions(condition.of, role)
        ):
            domain = narrow(rule, value(condition.of, frame, w))
        elif (
            isinstance(condition, p.Compare)
            and condition.word == "="
            and _is_role(condition.left, role)
            and not _mentions(condition.right, role)
        ):
            only = kept(condition.right, frame, w)
            one = w.lazily(
                has_bit(only, condition.right.type, w),
                partial(of_one, only, role.type, w),
                lambda: fold.NO,
            )
            domain = narrow(rule, one)
    return domain, tuple(narrowed)


def _is_role(node: p.Value, role: Role) -> bool:
    return isinstance(node, p.Variable) and node.name == role.name


def _mentions(node: p.Value, role: Role) -> bool:
    return any(isinstance(n, p.Variable) and n.name == role.name for n in walk(node))


def _good(
    rule: Rule, good: ir.Value, permits: list[HeldClause[c.Permit]], frame: Frame, w: Writer
) -> ir.Value:
    """Whether a candidate keeps a rule, or a permit waives it."""
    return joined("or", [lambda: good, partial(waived, rule, permits, frame, w)], w)


def waived(rule: Rule, permits: list[HeldClause[c.Permit]], frame: Frame, w: Writer) -> ir.Value:
    """Whether a permit waives a rule for the candidate bound in a frame."""
    waiving = [permit for permit in permits if rule.name in permit.clause.waives]
    parts = [partial(where_holds, permit, frame, w) for permit in waiving]
    return joined("or", parts, w)


def bind(w: Writer, action: Action, given: dict[str, ir.Value], player: int) -> Frame:
    """A frame with given values of the open roles, and the computed ones, as they are now."""
    frame = action_frame(w, action, player)
    for role in action.roles:
        one = w.kept(given[role.name]) if role.value is None else kept(role.value, frame, w)
        frame = frame.with_names({**frame.names, role.name: one})
    return frame


# -------------------------------------------------------------------- 4.5: the stages


def stages(w: Writer, chooser: int) -> list[int]:
    """The players whose clauses filter the options, in the order of the game's stages."""
    words = {"own": "your", "teammates": "teammate", "opponents": "opponent"}
    return [
        player
        for stage in w.game.game.stages
        for player in w.players_from(chooser)
        if w.relation(chooser, player) == words[stage]
    ]


# ------------------------------------------------------------------------ 4.9: skipping


def may_skip(w: Writer, step: Step, chooser: int) -> ir.Value | None:
    """The condition, asked on a view, that a player may skip a step; None if they never may."""
    allowing = [*own(w, c.MaySkip, step.name, chooser)]
    refusing = everybody(w, c.ForbidSkip, step.name, chooser)
    if not allowing and not step.skip:
        return None

    def make(_: tuple[ir.Get, ...]) -> None:
        offered: ir.Value | None = None
        clauses = [held.clause for held in (*allowing, *refusing)]
        if any(isinstance(n, p.Offered) for clause in clauses for n in walk(clause)):
            offered = w.kept(ir.Call(options_of(w, step, chooser), ()))
        frame = Frame(None, chooser, chooser, chooser, offered=offered)
        allowed = [partial(applies, held, frame, w) for held in allowing]
        refused = [partial(applies, held, frame, w) for held in refusing]
        may = fold.YES if step.skip else joined("or", allowed, w)
        with w.when(may):
            w.do(ir.Return(fold.number(fold.negated(joined("or", refused, w)))))
        w.do(ir.Return(fold.NO))

    key, view = ("may skip", step.name, chooser), view_for(w, step, chooser)
    return fold.test("=", ir.Call(w.function(key, 0, make, view=view), ()), fold.YES)


@meaning(p.Offered)
def _offered(node: p.Offered, frame: Frame, w: Writer) -> ir.Value:
    """The values that an open role has in the options of the step to be skipped."""
    assert frame.offered is not None
    found: ir.Value = fold.NO
    for action in w.codes.in_order:
        for digit in action.digits:
            if digit.name == node.role:
                last = action.first + action.count - 1
                made = ir.Digits(frame.offered, action.first, last, digit.factor, digit.size)
                by = digit.low - least_of(node.type, w.game)
                found = fold.bits_op("or", found, fold.shift(made, by))
    return found


@meaning(p.Forbidden)
def _forbidden(node: p.Forbidden, frame: Frame, w: Writer) -> ir.Value:
    """Whether a `forbid` of anybody holds for an action of `you` with these roles."""
    action = w.game.actions[node.action]
    arguments = [kept(each, frame, w) for each in node.arguments]
    given = {role.name: one for role, one in zip(action.open_roles, arguments, strict=True)}
    inner = bind(w, action, given, frame.you)
    forbids = everybody(w, c.Forbid, node.action, frame.you)
    return joined("or", [partial(applies, held, inner, w) for held in forbids], w)
