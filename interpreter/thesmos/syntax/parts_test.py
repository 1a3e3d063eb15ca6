"""A game in several files is the game that it would be in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.check.reading import read
from thesmos.syntax.format import formatted
from thesmos.syntax.spec_folder import Folder, read_folder
from thesmos.syntax.versions import Version

GAME = """\
thesmos: game
slug: g
title: G
edition: "1"
players: {min: 1, max: 1}
zones: [hand]
state: {game: {tally: 0..9}}
actions:
  pick: {roles: {n: 0..3}, rules: {small: small}, do: tally += 1, text: "{n}"}
steps: {pick: {}}
flow: {turn: [begin turn, {steps: pick}, pass]}
headings: [Play]
"""
PART = """\
thesmos: part
zones: [bag]
state: {game: {limit: {is: 0..9, start: 2}}}
facts: {small: limit < 2}
clauses:
  Play: |
    after pick: limit := 1
"""


def game(folder: Path, part: str, words: str = "") -> Folder:
    """Write a game of two files, and read it."""
    texts = {"game.yaml": GAME, "parts/rest.yaml": part, "words/en.yaml": words}
    for name, text in texts.items():
        if text:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    return read_folder(folder)


def test_what_a_part_declares_belongs_to_the_game(tmp_path: Path) -> None:
    found = game(tmp_path, PART).game
    assert found is not None
    assert found.zones == ("hand", "bag")
    assert [(kind, [one.name for one in all_]) for kind, all_ in found.state] == [
        ("game", ["tally", "limit"])
    ]
    assert [fact.name for fact in found.base.facts] == ["small"]
    assert [block.heading for block in found.base.clauses] == ["Play"]


def test_the_parts_of_a_game_are_checked_with_it(tmp_path: Path) -> None:
    game(tmp_path, PART)
    assert [one for one in read(str(tmp_path))[2] if one.severity == "error"] == []


def test_words_for_a_part_are_those_of_the_game(tmp_path: Path) -> None:
    found = game(tmp_path, PART, "thesmos: words\nfacts: {small: the limit is low}\n")
    assert found.diagnostics == []
    assert found.game is not None
    assert [word.texts["en"] for word in found.game.base.words] == ["the limit is low"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("limit:", "tally:", ("E302", "tally: {is: 0..9")),
        ("facts: {", "fact: {", ("E121", "fact: {small")),
        ("limit := 1", "limit := 1 +", ("E201", "")),
        ("facts: {small: limit", "facts: {small: limits", ("E304", "limits < 2")),
    ],
)
def test_a_mistake_in_a_part_is_reported_in_its_file(
    tmp_path: Path, old: str, new: str, expected: tuple[str, str]
) -> None:
    game(tmp_path, PART.replace(old, new, 1))
    code, text = expected
    found = [one for one in read(str(tmp_path))[2] if one.code == code]
    assert found
    for one in found:
        assert one.location is not None
        assert one.location.file == str(tmp_path / "parts" / "rest.yaml")
        assert str(one.source_line)[one.location.column - 1 :].startswith(text)


MODULE = """\
thesmos: module
slug: m
title: M
adds:
  zones: [box]
  facts: {large: not small}
  clauses: {+Play: "after pick: limit := 3"}
"""
CHANGES = """\
thesmos: changes
replaces:
  facts: {small: limit < 3}
adds:
  clauses: {+Play: "after pick: limit := 4"}
"""
NEW = """\
thesmos: part
zones: [shelf]
state: {+game: {seen: flag}}
facts: {seldom: small and large}
"""


def with_module(folder: Path, **parts: str) -> Folder:
    """Write a game of two files, and a module with parts, and read the game with the module."""
    below = folder / "modules" / "m"
    (below / "parts").mkdir(parents=True)
    (below / "module.yaml").write_text(MODULE, encoding="utf-8")
    for name, text in parts.items():
        (below / "parts" / f"{name}.yaml").write_text(text, encoding="utf-8")
    game(folder, PART)
    return read_folder(folder, version=Version("", ("m",)))


def test_a_module_changes_a_part_of_the_game_and_adds_parts(tmp_path: Path) -> None:
    folder = with_module(tmp_path, rest=CHANGES, new=NEW)
    assert folder.diagnostics == []
    assert folder.game is not None
    base = folder.game.base
    assert folder.game.zones == ("hand", "bag", "box", "shelf")
    assert {fact.name: fact.location.file.rpartition("/")[2] for fact in base.facts} == {
        "small": "rest.yaml",
        "large": "module.yaml",
        "seldom": "new.yaml",
    }
    assert [(block.heading, len(block.clauses)) for block in base.clauses] == [("Play", 3)]
    assert [[one.name for one in all_] for _, all_ in folder.game.state] == [
        ["tally", "limit", "seen"]
    ]


def test_words_of_a_module_are_for_its_parts_too(tmp_path: Path) -> None:
    words = tmp_path / "modules" / "m" / "words"
    words.mkdir(parents=True)
    text = "thesmos: words\nadds: {facts: {seldom: it is rare}}\n"
    (words / "en.yaml").write_text(text, encoding="utf-8")
    folder = with_module(tmp_path, rest=CHANGES, new=NEW)
    assert folder.diagnostics == []
    assert folder.game is not None
    assert [word.texts["en"] for word in folder.game.base.words] == ["it is rare"]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"other": CHANGES}, ("E304", "there is no parts/other.yaml to change")),
        ({"rest": NEW}, ("E302", "there is already a parts/rest.yaml")),
        ({"new": "thesmos: part\nfacts: {large: no}\n"}, ("E302", "`large` is already declared")),
        (
            {"new": NEW, "newer": "thesmos: part\nfacts: {seldom: no}\n"},
            ("E302", "`seldom` is already declared"),
        ),
    ],
)
def test_a_part_of_a_module_is_new_or_changes_one_of_the_game(
    tmp_path: Path, parts: dict[str, str], expected: tuple[str, str]
) -> None:
    folder = with_module(tmp_path, **parts)
    assert [(one.code, one.message) for one in folder.diagnostics] == [expected]


def test_a_part_is_formatted_like_a_game() -> None:
    text = "thesmos: part\nfacts: {small: limit<2}\n"
    assert formatted(text, "rest.yaml") == ("thesmos: part\nfacts: {small: limit < 2}\n", [])
