"""Findings as sentences: what fails comes first, with the card's words."""

from __future__ import annotations

import pytest

from thesmos.notation.explain import Finding
from thesmos.program.clauses import heading_slug
from thesmos.render.findings import card_words, finding_lines, findings_json
from thesmos.render.span import plain

TEXTS = {"witch": {"text": {"Opponent's Turn": {"en": "You may not.", "es": "No puedes."}}}}
RULE = Finding("step.near", True, "game.yaml:3:7", {"to": "B2"})
CLAUSE = Finding("witch.opponents-turn.2", False, "powers/witch.yaml:20:5", {})


def test_what_fails_comes_first() -> None:
    lines = plain(finding_lines([RULE, CLAUSE], TEXTS, source=lambda place: f"<{place[:4]}>"))
    assert lines.splitlines() == [
        "  fails  witch.opponents-turn.2",
        "         <powe>",
        "         “You may not.”",
        "         powers/witch.yaml:20:5",
        "  holds  step.near",
        "         <game>",
        "         to = B2",
        "         game.yaml:3:7",
    ]


def test_a_sentence_is_shown_in_place_of_the_text_in_the_spec() -> None:
    def sentence(of: str) -> str:
        return "It is near." if of == RULE.id else ""

    shown = finding_lines([RULE, CLAUSE], {}, source=lambda _: "as written", sentence=sentence)
    lines = plain(shown).splitlines()
    assert ["         as written", "         It is near."] == [lines[1], lines[4]]
    listed = findings_json([RULE, CLAUSE], {}, sentence=sentence)
    assert ["It is near.", None] == [finding["sentence"] for finding in listed]


def test_a_value_is_called_what_the_sentence_calls_it() -> None:
    rule = Finding("step.near", True, "", {"to": "B2", "rise": "1"})

    def called(id: str, name: str) -> str:
        return {("step.near", "to"): "the square it enters"}.get((id, name), "")

    shown = plain(finding_lines([rule], TEXTS, called=called)).splitlines()
    assert "         the square it enters = B2; rise = 1" in shown
    (listed,) = findings_json([rule], TEXTS, called=called)
    assert listed["called"] == {"to": "the square it enters"}


def test_a_rule_that_is_waived_says_by_which_permit() -> None:
    rule = Finding("step.near", True, "", {}, waived_by="witch.your-turn.1")
    lines = plain(finding_lines([rule], TEXTS))
    assert lines.splitlines() == ["  holds  step.near, waived by witch.your-turn.1"]


def test_a_step_that_can_not_be_skipped_says_which_clause_would_allow_it() -> None:
    lines = plain(finding_lines([Finding("build.skip", False, "", {})], TEXTS))
    assert lines.splitlines() == ["  fails  build.skip", "         no clause says `may skip build`"]


@pytest.mark.parametrize(
    ("clause", "language", "words"),
    [
        ("witch.opponents-turn.1", "en", "You may not."),
        ("witch.opponents-turn.1", "es", "No puedes."),
        ("witch.opponents-turn.1", "fr", "You may not."),
        ("witch.your-turn.1", "en", None),
        ("step.near", "en", None),
        ("", "en", None),
    ],
)
def test_words_of_the_card(clause: str, language: str, words: str | None) -> None:
    assert card_words(clause, TEXTS, language) == words


def test_headings_are_slugs_as_in_clause_ids() -> None:
    assert heading_slug("Opponent's Turn") == "opponents-turn"
    assert heading_slug("End of  All Turns!") == "end-of-all-turns"


def test_as_json() -> None:
    assert findings_json([CLAUSE], TEXTS, "es") == [
        {
            "id": "witch.opponents-turn.2",
            "holds": False,
            "place": "powers/witch.yaml:20:5",
            "values": {},
            "waived_by": None,
            "words": "No puedes.",
            "sentence": None,
            "called": {},
        }
    ]
