"""Reading YAML: nodes and errors with their locations, also inside texts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import yaml_nodes
from thesmos.syntax.yaml_nodes import (
    YamlList,
    YamlMap,
    YamlNode,
    YamlText,
    parse_yaml,
    plain,
    read_yaml,
)

LOADERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]


@pytest.fixture(autouse=True, params=LOADERS, ids=lambda loader: loader.__name__)
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every test with PyYAML's own parser and with libyaml's."""
    monkeypatch.setattr(yaml_nodes, "_LOADER", request.param)


def tree(text: str) -> YamlNode:
    """The tree of a valid text."""
    node, diagnostics = parse_yaml(text, "f")
    assert [] == [diagnostic.render() for diagnostic in diagnostics]
    assert node is not None
    return node


def diagnostics_of(text: str) -> list[tuple[str, int, int]]:
    """The codes, lines and columns of the errors in a text."""
    return [_spot(diagnostic) for diagnostic in parse_yaml(text, "f")[1]]


def _spot(diagnostic: Diagnostic) -> tuple[str, int, int]:
    assert diagnostic.location is not None
    return diagnostic.code, diagnostic.location.line, diagnostic.location.column


def text_at(text: str, *path: str | int) -> YamlText:
    """A text of a tree, by keys and indexes."""
    node: YamlNode | None = tree(text)
    for step in path:
        if isinstance(node, YamlMap):
            node = node.get(str(step))
        elif isinstance(node, YamlList):
            node = node.items[int(step)]
    assert isinstance(node, YamlText)
    return node


def character_at(file: str, location: Location) -> str:
    """The character of a file at a location."""
    return file.split("\n")[location.line - 1][location.column - 1]


# -------------------------------------------------------------------------------- the tree


def test_every_scalar_is_text() -> None:
    """Nothing is resolved: what YAML takes for flags, numbers, dates and nulls stays as written."""
    found: Any = plain(tree("[no, ~, null, 1.10, 0x1F, 2021-09-02, 1e3, '']"))
    assert ["no", "~", "null", "1.10", "0x1F", "2021-09-02", "1e3", ""] == found


def test_mappings_and_lists_keep_their_order() -> None:
    """`plain` gives dictionaries and lists, in the order of the file."""
    found = plain(tree("b: [x, {y: z}]\na:\n"))
    assert [("b", ["x", {"y": "z"}]), ("a", "")] == list(found.items())


def test_nodes_have_their_locations() -> None:
    """Keys, texts, lists and mappings have the locations where they begin."""
    root = tree("one: a\ntwo:\n  - b\n  - {three: c}\n")
    assert isinstance(root, YamlMap)
    two = root.get("two")
    assert isinstance(two, YamlList)
    nodes = [root.key("one"), root.get("one"), root.key("two"), two, two.items[1]]
    expected = ["f:1:1", "f:1:6", "f:2:1", "f:3:3", "f:4:5"]
    assert expected == [str(node.location) for node in nodes if node is not None]


def test_a_missing_key_is_none() -> None:
    """A missing key gives None."""
    root = tree("one: a")
    assert isinstance(root, YamlMap)
    assert (None, None) == (root.get("two"), root.key("two"))


def test_styles_are_distinguished() -> None:
    """Plain, quoted and literal texts have their style."""
    found = tree("[a, 'b', \"c\"]")
    assert isinstance(found, YamlList)
    styles = [item.style for item in found.items if isinstance(item, YamlText)]
    assert ["plain", "quoted", "quoted"] == styles


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
def test_line_endings_make_no_difference(end: str) -> None:
    """A file written on another system has the same texts at the same locations."""
    lines = ["a: |", "  one", "  two", "b: c", ""]
    assert tree("\n".join(lines)) == tree(end.join(lines))


def test_a_byte_order_mark_is_ignored() -> None:
    """Some editors begin each file with one."""
    assert tree("a: b") == tree("\ufeffa: b")


# ------------------------------------------------------------------------- places in a text

LITERALS = {
    "simple": "a: |\n  one Xtwo\n",
    "later line": "a: |\n  one\n  two\n    X\n",
    "stripped": "a: |-\n  one X",
    "kept": "a: |+\n  one X\n\n\n",
    "comment after the indicator": "a: |  # why\n  one X\n",
    "blank first lines": "a: |\n\n\n  one\n\n  X\n",
    "blank first lines with spaces": "a: |\n \n  \n  one\n  X\n",
    "explicit indentation": "a: |2\n    one\n   X\n",
    "explicit indentation, stripped": "a: |1-\n   X\n",
    "explicit indentation, blank lines": "a: |2\n\n     X\n",
    "in a list": "- - |\n    one\n    X\n",
    "in a mapping in a list": "- b: c\n  a: |\n    one\n\n    X\n",
    "on its own line": "a:\n  |\n  one\n   X\n",
    "wide characters before": "é: {ü: 1}\na: |\n  ñ😀ñ X\n",
    "the whole document": "|\n  one\n  X\n",
    "after another": "b: |\n   z\na: |\n one\n  X\n",
    "windows": "a: |\r\n  one\r\n  two X\r\n",
}


