"""The report as one self-contained HTML page: no scripts, and nothing loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib import resources

from thesmos.diagnostics import printable
from thesmos.render.css import BOARD_CSS
from thesmos.render.scene import scene_of
from thesmos.render.span import plain
from thesmos.render.svg import svg
from thesmos.render.text_board import read
from thesmos_conform.judging.result import GOOD, NO_FAILURE, STATUSES, SuiteRun
from thesmos_conform.protocol.messages import Json
from thesmos_conform.report.failure import FailureDescriber, FailureDescription
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

WHOLE = 200  # failures to show in full: the page must open quickly
LARGE = 600  # the width of a drawing, in its own units, from which on it takes most of the page
WIDE = 1.8  # the width of a drawing, relative to its height, from which on it takes the whole page


def render(*runs: SuiteRun, language: str = "en") -> str:
    """Return the whole page: a part for each game."""
    games = ", ".join(f"{run.game} {run.edition}" for run in runs)
    body = "\n".join(part for run in runs for part in _body(run, language))
    return page(f"{implementation(runs[0])}: {games}", body, language)


def page(title: str, body: str, language: str = "en") -> str:
    """Return a whole page with its style. title: as text; body: as HTML."""
    style = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    return printable(
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{BOARD_CSS}\n{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _body(run: SuiteRun, language: str) -> Iterator[str]:
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
    if listed := unexpected_passes(run):
        items = (f"<li><code>{escape(r.id)}</code> {escape(r.reason)}</li>" for r in listed)
        yield f"<h2>{UNLISTED}</h2><ul>{''.join(items)}</ul>"


def _matrix(run: SuiteRun) -> Iterator[str]:
    """Yield a table of powers by statuses."""
    if run.rules is not None and not run.rules.powers:
        return
    used = statuses_by_power(run)
    heads = "".join(f"<th>{status}</th>" for status in used)
    yield f"<h2>Powers</h2><table><thead><tr><th>power</th>{heads}</tr></thead><tbody>"
    for power, counts in by_power(run).items():
        cells = "".join(
            f'<td class="n {_tone(status) if counts[status] else ""}">{counts[status] or ""}</td>'
            for status in used
        )
        yield f"<tr><th>{escape(power)}</th>{cells}</tr>"
    yield "</tbody></table>"
    if words := powers_not_asked(run):
        yield f"<p>{words}</p>"


def _tone(status: str) -> str:
    return "good" if status in GOOD else "still" if status in NO_FAILURE else "bad"


def _failures(run: SuiteRun, language: str) -> Iterator[str]:
    failure_groups = groups(run)
    if not failure_groups:
        return
    describer = FailureDescriber(run, language)
    remaining = WHOLE
    yield f"<h2>{BY_CARD}</h2>"
    for group in failure_groups:
        results = group.results
        yield f"<h3><code>{escape(group.name)}</code> ({len(results)})</h3>"
        for result in results[:remaining]:
            yield from _failure(describer.describe(result))
        for result in results[remaining:]:
            yield f"<p><code>{escape(result.id)}</code> {result.status}</p>"
        remaining = max(0, remaining - len(results))


def _failure(failure: FailureDescription) -> Iterator[str]:
    yield f"<details><summary><code>{escape(failure.id)}</code> {escape(failure.title)} "
    yield f'<span class="bad">{failure.status}</span></summary>'
    yield from (f"<p>{escape(text)}</p>" for text in (failure.where, failure.message) if text)
    for clause, words in failure.words:
        yield f"<blockquote><code>{escape(clause)}</code> {escape(words)}</blockquote>"
    for ruling, words in failure.rulings:
        yield f"<blockquote>ruling <code>{escape(ruling)}</code> {escape(words)}</blockquote>"
    yield '<div class="boards">'
    for name, position in failure.boards:
        board = _board(failure, position, name)
        size = _size(board)
        caption = f"<figcaption>{name}{_beside(failure, position)}</figcaption>"
        yield f'<figure class="{size}">{board}{caption}</figure>'
    yield "</div>"
    for key, lines in failure.differences:
        shown = "\n".join(
            f'<span class="{"good" if line.startswith("-") else "bad"}">{escape(line)}</span>'
            for line in lines
        )
        yield f"<p><code>{escape(key)}</code></p><pre>{shown}</pre>"
    for stream, text in failure.raw:
        yield f"<p>{stream}</p><pre>{escape(text)}</pre>"
    yield f"<pre>{escape(failure.command)}</pre></details>"


def _beside(failure: FailureDescription, position: Json) -> str:
    """Return what a drawing of boards alone leaves out, such as rights and clocks."""
    picture = failure.picture
    if picture is None or picture.rows:
        return ""
    scene = scene_of(picture, position, failure.names)
    if scene.table is not None or scene.texts or scene.tracks:
        return ""
    _, rest = read(picture, position)
    lines = plain(picture.rest.lines(rest, None, failure.names))
    return "".join(f"<br>{escape(line.strip())}" for line in lines.splitlines())


def _size(board: str) -> str:
    """Return the class of a figure: how much of the page its drawing needs to be read."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', board)
    width, height = (float(size[1]), float(size[2])) if size is not None else (0.0, 1.0)
    return "wide" if width > WIDE * height else "large" if width > LARGE else "small"


def _board(failure: FailureDescription, position: Json, title: str) -> str:
    names, picture = failure.names, failure.picture
    return svg(picture, position, names=names, title=title, styled=False) if picture else ""
