"""Numbers of equal pieces that tell nothing, in what a player sees (semantics §9.6).

Its twin is `play/renumbering.py`: pieces that nothing tells apart are sorted by the numbers in the
slots that belong to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

# For each group of equal pieces, the slots that belong to each.
EqualPieces = Sequence[Sequence[Sequence[int]]]

_SORTING = """
def sort_pieces{group}(state, work):
    for turn in range({turns}):
        moved = 0
{steps}
        if moved == 0:
            break
"""
_STEP = """\
        order = 0
{compared}
        if order > 0:
            moved = 1
{exchanged}
"""
_COMPARED = """\
        if order == 0:
            here = SLOTS[state, {slot}]
            next = SLOTS[state, {after}]
            order = (next < here) - (here < next)
"""
_EXCHANGED = """\
            kept = SLOTS[state, {slot}]
            SLOTS[state, {slot}] = SLOTS[state, {after}]
            SLOTS[state, {after}] = kept
"""


def sorting_functions(groups: EqualPieces) -> str:
    """Return a function for each group that sorts its pieces, in the small language."""
    return "".join(
        _SORTING.format(group=number, turns=len(pieces) - 1, steps="".join(_steps(pieces)))
        for number, pieces in enumerate(groups)
    )


def sorting_calls(groups: EqualPieces) -> str:
    """Return the statements that sort all groups."""
    return "".join(f"    sort_pieces{number}(state, work)\n" for number in range(len(groups)))


def _steps(pieces: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield how each piece and the next one are put in order."""
    for slots, others in pairwise(pieces):
        pairs = [*zip(slots, others, strict=True)]
        yield _STEP.format(
            compared="".join(_COMPARED.format(slot=slot, after=after) for slot, after in pairs),
            exchanged="".join(_EXCHANGED.format(slot=slot, after=after) for slot, after in pairs),
        )
