"""Random clauses of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from testing.random_specs.draw import Draw
from testing.random_specs.effects import Effects, Lines
from testing.random_specs.expressions import Expressions
from testing.random_specs.scope import Made, SpecScope, is_flag, may_stand
from testing.random_specs.vocabulary import COUNTED, ActionName, FactName, StepName
from thesmos.program.types import DIRECTIONS, PLAYER, SIDE

WHOSE = (*["your"] * 4, *["any"] * 4, *["opponent"] * 4, "teammate")
TURNS = (*["your"] * 4, *["opponent"] * 4, "teammate")  # of a teammate there is none for two


@dataclass
class Clauses:
    """Makes the clauses of one card. routed: when a route has been made for already."""

    draw: Draw
    values: Expressions
    effects: Effects
    rewinds: bool
    routed: set[str] = field(default_factory=set)

    def clause(self, scope: SpecScope) -> Lines:
        """A clause."""
        if self.draw.chance(5):
            return self._if(scope)
        for _ in range(10):
            made = self.draw.one(self._makers())(scope)
            if made:
                return made
        return self._veto(scope)

    def _makers(self) -> Sequence[Callable[[SpecScope], Lines]]:
        return (
            self._permit, self._permit, self._forbid, self._forbid, self._require, self._require,
            self._may_skip, self._repeat, self._forbid_skip, self._after, self._after, self._after,
            self._after_skip, self._before, self._at, self._at, self._route, self._route_skip,
            self._route_at, self._win, self._end, self._veto, self._grant, self._spent, self._treat,
            self._add_to, self._hide, self._cancel,
        )  # fmt: skip

    def _if(self, scope: SpecScope) -> Lines:
        turn = self.draw.chance(40)
        head = f"on {self.draw.one(TURNS)} turn" if turn else f"if {self.values.likely(scope)}"
        made = [f"{head}{self._where(scope) if turn else ''}:"]
        made += [f"  {line}" for line in self.clause(scope)]
        if not turn and self.draw.chance(15):
            made += ["else:", *(f"  {line}" for line in self.clause(scope))]
        return made

    def _where(self, scope: SpecScope, percent: int = 50, word: str = " where ") -> str:
        """A condition, or none at all."""
        return word + self.values.likely(scope) if self.draw.chance(percent) else ""

    def _action(self, scope: SpecScope) -> tuple[ActionName, SpecScope]:
        action = self.draw.one(self._chosen(scope))
        return action, scope.about(action.roles)

    def _chosen(self, scope: SpecScope) -> Sequence[ActionName]:
        """The actions, those that can be chosen in a step most likely."""
        if self.draw.chance(60):
            return scope.names.actions[-1:]  # which can always be chosen
        chosen = {action for step in scope.names.steps for action in step.actions}
        found = [action for action in scope.names.actions if action.name in chosen]
        return found if found and self.draw.chance(85) else scope.names.actions

    def _step(self, scope: SpecScope) -> StepName:
        """A step, most likely one that every turn comes to."""
        regular = [step for step in scope.names.steps if step.regular]
        return self.draw.one(regular if regular and self.draw.chance(90) else scope.names.steps)

    def _skipped(self, scope: SpecScope) -> StepName:
        """A step, most likely one that can be skipped in every turn."""
        found = [step for step in scope.names.steps if step.skip]
        found = [step for step in found if step.regular] or found
        return self.draw.one(found) if found and self.draw.chance(92) else self._step(scope)

    def _none_skipped(self, scope: SpecScope) -> bool:
        """Whether a clause about skipping is better left out, since nothing may be skipped."""
        return not any(step.skip for step in scope.names.steps) and self.draw.chance(85)

    def _later(self, scope: SpecScope, *actions: ActionName) -> Sequence[ActionName]:
        """The actions that may happen after others, so that none causes itself."""
        last = max((scope.names.actions.index(action) for action in actions), default=-1)
        return scope.names.actions[last + 1 :]

    # -------------------------------------------------------------------- about options

    def _permit(self, scope: SpecScope) -> Lines:
        ruled = [action for action in self._chosen(scope) if action.rules]
        if not ruled:
            return []
        action = self.draw.one(ruled)
        inner = scope.about(action.roles)
        text = f"permit {action.name}"
        if action.rules:
            least = len(action.rules) if self.draw.chance(70) else 1
            text += f" waiving {', '.join(self.draw.some(action.rules, least, 2))}"
        text += self._where(inner)
        if self.draw.chance(50):
            text += f" by {self.effects.line(inner, scope.names.actions)}"
        return [text]

    def _forbid(self, scope: SpecScope) -> Lines:
        action, inner = self._action(scope)
        inner = replace(inner, asking=False)
        often = self.values.likely if self.draw.chance(75) else self.values.condition
        where = often(inner)
        some = self._some_options(action, scope)
        if some and self.draw.chance(85):
            where = f"{some} and ({where})"
        return [f"forbid {action.name} where {where}"]

    def _some_options(self, action: ActionName, scope: SpecScope) -> str:
        """A condition that holds for some options of an action, and mostly not for all of them."""
        tests = {"int": "= 1", "flag": "= yes", "player": "= you", "cell": "= A1"}
        words = scope.names.words
        tests["direction"] = f"in {{{', '.join(self.draw.some(DIRECTIONS, 2, 4))}}}"
        found = [f"{name} {tests[kind.base]}"
                 for name, kind in action.open_roles.items() if kind.base in tests]  # fmt: skip
        found += [f"{name} = {words[kind.name][0]}"
                  for name, kind in action.open_roles.items()
                  if kind.base == "enum" and len(words[kind.name]) > 1]  # fmt: skip
        return self.draw.one(found) if found else ""

    def _require(self, scope: SpecScope) -> Lines:
        action, inner = self._action(scope)
        text = f"require if possible {action.name} where {self.values.likely(inner)}"
        if self.draw.chance(40):
            text += f" else {self.effects.line(scope.plain(), scope.names.actions)}"
        return [text + (", counts" if self.draw.chance(40) else "")]

    def _may_skip(self, scope: SpecScope) -> Lines:
        steps = [step for step in scope.names.steps if not step.skip]
        regular = [step for step in steps if step.regular]
        step = self.draw.one(regular or steps or scope.names.steps)
        return [f"may skip {step.name}{self._skipping(step, scope)}"]

    def _repeat(self, scope: SpecScope) -> Lines:
        """A step that may be repeated, if no route after it is there yet: they might both hold."""
        names = {action.name for action in scope.names.actions}
        found = [step.name for step in scope.names.steps if step.name in names]
        found = [name for name in found if f"after {name}" not in self.routed]
        if not found:
            return []
        name = self.draw.one(found)
        self.routed.add(f"after {name}")
        return [f"may repeat {name} once"]

    def _forbid_skip(self, scope: SpecScope) -> Lines:
        if self._none_skipped(scope):
            return []
        step = self._skipped(scope)
        return [f"forbid skip {step.name}{self._skipping(step, scope)}"]

    def _skipping(self, step: StepName, scope: SpecScope) -> str:
        """When a step may be skipped, or not: sometimes it depends on its options."""
        inner = replace(scope.plain(), skipped=step.actions)
        roles = scope.names.offered(step.actions)
        if roles and self.draw.chance(30):
            role, most = self.draw.one(tuple(roles)), self.draw.between(0, 3)
            return f" where count(offered({role})) {self.draw.one(('<=', '>', '!='))} {most}"
        return self._where(inner)

    # ---------------------------------------------------------------------- what follows

    def _after(self, scope: SpecScope) -> Lines:
        kinds = [self._action(scope)[0].name]
        if self.draw.chance(25):
            kinds.append(self.draw.one(scope.names.actions).name)
        text, common = " | ".join(dict.fromkeys(kinds)), scope.names.events
        if common and self.draw.chance(15):
            text = self.draw.one(tuple(common))
            kinds = [*common[text]]
        inner = scope.about(scope.names.shared_roles(kinds))
        later = self._later(scope, *map(scope.names.action, kinds))
        return self._body(f"after {text}{self._where(inner)}:", self.effects.block(inner, later))

    def _body(self, head: str, effects: Lines) -> Lines:
        if len(effects) == 1 and self.draw.chance(50):
            return [f"{head} {effects[0]}"]
        return [head, *(f"  {line}" for line in effects)]

    def _after_skip(self, scope: SpecScope) -> Lines:
        if self._none_skipped(scope):
            return []
        step, inner = self._skipped(scope), scope.plain()
        head = f"after skip {step.name}{self._where(inner)}:"
        return self._body(head, self.effects.block(inner, scope.names.actions))

    def _before(self, scope: SpecScope) -> Lines:
        action, inner = self._action(scope)
        head = f"before {action.name}{self._where(inner)}:"
        return self._body(head, self.effects.block(inner, scope.names.actions))

    def _at(self, scope: SpecScope) -> Lines:
        if not scope.names.moments:
            return []
        head = f"at {self._moment(scope)}{self._where(scope.plain())}:"
        return self._body(head, self.effects.block(scope.plain(), scope.names.actions))

    def _moment(self, scope: SpecScope) -> str:
        return f"{self.draw.one(scope.names.moments)} of {self._whose(scope)} turn"

    def _whose(self, scope: SpecScope) -> str:
        return self.draw.one(WHOSE if scope.card else WHOSE[:8])

    def _grant(self, scope: SpecScope) -> Lines:
        head = f"extra turn where not granted and ({self.values.likely(scope.plain())})"
        if self.draw.chance(50):
            return [head]
        return self._body(f"{head}:", self.effects.block(scope.plain(), scope.names.actions))

    # ------------------------------------------------------------------------ routes

    def _route(self, scope: SpecScope) -> Lines:
        action, inner = self._action(scope)
        own = [n for n, step in enumerate(scope.names.steps) if action.name in step.actions]
        return self._next(f"after {action.name}", inner, scope, max(own, default=-1))

    def _route_skip(self, scope: SpecScope) -> Lines:
        if self._none_skipped(scope):
            return []
        name = self._skipped(scope).name
        number = [step.name for step in scope.names.steps].index(name)
        return self._next(f"after skip {name}", scope.plain(), scope, number)

    def _route_at(self, scope: SpecScope) -> Lines:
        if not scope.names.moments:
            return []
        moment = self._route_moment(scope)
        return self._next(f"at {moment} of {self._whose(scope)} turn", scope.plain(), scope, -1)

    def way_to(self, step: str, scope: SpecScope) -> Lines:
        """A route to a step, without conditions."""
        steps = [each for each in scope.names.steps if each.name[0] != step[0]]
        others = [action for each in steps for action in each.actions]
        when = f"after {self.draw.one(others)}"
        if self.draw.chance(60) and scope.names.moments:
            when = f"at {self._route_moment(scope)} of {self.draw.one(WHOSE[:8])} turn"
        self.routed.add(when)
        return [f"{when}: next {step}"]

    def _route_moment(self, scope: SpecScope) -> str:
        """A moment, rarely one at which a route keeps every turn from its last step."""
        rarely = self.draw.chance(10)
        return self.draw.one([m for m in scope.names.moments if rarely or m != "middle"])

    def _next(self, when: str, inner: SpecScope, scope: SpecScope, after: int) -> Lines:
        """A route to a later step, so that no run of steps goes round in circles."""
        if when in self.routed:
            return []
        self.routed.add(when)
        steps = [step.name for step in scope.names.steps[after + 1 :]]
        if not when.startswith("at"):
            steps.append("end")
        if not steps:
            return []
        possible = " if possible" if self.draw.chance(40) else ""
        step = self.draw.one(steps)
        return [f"{when}{self._where(inner)}: next {step}{possible if step != 'end' else ''}"]

    # ------------------------------------------------------------------------- results

    def _win(self, scope: SpecScope) -> Lines:
        inner = scope.plain()
        who = self.values.value(self.draw.one((PLAYER, SIDE)), inner, 1).text
        if self.draw.chance(25):
            who = self.values.set(PLAYER.set(), inner, 1).text
        word = " instead" if self.draw.chance(25) else ""
        rare = self.values.likely(inner)
        counted = any(each.name == COUNTED for each in scope.names.attributes)
        if counted and self.draw.chance(90):  # not in the first turn
            rare = f"{COUNTED} > {self.draw.between(0, 2)} and ({rare})"
        return [f"win ground{self.draw.below(3)}{word} for {who} where {rare}"]

    def _end(self, scope: SpecScope) -> Lines:
        """An end that nobody wins, not in the first turn."""
        if not any(each.name == COUNTED for each in scope.names.attributes):
            return []
        rare = f"{COUNTED} > {self.draw.between(1, 2)} and ({self.values.likely(scope.plain())})"
        return [f"end ground{self.draw.below(3)} where {rare}"]

    def _veto(self, scope: SpecScope) -> Lines:
        return [f"veto{self._where(scope.plain())}"]

    def _spent(self, scope: SpecScope) -> Lines:
        inner = scope.plain()
        return [f"spent when {self.values.likely(inner)}"] if scope.card else []

    # -------------------------------------------------------------------- facts and views

    def _treat(self, scope: SpecScope) -> Lines:
        """A clause that treats a fact as something that asks only facts declared before it."""
        facts = [n for n, fact in enumerate(scope.names.facts) if not fact.lasting]
        if not facts:
            return []
        number = self.draw.one(facts)
        fact = scope.names.facts[number]
        names, inner = self._parameters(number, scope)
        value: Made = self.values.value(fact.gives, inner, 1, present=not fact.gives.none)
        if not fact.gives.many and not may_stand(value.type, fact.gives, not fact.gives.none):
            return []
        where = self._where(inner)
        return [
            f"treat {fact.name}({', '.join(names)}) as {value.text}{where}",
            *self._asking(fact, scope),
        ]

    def _add_to(self, scope: SpecScope) -> Lines:
        """Something to add to a fact that is a number."""
        facts = scope.names.facts
        found = ((n, fact.gives) for n, fact in enumerate(facts) if not fact.lasting)
        numbers = [n for n, kind in found if kind.base == "int" and not kind.many]
        if not numbers:
            return self._treat(scope)
        number = self.draw.one(numbers)
        names, inner = self._parameters(number, scope)
        head = f"add {self.draw.between(-1, 1)} to {facts[number].name}({', '.join(names)})"
        return [f"{head}{self._where(inner)}", *self._asking(facts[number], scope)]

    def _parameters(self, number: int, scope: SpecScope) -> tuple[list[str], SpecScope]:
        """Names for the parameters of a fact, and the scope in which they are known."""
        takes = scope.names.facts[number].takes
        names = [f"p{n}" for n in range(1, len(takes) + 1)]
        inner = replace(scope.plain(), facts=number, asking=False)
        for name, kind in zip(names, takes, strict=True):
            inner = inner.with_local(name, kind)
        return names, inner

    def _asking(self, fact: FactName, scope: SpecScope) -> Lines:
        """A clause that asks for a fact, so that it matters what it is treated as."""
        if fact.gives.many:
            return []
        action = scope.names.actions[-1]
        inner = scope.about(action.roles)
        given = ", ".join(one.text for one in self.values.arguments(fact.takes, inner, 2))
        asked = f"{fact.name}({given})" if fact.takes else fact.name
        asked = asked if is_flag(fact.gives) else f"({asked} exists)"
        return [f"require if possible {action.name} where {asked} or {self.values.likely(inner)}"]

    def _hide(self, scope: SpecScope) -> Lines:
        if not scope.names.on or scope.names.supposes:
            return []
        kind = scope.names.kind(self.draw.one(tuple(scope.names.on)))
        inner = replace(scope.plain(), viewer=True)
        domain = self.values.set(kind.set(), inner, 2)
        name = scope.new_name()
        condition = self.values.condition(inner.with_local(name, kind), 1)
        if self.draw.chance(70):
            condition = f"viewer != you and {condition}"
        return [f"hide {name} in {domain.text} where {condition}"]

    def _cancel(self, scope: SpecScope) -> Lines:
        if scope.names.supposes:  # a turn that is cancelled was played on a view
            return []
        if not self.rewinds:
            return []
        action, inner = self._action(scope)
        return [f"cancel {action.name} where {self.values.likely(inner)}"]
