"""Which texts templates give is decided without writing them out."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thesmos.check.names.templates import (
    AnyText,
    AsTyped,
    Numbers,
    Template,
    Words,
    ambiguous_text,
    common_text,
)
from thesmos.choice_words import as_typed

CELLS = ("A1", "A2", "B1", "B2")
WORDS = st.lists(st.text("ab", max_size=3), max_size=3, unique=True)
PARTS = st.lists(WORDS, max_size=3)
BLANK_WORDS = st.lists(st.text("a \u00a0\n", max_size=4), max_size=3, unique=True)
BLANK_PARTS = st.lists(BLANK_WORDS, max_size=3)


def template(*parts: tuple[str, ...]) -> Template:
    return tuple(Words.of(*words) for words in parts)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ((CELLS, ("-",), CELLS), (CELLS, ("x",), CELLS), None),
        ((CELLS, ("-",), CELLS), (("A2",), ("-", "x"), ("", "B1")), "A2-B1"),
        ((("build ",), CELLS), (("raise ",), CELLS), None),
        ((("1", "12"), ("3", "23")), (("123",),), "123"),
        ((("1", "12"), ("3", "23")), (("1",), ("4",)), None),
        ((("",), ("a",)), (("a",), ("",)), "a"),
        (((),), ((),), None),
        ((), (), ""),
    ],
)
def test_a_text_that_two_templates_give(
    left: tuple[tuple[str, ...], ...], right: tuple[tuple[str, ...], ...], same: str | None
) -> None:
    assert common_text(template(*left), template(*right)) == same
    assert common_text(template(*right), template(*left)) == same


@given(PARTS, PARTS)
def test_a_text_is_common_if_both_give_it(left: list[list[str]], right: list[list[str]]) -> None:
    both = {"".join(words) for words in itertools.product(*left)}
    both &= {"".join(words) for words in itertools.product(*right)}
    text = common_text(template(*map(tuple, left)), template(*map(tuple, right)))
    assert (text in both) if both else text is None
    assert text is None or len(text) == min(map(len, both))


@given(BLANK_PARTS, BLANK_PARTS)
def test_a_text_is_common_as_typed_if_both_give_one_that_is_typed_so(
    left: list[list[str]], right: list[list[str]]
) -> None:
    texts = {"".join(words) for words in itertools.product(*left)}
    typed = {as_typed("".join(words)) for words in itertools.product(*right)}
    both = {text for text in texts if as_typed(text) in typed}
    found = AsTyped(template(*map(tuple, right)))
    text = common_text(template(*map(tuple, left)), (found,))
    assert (text in both) if both else text is None
    assert {text for text in texts if text in found} == both


@given(PARTS)
def test_a_text_is_ambiguous_if_two_choices_of_words_give_it(parts: list[list[str]]) -> None:
    texts = ["".join(words) for words in itertools.product(*parts)]
    twice = {text for text in texts if texts.count(text) > 1}
    text = ambiguous_text(template(*map(tuple, parts)))
    assert (text in twice) if twice else text is None


@given(st.integers(-300, 300), st.integers(-300, 300))
def test_numbers_are_those_of_the_range(low: int, high: int) -> None:
    numbers = Numbers(low, high, ("", "?"))
    inside = {str(number) for number in range(low, high + 1)} | {"", "?"}
    tried = {str(number) for number in range(-320, 320)} | {"", "?", "-", "-0", "00", "01", "1?"}
    assert inside == {text for text in tried if text in numbers}


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((Numbers(0, 9), Numbers(0, 9)), None),
        ((Numbers(0, 9), Numbers(0, 99)), None),
        ((Numbers(0, 12), Numbers(0, 12)), "110"),
        ((Numbers(0, 10**9), Words.of(" "), Numbers(-(10**9), 10**9)), None),
        ((Numbers(-5, 5), Numbers(-5, 5)), None),
        ((Numbers(1, 3, ("",)), Numbers(1, 3, ("",))), "1"),
    ],
)
def test_numbers_that_follow_each_other(parts: Template, text: str | None) -> None:
    assert ambiguous_text(parts) == text


def test_a_beginning_of_a_text_is_text() -> None:
    command = (Words.of("save"), Words.of(" "), AnyText())
    assert common_text(template(("sa",), ("ve x", "il")), command) == "save x"
    assert common_text(template(("sa",), ("vex", "il")), command) is None
