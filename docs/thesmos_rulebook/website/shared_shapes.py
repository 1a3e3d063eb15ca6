"""Shapes that several pictures of a page have in common, written once.

The pictures of a page show one board again and again. What they share is put into a hidden picture
at the end of the page, and used from there: first runs of shapes, then the ground of a board, then
groups from the inside out. There a rule of a style sheet does not see the picture around it, so
each shared part has a class of its own for which the same rules hold.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import count

_PICTURE = re.compile(r'<svg\b[^>]*\bclass="thesmos-[^>]*>.*?</svg>', re.DOTALL)
_SHAPE = (
    r"<(?:rect|path|circle|ellipse|line|polygon|polyline|use)\b[^>]*/>|<text\b[^>]*>[^<]*</text>"
)
_GROUND = rf"<g data-cell=[^>]*>(?:{_SHAPE})*</g>"
_GROUP = rf"<g\b[^>]*>(?:{_SHAPE})*</g>"
_INNER = rf"<g\b(?! data-cell=)[^>]*>(?:{_SHAPE})*</g>"
_DEEPEST = 4  # groups within groups
# What is shared, one after the other: each may contain what was shared before.
_PARTS = (
    re.compile(rf"(?:{_SHAPE}){{2,}}"),
    re.compile(rf"(?:{_GROUND}){{2,}}"),
    re.compile(_INNER),
    re.compile(rf"(?:{_GROUND}){{2,}}"),  # those whose drawings are shared by now
    *[re.compile(_GROUP)] * _DEEPEST,
)
_INSIDE = re.compile(r"(\.thesmos-[a-z]+) (?=\.)")
_BODY_END = "</body>"
USE, NAMED = 18, 33  # characters that it takes to use a part, and to give it a name


def rules_for_shapes(css: str) -> str:
    """Return a style sheet whose rules for what is in a board also hold for shared shapes."""
    return _INSIDE.sub(r":is(\1,.shape) ", css)


def with_shared_shapes(html: str) -> str:
    """Return a page in which each part that its pictures repeat is written once."""
    pieces = _PICTURE.split(html)
    pictures = _PICTURE.findall(html)
    numbers = count()
    shapes = dict[str, str]()
    for part in _PARTS:
        counts = Counter(found for picture in pictures for found in part.findall(picture))
        shared = [text for text, times in counts.items() if _is_worth_it(len(text), times)]
        names = {text: f"-{next(numbers)}" for text in shared}

        def use(found: re.Match[str], names: dict[str, str] = names) -> str:
            name = names.get(found.group())
            return found.group() if name is None else f'<use href="#{name}"/>'

        pictures = [part.sub(use, picture) for picture in pictures]
        shapes |= {name: text for text, name in names.items()}
    if not shapes:
        return html
    html = "".join([*(a + b for a, b in zip(pieces, pictures, strict=False)), pieces[-1]])
    drawn = "".join(f'<g id="{name}" class="shape">{text}</g>' for name, text in shapes.items())
    hidden = f'<svg class="shapes" aria-hidden="true" width="0" height="0">{drawn}</svg>'
    return html.replace(_BODY_END, f"{hidden}{_BODY_END}", 1)


def _is_worth_it(length: int, times: int) -> bool:
    """Return whether a page gets shorter if a part is written once and used so many times."""
    return times > 1 and times * (length - USE) > length + NAMED
