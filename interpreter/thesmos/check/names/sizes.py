"""How many things of each kind there can be, and how many members a set can have.

They are upper bounds for every match-up: the most players that the game is for, and the pieces of
all its cards. Only of sides there is a lower bound too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from thesmos.program import values as v
from thesmos.program.node import walk
from thesmos.program.types import DIRECTIONS, Type
from thesmos.syntax import documents as d

Sizes = Mapping[str, int]  # by the name of a kind


def line_of(board: str) -> str:
    """Return the key in `Sizes` for the longest line on a board; joined boards have none."""
    return f"line of {board}"


def ways_on(board: str) -> str:
    """Return the key in `Sizes` for the most neighbours of a cell; boards with lines have none."""
    return f"ways on {board}"


def sizes_of(game: d.GameDocument, cards: Iterable[d.CardDocument]) -> Sizes:
    """Return how many things of each kind there can be.

    cards: all cards of the game.
    """
    cards = tuple(cards)
    most = game.players[1]
    sizes = {"Player": most, "Side": most, "Power": len(cards), "Zone": len(game.zones)}
    sizes["Direction"] = len(DIRECTIONS)
    sizes |= {enum: len(words) for enum, words in game.enums.items()}
    sizes |= {f"option {name}": len(words) for name, words in game.options.items()}
    sizes |= {board.name: len(board.cells()) for board in game.boards}
    unjoined = (board for board in game.boards if not board.joined)
    sizes |= {line_of(board.name): max(board.columns, board.rows) for board in unjoined}
    sizes |= {ways_on(board.name): board.adjacent for board in game.boards if not board.lines}
    for kind in game.pieces:
        count = sum(s.count * (most if s.each_side or s.each_player else 1) for s in kind.supply)
        more = (s.count for card in cards for name, s in card.pieces if name == kind.name)
        sizes[kind.name] = count + sum(more)
    return sizes


def fewest_sides(game: d.GameDocument, modes: Iterable[d.ModeDocument]) -> int:
    """Return how many sides there are in every match-up of some modes."""
    return min((len({*mode.sides}) for mode in modes), default=game.players[0])


def size(kind: Type, sizes: Sizes) -> int:
    """Return how many values a type has, without none."""
    if kind.base == "int":
        return kind.high - kind.low + 1
    return 2 if kind.base == "flag" else sizes.get(kind.name, 0)


def most_members(domain: v.Value, sizes: Sizes) -> int:
    """Return how many members a set can have."""
    whole = size(domain.type.one(), sizes)
    match domain:
        case v.SetOf(members=members):
            return min(len(members), whole)
        case v.Those(binder=binder):
            return most_members(binder.domain, sizes)
        case v.SetOperation(word="except", left=left):
            return most_members(left, sizes)
        case v.SetOperation(left=left, right=right):
            return min(whole, most_members(left, sizes) + most_members(right, sizes))
        case v.IfElse(then=then, otherwise=otherwise):
            return max(most_members(then, sizes), most_members(otherwise, sizes))
        case v.BoardFunction(board=board):
            return min(whole, sizes.get(ways_on(board), len(DIRECTIONS)))
        case v.Along():
            return sizes.get(straight(domain), whole)
        case _:
            return whole


def straight(value: v.Along | v.Spread) -> str:
    """Return the key of the longest line, if a walk goes in one direction; else an empty text."""
    match value:
        case v.Along(
            name=name, next=v.BoardFunction("step", board, (v.Variable(start), direction))
        ):
            turning = any(
                isinstance(node, v.Variable) and node.name == name for node in walk(direction)
            )
            return line_of(board) if start == name and not turning else ""
    return ""
