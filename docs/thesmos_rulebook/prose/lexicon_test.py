"""Which words are found: the nearest, and of these the most specific."""

from __future__ import annotations

import pytest

from thesmos.diagnostics import Location
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_expr
from thesmos.syntax.words import read_words
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, parse_yaml
from thesmos_rulebook.prose.language import load_language
from thesmos_rulebook.prose.lexicon import Lexicon, Noun, core_lexicon
from thesmos_rulebook.prose.normal_form import conjuncts, normal


def expr(text: str) -> t.Expr:
    result, diagnostics = parse_expr(YamlText(Location("", 1, 1), text))
    assert result is not None, diagnostics
    return normal(result)


def lexicon(near: str, far: str = "{}") -> Lexicon:
    result = core_lexicon(load_language("en"))
    for text in (far, near):
        root, _ = parse_yaml(text, "words.yaml")
        assert isinstance(root, YamlMap)
        result = Lexicon(load_language("en"), read_words(root)[0], result)
    return result


def text_of(words: Lexicon, text: str) -> str | None:
    hit = words.phrase(expr(text))
    return None if hit is None else hit[0].text


def test_the_words_of_a_card_come_before_those_of_the_game() -> None:
    words = lexicon("phrases: {high: near}", "phrases: {high: far, low: far}")
    assert ("near", "far") == (text_of(words, "high"), text_of(words, "low"))


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
    words = lexicon("phrases: {low(c) and free(c): '{c} is open'}")
    hit = words.joint_phrase(conjuncts(expr("free(to) and tired and low(to)")))
    assert hit is not None
    assert [expr("tired")] == hit[2]


def test_action_words_cover_conditions_and_return_the_others() -> None:
    words = lexicon("acts: {walk: {verb: walk}, walk where rise > 0: {verb: climb}}")
    parts = conjuncts(expr("free(to) and rise > 0"))
    assert ("climb", [expr("free(to)")]) == words.action_words("verb", ("walk",), parts)
    assert ("walk", parts[:1]) == words.action_words("verb", ("walk",), parts[:1])
    assert (None, parts) == words.action_words("noun", ("walk",), parts)


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


def test_a_kind_is_found_in_the_plural() -> None:
    assert Noun("pawn", "pawns", "") == lexicon('nouns: {Pawn: "a pawn, pawns"}').kind("Pawns")
