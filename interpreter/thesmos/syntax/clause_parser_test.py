"""Parsing clause text: every construct, locations in the file, every error of a block."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import clause_parser
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_tables import STARTS, ClauseIndenter, make_tables
from thesmos.syntax.grammar_files import grammar_text
from thesmos.syntax.tree_builder import Builder
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, parse_yaml

CLAUSES = [
    "permit move",
    "permit move waiving free, near where a by do force(b, c)",
    "forbid build",
    "forbid build where a = 1",
    "forbid skip build where a",
    "may skip move",
    "on your turn: forbid move",
    "on opponent turn where a:\n  forbid move\n  veto",
    "may repeat move once where a",
    "may repeat move:\n  forbid move where b\n  veto",
    "require if possible move where rise > 0",
    "require if possible move where a else x := 1, counts",
    "cancel move, force where a",
    "hide w in Worker where a",
    "treat shut(s) as yes where a",
    "add 2 to level(s) where a",
    "add -1 to f()",
    "treat open() as no",
    "win fall for you where a",
    "win fall instead for owner(w) where a",
    "end draw where a",
    "end sum by most points, fewest coins where a",
    "veto",
    "veto where a",
    "spent when a",
    "if a: forbid b",
    "if a:\n  forbid b\n  may skip c\nelse:\n  forbid d",
    "if a: forbid b\nelse: forbid c",
    "after move | build where a: x := 1",
    "after move: next build",
    "after move:\n  x := 1\n  y += 2",
    "after skip move: next use if possible",
    "before build where a: coins -= 1",
    "at start of your turn: x := 1",
    "at end of any turn where a: next use",
    "at end of opponent turn:\n  x := 1",
    "at end of teammate turn: counts",
    "extra turn where a",
    "extra turn where a: x := 1",
    "forbid a # why\n# and why not\nforbid b",
]
EFFECTS = [
    "x := 1",
    "level(s) += 1",
    "x -= 1",
    "let n = 3",
    "do force(w, s)",
    "do pass()",
    "take p",
    "give p to q",
    "share p with q",
    "revoke p from q",
    "drop p",
    "owner(w) loses",
    "counts",
    "due move",
    "memorize",
    "forget",
    "if a: x := 1\nelif b: x := 2\nelse: x := 3",
    "if a:\n  x := 1\n  if b: y := 1\n  else: y := 2",
    "each w in S where a: x := 1",
    "each w in S:\n  x := 1",
    "while a: x += 1",
    "do force(\n  w,\n  s)",
]
EXPRESSIONS = [
    "3",
    "a",
    "Worker",
    "Worker at s",
    "your Workers",
    "opponent Workers",
    "all Workers",
    "none",
    "yes",
    "no",
    "(a)",
    "{a, b}",
    "{}",
    "level(s)",
    "f()",
    "those (w in S where a)",
    "first (w in S where a)",
    "some (w in S where a)",
    "every (w in S where a)",
    "no (w in S where a)",
    "count (w in S where a)",
    "count(S)",
    "sum (a for w in S where b)",
    "min (a for w in S)",
    "min(a, b)",
    "player 2",
    "C3",
    "along (x from a by b while c)",
    "first along (x from a by b where c)",
    "after (do a(b, c) where d)",
    "not after (do a() where b or c)",
    "first (x in S where c by most e, fewest f)",
    "first (x in S by fewest e if c else d)",
    "along (x from from by step(x, d) until to = x)",
    "spread (x from S to T where c)",
    "spread (x from from to to)",
    "did(move)",
    "times(move | build)",
    "last(move with worker = w where rise > 0 during your last turn).rise",
    "first(move during game of you).to",
    "a or b and not c",
    "a < b",
    "a in S",
    "a not in S",
    "a is none",
    "a exists",
    "a + b - c * d / e mod f",
    "-a",
    "S except T",
    "S union T",
    "a if b else c if d else e",
]
PARSERS: dict[str, Callable[[YamlText], tuple[Any, list[Diagnostic]]]] = {
    "clauses": clause_parser.parse_clauses,
    "effects": clause_parser.parse_effects,
    "expr": clause_parser.parse_expr,
}
ALL = [
    *(("clauses", text) for text in CLAUSES),
    *(("effects", text) for text in EFFECTS),
    *(("expr", text) for text in EXPRESSIONS),
]


def block(value: str) -> YamlText:
    """A literal block that begins in line 11, indented by 4."""
    return YamlText(Location("f", 10, 8), value, "literal", 4)


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    return [f"{f.code} {f.location.line}:{f.location.column}" for f in diagnostics if f.location]


def test_every_construct_can_be_parsed() -> None:
    def parsed(start: str, text: str) -> bool:
        made, diagnostics = PARSERS[start](block(text))
        return bool(made) and not diagnostics

    assert [] == [text for start, text in ALL if not parsed(start, text)]


def test_the_samples_contain_every_construct_of_the_grammar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    met = set()

    class Watched(Builder):
        def make(self, rule: str, at: int, end: int, kids: list[Any]) -> Any:
            met.add(rule)
            return super().make(rule, at, end, kids)

    monkeypatch.setattr(clause_parser, "Builder", Watched)
    for start, text in ALL:
        PARSERS[start](block(text))
    made = {rule.method for rule in make_tables().rules if rule.method and not rule.single}
    assert made <= met


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    """With `debug`, Lark logs every conflict that it resolves by shifting; others it rejects."""
    from lark import logger

    logger.setLevel("DEBUG")
    try:
        with caplog.at_level("DEBUG", logger=logger.name):
            Lark(
                grammar_text(),
                parser="lalr",
                start=list(STARTS),
                postlex=ClauseIndenter(),
                debug=True,
            )
    finally:
        logger.setLevel("CRITICAL")
    assert [] == [r.getMessage() for r in caplog.records if "onflict" in r.getMessage()]


# ---------------------------------------------------------------------------- locations

FILE = """\
plain: forbid build
quoted: 'forbid build'
escaped: "forbid \\x62uild where nonsense"
block: |
  # why
  forbid build
  may skip move
