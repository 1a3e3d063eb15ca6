"""§4.2 and §4.3: every binding of an action's roles that keeps the rules.

A rule that says which set a role is in limits the values that are tried. So does a rule that a
permit may waive, unless such a permit is in force and does not say for which values it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.filters import parts_of
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.in_force import GuardedClause, where_holds
from thesmos.compile.lower.sets import all_of, each_member, for_each, has_bit, of_one
from thesmos.compile.lower.values import holds, joined, kept, value
from thesmos.compile.lower.writer import Writer
from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.declarations import Action, Role, Rule

FEW = 8  # permits that add values to those of a role in one expression
Permits = Sequence[GuardedClause[c.Permit]]
Broken = tuple[tuple[Rule, ir.Value], ...]  # rules that permits may waive, and whether they hold


@dataclass(frozen=True)
class Candidates:
    """Writes the loops over the candidates of an action, and what is done with those that pass."""

    action: Action
    permits: Permits
    complete: Callable[[Frame], None]
    w: Writer

    def each(self, frame: Frame) -> None:
        """Write the loops over the values of all roles."""
        self._bind(0, frame, (), ())

    def _bind(
        self, number: int, frame: Frame, broken: Broken, kept_already: tuple[Rule, ...]
    ) -> None:
        """Bind the roles from a number on, testing each rule as soon as possible."""
        w = self.w
        rules = [rule for rule in self.action.rules_after[number] if rule not in kept_already]
        strict = [rule for rule in rules if not self._lifting(rule)]
        with w.when(_all([partial(holds, rule.condition, frame, w) for rule in strict], w)):
            more = tuple(
                (rule, w.kept_condition(holds(rule.condition, frame, w)))
                for rule in rules
                if rule not in strict
            )
            with w.when(fold.both(*(self._possible(rule, good) for rule, good in more))):
                self._bind_role(number, frame, broken + more)

    def _bind_role(self, number: int, frame: Frame, broken: Broken) -> None:
        if number == len(self.action.roles):
            with self.w.when(
                _all([partial(self._good, frame, rule, good) for rule, good in broken], self.w)
            ):
                self.complete(frame)
            return
        role = self.action.roles[number]
        if role.value is not None:
            computed = kept(role.value, frame, self.w)
            inner = frame.with_names({**frame.names, role.name: computed})
            self._bind(number + 1, inner, broken, ())
            return
        domain, keeping = self._domain(number, frame)
        with for_each(domain, role.type, self.w) as member:
            inner = frame.with_names({**frame.names, role.name: member})
            self._bind(number + 1, inner, broken, keeping)

    # -------------------------------------------------------------------- permits

    def _lifting(self, rule: Rule) -> list[GuardedClause[c.Permit]]:
        """Return the permits in play that may waive a rule."""
        return [permit for permit in self.permits if rule.name in permit.clause.waives]

    def _possible(self, rule: Rule, good: ir.Value) -> ir.Value:
        """Return the condition that a rule is kept, or that a permit in force may waive it."""
        return fold.either(good, *(permit.held for permit in self._lifting(rule)))

    def _good(self, frame: Frame, rule: Rule, good: ir.Value) -> ir.Value:
        """Return the condition that a candidate keeps a rule, or that a permit waives it."""
        waiving = [partial(where_holds, permit, frame, self.w) for permit in self._lifting(rule)]
        return joined("or", [lambda: good, *waiving], self.w)

    # -------------------------------------------------------------------- domains

    def _domain(self, number: int, frame: Frame) -> tuple[ir.Value, tuple[Rule, ...]]:
        """Return the values of an open role to be tried, and the rules that all of them keep."""
        role = self.action.roles[number]
        whole = all_of(role.type, self.w)
        domain = whole
        keeping: list[Rule] = []
        for rule in self.action.rules_after[number + 1]:
            lifting = self._lifting(rule)
            if lifting and self.w.counted:
                continue  # whether a permit holds does not depend on other rules
            only = _at_most(rule.condition, role, frame, self.w)
            if only is not None and not lifting and _says_all(rule.condition, role, frame):
                keeping.append(rule)
            for place, permit in enumerate(lifting if only is not None else ()):
                if place % FEW == FEW - 1:  # each is written inside the next, perhaps twice
                    only = self.w.kept(only or whole)
                only = self._or_permitted(only or whole, permit, role, frame)
            if only is not None and only != whole:
                # a rule limits a role to values of its type, unless the type is a range of numbers
                alone = domain == whole and role.type.base != "int"
                domain = only if alone else fold.bits_op("and", domain, only)
        return domain, tuple(keeping)

    def _or_permitted(
        self, only: ir.Value, permit: GuardedClause[c.Permit], role: Role, frame: Frame
    ) -> ir.Value:
        """Return some values of a role, plus those for which a permit in force may hold."""

        def more() -> ir.Value:
            where, inner = permit.clause.where, frame.of(permit.card, permit.you)
            permitted = None if where is None else _at_most(where, role, inner, self.w)
            if permitted is None:
                return all_of(role.type, self.w)
            return fold.bits_op("or", only, permitted)

        return self.w.lazily(permit.held, more, lambda: only)


def _members(condition: p.Value, role: Role, frame: Frame, w: Writer) -> ir.Value | None:
    """Return the set that a condition says a role is in; None if it does not say so."""
    match condition:
        case p.IsIn(member=p.Variable(name=role.name), of=of) if _bound(of, frame):
            return value(of, frame, w)
        case p.Compare("=", p.Variable(name=role.name), right) if _bound(right, frame):
            only = kept(right, frame, w)
            return w.lazily(
                has_bit(only, right.type, w),
                partial(of_one, only, role.type, w),
                lambda: fold.NO,
            )
    return None


def _at_most(condition: p.Value, role: Role, frame: Frame, w: Writer) -> ir.Value | None:
    """Return values of a role outside of which a condition fails; None if there is no such set."""
    match condition:
        case p.Logic("and", parts):
            limits = [_at_most(part, role, frame, w) for part in parts]
            sets = [limit for limit in limits if limit is not None]
            return fold.combined("and", sets) if sets else None
        case p.Logic("or", parts):
            return _of_either(parts, role, frame, w)
        case p.Search("some", binder) if _bound(binder.domain, frame):
            return _of_some(binder, role, frame, w)
    return _members(condition, role, frame, w)


def _of_either(parts: Sequence[p.Value], role: Role, frame: Frame, w: Writer) -> ir.Value | None:
    """Return values of a role outside of which each of some conditions fails."""
    sets = []
    with w.block() as block:
        for part in parts:
            limit = _at_most(part, role, frame, w)
            if limit is None:
                return None
            sets.append(limit)
    for statement in block:
        w.do(statement)
    return fold.combined("or", sets)


def _says_all(condition: p.Value, role: Role, frame: Frame) -> bool:
    """Return whether a condition holds for all values that `_at_most` returns, not only some."""
    match condition:
        case p.IsIn(member=p.Variable(name=role.name), of=of):
            return _bound(of, frame)
        case p.Compare("=", p.Variable(name=role.name), right):
            return _bound(right, frame)
        case p.Logic("and" | "or", parts):
            return all(_says_all(part, role, frame) for part in parts)
        case p.Search("some", binder):
            parts = parts_of(binder.condition)
            return all(_bound(part, frame) or _says_all(part, role, frame) for part in parts)
    return False


def _of_some(binder: p.Binder, role: Role, frame: Frame, w: Writer) -> ir.Value | None:
    """Return values of a role outside of which a condition holds for no member of a set."""
    parts, possible = parts_of(binder.condition), w.local()
    more = None
    with w.block() as block:
        w.do(ir.Set(possible.name, fold.NO))
        with each_member(binder.domain, binder.name, frame, w) as inner:
            first = [partial(holds, part, inner, w) for part in parts if _bound(part, frame)]
            with w.when(_all(first, w)):
                rest = [part for part in parts if not _bound(part, frame)]
                sets = [
                    limit for part in rest if (limit := _at_most(part, role, inner, w)) is not None
                ]
                if sets:
                    more = fold.bits_op("or", possible, fold.combined("and", sets))
                    w.do(ir.Set(possible.name, more))
    if more is None:
        return None
    for statement in block:
        w.do(statement)
    return possible


def _bound(node: p.Value, frame: Frame) -> bool:
    """Return whether all roles that a value names are bound."""
    return all(variable.name in frame.names for variable in p.variables_in(node) if variable.role)


def _all(tests: Sequence[Callable[[], ir.Value]], w: Writer) -> ir.Value:
    return joined("and", tests, w)
