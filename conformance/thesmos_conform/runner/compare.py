"""Comparing two answers: the one that the reference expects, and the one received.

Options are sets, lists in positions are unordered except those by player, and levels that are not
claimed are not compared (conformance/protocol/README.md, sections 2.2 and 3). The reference tells
which clauses forbid or allow an option that differs, through the functions in `ClauseLookup`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.record.replay import ordered
from thesmos_conform.cases.case import TO_MOVE
from thesmos_conform.protocol.messages import Answer, ErrorReply, Json, Refused, Reply, Unsupported
from thesmos_conform.runner.result import AnswerDifference

Ids = Callable[[Sequence[str]], tuple[str, ...]]
OPTIONAL = ("turn_of", "step", "power", "values")  # compared if the implementation gives them
REFUSED = "refused"  # the key of a difference in which choice is refused, if any
NOTE = "note"  # an event for bookkeeping only; never compared


def _no_ids(_: Sequence[str]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class ClauseLookup:
    """Functions that give the clauses which allow or forbid options."""

    allow: Ids = _no_ids
    forbid: Ids = _no_ids


@dataclass(frozen=True)
class ComparisonScope:
    """What to compare: the claimed levels, and the keys of positions.

    by_player: the paths of keys, joined by dots, whose lists have an entry for each player.
    """

    levels: Collection[str]
    keys: Collection[str]
    by_player: Collection[str] = ()


def differences(
    expected: Answer, got: Reply, scope: ComparisonScope, lookup: ClauseLookup = ClauseLookup()
) -> tuple[AnswerDifference, ...]:
    """Return all differences from the expected answer, the most important first."""
    if isinstance(got, Refused):
        return (AnswerDifference(REFUSED, None, got.choice),)
    if not isinstance(got, Answer):
        return (AnswerDifference("answer", "an answer", _word(got)),)
    found = [*_decision(expected, got, lookup)]
    if "apply" in scope.levels and not got.partial:
        found += _position(expected, got, scope)
        found += _held(expected, got)
    if "result" in scope.levels:
        found += _result(expected, got)
    if "events" in scope.levels and expected.events is not None and not got.partial:
        found += _events(expected, got)
    return tuple(found)


def seen_differently(
    expected: Answer, got: Reply, scope: ComparisonScope
) -> tuple[AnswerDifference, ...]:
    """Return all differences in a player's view: the position, and the options if given."""
    if not isinstance(got, Answer):
        word = got.choice if isinstance(got, Refused) else _word(got)
        return (AnswerDifference("answer", "an answer", word),)
    found = [*_position(expected, got, scope), *_held(expected, got)]
    if expected.options is not None and got.options is not None:
        found += _options(expected.options, got.options, ClauseLookup())
    return tuple(found)


def refusal(
    expected: Refused, got: Reply, option: str, ids: Sequence[str]
) -> Iterator[AnswerDifference]:
    """Yield a difference if a choice was not refused correctly. ids: the clauses that forbid it."""
    if got == expected:
        return
    if isinstance(got, Refused):
        yield AnswerDifference(REFUSED, expected.choice, got.choice)
    elif isinstance(got, Answer):
        yield AnswerDifference("options", None, None, extra=(option,), clauses=tuple(ids))
    else:
        yield AnswerDifference("answer", "a refusal", _word(got))


def _word(got: Reply) -> str:
    """Return a reply other than an answer, as its kind and its text."""
    if isinstance(got, Unsupported):
        return f"unsupported: {got.what}"
    return f"error: {got.message}" if isinstance(got, ErrorReply) else "an answer"


# ------------------------------------------------------------------------------ the decision


def _decision(expected: Answer, got: Answer, lookup: ClauseLookup) -> Iterator[AnswerDifference]:
    if expected.player is None:
        if got.options is not None:
            yield AnswerDifference("options", None, sorted(got.options))
        return
    if got.options is None:
        yield AnswerDifference("options", sorted(expected.options or ()), None)
        return
    if expected.player != got.player:
        yield AnswerDifference("player", expected.player, got.player)
    yield from _optional(expected, got)
    if expected.may_skip != bool(got.may_skip):
        yield AnswerDifference("may_skip", expected.may_skip, bool(got.may_skip))
    yield from _options(expected.options or (), got.options, lookup)


