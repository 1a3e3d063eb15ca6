"""The report as text: one failure in full or all of them, all by clause, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.render.span import Line, Span
from thesmos_conform.cases.profile import OWN
from thesmos_conform.judging.result import STATUSES, SuiteRun
from thesmos_conform.report.failure import FailureDescriber, FailureDescription
from thesmos_conform.report.sentences import few
from thesmos_conform.report.summary import (
    BY_CARD,
    UNLISTED,
    claim,
    groups,
    implementation,
    unexpected_passes,
    verdict,
)
from thesmos_conform.report.text_boards import text_boards


def render(run: SuiteRun, language: str = "en", *, every: bool = False) -> Iterator[Line]:
    """Yield the whole report as styled lines. every: show every failure in full, not only one."""
    claims = "" if run.profile == OWN else "claims "
    subject = f"{run.game} {run.edition}, {claims}{claim(run)}: {', '.join(run.levels)}"
    yield Span(implementation(run), "strong"), Span(f"  {subject}", "dim")
    failure_groups = groups(run)
    if failure_groups:
        describer = FailureDescriber(run, language)
        failing = [result for group in failure_groups for result in group.results]
        for shown in failing if every else failing[:1]:
            yield ()
            yield from failure_lines(describer.describe(shown))
        yield ()
        yield (Span(BY_CARD, "strong"),)
        for group in failure_groups:
            ids = sorted(result.id for result in group.results)
            yield (Span(f"  {group.name}", "bad"), Span(f"  {len(ids)}: {few(ids)}"))
            if group.clauses:
                yield (Span(f"    {few(group.clauses)}", "dim"),)
    if listed := unexpected_passes(run):
        yield ()
        yield (Span(UNLISTED, "strong"),)
        yield from ((Span(f"  {result.id}  {result.reason}"),) for result in listed)
    yield ()
    for status, meaning in STATUSES.items():
        if count := run.count(status):
            yield (Span(f"{count:>6} {status:<19}"), Span(meaning, "dim"))
    for note in run.notes:
        yield (Span(f"note: {note}"),)
    yield (Span(verdict(run), "good" if run.conformant else "bad"),)


def failure_lines(failure: FailureDescription) -> Iterator[Line]:
    """Yield one failure in full."""
    yield (Span(f"{failure.status} ", "bad"), Span(failure.id, "strong"))
    if failure.title:
        yield (Span(f"  {failure.title}"),)
    if failure.where:
        yield (Span(f"  {failure.where}", "dim"),)
    if failure.message:
        yield (Span(f"  {failure.message}"),)
    for clause, words in failure.words:
        quoted = f": “{words}”" if words else ""
        yield (Span(f"  {clause}", "strong"), Span(quoted))
    for ruling, words in failure.rulings:
        yield (Span(f"  ruling {ruling}", "strong"), Span(f": {words}"))
    for name, board in text_boards(failure):
        yield (Span(f"  {name}", "label"),)
        yield from board
    for key, lines in failure.differences:
        yield (Span(f"  {key}", "strong"),)
        yield from ((Span(f"    {line}", _style(line)),) for line in lines)
    for stream, text in failure.raw:
        yield (Span(f"  {stream}: {text}", "dim"),)
    if failure.command:
        yield (Span("  again: ", "label"), Span(failure.command))


def _style(line: str) -> str:
    return "good" if line.startswith("-") else "bad"
