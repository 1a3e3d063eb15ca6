"""Explains why an option is offered or not: the trace of the semantics, with values as text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from thesmos.choice_words import SKIP, in_any_case
from thesmos.diagnostics import UsageError
from thesmos.notation.options import OptionTexts
from thesmos.notation.value_table import Vector
from thesmos.program.declarations import Action, Role, RoleText
from thesmos.program.values import Value as Condition
from thesmos.semantics import explain as trace
from thesmos.semantics.state import BoundAction, Value, members_of
from thesmos.semantics.vector import coded, state_from
from thesmos.semantics.wording import place

Plain = Callable[[str], str]
MAX_BINDINGS = 200_000  # the most role values tried for one text


@dataclass(frozen=True)
class Finding:
    """What one rule or clause says about an option.

    id: `move.climb` for a rule, the clause's id for a clause.
    holds: whether it allows the option.
    values: the roles and memories it read, and what it compared, as text.
    waived_by: the permit that waives a broken rule.
    """

    id: str
    holds: bool
    place: str
    values: dict[str, str]
    waived_by: str | None = None


class ExplainedStep:
    """The pending step of a state, whose options can be explained."""

    def __init__(
        self,
        options: OptionTexts,
        vector: Vector,
        offered: Mapping[str, BoundAction],
        text: Callable[[BoundAction], str],
        written: Callable[[Condition], str],
    ) -> None:
        """Raises UsageError if the game is over.

        vector: the state as its chooser sees it.
        offered: the options on offer, by their text.
        text: returns the text of any option of the step.
        written: returns the text of a value in the clause language.
        """
        self.options, self.texts = options, options.texts
        self._written = written
        self.vector, self.offered, self.text = vector, offered, text
        self.seen = state_from(options.table.game, vector)
        if self.seen.step is None or self.seen.chooser is None:
            raise UsageError("the game is over", "there is no decision")
        self.step = self.seen.step
        self.traced = trace.TracedStep(self.seen, self.step, self.seen.chooser)
        self._findings: dict[str, list[Finding]] = {}

    def findings(self, text: str) -> list[Finding]:
        """Return all rules and clauses for or against the option with a text.

        If no option has it, case does not count. If several options have this text, it is the one
        that breaks the fewest. Raises UsageError if there is no such option.
        """
        if text not in self._findings:
            self._findings[text] = self._shown(self._traced(text))
        return [*self._findings[text]]

    def would_forbid(self, text: str) -> tuple[str, ...]:
        """Return the ids of the clauses that would forbid an option on offer, were they in force.

        Empty for a text that is not on offer.
        """
        option = self.offered.get(text)
        return () if option is None else self.traced.would_forbid(option)

    def _traced(self, text: str) -> tuple[trace.TracedFinding, ...]:
        if text == SKIP:
            return self.traced.explain_skip()
        best: tuple[trace.TracedFinding, ...] | None = None
        for option in self._bindings(text):
            findings = self.traced.explain(option)
            if best is None or _fails(findings) < _fails(best):
                best = findings
            if not _fails(best):
                break
        if best is None:
            raise UsageError(
                f"`{text}` is not an option of the step {self.step.shown}",
                f"options of this step look like {self._sample()}",
            )
        return best

    def _bindings(self, text: str) -> Iterator[BoundAction]:
        """Yield the options that have a text: the one on offer first, then any others.

        If there are none, yield those that have it in another case.
        """
        exact = text in self.offered
        if exact:
            yield self.offered[text]
        for option in self._bindings_with(text):
            if self.text(option) == text:
                exact = True
                yield option
        for option in () if exact else self._bindings_with(text, in_any_case):
            if in_any_case(self.text(option)) == in_any_case(text):
                yield option

    def _bindings_with(self, text: str, plain: Plain = str) -> Iterator[BoundAction]:
        """Yield the bindings of the open roles of the step's actions that could have a text.

        plain: returns what counts of a text.
        """
        text = plain(text)
        for name in self.step.actions:
            action = self.seen.game.actions[name]
            domains = [self._values_in(text, action, role, plain) for role in action.open_roles]
            for values in itertools.islice(itertools.product(*domains), MAX_BINDINGS):
                yield BoundAction(name, tuple(values))

    def _values_in(self, text: str, action: Action, role: Role, plain: Plain) -> list[Value]:
        """Return the values of an open role that occur in a text; all, if notation may omit it."""
        every = members_of(role.type, self.seen.game)
        if not all(RoleText(role.name) in notation.parts for notation in action.notations):
            return [*every]
        return [value for value in every if plain(self._role_text(role, value)) in text]

    def _role_text(self, role: Role, is_: Value) -> str:
        """Return a role as text."""
        numbers = place(self.seen.game, self.vector, role, is_)
        return self.options.role(role, coded(is_), numbers)

    def _sample(self) -> str:
        """Return what an option looks like."""
        if self.offered:
            return next(iter(self.offered))
        return " or ".join(_sample(self.seen.game.actions[name]) for name in self.step.actions)

    def _shown(self, traced: tuple[trace.TracedFinding, ...]) -> list[Finding]:
        """Return findings, with the values they read as text."""
        findings = []
        for finding in traced:
            values = {self._name(read): self._value(read) for read in finding.read}
            place = "" if finding.location is None else str(finding.location)
            findings.append(Finding(finding.id, finding.holds, place, values, finding.waived_by))
        return findings

    def _name(self, read: trace.Read) -> str:
        """Return how what was read is written."""
        return read.name if read.compared is None else self._written(read.compared)

    def _value(self, read: trace.Read) -> str:
        """Return a value that was read, as text; for a set, its members one after the other."""
        values = read.value if isinstance(read.value, tuple) else (read.value,)
        write = self.texts.value_of
        texts = (write(read.type, coded(member), self.vector) for member in values)
        return ", ".join(text for text in texts if text) or "none"


def _sample(action: Action) -> str:
    """Return what an option of an action looks like."""
    for notation in action.notations[:1]:
        parts = (part if isinstance(part, str) else f"{{{part.role}}}" for part in notation.parts)
        return "".join(parts)
    return str(action.name)


def _fails(findings: tuple[trace.TracedFinding, ...]) -> int:
    return sum(not finding.holds for finding in findings)
