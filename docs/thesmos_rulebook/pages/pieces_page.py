"""The page of all named pieces: what is printed on each, and how places of them lie."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thesmos.link.linked import Piece
from thesmos.render.drawn_rows import outlines
from thesmos.render.span import plain
from thesmos_rulebook.markdown import escaped, page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.prose.pieces import named_pieces


def pieces_page(context: PageContext) -> str:
    """Return the page: a section for each kind, and in it an entry for each piece."""
    localizer = context.localizer
    sentences, linked = localizer.sentences, localizer.source.linked
    lines = [localizer.phrase("pieces lead"), "", *_rows(context)]
    for kind in localizer.source.kinds_with_cards:
        if sentences is None:  # there are none in this language, which is reported
            break
        lines += [f"## {escaped(sentences.kind(kind))} {{#{kind}}}", ""]
        for piece in named_pieces(linked, kind):
            title, said = sentences.piece(linked, piece)
            lines += [f"### {escaped(title)} {{#{_anchor(kind, piece)}}}", ""]
            lines += [" ".join(map(escaped, said)), ""]
    return page(localizer.phrase("pieces"), lines)


def _anchor(kind: str, piece: Piece) -> str:
    """A piece may have any name, and an anchor only letters, digits and such."""
    return f"{kind}.{re.sub(r'[^A-Za-z0-9_-]+', '-', str(piece.name))}"


def _rows(context: PageContext) -> Iterator[str]:
    """Yield drawings of the places that lie in rows, of each value by which they lie otherwise."""
    localizer = context.localizer
    drawn = list(outlines(localizer.source.linked))
    if drawn:
        yield from (f"## {localizer.phrase('where they lie')} {{#places}}", "")
    for key, value, lines in drawn:
        called = localizer.names.get(key, key)
        yield from (f"{escaped(called.capitalize())} {escaped(value)}".rstrip(), "")
        yield from ("```text", plain(lines), "```", "")
