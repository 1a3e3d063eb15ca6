"""What precedes the main part of a sentence: the times and the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thesmos.program.types import FLAG, PLAYER, SIDE
from thesmos.program.values import (
    Compare,
    Comparison,
    Granted,
    IsIn,
    Number,
    Owned,
    Past,
    Person,
    PersonWord,
    PlayerFunction,
    Value,
)
from thesmos_rulebook.prose.history import actions_of, conditions_of, noun_of, of_this_turn
from thesmos_rulebook.prose.lexicon import NOWHERE
from thesmos_rulebook.prose.mentions import named_once
from thesmos_rulebook.prose.verbalizer import LIST_FROM, Verbalizer


@dataclass
class Preamble:
    """The times and conditions that precede the main part of a sentence.

    parts: the original conditions of both.
    """

    times: list[str]
    conditions: list[Value]
    parts: Sequence[Value] = ()


def split_preamble(v: Verbalizer, parts: Sequence[Value], history: bool = True) -> Preamble:
    """Separate the conditions that express a time from the others.

    history: whether an earlier event becomes a time (`after the first move`); otherwise it
    stays a condition.
    """
    preamble = Preamble([], [], parts)
    for part in parts:
        text = _turn_time(v, part)
        if text is None and history:
            text = _event_time(v, part)
        if text is None:
            preamble.conditions.append(part)
        elif text not in preamble.times:
            preamble.times.append(text)
    only_for_holder, granted = v.render("time.yours"), v.render("time.granted")
    if only_for_holder in preamble.times and granted in preamble.times:
        preamble.times.remove(only_for_holder)
    return preamble


BETWEEN = ("; ", ". ")  # two things that happen


def _turn_time(v: Verbalizer, part: Value) -> str | None:
    """Return a condition about whose turn it is as a time, `on your turn`; None for others."""
    return next(
        (
            v.render(f"time.{name}")
            for name, condition in _TURN_CONDITIONS.items()
            if part == condition
        ),
        None,
    )


def _event_time(v: Verbalizer, part: Value) -> str | None:
    """Return a condition about this turn's events as a time, `after a move`; None for others."""
    match part:
        case Past(query=query) if query.question == "did" and _is_plain(part):
            if conditions_of(part):
                return None
            return v.render("time.after", what=noun_of(v, actions_of(part), [], "a")[0])
        case Compare(word="=", left=Past() as counted, right=Number(value=1)):
            if not _is_plain(counted):
                return None
            noun, rest = noun_of(v, actions_of(counted), conditions_of(counted), "first")
            return None if rest else v.render("time.after", what=noun)
        case _:
            return None


def _is_plain(past: Past) -> bool:
    return of_this_turn(past) and past.query.by is None


def _person(word: PersonWord) -> Value:
    return Person(word, location=NOWHERE, type=PLAYER)


def _compare(word: Comparison, left: Value, right: Value) -> Value:
    return Compare(word, left, right, location=NOWHERE, type=FLAG)


def _is_opponent(who: Value) -> Value:
    opponents = Owned("opponent", location=NOWHERE, type=PLAYER.set())
    return IsIn(who, opponents, location=NOWHERE, type=FLAG)


def _side(who: Value) -> Value:
    return PlayerFunction("side", (who,), location=NOWHERE, type=SIDE)


_ACTIVE, _YOU, _CHOOSER = _person("active"), _person("you"), _person("chooser")
YOUR_TURN = _compare("=", _ACTIVE, _YOU)
MINE = _compare("=", _person("actor"), _YOU)
GRANTED: Value = Granted(location=NOWHERE, type=FLAG)
_TURN_CONDITIONS: dict[str, Value] = {
    "yours": YOUR_TURN,
    "side": _compare("=", _side(_ACTIVE), _side(_YOU)),
    "theirs": _is_opponent(_ACTIVE),
    "others choose": _compare("!=", _CHOOSER, _YOU),
    "opponents choose": _is_opponent(_CHOOSER),
    "granted": GRANTED,
}


def compose(
    v: Verbalizer, preamble: Preamble, main: str, where: Sequence[Value], tail: str = ""
) -> str:
    """Join times, conditions of the preamble, the main part, its own conditions and a tail."""
    clause_parts = split_preamble(v, where, False)
    times = [*preamble.times, *(time for time in clause_parts.times if time not in preamble.times)]
    before, after = preamble.conditions, clause_parts.conditions
    if before and after and len(before) + len(after) >= LIST_FROM:
        before, after = [], [*before, *after]
    elif before and not v.action and not v.mentions:
        # Otherwise the main part introduces things and has to come first.
        before, after = [*before, *after], []
    opening = [if_clause(v, before)] if before else []
    last = if_clause(v, after)
    if tail and is_list(last):
        tail = v.language.as_sentence(tail)
    closing = conditional(v, main, last) if last else main
    text = ", ".join([*times, *opening, f"{closing}{tail}"])
    return named_once(v, text)


def if_clause(v: Verbalizer, parts: Sequence[Value]) -> str:
    """Return conditions as `if a and b`, or as a list; empty if there are none."""
    return v.render("if", what=v.all_of(parts)) if parts else ""


def conditional(v: Verbalizer, main: str, condition: str) -> str:
    """Return what happens `if …`; of several things, that all of them depend on it."""
    several = any(mark in main for mark in BETWEEN)
    return v.render("all if", what=main, condition=condition) if several else f"{main} {condition}"


def is_list(text: str) -> bool:
    """Return whether a text is a list of conditions, after which nothing can follow."""
    return "; " in text
