"""Findings of `explain` and `why_not` as lines: the rule or clause, its location, values it read.

Players who can't read the clause language get its sentence, and the text of its card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from thesmos.choice_words import SKIP
from thesmos.diagnostics import listed
from thesmos.notation.explain import Finding
from thesmos.program.clauses import heading_slug
from thesmos.render.phrase import phrase
from thesmos.render.span import Line, Span

Texts = Mapping[str, Mapping[str, Any]]


def finding_lines(
    findings: Iterable[Finding],
    texts: Texts,
    language: str = "en",
    source: Callable[[str], str] = lambda _: "",
    sentence: Callable[[str], str] = lambda _: "",
    called: Callable[[str, str], str] = lambda _, __: "",
) -> list[Line]:
    """Return the findings as lines; those that do not hold come first.

    texts: the texts of a match, by slug of the card.
    source: returns the source line at a location, or an empty text if the files of the spec are not
        available.
    sentence: returns the sentence of the rule or the clause with an id, to be shown in place of its
        source; an empty text if there is none.
    called: returns what that sentence calls a value of a finding, by the id and how the value is
        written; an empty text if it is called nothing.
    """
    lines: list[Line] = []
    for finding in sorted(findings, key=lambda finding: finding.holds):
        good = finding.holds
        verdict = Span("holds" if good else "fails", "good" if good else "bad")
        lifted = f", waived by {finding.waived_by}" if finding.waived_by else ""
        lines.append((Span("  "), verdict, Span("  "), Span(finding.id, "strong"), Span(lifted)))
        step, _, last = finding.id.rpartition(".")
        if last == SKIP and not good and not finding.place:  # there is no text to show
            lines.append((Span("         "), Span(f"no clause says `may skip {step}`")))
        if written := sentence(finding.id) or source(finding.place):
            lines.append((Span("         "), Span(written)))
        if finding.values:
            seen = "; ".join(
                f"{called(finding.id, name) or name} = {_short(phrase(value))}"
                for name, value in finding.values.items()
            )
            lines.append((Span("         "), Span(seen, "label")))
        words = card_words(finding.id, texts, language)
        if words is not None:
            lines.append((Span("         "), Span(f"“{words}”", "dim")))
        if finding.place:
            lines.append((Span("         "), Span(finding.place, "dim")))
    return lines


def _short(values: str) -> str:
    """Return the members of a set without most of them, if there are many."""
    return listed(values.split(", "))


def card_words(clause: str, texts: Texts, language: str = "en") -> str | None:
    """Return the card's text under the heading of a clause `<card>.<heading>.<n>`, or None."""
    card, _, rest = clause.partition(".")
    heading = rest.rpartition(".")[0]
    for name, words in texts.get(card, {}).get("text", {}).items():
        if heading_slug(name) == heading:
            text: str | None = words.get(language) or words.get("en")
            return text
    return None


def findings_json(
    findings: Iterable[Finding],
    texts: Texts,
    language: str = "en",
    sentence: Callable[[str], str] = lambda _: "",
    called: Callable[[str, str], str] = lambda _, __: "",
) -> list[dict[str, Any]]:
    """Return the findings as JSON values, in their original order.

    sentence: as in `finding_lines`.
    """
    return [
        {
            **vars(finding),
            "words": card_words(finding.id, texts, language),
            "sentence": sentence(finding.id) or None,
            "called": {
                name: words for name in finding.values if (words := called(finding.id, name))
            },
        }
        for finding in findings
    ]
