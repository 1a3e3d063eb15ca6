"""Positions as records have them, for the engines; an impossible one raises an error."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any

import chess

Position = dict[str, Any]
SIDES = (chess.WHITE, chess.BLACK)
MOST_QUIET = 150  # in single moves: the rules here count no further
SIGNS = {"1": "x", "2": "o"}


@dataclass(frozen=True)
class Positions:
    """How positions of a game are written.

    given: what OpenSpiel begins a game with, from a position. Raises ValueError for an impossible
        one, unless OpenSpiel itself does.
    written: the position of a state of OpenSpiel.
    """

    given: Callable[[Position], str]
    written: Callable[[Any], Position]


def board_of(position: Position) -> chess.Board:
    """Return the board of a position. Raises ValueError if python-chess says it is impossible."""
    board = chess.Board(None)
    for text in position["pieces"]:
        square, (owner, rank) = text.split()
        piece = chess.Piece(chess.Piece.from_symbol(rank).piece_type, owner == "1")
        board.set_piece_at(chess.parse_square(square.lower()), piece)
    board.turn = position["to_move"] == 1
    short, long = position.get("short", "11"), position.get("long", "11")
    rights = "".join(
        letter
        for letter, right in zip("KQkq", (short[0], long[0], short[1], long[1]), strict=True)
        if right == "1"
    )
    board.set_castling_fen(rights or "-")
    if passed := position.get("passed"):
        board.ep_square = chess.parse_square(passed.lower())
    board.halfmove_clock = int(position.get("quiet", 0))
    if (status := board.status()) != chess.STATUS_VALID:
        raise ValueError(f"an impossible position: {status!r}")
    return board


def position_of(board: chess.Board) -> Position:
    """Return the position of a board."""
    position: Position = {
        "pieces": [
            f"{chess.square_name(square).upper()} {player_of(piece.color)}{piece.symbol().lower()}"
            for square, piece in board.piece_map().items()
        ],
        "short": [str(int(board.has_kingside_castling_rights(side))) for side in SIDES],
        "long": [str(int(board.has_queenside_castling_rights(side))) for side in SIDES],
        "quiet": str(min(board.halfmove_clock, MOST_QUIET)),
    }
    if board.has_pseudo_legal_en_passant() and board.ep_square is not None:
        position["passed"] = chess.square_name(board.ep_square).upper()
    return position


def player_of(side: chess.Color) -> int:
    """Return the player of a side."""
    return 1 if side == chess.WHITE else 2


def _signs(position: Position, key: str, cells: list[str]) -> list[str]:
    """The sign on each of some cells."""
    return [SIGNS.get(str(position.get(key, {}).get(cell, "")), ".") for cell in cells]


def _owners(key: str, cells: list[str], signs: list[str]) -> Position:
    owners = {sign: owner for owner, sign in SIGNS.items()}
    pairs = zip(cells, signs, strict=True)
    return {key: {cell: owners[sign] for cell, sign in pairs if sign in owners}}


SQUARES = [f"{column}{row}" for row in "321" for column in "ABC"]
CELLS = [[f"{column}{row}" for column in "ABCDEFG"] for row in "123456"]


def _next(board: list[str], position: Position) -> str:
    """Who is next, as OpenSpiel has it: a board that is full is a draw."""
    return SIGNS[str(position["to_move"])] if "." in board else "Terminal"


def _tic_tac_toe(position: Position) -> str:
    board = _signs(position, "signs", SQUARES)
    return json.dumps({"board": board, "current_player": _next(board, position)})


def _connect_four(position: Position) -> str:
    board = [_signs(position, "discs", row) for row in CELLS]
    player = _next([*chain(*board)], position)
    over = player == "Terminal"
    end = {"is_terminal": over, "winner": "draw" if over else ""}
    return json.dumps({"board": board, "current_player": player, **end})


def rows(state: Any) -> Any:
    """Return the signs of a state of OpenSpiel, as it writes them."""
    return json.loads(state.to_json())["board"]


CHESS = Positions(
    lambda position: board_of(position).fen(), lambda state: position_of(chess.Board(str(state)))
)
TIC_TAC_TOE = Positions(_tic_tac_toe, lambda state: _owners("signs", SQUARES, rows(state)))
CONNECT_FOUR = Positions(
    _connect_four, lambda state: _owners("discs", [*chain(*CELLS)], [*chain(*rows(state))])
)
