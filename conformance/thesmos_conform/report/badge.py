"""The verdict as a small picture: who claims what, and whether it holds."""

from __future__ import annotations

from html import escape

from thesmos.diagnostics import printable
from thesmos_conform.report.story import claim
from thesmos_conform.runner.result import Run

HIGH = 20
WIDE = 7  # of a letter, about
COLOURS = {"conformant": "#2e7d32", "not conformant": "#b3261e", "incomplete": "#6b6b6b"}


def tell(run: Run) -> str:
    """An SVG with two fields: the game and the claim, the verdict. No share of passes."""
    said = "conformant" if run.conformant else "not conformant" if run.complete else "incomplete"
    left = f"{run.game} {run.edition} · {claim(run)}"
    first, second = (len(text) * WIDE + 14 for text in (left, said))
    whole = first + second
    return printable(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HIGH}" role="img" '
        f'aria-label="{escape(f"{left}: {said}")}">'
        f"<title>{escape(f'{left}: {said}')}</title>"
        f'<clipPath id="r"><rect width="{whole}" height="{HIGH}" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{first}" height="{HIGH}" fill="#444"/>'
        f'<rect x="{first}" width="{second}" height="{HIGH}" fill="{COLOURS[said]}"/></g>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" '
        'text-anchor="middle">'
        f'<text x="{first / 2:g}" y="14">{escape(left)}</text>'
        f'<text x="{first + second / 2:g}" y="14">{escape(said)}</text></g></svg>\n'
    )
