"""`says` gives words to what is declared; each form becomes words for one question about it."""

from __future__ import annotations

from pathlib import Path

from thesmos.play.game import read
from thesmos.syntax.says import SaysReader
from thesmos.syntax.words import Term
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, parse_yaml
from thesmos.testing.tiny import tiny


def key_and_says(text: str) -> tuple[YamlText, YamlMap]:
    root, diagnostics = parse_yaml(text, "game.yaml")
    assert isinstance(root, YamlMap)
    assert diagnostics == []
    key, says = root.items[0]
    assert isinstance(says, YamlMap)
    return key, says


def value_words(text: str, parameters: str = "", changes: bool = False) -> SaysReader:
    reader = SaysReader()
    reader.value(*key_and_says(text), [*parameters], changes)
    return reader


def keys(words: list[Term]) -> list[str]:
    return [word.key for word in words]


def test_a_text_for_each_language_is_what_the_name_is_called() -> None:
    (word,) = value_words("near: {en: '{a} is near {b}', es: '{a} toca {b}'}", "ab").words
    assert word.key == "near(a, b)"
    assert word.texts == {"en": "{a} is near {b}", "es": "{a} toca {b}"}
    assert word.gaps == frozenset("ab")


def test_each_form_asks_something_else_of_the_name() -> None:
    text = "level: {en: the level, none: {en: x}, equals: {en: y}, more: {en: z}, has: {en: u}}"
    assert keys(value_words(text, "s").words) == [
        "level(s)", "level(s) is none", "level(s) = value", "level(a) > level(b)",
        "value in level(s)",
    ]  # fmt: skip


def test_what_can_change_has_forms_for_its_changes() -> None:
    text = "n: {becomes: {en: x}, rises: {en: y}, 'one less': {en: z}}"
    assert keys(value_words(text, changes=True).words) == ["n := value", "n += value", "n -= 1"]


def test_a_fact_cannot_change() -> None:
    reader = value_words("n: {becomes: {en: x}}")
    assert [(one.code, one.message) for one in reader.diagnostics] == [
        ("E409", "`n` has no form `becomes`")
    ]


def test_a_place_that_is_named_by_its_piece_can_be_told_as_the_piece() -> None:
    words = value_words("near: {en: '{a or piece} is near {b or piece}'}", "ab").words
    assert keys(words) == [
        "near(a, b)", "near(place(a), b)", "near(a, place(b))", "near(place(a), place(b))",
    ]  # fmt: skip
    assert {word.texts["en"] for word in words} == {"{a} is near {b}"}


def test_a_fact_about_roles_can_give_words_for_the_events_it_holds_for() -> None:
    (word,) = value_words("up: {walk: {verb: {en: 'climb, climbs, climbed'}}}", "r").words
    assert (word.section, word.key, word.form) == ("acts", "walk where up(r)", "verb")


def test_a_word_of_an_enum_is_told_of_what_can_have_it() -> None:
    reader = SaysReader()
    reader.word(*key_and_says("red: {en: a red one, equals: {en: '{it} is red'}}"), ["hue(it)"])
    assert keys(reader.words) == ["red", "hue(it) = red"]


def test_a_role_is_told_in_the_last_event() -> None:
    reader = SaysReader()
    reader.role("walk", *key_and_says("to: {en: the goal, last: {en: where it went}}"))
    assert keys(reader.words) == ["walk.to", "last(walk).to"]


def test_an_unknown_gap_and_a_missing_language_are_reported(tmp_path: Path) -> None:
    game = """
    state: {game: {n: {is: 0..3, says: {en: "{it} steps"}}}}
    actions: {pick: {roles: {n_picked: 0..3}, do: n := n_picked, text: "{n_picked}"}}
    steps: {pick: {action: pick}}
    flow: {turn: [begin turn, steps: pick, pass]}
    """
    path = tiny(tmp_path, game.replace("{it} steps", "the steps")).path
    file = path / "game.yaml"
    text = file.read_text("utf-8").replace("the steps", "{it} steps")
    file.write_text(text.replace("title: {en: Tiny}", "title: {en: Tiny, es: Enano}"), "utf-8")
    _, _, diagnostics = read(str(path))
    assert [(one.code, one.message) for one in diagnostics if one.location] == [
        ("W405", "there are no words for `n` in `es`"),
        ("E402", "unknown gap `{it}`"),
    ]
