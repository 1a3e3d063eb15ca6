"""What precedes the main part of a sentence: at which times, under which conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.history import noun_of
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.verbalizer import LIST_FROM, Verbalizer


@dataclass
class Preamble:
    """The times and conditions that precede the main part of a sentence.

    parts: the conditions of both as they were written.
    """

    times: list[str]
    conditions: list[t.Expr]
    parts: Sequence[t.Expr] = ()


def split_preamble(v: Verbalizer, parts: Sequence[t.Expr], history: bool = True) -> Preamble:
    """Separate the conditions that say a time from the others.

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


def _turn_time(v: Verbalizer, part: t.Expr) -> str | None:
    """Return a condition about whose turn it is as a time, `on your turn`; None for others."""
    return next(
        (v.render(f"time.{name}") for name, known in _TURN_CONDITIONS.items() if part == known),
        None,
    )


def _event_time(v: Verbalizer, part: t.Expr) -> str | None:
    """Return a condition about this turn's events as a time, `after a move`; None for others."""
    if isinstance(part, t.History) and part.word == "did" and _plain(part.event):
        if part.event.condition is not None:
            return None
        return v.render("time.after", what=noun_of(v, part.event.kinds, [], "a")[0])
    once = isinstance(part, t.Binary) and part.word == "=" and part.right == t.Number(_NOWHERE, 1)
    counted = part.left if once and isinstance(part, t.Binary) else None
    if isinstance(counted, t.History) and counted.word == "times" and _plain(counted.event):
        event = counted.event
        noun, rest = noun_of(v, event.kinds, conjuncts(event.condition), "first")
        return None if rest else v.render("time.after", what=noun)
    return None


def _plain(event: t.Event) -> bool:
    return event.window == "this turn" and event.with_role is None


def name_node(name: str) -> t.Expr:
    """Return a name without a place in a file, to compare others with."""
    return t.Name(_NOWHERE, name)


_NOWHERE: Any = None
YOUR_TURN: t.Expr = t.Binary(_NOWHERE, "=", name_node("active"), name_node("you"))
MINE: t.Expr = t.Binary(_NOWHERE, "=", name_node("actor"), name_node("you"))
GRANTED = name_node("granted")
_OPPONENTS = t.Owned(_NOWHERE, "opponent", "Players")
_TURN_CONDITIONS: dict[str, t.Expr] = {
    "yours": YOUR_TURN,
    "side": t.Binary(
        _NOWHERE, "=",
        t.FunctionCall(_NOWHERE, "side", (name_node("active"),)),
        t.FunctionCall(_NOWHERE, "side", (name_node("you"),)),
    ),
    "theirs": t.Binary(_NOWHERE, "in", name_node("active"), _OPPONENTS),
    "others choose": t.Binary(_NOWHERE, "!=", name_node("chooser"), name_node("you")),
    "opponents choose": t.Binary(_NOWHERE, "in", name_node("chooser"), _OPPONENTS),
    "granted": GRANTED,
}  # fmt: skip


def compose(
    v: Verbalizer, preamble: Preamble, main: str, where: Sequence[t.Expr], tail: str = ""
) -> str:
    """Join times, conditions of the preamble, the main part, its own conditions and a tail."""
    own = split_preamble(v, where, False)
    times = [*preamble.times, *(time for time in own.times if time not in preamble.times)]
    before, after = preamble.conditions, own.conditions
    if before and after and len(before) + len(after) >= LIST_FROM:
        before, after = [], [*before, *after]
    elif before and not v.action and not v.mentions:
        # Otherwise the main part introduces things and has to come first.
        before, after = [*before, *after], []
    opening = [if_clause(v, before)] if before else []
    last = if_clause(v, after)
    if tail and is_list(last):
        tail = v.language.as_sentence(tail)
    return ", ".join([*times, *opening, f"{main} {last}{tail}" if last else f"{main}{tail}"])


def if_clause(v: Verbalizer, parts: Sequence[t.Expr]) -> str:
    """Return conditions as `if a and b`, or as a list; empty if there are none."""
    return v.render("if", what=v.all_of(parts)) if parts else ""


def is_list(text: str) -> bool:
    """Return whether a text is a list of conditions, after which nothing can follow."""
    return "; " in text
