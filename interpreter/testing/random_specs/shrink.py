"""Make a spec smaller as long as its fault stays: for whoever has to find the cause."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from testing.random_specs.texts import ClauseText, Spec

SIMPLER = ("yes", "no", "you", "1")
NEEDED = ("thesmos", "slug", "title", "edition", "players", "sides", "first")

Faulty = Callable[[Spec], bool]


def shrunk(spec: Spec, faulty: Faulty, tries: int) -> Spec:
    """A spec from which nothing can be left out.

    faulty: whether a spec still has the fault. tries: how often that may be asked.
    """
    place, changed = 0, False
    while tries:
        smaller = next(itertools.islice(_smaller(spec), place, None), None)
        if smaller is None:
            if not changed:
                return spec
            place, changed = 0, False
        elif faulty(smaller):
            spec, changed = smaller, True
            tries -= 1
        else:
            place += 1
            tries -= 1
    return spec


def _smaller(spec: Spec) -> Iterator[Spec]:
    """The specs with one thing less, or one thing simpler; the largest things first."""
    for path in spec.documents:
        yield replace(spec, documents={p: d for p, d in spec.documents.items() if p != path})
    if any(spec.powers):
        yield replace(spec, powers=tuple(None for _ in spec.powers))
    for simplest in (_without, _simpler):
        for path, document in spec.documents.items():
            for made in simplest(document):
                yield replace(spec, documents={**spec.documents, path: made})


def _without(part: Any) -> Iterator[Any]:
    """A part of a document, without something in it."""
    if isinstance(part, ClauseText):
        yield from _without_lines(part)
    elif isinstance(part, Mapping):
        for key in part:
            if key not in NEEDED:
                yield {other: value for other, value in part.items() if other != key}
        for key, value in part.items():
            for smaller in _without(value):
                yield {**part, key: smaller}
    elif isinstance(part, list):
        for n, value in enumerate(part):
            if len(part) > 1:
                yield part[:n] + part[n + 1 :]
            for smaller in _without(value):
                yield [*part[:n], smaller, *part[n + 1 :]]


def _without_lines(clause: ClauseText) -> Iterator[ClauseText]:
    """A clause without one of its lines, and what is inside that, or without the line alone."""
    lines = clause.lines
    for n, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        end = n + 1
        while end < len(lines) and lines[end].startswith(" " * (depth + 1)):
            end += 1
        if end - n < len(lines):
            yield ClauseText((*lines[:n], *lines[end:]))
        if end > n + 1:
            inside = tuple(inner[2:] for inner in lines[n + 1 : end])
            yield ClauseText((*lines[:n], *inside, *lines[end:]))


def _simpler(part: Any) -> Iterator[Any]:
    """A part of a document with a simpler text in it."""
    if isinstance(part, ClauseText):
        for n, line in enumerate(part.lines):
            for simpler in _simpler(line):
                yield ClauseText((*part.lines[:n], simpler, *part.lines[n + 1 :]))
    elif isinstance(part, Mapping):
        for key, value in part.items():
            for simpler in _simpler(value) if key not in NEEDED else ():
                yield {**part, key: simpler}
    elif isinstance(part, list):
        for n, value in enumerate(part):
            for simpler in _simpler(value):
                yield [*part[:n], simpler, *part[n + 1 :]]
    elif isinstance(part, str):
        yield from _simpler_text(part)


def _simpler_text(text: str) -> Iterator[str]:
    """A text with something in parentheses replaced, or one side of an `or` left out."""
    for found in re.finditer(r"[a-z_]*[0-9]* ?\(", text):
        start, end = found.start(), _closing(text, found.end() - 1)
        if end is None:
            continue
        for word in (*_parts(text[found.end() : end - 1]), *SIMPLER):
            if len(word) < end - start:
                yield (
                    text[:start]
                    + (" " if found.group().startswith(" ") else "")
                    + word
                    + text[end:]
                )
    for found in re.finditer(r" (where|or|and|by|else) ", text):
        if ":" not in text[found.start() :]:
            yield text[: found.start()]
        elif text.endswith(":") and found.group(1) == "where":
            yield text[: found.start()] + ":"


def _parts(inside: str) -> Iterator[str]:
    """What stands in parentheses, and the sides of its outer `and`, `or`, `if … else`."""
    yield f"({inside})"
    depth, start = 0, 0
    for n, letter in enumerate(inside):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(letter, 0)
        for word in (" or ", " and ", " if ", " else ", ", ") if depth == 0 else ():
            if inside.startswith(word, n):
                yield inside[start:n]
                start = n + len(word)
    if start:
        yield inside[start:]


def _closing(text: str, opening: int) -> int | None:
    """The place after the parenthesis that closes one."""
    depth = 0
    for n in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[n], 0)
        if depth == 0:
            return n + 1
    return None
