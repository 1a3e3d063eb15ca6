"""Each word of a clause is known by what the grammar uses it as."""

from __future__ import annotations

import pytest

from thesmos.resources import spec_dir
from thesmos.service.document import ClauseText, Document
from thesmos.service.statements import USES, Word, keywords, words_of
from thesmos.syntax.clause_parser import MAX_STATEMENT
from thesmos.syntax.format import KINDS, _clause_texts
from thesmos.syntax.grammar import tables
from thesmos.syntax.yaml_nodes import YamlMap


def words(text: str, start: str = "clauses") -> list[Word]:
    return words_of(ClauseText(start, (), text, 1, 1, 0))


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("permit move waiving free, near", "move:action free:rule near:rule"),
        ("cancel move, build where x", "move:event build:event x:value"),
        ("hide w in Space where c", "w:local c:value"),
        ("treat near(a, b) as yes", "near:fact a:local b:local"),
        ("may skip build", "build:step"),
        ("at start of your turn: next build", "start:moment build:step"),
        ("end points by most points where x", "points:ground points:score x:value"),
        ("permit move where last(move|build with to = s).at = x",
         "move:action move:event build:event to:role s:value at:role x:value"),
    ],
)  # fmt: skip
def test_a_name_is_used_as_its_rule_of_the_grammar_says(text: str, uses: str) -> None:
    named = [word for word in words(text) if word.use not in ("keyword", "kind")]
    assert " ".join(f"{word.text}:{word.use}" for word in named) == uses


def test_every_rule_of_the_grammar_with_a_name_says_what_it_is_used_as() -> None:
    lists = ("names", "__")  # known by what has the list
    with_name = {
        rule.method or rule.name
        for rule in tables().rules
        if "NAME" in rule.symbols and not rule.name.startswith(lists)
    }
    assert with_name == USES.keys() - {"waiving", "cancel"}


def test_words_behind_a_mistake_are_found() -> None:
    assert [word.text for word in words("permit ( move\nforbid build")] == [
        "permit", "move", "forbid", "build",
    ]  # fmt: skip
    assert words("permit ( move\nforbid build")[-1].use == "action"


def test_a_statement_that_is_too_long_has_no_words() -> None:
    assert words(f"permit move if {'not ' * MAX_STATEMENT}me") == []


def test_effects_are_read_as_one_statement_unless_there_are_too_many() -> None:
    counts = [
        len({word.statement for word in words("let a = 1\n" * number, "effects")})
        for number in (10, MAX_STATEMENT)
    ]
    assert counts == [1, MAX_STATEMENT]


def test_keywords_are_those_of_the_grammar() -> None:
    assert {"permit", "opponent", "possible", "spread", "fewest"} <= keywords()
    assert not {"move", "level", "adjacent"} & keywords()


def test_the_texts_in_the_clause_language_are_those_that_are_read() -> None:
    for file in spec_dir().rglob("*.yaml"):
        document = Document(file.read_text("utf-8"), str(file))
        read = []
        if document.kind in KINDS and isinstance(document.root, YamlMap):
            read, _ = _clause_texts(document.root, document.kind)
        places = {(place.line, place.column) for text, _ in read for place in (text.at(1, 1),)}
        texts = {(text.line, text.column) for text in document.texts if text.text.strip()}
        assert texts == places, file
