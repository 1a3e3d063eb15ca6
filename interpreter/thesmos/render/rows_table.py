"""What a script needs to draw what lies in overlapping rows: a part of the table of drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.render.drawn_rows import DrawnRows, DrawnWords, PlaceContent
from thesmos.render.svg_rows import PLAIN, mark_drawn, place_drawn, places

Table = dict[str, Any]


def rows_table(
    rows: Iterable[DrawnRows | DrawnWords], game: LinkedGame, names: Mapping[str, str]
) -> Iterator[Table]:
    """Yield the table of each arrangement of pieces. The words of enums stay in words.

    key, by: the entry of positions that says what lies where, and that which decides between
    layouts. layouts: by its value, the size, and the names and corners of places, the farthest
    first. fronts: the drawing of each text that can lie on a place. down: by the key of the entry
    that has the place, or the empty text, the drawing of what lies face down. marks: by key, the
    drawing of each mark.
    """

    def drawn(content: PlaceContent) -> str:
        return place_drawn(content, PLAIN, names)

    for drawing in rows:
        if not isinstance(drawing, DrawnRows) or drawing.written.prints:
            continue
        kind = game.game.attribute_types[drawing.written.attribute].name
        pieces = [str(piece.name) for piece in game.pieces.get(kind, ()) if piece.name]
        layouts = {}
        for whole in drawing.written.rows:
            corners, size = places(whole, whole.rows)
            layouts[whole.value] = {
                "size": list(size),
                "at": [[name, *corner] for name, corner in corners.items()],
            }
        yield {
            "key": drawing.written.key,
            "by": drawing.written.by,
            "layouts": layouts,
            "fronts": {name: drawn(PlaceContent((name,))) for name in pieces},
            "down": {
                flag: drawn(PlaceContent(flags=(flag,) if flag else (), down=True))
                for flag in ("", *drawing.flags)
            },
            "marks": {
                key: {mark: mark_drawn(mark) for mark in words}
                for key, words in drawing.marks.items()
            },
        }
