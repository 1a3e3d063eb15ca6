"""What stands before a clause's own words: at which times, under which conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.history import noun_of
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.verbalizer import LISTED, Verbalizer


@dataclass
class Preamble:
    """What stands before a clause's own words: at which times, and under which conditions.

    parts: all of both as they are written.
    """

    times: list[str]
    conditions: list[t.Expr]
    parts: Sequence[t.Expr] = ()


def split_preamble(v: Verbalizer, parts: Sequence[t.Expr], history: bool = True) -> Preamble:
    """Conditions sorted into those that tell a time and the others.

    history: whether `after the first move` is a time, and no condition as at the end of a turn.
    """
    setting = Preamble([], [], parts)
    for part in parts:
        text = _turn(v, part)
        if text is None and history:
            text = _since(v, part)
        if text is None:
            setting.conditions.append(part)
        elif text not in setting.times:
            setting.times.append(text)
    yours, granted = v.render("time.yours"), v.render("time.granted")
    if yours in setting.times and granted in setting.times:
        setting.times.remove(yours)
    return setting


def _turn(v: Verbalizer, part: t.Expr) -> str | None:
    """A condition about whose turn it is as a time, `on your turn`; None if it is none."""
    return next((v.render(f"time.{name}") for name, known in _TIMES.items() if part == known), None)


def _since(v: Verbalizer, part: t.Expr) -> str | None:
    """A condition about this turn's events as a time, `after a move`; None if it is none."""
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


def named(name: str) -> t.Expr:
    """A name, to compare with one that was written."""
    return t.Name(_NOWHERE, name)


_NOWHERE: Any = None
YOUR_TURN: t.Expr = t.Binary(_NOWHERE, "=", named("active"), named("you"))
MINE: t.Expr = t.Binary(_NOWHERE, "=", named("actor"), named("you"))
GRANTED = named("granted")
_OPPONENTS = t.Owned(_NOWHERE, "opponent", "Players")
_TIMES: dict[str, t.Expr] = {
    "yours": YOUR_TURN,
    "side": t.Binary(
        _NOWHERE, "=",
        t.FunctionCall(_NOWHERE, "side", (named("active"),)),
        t.FunctionCall(_NOWHERE, "side", (named("you"),)),
    ),
    "theirs": t.Binary(_NOWHERE, "in", named("active"), _OPPONENTS),
    "others choose": t.Binary(_NOWHERE, "!=", named("chooser"), named("you")),
    "opponents choose": t.Binary(_NOWHERE, "in", named("chooser"), _OPPONENTS),
    "granted": GRANTED,
}  # fmt: skip


def compose(
    v: Verbalizer, setting: Preamble, main: str, where: Sequence[t.Expr], tail: str = ""
) -> str:
    """The sentence: times, conditions of the setting, the main part, its own conditions, a tail."""
    own = split_preamble(v, where, False)
    times = [*setting.times, *(time for time in own.times if time not in setting.times)]
    before, after = setting.conditions, own.conditions
    if before and after and len(before) + len(after) >= LISTED:
        before, after = [], [*before, *after]
    elif before and not v.action and not v.mentions:  # else the main part has to come first
        before, after = [*before, *after], []
    text = [ifs(v, before)] if before else []
    last = ifs(v, after)
    if tail and is_list(last):
        tail = v.language.as_sentence(tail)
    return ", ".join([*times, *text, f"{main} {last}{tail}" if last else f"{main}{tail}"])


def ifs(v: Verbalizer, parts: Sequence[t.Expr]) -> str:
    """Conditions as a part of a sentence: `if a and b`, or a list; empty if there are none."""
    return v.render("if", what=v.all_of(parts)) if parts else ""


def is_list(text: str) -> bool:
    """Whether conditions are told as a list, so that nothing can stand after them."""
    return "; " in text