def _optional(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    for key in OPTIONAL:
        right, given = getattr(expected, key), getattr(got, key)
        if given is not None and right is not None and given != right:
            yield AnswerDifference(key, right, given)


def _options(
    expected: Sequence[str], got: Sequence[str], lookup: ClauseLookup
) -> Iterator[AnswerDifference]:
    twice = [text for text, count in Counter(got).items() if count > 1]
    if twice:
        yield AnswerDifference("options.twice", [], sorted(twice), extra=tuple(sorted(twice)))
    missing = tuple(sorted(set(expected) - set(got)))
    extra = tuple(sorted(set(got) - set(expected)))
    if missing or extra:
        clauses = tuple(dict.fromkeys((*lookup.forbid(extra), *lookup.allow(missing))))
        yield AnswerDifference("options", sorted(expected), sorted(got), missing, extra, clauses)


# ------------------------------------------------------------------------------ the position


def _position(expected: Answer, got: Answer, scope: ComparisonScope) -> Iterator[AnswerDifference]:
    if got.position is None:
        yield AnswerDifference("position", expected.position, None)
        return
    here = expected.position or {}
    for key in scope.keys:
        if key != TO_MOVE:  # it is in requests, not in answers
            yield from _part(key, here.get(key), got.position.get(key), scope.by_player)


def _part(
    key: str, expected: Any, got: Any, by_player: Collection[str]
) -> Iterator[AnswerDifference]:
    """Compare a part of a position: missing equals empty, and only lists by player are ordered."""
    tables = [isinstance(one, Mapping) for one in (expected, got)]
    if any(tables) and not (expected and not tables[0]) and not (got and not tables[1]):
        here, there = expected or {}, got or {}
        for inner in dict.fromkeys((*here, *there)):
            yield from _part(f"{key}.{inner}", here.get(inner), there.get(inner), by_player)
        return
    right, given = (ordered(one, by_player, key) for one in (expected, got))
    if (not expected and not got) or right == given:
        return
    key, listed = f"position.{key}", key not in by_player
    if listed and all(isinstance(one, list | tuple | None) for one in (expected, got)):
        all_right, all_given = _counted(expected), _counted(got)
        missing, extra = (all_right - all_given).elements(), (all_given - all_right).elements()
        yield AnswerDifference(key, expected, got, tuple(sorted(missing)), tuple(sorted(extra)))
        return
    yield AnswerDifference(key, expected, got)


def _counted(values: Any) -> Counter[str]:
    return Counter(str(ordered(value)) for value in values or ())


def _held(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    if got.held is None or expected.held is None:
        return
    right = [sorted(powers) for powers in expected.held]
    given = [sorted(powers) for powers in got.held]
    if right != given:
        yield AnswerDifference("held", right, given)


# -------------------------------------------------------------------------- result and events


def _result(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    if expected.result is None or got.result is None:
        if expected.result != got.result:
            yield AnswerDifference("result", expected.result, got.result)
        return
    for key in ("winners", "reason", "eliminated"):
        right, given = expected.result.get(key), got.result.get(key)
        if key != "winners" and given is None:
            continue
        if _unordered(right) != _unordered(given):
            yield AnswerDifference(f"result.{key}", right, given)
    if "places" in got.result and got.result["places"] != expected.result.get("places"):
        yield AnswerDifference("result.places", expected.result.get("places"), got.result["places"])
    for name, scores in got.result.get("scores", {}).items():
        wanted = expected.result.get("scores", {}).get(name)
        if scores != wanted:
            yield AnswerDifference(f"result.scores.{name}", wanted, scores)


def _unordered(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, list | tuple) else value


def _events(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    """Compare the events one by one, without notes, and only the keys that the reference gives."""
    right, given = _without_notes(expected.events), _without_notes(got.events)
    alike = len(right) == len(given) and all(
        {key: there.get(key) for key in event} == event
        for event, there in zip(right, given, strict=True)
    )
    if got.events is None or not alike:
        yield AnswerDifference("events", right, given if got.events is not None else None)


def _without_notes(events: Sequence[Json] | None) -> list[Json]:
    return [event for event in events or () if event.get("e") != NOTE]
