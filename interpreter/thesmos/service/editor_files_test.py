"""The TextMate grammar and the snippets agree with the grammar of the clause language."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from thesmos.resources import grammar_dir, spec_dir
from thesmos.service.document import ClauseText, Document
from thesmos.service.editor_files import snippets, textmate_grammar
from thesmos.service.statements import KEYWORD, words_of
from thesmos.syntax.clause_parser import clause_parser

VSCODE = grammar_dir() / "editors" / "vscode"
STUB = """
const load = require("module")._load;
require("module")._load = (name, ...rest) => name === "vscode" ? STAND_IN : load(name, ...rest);
const anything = () => new Proxy(function () {}, {
  get: (_, key) => key === Symbol.toPrimitive ? () => 0 : anything(), apply: anything,
  construct: () => anything(), has: () => true });
const STAND_IN = anything();
const { gameOf, matchOf } = require(process.argv[1]);
const card = process.argv[2];
console.log(JSON.stringify(matchOf(gameOf(card), card)));
"""


def coloured(line: str) -> list[tuple[str, str]]:
    """Return the words of a line with the scopes that the TextMate grammar gives them."""
    patterns = textmate_grammar()["repository"]["clauses"]["patterns"]
    found, at = [], 0
    while at < len(line):
        matches = ((re.compile(p["match"]).search(line, at), p["name"]) for p in patterns)
        first = min(
            ((m.start(), n, m, name) for n, (m, name) in enumerate(matches) if m), default=None
        )
        if first is None:
            break
        _, _, match, name = first
        found.append((match.group(), name.removesuffix(".thesmos")))
        at = match.end()
    return found


def test_keywords_have_the_colour_of_keywords_in_all_cards_of_a_game() -> None:
    for file in sorted((spec_dir() / "santorini" / "powers").glob("*.yaml")):
        document = Document(file.read_text("utf-8"), str(file))
        for text in document.texts:
            keywords = {word.text for word in words_of(text) if word.use == KEYWORD}
            lines = [line.partition("#")[0] for line in text.text.split("\n")]
            scopes = {word: scope for line in lines for word, scope in coloured(line)}
            for phrase in keywords:
                for word in phrase.split():
                    assert scopes[word] == "keyword.control", (file, word)


def test_names_kinds_numbers_and_comments_have_other_colours() -> None:
    assert coloured("forbids 3 Worker <= # if") == [
        ("forbids", "variable.other"),
        ("3", "constant.numeric"),
        ("Worker", "support.type"),
        ("<=", "keyword.operator"),
        ("# if", "comment.line.number-sign"),
    ]


@pytest.mark.parametrize("line", ["  Your Move: |", "    do: |", "  is: |"])
def test_a_block_of_clauses_is_known_by_its_key(line: str) -> None:
    assert re.match(textmate_grammar()["patterns"][0]["begin"], line)


@pytest.mark.parametrize("line", ["  run: |", "  script: |", "  en: text"])
def test_other_blocks_are_left_alone(line: str) -> None:
    assert not re.match(textmate_grammar()["patterns"][0]["begin"], line)


def test_each_snippet_begins_as_a_clause_or_an_effect_does() -> None:
    assert "permit" in {snippet["prefix"] for snippet in snippets().values()}
    for form, snippet in snippets().items():
        first = form.split()[0]
        texts = (ClauseText(start, (), f"{first} x", 1, 1, 0) for start in ("clauses", "effects"))
        assert any(clause_parser().read(t.text, t.start) for t in texts), form
        assert re.sub(r"\$\{\d+:(.*?)\}", r"\1", snippet["body"][0]) == form


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm: see .ci/run")
def test_the_extension_is_packed_and_plays_the_open_card(tmp_path: Path) -> None:
    out = tmp_path / "thesmos.vsix"
    subprocess.run([sys.executable, str(VSCODE / "pack.py"), str(out)], check=True)
    with zipfile.ZipFile(out) as archive:
        archive.extractall(tmp_path)
        names = set(archive.namelist())
    package = json.loads((tmp_path / "extension" / "package.json").read_text())
    contributed = [*package["contributes"]["grammars"], *package["contributes"]["snippets"]]
    paths = [entry["path"] for entry in contributed] + [package["main"]]
    paths += [entry["url"] for entry in package["contributes"]["yamlValidation"]]
    assert {f"extension/{path.removeprefix('./')}" for path in paths} <= names
    card = spec_dir() / "santorini" / "powers" / "minotaur.yaml"
    words = ["node", "-e", STUB, str(tmp_path / "extension" / "extension.js"), str(card)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    game = str(spec_dir() / "santorini")
    assert json.loads(done.stdout) == [game, "--powers", "minotaur,none"]
