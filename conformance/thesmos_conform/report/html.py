"""The report as one page that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import resources

from thesmos.diagnostics import printable
from thesmos.render.css import BOARD_CSS
from thesmos.render.svg import svg
from thesmos_conform.protocol.messages import Json
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
from thesmos_conform.runner.result import GOOD, HARMLESS, STATUSES, Run

WHOLE = 200  # how many failures are told whole: a page has to open


def tell(run: Run, language: str = "en") -> str:
    """The whole page."""
    style = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    title = escape(f"{implementation(run)}: {run.game} {run.edition}")
    body = "\n".join(_body(run, language))
    return printable(
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{BOARD_CSS}\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n"
        "</html>\n"
    )


def _body(run: Run, language: str) -> Iterator[str]:
    tone = "good" if run.conformant else "bad"
    yield f"<h1>{escape(implementation(run))}</h1>"
    yield f'<p class="verdict {tone}">{escape(verdict(run))}</p>'
    yield f"<p>{escape(run.game)} {escape(run.edition)}, levels {escape(', '.join(run.levels))}, "
    yield f"suite <code>{escape(run.suite)}</code>, seed {run.seed}.</p>"
    yield from (f"<p>{escape(note)}</p>" for note in run.notes)
    yield "<h2>Cases</h2><table><tbody>"
    for status, meaning in STATUSES.items():
        if count := run.count(status):
            yield f'<tr><td class="n">{count}</td><th>{status}</th><td>{meaning}</td></tr>'
    yield "</tbody></table>"
    yield from _matrix(run)
    yield from _failures(run, language)
    if listed := surprises(run):
        items = (f"<li><code>{escape(r.id)}</code> {escape(r.reason)}</li>" for r in listed)
        yield f"<h2>{UNLISTED}</h2><ul>{''.join(items)}</ul>"


def _matrix(run: Run) -> Iterator[str]:
    """Powers down, statuses across."""
    used = [status for status in STATUSES if run.count(status)]
    heads = "".join(f"<th>{status}</th>" for status in used)
    yield f"<h2>Powers</h2><table><thead><tr><th>power</th>{heads}</tr></thead><tbody>"
    for power, counts in by_power(run).items():
        cells = "".join(
            f'<td class="n {_tone(status) if counts[status] else ""}">{counts[status] or ""}</td>'
            for status in used
        )
        yield f"<tr><th>{escape(power)}</th>{cells}</tr>"
    yield "</tbody></table>"


def _tone(status: str) -> str:
    return "good" if status in GOOD else "still" if status in HARMLESS else "bad"


def _failures(run: Run, language: str) -> Iterator[str]:
    found = groups(run)
    if not found:
        return
    narrator = FailureDescriber(run, language)
    left = WHOLE
    yield "<h2>What is wrong, by the clause that decides it</h2>"
    for clause, results in found.items():
        yield f"<h3><code>{escape(clause)}</code> ({len(results)})</h3>"
        for result in results[:left]:
            yield from _failure(narrator.story(result))
        for result in results[left:]:
            yield f"<p><code>{escape(result.id)}</code> {result.status}</p>"
        left = max(0, left - len(results))


def _failure(story: FailureDescription) -> Iterator[str]:
    yield f"<details><summary><code>{escape(story.id)}</code> {escape(story.title)} "
    yield f'<span class="bad">{story.status}</span></summary>'
    yield from (f"<p>{escape(text)}</p>" for text in (story.where, story.message) if text)
    for clause, words in story.words:
        yield f"<blockquote><code>{escape(clause)}</code> {escape(words)}</blockquote>"
    yield '<div class="boards">'
    for name, position in (("before", story.before), ("after", story.after)):
        if position is not None:
            yield f"<figure>{_board(story, position, name)}<figcaption>{name}</figcaption></figure>"
    yield "</div>"
    for key, lines in story.differences:
        shown = "\n".join(
            f'<span class="{"good" if line.startswith("-") else "bad"}">{escape(line)}</span>'
            for line in lines
        )
        yield f"<p><code>{escape(key)}</code></p><pre>{shown}</pre>"
    for stream, text in story.raw:
        yield f"<p>{stream}</p><pre>{escape(text)}</pre>"
    yield f"<pre>{escape(story.command)}</pre></details>"


def _board(story: FailureDescription, position: Json, title: str) -> str:
    return svg(story.picture, position, title=title, styled=False) if story.picture else ""
