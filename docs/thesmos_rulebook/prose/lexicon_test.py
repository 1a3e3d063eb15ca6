"""Which words are found: the nearest, and of these the most specific."""

from __future__ import annotations

import pytest

from thesmos.program.node import Ref
from thesmos.program.values import Value
from thesmos_rulebook.prose.language import load_language
from thesmos_rulebook.prose.lexicon import Lexicon, Noun, core_words
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.testing.phrases import small_game, value, words_of

WALK = (Ref("", "walk"),)


def expr(text: str) -> Value:
    return normal(value(text))


def lexicon(near: str, far: str = "{}") -> Lexicon:
    english = load_language("en")
    result = Lexicon(english, small_game().typed_words(core_words(english)), None)
    for text in (far, near):
        result = Lexicon(english, words_of(text), result)
    return result


def text_of(words: Lexicon, text: str) -> str | None:
    hit = words.phrase(expr(text))
    return None if hit is None else hit[0].text


def test_the_words_of_a_card_come_before_those_of_the_game() -> None:
    words = lexicon("phrases: {high: near}", "phrases: {high: far, tired: far}")
    assert ("near", "far") == (text_of(words, "high"), text_of(words, "tired"))


def test_the_most_specific_pattern_is_found() -> None:
    words = lexicon("phrases:\n  mark(c): '{c} one'\n  mark(c) = 3: '{c} three'\n")
    assert "{c} three" == text_of(words, "mark(to) = 3")


def test_a_pattern_with_two_halves_matches_the_opposite() -> None:
    words = lexicon("phrases: {mark(c) < 3: '{c} is [low|high]'}")
    hit = words.phrase(expr("mark(to) >= 3"))
    assert hit is not None
    assert not hit[0].positive


def test_a_pattern_with_one_half_does_not_match_the_opposite() -> None:
    assert None is lexicon("phrases: {free(c): '{c} is free'}").phrase(expr("not free(to)"))


def test_a_joint_phrase_covers_several_conditions() -> None:
    words = lexicon("phrases: {flat(c) and free(c): '{c} is open'}")
    hit = words.joint_phrase(conjuncts(expr("free(to) and tired and flat(to)")))
    assert hit is not None
    assert [expr("tired")] == hit[2]


def test_action_words_cover_conditions_and_return_the_others() -> None:
    words = lexicon("acts: {walk: {verb: walk}, walk where rise > 0: {verb: climb}}")
    parts = conjuncts(expr("free(to) and rise > 0"))
    assert ("climb", [expr("free(to)")]) == words.action_words("verb", WALK, parts)
    assert ("walk", parts[:1]) == words.action_words("verb", WALK, parts[:1])
    assert (None, parts) == words.action_words("noun", WALK, parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a cell, cells", Noun("cell", "cells", "")),
        ("an area, areas", Noun("area", "areas", "")),
        ("water", Noun("water", "water", "", proper=True)),
    ],
)
def test_a_noun_is_parsed_with_its_article(text: str, expected: Noun) -> None:
    assert expected == lexicon("{}").noun(text)


def test_words_for_a_role_are_for_that_of_one_action_or_of_all() -> None:
    words = lexicon("roles: {to: there, walk.to: where it goes}")
    assert words.name("roles", "to") == "there"
    assert words.name("roles", (Ref("", "walk"), "to")) == "where it goes"
    assert words.name("roles", (Ref("", "pick"), "to")) is None


def test_words_for_a_step_are_found_by_its_reference() -> None:
    assert lexicon("steps: {pick: a choice}").name("steps", Ref("", "pick")) == "a choice"
