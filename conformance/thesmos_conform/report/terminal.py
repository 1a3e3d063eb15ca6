"""The report as the terminal shows it: one failure whole, the others by clause, the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.render.span import Line, Span
from thesmos.render.text_board import draw
from thesmos_conform.report.story import (
    UNLISTED,
    FailureDescriber,
    FailureDescription,
    claim,
    groups,
    implementation,
    surprises,
    verdict,
)
from thesmos_conform.runner.result import STATUSES, Run

NAMED = 6  # how many cases of a clause are named


def tell(run: Run, language: str = "en") -> Iterator[Line]:
    """The whole report, as lines with styles."""
    yield (
        Span(implementation(run), "strong"),
        Span(f"  {run.game} {run.edition}, claims {claim(run)}: {', '.join(run.levels)}", "dim"),
    )
    found = groups(run)
    if found:
        yield ()
        shown = next(iter(found.values()))[0]
        yield from failure(FailureDescriber(run, language).story(shown))
        yield ()
        yield (Span("What is wrong, by the clause that decides it", "strong"),)
        for clause, results in found.items():
            ids = ", ".join(result.id for result in results[:NAMED])
            more = f", and {len(results) - NAMED} more" if len(results) > NAMED else ""
            yield (Span(f"  {clause}", "bad"), Span(f"  {len(results)}: {ids}{more}"))
    if listed := surprises(run):
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


def failure(story: FailureDescription) -> Iterator[Line]:
    """One failure, whole."""
    yield (Span(f"{story.status} ", "bad"), Span(story.id, "strong"))
    if story.title:
        yield (Span(f"  {story.title}"),)
    if story.where:
        yield (Span(f"  {story.where}", "dim"),)
    if story.message:
        yield (Span(f"  {story.message}"),)
    for clause, words in story.words:
        said = f": “{words}”" if words else ""
        yield (Span(f"  {clause}", "strong"), Span(said))
    if story.picture is not None:
        for name, position in (("before", story.before), ("after", story.after)):
            if position is not None and not (name == "after" and position == story.before):
                yield (Span(f"  {name}", "label"),)
                yield from draw(story.picture, position)
    for key, lines in story.differences:
        yield (Span(f"  {key}", "strong"),)
        yield from ((Span(f"    {line}", _style(line)),) for line in lines)
    for stream, text in story.raw:
        yield (Span(f"  {stream}: {text}", "dim"),)
    if story.command:
        yield (Span("  again: ", "label"), Span(story.command))


def _style(line: str) -> str:
    return "good" if line.startswith("-") else "bad"
