"""Limit the work that a decision can take, and report the place where it exceeds the budget.

Three things are measured: a *question*, which finds the options of a step; an *answer*, which
carries out a chosen option; and what happens between decisions. Each is counted for the worst case,
in steps of evaluation, on the typed program, by rules that an author can follow: each value and
each effect is one step; a loop counts its largest number of rounds; a fact with the same arguments
counts once in a question, however often it is asked (decision record 0014). The cards must be
without circles: nothing asks or causes itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from thesmos.check.analyses.evaluated import Loop, Part, evaluated
from thesmos.check.analyses.limits import exceeding_in
from thesmos.check.analyses.meeting import Meeting, everything
from thesmos.check.names.sizes import Sizes, most_members, size, straight
from thesmos.check.typing.growth import MAX_ROUNDS
from thesmos.diagnostics import Diagnostic, Location
from thesmos.kept import AFRESH, Kept
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.asking import Asked, ForbidsOf, asking, asking_edges, in_order
from thesmos.program.declarations import Action, Card, Fact, Step
from thesmos.program.node import Node, Ref

BUDGET = 10_000_000  # steps of evaluation


@dataclass
class Work:
    """An amount of work.

    steps: the steps of evaluation, without those of the texts in `times_asked`.
    times_asked: how often each fact is asked, and for each action, how often `forbidden(…)` is.
    times_done: how often an event of each action is carried out, if that is not in `steps`.
    """

    steps: int = 0
    times_asked: Counter[Asked] = field(default_factory=Counter)
    times_done: Counter[Ref] = field(default_factory=Counter)

    def add(self, other: Work, times: int = 1) -> None:
        """Add other work, multiplied by `times`."""
        self.steps += other.steps * times
        for subject, count in other.times_asked.items():
            self.times_asked[subject] += count * times
        for action, count in other.times_done.items():
            self.times_done[action] += count * times


@dataclass(frozen=True)
class Share:
    """A part of a question or an answer.

    card: the slug of the card in which it is written; location: where. work: what it takes.
    """

    card: str
    location: Location
    work: Work


class Bounds:
    """The work that the text of a game and of some of its cards takes.

    Where more cards contribute to something than a match-up can hold, the dearest count.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        sizes: Sizes,
        meeting: Meeting | None = None,
        kept: Kept = AFRESH,
    ) -> None:
        """cards: the game's own text and other cards, in which nothing asks or causes itself.

        meeting: which of them can be in play together; by default all.
        kept: what is known of parts of these texts.
        """
        self.sizes = sizes
        self.kept = kept
        self.meeting = everything(cards) if meeting is None else meeting
        self._card_of = {
            id(part): card.slug
            for card in cards
            for part in (*card.clauses, *card.actions, *card.steps, *card.scores, *card.valid)
        }
        self.valid = [condition for card in cards for condition in card.valid]
        self.scores = [score for card in cards for score in card.scores]
        self.clauses = [clause for card in cards for clause in card.clauses]
        self.actions = {action.name: action for card in cards for action in card.actions}
        self.steps = {step.name: step for card in cards for step in card.steps}
        self.facts = {fact.name: fact for card in cards for fact in card.facts}
        self.sources = asking(cards, kept)
        self._in_order = in_order(asking_edges(cards, kept))
        self.about: dict[Ref, list[c.Clause]] = {}
        for clause in self.clauses:
            if isinstance(clause.about, Ref):
                self.about.setdefault(clause.about, []).append(clause)
        self._texts: dict[Asked, Work] = {}
        self._offered: dict[Ref, list[Share]] = {}
        self._events: dict[Ref, Work] = {}
        hides = (clause for clause in self.clauses if isinstance(clause, c.Hide))
        self._hides = [self._part(hide, hide.location, self.work(hide.binder)) for hide in hides]

    # ----------------------------------------------------------------- questions and answers

    def parts(self, of: Step | Action | None) -> list[Share]:
        """Return the parts of a question, of an answer, or of what happens between decisions."""
        match of:
            case Step():
                return self.question(of)
            case Action():
                return self.answer(of)
            case None:
                return self.between()

    def card_of(self, part: Node) -> str:
        """Return the slug of the card to which a step, an action or a clause belongs."""
        return self._card_of[id(part)]

    def question(self, step: Step) -> list[Share]:
        """Return the parts of the question which options a step has."""
        parts = list(self._hides)
        for name in step.actions:
            if name in self.actions:
                parts += self._offerings(self.actions[name])
        for clause in self.about.get(step.name, ()):
            if isinstance(clause, (c.MaySkip, c.ForbidSkip)):
                parts.append(self._part(clause, clause.location, self.clause(clause)))
        return parts

    def _part(self, of: Node, location: Location, work: Work) -> Share:
        """Return a part. of: the clause, action, step or score that it belongs to."""
        return Share(self.card_of(of), location, work)

    def _offerings(self, action: Action) -> list[Share]:
        """Return the parts that `_offering` yields; cached."""
        if action.name not in self._offered:
            self._offered[action.name] = list(self._offering(action))
        return self._offered[action.name]

    def _offering(self, action: Action) -> Iterator[Share]:
        """Yield the parts of the search for an action's options: all combinations of its roles."""
        times = 1
        for number, rules in enumerate(action.rules_after):
            if number:
                role = action.roles[number - 1]
                if role.value is None:
                    times *= size(role.type, self.sizes)
                    yield self._part(action, role.location, Work(times))
                else:
                    yield self._part(action, role.location, self.work(role.value, times))
            for rule in rules:
                yield self._part(action, rule.location, self.work(rule.condition, times))
        others = (*(n.when for n in action.notations), *(shown.value for shown in action.shows))
        for value in (action.weight, action.suggested, *others):
            if value is not None:
                yield self._part(action, value.location, self.work(value, times))
        for clause in self.about.get(action.name, ()):
            if isinstance(clause, (c.Permit, c.Forbid, c.Require)):
                yield self._part(clause, clause.location, self.clause(clause, times))

    def answer(self, action: Action) -> list[Share]:
        """Return the parts of what an option of an action does."""
        parts: list[Share] = []
        for clause in self.about.get(action.name, ()):
            if isinstance(clause, (c.Permit, c.Before)):
                work = self.clause(clause)
                work.add(self.work(clause.effects))
                parts.append(self._part(clause, clause.location, work))
        return [*parts, *self._event(action)]

    def event(self, action: Action) -> Work:
        """Return the work of an event."""
        if action.name not in self._events:
            self._events[action.name] = self._together(self._event(action))
        return self._events[action.name]

    def _event(self, action: Action) -> Iterator[Share]:
        """Yield the parts of an event."""
        yield self._part(action, action.location, self.work(action.effects))
        for clause in self.about.get(action.name, ()):
            if isinstance(clause, (c.After, c.Cancel)):
                work = self.clause(clause)
                if isinstance(clause, c.After):
                    work.add(self.work(clause.effects))
                yield self._part(clause, clause.location, work)

    def between(self) -> list[Share]:
        """Return the parts of what happens between decisions: moments, routes and the like."""
        most = self.sizes["Player"]
        parts = [
            self._part(step, step.chooser.location, self.work(step.chooser))
            for step in self.steps.values()
            if isinstance(step.chooser, v.Value)
        ]
        parts += [
            self._part(score, score.location, self.work(score.value, most)) for score in self.scores
        ]
        parts += [
            self._part(condition, condition.location, self.work(condition, most))
            for condition in self.valid
        ]
        for clause in self.clauses:
            if isinstance(clause, (c.At, c.AfterSkip, c.ExtraTurn)):
                work = self.clause(clause)
                work.add(self.work(clause.effects))
                parts.append(self._part(clause, clause.location, work))
            elif isinstance(clause, (c.Win, c.End, c.Veto, c.Spent, c.Route)):
                parts.append(self._part(clause, clause.location, self.clause(clause)))
        return parts

    # ------------------------------------------------------------------------ single parts

    def clause(self, clause: c.Clause, times: int = 1) -> Work:
        """Return the work to test whether a clause holds.

        times: the number of options or events for which it is tested.
        """
        work = Work(1)
        for guard in clause.guards:
            work.add(self.work(guard))
        if clause.where is not None:
            work.add(self.work(clause.where, times))
        return work

    def work(self, part: Part, times: int = 1) -> Work:
        """Return the work to evaluate a value, or to carry out effects, `times` times."""
        own = self.kept.of("work", lambda: self._own_work(part), part, self.sizes)
        work = Work()
        work.add(own, times)
        work.times_done.clear()
        for action, count in own.times_done.items():
            if action in self.actions:
                work.add(self.event(self.actions[action]), times * count)
        return work

    def _own_work(self, part: Part) -> Work:
        """Return the work of a part by itself, without that of the events that it carries out."""
        work = Work(self._steps_itself(part))
        match part:
            case v.FactValue(fact=fact):
                work.times_asked[fact] += 1
            case v.Forbidden(action=action):
                work.times_asked[ForbidsOf(action)] += 1
            case e.Do(action=action) | v.AfterDo(action=action):
                work.times_done[action] += 1
            case _:
                pass
        for inner in evaluated(part):
            rounds = 1 if inner.loop is None else self._rounds(inner.loop)
            work.add(self._own_work(inner.part), rounds)
        return work

    def _steps_itself(self, part: Part) -> int:
        """Return the steps of a construct without what is inside it."""
        match part:
            case v.Binder():
                return self._rounds(part)
            case v.Repeats():
                return 1 + v.MOST_REMEMBERED
            case v.Value() | e.Effect():
                return 1
            case _:
                return 0

    def _rounds(self, loop: Loop) -> int:
        """Return how often a loop can run; a walk reaches each thing at most once."""
        match loop:
            case v.Binder(domain=domain):
                return most_members(domain, self.sizes)
            case v.Along() | v.Spread():
                return self.sizes.get(straight(loop), size(loop.type.one(), self.sizes))
            case v.Compared(over=over):
                return math.prod(size(kind, self.sizes) for kind in over)
            case _:
                return MAX_ROUNDS

    # -------------------------------------------------------------------------- the total

    def total(self, parts: Iterable[Share]) -> int:
        """Return the steps of a question or an answer; a fact counts once for equal arguments."""
        return self._steps(self._together(parts))

    def _together(self, parts: Iterable[Share]) -> Work:
        """Return the work of parts, of as many cards as a match-up can hold.

        Of the steps, and of each fact that is asked, those of the cards count that take the most
        of it: so this is never too little, whichever of them meet.
        """
        whole, works = Work(), dict[str, Work]()
        for part in parts:
            if part.card in self.meeting.always:
                whole.add(part.work)
            else:
                works.setdefault(part.card, Work()).add(part.work)
        others = works.values()
        whole.steps += self._dearest(work.steps for work in others)
        for subject in {subject for work in others for subject in work.times_asked}:
            times = self._dearest(work.times_asked[subject] for work in others)
            whole.times_asked[subject] += times
        return whole

    def _dearest(self, amounts: Iterable[int]) -> int:
        """Return the sum of the largest amounts, of as many cards as a match-up can hold."""
        return sum(sorted(amounts, reverse=True)[: self.meeting.most])

    def _steps(self, work: Work) -> int:
        """Return the steps of some work, with those of the facts that it asks."""
        whole = Work()
        whole.add(work)
        steps, times_asked = whole.steps, whole.times_asked
        for subject in self._in_order:
            times = times_asked[subject]
            if not times:
                continue
            if subject in self.facts:
                times = min(times, self._cases(self.facts[subject]))
            text = self._text(subject)
            steps += text.steps * times
            for other, count in text.times_asked.items():
                times_asked[other] += count * times
        return steps

    def _cases(self, fact: Fact) -> int:
        """Return how many different lists of arguments a fact can have."""
        cases = 1
        for parameter in fact.parameters:
            cases *= size(parameter.type, self.sizes)
        return cases

    def _text(self, subject: Asked) -> Work:
        """Return the work of a fact's text and its clauses, or of all that forbids an action."""
        if subject not in self._texts:
            parts = []
            for source in self.sources.get(subject, ()):
                work = Work(0 if source.own else 1)
                for value in source.values:
                    work.add(self.work(value))
                parts.append(Share(source.card, source.location, work))
            self._texts[subject] = self._together(parts)
        return self._texts[subject]


