"""Why an option is offered or not: every rule and clause that applies, and what it saw."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.engine.expressions import Env, Vector
from thesmos.engine.hidden import view
from thesmos.engine.notation import NotationWriter
from thesmos.engine.pipeline import Roles, bind, frame, in_force, options
from thesmos.engine.program import CHOOSER, NONE, STEP, YOU, person
from thesmos.engine.tables import ActiveClause, CompiledAction

SKIP = "skip"
MAX_BINDINGS = 200_000  # role values tried for one text


@dataclass(frozen=True)
class Finding:
    """What one rule or clause says about an option.

    id: `move.climb` for a rule, the clause's id for a clause. holds: whether it allows the option.
    values: the roles and memories it saw, as text.
    """

    id: str
    holds: bool
    place: str
    values: dict[str, str]


def why(notation: NotationWriter, vector: tuple[int, ...], text: str) -> list[Finding]:
    """All rules and clauses for or against an option of the pending step.

    Raises UsageError if the game is over, or if no roles give this text.
    """
    v = list(vector)
    if v[STEP] == NONE:
        raise UsageError("the game is over", "there is no decision")
    why_ = _Why(notation, v)
    if text == SKIP:
        return why_.skip()
    best: list[Finding] | None = None
    for roles in why_.bindings(text):
        found = why_.option(roles)
        if best is None or _fails(found) < _fails(best):
            best = found
        if not _fails(best):
            break
    if best is None:
        raise UsageError(
            f"`{text}` is not an option of the step {why_.table['shown']}",
            f"options of this step look like {why_.sample()}",
        )
    return best


def _fails(findings: list[Finding]) -> int:
    return sum(not f.holds for f in findings)


class _Why:
    def __init__(self, notation: NotationWriter, truth: Vector) -> None:
        self.notation, self.tables = notation, notation.tables
        self.step, self.chooser = truth[STEP], truth[CHOOSER]
        self.who = person(self.chooser)
        self.v = view(self.tables, truth, self.chooser)
        self.table = self.tables.program.steps[self.step]
        self.action: CompiledAction = self.tables.actions[self.table["action"]]

    def env(self) -> Env:
        return frame(self.tables, self.chooser, self.who)

    def sample(self) -> str:
        found = options(self.tables, self.v, self.step, self.chooser)
        if not found:
            return self.action.text[0][1] if self.action.text else self.action.name
        return self.notation.option(self.v, self.step, self.who, found[0])

    def bindings(self, text: str) -> Iterator[Roles]:
        """The roles that give a text: those offered first, then any others."""
        offered = options(self.tables, self.v, self.step, self.chooser)
        domains = [r.domain for r in self.action.open if r.domain is not None]
        every = itertools.islice(itertools.product(*domains), MAX_BINDINGS)
        for roles in itertools.chain(offered, every):
            if self.notation.option(self.v, self.step, self.who, tuple(roles)) == text:
                yield tuple(roles)

    # -------------------------------------------------------------------- options

    def option(self, roles: Roles) -> list[Finding]:
        """The rules, permits, forbids and requirements about one binding of the roles."""
        v, e = self.v, self.env()
        bind(self.action, v, e, roles)
        permits = in_force(v, e, self.own("permit"))
        bind(self.action, v, e, roles)
        found = []
        for number, rule in enumerate(self.action.rules):
            e[YOU] = self.who
            broken = rule.holds(v, e) <= 0
            lifting = self._lifting(permits, rule.bit, e) if broken else None
            code = self.tables.program.actions[self.action.name]["rules"][number]["code"]
            values = self.values(code, e, self.action.inst)
            name = f"{self.action.name}.{rule.name}"
            found.append(Finding(name, not broken or lifting is not None, rule.place, values))
            if lifting is not None:
                found.append(self.clause(lifting, True, e))
        found += self._forbids(e)
        if all(f.holds for f in found):
            found += self._requires(roles, e)
        return found

    def own(self, kind: str) -> list[ActiveClause]:
        return self.tables.own(self.v, kind, self.action.name, self.who)

    def _lifting(self, permits: list[ActiveClause], bit: int, e: Env) -> ActiveClause | None:
        for permit in permits:
            e[YOU] = permit.you
            if permit.compiled.waives & bit and permit.compiled.where(self.v, e) > 0:
                return permit
        return None

    def _forbids(self, e: Env) -> list[Finding]:
        everybody = self.tables.everybody(self.v, "forbid", self.action.name, self.who)
        clauses = everybody if self.table["filter"] else self.own("forbid")
        found = []
        for clause in in_force(self.v, [*e], clauses):
            e[YOU] = clause.you
            found.append(self.clause(clause, clause.compiled.where(self.v, e) <= 0, e))
        return found

    def _requires(self, roles: Roles, e: Env) -> list[Finding]:
        """The requirements about an option that everything else allows."""
        offered = options(self.tables, self.v, self.step, self.chooser)
        found = []
        for clause in self.tables.everybody(self.v, "require", self.action.name, self.who):
            e[YOU] = clause.you
            if clause.compiled.guard(self.v, e) > 0:
                kept = clause.compiled.where(self.v, e) > 0
                found.append(self.clause(clause, kept or roles in offered, e))
        return found

    def skip(self) -> list[Finding]:
        """The clauses about skipping the step."""
        v, e = self.v, self.env()
        name = self.table["name"]
        self.tables.values.offered = options(self.tables, v, self.step, self.chooser)
        found = []
        if self.table["skip"]:
            found.append(Finding(f"{name}.skip", True, "", {}))
        granting = self.tables.own(v, "may skip", name, self.who)
        refusing = self.tables.everybody(v, "forbid skip", name, self.who)
        for clauses, grants in ((granting, True), (refusing, False)):
            for clause in in_force(v, e, clauses):
                e[YOU] = clause.you
                says = clause.compiled.where(v, e) > 0
                found.append(self.clause(clause, says == grants, e))
        if not found:
            found.append(Finding(f"{name}.skip", False, "", {}))
        return found

    # --------------------------------------------------------------------- values

    def clause(self, item: ActiveClause, holds: bool, e: Env) -> Finding:
        """A clause's finding, with the values it saw."""
        table = item.compiled.table
        e[YOU] = item.you
        values = self.values([table["guard"], table["where"]], e, item.compiled.inst)
        return Finding(item.compiled.id, holds, table["place"], values)

    def values(self, code: Any, e: Env, inst: int | None) -> dict[str, str]:
        """The values of the roles and memories that code reads."""
        roles = self.tables.program.actions[self.action.name]["roles"]
        found: dict[str, str] = {}
        for part in _parts(code):
            if part[0] == "local":
                for role, written in zip(self.action.roles, roles, strict=True):
                    if role.index == part[1]:
                        kind = written["type"]
                        text = self.notation.value(
                            kind["base"], kind["name"], e[role.index], self.v
                        )
                        found[role.name] = text or "none"
            elif part[0] == "memory":
                slot = self.tables.program.slots[f"memory:{inst}.{part[1]}"]
                kind_name = slot[2]
                base = self.notation.base_of(kind_name)
                found[part[1]] = self.notation.value(*base, self.v[slot[0]], self.v) or "none"
        return found


def _parts(code: Any) -> Iterator[Any]:
    """All parts of code that are themselves code."""
    if isinstance(code, list | tuple):
        if code and isinstance(code[0], str):
            yield code
        for part in code:
            yield from _parts(part)
