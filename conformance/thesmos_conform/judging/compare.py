"""Comparing two answers: the one that the reference expects, and the one received.

Options are sets, lists in positions are unordered except those by player, and levels that are not
claimed are not compared (conformance/protocol/README.md, sections 2.2 and 3). The reference tells
which clauses forbid or allow an option that differs, through the functions in `ClauseLookup`.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import getitem
from typing import Any

from thesmos.play.differences import (
    Path,
    ValueDifference,
    alike,
    differences,
    meets,
    normal,
    place_of,
    without_notes,
)
from thesmos_conform.cases.case import TO_MOVE
from thesmos_conform.judging.result import AnswerDifference
from thesmos_conform.protocol.messages import Answer, ErrorReply, Refused, Reply, Unsupported

Ids = Callable[[Sequence[str]], tuple[str, ...]]
OPTIONAL = (
    "turn_of",
    "step",
    "power",
    "values",
    "probabilities",
)  # compared if the implementation gives them
REFUSED = "refused"  # the key of a difference in which choice is refused, if any


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


def answer_differences(
    expected: Answer, got: Reply, scope: ComparisonScope, lookup: ClauseLookup = ClauseLookup()
) -> tuple[AnswerDifference, ...]:
    """Return all differences from the expected answer, the most important first."""
    if isinstance(got, Refused):
        return (AnswerDifference(REFUSED, None, got.choice),)
    if not isinstance(got, Answer):
        return (AnswerDifference("answer", "an answer", _word(got)),)
    differing = [*_decision(expected, got, lookup)]
    if "apply" in scope.levels and not got.partial:
        differing += _position(expected, got, scope)
        differing += _held(expected, got)
    if "result" in scope.levels:
        differing += _result(expected, got)
    if "events" in scope.levels and expected.events is not None and not got.partial:
        differing += _events(expected, got)
    return tuple(differing)


def seen_differently(
    expected: Answer, got: Reply, scope: ComparisonScope
) -> tuple[AnswerDifference, ...]:
    """Return all differences in a player's view: the position, and options and events if given.

    Of an event, the player is told the roles that they learn, and no others.
    """
    if not isinstance(got, Answer):
        word = got.choice if isinstance(got, Refused) else _word(got)
        return (AnswerDifference("answer", "an answer", word),)
    differing = [*_position(expected, got, scope), *_held(expected, got)]
    if expected.options is not None and got.options is not None:
        differing += _options(expected.options, got.options, ClauseLookup())
    if "events" in scope.levels and expected.events is not None and got.events is not None:
        told, received = without_notes(expected.events), without_notes(got.events)
        if not alike(told, received):
            differing.append(AnswerDifference("events", told, received))
    return tuple(differing)


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
        right, received = getattr(expected, key), getattr(got, key)
        if received is not None and right is not None:
            yield from _unlike(key, right, received)


def _options(
    expected: Sequence[str], got: Sequence[str], lookup: ClauseLookup
) -> Iterator[AnswerDifference]:
    twice = tuple(sorted(text for text, count in Counter(got).items() if count > 1))
    if twice:
        yield AnswerDifference("options.twice", [], [*twice], extra=twice)
    right, received = (tuple(sorted(set(options))) for options in (expected, got))
    for part in differences(right, received):
        missing, extra = part.missing, part.extra
        clauses = tuple(dict.fromkeys((*lookup.forbid(extra), *lookup.allow(missing))))
        yield AnswerDifference("options", [*right], sorted(got), missing, extra, clauses)


# ------------------------------------------------------------------------------ the position


def _position(expected: Answer, got: Answer, scope: ComparisonScope) -> Iterator[AnswerDifference]:
    """Compare the parts of positions; a list by player is one part."""
    if got.position is None:
        yield AnswerDifference("position", expected.position, None)
        return
    keys = [key for key in scope.keys if key != TO_MOVE]  # that is in requests, not in answers
    right, received = (
        normal({key: position.get(key) for key in keys}, scope.by_player)
        for position in (expected.position or {}, got.position)
    )
    listed: set[Path] = set()
    for part in differences(right, received):
        path = tuple(itertools.takewhile(lambda name: isinstance(name, str), part.path))
        if path == part.path:
            yield _part(path, part.expected, part.got, part)
        elif path not in listed:
            listed.add(path)
            yield _part(
                path, *(functools.reduce(getitem, path, side) for side in (right, received))
            )


def _part(
    path: Path, expected: Any, got: Any, part: ValueDifference | None = None
) -> AnswerDifference:
    """Return the difference in a part of positions. part: says what of a list differs."""
    missing, extra = (part.missing, part.extra) if part and part.listed else ((), ())
    key = f"position.{place_of(path)}"
    return AnswerDifference(key, _as_json(expected), _as_json(got), missing, extra)


def _as_json(value: Any) -> Any:
    """Return a normal value with lists for tuples."""
    if isinstance(value, Mapping):
        return {key: _as_json(part) for key, part in value.items()}
    return [_as_json(part) for part in value] if isinstance(value, list | tuple) else value


def _held(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    if got.held is None or expected.held is None:
        return
    yield from _unlike("held", *([*map(sorted, held)] for held in (expected.held, got.held)))


# -------------------------------------------------------------------------- result and events


def _result(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    if expected.result is None or got.result is None:
        if not alike(expected.result, got.result):
            yield AnswerDifference("result", expected.result, got.result)
        return
    right, received = expected.result, got.result
    for key in ("winners", "reason", "eliminated"):
        if key == "winners" or key in received:
            yield from _unlike(f"result.{key}", _sorted(right.get(key)), _sorted(received.get(key)))
    if "places" in received:
        yield from _unlike("result.places", right.get("places"), received["places"])
    for name, scores in received.get("scores", {}).items():
        yield from _unlike(f"result.scores.{name}", right.get("scores", {}).get(name), scores)


def _unlike(key: str, expected: Any, got: Any) -> Iterator[AnswerDifference]:
    if not alike(expected, got):
        yield AnswerDifference(key, expected, got)


def _sorted(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, list | tuple) else value


def _events(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    """Compare the events one by one, without notes, and only the keys that the reference gives."""
    right, received = without_notes(expected.events or ()), without_notes(got.events or ())
    met = len(right) == len(received) and all(map(meets, right, received))
    if got.events is None or not met:
        yield AnswerDifference("events", right, received if got.events is not None else None)
