"""The verdict as a small picture: who claims what, and whether it is true."""

from __future__ import annotations

from html import escape

from thesmos.diagnostics import printable
from thesmos_conform.report.summary import claim
from thesmos_conform.runner.result import SuiteRun

HIGH = 20
WIDE = 7  # approximate width of a letter
COLOURS = {"conformant": "#2e7d32", "not conformant": "#b3261e", "incomplete": "#6b6b6b"}


def render(run: SuiteRun) -> str:
    """An SVG with two fields: game and claim, and the verdict. Never a percentage of passes."""
    result = "conformant" if run.conformant else "not conformant" if run.complete else "incomplete"
    left = f"{run.game} {run.edition} · {claim(run)}"
    first, second = (len(text) * WIDE + 14 for text in (left, result))
    whole = first + second
    return printable(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HIGH}" role="img" '
        f'aria-label="{escape(f"{left}: {result}")}">'
        f"<title>{escape(f'{left}: {result}')}</title>"
        f'<clipPath id="r"><rect width="{whole}" height="{HIGH}" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{first}" height="{HIGH}" fill="#444"/>'
        f'<rect x="{first}" width="{second}" height="{HIGH}" fill="{COLOURS[result]}"/></g>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" '
        'text-anchor="middle">'
        f'<text x="{first / 2:g}" y="14">{escape(left)}</text>'
        f'<text x="{first + second / 2:g}" y="14">{escape(result)}</text></g></svg>\n'
    )
