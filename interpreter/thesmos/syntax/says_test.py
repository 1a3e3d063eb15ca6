"""`says` gives words to what is declared; each form is for one question about it."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import tiny
from thesmos.check.reading import read
from thesmos.syntax.says import SAYS, SaysReader
from thesmos.syntax.words import Term
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, parse_yaml


def declared(text: str) -> tuple[YamlText, YamlMap]:
    """The name of a thing, and its declaration, in which nothing but this is said."""
    root, diagnostics = parse_yaml(text, "game.yaml")
    assert isinstance(root, YamlMap)
    assert diagnostics == []
    key, says = root.items[0]
    return key, YamlMap(key.location, ((YamlText(key.location, SAYS), says),))


def value_words(text: str, parameters: str = "", section: str = "facts") -> SaysReader:
    reader = SaysReader()
    reader.value(section, *declared(text), [*parameters], "Cell")
    return reader


def forms(words: list[Term]) -> dict[str, tuple[str, ...]]:
    """Return the gaps of each form."""
    return {word.form: word.parameters for word in words}


def test_a_text_for_each_language_is_what_the_name_is_called() -> None:
    (word,) = value_words("near: {en: '{a} is near {b}', es: '{a} toca {b}'}", "ab").words
    assert (word.section, word.key, word.form) == ("facts", "near", "")
    assert word.texts == {"en": "{a} is near {b}", "es": "{a} toca {b}"}
    assert word.parameters == ("a", "b")


def test_each_form_asks_something_else_of_the_name() -> None:
    text = "level: {en: the level, none: {en: x}, equals: {en: y}, more: {en: z}, above: {en: u}}"
    assert forms(value_words(text, "s").words) == {
        "": ("s",), "none": ("s",), "equals": ("s", "value"), "more": ("a", "b"),
        "above": ("s", "value"),
    }  # fmt: skip


def test_what_can_change_has_forms_for_its_changes() -> None:
    text = "n: {becomes: {en: x}, rises: {en: y}, 'one less': {en: z}}"
    words = value_words(text, section="attributes").words
    assert forms(words) == {"becomes": ("value",), "rises": ("value",), "one less": ()}
    assert {word.key for word in words} == {"Cell.n"}


def test_the_label_of_an_attribute_names_nothing_else() -> None:
    words = value_words("n: {label: {en: wood}}", "s", section="attributes").words
    assert forms(words) == {"label": ()}
    assert value_words("n: {label: {en: wood}}").diagnostics != []  # of a fact


def test_a_fact_cannot_change() -> None:
    reader = value_words("n: {becomes: {en: x}}")
    assert [(one.code, one.message) for one in reader.diagnostics] == [
        ("E409", "`n` has no form `becomes`")
    ]


def test_a_fact_about_roles_can_give_words_for_the_events_it_holds_for() -> None:
    text = "up: {walk: {verb: {en: 'climb, climbs, climbed'}, implies: [near, climb]}}"
    (word,) = value_words(text, "r").words
    assert (word.section, word.key, word.form) == ("acts", "walk", "verb")
    assert (word.fact, word.parameters, word.implied) == ("up", ("r",), ("near", "climb"))


def test_a_word_of_an_enum_is_told_of_what_can_have_it() -> None:
    reader = SaysReader()
    reader.word("Hue", *declared("red: {en: a red one, equals: {en: '{it} is red'}}"))
    assert [word.key for word in reader.words] == ["Hue.red", "Hue.red"]
    assert forms(reader.words) == {"": ("it",), "equals": ("it",)}


def test_a_role_is_told_in_the_last_event_and_gives_a_verb_for_its_value() -> None:
    reader = SaysReader()
    text = "to: {en: the goal, last: {en: where it went}, verb: {en: 'go {value}, b, c'}}"
    reader.role("walk", *declared(text))
    assert forms(reader.words) == {"": (), "last": (), "verb": ("value",)}
    assert {word.key for word in reader.words} == {"walk.to"}


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
        ("E402", "unknown gap `{it}`"),
        ("W405", "there are no words for `n` in `es`"),
    ]


def test_the_words_of_old_are_told_where_to_write_them_today(tmp_path: Path) -> None:
    game = """
    actions: {pick: {roles: {n: 0..3}, text: "{n}"}}
    steps: {pick: {action: pick}}
    flow: {turn: [begin turn, steps: pick, pass]}
    """
    path = tiny(tmp_path, game).path
    (path / "words.yaml").write_text("thesmos: words\n", "utf-8")
    power = "thesmos: power\nslug: ace\ntitle: Ace\nwords:\n  phrases: {n = 1: one}\n"
    (path / "powers" / "ace.yaml").write_text(power, "utf-8")
    _, _, diagnostics = read(str(path))
    hint = "write what each thing is called under `says` where it is declared"
    found = [(one.code, (one.hint or "").partition(";")[0]) for one in diagnostics]
    assert found == [("E119", hint), ("E121", hint)]
