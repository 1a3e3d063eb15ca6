"""Choices that are not on offer, to see whether an implementation refuses them.

A near miss is an option with one of its cells exchanged for another, or an option of elsewhere:
the text could be one, and only the rules say that it is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from thesmos.engine.rng import Rng
from thesmos.link.program import Program
from thesmos.play.protocols import CONCEDE, SKIP, State
from thesmos_conform.reference.oracle import program_of

TRIES = 12  # near misses that are made up before one is not on offer after all


def cell_pattern(program: Program) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """What finds the cells of a game's boards in its texts, and their names."""
    boards = program.boards.values()
    names = tuple(dict.fromkeys(str(name) for board in boards for name in board["names"]))
    longest = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{longest})(?![A-Za-z0-9])"), names


def near_misses(
    state: State, offered: Sequence[str], elsewhere: Iterable[str], count: int, dice: Rng
) -> tuple[str, ...]:
    """Up to `count` texts that are not on offer in a state, drawn by chance.

    offered: what is on offer. elsewhere: options of other places of the same match-up.
    """
    decision = state.decision
    allowed = {*offered, CONCEDE, *([SKIP] if decision is not None and decision.may_skip else [])}
    if decision is not None:
        allowed |= {option.text for option in decision.options}
    sources = [*offered, *elsewhere, SKIP]
    pattern, names = cell_pattern(program_of(state))
    found: dict[str, None] = {}
    for _ in range(TRIES):
        if len(found) >= count:
            break
        text = _changed(sources[dice.below(len(sources))], pattern, names, dice)
        if text not in allowed:
            found[text] = None
    return tuple(found)


def _changed(text: str, pattern: re.Pattern[str], names: Sequence[str], dice: Rng) -> str:
    """The text with one of its cells, if it has any, exchanged for another."""
    places = list(pattern.finditer(text))
    if not places:
        return text
    place = places[dice.below(len(places))]
    return text[: place.start()] + names[dice.below(len(names))] + text[place.end() :]
