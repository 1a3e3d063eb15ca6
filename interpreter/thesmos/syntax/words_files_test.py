"""Words in files of their own belong to what has their names; others are reported."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from thesmos.check.reading import read
from thesmos.diagnostics import Diagnostic
from thesmos.syntax.documents import CardDocument
from thesmos.syntax.format import formatted
from thesmos.syntax.spec_folder import Folder, read_folder
from thesmos.syntax.versions import Version

GAME = """\
thesmos: game
slug: g
title: G
edition: "1"
players: {min: 1, max: 1}
enums: {Colour: [red, blue], Way: {up: U}}
zones: [hand]
pieces:
  Pawn:
    attributes: {hue: Colour}
    supply: [{name: lead, hue: red, zone: hand}, {hue: blue, zone: hand}]
  Card: {attributes: {hue: Colour}, table: cards.yaml}
state: {game: {tally: 0..9}}
options: {long: [no, yes]}
facts:
  hot(c in Colour): c = red
actions:
  pick:
    roles: {hue: Colour}
    rules: {warm: hot(hue)}
    do: tally += 1
    text: "{hue}"
steps: {pick: {}}
moments: [dawn]
headings: [Play]
flow: {turn: [begin turn, {moment: dawn}, {steps: pick}, pass]}
clauses:
  Play: |
    at dawn of any turn:
      let much = 1
      tally += much
position: {tally: [{value: tally}]}
"""
WORDS = """\
thesmos: words
subtitle: A game
text: {Play: Pick.}
enums:
  Colour: {says: "a colour, colours", words: {red: red, blue: {says: blue, equals: "{it} is blue"}}}
  Way: {words: {up: upward}}
zones: {hand: the hand}
pieces:
  Pawn:
    says: a pawn, pawns
    attributes: {hue: "the colour of {it}"}
    supply: {lead: the Lead}
state: {game: {tally: {says: the count, rises: "the count rises by {value}"}}}
options: {long: {says: length, values: {yes: long}}}
facts: {hot: {says: "{c} is [|not ]hot", pick: {noun: "a hot pick, hot picks"}}}
actions:
  pick: {verb: "pick, picks, picked", roles: {hue: that colour}, rules: {warm: you may pick}}
