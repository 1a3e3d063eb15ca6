"""Slips as authors make them, and what they are told: `samples/slips.txt`, for people to read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path

import pytest

from thesmos.diagnostics import Location
from thesmos.syntax import clause_errors
from thesmos.syntax.clause_parser import parse_clauses
from thesmos.syntax.hints import VALUES, ErrorPattern, PatternMatch, find
from thesmos.syntax.hints_for_clauses import BEGINNINGS, CLAUSES, FORMS
from thesmos.syntax.yaml_nodes import YamlText

FILE = Path(__file__).parent / "samples" / "slips.txt"
SAMPLES = [s.strip("\n") for s in FILE.read_text("utf-8").split("\n\n") if not s.startswith("#")]


def written(sample: str) -> str:
    """The clause text of a sample: what is not told about it."""
    lines = [line for line in sample.split("\n") if not re.match(r" *\^$|E2|hint: ", line)]
    return "\n".join(lines)


def shown(text: str) -> str:
    """A text, and below the line where its first fault is, what is told about that."""
    _, diagnostics = parse_clauses(YamlText(Location("f", 0, 0), text, "literal", 0))
    diagnostic, lines = diagnostics[0], text.split("\n")
    assert diagnostic.location is not None
    lines.insert(diagnostic.location.line, " " * (diagnostic.location.column - 1) + "^")
    lines.insert(diagnostic.location.line + 1, f"{diagnostic.code}: {diagnostic.message}")
    lines.insert(diagnostic.location.line + 2, f"hint: {diagnostic.hint}")
    return "\n".join(lines)


@pytest.mark.parametrize("sample", SAMPLES, ids=written)
def test_a_slip_is_told_as_the_file_says(sample: str) -> None:
    assert sample == shown(written(sample))


def test_every_slip_that_is_known_has_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    met: set[ErrorPattern] = set()

    def watched(
        line: str, accepted: Collection[str], slips: Iterable[ErrorPattern]
    ) -> PatternMatch | None:
        for pattern in slips:
            if told := find(line, accepted, (pattern,)):
                met.add(pattern)
                return told
        return None

    monkeypatch.setattr(clause_errors, "find", watched)
    for sample in SAMPLES:
        shown(written(sample))
    assert [] == [pattern for pattern in (*BEGINNINGS, *CLAUSES, *VALUES) if pattern not in met]


@pytest.mark.parametrize("form", FORMS.values())
def test_a_form_that_a_hint_shows_can_be_read(form: str) -> None:
    """With names in the place of its capitals."""
    text = form.replace("POWER", "self").replace("…", "next here" if "ROLE" not in form else "it")
    text = text.replace("EFFECT", "x := 1")
    text = re.sub(r"[A-Z]{2,}", lambda word: word[0].lower(), text)
    effect = re.match(r"next|let|do|give|share|revoke|each", form)
    if form.startswith("next"):
        text = f"after a: {text}"
    elif effect:
        text = f"after a:\n  {text}"
    assert [] == parse_clauses(YamlText(Location("f", 0, 0), text, "literal", 0))[1]


def test_a_keyword_ends_where_a_word_ends() -> None:
    for text in ("forbids", "permitmove", "forbid move wherea", "forbid move where nota(b)"):
        _, diagnostics = parse_clauses(YamlText(Location("f", 0, 0), text, "literal", 0))
        assert (["E201"] == [diagnostic.code for diagnostic in diagnostics]) is (
            text != "forbid move where nota(b)"
        )


def test_a_very_long_word_is_cut_off_in_the_message() -> None:
    _, diagnostics = parse_clauses(YamlText(Location("f", 0, 0), "x" * 3000, "literal", 0))
    assert len(diagnostics[0].message) < 100
