"""What a diagnostic marks in a text."""

from __future__ import annotations

import pytest

from thesmos.diagnostics import Diagnostic, Edit, Location, Mend, RelatedPlace
from thesmos.syntax.marks import marked

LINES = ["permit mvoe waiving free", "", "  where rise >= tow and", "    tow < tow"]


def mark(place: Location | None, hint: str | None = None, word: str = "") -> Diagnostic:
    """A diagnostic about a place of the lines, marked."""
    return marked(Diagnostic("E1", "odd", place, hint, word=word), lambda _: LINES)


def text_of(place: Location | None) -> str:
    """The text of a place on one line."""
    assert place is not None
    assert place.line == place.end_line
    return LINES[place.line - 1][place.column - 1 : place.end_column - 1]


@pytest.mark.parametrize(
    ("line", "column", "text"),
    [(1, 8, "mvoe"), (3, 14, ">="), (3, 17, "tow"), (4, 9, "<"), (2, 1, ""), (1, 25, "")],
)
def test_where_no_end_is_known_the_word_is_marked(line: int, column: int, text: str) -> None:
    assert text == text_of(mark(Location("f", line, column)).location)


@pytest.mark.parametrize(("line", "shown"), [(0, None), (1, LINES[0]), (5, None)])
def test_a_diagnostic_gets_the_line_that_it_is_about(line: int, shown: str | None) -> None:
    """Lines count from 1; there are none beyond."""
    assert shown == mark(Location("f", line, 1)).source_line


def test_a_known_end_is_kept() -> None:
    location = mark(Location("f", 1, 1, 3, 8)).location
    assert location is not None
    assert (3, 8) == location.end


def test_a_word_inside_a_place_is_marked_in_its_stead() -> None:
    location = mark(Location("f", 1, 1, 4, 14), word="rise").location
    assert ("rise", Location("f", 3, 9)) == (text_of(location), location)


def test_a_mend_of_a_word_that_stands_once_in_the_place_is_an_edit() -> None:
    diagnostic = mark(Location("f", 1, 1, 1, 25), Mend("did you mean 'move'?", "mvoe", "move"))
    assert ("mvoe", Edit(Location("f", 1, 8), "move")) == (
        text_of(diagnostic.location),
        diagnostic.edit,
    )


@pytest.mark.parametrize("old", ["tow", "ove", "free and"])
def test_a_mend_of_what_stands_elsewhere_or_twice_is_no_edit(old: str) -> None:
    assert None is mark(Location("f", 3, 1, 4, 14), Mend("write it", old, "two")).edit


def test_places_in_other_files_are_marked_in_their_own_text() -> None:
    related = (RelatedPlace(Location("other", 1, 3), "here"),)
    diagnostic = Diagnostic("E1", "odd", Location("f", 1, 1), related=related)
    files = {"f": LINES, "other": ["a longer word"]}
    assert (1, 9) == marked(diagnostic, files.__getitem__).related[0].location.end
