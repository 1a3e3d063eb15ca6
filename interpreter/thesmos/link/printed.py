"""What is printed on a piece: the values of its attributes that nothing in play changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from thesmos.link.layout import NONE
from thesmos.link.linked import LinkedGame, Piece
from thesmos.program.declarations import Attribute
from thesmos.program.types import Type


@dataclass(frozen=True)
class PrintedNumber:
    """A value on a piece, by its number; one for each member of a set.

    index: for an attribute with an index, the numbers for which it has this value.
    """

    attribute: Attribute
    index: tuple[int, ...]
    number: int


def printed_numbers(game: LinkedGame, piece: Piece) -> Iterator[PrintedNumber]:
    """Yield all that is printed on a piece, except 0, flags that are not set, and none."""
    for attribute in game.game.attributes:
        values = game.fixed.get(attribute.name)
        if attribute.name.owner != piece.kind or values is None:
            continue
        indices = [*product(*(range(_count(game, kind)) for kind in attribute.index))]
        first = piece.number * len(indices)
        for index, value in zip(indices, values[first : first + len(indices)], strict=True):
            numbers = value if isinstance(value, tuple) else (value,)
            silent = attribute.type.base in ("int", "flag") and not attribute.type.many
            for number in numbers:
                if number != NONE and not (silent and number == 0):
                    yield PrintedNumber(attribute, index, number)


def looks(game: LinkedGame) -> dict[str, tuple[str, ...]]:
    """Return the words of enums printed on pieces without a name, by what positions call these."""
    looks = {}
    for kind, pieces in game.pieces.items():
        for number, piece in enumerate(pieces, 1):
            printed = () if piece.name else printed_numbers(game, piece)
            words = [written(game, p.attribute.type, p.number) for p in printed if _is_word(p)]
            if words:
                looks[f"{kind} {number}"] = tuple(words)
    return looks


def _is_word(printed: PrintedNumber) -> bool:
    return printed.attribute.type.base == "enum" and not printed.index


def written(game: LinkedGame, kind: Type, number: int) -> str:
    """A value of a type as it is written: a number, a word, a cell, the name of a piece."""
    if kind.base == "piece":
        return str(game.pieces[kind.name][number].name)
    if kind.base == "player":
        return f"player {number + 1}"
    names = _names(game, kind)
    return names[number] if names else str(number)


def _count(game: LinkedGame, kind: Type) -> int:
    counts = {"int": kind.high + 1, "flag": 2, "player": game.players}
    counts["piece"] = len(game.pieces.get(kind.name, ()))
    return counts.get(kind.base, len(_names(game, kind)))


def _names(game: LinkedGame, kind: Type) -> list[str]:
    """The words of an enum, or the cells of a board."""
    for board in game.game.boards:
        if board.name == kind.name:
            return [*board.cells]
    return [word.word for word in game.game.enum_words.get(kind.name, ())]
