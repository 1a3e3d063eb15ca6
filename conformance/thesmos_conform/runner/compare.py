"""Two answers compared: what the reference expects, and what came.

Options are sets, lists of positions have no order, and what neither side promised is not compared
(conformance/protocol/README.md, sections 2.2 and 3). Who forbids or allows an option that differs
is asked of the reference, by the functions in `Deciding`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.record.replay import ordered
from thesmos_conform.protocol.messages import Answer, ErrorReply, Json, Refused, Reply, Unsupported
from thesmos_conform.runner.result import AnswerDifference

Ids = Callable[[Sequence[str]], tuple[str, ...]]
TOLD = ("turn_of", "step", "power")  # compared where the implementation tells them
NOTE = "note"  # bookkeeping among the events; never compared
TURN = "to_move"  # of a position that is asked about, not of one that is answered


def _nobody(_: Sequence[str]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class ClauseLookup:
    """Whom to ask for the clauses behind options: those that allow them, those that forbid them."""

    allow: Ids = _nobody
    forbid: Ids = _nobody


@dataclass(frozen=True)
class ComparisonScope:
    """In what answers are compared: the levels claimed, and the keys that positions have."""

    levels: Collection[str]
    keys: Collection[str]


def differences(
    expected: Answer, got: Reply, terms: ComparisonScope, deciding: ClauseLookup = ClauseLookup()
) -> tuple[AnswerDifference, ...]:
    """All that differs from what is expected, most telling first."""
    if isinstance(got, Refused):
        return (AnswerDifference("refused", None, got.choice),)
    if not isinstance(got, Answer):
        return (AnswerDifference("answer", "an answer", _word(got)),)
    found = [*_decision(expected, got, deciding)]
    if "apply" in terms.levels and not got.partial:
        found += _position(expected, got, terms.keys)
        found += _held(expected, got)
    if "result" in terms.levels:
        found += _result(expected, got)
    if "events" in terms.levels and expected.events is not None and not got.partial:
        found += _events(expected, got)
    return tuple(found)


def seen_differently(
    expected: Answer, got: Reply, terms: ComparisonScope
) -> tuple[AnswerDifference, ...]:
    """All that differs of what a player sees: the position, and what is told besides."""
    if not isinstance(got, Answer):
        word = got.choice if isinstance(got, Refused) else _word(got)
        return (AnswerDifference("answer", "an answer", word),)
    found = [*_position(expected, got, terms.keys), *_held(expected, got)]
    if expected.options is not None and got.options is not None:
        found += _options(expected.options, got.options, ClauseLookup())
    return tuple(found)


def refusal(
    expected: Refused, got: Reply, option: str, ids: Sequence[str]
) -> Iterator[AnswerDifference]:
    """What differs where a choice had to be refused. ids: the clauses that forbid it."""
    if got == expected:
        return
    if isinstance(got, Refused):
        yield AnswerDifference("refused", expected.choice, got.choice)
    elif isinstance(got, Answer):
        yield AnswerDifference("options", None, None, extra=(option,), clauses=tuple(ids))
    else:
        yield AnswerDifference("answer", "a refusal", _word(got))


def _word(got: Reply) -> str:
    """A reply that is no answer, in one word and its text."""
    if isinstance(got, Unsupported):
        return f"unsupported: {got.what}"
    return f"error: {got.message}" if isinstance(got, ErrorReply) else "an answer"


# ------------------------------------------------------------------------------ the decision


def _decision(expected: Answer, got: Answer, deciding: ClauseLookup) -> Iterator[AnswerDifference]:
    if expected.player is None:
        if got.options is not None:
            yield AnswerDifference("options", None, sorted(got.options))
        return
    if got.options is None:
        yield AnswerDifference("options", sorted(expected.options or ()), None)
        return
    if expected.player != got.player:
        yield AnswerDifference("player", expected.player, got.player)
    yield from _told(expected, got)
    if expected.may_skip != bool(got.may_skip):
        yield AnswerDifference("may_skip", expected.may_skip, bool(got.may_skip))
    yield from _options(expected.options or (), got.options, deciding)


def _told(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    for key in TOLD:
        wanted, told = getattr(expected, key), getattr(got, key)
        if told is not None and wanted is not None and told != wanted:
            yield AnswerDifference(key, wanted, told)


def _options(
    expected: Sequence[str], got: Sequence[str], deciding: ClauseLookup
) -> Iterator[AnswerDifference]:
    twice = [text for text, count in Counter(got).items() if count > 1]
    if twice:
        yield AnswerDifference("options.twice", [], sorted(twice), extra=tuple(sorted(twice)))
    missing = tuple(sorted(set(expected) - set(got)))
    extra = tuple(sorted(set(got) - set(expected)))
    if missing or extra:
        clauses = tuple(dict.fromkeys((*deciding.forbid(extra), *deciding.allow(missing))))
        yield AnswerDifference("options", sorted(expected), sorted(got), missing, extra, clauses)


# ------------------------------------------------------------------------------ the position


def _position(expected: Answer, got: Answer, keys: Collection[str]) -> Iterator[AnswerDifference]:
    if got.position is None:
        yield AnswerDifference("position", expected.position, None)
        return
    here = expected.position or {}
    for key in keys:
        if key != TURN:
            yield from _part(f"position.{key}", here.get(key), got.position.get(key))


def _part(key: str, expected: Any, got: Any) -> Iterator[AnswerDifference]:
    """One part of a position: what is missing is empty, and lists have no order."""
    tables = [isinstance(one, Mapping) for one in (expected, got)]
    if any(tables) and not (expected and not tables[0]) and not (got and not tables[1]):
        here, there = expected or {}, got or {}
        for inner in dict.fromkeys((*here, *there)):
            yield from _part(f"{key}.{inner}", here.get(inner), there.get(inner))
        return
    if (not expected and not got) or ordered(expected) == ordered(got):
        return
    if all(isinstance(one, list | tuple | None) for one in (expected, got)):
        wanted, told = _counted(expected), _counted(got)
        missing, extra = (wanted - told).elements(), (told - wanted).elements()
        yield AnswerDifference(key, expected, got, tuple(sorted(missing)), tuple(sorted(extra)))
        return
    yield AnswerDifference(key, expected, got)


def _counted(values: Any) -> Counter[str]:
    return Counter(str(ordered(value)) for value in values or ())


def _held(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    if got.held is None or expected.held is None:
        return
    wanted = [sorted(powers) for powers in expected.held]
    told = [sorted(powers) for powers in got.held]
    if wanted != told:
        yield AnswerDifference("held", wanted, told)


# -------------------------------------------------------------------------- result and events


def _result(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    if expected.result is None or got.result is None:
        if expected.result != got.result:
            yield AnswerDifference("result", expected.result, got.result)
        return
    for key in ("winners", "reason", "eliminated"):
        wanted, told = expected.result.get(key), got.result.get(key)
        if key != "winners" and told is None:
            continue
        if _unordered(wanted) != _unordered(told):
            yield AnswerDifference(f"result.{key}", wanted, told)


def _unordered(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, list | tuple) else value


def _events(expected: Answer, got: Answer) -> Iterator[AnswerDifference]:
    """The events one by one, each by the keys that the reference tells; notes are left out."""
    wanted, told = _without_notes(expected.events), _without_notes(got.events)
    alike = len(wanted) == len(told) and all(
        {key: there.get(key) for key in event} == event
        for event, there in zip(wanted, told, strict=True)
    )
    if got.events is None or not alike:
        yield AnswerDifference("events", wanted, told if got.events is not None else None)


def _without_notes(events: Sequence[Json] | None) -> list[Json]:
    return [event for event in events or () if event.get("e") != NOTE]
