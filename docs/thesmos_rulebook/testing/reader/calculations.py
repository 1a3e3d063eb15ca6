"""The frames of calculations, directions and functions of the core, in English."""

from __future__ import annotations

import re
from collections.abc import Callable

from thesmos.program import values as p
from thesmos.program.types import DIRECTION, INT, PLAYER, SIDE, Type
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.dictionary import NOWHERE, Pattern
from thesmos_rulebook.testing.reader.reading import Reading

Build = Callable[["Reading", list[t.Tree]], "t.Tree | None"]


def variable(number: int, kind: Type) -> p.Variable:
    """Return the variable for an argument of `trees.Asked`."""
    return p.Variable(f"·{number}", False, location=NOWHERE, type=kind)


def asked(node: p.Value, *arguments: t.Tree) -> t.Tree:
    """Return a value of the core."""
    return t.Asked(node.type, node, arguments)


def cell(reader: Reading, tree: t.Tree) -> t.Tree | None:
    """Return a cell: of a piece, the one that it is on."""
    if tree.type.base == "cell" and not tree.type.many:
        return tree
    return place_of(reader, tree)


def place_of(reader: Reading, piece: t.Tree) -> t.Tree | None:
    """Return the cell that a piece is on."""
    if piece.type.base != "piece" or piece.type.many:
        return None
    kind = next(each for each in reader.game.kinds if each.name == piece.type.name)
    if not kind.on:
        return None
    node = p.CellOf(
        variable(0, piece.type), kind.name, location=NOWHERE, type=Type("cell", kind.on[0])
    )
    return asked(node, piece)


def on_board(function: str, gives: Type | None, *, two: bool = False) -> Build:
    """Return what builds a function of the board about cells. gives: None for a cell."""

    def build(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
        cells = [cell(reader, each) for each in found[: 2 if two else 1]]
        arguments = [*cells, *found[len(cells) :]]
        if None in arguments:
            return None
        of = [each for each in arguments if each is not None]
        if len(of) > len(cells) and of[-1].type.base != "direction":
            return None
        board = of[0].type.one()
        kind = board if gives is None else board.set() if gives.base == "cell" else gives
        variables = tuple(variable(n, each.type) for n, each in enumerate(of))
        node = p.BoardFunction(function, board.name, variables, location=NOWHERE, type=kind)
        return asked(node, *of)

    return build


def turned(eighths: int) -> Build:
    """Return what builds a direction turned clockwise."""

    def build(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
        if found[0].type.base != "direction":
            return None
        number = p.Number(eighths, location=NOWHERE, type=INT)
        of = (variable(0, DIRECTION), number)
        return asked(p.BoardFunction("turned", "", of, location=NOWHERE, type=DIRECTION), found[0])

    return build


def back(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
    if found[0].type.base != "direction":
        return None
    of = (variable(0, DIRECTION),)
    return asked(p.BoardFunction("back", "", of, location=NOWHERE, type=DIRECTION), found[0])


def of_player(function: str, takes: str, gives: Type) -> Build:
    """Return what builds a function about players and cards."""

    def build(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
        if found[0].type.base != takes or found[0].type.many:
            return None
        of = (variable(0, found[0].type),)
        return asked(p.PlayerFunction(function, of, location=NOWHERE, type=gives), found[0])

    return build


def calculated(word: str) -> Build:
    """Return what builds a calculation."""

    def build(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
        if any(each.type.base != "int" or each.type.many for each in found):
            return None
        return t.Calculated(INT, word, found[0], found[1])

    return build


def negative(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
    return calculated("-")(reader, [t.number(0), found[0]])


def absolute(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
    return calculated("difference")(reader, [found[0], t.number(0)])


def half(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
    return calculated("up")(reader, [found[0], t.number(2)])


def size(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
    return t.Size(INT, found[0]) if found[0].type.many else None


def united(but: bool) -> Build:
    """Return what builds a set from two, or from one without the other."""

    def build(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
        one, other = found
        kinds = {(each.type.base, each.type.name) for each in found}
        if len(kinds) > 1 or one.type.base == "flag":
            return None
        return t.United(one.type.set(), (one, other), but)

    return build


def first_of(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
    kind = found[0].type
    return t.First(kind.one(), "@first", found[0], t.YES) if kind.many else None


FRAMES: list[tuple[Pattern, Build]] = [
    (Pattern(tuple(re.split(r"\{(\w+)\}", text))), build)
    for text, build in (
        ("the mirror image of {a} in {b}", on_board("beyond", None, two=True)),
        ("the direction from {a} to {b}", on_board("direction", DIRECTION, two=True)),
        ("the direction opposite to {a}", back),
        ("the row of {a}", on_board("row", INT)),
        ("the column of {a}", on_board("column", INT)),
        ("the side of {a}", of_player("side", "player", SIDE)),
        ("the player after {a}", of_player("next_player", "player", PLAYER)),
        ("the player who had {a} at the beginning", of_player("first_holder", "power", PLAYER)),
        ("the direction three eighths of a turn counterclockwise from {a}", turned(-3)),
        ("the direction a quarter turn counterclockwise from {a}", turned(-2)),
        ("the direction a eighth of a turn counterclockwise from {a}", turned(-1)),
        ("the direction a eighth of a turn clockwise from {a}", turned(1)),
        ("the direction a quarter turn clockwise from {a}", turned(2)),
        ("the direction three eighths of a turn clockwise from {a}", turned(3)),
        ("minus {a}", negative),
        ("the absolute value of {a}", absolute),
        ("the difference between {a} and {b}", calculated("difference")),
        ("{a} plus {b}", calculated("+")),
        ("{a} minus {b}", calculated("-")),
        ("{a} times {b}", calculated("*")),
        ("half of {a}, rounded up", half),
        ("the quotient of {a} and {b} rounded up", calculated("up")),
        ("the quotient of {a} and {b} rounded down", calculated("down")),
        ("the remainder of {a} divided by {b}", calculated("mod")),
        ("the lesser of {a} and {b}", calculated("min")),
        ("the greater of {a} and {b}", calculated("max")),
        ("the number of {a}", size),
        ("the first of {a}", first_of),
        ("{a} except {b}", united(True)),
        ("{a} and {b}", united(False)),
    )
]  # fmt: skip
