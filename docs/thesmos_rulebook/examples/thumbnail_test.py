"""The thumbnail of a card shows the moment in which the card does most."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testing.drawn_entries import cells
from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.text_board import Picture
from thesmos.scenario.runner import Runner
from thesmos_rulebook.content.book_source import read_source
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import (
    BarredOption,
    Recording,
    ScenarioFrame,
    record_scenario,
)
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.examples.thumbnail import is_wide, thumbnail

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


def test_there_is_no_thumbnail_where_nothing_is_drawn() -> None:
    nowhere = replace(recording(frame("A1")), picture=Picture((), ()))
    assert 0 == drawn(nowhere)
    assert 0 == drawn()


def test_its_text_alternative_is_the_title_of_the_example() -> None:
    localizer = Localizer(read_source("pook"), "es")
    title, picture = thumbnail([recording(frame("A1"))], localizer)
    assert "Tejados" == title
    assert "<title>Tejados</title>" in picture


def test_a_row_of_cards_is_wide_and_a_board_is_not() -> None:
    rows, board = (
        f'<svg viewBox="0 0 {size}"><title>viewBox="0 0 9 1"</title></svg>'
        for size in ("610 207", "968 598")
    )
    assert is_wide(rows)
    assert not is_wide(board)


def pictured(card: str, *frames: ScenarioFrame) -> str:
    """Return the picture of a card; empty if it has none."""
    return thumbnail([recording(*frames)], Localizer(read_source("pook"), "en"), card)[1]


def test_a_card_is_shown_where_its_clause_had_a_part_in_the_choice() -> None:
    plain, by_card = frame("A1", "B1", events=2), replace(frame("A1"), clauses=("orc.turn.1",))
    assert 1 == pictured("orc", frame(events=0), by_card, plain).count('class="cap"')


def test_a_card_is_rather_shown_by_its_own_step_than_by_what_led_to_it() -> None:
    before = replace(frame("A1"), clauses=("orc.turn.1",), power="orc")
    shown = pictured("orc", frame(events=0), before, frame("A1", "B1", "C1"))
    assert 3 == shown.count('class="cap"')


def test_what_a_card_forbids_is_crossed_out() -> None:
    barring = replace(frame(events=0), barred=(BarredOption("B1", "B1", "orc.turn.1"),))
    assert 'class="barred"' in pictured("orc", barring)
    assert 'class="barred"' not in pictured("knight", barring)


def test_a_card_that_has_no_part_in_its_examples_has_no_picture() -> None:
    other = replace(frame("A1"), clauses=("orc.turn.1", "orca.turn.1"))
    assert not pictured("orca-minor", frame(events=0), other)


@pytest.mark.slow
def test_every_power_of_santorini_is_shown_at_work() -> None:
    source = read_source("santorini")
    localizer, runner = Localizer(source, "en"), Runner(lambda name: source.game)
    without = [
        slug
        for slug in source.powers
        if not thumbnail(
            [record_scenario(one, runner) for one in examples_of(source, slug)], localizer, slug
        )[1]
    ]
    assert [] == without
