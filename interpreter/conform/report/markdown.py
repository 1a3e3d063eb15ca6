"""The report as Markdown, for a comment or a page."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.conform.report.story import (
    UNLISTED,
    Narrator,
    Story,
    by_power,
    groups,
    implementation,
    surprises,
    verdict,
)
from thesmos.conform.result import STATUSES, Run
from thesmos.fault import printable
from thesmos.tell.board import draw
from thesmos.tell.span import plain

WHOLE = 3  # how many failures are told whole


def tell(run: Run, language: str = "en") -> str:
    """The whole report."""
    return printable("\n".join(_parts(run, language)) + "\n")


def _parts(run: Run, language: str) -> Iterator[str]:
    title = f"{implementation(run)}: {run.game} {run.edition}"
    yield f"# {_text(title)}\n"
    yield f"**{_text(verdict(run))}**\n"
    yield "| cases | | |\n|---:|---|---|"
    yield from (f"| {run.count(s)} | {s} | {STATUSES[s]} |" for s in STATUSES if run.count(s))
    found = groups(run)
    if found:
        narrator = Narrator(run, language)
        yield "\n## What is wrong, by the clause that decides it\n"
        for clause, results in found.items():
            ids = ", ".join(f"`{_code(result.id)}`" for result in results)
            yield f"- `{_code(clause)}` ({len(results)}): {ids}"
        for results in list(found.values())[:WHOLE]:
            yield from _failure(narrator.story(results[0]))
    if listed := surprises(run):
        yield f"\n## {UNLISTED}\n"
        yield from (f"- `{_code(result.id)}`: {_text(result.reason)}" for result in listed)
    yield "\n## By power\n"
    yield from _matrix(run)
    yield from (f"\n> {_text(note)}" for note in run.notes)


def _matrix(run: Run) -> Iterator[str]:
    used = [status for status in STATUSES if run.count(status)]
    yield f"| power | {' | '.join(used)} |"
    yield f"|---|{'---:|' * len(used)}"
    for power, counts in by_power(run).items():
        yield f"| {_text(power)} | {' | '.join(str(counts[s] or '') for s in used)} |"


def _failure(story: Story) -> Iterator[str]:
    yield f"\n### `{_code(story.id)}`: {story.status}\n"
    yield from (f"{_text(t)}  " for t in (story.title, story.where, story.message) if t)
    for clause, words in story.words:
        yield f"\n> `{_code(clause)}`" + (f": {_text(words)}" if words else "")
    for name, position in (("before", story.before), ("after", story.after)):
        if story.picture is not None and position is not None:
            yield f"\n{name}\n\n```text\n{_fenced(plain(draw(story.picture, position)))}\n```"
    for key, lines in story.differences:
        shown = _fenced("\n".join(lines))
        yield f"\n`{_code(key)}`\n\n```diff\n{shown}\n```"
    yield f"\n```console\n$ {_fenced(story.command)}\n```"


def _fenced(text: str) -> str:
    """Text between fences, which can't end them."""
    return text.replace("```", "'''")


def _code(text: str) -> str:
    return text.replace("`", "'").replace("\n", " ").replace("|", "¦")


def _text(text: str) -> str:
    """Text from elsewhere, so that it can't become a link, an image or a tag."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]<>#|!" else c for c in text)
    return escaped.replace("\n", " ")
