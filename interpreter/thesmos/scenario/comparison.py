"""Compare what a scenario expects after a step with the actual state.

Each key of `then` has a function of the same name here, which yields the expectations that are not
met, with what was found instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from thesmos.diagnostics import Location, UsageError
from thesmos.play.differences import (
    ValueDifference,
    alike,
    differences,
    meets,
    normal,
    place_of,
    restricted,
    without_notes,
)
from thesmos.play.protocols import Situation, State
from thesmos.program.declarations import GameProgram
from thesmos.scenario.board_text import Data
from thesmos.scenario.reader import data, texts
from thesmos.scenario.written_values import event_values, position_values
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText
from thesmos.syntax.yaml_values import items, pairs, text

if TYPE_CHECKING:
    from thesmos.play.result import Result

NONE = "none"
FLAGS = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True)
class UnmetExpectation:
    """An expectation that was not met: its location, its key, and lines of explanation."""

    location: Location
    key: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class ActualState:
    """The actual state, with which expectations are compared.

    truth, passed: the state, and the states after each choice of the step. boards: the positions
    that the board texts of the scenario show, by location. game: says how positions are written.
    viewer: the player whose view is compared; None for the whole state.
    """

    truth: State
    passed: Sequence[State]
    boards: Mapping[Location, Data]
    game: GameProgram
    viewer: int | None = None

    @cached_property
    def state(self) -> Situation:
        """The state, as the viewer sees it."""
        return self.truth if self.viewer is None else self.truth.view(self.viewer)

    @property
    def events(self) -> list[Mapping[str, Any]]:
        """The events since the first choice of the step; computed when needed, which is rare."""
        return [event for state in self.passed for event in self._of(state)]

    def _of(self, state: State) -> Sequence[Mapping[str, Any]]:
        return state.events if self.viewer is None else state.events_for(self.viewer)


def compare(then: YamlMap | None, seen: ActualState) -> list[UnmetExpectation]:
    """Check all expectations of a `then`. If it has no `result`, the game must not be over."""
    found: list[UnmetExpectation] = []
    if then is None:
        return found
    over = seen.state.result
    if over is not None and then.get("result") is None:
        return [UnmetExpectation(then.location, "result", (_too_early(over),))]
    for key, node in then.items:
        found += CHECKS[key.value](node, seen)
    return found


# ------------------------------------------------------------------------ the pending decision


def _equal(node: YamlNode, key: str, expected: Any, got: Any) -> Iterator[UnmetExpectation]:
    if not alike(expected, got):
        yield UnmetExpectation(node.location, key, (_expected_and_got(expected, got),))


def turn_of(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check whose turn it is."""
    yield from _equal(node, "turn_of", data(node), seen.state.turn_of)


