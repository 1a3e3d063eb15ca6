"""Reading any text ends, raises nothing, and reports locations that exist."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thesmos import resources
from thesmos.syntax import yaml_nodes
from thesmos.syntax.yaml_nodes import (
    YamlList,
    YamlMap,
    YamlNode,
    YamlText,
    parse_yaml,
    plain,
)

SIGNS = st.sampled_from(list("abc 012:-?,[]{}#&*!|>'\"%@`\\~<=\n\n \t\r\x00\x85\u2028é😀"))
MANY = st.text(SIGNS, max_size=80)
PIECES = st.sampled_from(
    [
        *("a: ", "- ", "? ", ": ", "\n", "\n  ", "\n    ", "\n\n", "\r\n", "\t", ", ", "word", "é"),
        *("|\n  ", "|2-\n   ", ">-\n  ", "'", '"', "''", "\\x41", "\\n", "[", "]", "{", "}"),
        *("&a ", "*a ", "<<: ", "!!int ", "---\n", "...\n", "# b\n", "%YAML 1.2\n", "😀"),
    ]
)


@given(st.text(max_size=200) | MANY | st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=500)
def test_any_text_is_read(text: str) -> None:
    """Text of any characters, of special characters, and of pieces of YAML."""
    _assert_sound(text)


@given(st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_any_mutation_of_a_real_file_is_read(chance: random.Random) -> None:
    """Real files, with some pieces deleted, doubled, moved or replaced."""
    _assert_sound(_mutated(chance.choice(REAL), chance))


@given(st.text(SIGNS, max_size=30))
@settings(max_examples=300)
def test_text_in_single_quotes_is_read_unchanged(text: str) -> None:
    """A quoted text is read unchanged, and each position in it has its location in the file."""
    if yaml_nodes._CONTROL.search(text) or set("\n\t\r") & set(text) or not text:
        return
    written = "a: '" + text.replace("'", "''") + "' # why"
    node, diagnostics = parse_yaml(written, "f")
    assert [] == diagnostics
    assert isinstance(node, YamlMap)
    found = node.get("a")
    assert isinstance(found, YamlText)
    assert (text, text) == (found.value, "".join(_signs(written, found, 1, len(text))))


@given(st.lists(st.text("ab :#'\"é😀", max_size=8), min_size=1), st.integers(1, 9))
@settings(max_examples=300)
def test_a_block_is_read_unchanged(lines: list[str], indent: int) -> None:
    """A block is read unchanged, and each position in it has its location in the file."""
    written = f"a: |{indent}+\n" + "".join(" " * indent + line + "\n" for line in lines)
    node, diagnostics = parse_yaml(written, "f")
    assert [] == diagnostics
    assert isinstance(node, YamlMap)
    found = node.get("a")
    assert isinstance(found, YamlText)
    signs = ["".join(_signs(written, found, n, len(line))) for n, line in enumerate(lines, 1)]
    assert ("".join(line + "\n" for line in lines), lines) == (found.value, signs)


@pytest.mark.parametrize("text", ["[" * 300_000, "{" * 300_000, "- " * 300_000, "? " * 300_000])
def test_the_depth_is_limited(text: str) -> None:
    """A text is read only up to the bound on its depth."""
    assert ["E106"] == [diagnostic.code for diagnostic in parse_yaml(text, "f")[1]]


def _assert_sound(text: str) -> None:
    """There is a tree or an error; trees consist of our nodes; errors are in existing lines."""
    node, diagnostics = parse_yaml(text, "f")
    assert node is not None or diagnostics
    assert len(diagnostics) <= yaml_nodes.MAX_DIAGNOSTICS + 1
    for diagnostic in diagnostics:
        assert diagnostic.location is not None
        assert diagnostic.source_line is not None
        assert 1 <= diagnostic.location.column <= len(diagnostic.source_line) + 1
        assert diagnostic.code in diagnostic.render()
    if node is not None:
        plain(node)
        assert all(text.at(1, 1).line >= 1 for text in _texts(node))


def _texts(node: YamlNode) -> list[YamlText]:
    if isinstance(node, YamlMap):
        return [text for key, value in node.items for text in (key, *_texts(value))]
    if isinstance(node, YamlList):
        return [text for item in node.items for text in _texts(item)]
    return [node] if isinstance(node, YamlText) else []


def _signs(written: str, text: YamlText, line: int, length: int) -> Iterator[str]:
    """The characters of the file at the locations of a line of a value."""
    for column in range(1, length + 1):
        location = text.at(line, column)
        yield written.split("\n")[location.line - 1][location.column - 1]


def _mutated(text: str, chance: random.Random) -> str:
    """The text with up to five small changes."""
    for _ in range(chance.randint(1, 5)):
        begin = chance.randrange(len(text) + 1)
        end = min(len(text), begin + chance.randrange(12))
        piece = text[begin:end]
        new = chance.choice(["", piece * 2, piece[::-1], chance.choice("\t:-'\"|>[]{}&*!#\n \x07")])
        text = text[:begin] + new + text[end:]
    return text


REAL = [
    file.read_text(encoding="utf-8")
    for pattern in ("*/game.yaml", "*/powers/a*.yaml", "*/modes/*.yaml")
    for file in sorted(resources.spec_dir().glob(pattern))
]