@pytest.mark.parametrize("text", LITERALS.values(), ids=LITERALS.keys())
def test_a_position_in_a_literal_block_has_its_location(text: str) -> None:
    """Wherever an X is in a block, its position in the value leads to its location in the file."""
    block = next(node for node in _texts(tree(text)) if "X" in node.value)
    before = block.value[: block.value.index("X")]
    location = block.at(before.count("\n") + 1, len(before) - before.rfind("\n"))
    assert "X" == character_at(text, location)


SCALARS = {
    "plain": "a: one X",
    "plain in a list": "- b\n-   one X  # why",
    "plain in a flow": "a: [one, {two: three X}]",
    "single quotes": "a: 'one X'",
    "double quotes": 'a: "one X"',
    "apostrophes": "a: 'it''s ''quoted'' \\ \"so\" X'",
    "escapes": r"""a: "\"it's\" ''two'' \x41\u00e9\U0001F600\t X" """,
    "escaped line's end": r'a: "one\ntwo\nX"',
    "wide characters": "ñ: '😀 X'",
}


@pytest.mark.parametrize("text", SCALARS.values(), ids=SCALARS.keys())
def test_a_position_in_a_scalar_has_its_location(text: str) -> None:
    """Also within one line, after quotes and escapes."""
    scalar = next(node for node in _texts(tree(text)) if "X" in node.value)
    before = scalar.value[: scalar.value.index("X")]
    location = scalar.at(before.count("\n") + 1, len(before) - before.rfind("\n"))
    assert "X" == character_at(text, location)


def test_the_end_of_a_text_has_its_location() -> None:
    """Something missing at the end of a text is reported where it is missing."""
    found = [text_at(text, "a").at(1, 4) for text in ("a: one", "a: 'one'", "a: |\n  one")]
    assert [Location("f", 1, 7), Location("f", 1, 8), Location("f", 2, 6)] == found


def test_an_empty_block_has_locations() -> None:
    """An empty block is below its indicator, if anywhere."""
    assert Location("f", 2, 1) == text_at("a: |\nb: c", "a").at(1, 1)


def _texts(node: YamlNode) -> list[YamlText]:
    if isinstance(node, YamlMap):
        return [text for _, value in node.items for text in _texts(value)]
    if isinstance(node, YamlList):
        return [text for item in node.items for text in _texts(item)]
    return [node] if isinstance(node, YamlText) else []


# ------------------------------------------------------------------------------ what is wrong

