"""The report as Markdown, for a comment or a page."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.diagnostics import printable
from thesmos.render.markdown import code, escaped, fenced
from thesmos.render.span import plain
from thesmos.render.text_board import draw
from thesmos_conform.report.story import (
    UNLISTED,
    FailureDescriber,
    FailureDescription,
    by_power,
    groups,
    implementation,
    surprises,
    verdict,
)
from thesmos_conform.runner.result import STATUSES, Run

WHOLE = 3  # how many failures are told whole


def tell(run: Run, language: str = "en") -> str:
    """The whole report."""
    return printable("\n".join(_parts(run, language)) + "\n")


def _parts(run: Run, language: str) -> Iterator[str]:
    title = f"{implementation(run)}: {run.game} {run.edition}"
    yield f"# {escaped(title)}\n"
    yield f"**{escaped(verdict(run))}**\n"
    yield "| cases | | |\n|---:|---|---|"
    yield from (f"| {run.count(s)} | {s} | {STATUSES[s]} |" for s in STATUSES if run.count(s))
    found = groups(run)
    if found:
        narrator = FailureDescriber(run, language)
        yield "\n## What is wrong, by the clause that decides it\n"
        for clause, results in found.items():
            ids = ", ".join(code(result.id) for result in results)
            yield f"- {code(clause)} ({len(results)}): {ids}"
        for results in list(found.values())[:WHOLE]:
            yield from _failure(narrator.story(results[0]))
    if listed := surprises(run):
        yield f"\n## {UNLISTED}\n"
        yield from (f"- {code(result.id)}: {escaped(result.reason)}" for result in listed)
    yield "\n## By power\n"
    yield from _matrix(run)
    yield from (f"\n> {escaped(note)}" for note in run.notes)


def _matrix(run: Run) -> Iterator[str]:
    used = [status for status in STATUSES if run.count(status)]
    yield f"| power | {' | '.join(used)} |"
    yield f"|---|{'---:|' * len(used)}"
    for power, counts in by_power(run).items():
        yield f"| {escaped(power)} | {' | '.join(str(counts[s] or '') for s in used)} |"


def _failure(story: FailureDescription) -> Iterator[str]:
    yield f"\n### {code(story.id)}: {story.status}\n"
    yield from (f"{escaped(t)}  " for t in (story.title, story.where, story.message) if t)
    for clause, words in story.words:
        yield f"\n> {code(clause)}" + (f": {escaped(words)}" if words else "")
    for name, position in (("before", story.before), ("after", story.after)):
        if story.picture is not None and position is not None:
            yield from ("", name, "", *fenced(plain(draw(story.picture, position)))[:-1])
    for key, lines in story.differences:
        yield from ("", code(key), "", *fenced("\n".join(lines), "diff")[:-1])
    yield from ("", *fenced(f"$ {story.command}", "console")[:-1])
