"""Several reports together: implementations side by side, and how each has changed.

Reports of one implementation stay in their order, the latest last; the latest is compared with
the latest reports of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from thesmos.diagnostics import UsageError
from thesmos.files import write_files
from thesmos.render.span import Line, Span, plain
from thesmos_conform.judging.result import HONEST, SuiteRun
from thesmos_conform.report import badge, jsonl
from thesmos_conform.report.formats import format_of
from thesmos_conform.report.html import page
from thesmos_conform.report.side_by_side import (
    PERHAPS_OURS,
    alone,
    grid,
    perhaps_ours,
    short_path,
    table,
)
from thesmos_conform.report.summary import FINE, NOT_ASKED, verdict

HIGH, WIDE, APART = 60, 14, 4  # the height of a trend's picture; the width and gap of its bars


@dataclass(frozen=True)
class NamedRun:
    """A run and the name of its report. implementation: the name it is compared under."""

    name: str
    implementation: str
    run: SuiteRun

    @property
    def asked(self) -> int:
        """How many cases were asked, except the `honest` ones, which are about the claim."""
        return sum(result.status not in NOT_ASKED | {HONEST} for result in self.run.results)

    @property
    def wrong(self) -> int:
        """How many of the asked cases are wrong."""
        return sum(result.status not in FINE | NOT_ASKED for result in self.run.results)


@dataclass(frozen=True)
class Comparison:
    """Runs of several implementations; those of one implementation are in order of time."""

    runs: Sequence[NamedRun]

    @property
    def histories(self) -> dict[str, list[NamedRun]]:
        """The runs of each implementation."""
        histories: dict[str, list[NamedRun]] = {}
        for named in self.runs:
            histories.setdefault(named.implementation, []).append(named)
        return histories

    @property
    def latest(self) -> dict[str, list[SuiteRun]]:
        """The latest run of each implementation."""
        return {name: [named_runs[-1].run] for name, named_runs in self.histories.items()}

    def lines(self) -> Iterator[Line]:
        """Yield the comparison for a terminal."""
        yield from table(self.latest)
        yield ()
        for name, (run,) in self.latest.items():
            yield (Span(f"{name}: {verdict(run)}", "good" if run.conformant else "bad"),)
        for name, named_runs in self.histories.items():
            if len(named_runs) > 1:
                yield ()
                yield (Span(f"Reports of {name}", "strong"),)
                yield from ((Span(f"  {_counts(named)}"),) for named in named_runs)

    def reports(self) -> str:
        """Return the reports themselves, one after the other."""
        return "".join(f"{line}\n" for named in self.runs for line in jsonl.write(named.run))

    def badge(self) -> str:
        """Return the latest verdicts as one picture, a row for each implementation."""
        return badge.rows({name: run for name, (run,) in self.latest.items()})

    def html(self) -> str:
        """Return the comparison as one self-contained HTML page."""
        games = dict.fromkeys(f"{named.run.game} {named.run.edition}" for named in self.runs)
        title = f"{', '.join(self.histories)}: {', '.join(games)}"
        return page(title, "\n".join(self._body(title)))

    def _body(self, title: str) -> Iterator[str]:
        yield f"<h1>{escape(title)}</h1>"
        if ids := perhaps_ours(self.latest):
            items = "".join(f"<li><code>{escape(id)}</code></li>" for id in ids)
            yield f"<h2>{PERHAPS_OURS}</h2><ul>{items}</ul>"
        for name, (run,) in self.latest.items():
            tone = "good" if run.conformant else "bad"
            yield f'<p class="verdict {tone}">{escape(name)}: {escape(verdict(run))}</p>'
        heads, *rows = grid(self.latest)
        yield "<h2>Powers</h2><table><thead><tr>"
        yield "".join(f"<th>{escape(head)}</th>" for head in heads)
        yield "</tr></thead><tbody>"
        for power, *cells in rows:
            shown = "".join(
                f'<td class="n {"bad" if "wrong" in cell else "good"}">{escape(cell)}</td>'
                for cell in cells
            )
            yield f"<tr><th>{escape(power)}</th>{shown}</tr>"
        yield "</tbody></table>"
        for name, ids in alone(self.latest).items():
            items = "".join(f"<li><code>{escape(id)}</code></li>" for id in ids)
            yield f"<h2>Wrong in {escape(name)} only</h2><ul>{items}</ul>"
        for name, named_runs in self.histories.items():
            if len(named_runs) > 1:
                yield f"<h2>Reports of {escape(name)}</h2>{_trend(named_runs)}<ol>"
                yield from (f"<li>{escape(_counts(named))}</li>" for named in named_runs)
                yield "</ol>"


def compared(reports: Sequence[tuple[str, SuiteRun]]) -> Comparison:
    """Return the comparison of some reports, each with its name, which several may share.

    An implementation has the name it gives itself, followed by the game if there are several, and
    by its adapter if several in one report share the name, such as an old and a new version; of the
    adapter's path, the end that differs from the others.
    """
    one_game = len({run.game for _, run in reports}) == 1
    counts = Counter((name, run.game, run.hello.name) for name, run in reports)
    shared = {name for (*_, name), count in counts.items() if count > 1}
    adapters = {run.adapter for _, run in reports if run.hello.name in shared}

    def implementation(run: SuiteRun) -> str:
        ambiguous = run.hello.name in shared and run.adapter
        more = [short_path(run.adapter, adapters)] if ambiguous else []
        more += [] if one_game else [run.game]
        return f"{run.hello.name} ({', '.join(more)})" if more else run.hello.name

    return Comparison([NamedRun(name, implementation(run), run) for name, run in reports])


def _counts(named: NamedRun) -> str:
    return f"{named.name}: {named.asked} asked, {named.wrong} wrong"


def _trend(history: Sequence[NamedRun]) -> str:
    """Return a bar for each run: its height is the cases asked, with the wrong ones marked."""
    most = max(1, *(named.asked for named in history))
    bars = []
    for number, named in enumerate(history):
        x = number * (WIDE + APART)
        for count, tone in ((named.asked, "good"), (named.wrong, "bad")):
            high = round(HIGH * count / most, 1)
            bars.append(
                f'<rect x="{x}" y="{HIGH - high:g}" width="{WIDE}" height="{high:g}" '
                f'fill="var(--{tone})"><title>{escape(_counts(named))}</title></rect>'
            )
    width = len(history) * (WIDE + APART)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
        f'height="{HIGH}" aria-label="cases asked, and wrong, by report">{"".join(bars)}</svg>'
    )


TOGETHER: dict[str, Callable[[Comparison], str]] = {
    "text": lambda comparison: plain(comparison.lines()) + "\n",
    "lines": Comparison.reports,
    "html": Comparison.html,
    "badge": Comparison.badge,
}


def check_together(form: str) -> None:
    """Raise UsageError for a format in which several reports can't be written together."""
    if form not in TOGETHER:
        raise UsageError(
            f"several implementations have no common report in the format {form}",
            f"formats for several are {', '.join(TOGETHER)}",
        )


def save_together(comparison: Comparison, *paths: Path) -> None:
    """Write a comparison in the formats of the files' suffixes: all or none. Raises UsageError."""
    texts: dict[Path, str | bytes] = {}
    for path in paths:
        form = format_of(path)
        check_together(form)
        texts[path] = TOGETHER[form](comparison)
    write_files(texts, replace=True)
