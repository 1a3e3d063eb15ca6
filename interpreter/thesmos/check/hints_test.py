"""Mistakes of meaning as authors make them, and what they are told: `samples/hints.txt`.

A sample is the text of clauses on a card of Santorini, with what is told below its lines.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from thesmos.check.spec import check_card
from thesmos.diagnostics import Diagnostic
from thesmos.play.game import load
from thesmos.syntax.document_reader import DocumentReader
from thesmos.syntax.yaml_nodes import YamlMap, parse_yaml

FILE = Path(__file__).parent / "samples" / "hints.txt"
SAMPLES = [s.strip("\n") for s in FILE.read_text("utf-8").split("\n\n") if not s.startswith("#")]
CARD = "thesmos: power\nslug: x\ntitle: X\nclauses:\n  Your Move: |\n"
INDENT = 4


def written(sample: str) -> str:
    """The clause text of a sample: what is not told about it."""
    lines = [line for line in sample.split("\n") if not re.match(r" *\^$|E3|hint: ", line)]
    return "\n".join(lines)


def diagnostics_of(text: str) -> list[Diagnostic]:
    """What is told about clauses, in the order of their text."""
    clauses = "".join(f"{' ' * INDENT}{line}\n" for line in text.split("\n"))
    root, diagnostics = parse_yaml(CARD + clauses, "x")
    assert isinstance(root, YamlMap)
    reader = DocumentReader()
    card = reader.card(root)
    assert [] == [*diagnostics, *reader.diagnostics]
    _, found = check_card(card, load("santorini").checked.names)
    return sorted(dict.fromkeys(found), key=lambda f: f.location.line if f.location else 0)


def shown(text: str) -> str:
    """A text, and below each line what is told about it."""
    lines = text.split("\n")
    for diagnostic in reversed(diagnostics_of(text)):
        assert diagnostic.location is not None
        line = diagnostic.location.line - CARD.count("\n")
        told = [f"{diagnostic.code}: {diagnostic.message}", f"hint: {diagnostic.hint}"]
        lines[line:line] = [" " * (diagnostic.location.column - 1 - INDENT) + "^", *told]
    return "\n".join(lines)


@pytest.mark.parametrize("sample", SAMPLES, ids=written)
def test_a_mistake_is_told_as_the_file_says(sample: str) -> None:
    assert sample == shown(written(sample))


@pytest.mark.parametrize("sample", SAMPLES, ids=written)
def test_each_says_what_to_do(sample: str) -> None:
    assert all(diagnostic.hint for diagnostic in diagnostics_of(written(sample)))
