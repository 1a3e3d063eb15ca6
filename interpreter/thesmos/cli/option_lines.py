"""Options in lines for a terminal: in columns, numbered, those that are alike together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from thesmos.choice_words import OPTIONS
from thesmos.diagnostics import number
from thesmos.render.span import Line, Span

COLUMNS = 76
MANY = 100  # options that fill a screen
FEW = 3  # so many options with the same endings are worth grouping


def columns(texts: Sequence[str], wide: int = COLUMNS) -> list[Line]:
    """Lay out texts in columns, as many as fit on a line. wide: the longest line."""
    longest = max(map(len, texts), default=0) + 2
    per_line = _per_line(texts, wide)
    return [
        (Span("  " + "".join(f"{text:<{longest}}" for text in texts[at : at + per_line])),)
        for at in range(0, len(texts), per_line)
    ]


def _per_line(texts: Sequence[str], wide: int) -> int:
    return max(1, wide // (max(map(len, texts), default=0) + 2))


def numbered(
    texts: Sequence[str], wide: int, kinds: Sequence[Hashable], room: int = 0
) -> list[Line]:
    """Show options in columns, numbered from 1; of many, those with the same endings are grouped.

    kinds: for each option, in what it is like others.
    room: so many lines at most: of what is too much, some options are shown, those of rare kinds
        first, and how many more there are; 0 for all.
    """
    lines = _grouped(texts, wide)
    if not room or len(lines) <= room:
        return lines
    count = Counter(kinds)
    rare_first = sorted(range(len(texts)), key=lambda at: (count[kinds[at]], at))
    words = [_numbered(at, texts[at]) for at in rare_first]
    shown = words[: max(room - 1, 1) * _per_line(words, wide)]
    more = f"  and {number(len(words) - len(shown))} more: `{OPTIONS}` shows all"
    return [*columns(shown, wide), (Span(more, "label"),)]


def _numbered(at: int, text: str) -> str:
    return f"{at + 1:>3} {text}"


def _grouped(texts: Sequence[str], wide: int) -> list[Line]:
    together = _same_ends(texts) if len(texts) > MANY else {}
    grouped = {
        f"{first} {end}" for ends, firsts in together.items() for first in firsts for end in ends
    }
    lines: list[Line] = []
    for ends, firsts in together.items():
        like = f"`{firsts[0]} {ends[0]}` and the like: one of"
        for heading, words in ((like, firsts), ("with one of", ends)):
            lines += [(Span(f"  {heading}"),)]
            lines += [(Span("  "), *line) for line in columns(words, wide - 2)]
    single = [_numbered(at, text) for at, text in enumerate(texts) if text not in grouped]
    return lines + columns(single, wide)


def _same_ends(texts: Iterable[str]) -> dict[tuple[str, ...], list[str]]:
    """Group the first words of options by what can follow them, if several share it."""
    ends_of: dict[str, list[str]] = {}
    for text in texts:
        first, _, end = text.partition(" ")
        ends_of.setdefault(first, []).append(end)
    groups: dict[tuple[str, ...], list[str]] = {}
    for first, ends in ends_of.items():
        groups.setdefault(tuple(ends), []).append(first)
    return {
        common: firsts for common, firsts in groups.items() if min(len(common), len(firsts)) >= FEW
    }
