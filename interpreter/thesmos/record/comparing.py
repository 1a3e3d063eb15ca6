"""Compare what a record says about a decision or a result with our own.

Records of other programs may leave things out, or write them differently; `match.recorded` is what
the game's records.yaml says about this. Names are compared as slugs, with `-` for `_`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from thesmos.notation.recorded import RecordedParts
from thesmos.play.differences import alike, differences
from thesmos.play.protocols import Json, Match, State
from thesmos.play.state import Decision
from thesmos.record.format import CUT_OFF, RecordedDecision, RecordedResult

OURS = frozenset(RecordedDecision.__annotations__)  # keys with the same meaning in all records


class DifferenceFound(Exception):  # noqa: N818 - a result, not an error
    """Raised at the first difference. kind: one of KINDS (see replay.py)."""

    def __init__(self, kind: str, expected: Any, got: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.expected = expected
        self.got = got


def same(kind: str, expected: Any, got: Any) -> None:
    """Raise DifferenceFound unless two values are equal, names as slugs."""
    if not alike(expected, got) and not alike(slugs(expected), slugs(got)):
        raise DifferenceFound(kind, expected, got)


def slugs(value: Any) -> Any:
    """The value with all names in it as slugs."""
    if isinstance(value, str):
        return value.replace("_", "-")
    if isinstance(value, Mapping):
        return {slugs(key): slugs(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [slugs(one) for one in value]
    return value


def compare_shown(decision: Decision, recorded: Mapping[str, Any]) -> None:
    """Compare the numbers that options show with those of the record.

    A record has one number for all options, or numbers by the options' texts or first words.
    """
    for text, values in decision.values.items():
        for name, number in values.items():
            if name in recorded and name not in OURS:
                given = recorded[name]
                expected = _of_option(given, text) if isinstance(given, dict) else given
                if not alike(expected, number):
                    raise DifferenceFound(
                        "values", {text: {name: expected}}, {text: {name: number}}
                    )


def _of_option(given: Mapping[str, Any], text: str) -> Any:
    """Return what a record gives for an option; None if nothing."""
    if text in given:
        return given[text]
    words = slugs(text)
    while words and words not in given:
        words = words.rpartition(" ")[0]
    return given.get(words)


def compare_parts(
    kind: str,
    recorded: Mapping[str, Any],
    parts: RecordedParts,
    state: State,
    instead: RecordedParts | None = None,
) -> None:
    """Compare the parts that a record has, ignoring those that it lacks.

    instead: parts that replace some of ours for the moment.
    """
    player = 0 if state.decision is None else max(0, state.decision.player - 1)
    for key in parts:
        if key in recorded:
            part = instead if instead is not None and key in instead else parts
            expected = part.in_order(key, slugs(recorded[key]))
            got = slugs(part.says(key, state.vector, player))
            if not alike(expected, part.in_order(key, got)):
                expected, got = _different(expected, got)
                raise DifferenceFound(kind, {key: expected}, {key: got})


def _different(expected: Any, got: Any) -> tuple[Any, Any]:
    """Return two values; from two objects, what is the same in both is removed."""
    if not (isinstance(expected, dict) and isinstance(got, dict)):
        return expected, got
    keys = dict.fromkeys(place.path[0] for place in differences(expected, got))
    return tuple({key: one[key] for key in keys if key in one} for one in (expected, got))  # type: ignore[return-value]


def is_written_by_others(position: Mapping[str, Any], match: Match) -> bool:
    """Return whether a position is in the form that the game's records.yaml describes."""
    return bool(position) and all(map(match.recorded.position.__contains__, position))


def compare_result(state: State, recorded: RecordedResult, match: Match) -> None:
    """Compare the result, each score by itself; a game that was cut off has none.

    Places, scores and the last position are compared as far as the record has them.
    """
    if recorded.get("end") == CUT_OFF:
        return
    got = result_json(state)
    expected: Json = {
        "winners": sorted(recorded["winners"]),
        "reason": recorded["reason"],
        "eliminated": sorted(recorded.get("eliminated", [])),
    }
    reasons = match.recorded.notation.reasons
    ours = got and {key: got[key] for key in expected} | {
        "reason": reasons.get(got["reason"], got["reason"])
    }
    same("result", expected, ours)
    assert got is not None
    if "places" in recorded:
        same("result", {"places": recorded["places"]}, {"places": got.get("places")})
    compare_parts("result", recorded, match.recorded.result, state)
    scores = recorded.get("scores", {})
    for name, each in scores.items() if isinstance(scores, dict) else ():
        theirs = got.get("scores", {}).get(name)
        same("result", {"scores": {name: each}}, {"scores": {name: theirs}})
    final = recorded.get("final", {})
    if is_written_by_others(final, match):
        compare_parts("position", final, match.recorded.position, state)


def result_json(state: State) -> Json | None:
    """Return the result of a game in the format of records; None if it has not ended.

    Only games with scores have places and scores in it.
    """
    result = state.result
    if result is None:
        return None
    made: Json = {
        "winners": sorted(result.winners),
        "reason": result.reason,
        "eliminated": sorted(result.eliminated),
    }
    if result.scores:
        made["places"] = [*result.places]
        made["scores"] = {name: [*scores] for name, scores in result.scores.items()}
    return made
