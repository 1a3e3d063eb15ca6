"""Draw a position as an SVG picture, from what the game declares.

Nothing is shown by colour alone: a height is layers and a digit, an owner a number and a fill, an
attribute a shape. The same input gives the same bytes. Colours are CSS variables (css.py), so that
a page can be light or dark.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from thesmos.render.css import BOARD_CSS, fill_of
from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.drawn_rows import UNKNOWN
from thesmos.render.phrase import named
from thesmos.render.scene import Scene, SceneItem, scene_of
from thesmos.render.shapes import CAP, CARD, CHIP, MARK, PAWN, STACK, STOP
from thesmos.render.svg_figures import Figure, table_figure, texts_figure, track_figure
from thesmos.render.svg_rows import rows_figure
from thesmos.render.svg_text import fitting, text_at
from thesmos.render.text_board import Picture

CELL = 60  # the width of a cell in the picture's units
MARGIN = 24  # left and below, for the coordinates
EDGE = 4  # margin right and above
INSETS = (3, 9, 15, 19, 22, 25, 27, 28, 29)  # insets of the layers of a stack, from the lowest
MAX_CELLS = 1000
HALF = CELL // 2
ROW = 52  # distance of rows of hexagons
TIP = 35  # distance of the corners of a hexagon from its middle
SHRUNK = "translate(6 6) scale(0.8)"  # for the content of a hexagon, so that nothing sticks out
FLAT = (STACK, CARD)  # drawn below other items
RINGED = "3"  # the fill that has a second outline inside


@dataclass(frozen=True)
class Marks:
    """Marks drawn on top of the board.

    targets: cells that an option leads to.
    barred: cells that no option leads to, each with the number of its explanation on the page.
    arrows: pairs of cells.
    changed: cells that changed.
    """

    targets: tuple[str, ...] = ()
    barred: Mapping[str, str] = field(default_factory=dict)
    arrows: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()


def svg(
    picture: Picture,
    position: Mapping[str, Any],
    marks: Marks | None = None,
    names: Mapping[str, str] | None = None,
    title: str = "",
    styled: bool = True,
    edged: bool = True,
) -> str:
    """Return all of a position that is drawn, as one SVG element.

    names: names for the words that the game declares, in the reader's language; a missing word is
        shown as it is.
    title: the short text alternative; the long one is made from the position.
    styled: whether to include the CSS, for a picture on a page without it.
    edged: whether to draw the coordinates, and the texts and the table below other things.
    """
    called = dict(names or {})
    scene = scene_of(picture, position, called)
    below = [
        *(track_figure(track, called) for track in scene.tracks),
        *(rows_figure(shown, called) for shown in scene.rows),
    ]
    if scene.texts and (edged or not (picture.boards or below)):
        below.append(texts_figure(scene.texts, called))
    if scene.table is not None and (edged or not (picture.boards or below)):
        below.append(table_figure(scene.table, called))
    return drawn(scene, picture.boards, marks, names, title, styled, edged, below)


def drawn(
    scene: Scene,
    boards: Iterable[DrawnBoard],
    marks: Marks | None = None,
    names: Mapping[str, str] | None = None,
    title: str = "",
    styled: bool = True,
    edged: bool = True,
    below: Sequence[Figure] = (),
) -> str:
    """Return a scene as one SVG element.

    below: figures below the boards; the rest as in `svg`.
    """
    called = dict(names or {})
    pen = _Pen(scene, marks or Marks(), called)
    wide, tall, parts = 1, 0, []
    for board in boards:
        if len(board.names) > MAX_CELLS or board.laid_over:
            continue
        across, down = _size(board)
        left, under = (0, 0) if edged else (EDGE - MARGIN, MARGIN - EDGE)
        code = pen.board(board, edged)
        moved = f'<g transform="translate({left} {tall})">{code}</g>'
        parts.append(moved if left or tall else code)
        wide, tall = max(wide, across + left), tall + down - under
    wide = max(wide, *(figure.wide for figure in below), 1)
    for figure in below:
        aside = (wide - figure.wide) / 2
        parts.append(f'<g transform="translate({aside:g} {tall})">{figure.drawn}</g>')
        tall += figure.tall
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="thesmos-board" role="img" '
        f'viewBox="0 0 {wide} {max(tall, 1)}">'
    )
    style = f"<style>{BOARD_CSS}</style>" if styled else ""
    description = "; ".join(
        filter(None, [describe(scene, called), *(figure.description for figure in below)])
    )
    texts = f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
    return f"{head}{texts}{style}{''.join(parts)}</svg>"


def drawn_figures(figures: Sequence[Figure], title: str) -> str:
    """Return figures, one below the other, as one SVG element.

    title: its short alternative.
    """
    return drawn(Scene(), (), title=title, below=figures)


def describe(scene: Scene, names: Mapping[str, str]) -> str:
    """Return the board in words, cell by cell: `B3: level 2, worker 1 female`."""
    described = []
    for cell, things in scene.cells.items():
        words = [_phrase(thing, names) for thing in things if thing.shape != STACK or thing.number]
        if words:
            described.append(f"{cell}: {', '.join(words)}")
    return "; ".join(described)


def _phrase(thing: SceneItem, names: Mapping[str, str]) -> str:
    name = "" if thing.shape == CARD and thing.words else named(thing.name, names)
    words = [named(word, names) for word in thing.words]
    number = [str(thing.number)] if thing.number else []
    numbers = [f"{named(attribute, names)} {value}" for attribute, value in thing.numbers]
    return " ".join([*([name] if name else []), *words, *number, *numbers])


def _size(board: DrawnBoard) -> tuple[int, int]:
    slant = (len(board.rows) - 1) * HALF if board.hexagonal else 0
    columns = max(map(len, board.shown_rows))
    return MARGIN + columns * CELL + slant + EDGE, _bottom(board) + MARGIN


def _bottom(board: DrawnBoard) -> int:
    """Return how far down the lowest cells go."""
    if board.hexagonal:
        return EDGE + (len(board.rows) - 1) * ROW + 2 * TIP
    return EDGE + len(board.shown_rows) * CELL


class _Pen:
    """Draws one scene, board by board."""

    def __init__(self, scene: Scene, marks: Marks, names: Mapping[str, str]) -> None:
        self.scene, self.marks, self.names = scene, marks, names

    def board(self, board: DrawnBoard, edged: bool) -> str:
        """Return the coordinates, the cells with their items, and the arrows."""
        at = _places(board)
        parts = [*_coordinates(board)] if edged and not board.folded else []
        ground = _hexagon if board.hexagonal else _ground
        if board.lines:
            parts += _lines(board, at)
        for name, corner in at.items():
            if name in board.grounds:
                parts.append(_own_ground(name, corner, board.grounds[name]))
            elif not board.lines:
                parts.append(ground(name, corner))
        parts += [*_coordinates(board)] if edged and board.folded else []  # inside the cells
        for name, (x, y) in at.items():
            inner = "".join(self.cell(name))
            if inner and board.hexagonal:
                inner = f'<g transform="{SHRUNK}">{inner}</g>'
            if inner:
                parts.append(f'<g transform="translate({x} {y})">{inner}</g>')
        parts += [_arrow(at[a], at[b]) for a, b in self.marks.arrows if a in at and b in at]
        return "".join(parts)

    def cell(self, name: str) -> Iterator[str]:
        """Yield the items and marks of a cell, from bottom to top."""
        things = self.scene.cells[name]
        chips = 0
        if name in self.marks.targets:
            yield '<rect class="tint" x="4" y="4" width="52" height="52" rx="6"/>'
        for thing in things:
            if thing.shape in FLAT:
                yield from self.thing(thing)
        if name in self.marks.barred:
            yield _cross(self.marks.barred[name], name in self.marks.targets)
        for thing in things:
            if thing.shape == STACK and thing.number:
                yield text_at(str(thing.number), 10, CELL - 6, "digit", 16)
            if thing.shape in FLAT:
                continue
            if thing.shape == CHIP:
                yield self.chip(thing, chips)
                chips += 1
            else:
                yield from self.thing(thing)
        if name in self.marks.changed:
            yield _corners()
        if name in self.marks.targets:
            yield '<rect class="target" x="4" y="4" width="52" height="52" rx="6"/>'
            yield '<path class="flag" d="M4 4h16l-16 16z"/>'

    def thing(self, thing: SceneItem) -> Iterator[str]:
        """Yield the parts of an item, in the middle of the cell."""
        secret = " secret" if thing.secret else ""
        if thing.code is not None and thing.up:
            yield thing.code
            if thing.label and thing.shape != STACK:  # a stack has its digit on top of all marks
                yield text_at(thing.label, 50, CELL - 5, "digit", 16)
            if thing.secret:
                yield f'<circle class="veil" cx="{HALF}" cy="{HALF}" r="27"/>'
        elif thing.shape == STACK:
            yield from _stack(thing.number)
        elif thing.shape == CAP:
            yield f'<circle class="cap" cx="{HALF}" cy="{HALF}" r="17"/>'
            yield '<path class="shine" d="M19 28a12 12 0 0 1 9-9"/>'
        elif thing.shape == MARK:
            yield f'<path class="mark" d="{_star(50, 50, 7)}"/>'
        elif thing.shape == STOP:
            yield '<path class="stop" d="M8 52L52 8M8 30L30 8M30 52L52 30"/>'
        elif thing.shape == CARD:
            yield from self.card(thing)
        elif thing.shape == PAWN:
            filled = fill_of(thing.number)
            yield _outline(f"pawn side-{filled}{secret}", thing.variant, 15)
            if filled == RINGED:
                yield _outline("ring", thing.variant, 11)
            label = str(thing.number) if thing.number else self.letter(thing)
            yield text_at(label, HALF, HALF + 6, f"on-{filled}", fitting(label, 22, 17))
        else:
            yield f'<path class="figure{secret}" d="{_polygon(HALF, HALF, 19, 6)}"/>'
            yield text_at(self.letter(thing), HALF, HALF + 7, "on-figure", 19)
        if thing.numbers:
            yield text_at(" ".join(value for _, value in thing.numbers), 50, CELL - 5, "digit", 16)

    def card(self, thing: SceneItem) -> Iterator[str]:
        """Yield a card: its words and number if face up, else a disc with what is known of it."""
        words = [named(word, self.names) for word in thing.words] or [named(thing.name, self.names)]
        title = words[0][:12]
        if thing.up:
            yield '<rect class="card" x="6" y="4" width="48" height="52" rx="5"/>'
            yield text_at(title, HALF, 17, "on-card", fitting(title, 46, 10))
            if thing.number:
                yield text_at(str(thing.number), HALF, 46, "on-card", 26)
            return
        yield '<circle class="back" cx="30" cy="30" r="25"/>'
        yield '<circle class="rim" cx="30" cy="30" r="22"/>'
        if thing.name != UNKNOWN:
            yield text_at(title, HALF, 28, "on-back", fitting(title, 42, 9))
            yield text_at(str(thing.number or ""), HALF, 43, "on-back", 14)

    def chip(self, thing: SceneItem, number: int) -> str:
        """Return a small thing in the upper right corner.

        number: how many chips are above it.
        """
        if thing.code is None:
            return _chip(self.letter(thing), thing.secret, number)
        drawn = "".join(self.thing(thing))
        return f'<g transform="translate(0 {16 * number})">{drawn}</g>' if number else drawn

    def letter(self, thing: SceneItem) -> str:
        """Return the letter on an item: the first of its first word, or of its name."""
        word = thing.words[0] if thing.words else thing.name
        return named(word, self.names)[:1].upper()


# ---------------------------------------------------------------------------------- geometry


def _places(board: DrawnBoard) -> dict[str, tuple[int, int]]:
    """Return the corner of each cell."""
    return {
        name: (MARGIN + column * CELL + _slant(board, row), _top(board, row))
        for row, names in enumerate(board.shown_rows)
        for column, name in enumerate(names)
        if name
    }


def _slant(board: DrawnBoard, row: int) -> int:
    """Return how far a row is shifted to the right.

    row: counted from above.
    """
    return (len(board.rows) - 1 - row) * HALF if board.hexagonal else 0


def _top(board: DrawnBoard, row: int) -> int:
    """Return the upper edge of the squares in which the cells of a row are drawn."""
    return EDGE + (row * ROW + TIP - HALF if board.hexagonal else row * CELL)


def _hexagon(name: str, at: tuple[int, int]) -> str:
    x, y = at
    path = _polygon(x + HALF, y + HALF, TIP, 6)
    return f'<path class="ground" data-cell="{escape(name)}" d="{path}"/>'


def _ground(name: str, at: tuple[int, int]) -> str:
    x, y = at
    return (
        f'<rect class="ground" data-cell="{escape(name)}" '
        f'x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
    )


def _own_ground(name: str, at: tuple[int, int], code: str) -> str:
    """Return the game's own drawing of a cell's ground, in its place."""
    x, y = at
    return f'<g data-cell="{escape(name)}" transform="translate({x} {y})">{code}</g>'


def _lines(board: DrawnBoard, at: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """Yield the ground of a board with lines, its lines, and a dot for each cell."""
    wide, tall = board.columns * CELL, len(board.rows) * CELL
    yield f'<rect class="ground" x="{MARGIN}" y="{EDGE}" width="{wide}" height="{tall}"/>'
    for line in board.lines:
        (x1, y1), (x2, y2) = at[line[0]], at[line[-1]]
        path = f"M{x1 + HALF} {y1 + HALF}L{x2 + HALF} {y2 + HALF}"
        yield f'<path class="line" d="{path}"/>'
    for name, (x, y) in at.items():
        point = f'cx="{x + HALF}" cy="{y + HALF}" r="5"'
        yield f'<circle class="point" data-cell="{escape(name)}" {point}/>'


def _coordinates(board: DrawnBoard) -> Iterator[str]:
    """Yield the names of the columns below, and of the rows on the left."""
    if board.folded:
        for name, (x, y) in _places(board).items():
            yield text_at(name, x + 12, y + CELL - 3, "edge", 10)
        return
    columns, rows = board.labels
    tall = _bottom(board)
    for column, label in enumerate(columns):
        yield text_at(label, MARGIN + column * CELL + HALF, tall + 17, "edge", 13)
    for row, label in enumerate(rows):
        above = len(rows) - 1 - row if board.lettered else row
        x, y = MARGIN // 2 - 1 + _slant(board, above), _top(board, above) + HALF + 5
        yield text_at(label, x, y, "edge", 13)


def _stack(height: int) -> Iterator[str]:
    """Yield the layers of a stack. Its digit is drawn later, above marks that cross the cell."""
    for layer, inset in zip(range(1, height + 1), INSETS, strict=False):
        side = CELL - 2 * inset
        yield (
            f'<rect class="layer-{min(layer, 3)}" x="{inset}" y="{inset}" '
            f'width="{side}" height="{side}" rx="2"/>'
        )


def _chip(letter: str, secret: bool, number: int) -> str:
    """Return a small disc in the upper right corner.

    number: how many chips are above it.
    """
    y = 14 + 16 * number
    dashed = " secret" if secret else ""
    return f'<circle class="chip{dashed}" cx="47" cy="{y}" r="9"/>' + text_at(
        letter, 47, y + 4, "on-chip", 12
    )


def _outline(kind: str, variant: int, size: int) -> str:
    """Return the outline of a variant: a circle, a square, then polygons with ever more corners."""
    if variant == 0:
        return f'<circle class="{kind}" cx="{HALF}" cy="{HALF}" r="{size}"/>'
    if variant == 1:
        side = 2 * size - 3
        corner = HALF - side / 2
        return (
            f'<rect class="{kind}" x="{corner:g}" y="{corner:g}" '
            f'width="{side}" height="{side}" rx="2"/>'
        )
    return f'<path class="{kind}" d="{_polygon(HALF, HALF, size + 2, variant + 1)}"/>'


def _polygon(x: int, y: int, radius: int, corners: int) -> str:
    return _path(
        (x + radius * math.sin(turn), y - radius * math.cos(turn))
        for turn in (2 * math.pi * corner / corners for corner in range(corners))
    )


def _star(x: int, y: int, radius: int) -> str:
    turns = [
        (math.pi * corner / 5, radius if corner % 2 == 0 else radius / 2) for corner in range(10)
    ]
    return _path((x + r * math.sin(turn), y - r * math.cos(turn)) for turn, r in turns)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in points)}z"


def _corners() -> str:
    return '<path class="changed" d="M2 14V2H14M46 2H58V14M58 46V58H46M14 58H2V46"/>'


def _cross(number: str, small: bool) -> str:
    """Return a cross through the cell, with a number.

    small: in the corner, beside a target.
    """
    lines = "M27 44L37 54M37 44L27 54" if small else "M10 10L50 50M50 10L10 50"
    badge = (
        f'<circle class="badge" cx="50" cy="49" r="9"/>{text_at(number, 50, 53, "on-badge", 12)}'
    )
    return f'<path class="barred" d="{lines}"/>{badge if number else ""}'


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return an arrow from cell to cell that leaves the middle of both cells free."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = math.hypot(dx, dy)
    if not long:
        return ""
    ux, uy = dx / long, dy / long
    x1, y1 = start[0] + HALF + 12 * ux, start[1] + HALF + 12 * uy
    x2, y2 = end[0] + HALF - 17 * ux, end[1] + HALF - 17 * uy
    bx, by = x2 - 9 * ux, y2 - 9 * uy
    head = _path([(x2, y2), (bx - 6 * uy, by + 6 * ux), (bx + 6 * uy, by - 6 * ux)])
    return (
        f'<path class="arrow" d="M{x1:.1f} {y1:.1f}L{bx:.1f} {by:.1f}"/>'
        f'<path class="head" d="{head}"/>'
    )


# ------------------------------------------------------------------------- parts for scripts


@dataclass(frozen=True)
class BlankBoard:
    """An empty board: its size, its drawing with coordinates, and the corner of each cell.

    shrunk: how the content of a cell is transformed; empty if it is not.
    """

    size: tuple[int, int]
    drawn: str
    corners: Mapping[str, tuple[int, int]]
    shrunk: str


def blank_board(board: DrawnBoard) -> BlankBoard:
    """Return an empty board, for a script that puts items into its cells."""
    empty = Scene({name: [] for name in board.names})
    pen = _Pen(empty, Marks(), {})
    shrunk = SHRUNK if board.hexagonal else ""
    return BlankBoard(_size(board), pen.board(board, edged=True), _places(board), shrunk)


def drawn_item(item: SceneItem, names: Mapping[str, str]) -> str:
    """Return the drawing of an item in a cell whose corner is at 0, 0."""
    pen = _Pen(Scene(), Marks(), names)
    if item.shape == CHIP:
        return pen.chip(item, 0)
    digit = item.shape == STACK and item.number
    number = text_at(str(item.number), 10, CELL - 6, "digit", 16) if digit else ""
    return "".join(pen.thing(item)) + number


def item_words(item: SceneItem, names: Mapping[str, str]) -> str:
    """Return an item in words, as the long text alternative of a picture has it."""
    return _phrase(item, names)


def drawn_marks() -> dict[str, str]:
    """Return the drawings on top of cells: of a target, what changed, and what is barred."""
    scene = Scene({"": []})
    target = "".join(_Pen(scene, Marks(targets=("",)), {}).cell(""))
    return {"target": target, "changed": _corners(), "barred": _cross("", False)}
