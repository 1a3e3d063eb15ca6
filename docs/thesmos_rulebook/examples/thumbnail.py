"""The small picture of a card: the moment of its examples in which the card does most.

A card with clauses is shown only where one of them takes part: in what was chosen, or in what is
not on offer. If no example shows that, the card has no picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thesmos.render.scene import changed
from thesmos.render.svg import Marks, svg
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import Recording, ScenarioFrame

THUMBNAIL = "card.svg"  # the file in the folder of the card's pictures
WIDE = 2  # times as wide as high: a row of cards rather than a board
_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def thumbnail(
    recordings: Sequence[Recording], localizer: Localizer, card: str = ""
) -> tuple[str, str]:
    """Return the text alternative and the picture, without coordinates and options.

    card: the card that must take part; empty for the game itself, which may be drawn without a
        board. Both results are empty if there is no such moment, or nothing to draw.
    """
    moments = [
        moment
        for recording in recordings
        if recording.picture.boards or not card
        for moment in _transitions(recording, card)
        if recording.picture.draws(moment.frame.position)
        if not card or moment.by_card or moment.barred
    ]
    if not moments:
        return "", ""
    best = max(moments, key=_activity)
    recording, frame = best.recording, best.frame
    marks = (
        Marks(arrows=frame.arrows, changed=best.changed)
        if best.by_card or not card
        else Marks(barred=dict.fromkeys(best.barred, ""))
    )
    title = localizer.text(recording.titles)
    drawn = svg(recording.picture, frame.position, marks, localizer.names, title, edged=False)
    return title, drawn + "\n"


def is_wide(drawn: str) -> bool:
    """Whether a picture, as `thumbnail` returns it, is much wider than high."""
    size = _SIZE.search(drawn)
    return size is not None and int(size[1]) > WIDE * int(size[2])


@dataclass(frozen=True)
class _Transition:
    """A frame, and the cells that changed on the way to it.

    by_step: whether the step before was the card's.
    by_card: whether one of its clauses took part in the choice made there.
    barred: the cells that it keeps from being chosen.
    """

    recording: Recording
    frame: ScenarioFrame
    changed: tuple[str, ...]
    by_step: bool
    by_card: bool
    barred: tuple[str, ...]


def _transitions(recording: Recording, card: str) -> Iterator[_Transition]:
    """Yield every frame of a recording."""
    paths = [(recording.trunk[:1], recording.trunk)]
    paths += [(recording.trunk[-1:], frames) for _, frames in recording.branches]
    for start, frames in paths:
        for before, frame in zip((*start, *frames), frames, strict=False):
            cells = tuple(changed(recording.scene(before), recording.scene(frame)))
            by_step = bool(cells) and before.power is not None and before.power == card
            by_card = by_step or _is_of(card, frame.clauses)
            barred = (option.cell for option in frame.barred if _is_of(card, (option.because,)))
            yield _Transition(
                recording, frame, cells, by_step, by_card, tuple(filter(None, barred))
            )


def _is_of(card: str, clauses: Sequence[str]) -> bool:
    """Return whether one of the clauses is the card's."""
    return any(clause.startswith(f"{card}.") for clause in clauses)


def _activity(moment: _Transition) -> tuple[bool, bool, bool, int, bool]:
    """Return how much visibly happens, preferring what the card leads to.

    Among equals, the end of a recording is preferred.
    """
    paths = (moment.recording.trunk, *(frames for _, frames in moment.recording.branches))
    last = any(moment.frame is path[-1] for path in paths if path)
    visible = bool(moment.changed)
    return (
        visible and moment.by_step,
        visible and moment.by_card,
        visible,
        len(moment.frame.events),
        last,
    )