def check_bounds(
    groups: Sequence[Sequence[Card]],
    always: Sequence[str],
    sizes: Sizes,
    meeting: Meeting,
    budget: int = BUDGET,
    kept: Kept = AFRESH,
) -> list[Diagnostic]:
    """Return an error for each question and answer that can exceed the budget.

    groups: cards without circles, the game's own text first; meeting: which of them meet.
    always: the slugs of the cards that always take part, as in `exceeding_in`.
    budget: the most steps of work.
    kept: what is known of parts of these texts.
    """

    def exceeding(cards: Sequence[Card]) -> list[Diagnostic]:
        def bounds_with(slug: str) -> Bounds:
            return Bounds(cards, sizes, meeting.with_card(slug), kept)

        return [*_exceeding(Bounds(cards, sizes, meeting, kept), bounds_with, budget)]

    return exceeding_in(groups, always, exceeding)


def _exceeding(
    bounds: Bounds, bounds_with: Callable[[str], Bounds], budget: int
) -> Iterator[Diagnostic]:
    """Yield an error for all that exceeds the budget, located where most of the work is.

    bounds_with: counts the work beside a card of this slug. A step or an action is in play only
    with its card, so what seems too much without regard to that is counted again.
    """
    for of in (*bounds.steps.values(), *bounds.actions.values(), None):
        parts = bounds.parts(of)
        total = bounds.total(parts)
        if total > budget and of is not None:
            beside = bounds_with(bounds.card_of(of))
            total = beside.total(beside.parts(of))
        if total > budget:
            name = "what happens between decisions" if of is None else f"`{of.name}`"
            worst = max(parts, key=lambda part: bounds.total([part]))
            text = f"{name} can take {total:.2g} steps of work, most of them here"
            hint = (
                f"at most {budget}: ask about fewer things, name what is asked as a fact, or let "
                "the game allow more, with its reason: `work: {steps: …, because: …}`"
            )
            yield Diagnostic("E356", text, worst.location, hint)
