"""The verdict as a small picture: what an implementation claims, and whether that is true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from thesmos.diagnostics import printable
from thesmos_conform.judging.result import SuiteRun
from thesmos_conform.report.summary import TOO_LITTLE, claim, outcome

HIGH = 20
APART = 4  # between two rows
WIDE = 7  # approximate width of a letter
COLOURS = {
    "conformant": "#2e7d32",
    "not conformant": "#b3261e",
    "incomplete": "#6b6b6b",
    TOO_LITTLE: "#6b6b6b",
}


def render(*runs: SuiteRun) -> str:
    """Return an SVG with a row of two fields for each game.

    They are the game and the claim, and the verdict; never a percentage.
    """
    return _drawn([(f"{run.game} {run.edition} · {claim(run)}", outcome(run)) for run in runs])


def rows(runs: Mapping[str, SuiteRun]) -> str:
    """Return an SVG with a row for each implementation, by its name."""
    return _drawn(
        [
            (f"{name}: {run.game} {run.edition} · {claim(run)}", outcome(run))
            for name, run in runs.items()
        ]
    )


def _drawn(fields: Sequence[tuple[str, str]]) -> str:
    """Return rows of two fields each; the left ones are equally wide."""
    first = max(len(left) for left, _ in fields) * WIDE + 14
    wide = first + max(len(result) for _, result in fields) * WIDE + 14
    high = len(fields) * (HIGH + APART) - APART
    label = "; ".join(f"{left}: {result}" for left, result in fields)
    drawn = "".join(
        _row(left, result, first, number * (HIGH + APART))
        for number, (left, result) in enumerate(fields)
    )
    return printable(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" role="img" '
        f'aria-label="{escape(label)}"><title>{escape(label)}</title>'
        '<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">'
        f"{drawn}</g></svg>\n"
    )


def _row(left: str, result: str, first: int, y: int) -> str:
    """Return a row. first: the width of its left field. y: its upper edge."""
    second = len(result) * WIDE + 14
    whole = first + second
    return (
        f'<clipPath id="r{y}"><rect y="{y}" width="{whole}" height="{HIGH}" rx="3"/></clipPath>'
        f'<g clip-path="url(#r{y})"><rect y="{y}" width="{first}" height="{HIGH}" fill="#444"/>'
        f'<rect x="{first}" y="{y}" width="{second}" height="{HIGH}" fill="{COLOURS[result]}"/></g>'
        f'<text x="{first / 2:g}" y="{y + 14}" fill="#fff">{escape(left)}</text>'
        f'<text x="{first + second / 2:g}" y="{y + 14}" fill="#fff">{escape(result)}</text>'
    )
