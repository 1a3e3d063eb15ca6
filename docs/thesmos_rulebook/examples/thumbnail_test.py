"""The thumbnail of a card shows the moment in which most happens."""

from __future__ import annotations

from dataclasses import replace

from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.text_board import Picture
from thesmos.testing.drawn_entries import cells
from thesmos_rulebook.content.book_source import read_source
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import Recording, ScenarioFrame
from thesmos_rulebook.examples.thumbnail import thumbnail

FIELD = DrawnBoard("Field", 3, ("A1", "B1", "C1"))
PICTURE = Picture((FIELD,), (cells("roofs", "roof", "Field", shape="cap"),))
TITLES = {"en": "Roofs", "es": "Tejados"}


def frame(*roofs: str, events: int = 1) -> ScenarioFrame:
    did = tuple({"e": "build"} for _ in range(events))
    return ScenarioFrame({"roofs": [*roofs]}, "a", did, (), 1, "build")


def recording(*frames: ScenarioFrame) -> Recording:
    return Recording("x", TITLES, (), PICTURE, (), frames)


def drawn(*recordings: Recording) -> int:
    """Return how many roofs the picture has."""
    return thumbnail(recordings, Localizer(read_source("pook"), "en"))[1].count('class="cap"')


def test_the_frame_with_most_events_is_drawn() -> None:
    first, much, last = frame(events=0), frame("A1", "B1", events=2), frame("A1", "B1", "C1")
    assert 2 == drawn(recording(first, much, last))


def test_the_last_frame_is_preferred_among_equals() -> None:
    assert 2 == drawn(recording(frame(events=0), frame("A1"), frame("A1", "B1")))


def test_a_frame_without_a_visible_change_comes_last() -> None:
    assert 1 == drawn(
        recording(frame(events=0), frame("A1")), recording(frame(events=0), frame(events=3))
    )


def test_there_is_no_thumbnail_without_a_board() -> None:
    nowhere = replace(recording(frame("A1")), picture=Picture((), ()))
    assert 0 == drawn(nowhere)
    assert 0 == drawn()


def test_its_text_alternative_is_the_title_of_the_example() -> None:
    localizer = Localizer(read_source("pook"), "es")
    title, picture = thumbnail([recording(frame("A1"))], localizer)
    assert "Tejados" == title
    assert "<title>Tejados</title>" in picture
