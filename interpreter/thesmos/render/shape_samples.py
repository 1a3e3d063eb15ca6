"""Draw a small picture of each shape on a game's boards, for the key to the boards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.scene import Scene, SceneItem
from thesmos.render.shapes import CAP, CARD, CHIP, FIGURE, HIDDEN, MARK, PAWN, STACK, STOP
from thesmos.render.svg import Marks, drawn

HEIGHTS = (1, 2, 3)
OWNERS = tuple(range(1, 10))  # no game has more players
ACROSS = 6  # drawings in a row
VARIANT = "variant"  # a sort of pieces of one owner
TARGET, BARRED, CHANGED = "target", "barred", "changed"
Row = tuple[tuple[SceneItem, ...], ...]


def samples(
    shapes: Collection[str], variants: int, names: Mapping[str, str], players: int = 2
) -> dict[str, str]:
    """Return a row of cells as SVG for each shape and each mark of options, by the word for it.

    shapes: those that the game uses.
    variants: the number of words in the first enum of its pieces.
    names: the names of the things drawn in a shape.
    players: the greatest number of players.
    """
    rows = dict(_rows(variants, names, min(players, len(OWNERS))))
    shown = {*shapes, *([VARIANT] if PAWN in shapes and variants > 1 else [])}
    pictures = {shape: _picture(row) for shape, row in rows.items() if shape in shown}
    cells = _board(2).names
    empty: Row = ((), ())
    return pictures | {
        TARGET: _picture(empty[:1], Marks(targets=cells[:1])),
        BARRED: _picture(empty[:1], Marks(barred={cells[0]: "1"})),
        CHANGED: _picture(empty, Marks(changed=cells, arrows=((cells[0], cells[1]),))),
    }


def drawing_samples(drawings: Sequence[str]) -> str:
    """Return a game's own drawings side by side as SVG."""
    rows = [tuple(drawings[at : at + ACROSS]) for at in range(0, len(drawings), ACROSS)]
    wide = len(rows[0])
    names = {
        f"{chr(ord('A') + column)}{len(rows) - row}": code
        for row, codes in enumerate(rows)
        for column, code in enumerate(codes)
    }
    every = tuple(f"{chr(ord('A') + c)}{r}" for r in range(1, len(rows) + 1) for c in range(wide))
    items = {n: [SceneItem(FIGURE, "", code=names[n])] if n in names else [] for n in every}
    return drawn(Scene(items), (DrawnBoard("samples", wide, every),), edged=False) + "\n"


def _rows(variants: int, names: Mapping[str, str], players: int) -> Iterator[tuple[str, Row]]:
    """Yield the cells that show each shape, with the word for it."""
    stack, cap, pawn = (names.get(shape, shape) for shape in (STACK, CAP, PAWN))
    yield STACK, tuple((SceneItem(STACK, stack, height),) for height in HEIGHTS)
    yield CAP, ((SceneItem(STACK, stack, HEIGHTS[-1]), SceneItem(CAP, cap)),)
    owners = OWNERS[:players]
    yield PAWN, tuple((SceneItem(PAWN, pawn, owner),) for owner in owners)
    yield VARIANT, tuple((SceneItem(PAWN, pawn, 1, look),) for look in range(variants))
    yield HIDDEN, tuple((SceneItem(PAWN, pawn, owner, 0, secret=True),) for owner in owners[:2])
    for shape in (CHIP, FIGURE, MARK, STOP):
        yield shape, ((SceneItem(shape, names.get(shape, shape)),),)
    card = names.get(CARD, CARD)
    yield CARD, tuple((SceneItem(CARD, card, 2, up=up, words=(card,)),) for up in (True, False))


def _board(wide: int) -> DrawnBoard:
    """Return a row of cells."""
    return DrawnBoard("row", wide, tuple(f"{chr(ord('A') + at)}1" for at in range(wide)))


def _picture(row: Row, marks: Marks | None = None) -> str:
    board = _board(len(row))
    scene = Scene(dict(zip(board.names, map(list, row), strict=True)))
    return drawn(scene, (board,), marks, edged=False) + "\n"