WRONG = {
    "tag on a list": ("a: !set [b]", [("E109", 1, 4)]),
    "private tag": ("a: !mine b", [("E109", 1, 4)]),
    "directive": ("%YAML 1.1\n---\na: b", [("E109", 1, 1)]),
    "anchor and alias": ("a: &b c\nd: *b", [("E108", 1, 4), ("E108", 2, 4)]),
    "alias of nothing": ("a: *b", [("E108", 1, 4)]),
    "alias as a key": ("a: &b c\n*b : d", [("E108", 1, 4), ("E108", 2, 1), ("E114", 2, 1)]),
    "merge key": ("a:\n  <<: {b: c}", [("E118", 2, 3)]),
    "quoted merge key": ("'<<': b", []),
    "duplicate keys": ("a: b\na: c\n'a': d", [("E115", 2, 1), ("E115", 3, 1)]),
    "the same key elsewhere": ("a: {a: b}\nc: {a: d}", []),
    "mapping as a key": ("? {a: b}\n: c", [("E114", 1, 3)]),
    "empty key": ("? \n: c", [("E114", 1, 2)]),
    "folded block": ("a: >\n  b", [("E110", 1, 4)]),
    "plain text over lines": ("a: b\n  c", [("E110", 1, 4)]),
    "quoted text over lines": ("a: 'b\n  c'", [("E110", 1, 4)]),
    "plain text and blank lines": ("a: b\n\n\n# why\n\nc: d\n", []),
    "tab before a key": ("a:\n \tb: c", [("E103", 2, 2)]),
    "tab before a clause": ("a: |\n  b\n  \tc", [("E103", 3, 3)]),
    "tab before a comment": ("a: b\t# c", [("E103", 1, 5)]),
    "all at once": (
        "a: &b c\na: !t >\n d\n<<: e\nf: \x07\n",
        [
            ("E108", 1, 4),
            ("E115", 2, 1),
            ("E109", 2, 4),
            ("E110", 2, 4),
            ("E118", 4, 1),
            ("E102", 5, 4),
        ],
    ),
    "control characters": ("a: \x07b\x00\nc: \x7f", [("E102", 1, 4), ("E102", 2, 4)]),
    "lines that YAML would break": ("a: b\u2028c\nd: e\x85f\rg", [("E102", 1, 5), ("E102", 2, 5)]),
    "text that runs backwards": ("a: \u2067b", [("E102", 1, 4)]),
    "half a character": ("a: \ud800", [("E102", 1, 4)]),
    "escaped control character": (r'a: "\e[31m"', [("E102", 1, 4)]),
    "escaped line's end": (r'a: "b\n"', []),
    "nothing": ("", [("E105", 1, 1)]),
    "comments": ("# a\n\n# b\n", [("E105", 1, 1)]),
    "an empty document": ("---\n", [("E105", 1, 1)]),
    "an empty text": ("''", [("E105", 1, 1)]),
    "two documents": ("a: b\n---\nc: d\n---\ne: f", [("E104", 2, 1)]),
    "a marked beginning and end": ("---\na: b\n...\n", []),
}


@pytest.mark.parametrize(("text", "expected"), WRONG.values(), ids=WRONG.keys())
def test_features_of_yaml_that_change_texts_are_rejected(
    text: str, expected: list[tuple[str, int, int]]
) -> None:
    """Each error has its code and location; valid texts have none."""
    assert expected == diagnostics_of(text)


OPEN_LIST = "this list is not closed, or a comma is missing in it"
OPEN_MAPPING = "this mapping is not closed, or a comma is missing in it"
OPEN_QUOTE = "this quotation mark is never closed"
ESCAPE = "this text contains an unknown escape"
INDICATOR = "only `-`, `+` and a digit from 1 to 9 can follow `|`"
BEGINNING = "a text can't start like this"
MISPLACED = "this line does not fit what is above it"

SYNTAX = {
    "a key's `:` in a text": ("a: b: c", (1, 5), "this `:` can't start a value here"),
    "list on the key's line": ("a: - b", (1, 4), "a list can't start here"),
    "open list": ("a: [b,\nc: d", (1, 4), OPEN_LIST),
    "open list at the end": ("a: [b", (1, 4), OPEN_LIST),
    "open mapping": ("{a: b", (1, 1), OPEN_MAPPING),
    "open quote": ("a: 'b\nc: d", (1, 4), OPEN_QUOTE),
    "open quote and a document": ("a: 'b\n---\n", (1, 4), OPEN_QUOTE),
    "unknown escape": (r'a: "\q"', (1, 4), ESCAPE),
    "short escape": (r'a: "\x4"', (1, 4), ESCAPE),
    "text beside `|`": ("a: |b\n  c", (1, 5), INDICATOR),
    "indentation of none": ("a: |0\n b", (1, 5), INDICATOR),
    "special beginning": ("a: @b", (1, 4), BEGINNING),
    "nameless alias": ("a: * b", (1, 4), BEGINNING),
    "foreign tag": ("a: !b!c d", (1, 4), BEGINNING),
    "no `:`": ("a: b\nc d\ne: f", (2, 1), "a `:` is missing after this key"),
    "too many brackets": (
        "a: ]",
        (1, 4),
        "a value is missing here, or there is a bracket or comma too many",
    ),
    "other column": ("a:\n    b: c\n  d: e", (3, 3), MISPLACED),
    "list, then mapping": ("- a\nb: c", (2, 1), MISPLACED),
    "less than the first": (" a: b\nc: d", (2, 1), MISPLACED),
    "behind a quote": ("a: 'it's'", (1, 8), "unexpected text after the value"),
    "other version": ("%YAML 2.0\n---\na: b", (1, 1), "directives are not supported"),
}


@pytest.mark.parametrize(("text", "location", "message"), SYNTAX.values(), ids=SYNTAX.keys())
def test_a_syntax_error_is_explained(text: str, location: tuple[int, int], message: str) -> None:
    """In plain words, at the location to look at, with a hint and the line; there is no tree."""
    node, diagnostics = parse_yaml(text, "f")
    line, column = location
    expected = (None, ("E101", line, column), message, text.split("\n")[line - 1], True)
    diagnostic = diagnostics[-1]
    assert expected == (
        node,
        _spot(diagnostic),
        diagnostic.message,
        diagnostic.source_line,
        bool(diagnostic.hint),
    )


