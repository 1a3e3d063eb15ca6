"""Kinds of disagreement in games without cards, so that one error does not mask another.

Where there are cards, the deciding clauses tell errors apart. A game without cards has the same few
rules for every move: there, a disagreement has the kinds of its wrong options, and the grounds of
its results. The kind of an option is its text without its cells, and what it does before the next
turn begins: a promotion that mates is a promotion.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from contextlib import suppress
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.play.protocols import TURN_STARTS, State
from thesmos_conform.judging.result import AnswerDifference, CaseResult
from thesmos_conform.reference.oracle import Oracle, apply_choice

CELL = re.compile(r"[A-Z][0-9]+|[0-9]+(?:,[0-9]+)?")
FIGURE = re.compile(r"[A-Z]?[0-9]+(?:[.,][0-9]+)*")  # a cell or a number in a message
LOOKED_UP = 40  # options of one difference, at most

Kind = Hashable


def kinds(result: CaseResult, oracle: Oracle) -> frozenset[Kind]:
    """Return the kinds of a disagreement; never none."""
    failure = result.failure
    if failure is None or not failure.differences:
        return frozenset({(result.status, message_kind(result))})
    state = oracle.path(failure.place).last
    return frozenset(
        (result.status, difference.key, kind)
        for difference in failure.differences[:1]
        for kind in _kinds(difference, state)
    )


def message_kind(result: CaseResult) -> str:
    """Return what an implementation said in place of an answer, without cells and numbers."""
    failure = result.failure
    return "" if failure is None or failure.differences else FIGURE.sub("#", failure.message)


def _kinds(difference: AnswerDifference, state: State) -> Iterator[Kind]:
    if difference.key.startswith("result"):
        yield state.result.reason if state.result is not None else "goes on"
        return
    for sign, texts in (("-", difference.missing), ("+", difference.extra)):
        for text in texts[:LOOKED_UP]:
            yield sign, CELL.sub("#", text), tuple(_effects(text, state)) if sign == "-" else ()
    if not difference.missing and not difference.extra:
        yield "other"


def _effects(text: str, state: State) -> Iterator[tuple[str, ...]]:
    """Yield what an option does in its turn: events, with cells by their place in its text."""
    cells = {cell: f"#{number}" for number, cell in enumerate(CELL.findall(text))}
    with suppress(UsageError):  # a text that is no option here
        after = apply_choice(state, text)
        for event in after.events if after is not None else ():
            if event["e"] in TURN_STARTS:
                return  # what follows, such as a turn without options, is not what it does
            yield tuple(f"{key}={_named(value, cells)}" for key, value in event.items())


def _named(value: Any, cells: dict[str, str]) -> str:
    return cells.get(str(value), CELL.sub("#", str(value)))
