"""Choices that are not on offer, to check that an implementation refuses them.

A near miss is an option with one of its cells replaced by another, or an option from another place:
it looks like an option, and only the rules exclude it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from thesmos.dice import Rng
from thesmos.link.linked import LinkedGame
from thesmos.play.protocols import CONCEDE, SKIP, State
from thesmos_conform.reference.oracle import linked_of

TRIES = 12  # attempts at finding near misses


def cell_pattern(game: LinkedGame) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return a pattern for the names of cells in a game's texts, and these names."""
    names = tuple(dict.fromkeys(name for board in game.game.boards for name in board.cells))
    longest = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{longest})(?![A-Za-z0-9])"), names


def near_misses(
    state: State, offered: Sequence[str], elsewhere: Iterable[str], count: int, dice: Rng
) -> tuple[str, ...]:
    """Return up to `count` random texts that are not on offer in a state.

    offered: what is on offer. elsewhere: options at other places of the same match-up.
    """
    decision = state.decision
    allowed = {*offered, CONCEDE, *([SKIP] if decision is not None and decision.may_skip else [])}
    if decision is not None:
        allowed |= {option.text for option in decision.options}
    sources = [*offered, *elsewhere, SKIP]
    pattern, names = cell_pattern(linked_of(state))
    misses: dict[str, None] = {}
    for _ in range(TRIES):
        if len(misses) >= count:
            break
        text = _with_another_cell(sources[dice.below(len(sources))], pattern, names, dice)
        if text not in allowed:
            misses[text] = None
    return tuple(misses)


def _with_another_cell(text: str, pattern: re.Pattern[str], names: Sequence[str], dice: Rng) -> str:
    """Return the text with one of its cells, if it has any, replaced by another."""
    cells = list(pattern.finditer(text))
    if not cells:
        return text
    cell = cells[dice.below(len(cells))]
    return text[: cell.start()] + names[dice.below(len(names))] + text[cell.end() :]
