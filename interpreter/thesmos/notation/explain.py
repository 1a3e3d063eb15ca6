"""Explains why an option is offered or not: the trace of the semantics, with values as text."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from thesmos.diagnostics import UsageError
from thesmos.notation.options import OptionTexts, told_apart
from thesmos.notation.value_texts import Vector
from thesmos.program.declarations import Action, Role, RoleText
from thesmos.semantics import explain as trace
from thesmos.semantics.routes import view_of
from thesmos.semantics.state import BoundAction, Value, members_of
from thesmos.semantics.vector import coded, state_from, vector_of
from thesmos.semantics.wording import place, wording

SKIP = "skip"
MAX_BINDINGS = 200_000  # the most role values tried for one text


@dataclass(frozen=True)
class Finding:
    """What one rule or clause says about an option.

    id: `move.climb` for a rule, the clause's id for a clause. holds: whether it allows the option.
    values: the roles and memories it read, as text. waived_by: the permit that waives a broken
    rule.
    """

    id: str
    holds: bool
    place: str
    values: dict[str, str]
    waived_by: str | None = None


class ExplainedStep:
    """The pending step of a state, whose options can be explained."""

    def __init__(self, options: OptionTexts, vector: Vector) -> None:
        """Raise UsageError if the game is over."""
        self.options, self.texts = options, options.values
        state = state_from(self.texts.game, vector)
        if state.step is None or state.chooser is None:
            raise UsageError("the game is over", "there is no decision")
        self.step, self.chooser = state.step, state.chooser
        self.seen = view_of(state, self.chooser)
        self.vector = vector_of(self.seen)
        self.traced = trace.TracedStep(self.seen, self.step, self.chooser)
        self.offered = self.traced.made.options

    def findings(self, text: str) -> list[Finding]:
        """Return all rules and clauses for or against the option with a text.

        If several options have this text, it is the one that breaks the fewest. Raises UsageError
        if there is no such option.
        """
        if text == SKIP:
            return self._shown(self.traced.explain_skip())
        best: tuple[trace.TracedFinding, ...] | None = None
        for option in self._bindings(text):
            found = self.traced.explain(option)
            if best is None or _fails(found) < _fails(best):
                best = found
            if not _fails(best):
                break
        if best is None:
            raise UsageError(
                f"`{text}` is not an option of the step {self.step.shown}",
                f"options of this step look like {self._sample()}",
            )
        return self._shown(best)

    def _bindings(self, text: str) -> Iterator[BoundAction]:
        """Yield the options that have a text: those offered first, then any others."""
        yield from (
            o for o, one in zip(self.offered, self._offered_texts, strict=True) if one == text
        )
        for option in self._bindings_with(text):
            if self._text(option) == text:
                yield option

    @cached_property
    def _offered_texts(self) -> list[str]:
        """The options offered, as text."""
        return told_apart([self._text(option) for option in self.offered])

    def _bindings_with(self, text: str) -> Iterator[BoundAction]:
        """Yield the bindings of the open roles of the step's actions that could have a text."""
        for name in self.step.actions:
            action = self.seen.game.actions[name]
            domains = [self._values_in(text, action, role) for role in action.open_roles]
            for values in itertools.islice(itertools.product(*domains), MAX_BINDINGS):
                yield BoundAction(name, tuple(values))

    def _values_in(self, text: str, action: Action, role: Role) -> list[Value]:
        """Return the values of an open role that occur in a text; all, if notation may omit it."""
        every = members_of(role.type, self.seen.game)
        if not all(RoleText(role.name) in notation.parts for notation in action.notations):
            return [*every]
        return [one for one in every if self._role_text(role, one) in text]

    def _role_text(self, role: Role, is_: Value) -> str:
        """Return a role as text."""
        numbers = place(self.seen.game, self.vector, role, is_)
        return self.options.role(role, coded(is_), numbers)

    def _text(self, option: BoundAction) -> str:
        """Return an option as text."""
        numbers = wording(self.seen, self.vector, option, self.chooser.player, self.traced.facts)
        action, values = self.seen.game.actions[option.action], map(coded, option.values)
        return self.options.written(action, values, numbers)[0]

    def _sample(self) -> str:
        """Return what an option looks like."""
        if self.offered:
            return self._text(self.offered[0])
        return " or ".join(_sample(self.seen.game.actions[name]) for name in self.step.actions)

    def _shown(self, found: tuple[trace.TracedFinding, ...]) -> list[Finding]:
        """Return findings, with the values they read as text."""
        made = []
        for one in found:
            values = {read.name: self._value(read) for read in one.read}
            place = "" if one.location is None else str(one.location)
            made.append(Finding(one.id, one.holds, place, values, one.waived_by))
        return made

    def _value(self, read: trace.Read) -> str:
        """Return a value that was read, as text; for a set, its members one after the other."""
        values = read.value if isinstance(read.value, tuple) else (read.value,)
        write = self.texts.value
        texts = (write(read.type, coded(one), self.vector) for one in values)
        return ", ".join(text for text in texts if text) or "none"


def _sample(action: Action) -> str:
    """Return what an option of an action looks like."""
    for notation in action.notations[:1]:
        parts = (each if isinstance(each, str) else f"{{{each.role}}}" for each in notation.parts)
        return "".join(parts)
    return str(action.name)


def _fails(findings: tuple[trace.TracedFinding, ...]) -> int:
    return sum(not one.holds for one in findings)