def player(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check who decides."""
    decision = seen.state.decision
    yield from _equal(node, "player", data(node), decision.player if decision else None)


def step(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the name of the pending step."""
    decision = seen.state.decision
    yield from _equal(node, "step", text(node), decision.step if decision else None)


def power(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check which power the pending step belongs to."""
    decision = seen.state.decision
    yield from _equal(node, "power", text(node), (decision.power or NONE) if decision else None)


def may_skip(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check whether the step may be skipped."""
    decision = seen.state.decision
    expected = FLAGS[node.value] if isinstance(node, YamlText) else None
    yield from _equal(node, "may_skip", expected, decision.may_skip if decision else None)


# ---------------------------------------------------------------------------------- the options


def offered(state: Situation) -> list[str]:
    """Return the texts of the options; empty if the game is over."""
    return [option.text for option in state.decision.options] if state.decision else []


def legal(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the options: exactly these, these among others, or none of these."""
    got = offered(seen.state)
    for key, wanted in pairs(node):
        expected = [text.value for text in texts(wanted)]
        lines: tuple[str, ...]
        if key.value == "exactly":
            lines = _sets(expected, got)
        elif key.value == "includes":
            lines = _sets(expected, [text for text in got if text in expected])
        else:
            lines = tuple(f"offered, but should not be: {text}" for text in expected if text in got)
        if lines:
            yield UnmetExpectation(key.location, f"legal.{key.value}", lines)


def _sets(expected: Sequence[str], got: Sequence[str]) -> tuple[str, ...]:
    """Return which texts are missing or too many, in lines."""
    return tuple(
        line
        for part in differences(tuple(sorted(expected)), tuple(sorted(got)))
        for line in _missing_and_extra(part.missing, part.extra)
    )


def _missing_and_extra(missing: Sequence[str], extra: Sequence[str]) -> tuple[str, ...]:
    lines = []
    if missing:
        lines.append(f"- expected, but not there: {', '.join(missing)}")
    if extra:
        lines.append(f"+ there, but not expected: {', '.join(extra)}")
    return tuple(lines)


def illegal(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check that options are not offered, and that certain rules and clauses forbid them."""
    for key, reasons in pairs(node):
        if key.value in offered(seen.state):
            yield UnmetExpectation(key.location, "illegal", (f"{key.value} is offered",))
            continue
        try:
            fails = [f.id for f in seen.state.why_not(key.value) if not f.holds]
        except UsageError as error:
            yield UnmetExpectation(key.location, "illegal", (f"{key.value}: {error.message}",))
            continue
        for reason in texts(reasons):
            if reason.value not in fails:
                because = f"it is forbidden by {', '.join(fails) or 'no known rule or clause'}"
                line = f"{key.value} is not forbidden by {reason.value}; {because}"
                yield UnmetExpectation(reason.location, "illegal", (line,))


def suggested(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check that exactly these options are suggested."""
    decision = seen.state.decision
    got = [option.text for option in decision.options if option.suggested] if decision else []
    lines = _sets([text.value for text in texts(node)], got)
    if lines:
        yield UnmetExpectation(node.location, "suggested", lines)


def values(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the numbers that are shown with options: exactly these."""
    decision = seen.state.decision
    got = decision.values if decision else {}
    for option, expected in data(node).items():
        numbers = dict(got.get(option, {}))
        if not alike(expected, numbers):
            lines = (f"{option}: expected {_named(expected)}", f"{option}: got {_named(numbers)}")
            yield UnmetExpectation(node.location, "values", lines)


def weights(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check how likely outcomes of chance are, each as a share of all weights."""
    got = shares(seen.state)
    if got is None:
        yield UnmetExpectation(node.location, "weights", ("this is not a decision of chance",))
        return
    for outcome, expected in data(node).items():
        share = Fraction(str(expected))
        if outcome not in got:
            line = f"`{outcome}` is not among the outcomes: {', '.join(got)}"
            yield UnmetExpectation(node.location, "weights", (line,))
        elif share != got[outcome]:
            line = f"{outcome}: expected {share}, got {got[outcome]}"
            yield UnmetExpectation(node.location, "weights", (line,))


def shares(state: Situation) -> dict[str, Fraction] | None:
    """Return the probability of each outcome of chance; None if a player decides."""
    decision = state.decision
    return decision.probabilities if decision is not None and decision.chance else None


def _named(numbers: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_quoted(number)}" for name, number in numbers.items()) or "nothing"


# --------------------------------------------------------------------- the position, the result


def result(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check how the game ended; `none`: that it has not ended."""
    got = seen.state.result
    if isinstance(node, YamlText):
        if got is not None:
            yield UnmetExpectation(node.location, "result", (_too_early(got),))
        return
    for key, value in pairs(node):
        if got is None:
            yield UnmetExpectation(
                node.location, "result", ("the game should be over, but goes on",)
            )
            return
        if key.value == "scores":
            for name, scores in pairs(value):
                here = list(got.scores.get(name.value, ()))
                yield from _equal(name, f"result.scores.{name.value}", data(scores), here)
            continue
        expected, ended = data(value), getattr(got, key.value)
        if key.value == "reason":
            expected = text(value)
        elif key.value == "places":
            ended = [*ended]
        else:  # players in any order
            expected, ended = sorted(expected, key=str), sorted(ended)
        yield from _equal(key, f"result.{key.value}", expected, ended)


def match_up(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the given keys of a draft's result."""
    found = seen.state.match_up
    got: Data = {}
    if found is not None:
        powers = [power or NONE for power in found.powers]
        got = {"powers": powers, "setup": found.setup, "seats": list(found.seats)}
    for key, value in pairs(node):
        yield from _equal(key, f"match_up.{key.value}", data(value), got.get(key.value))


def _too_early(got: Result) -> str:
    return f"the game should go on, but {_show(list(got.winners))} won by `{got.reason}`"


def board(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check everything that the legend can show."""
    if lines := position_lines(seen.boards[node.location], seen.state.position(), seen.game):
        yield UnmetExpectation(node.location, "board", lines)


def position(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the given keys of the position."""
    if lines := position_lines(data(node), seen.state.position(), seen.game):
        yield UnmetExpectation(node.location, "position", lines)


def position_lines(written: Any, got: Any, game: GameProgram) -> tuple[str, ...]:
    """Return how a position differs from the parts of it that are expected, in lines.

    None is expected where a board text could show something and doesn't.
    """
    by_player = game.listed_by_player
    expected = position_values(written, game.position)
    unmet = differences(normal(expected, by_player), normal(restricted(got, expected), by_player))
    return tuple(
        f"{place_of(part.path, by_player)}: {line}" for part in unmet for line in _lines(part)
    )


def _lines(part: ValueDifference) -> tuple[str, ...]:
    if part.listed:
        return _missing_and_extra(part.missing, part.extra)
    return (_expected_and_got(part.expected, part.got),)


def held(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check each player's powers, regardless of order."""
    expected = [sorted(text.value for text in texts(powers)) for powers in items(node)]
    yield from _equal(node, "held", expected, [sorted(powers) for powers in seen.state.held])


# ----------------------------------------------------------------------------------- the events


def events(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the events: exactly these, these in this order among others, or none of these."""
    got = [event_values(event) for event in without_notes(seen.events)]
    for key, wanted in pairs(node):
        expected = [event_values(event) for event in data(wanted)]
        if key.value == "exactly":
            met = len(got) == len(expected) and all(map(meets, expected, got))
        elif key.value == "includes":
            rest = iter(got)
            met = all(any(meets(event, later) for later in rest) for event in expected)
        else:
            met = not any(meets(event, other) for event in expected for other in got)
        if not met:
            lines = [f"expected {_show(event)}" for event in expected]
            lines += [f"got {_show(event)}" for event in got] or ["got nothing"]
            yield UnmetExpectation(key.location, f"events.{key.value}", tuple(lines))


def view(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check expectations against the state as players see it."""
    for key, inner in pairs(node):
        sight = replace(seen, viewer=int(key.value))
        for name, value in pairs(inner):
            for one in CHECKS[name.value](value, sight):
                yield UnmetExpectation(one.location, f"view.{key.value}.{one.key}", one.lines)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_text(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_text, value)) + "]"
    return "nothing" if value is None else str(value)


def _expected_and_got(expected: Any, got: Any) -> str:
    """Return both values in words; as JSON if they differ in nothing but their types."""
    words = (_show(expected), _show(got))
    if words[0] == words[1]:
        words = (_quoted(expected), _quoted(got))
    return f"expected {words[0]}, got {words[1]}"


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _show(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else _text(value)


CHECKS: dict[str, Callable[[YamlNode, ActualState], Iterator[UnmetExpectation]]] = {
    check.__name__: check
    for check in (
        turn_of, player, step, power, may_skip, legal, illegal, suggested, values, weights,
        result, match_up, board, position, held, events, view,
    )
}  # fmt: skip
