"""The small picture of a card: the moment of its examples in which most happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thesmos.render.scene import changed, scene_of
from thesmos.render.svg import Marks, svg
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import Recording, ScenarioFrame

THUMBNAIL = "card.svg"  # the file in the folder of the card's pictures


def thumbnail(recordings: Sequence[Recording], localizer: Localizer) -> tuple[str, str]:
    """Return the text alternative and the picture, without coordinates and options.

    Both are empty if there is no example, or no board.
    """
    moments = [
        moment
        for recording in recordings
        if recording.picture.boards
        for moment in _transitions(recording)
    ]
    if not moments:
        return "", ""
    best = max(moments, key=_activity)
    recording, frame = best.recording, best.frame
    marks = Marks(arrows=frame.arrows, changed=best.changed)
    title = localizer.text(recording.titles)
    drawn = svg(recording.picture, frame.position, marks, localizer.names, title, edged=False)
    return title, drawn + "\n"


@dataclass(frozen=True)
class _Transition:
    """A frame, the cells that changed on the way to it, and whether a card led to it."""

    recording: Recording
    frame: ScenarioFrame
    changed: tuple[str, ...]
    by_card: bool


def _transitions(recording: Recording) -> Iterator[_Transition]:
    """Yield every frame of a recording."""
    paths = [(recording.trunk[:1], recording.trunk)]
    paths += [(recording.trunk[-1:], frames) for _, frames in recording.branches]
    for start, frames in paths:
        for before, frame in zip((*start, *frames), frames, strict=False):
            old, new = (scene_of(recording.picture, one.position) for one in (before, frame))
            yield _Transition(recording, frame, tuple(changed(old, new)), before.power is not None)


def _activity(moment: _Transition) -> tuple[bool, bool, int, bool]:
    """Return how much visibly happens, preferring the steps of a card.

    Among equals, the end of a recording is preferred to what is on the way.
    """
    paths = (moment.recording.trunk, *(frames for _, frames in moment.recording.branches))
    last = any(moment.frame is path[-1] for path in paths if path)
    return bool(moment.changed), moment.by_card, len(moment.frame.events), last
