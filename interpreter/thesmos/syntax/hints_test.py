"""Messages for errors in clause text: `samples/clause_errors.txt`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path

import pytest

from testing.error_samples import annotated, badly_mended, clause_text, differing, read_samples
from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import clause_errors
from thesmos.syntax.clause_parser import parse_clauses, parse_effects
from thesmos.syntax.hints import VALUES, ErrorPattern, PatternMatch, find
from thesmos.syntax.hints_for_clauses import BEGINNINGS, CLAUSES
from thesmos.syntax.marks import marked
from thesmos.syntax.shown_forms import forms_by_words
from thesmos.syntax.yaml_nodes import YamlText

FILE = Path(__file__).parent / "samples" / "clause_errors.txt"


def diagnostics_of(text: str) -> list[Diagnostic]:
    lines = text.split("\n")
    wrong = parse_clauses(YamlText(Location("f", 0, 0), text, "literal", 0))[1]
    return [marked(diagnostic, lambda _: lines) for diagnostic in wrong]


def test_an_error_has_the_message_of_its_sample() -> None:
    assert "" == differing(FILE, lambda text: annotated(text, diagnostics_of(text)[:1]))


def test_an_edit_mends_the_error_of_its_sample() -> None:
    texts = map(clause_text, read_samples(FILE))
    assert [] == [line for text in texts for line in badly_mended(text, diagnostics_of)]


def test_every_error_pattern_has_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    met: set[ErrorPattern] = set()

    def watched(
        line: str, accepted: Collection[str], patterns: Iterable[ErrorPattern]
    ) -> PatternMatch | None:
        for pattern in patterns:
            if match := find(line, accepted, (pattern,)):
                met.add(pattern)
                return match
        return None

    monkeypatch.setattr(clause_errors, "find", watched)
    for sample in read_samples(FILE):
        diagnostics_of(clause_text(sample))
    assert [] == [one for one in (*BEGINNINGS, *CLAUSES, *VALUES) if one not in met]


def filled_in(form: str) -> list[str]:
    """A form with names in the place of its capitals, in all places where it may be read."""
    text = form.replace("POWER", "self").replace("…", "next here" if "ROLE" not in form else "it")
    text = text.replace("EFFECT", "x := 1").replace("CLAUSE", "veto")
    text = re.sub(r"[A-Z]{2,}", lambda word: word[0].lower(), text)
    return [text, f"after a:\n  {text}", f"after a: {text}"]


def test_every_form_that_a_hint_shows_can_be_read() -> None:
    forms = set(forms_by_words().values())
    assert len(forms) > 25
    assert [] == [form for form in forms if all(map(diagnostics_of, filled_in(form)))]


@pytest.mark.parametrize(
    ("effect", "hint"),
    [
        ("swap(card)", "write `do swap(…)` for an action"),
        ("for n in adjacent(at): n := 1", "write `each NAME in SET:`"),
        ("set n = 1", "write `let NAME = VALUE`"),
        ("remove Pawn at to", "with `zone(PIECE) := ZONE`"),
    ],
)
def test_an_effect_of_an_action_has_the_hint_of_one_in_a_clause(effect: str, hint: str) -> None:
    (wrong,) = parse_effects(YamlText(Location("f", 0, 0), effect, "literal", 0))[1]
    assert hint in (wrong.hint or "")


def test_a_keyword_ends_where_a_word_ends() -> None:
    for text in ("forbids", "permitmove", "forbid move wherea"):
        assert ["E201"] == [one.code for one in diagnostics_of(text)]
    assert [] == diagnostics_of("forbid move where nota(b)")


def test_a_very_long_word_is_cut_off_in_the_message() -> None:
    assert len(diagnostics_of("x" * 3000)[0].message) < 100
