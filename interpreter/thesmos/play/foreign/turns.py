"""Write and read turns as other programs do, by the forms that a game declares.

A turn is all that a player chooses before it is somebody else's turn, such as each jump of a long
capture. It is written as shortly as tells it from all other turns.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from thesmos.diagnostics import UsageError, clipped, listed, suggest
from thesmos.play.decision import Decision
from thesmos.play.foreign.positions import Placeable, things_of
from thesmos.play.result import Result
from thesmos.program import foreign as f

MOST_TURNS = 20_000  # that are looked at in a state
COMMENTS = "!?"  # what people write after turns
GAP = re.compile(r"\{([^{}]*)\}")
LAST, EVERY = "last ", "every "  # of the options of a turn; the first if neither is written
COLUMN, ROW, THING = " column", " row", " thing"


class Playable(Placeable, Protocol):
    """A state, as far as turns and games are made of it: `State` has all of this."""

    @property
    def vector(self) -> tuple[int, ...]:
        """The state as integers."""

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""

    @property
    def result(self) -> Result | None:
        """How the game ended; None if it has not ended."""

    @property
    def turns_begun(self) -> int:
        """How many turns began between the previous state and this one."""

    @property
    def reached(self) -> tuple[tuple[int, ...], object] | None:
        """From which vector this state was reached, and how; None if it was loaded."""

    def choice_for(self, player: int, /) -> str | None:
        """The choice that led to this state."""

    def take(self, code: int, /) -> Playable:
        """The state after the option with a code."""


@dataclass(frozen=True)
class Turn:
    """A turn: the state before it, the texts of what was chosen, and the states after each."""

    before: Playable
    choices: tuple[str, ...]
    states: tuple[Playable, ...]

    @property
    def after(self) -> Playable:
        """The state after the turn."""
        return self.states[-1]


def turns_of(state: Playable) -> Iterator[Turn]:
    """Yield every turn that can be played from the beginning of one. Raises UsageError for many."""
    pending = [Turn(state, (), ())]
    found = 0
    while pending:
        turn = pending.pop()
        now = turn.after if turn.states else state
        decision = now.decision
        ended = turn.states and (
            decision is None or now.turns_begun or now.turn_of != state.turn_of
        )
        if ended or decision is None or decision.chance:
            found += 1
            if found > MOST_TURNS:
                raise UsageError("a state has too many turns for this notation")
            if turn.states:
                yield turn
            continue
        for option in reversed(decision.options):
            after = now.take(option.code)
            pending.append(Turn(state, (*turn.choices, option.text), (*turn.states, after)))


def _ended(begin: Playable, now: Playable) -> bool:
    """Return whether the turn that was played from a state has ended."""
    return now.decision is None or now.turns_begun > 0 or now.turn_of != begin.turn_of


class WrittenTurns:
    """All turns that can be played from a state, as they are written in a form."""

    def __init__(self, form: f.TurnForm, state: Playable) -> None:
        """state: at the beginning of a turn. Raises UsageError if there are too many turns."""
        self._form, self._state = form, state
        things = things_of(state.match, state.position()) if form.key else {}
        self._things = things.get(form.key, {})
        self._turns = [*turns_of(state)]
        self._written = [self._texts(turn) for turn in self._turns]

    @functools.cached_property
    def turns(self) -> dict[str, Turn]:
        """Each turn that can be written, by its text, with what is written at its end."""
        levels = max(map(len, self._written), default=0)
        padded = [[*texts, *texts[-1:] * (levels - len(texts))] for texts in self._written]
        counts = [Counter(texts[n] for texts in padded if texts) for n in range(levels)]
        shown: dict[str, Turn] = {}
        for turn, texts in zip(self._turns, padded, strict=True):
            for count, text in zip(counts, texts, strict=False):
                if count[text] == 1:
                    shown[text + self._end(turn)] = turn
                    break
        return shown

    def read(self, text: str) -> Turn:
        """Return the turn with a text; what is written at its end, and longer forms, don't count.

        Raises UsageError if there is no such turn, or there are several.
        """
        bare = self._bare(text.rstrip(COMMENTS))
        fitting = [
            turn for turn, texts in zip(self._turns, self._written, strict=True) if bare in texts
        ]
        exact = self.turns.get(text)
        if exact is not None:
            return exact
        if len(fitting) == 1:
            return fitting[0]
        shown = self.turns
        if fitting:
            several = [name for name, turn in shown.items() if turn in fitting]
            raise UsageError(
                f"`{clipped(text)}` can mean several turns", f"write {listed(several)}"
            )
        hint = suggest(bare, shown) or f"possible are {listed(shown)}"
        raise UsageError(f"`{clipped(text)}` can't be played here", hint)

    def _bare(self, text: str) -> str:
        for end in self._form.ends:
            text = text.removesuffix(end.text)
        return text

    def _end(self, turn: Turn) -> str:
        after = turn.after
        reason = after.result.reason if after.result is not None else ""
        for end in self._form.ends:
            if end.reason and end.reason == reason:
                return end.text
            if end.holds and not reason and _holds(after, end.holds):
                return end.text
        return ""

    def _texts(self, turn: Turn) -> list[str]:
        """Return how a turn can be written, the shortest first; empty if no rule fits."""
        for rule in self._form.rules:
            values = [_matched(rule.of, choice) for choice in turn.choices]
            if all(value is not None for value in values) and self._fits(
                rule, turn, values[0] or {}
            ):
                known = [value or {} for value in values]
                return [self._filled(template, known) for template in rule.writes]
        return []

    def _fits(self, rule: f.TurnRule, turn: Turn, first: Mapping[str, str]) -> bool:
        if rule.player and rule.player != self._state.turn_of:
            return False
        if rule.things and self._things.get(next(iter(first.values()), "")) not in rule.things:
            return False
        if rule.takes is None:
            return True
        after = things_of(turn.after.match, turn.after.position()).get(self._form.key, {})
        return rule.takes == (len(after) < len(self._things))

    def _filled(self, template: str, values: Sequence[Mapping[str, str]]) -> str:
        """Return a template with the values of the options in its gaps."""

        def value(match: re.Match[str]) -> str:
            name, before = match[1], template[max(0, match.start() - 1) : match.start()]
            if name.startswith(EVERY):
                named = name.removeprefix(EVERY)
                return before.join(self._value(option, named) for option in values)
            if name.startswith(LAST):
                return self._value(values[-1], name.removeprefix(LAST))
            return self._value(values[0], name)

        return GAP.sub(value, template)

    def _value(self, values: Mapping[str, str], name: str) -> str:
        for shape in (COLUMN, ROW, THING):
            if name.endswith(shape):
                cell = values[name.removesuffix(shape)]
                if shape == THING:
                    return self._form.letters.get(self._things.get(cell, ""), "")
                digits = cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
                return digits if shape == ROW else self._cased(cell.removesuffix(digits))
        text = values[name]
        if text in self._form.cells:
            return str(self._form.cells.index(text) + 1)
        return self._form.words.get(text) or self._cased(text)

    def _cased(self, text: str) -> str:
        return text.lower() if self._form.lower else text


def _holds(state: Playable, name: str) -> bool:
    player = max(0, state.turn_of - 1)
    return bool(state.match.recorded.values.says(name, state.vector, player))


@functools.lru_cache(200)
def _pattern(template: str) -> re.Pattern[str]:
    """Return a pattern of option texts; no name has what follows it in the template."""
    parts, names = GAP.split(template)[::2], GAP.findall(template)
    text = re.escape(parts[0])
    for number, literal in enumerate(parts[1:]):
        text += f"(?P<n{number}>{f'[^{re.escape(literal[0])}]+' if literal else '.+'})"
        text += re.escape(literal)
    assert len(names) == len(parts) - 1
    return re.compile(text)


@functools.lru_cache(20_000)
def _matched(template: str, text: str) -> dict[str, str] | None:
    """Return the values of the names in a template; None if a text is not of its form."""
    match = _pattern(template).fullmatch(text)
    names = GAP.findall(template)
    return None if match is None else dict(zip(names, match.groups(), strict=True))


def played(states: Sequence[Playable]) -> Iterator[tuple[Playable, tuple[str, ...], Playable]]:
    """Yield each turn of a game: the state before, what was chosen, the state after."""
    begin, choices = states[0], list[str]()
    for after in states[1:]:
        choice = after.choice_for(0)
        choices.append(choice or "")
        if _ended(begin, after):
            yield begin, tuple(choices), after
            begin, choices = after, []