deep:
  - deeper: |2
        permit move
"""


def read(key: str) -> YamlText:
    root, diagnostics = parse_yaml(FILE, "f")
    assert isinstance(root, YamlMap)
    assert [] == diagnostics
    node = root.get(key)
    assert isinstance(node, YamlText)
    return node


@pytest.mark.parametrize(
    ("key", "locations"),
    [("plain", [(1, 8)]), ("quoted", [(2, 10)]), ("block", [(6, 3), (7, 3)])],
)
def test_a_clause_has_its_location(key: str, locations: list[tuple[int, int]]) -> None:
    made, _ = clause_parser.parse_clauses(read(key))
    assert locations == [(clause.location.line, clause.location.column) for clause in made]


def test_locations_after_an_escape() -> None:
    made, _ = clause_parser.parse_clauses(read("escaped"))
    forbid = made[0]
    assert isinstance(forbid, ct.Forbid)
    assert forbid.where is not None
    assert (3, FILE.splitlines()[2].index("nonsense") + 1) == (
        forbid.where.location.line,
        forbid.where.location.column,
    )


def test_every_node_of_a_block_has_a_location_in_it() -> None:
    for start, text in ALL:
        made, _ = PARSERS[start](block(text))
        lines = text.split("\n")
        for node in nodes(made):
            assert 11 <= node.location.line <= 10 + len(lines)
            assert 5 <= node.location.column <= 5 + len(lines[node.location.line - 11])


def nodes(node: Any) -> Iterator[t.Node]:
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
    elif dataclasses.is_dataclass(node):
        if isinstance(node, t.Node):
            yield node
        for field in dataclasses.fields(node):
            yield from nodes(getattr(node, field.name))


# ---------------------------------------------------------------------------- errors


def test_every_error_of_a_block_is_reported() -> None:
    text = "forbid\nmay skip move\npermit 1\nif a:\n  forbid b\n  forbid ?\nforbid c"
    made, diagnostics = clause_parser.parse_clauses(block(text))
    assert ["E201 11:11", "E201 13:12", "E201 16:14"] == codes(diagnostics)
    assert [ct.MaySkip, ct.Forbid] == [type(m) for m in made]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("forbid", "E201 11:11"),
        ("forbid a where", "E201 11:19"),
        ("forbit a", "E201 11:5"),
        ("forbid a where (b", "E201 11:20"),
        ("forbid a\x00", "E201 11:13"),
        ("extra turn where a: next build", "E201 11:25"),
        ("else: forbid a", "E201 11:5"),
        ("if a:\nforbid b", "E201 11:10"),
        ("if a:\n    forbid b\n  forbid c", "E202 13:7"),
        ("forbid a where " + "a or " * 1000 + "a", "E204 11:5"),
        ("forbid a where " + "not " * 60 + "a", "E205"),
        ("forbid a where " + "9" * 7, "E201 11:20"),
    ],
)
def test_an_error_has_its_code_and_location(text: str, code: str) -> None:
    made, diagnostics = clause_parser.parse_clauses(block(text))
    found = codes(diagnostics)
    assert code == (found[0] if " " in code else found[0].split()[0])
    assert () == made or "\n" in text


def test_folded_text_is_not_parsed() -> None:
    """This is already reported, and its locations would be wrong."""
    assert (None, []) == clause_parser.parse_expr(
        YamlText(Location("f", 1, 1), "a and and b", "folded")
    )


@pytest.mark.parametrize("text", ["", " ", "\n", "# nothing"])
@pytest.mark.parametrize("start", PARSERS)
def test_empty_text_raises_no_exception(start: str, text: str) -> None:
    made, diagnostics = PARSERS[start](block(text))
    assert not made
    assert start != "expr" or ["E201"] == [f.code for f in diagnostics]


WORDS = st.sampled_from(
    [
        *("permit move", "forbid", "forbid build", "where", "if", "if possible", "else", ":", "\n"),
        *("\n  ", "\n    ", "(", ")", "{", "}", ",", "not", "-", "a", "Worker", "9" * 6, "7", "0"),
        *("your Workers", "all", "at", "none", "in", "is none", "exists", "or", "and", "first"),
        *("last(move).to", "did(", "during", "with", ":=", "+=", "each w in S:"),
        *(
            "while a:",
            "after move:",
            "next build",
            "extra turn",
            "win x for you",
            "#",
            "\t",
            "\x00",
        ),
        *("é", "…", "instead", "sum (", "for", "count", "<=", "=", "mod", ".", "'", '"', "\\"),
    ]
)


@given(st.sampled_from(sorted(PARSERS)), st.lists(WORDS, max_size=40).map(" ".join) | st.text())
@settings(max_examples=400)
def test_any_text_is_parsed_or_rejected(start: str, text: str) -> None:
    """No exception is raised, and every error is in a line of the text."""
    _, diagnostics = PARSERS[start](block(text))
    lines = text.count("\n") + 1
    for diagnostic in diagnostics:
        assert diagnostic.location is not None
        assert 11 <= diagnostic.location.line <= 10 + lines
        assert diagnostic.location.column >= 1
        diagnostic.render()


@pytest.mark.parametrize("size", [30, 900, 30_000])
@pytest.mark.parametrize(
    "begin", ["(", "not ", "-", "f(", "a + ", "a if b else ", "{", "Worker at "]
)
@pytest.mark.parametrize("start", PARSERS)
def test_deep_text_is_parsed_or_rejected(start: str, begin: str, size: int) -> None:
    before = {"clauses": "forbid a where ", "effects": "x := ", "expr": ""}[start]
    PARSERS[start](block(before + begin * size + "a"))
    closing = {"(": ")", "f(": ")", "{": "}"}.get(begin, "")
    _, diagnostics = PARSERS[start](block(before + begin * size + "a" + closing * size))
    assert {f.code for f in diagnostics} <= {"E201", "E204", "E205"}
