"""The report as Markdown, for a comment or a page."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.diagnostics import printable
from thesmos.render.markdown import code, escaped, fenced
from thesmos.render.span import plain
from thesmos_conform.judging.result import STATUSES, SuiteRun
from thesmos_conform.report.failure import FailureDescriber, FailureDescription
from thesmos_conform.report.sentences import few
from thesmos_conform.report.summary import (
    BY_CARD,
    UNLISTED,
    by_power,
    groups,
    implementation,
    powers_not_asked,
    statuses_by_power,
    unexpected_passes,
    verdict,
)
from thesmos_conform.report.text_boards import text_boards


def render(*runs: SuiteRun, language: str = "en") -> str:
    """Return the whole report: a part for each game."""
    parts = ("\n".join(_parts(run, language)) + "\n" for run in runs)
    return printable("\n".join(parts))


def _parts(run: SuiteRun, language: str) -> Iterator[str]:
    title = f"{implementation(run)}: {run.game} {run.edition}"
    yield f"# {escaped(title)}\n"
    yield f"**{escaped(verdict(run))}**\n"
    yield "| cases | | |\n|---:|---|---|"
    yield from (f"| {run.count(s)} | {s} | {STATUSES[s]} |" for s in STATUSES if run.count(s))
    failure_groups = groups(run)
    if failure_groups:
        describer = FailureDescriber(run, language)
        yield f"\n## {BY_CARD}\n"
        for group in failure_groups:
            ids = sorted(code(result.id) for result in group.results)
            yield f"- {code(group.name)} ({len(ids)}): {few(ids)}"
        for group in failure_groups:
            for result in group.results:
                yield from _failure(describer.describe(result))
    if listed := unexpected_passes(run):
        yield f"\n## {UNLISTED}\n"
        yield from (f"- {code(result.id)}: {escaped(result.reason)}" for result in listed)
    if run.rules is None or run.rules.powers:
        yield "\n## By power\n"
        yield from _matrix(run)
    yield from (f"\n> {escaped(note)}" for note in run.notes)


def _matrix(run: SuiteRun) -> Iterator[str]:
    used = statuses_by_power(run)
    yield f"| power | {' | '.join(used)} |"
    yield f"|---|{'---:|' * len(used)}"
    for power, counts in by_power(run).items():
        yield f"| {escaped(power)} | {' | '.join(str(counts[s] or '') for s in used)} |"
    if words := powers_not_asked(run):
        yield f"\n{words}"


def _failure(failure: FailureDescription) -> Iterator[str]:
    yield f"\n### {code(failure.id)}: {failure.status}\n"
    yield from (f"{escaped(t)}  " for t in (failure.title, failure.where, failure.message) if t)
    for clause, words in failure.words:
        yield f"\n> {code(clause)}" + (f": {escaped(words)}" if words else "")
    for ruling, words in failure.rulings:
        yield f"\n> ruling {code(ruling)}: {escaped(words)}"
    for name, board in text_boards(failure):
        yield from ("", name, "", *fenced(plain(board))[:-1])
    for key, lines in failure.differences:
        yield from ("", code(key), "", *fenced("\n".join(lines), "diff")[:-1])
    yield from ("", *fenced(f"$ {failure.command}", "console")[:-1])
