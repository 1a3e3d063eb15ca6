"""A name that expressions would not read as that name can't be declared."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from testing.drafted import codes
from thesmos.check.documents.reserved import EFFECTS, EXPRESSIONS
from thesmos.diagnostics import Location, SpecError
from thesmos.play.game import load
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_effects, parse_expr
from thesmos.syntax.grammar_files import grammar_text, tables_file
from thesmos.syntax.lalr import read_tables
from thesmos.syntax.yaml_nodes import YamlText

SAMPLE = Path(__file__).parents[1] / "samples" / "base"
WORD = re.compile(r"([a-z]+)(\\b)?")


def words() -> list[str]:
    """Return the words of the grammar, without those that only another word makes one."""
    tables = read_tables(tables_file(), grammar_text())
    assert tables is not None
    matches = map(WORD.fullmatch, tables.terminals.values())
    return sorted(match[1] for match in matches if match)


def text(written: str) -> YamlText:
    return YamlText(Location("game.yaml", 1, 1), written)


@pytest.mark.parametrize("word", words())
def test_these_and_no_other_words_are_never_read_as_names(word: str) -> None:
    bare, _ = parse_expr(text(word))
    called, _ = parse_expr(text(f"{word}(x)"))
    is_name = isinstance(bare, t.Name) and isinstance(called, t.FunctionCall)
    assert is_name == (word not in EXPRESSIONS)
    effects, wrong = parse_effects(text(f"{word}(x) := 1\n{word} := 1"))
    changed = not wrong and all(isinstance(one, t.Assign) for one in effects)
    assert (is_name and changed) == (word not in EXPRESSIONS | EFFECTS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("n: {is: 0..9}", "n: {is: 0..9}, times: {is: 0..9}"),
        ("n: {is: 0..9}", "n: {is: 0..9}, give: {is: 0..9}"),
        ("n: {is: 0..9}", "n: {is: 0..9}, active: {is: 0..9}"),
        ("height: {is: 0..3}", "height: {is: 0..3}, row: {is: 0..3}"),
        ("height: {is: 0..3}", "height: {is: 0..3}, count: {is: 0..3}"),
        ("strength: {is: 0..3}", "strength: {is: 0..3}, side: {is: 0..3}"),
        ("{red: r, blue: b}", "{red: r, last: b}"),
        ("{red: r, blue: b}", "{red: r, you: b}"),
        ("zones: [hand, box]", "zones: [hand, some, box]"),
        ("plain: 1", "plain: 1\n  first: 2"),
        ("plain: 1", "plain: 1\n  chooser: 2"),
        ("plain: 1", "plain: 1\n  adjacent(c in Cell): height(c)"),
        ("plain: 1", "plain: 1\n  double(no in 0..3): 2"),
        ("roles: {k: 0..3}", "roles: {k: 0..3, every: 0..3}"),
        ("roles: {k: 0..3}", "roles: {k: 0..3, you: 0..3}"),
        # what another name hides
        ("plain: 1", "plain: 1\n  red: 2"),
        ("plain: 1", "plain: 1\n  hand: 2"),
        ("plain: 1", "plain: 1\n  n: 2"),
        ("plain: 1", "plain: 1\n  height(c in Cell): 2"),
    ],
)
def test_a_word_of_the_language_or_a_hidden_name_is_refused(
    old: str, new: str, tmp_path: Path
) -> None:
    assert "E303" in codes(tmp_path, changes={old: new})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("roles: {k: 0..3}", "roles: {k: 0..3, row: k, turn: k}"),
        ("height: {is: 0..3}", "height: {is: 0..3}, end: {is: 0..3}, active: {is: 0..3}"),
        ("n: {is: 0..9}", "n: {is: 0..9}, row: {is: 0..9}"),
        ("plain: 1", "plain: 1\n  give: 2"),
        ("plain: 1", "plain: 1\n  red(c in Cell): 2"),
    ],
)
def test_a_name_that_is_read_as_such_is_accepted(old: str, new: str, tmp_path: Path) -> None:
    assert codes(tmp_path, changes={old: new}) == []


def test_it_is_reported_beside_what_can_not_be_read_for_it(tmp_path: Path) -> None:
    shutil.copytree(SAMPLE, tmp_path / "base")
    file = tmp_path / "base" / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("height", "first"), "utf-8")
    with pytest.raises(SpecError) as error:
        load(tmp_path / "base")
    first, *others = error.value.diagnostics
    assert (first.code, first.message) == ("E303", "`first` is a word of the language")
    assert {one.code for one in others} == {"E201"}
