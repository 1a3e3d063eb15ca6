"""The small picture of a card: the moment of its examples in which most happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thesmos.render.scene import changed, scene_of
from thesmos.render.svg import Marks, svg
from thesmos_rulebook.content.localizer import Reader
from thesmos_rulebook.examples.frames import Frame, Walk

EMBLEM = "card.svg"  # its file, in the folder of the card's pictures


def emblem(walks: Sequence[Walk], reader: Reader) -> tuple[str, str]:
    """Its text alternative, and the picture, without coordinates and options.

    Nothing where there is no example, or no board.
    """
    moments = [moment for walk in walks if walk.picture.boards for moment in _moments(walk)]
    if not moments:
        return "", ""
    best = max(moments, key=_much)
    walk, frame = best.walk, best.frame
    marks = Marks(arrows=frame.arrows, changed=best.changed)
    title = reader.text(walk.titles)
    drawn = svg(walk.picture, frame.position, marks, reader.names, title, edged=False)
    return title, drawn + "\n"


@dataclass(frozen=True)
class _Moment:
    """A frame of a walk, the cells that changed on the way to it, and whether a card led there."""

    walk: Walk
    frame: Frame
    changed: tuple[str, ...]
    by_card: bool


def _moments(walk: Walk) -> Iterator[_Moment]:
    """Every frame of a walk."""
    ways = [(walk.trunk[:1], walk.trunk)]
    ways += [(walk.trunk[-1:], frames) for _, frames in walk.branches]
    for start, frames in ways:
        for before, frame in zip((*start, *frames), frames, strict=False):
            old, new = (scene_of(walk.picture, one.position) for one in (before, frame))
            yield _Moment(walk, frame, tuple(changed(old, new)), before.power is not None)


def _much(moment: _Moment) -> tuple[bool, bool, int, bool]:
    """How much happens that can be seen, in a step of a card first of all.

    Where it is as much, what a walk leads to says more than what it passes.
    """
    ways = (moment.walk.trunk, *(frames for _, frames in moment.walk.branches))
    last = any(moment.frame is way[-1] for way in ways if way)
    return bool(moment.changed), moment.by_card, len(moment.frame.events), last
