"""How an option comes to be offered (semantics §4).

An option is its roles. It is kept if each named rule of its action holds or is waived, and if no
`forbid` applies; then the requirements of each stage filter what is left. Everything is evaluated
on what the chooser can see.
"""

from __future__ import annotations

from thesmos.engine.expressions import Env, Vector
from thesmos.engine.program import NONE, YOU, person
from thesmos.engine.tables import ActiveClause, CompiledAction, Tables

Roles = tuple[int, ...]  # the values of the open roles, in order


def in_force(v: Vector, e: Env, clauses: list[ActiveClause]) -> list[ActiveClause]:
    """The clauses whose guard holds."""
    kept = []
    for clause in clauses:
        if clause.compiled.always:
            kept.append(clause)
        else:
            e[YOU] = clause.you
            if clause.compiled.guard(v, e) > 0:
                kept.append(clause)
    return kept


def frame(tables: Tables, chooser: int, you: int) -> Env:
    """A new frame for a chooser. Decisions of chance are made on behalf of the active player."""
    who = person(chooser)
    return [you if you >= 0 else who, who, who, NONE, *([NONE] * (tables.frame - 4))]


def options(
    tables: Tables,
    v: Vector,
    step: int,
    chooser: int,
    required: list[tuple[ActiveClause, bool]] | None = None,
) -> list[Roles]:
    """All options of a step for its chooser, in canonical order. v: the chooser's view.

    required: receives each `require` that was evaluated, and whether any option met it.
    """
    table = tables.program.steps[step]
    action = tables.actions[table["action"]]
    who = person(chooser)
    e = frame(tables, chooser, who)
    permits = in_force(v, e, tables.own(v, "permit", action.name, who))
    stages = tables.stages(v, "forbid", action.name, who) if table["filter"] else []
    own_forbids = tables.own(v, "forbid", action.name, who)
    forbids = in_force(v, e, own_forbids)
    e[YOU] = who
    found = Enumeration(tables, action, v, e, permits, forbids, who).run()
    if table["filter"]:
        others = [[c for c in s if c.you != who] for s in stages]
        met = [] if required is None else required
        found = _later_stages(tables, v, e, action, found, others, who, met)
    return found


class Enumeration:
    """Lists the options of an action: binds role after role, and checks each rule early."""

    def __init__(
        self,
        tables: Tables,
        action: CompiledAction,
        v: Vector,
        e: Env,
        permits: list[ActiveClause],
        forbids: list[ActiveClause],
        you: int,
    ) -> None:
        self.tables, self.action, self.v, self.e, self.you = tables, action, v, e, you
        self.permits, self.forbids = permits, forbids
        self.waivable = 0
        for permit in permits:
            self.waivable |= permit.compiled.waives
        self.found: list[Roles] = []

    def run(self) -> list[Roles]:
        """All options that are not forbidden."""
        for role in self.action.before:
            assert role.value is not None
            self.e[role.index] = role.value(self.v, self.e)
        if self.action.levels:
            self._bind(0, 0)
        elif self._keeps_all():
            self.found.append(())
        return self.found

    def _keeps_all(self) -> bool:
        """Whether an action without open roles is allowed; it has one option at most."""
        broken = sum(r.bit for r in self.action.rules if r.holds(self.v, self.e) <= 0)
        return not broken & ~self.waivable and self._is_allowed(broken)

    def _bind(self, level: int, failed: int) -> None:
        """Bind the open role of a level; `failed` are the waivable rules broken so far."""
        role, computed, rules = self.action.levels[level]
        v, e, waivable, index = self.v, self.e, self.waivable, role.index
        values = domain = role.domain
        generated = 0
        for rule in rules:
            if rule.generator is not None and not rule.bit & waivable:
                values = rule.generator(v, e)
                generated = rule.bit
                break
        deeper = level + 1 < len(self.action.levels)
        assert values is not None
        assert domain is not None
        for value in values:
            if value not in domain:  # a rule may list more than the role's domain
                continue
            e[index] = value
            for each in computed:
                e[each.index] = each.value(v, e)  # type: ignore[misc]  # computed roles have one
            broken = failed
            for rule in rules:
                if rule.bit != generated and rule.holds(v, e) <= 0:
                    if not rule.bit & waivable:
                        break
                    broken |= rule.bit
            else:
                if deeper:
                    self._bind(level + 1, broken)
                elif self._is_allowed(broken):
                    self.found.append(tuple(e[r.index] for r in self.action.open))

    def _is_allowed(self, broken: int) -> bool:
        """Whether every broken rule is waived, and no clause of the chooser's own forbids it."""
        v, e = self.v, self.e
        if broken:
            for permit in self.permits:
                if permit.compiled.waives & broken:
                    e[YOU] = permit.you
                    if permit.compiled.where(v, e) > 0:
                        broken &= ~permit.compiled.waives
            e[YOU] = self.you
            if broken:
                return False
        for forbid in self.forbids:
            e[YOU] = forbid.you
            if forbid.compiled.where(v, e) > 0:
                e[YOU] = self.you
                return False
        e[YOU] = self.you
        return True


def bind(action: CompiledAction, v: Vector, e: Env, roles: Roles) -> None:
    """Write roles into a frame: the given open roles and the computed ones."""
    for role in action.before:
        e[role.index] = role.value(v, e)  # type: ignore[misc]  # computed roles have one
    for (role, computed, _), value in zip(action.levels, roles, strict=True):
        e[role.index] = value
        for each in computed:
            e[each.index] = each.value(v, e)  # type: ignore[misc]  # as above


def _later_stages(
    tables: Tables,
    v: Vector,
    e: Env,
    action: CompiledAction,
    found: list[Roles],
    forbids: list[list[ActiveClause]],
    who: int,
    required: list[tuple[ActiveClause, bool]],
) -> list[Roles]:
    """Apply the forbids of teammates and opponents and all requirements, stage by stage."""
    requires = tables.stages(v, "require", action.name, who)
    if not forbids and not requires:
        return found
    for player in tables.in_stages(who):
        mine = [c for stage in forbids for c in stage if c.you == player]
        asked = [c for stage in requires for c in stage if c.you == player]
        if mine:
            struck = in_force(v, e, mine)
            found = [r for r in found if not _any(v, e, action, r, struck)]
        for require in in_force(v, e, asked):
            kept = [r for r in found if _any(v, e, action, r, [require])]
            required.append((require, bool(kept)))
            found = kept or found
    e[YOU] = who
    return found


def _any(
    v: Vector, e: Env, action: CompiledAction, roles: Roles, clauses: list[ActiveClause]
) -> bool:
    bind(action, v, e, roles)
    for clause in clauses:
        e[YOU] = clause.you
        if clause.compiled.where(v, e) > 0:
            return True
    return False


def may_skip(tables: Tables, v: Vector, step: int, chooser: int, offered: list[Roles]) -> bool:
    """Whether the chooser may skip a step: a clause grants it and none refuses."""
    table = tables.program.steps[step]
    if chooser < 0:
        return False
    tables.values.offered = offered
    e = frame(tables, chooser, chooser)

    def holds(clauses: list[ActiveClause]) -> bool:
        for clause in in_force(v, e, clauses):
            e[YOU] = clause.you
            if clause.compiled.where(v, e) > 0:
                return True
        return False

    name = table["name"]
    granted = table["skip"] or holds(tables.own(v, "may skip", name, chooser))
    return granted and not holds(tables.everybody(v, "forbid skip", name, chooser))
