"""Compare what a scenario expects after a step with the actual state.

Each key of `then` has a function of the same name here, which yields the expectations that are not
met, with what was found instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from thesmos.diagnostics import Location, UsageError
from thesmos.play.protocols import State
from thesmos.scenario.board_text import Data
from thesmos.scenario.reader import data, texts
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText
from thesmos.syntax.yaml_values import pairs

if TYPE_CHECKING:
    from thesmos.play.result import Result

NONE = "none"
NOTE = "note"  # an event for bookkeeping; never compared
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

    reached: the states after each choice of the step. boards: the positions that the board texts of
    the scenario show, by location. by_player: the keys of positions, joined by dots, whose lists
    have an entry for each player.
    """

    state: State
    reached: Sequence[State]
    boards: Mapping[Location, Data]
    by_player: frozenset[str]

    @property
    def events(self) -> list[Mapping[str, Any]]:
        """The events since the first choice of the step; computed when needed, which is rare."""
        return [event for state in self.reached for event in state.events]


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


def _one(node: YamlNode, key: str, expected: Any, got: Any) -> Iterator[UnmetExpectation]:
    if expected != got:
        yield UnmetExpectation(
            node.location, key, (f"expected {_show(expected)}, got {_show(got)}",)
        )


def turn_of(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check whose turn it is."""
    yield from _one(node, "turn_of", data(node), seen.state.turn_of)


def player(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check who decides."""
    decision = seen.state.decision
    yield from _one(node, "player", data(node), decision.player if decision else None)


def step(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the name of the pending step."""
    decision = seen.state.decision
    yield from _one(node, "step", data(node), decision.step if decision else None)


def power(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check which power the pending step belongs to."""
    decision = seen.state.decision
    yield from _one(node, "power", data(node), (decision.power or NONE) if decision else None)


def may_skip(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check whether the step may be skipped."""
    decision = seen.state.decision
    expected = FLAGS[node.value] if isinstance(node, YamlText) else None
    yield from _one(node, "may_skip", expected, decision.may_skip if decision else None)


# ---------------------------------------------------------------------------------- the options


def offered(state: State) -> list[str]:
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
    missing = Counter(expected) - Counter(got)
    extra = Counter(got) - Counter(expected)
    lines = []
    if missing:
        lines.append(f"- expected, but not there: {', '.join(sorted(missing.elements()))}")
    if extra:
        lines.append(f"+ there, but not expected: {', '.join(sorted(extra.elements()))}")
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
    """Check the numbers that are shown with options."""
    decision = seen.state.decision
    got = decision.values if decision else {}
    for option, expected in data(node).items():
        numbers = {name: str(number) for name, number in expected.items()}
        found = {name: str(number) for name, number in got.get(option, {}).items()}
        if found != numbers:
            lines = (f"{option}: expected {_named(numbers)}", f"{option}: got {_named(found)}")
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


def shares(state: State) -> dict[str, Fraction] | None:
    """Return the probability of each outcome of chance; None if a player decides."""
    decision = state.decision
    if decision is None or decision.player != 0:
        return None
    whole = sum(option.weight for option in decision.options)
    return {option.text: Fraction(option.weight, whole) for option in decision.options}


def _named(numbers: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items()) or "nothing"


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
                yield from _one(name, f"result.scores.{name.value}", data(scores), here)
            continue
        here = getattr(got, key.value)
        expected = data(value)
        if key.value in ("winners", "eliminated"):
            expected, here = sorted(expected), sorted(here)
        elif key.value == "places":
            here = list(here)
        yield from _one(key, f"result.{key.value}", expected, here)


def match_up(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the given keys of a draft's result."""
    found = seen.state.match_up
    got: Data = {}
    if found is not None:
        powers = [power or NONE for power in found.powers]
        got = {"powers": powers, "setup": found.setup, "seats": list(found.seats)}
    for key, value in pairs(node):
        yield from _one(key, f"match_up.{key.value}", data(value), got.get(key.value))


def _too_early(got: Result) -> str:
    return f"the game should go on, but {_show(list(got.winners))} won by `{got.reason}`"


def board(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check everything that the legend can show."""
    lines = tuple(_differences(seen.boards[node.location], seen.state.position(), seen.by_player))
    if lines:
        yield UnmetExpectation(node.location, "board", lines)


def position(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the given keys of the position."""
    lines = tuple(_differences(data(node), seen.state.position(), seen.by_player))
    if lines:
        yield UnmetExpectation(node.location, "position", lines)


def _differences(expected: Any, got: Any, ordered: frozenset[str], path: str = "") -> Iterator[str]:
    """Compare tables key by key, lists regardless of order, and anything else as text.

    A missing value is empty. None is expected where a board text could show something and doesn't.
    ordered: the paths of lists that are compared entry by entry.
    """
    if isinstance(expected, dict):
        for key, value in expected.items():
            inner = got.get(key, got.get(str(key))) if isinstance(got, Mapping) else None
            yield from _differences(value, inner, ordered, f"{path}.{key}" if path else str(key))
        return
    if isinstance(expected, list):
        one = () if got in (None, "", {}) else (got,)  # treat a single value as a list
        here = got if isinstance(got, list | tuple) else one
        if path in ordered and len(expected) == len(here):
            for player, (wanted, found) in enumerate(zip(expected, here, strict=True), 1):
                yield from _differences(wanted, found, ordered, f"{path} of player {player}")
            return
        for line in _sets([_text(e) for e in expected], [_text(g) for g in here]):
            yield f"{path}: {line}"
        return
    missing = expected is None and got in ("", [], {})
    if _text(expected) != _text(got) and not missing:
        yield f"{path}: expected {_text(expected)}, got {_text(got)}"


def held(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check each player's powers, regardless of order."""
    expected = [sorted(map(str, powers)) for powers in data(node)]
    yield from _one(node, "held", expected, [sorted(powers) for powers in seen.state.held])


# ----------------------------------------------------------------------------------- the events


def events(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check the events: exactly these, these in this order among others, or none of these."""
    got = [event for event in seen.events if event.get("e") != NOTE]
    for key, wanted in pairs(node):
        expected = data(wanted)
        if key.value == "exactly":
            met = len(got) == len(expected) and all(map(_met, expected, got))
        elif key.value == "includes":
            rest = iter(got)
            met = all(any(_met(one, event) for event in rest) for one in expected)
        else:
            met = not any(_met(one, event) for one in expected for event in got)
        if not met:
            lines = [f"expected {_show(one)}" for one in expected]
            lines += [f"got {_show(event)}" for event in got] or ["got nothing"]
            yield UnmetExpectation(key.location, f"events.{key.value}", tuple(lines))


def _met(expected: Any, event: Any) -> bool:
    """Return whether an event has the expected keys with the expected values."""
    if not isinstance(expected, dict):
        return _text(expected) == _text(event)
    here = event if isinstance(event, Mapping) else {}
    return all(_met(value, here.get(key)) for key, value in expected.items())


def view(node: YamlNode, seen: ActualState) -> Iterator[UnmetExpectation]:
    """Check expectations against the state as players see it."""
    for key, inner in pairs(node):
        sight = replace(seen, state=seen.state.view(int(key.value)))
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


def _show(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else _text(value)


CHECKS: dict[str, Callable[[YamlNode, ActualState], Iterator[UnmetExpectation]]] = {
    check.__name__: check
    for check in (
        turn_of, player, step, power, may_skip, legal, illegal, suggested, values, weights,
        result, match_up, board, position, held, events, view,
    )
}  # fmt: skip
