"""Words are read with their forms; errors in their keys are reported with their location."""

from __future__ import annotations

from thesmos.syntax import nodes as t
from thesmos.syntax.words import Term, read_words
from thesmos.syntax.yaml_nodes import YamlMap, parse_yaml


def words(text: str) -> tuple[dict[tuple[str, str], Term], list[tuple[str, int]]]:
    root, diagnostics = parse_yaml(text, "words.yaml")
    assert isinstance(root, YamlMap)
    assert diagnostics == []
    made, wrong = read_words(root)
    locations = [
        (diagnostic.code, diagnostic.location.line) for diagnostic in wrong if diagnostic.location
    ]
    return {(word.key, word.form): word for word in made}, locations


def test_a_name_has_a_text_for_each_language_and_a_single_text_is_english() -> None:
    made, diagnostics = words("nouns:\n  Pawn: {en: a pawn, es: un peón}\nsteps:\n  walk: a walk\n")
    assert {"en": "a pawn", "es": "un peón"} == made["Pawn", ""].texts
    assert {"en": "a walk"} == made["walk", ""].texts
    assert [] == diagnostics


def test_a_phrase_is_a_pattern_with_gaps() -> None:
    made, _ = words('phrases:\n  "near(a, b)": {en: "{a} is near {b}"}\n  n := 3: set\n')
    assert frozenset("ab") == made["near(a, b)", ""].gaps
    assert isinstance(made["near(a, b)", ""].pattern, t.FunctionCall)
    assert isinstance(made["n := 3", ""].pattern, t.Assign)


def test_an_act_is_a_question_about_events() -> None:
    made, _ = words("acts:\n  walk where rise > 0: {noun: a climb}\n")
    pattern = made["walk where rise > 0", "noun"].pattern
    assert isinstance(pattern, t.Past)
    assert ("walk",) == pattern.event.kinds


def test_a_key_that_cannot_be_parsed_is_reported_at_its_location() -> None:
    _, diagnostics = words("phrases:\n  near(: x\nacts:\n  walk where: {noun: x}\n")
    assert [("E201", 2), ("E201", 4)] == diagnostics


def test_a_game_need_not_have_words() -> None:
    assert ((), []) == read_words(None)
