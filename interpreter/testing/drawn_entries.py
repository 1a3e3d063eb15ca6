"""Entries of positions for tests of drawing, which need no game around them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from thesmos.diagnostics import Location
from thesmos.program import positions as p
from thesmos.program.node import AttributeRef
from thesmos.render.text_board import DrawnEntry

HERE = Location("game.yaml", 1, 1)


def _common(key: str, shape: p.ShapeName, secret: bool = False) -> dict[str, Any]:
    path, drawn = tuple(key.split(".")), p.Shape(shape, secret)
    return {"path": path, "card": "", "omit_empty": False, "shape": drawn, "location": HERE}


def digits(key: str, attribute: str, board: str, shape: p.ShapeName = "stack") -> DrawnEntry:
    """A digit for each cell of a board."""
    return DrawnEntry(p.Digits(AttributeRef(board, attribute), **_common(key, shape)), board)


def cells(key: str, attribute: str, board: str, shape: p.ShapeName = "mark") -> DrawnEntry:
    """The cells of a board, or the pieces (then `board` is empty), that have a flag."""
    owner = board or "Piece"
    return DrawnEntry(p.Cells(AttributeRef(owner, attribute), **_common(key, shape)), board)


def cell_map(key: str, attribute: str, board: str, shape: p.ShapeName = "card") -> DrawnEntry:
    """What is on each cell of a board."""
    return DrawnEntry(p.Map(AttributeRef(board, attribute), **_common(key, shape)), board)


def value(key: str, attribute: str, board: str, shape: p.ShapeName = "figure") -> DrawnEntry:
    """A cell of a board that the game remembers."""
    return DrawnEntry(p.GameValue(AttributeRef("", attribute), **_common(key, shape)), board)


def pieces(
    key: str,
    kind: str,
    board: str,
    text: str,
    shape: p.ShapeName = "pawn",
    secret: bool = False,
    words: Mapping[str, Mapping[str, str]] | None = None,
) -> DrawnEntry:
    """The pieces of a kind on a board."""
    entry = p.Pieces(kind, piece_text(kind, text), secret, **_common(key, shape, secret))
    return DrawnEntry(entry, board, words or {})


def one_piece(key: str, kind: str, board: str, shape: p.ShapeName = "figure") -> DrawnEntry:
    """The only piece of a kind on a board."""
    return DrawnEntry(p.OnePiece(kind, (), **_common(key, shape)), board)


def piece_text(kind: str, text: str) -> p.PieceText:
    """The text of a piece, from how a spec writes it."""
    made: list[str | p.PieceField] = []
    for literal, name in re.findall(r"([^{]*)(?:\{(\w+)\})?", text):
        made += [literal] if literal else []
        if name:
            attribute = p.AttributeText(AttributeRef(kind, name))
            made.append(p.PlaceText() if name == "place" else attribute)
    return tuple(made)
