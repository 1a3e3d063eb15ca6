"""Shapes that several pictures of a page have in common, written once.

The pictures of a page show one board again and again. What they share is put into a hidden picture
at the end of the page, and used from there. There a rule of a style sheet does not see the picture
around it, so each shared run has a class of its own for which the same rules hold.
"""

from __future__ import annotations

import re
from collections import Counter

_PICTURE = re.compile(r'<svg\b[^>]*\bclass="thesmos-[^>]*>.*?</svg>', re.DOTALL)
_SHAPE = (
    r"<(?:rect|path|circle|ellipse|line|polygon|polyline|use)\b[^>]*/>|<text\b[^>]*>[^<]*</text>"
)
_RUN = re.compile(rf"(?:{_SHAPE}){{2,}}")
_INSIDE = re.compile(r"(\.thesmos-[a-z]+) (?=\.)")
_BODY_END = "</body>"
SHORTEST = 100  # characters of a run that is worth a name


def rules_for_shapes(css: str) -> str:
    """Return a style sheet whose rules for what is in a board also hold for shared shapes."""
    return _INSIDE.sub(r":is(\1,.shape) ", css)


def with_shared_shapes(html: str) -> str:
    """Return a page in which each run of shapes that its pictures repeat is written once."""
    pictures = [*_PICTURE.finditer(html)]
    counts = Counter(run for picture in pictures for run in _RUN.findall(picture.group()))
    repeated = [run for run, count in counts.items() if count > 1 and len(run) >= SHORTEST]
    if not repeated:
        return html
    names = {run: f"shape-{number}" for number, run in enumerate(repeated)}

    def use(run: re.Match[str]) -> str:
        name = names.get(run.group())
        return run.group() if name is None else f'<use href="#{name}"/>'

    html = _PICTURE.sub(lambda picture: _RUN.sub(use, picture.group()), html)
    shapes = "".join(f'<g id="{name}" class="shape">{run}</g>' for run, name in names.items())
    hidden = f'<svg class="shapes" aria-hidden="true" width="0" height="0">{shapes}</svg>'
    return html.replace(_BODY_END, f"{hidden}{_BODY_END}", 1)
