"""The tables of a program, compiled: clauses, actions and steps with their functions.

Made once for a program. Which clauses are in force depends on who holds which card; that is looked
up by the holders' slots and remembered.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from thesmos.engine import secret_slots, sets
from thesmos.engine.canonical import classes
from thesmos.engine.effects import effect
from thesmos.engine.expressions import Value, ValueCompiler, Vector
from thesmos.engine.program import ACTIVE, FIRST_LOCAL, MISSING, OUT, YOU, Program

if TYPE_CHECKING:
    from thesmos.engine.effects import Effect


@dataclass
class CompiledClause:
    """A clause with its functions. `inst` is None for the game's own text."""

    number: int
    id: str
    kind: str
    on: str
    inst: int | None
    guard: Value
    where: Value
    always: bool  # without a guard
    frame: int
    table: dict[str, Any]
    body: Effect | None = None
    value: Value | None = None  # who wins; what a fact is read as
    members: Any = None  # what is hidden
    waives: int = 0  # bits of the rules it waives


@dataclass
class CompiledRole:
    """A role with how its values are listed."""

    name: str
    index: int  # its place in the frame
    domain: range | None  # None for a computed role
    value: Value | None
    base: str


@dataclass
class CompiledRule:
    """A named rule; `level` is the open role after which it can be asked."""

    name: str
    bit: int
    holds: Value
    level: int
    generator: Any = None  # lists the values of its open role that keep the rule
    place: str = ""


@dataclass
class CompiledAction:
    """An action with its functions."""

    name: str
    roles: list[CompiledRole]
    open: list[CompiledRole]
    rules: list[CompiledRule]
    do: Effect
    notations: list[Value]  # when each form of its text is used
    silent: bool
    weight: Value | None
    suggested: Value | None
    frame: int
    inst: int | None
    levels: list[tuple[CompiledRole, list[CompiledRole], list[CompiledRule]]] = field(
        default_factory=list
    )
    before: list[CompiledRole] = field(default_factory=list)  # computed before any open role


@dataclass(frozen=True)
class ActiveClause:
    """A clause that is active for a player, who is `you` in its frame."""

    compiled: CompiledClause
    you: int


class EventQuery(NamedTuple):
    """A question about a kind of event: the query, its part for this kind, and the condition."""

    query: dict[str, Any]
    part: dict[str, Any]
    holds: Value | None  # None: no condition


