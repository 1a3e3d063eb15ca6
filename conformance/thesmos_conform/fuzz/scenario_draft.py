"""A disagreement as a draft of a scenario that the reference passes and the adapter fails.

It states the reference's answer, and asks the reader to confirm that by the rules before keeping
the scenario.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

import yaml

from thesmos.diagnostics import UsageError
from thesmos.play.protocols import Setup, State
from thesmos.record.format import extra_setup
from thesmos.render.span import plain
from thesmos.render.text_board import draw, picture_of
from thesmos_conform.cases.scenario_given import scenario_given, without_what_is_beside
from thesmos_conform.judging.result import AnswerDifference, CaseResult
from thesmos_conform.judging.turn_ends import way_and_end
from thesmos_conform.protocol.messages import POSITIONS, Answer, Place
from thesmos_conform.reference.oracle import Oracle, linked_of, rules_of
from thesmos_conform.reference.reference import answer

MAX_SLUG = 60
MAX_TITLE = 160  # characters of a title that a scenario may have
UNFOLDED = 1 << 30  # columns: a text that is folded inside its quotes is not read again


def scenario_text(result: CaseResult, oracle: Oracle, implementation: str) -> str:
    """Return the scenario of a failed case as YAML. implementation: the adapter's name.

    The reference must be able to reach the place of the failure.
    """
    failure = result.failure
    assert failure is not None
    path = oracle.path(failure.place)
    state = path.last
    difference = main_difference(failure.differences) or AnswerDifference(result.status, "", "")
    head = [
        f"Found in a random game: {implementation} gives a different answer.",
        "Check the expectation against the rules before you keep this file, and say under `source`",
        "where it comes from.",
        "",
        *plain(draw(picture_of(oracle.match(failure.place).linked), state.position())).split("\n"),
    ]
    document = {
        "thesmos": "scenario",
        "title": _shortened(title(difference, state)),
        "clauses": _clauses(difference, state),
        "source": "found by `thesmos fuzz`; not yet confirmed",
        "tags": ["fuzz"],
        "given": _given_part(failure.place, oracle),
        "steps": [_step(failure.place.choices[: len(path.states) - 1], difference, state)],
    }
    dumped = yaml.safe_dump(
        document, sort_keys=False, allow_unicode=True, default_flow_style=None, width=UNFOLDED
    )
    return "".join(f"# {line}".rstrip() + "\n" for line in head) + dumped


def slug_of(result: CaseResult) -> str:
    """Return a name for the scenario's file: the powers in play, or the game, and what differs."""
    failure = result.failure
    assert failure is not None
    held = failure.place.setup.get("powers", ())
    powers = [power or "none" for power in held] if any(held) else [failure.place.game]
    difference = main_difference(failure.differences)
    parts = [result.status] if difference is None else [difference.key, *_named(difference)[:1]]
    return re.sub(r"[^a-z0-9]+", "-", "-".join([*powers, *parts]).lower()).strip("-")[:MAX_SLUG]


def _named(difference: AnswerDifference) -> list[str]:
    """Return what is too much or missing in a set; of positions, only the choices that lead there.

    No choices lead to a position that is too much.
    """
    if difference.key != POSITIONS:
        return [*(difference.extra or difference.missing)]
    return [way_and_end(text)[0] for text in difference.missing]


def main_difference(differences: tuple[AnswerDifference, ...]) -> AnswerDifference | None:
    """Return the most important difference: whether the game is over, else the first one."""
    over = (difference for difference in differences if difference.key.startswith("result"))
    return next(over, next(iter(differences), None))


def title(difference: AnswerDifference, state: State) -> str:
    """Return what the reference expects, in a sentence."""
    if difference.key == "options" and difference.extra:
        return f"{_and(difference.extra)} is not on offer"
    if difference.key == "options" and difference.missing:
        return f"{_and(difference.missing)} is on offer"
    if difference.key == POSITIONS:
        return f"A turn is {ways[0]}" if (ways := _named(difference)) else "What a turn can lead to"
    if difference.key.startswith("result"):
        over = state.result
        if over is None:
            return "The game goes on"
        winners = ", ".join(map(str, over.winners)) or "nobody"
        return f"Player {winners} has won by `{over.reason}`"
    return f"{difference.key.capitalize()} after these choices"


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_TITLE else f"{text[: MAX_TITLE - 1]}…"


def _and(texts: tuple[str, ...]) -> str:
    few = ", ".join(texts[:3])
    return f"{few} and {len(texts) - 3} more" if len(texts) > 3 else few  # noqa: PLR2004 - enough


def _clauses(difference: AnswerDifference, state: State) -> list[str]:
    """Return the deciding clauses, or at least the pending step."""
    clauses = [clause for clause in difference.clauses if clause]
    if clauses:
        return clauses[:5]
    decision = state.decision
    if decision is None:
        return sorted(rules_of(state))[:1]
    steps = (step for step in linked_of(state).steps if step.shown == decision.step)
    return [str(step.name) for step in steps][:1]


def _given_part(place: Place, oracle: Oracle) -> dict[str, Any]:
    setup = place.setup
    return scenario_given(
        oracle.name(place.game), setup["powers"], place.position, mode=setup.get("mode"),
        options=setup.get("options"), setup=extra_setup(cast(Setup, setup)),
    )  # fmt: skip


def _step(choices: tuple[str, ...], difference: AnswerDifference, state: State) -> dict[str, Any]:
    expected = answer(state, began=not choices)
    step: dict[str, Any] = {"when": list(choices)} if choices else {}
    return {**step, "then": dict(_then(difference, expected, state))}


def _then(
    difference: AnswerDifference, expected: Answer, state: State
) -> Iterator[tuple[str, Any]]:
    """Yield the expectations: the decision, and whatever else differed."""
    if expected.result is not None:
        yield "result", {key: value for key, value in expected.result.items() if value}
    else:
        yield "player", expected.player
        yield "step", expected.step
        yield "may_skip", "yes" if expected.may_skip else "no"
        yield "legal", {"exactly": sorted(expected.options or ())}
        illegal = {text: clauses for text in difference.extra if (clauses := _why(state, text))}
        if difference.key == "options" and illegal:
            yield "illegal", illegal
    if difference.key.startswith("position") and difference.key != POSITIONS:
        yield "position", without_what_is_beside(expected.position or {})


def _why(state: State, text: str) -> list[str]:
    try:
        return list(dict.fromkeys(finding.id for finding in state.why_not(text)))[:3]
    except UsageError:  # a text that can't be an option of this step: no clause forbids it
        return []