def test_a_syntax_error_caused_by_a_tab_is_not_reported() -> None:
    """A tab that breaks the parse is reported, the broken parse is not."""
    assert [("E103", 2, 1)] == diagnostics_of("a:\n\tb: c\n")


def test_a_tab_is_read_as_a_space_so_that_all_parsers_agree() -> None:
    node, diagnostics = parse_yaml("a:\n  b\tc: d\n", "f")
    assert [(wrong.code, wrong.location) for wrong in diagnostics] == [
        ("E103", Location("f", 2, 4))
    ]
    assert node is not None
    assert plain(node) == {"a": {"b c": "d"}}


def test_a_text_with_errors_may_still_have_a_tree() -> None:
    """So that more errors can be found; of duplicate keys it has the first."""
    node, _ = parse_yaml("a: b\na: c\nd: !!int 1", "f")
    assert node is not None
    assert {"a": "b", "d": "1"} == plain(node)


# ------------------------------------------------------------------------------------ bounds


def test_a_document_may_be_as_deep_as_the_bound() -> None:
    """The bound itself is allowed, one more is not."""
    deep = yaml_nodes.MAX_DEPTH
    found = [diagnostics_of("[" * n + "]" * n) for n in (deep + 1, deep + 2)]
    assert [[], [("E106", 1, deep + 2)]] == found


def test_a_document_may_have_as_many_nodes_as_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list and two texts are three nodes."""
    monkeypatch.setattr(yaml_nodes, "MAX_NODES", 3)
    assert ([], [("E107", 1, 8)]) == (diagnostics_of("[a, b]"), diagnostics_of("[a, b, c]"))


def test_a_text_may_be_as_large_as_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound itself is allowed, one more is not."""
    monkeypatch.setattr(yaml_nodes, "MAX_BYTES", 4)
    assert ([], [("E111", 1, 1)]) == (diagnostics_of("a: b"), diagnostics_of("a: bc"))


def test_a_file_may_be_as_large_as_the_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file's size counts in bytes, before anything of it is decoded."""
    monkeypatch.setattr(yaml_nodes, "MAX_BYTES", 5)
    assert [[], ["E111"]] == [_codes(_file(tmp_path, text)) for text in ("a: é", "a: éb")]


def test_the_number_of_errors_of_a_file_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_nodes, "MAX_DIAGNOSTICS", 3)
    assert [("E115", n, 1) for n in (2, 3, 4)] == diagnostics_of("a: b\n" * 10)


# ------------------------------------------------------------------------------------- files


def test_a_file_is_read_under_its_name(tmp_path: Path) -> None:
    file = _file(tmp_path, "a: !t b")
    assert Location(str(file), 1, 4) == read_yaml(file)[1][0].location


def test_a_file_that_is_not_utf_8_is_rejected(tmp_path: Path) -> None:
    """The location is that of the first invalid byte, counted in characters."""
    file = tmp_path / "card.yaml"
    file.write_bytes("a: b\né: ñ".encode() + b"\xe9")
    assert [("E112", 2, 5)] == [_spot(diagnostic) for diagnostic in read_yaml(file)[1]]


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    """As is a name that no file can have."""
    assert [["E113"], ["E113"]] == [_codes(tmp_path / name) for name in ("none.yaml", "a\0b")]


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    """Only regular files are opened."""
    assert ["E113"] == _codes(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_a_file(tmp_path: Path) -> None:
    """Reading from it could block forever."""
    os.mkfifo(tmp_path / "pipe")
    assert ["E113"] == _codes(tmp_path / "pipe")


def test_a_line_that_is_shown_has_no_carriage_return() -> None:
    _, (found,) = parse_yaml("a: 1\r\na: 2\r\n", "f")
    assert found.source_line == "a: 2"


def _file(folder: Path, text: str) -> Path:
    file = folder / "card.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def _codes(file: Path) -> list[str]:
    return [diagnostic.code for diagnostic in read_yaml(file)[1]]


@pytest.mark.parametrize("text", ["a: {b: , c: 1}", "a: {b:   , c: 1}"])
def test_an_empty_value_is_where_its_key_ends(text: str) -> None:
    location = text_at(text, "a", "b").location
    assert (location.line, location.column) == (1, 7)
