"""Texts with gaps."""

from __future__ import annotations

from thesmos.syntax.words import TextPart, parts_of


def test_the_parts_of_a_text_are_those_around_and_in_its_braces() -> None:
    assert [*parts_of("{a} to {b}!")] == [
        TextPart("a", True, 2),
        TextPart(" to ", False, 4),
        TextPart("b", True, 9),
        TextPart("!", False, 11),
    ]


def test_an_empty_gap_is_a_part() -> None:
    assert [*parts_of("{}")] == [TextPart("", True, 2)]