class Tables:
    """All tables of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.values = ValueCompiler(program)
        self.holders = self.values.holder_slots
        self.clauses = [self._clause(n, t) for n, t in enumerate(program.clauses)]
        self.frame = max(
            [FIRST_LOCAL, *(c.frame for c in self.clauses)]
            + [t["frame"] for t in program.actions.values()]
            + [t["frame"] for t in program.steps]
            + [k["frame"] for q in program.queries for k in q["kinds"].values()]
        )
        self.actions = {name: self._action(name, t) for name, t in program.actions.items()}
        self._waive()
        self.step_conditions = [
            (
                self.values.make(s["when_one"] or ["int", 0], s["inst"]),
                self.values.make(s["chooser_code"] or ["int", 0], s["inst"]),
            )
            for s in program.steps
        ]
        self.by_kind: dict[tuple[str, str], list[CompiledClause]] = {}
        for clause in self.clauses:
            self.by_kind.setdefault((clause.kind, clause.on), []).append(clause)
        self._active: dict[Any, list[list[ActiveClause]]] = {}
        self._asked: dict[str, list[EventQuery]] = {}
        self._revealing: dict[str, list[dict[str, Any]]] = {}
        self.hides = [c for c in self.clauses if secret_slots.hides(program, c.table)]
        self.values.forbidden = self.forbidden
        self.views: dict[int, tuple[Vector, Vector]] = {}  # by viewer: a vector and its view
        self.cancels = any(c.kind == "cancel" for c in self.clauses)

    # ----------------------------------------------------------------- compiling

    def _clause(self, number: int, t: dict[str, Any]) -> CompiledClause:
        make, inst = self.values.make, t["inst"]
        made = CompiledClause(
            number, t["id"], t["kind"], t["on"], inst, make(t["guard"], inst),
            make(t["where"], inst), list(t["guard"]) == ["int", 1], t["frame"], t,
        )  # fmt: skip
        body = t.get("body") or t.get("by")
        if body is not None:
            made.body = effect(self.values, body, inst)
        if t["kind"] in ("win", "instead"):
            if t["many"]:
                made.members = sets.members(self.values, t["who"], inst)
            else:
                made.value = make(t["who"], inst)
        if t["kind"] == "hide":
            made.members = sets.members(self.values, t["domain"], inst)
        return made

    def _action(self, name: str, t: dict[str, Any]) -> CompiledAction:
        make, inst = self.values.make, t["inst"]
        roles = []
        for place, role in enumerate(t["roles"]):
            domain = self._domain(role["type"]) if role["code"] is None else None
            value = None if role["code"] is None else make(role["code"], inst)
            roles.append(
                CompiledRole(role["name"], FIRST_LOCAL + place, domain, value, role["type"]["base"])
            )
        rules = []
        order = [r.index for r in roles if r.domain is not None]
        for bit, rule in enumerate(t["rules"]):
            level = self._level(rule["code"], t, order)
            made = CompiledRule(
                rule["name"], 1 << bit, make(rule["code"], inst), level, place=rule["place"]
            )
            made.generator = self._generator(rule["code"], t, order, level, inst)
            rules.append(made)
        action = CompiledAction(
            name, roles, [r for r in roles if r.domain is not None], rules,
            effect(self.values, t["do"], inst), [make(c, inst) for c in t["notations"]],
            t["silent"], None if t["weight"] is None else make(t["weight"], inst),
            None if t["suggested"] is None else make(t["suggested"], inst),
            t["frame"], inst,
        )  # fmt: skip
        self._levels(action)
        return action

    def _domain(self, kind: dict[str, Any]) -> range:
        if kind["base"] == "int":
            return range(kind["low"], kind["high"] + 1)
        if kind["base"] == "flag":
            return range(2)
        return range(sets.size_of(self.values, kind["base"], kind["name"]))

    def _level(self, code: Any, action: dict[str, Any], order: list[int]) -> int:
        """The number of the last open role that a rule needs, through computed roles too."""
        needed = self._open_roles(code, action, order)
        return max((order.index(i) for i in needed), default=0)

    def _open_roles(self, code: Any, action: dict[str, Any], order: list[int]) -> set[int]:
        found: set[int] = set()
        for index in _locals(code):
            place = index - FIRST_LOCAL
            if index in order:
                found.add(index)
            elif 0 <= place < len(action["roles"]):
                found |= self._open_roles(action["roles"][place]["code"], action, order)
        return found

    def _generator(
        self, code: Any, action: dict[str, Any], order: list[int], level: int, inst: int | None
    ) -> Any:
        """How to list the values of the last role that keep the rule, when it is `role in SET`."""
        if not order or code[0] not in ("in", "=") or list(code[1]) != ["local", order[level]]:
            return None
        if order[level] in self._open_roles(code[2], action, order):
            return None
        if code[0] == "in":
            return sets.members(self.values, code[2], inst)
        value = self.values.make(code[2], inst)
        return lambda v, e: (int(x),) if (x := value(v, e)) >= MISSING else ()

    def _levels(self, action: CompiledAction) -> None:
        """Cut roles and rules at the open roles: what can be known once each is bound."""
        current: list[CompiledRole] = action.before
        for role in action.roles:
            if role.domain is None:
                current.append(role)
            else:
                current = []
                level = len(action.levels)
                action.levels.append((role, current, [r for r in action.rules if r.level == level]))

    def _waive(self) -> None:
        for clause in self.clauses:
            if clause.kind == "permit":
                rules = self.actions[clause.on].rules
                clause.waives = sum(r.bit for r in rules if r.name in clause.table["waiving"])

    # ----------------------------------------------------- worked out when first asked for

    @functools.cached_property
    def classes(self) -> dict[str, list[list[int]]]:
        """By kind, the pieces that no clause can distinguish."""
        return classes(self.program)

    @functools.cached_property
    def secrets(self) -> list[secret_slots.Secret]:
        """(first slot, width, players) of what each player keeps to himself."""
        return secret_slots.secrets(self.program)

    @functools.cached_property
    def own_secrets(self) -> list[secret_slots.Secret]:
        """(first slot, how many, card) of the memories that only a card's holder knows."""
        return secret_slots.own_secrets(self.program)

    @functools.cached_property
    def conceals(self) -> bool:
        """Whether anything may ever be hidden from a player."""
        return secret_slots.conceals(self.program)

    def revealing_queries(self, kind: str) -> list[dict[str, Any]]:
        """The queries whose answer reveals where a piece of a kind is or was."""
        if kind not in self._revealing:
            self._revealing[kind] = secret_slots.revealing_queries(self.program, kind)
        return self._revealing[kind]

    def asked(self, name: str) -> list[EventQuery]:
        """The questions about events of an action."""
        if name not in self._asked:
            self._asked[name] = [
                self._question(query, query["kinds"][name], query["inst"])
                for query in self.program.queries
                if name in query["kinds"]
            ]
        return self._asked[name]

    def _question(
        self, query: dict[str, Any], part: dict[str, Any], inst: int | None
    ) -> EventQuery:
        always = list(part["where"]) == ["int", 1]
        return EventQuery(query, part, None if always else self.values.make(part["where"], inst))

    # ---------------------------------------------------------------------- asking

    def forbidden(self, v: Vector, name: str, roles: list[int], you: int) -> bool:
        """Whether some forbid in force strikes an action of a player with these roles."""
        from thesmos.engine.pipeline import bind, frame

        action = self.actions[name]
        e = frame(self, you, you)
        bind(action, v, e, tuple(roles))
        for item in self.everybody(v, "forbid", name, you):
            e[YOU] = item.you
            if item.compiled.guard(v, e) > 0 and item.compiled.where(v, e) > 0:
                return True
        return False

    # ------------------------------------------------------------ what is in force

    def holding(self, v: Vector, inst: int) -> int:
        """The players who hold a card and are in the game, as a mask."""
        slot: int = self.holders[inst]
        return v[slot] & ~v[OUT]

    def cards_of(self, v: Vector, player: int) -> list[int]:
        """The cards a player holds: those from the beginning first, then the others."""
        instances = self.program.instances
        held = [n for n, slot in enumerate(self.holders) if v[slot] >> player & 1]
        return sorted(held, key=lambda n: (instances[n]["holder"] != player, n))

    def stages(self, v: Vector, kind: str, on: str, you: int) -> list[list[ActiveClause]]:
        """Clauses of a kind in force, by stage: own and base, teammates', opponents' by seat."""
        slots = self.holders
        key = (kind, on, you, v[OUT], v[ACTIVE], *[v[s] for s in slots])
        found = self._active.get(key)
        if found is None:
            found = self._active[key] = self._stages(v, kind, on, you)
        return found

    def _stages(self, v: Vector, kind: str, on: str, you: int) -> list[list[ActiveClause]]:
        clauses = self.by_kind.get((kind, on), [])
        if not clauses:
            return []
        instances = self.program.instances
        own = [
            ActiveClause(c, you) for c in clauses if c.inst is None or instances[c.inst]["common"]
        ]
        stages = [own + self._of_player(v, clauses, you)]
        sides = self.program.sides
        others = [p for p in range(self.program.players) if p != you]
        mates = [p for p in others if sides[p] == sides[you]]
        stages.append([c for p in mates for c in self._of_player(v, clauses, p)])
        for player in others:
            if player not in mates:
                stages.append(self._of_player(v, clauses, player))
        return [s for s in stages if s] if any(stages) else []

    def in_stages(self, who: int) -> list[int]:
        """The players whose clauses filter what `who` is offered, stage by stage (semantics §4).

        The game declares the stages; inside one, players act by number.
        """
        sides = self.program.sides
        others = [p for p in range(self.program.players) if p != who]
        mates = [p for p in others if sides[p] == sides[who]]
        groups = {
            "own": [who],
            "teammates": mates,
            "opponents": [p for p in others if p not in mates],
        }
        return [player for stage in self.program.stages for player in groups[stage]]

    def _of_player(
        self, v: Vector, clauses: list[CompiledClause], player: int
    ) -> list[ActiveClause]:
        if v[OUT] >> player & 1:
            return []
        return [
            ActiveClause(c, player)
            for card in self.cards_of(v, player)
            for c in clauses
            if c.inst == card
        ]

    def own(self, v: Vector, kind: str, on: str, you: int) -> list[ActiveClause]:
        """The clauses of a kind of a player, including the game's own."""
        stages = self.stages(v, kind, on, you)
        return [c for c in stages[0] if c.you == you] if stages else []

    def everybody(self, v: Vector, kind: str, on: str, you: int) -> list[ActiveClause]:
        """Clauses of a kind that any player has, in the order of the stages."""
        return [c for stage in self.stages(v, kind, on, you) for c in stage]


def _locals(code: Any) -> set[int]:
    """The locals that code reads."""
    found: set[int] = set()
    if isinstance(code, list | tuple):
        if len(code) == 2 and code[0] == "local":  # noqa: PLR2004 - ("local", index)
            found.add(code[1])
        for part in code:
            found |= _locals(part)
    return found