steps: {pick: "a pick, picks"}
moments: {dawn: "at the dawn of {turn}"}
locals: {much: the number}
position: {tally: tally}
tables: {cards: {ace: the Ace}}
powers: {wing: {subtitle: She flies, memory: {flown: the flight}}}
"""
CARDS = "- {name: ace, hue: red, zone: hand}\n"
WING = "thesmos: power\nslug: wing\ntitle: Wing\nmemory: {flown: flag}\n"


def game(folder: Path, files: dict[str, str]) -> Folder:
    """Write a game with more files, and read it."""
    written = {"game.yaml": GAME, "cards.yaml": CARDS, "powers/wing.yaml": WING} | files
    for name, text in written.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return read_folder(folder)


def said(card: CardDocument) -> dict[str, dict[str, str]]:
    """What things are called: texts by language, by section, name and form."""
    return {f"{w.section} {w.key} {w.form}".strip(): w.texts for w in card.words}


def base(folder: Folder) -> CardDocument:
    assert folder.diagnostics == []
    assert folder.game is not None
    return folder.game.base


def wrong(folder: Path, words: str, name: str = "words/en.yaml") -> list[tuple[str, str]]:
    """The code of each error in a game with these words, and the text at its location."""
    found = game(folder, {name: words}).diagnostics
    return [(one.code, _at(one)) for one in found]


def _at(diagnostic: Diagnostic) -> str:
    assert diagnostic.location is not None
    assert diagnostic.source_line is not None
    return diagnostic.source_line[diagnostic.location.column - 1 :]


def test_every_name_finds_its_words(tmp_path: Path) -> None:
    folder = game(tmp_path, {"words/en.yaml": WORDS})
    english = {name: texts["en"] for name, texts in said(base(folder)).items()}
    assert english == {
        "nouns Colour": "a colour, colours", "words Colour.red": "red",
        "words Colour.blue": "blue", "words Colour.blue equals": "{it} is blue",
        "words Way.up": "upward", "words Zone.hand": "the hand", "nouns Pawn": "a pawn, pawns",
        "attributes Pawn.hue": "the colour of {it}", "words Pawn.lead": "the Lead",
        "attributes .tally": "the count", "attributes .tally rises": "the count rises by {value}",
        "options long": "length", "options long.yes": "long", "facts hot": "{c} is [|not ]hot",
        "acts pick noun": "a hot pick, hot picks", "acts pick verb": "pick, picks, picked",
        "roles pick.hue": "that colour", "rules pick.warm": "you may pick",
        "steps pick": "a pick, picks", "moments dawn": "at the dawn of {turn}",
        "locals much": "the number", "nouns tally": "tally", "words Card.ace": "the Ace",
    }  # fmt: skip


def test_what_is_declared_stays_what_it_is(tmp_path: Path) -> None:
    bare = game(tmp_path / "bare", {})
    worded = game(tmp_path / "worded", {"words/en.yaml": WORDS})
    assert bare.game is not None
    assert worded.game is not None
    for section in ("enums", "zones", "moments", "options", "scores"):
        assert getattr(bare.game, section) == getattr(worded.game, section)
    assert bare.game.base.clauses == worded.game.base.clauses


def test_the_words_of_a_card_are_beside_those_of_its_game(tmp_path: Path) -> None:
    folder = game(tmp_path, {"words/en.yaml": WORDS})
    assert folder.cards["wing"].subtitle == {"en": "She flies"}
    assert said(folder.cards["wing"]) == {"memory flown": {"en": "the flight"}}


def test_a_language_is_one_more_file(tmp_path: Path) -> None:
    spanish = "thesmos: words\ntitle: J\nheadings: {Play: Juego}\nzones: {hand: la mano}\n"
    folder = game(tmp_path, {"words/en.yaml": WORDS, "words/es.yaml": spanish})
    assert said(base(folder))["words Zone.hand"] == {"en": "the hand", "es": "la mano"}
    assert folder.game is not None
    assert folder.game.title == {"en": "G", "es": "J"}
    assert folder.game.headings == {"Play": {"en": "Play", "es": "Juego"}}


def test_words_in_a_file_stand_beside_words_in_the_game(tmp_path: Path) -> None:
    own = GAME.replace("zones: [hand]", "zones: {hand: {says: the hand}}")
    words = "thesmos: words\ntitle: J\nzones: {hand: la mano}\n"
    folder = game(tmp_path, {"game.yaml": own, "words/es.yaml": words})
    assert said(base(folder))["words Zone.hand"] == {"en": "the hand", "es": "la mano"}


@pytest.mark.parametrize(
    "enum", ["{red: {}, blue: {}}", "{words: [red, blue]}", "{words: {red: {}, blue: blue}}"]
)
def test_words_find_an_enum_that_fmt_accepts_too(tmp_path: Path, enum: str) -> None:
    own = GAME.replace("[red, blue]", enum)
    folder = game(tmp_path, {"game.yaml": own, "words/en.yaml": WORDS})
    assert folder.game is not None
    assert folder.game.enums["Colour"] == (("red", "red"), ("blue", "blue"))
    assert said(base(folder))["words Colour.red"] == {"en": "red"}
    assert formatted(own, "game.yaml")[1] == []


def test_a_module_has_words_in_its_own_folder(tmp_path: Path) -> None:
    module = (
        "thesmos: module\nslug: more\ntitle: More\n"
        "adds: {zones: [bag], enums: {+Colour: [green]}}\n"
    )
    words = "adds: {zones: {bag: the bag}, enums: {+Colour: {words: {green: green}}}}\n"
    game(tmp_path, {
        "modules/more/module.yaml": module,
        "modules/more/words/en.yaml": f"thesmos: words\n{words}",
    })  # fmt: skip
    folder = read_folder(tmp_path, version=Version(modules=("more",)))
    assert said(base(folder)) == {
        "words Zone.bag": {"en": "the bag"}, "words Colour.green": {"en": "green"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("zones: {sea: the sea}", ("E304", "sea: the sea}")),
        ("facts: {cold: cold}", ("E304", "cold: cold}")),
        ("actions: {pick: {roles: {colour: c}}}", ("E304", "colour: c}}}")),
        ("pieces: {Pawn: {supply: {tail: the Tail}}}", ("E304", "tail: the Tail}}}")),
        ("tables: {tiles: {a: b}}", ("E304", "tiles: {a: b}}")),
        ("powers: {fin: {title: Fin}}", ("E304", "fin: {title: Fin}}")),
        ("zone: {hand: the hand}", ("E121", "zone: {hand: the hand}")),
        ("scores: {points: points}", ("E304", "points: points}")),
        ("actions: {pick: {roles: the roles}}", ("E409", "the roles}}")),
        ("zones: {hand: {equal: x}}", ("E409", "x}}")),
    ],
)
def test_words_for_nothing_are_reported_where_they_are(
    tmp_path: Path, words: str, expected: tuple[str, str]
) -> None:
    assert wrong(tmp_path, f"thesmos: words\n{words}\n") == [expected]


def test_a_name_that_is_nearly_right_is_suggested(tmp_path: Path) -> None:
    folder = game(tmp_path, {"words/en.yaml": "thesmos: words\nzones: {hund: the hand}\n"})
    assert "'hand'" in str(folder.diagnostics[0].hint)


def test_what_is_said_twice_in_a_language_is_an_error(tmp_path: Path) -> None:
    own = GAME.replace("zones: [hand]", "zones: {hand: {says: the hand}}")
    words = "thesmos: words\nzones: {hand: a hand}\n"
    folder = game(tmp_path, {"game.yaml": own, "words/en.yaml": words})
    (found,) = folder.diagnostics
    assert (found.code, _at(found)) == ("E302", "a hand}")
    assert f"{tmp_path / 'game.yaml'}:7" in found.message


def test_a_language_needs_a_title(tmp_path: Path) -> None:
    words = "thesmos: words\nzones: {hand: la mano}\n"
    assert wrong(tmp_path, words, "words/es.yaml") == [("E122", "thesmos: words")]


def test_a_file_of_words_is_named_after_its_language(tmp_path: Path) -> None:
    assert wrong(tmp_path, "thesmos: words\n", "words/spanish.yaml") == [("E120", "thesmos: words")]


def test_a_mistake_in_a_word_is_reported_in_its_file(tmp_path: Path) -> None:
    words = textwrap.dedent("""\
        thesmos: words
        facts:
          hot: "{it} is [|not ]hot"
    """)
    game(tmp_path, {"words/en.yaml": words})
    found = [one for one in read(str(tmp_path))[2] if one.code == "E402"]
    assert [_at(one) for one in found] == ['"{it} is [|not ]hot"']
