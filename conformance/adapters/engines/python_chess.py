"""Chess by python-chess, which raises an error about positions that no game reaches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import chess
import loop
from loop import ALIKE, EDITIONS, UnsupportedError  # noqa: F401 - the loop asks for them here

IMPLEMENTATION = {"name": "python-chess", "version": chess.__version__, "language": "Python"}
CLAIMS = {
    "chess": {
        "editions": ["2023"],
        **ALIKE,
        "options": {"draws": ["automatic", "none"]},
        "levels": ["legal", "apply", "result"],
        "from": ["position", "start"],
    }
}
PLAYERS = {"chess": [2]}
SIDES = (chess.WHITE, chess.BLACK)
CASTLING = {6: "O-O", 2: "O-O-O"}  # by the file that the king goes to
FIFTY_MOVES, SEVENTY_FIVE_MOVES = 100, 150  # in single moves
THIRD_TIME = 3


@dataclass(frozen=True)
class State:
    """A board. conceded: the player who has given up, or 0."""

    board: chess.Board
    draws: str
    conceded: int = 0


def load(setup: dict[str, Any], position: dict[str, Any]) -> State:
    """Return the state of a position. Raises ValueError if python-chess says it is impossible."""
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
    return replace(begin(setup), board=board)


def begin(setup: dict[str, Any]) -> State:
    """Return the first state."""
    return State(chess.Board(), setup.get("options", {}).get("draws", "automatic"))


def decision(state: State) -> dict[str, Any]:
    """Return who moves, and the moves."""
    if (winners := _winners(state)) is not None:
        return {"result": {"winners": winners}}
    board = state.board
    options = [_text(board, move) for move in board.legal_moves]
    return {"player": _player(board.turn), "options": options, "may_skip": False}


def take(state: State, choice: str) -> State:
    """Return the state after a move, or after giving up."""
    if choice == "concede":
        return replace(state, conceded=_player(state.board.turn))
    board = state.board.copy()
    board.push(next(move for move in board.legal_moves if _text(board, move) == choice))
    return replace(state, board=board)


def position(state: State) -> dict[str, Any]:
    """Return the position as records have it."""
    board = state.board
    data = {
        "pieces": [
            f"{chess.square_name(square).upper()} {_player(piece.color)}{piece.symbol().lower()}"
            for square, piece in board.piece_map().items()
        ],
        "short": [str(int(board.has_kingside_castling_rights(side))) for side in SIDES],
        "long": [str(int(board.has_queenside_castling_rights(side))) for side in SIDES],
        "quiet": str(min(board.halfmove_clock, SEVENTY_FIVE_MOVES)),  # ours counts no further
    }
    if board.has_pseudo_legal_en_passant() and board.ep_square is not None:
        data["passed"] = chess.square_name(board.ep_square).upper()
    return data


def _player(side: chess.Color) -> int:
    return 1 if side == chess.WHITE else 2


def _winners(state: State) -> list[int] | None:
    """Return who has won, nobody for a draw; None if the game goes on."""
    board = state.board
    if state.conceded:
        return [3 - state.conceded]
    if board.is_checkmate():
        return [_player(not board.turn)]
    drawn = board.halfmove_clock >= FIFTY_MOVES or board.is_repetition(THIRD_TIME)
    drawn = drawn or board.is_insufficient_material()
    over = board.is_stalemate() or (drawn and state.draws == "automatic")
    return [] if over else None


def _text(board: chess.Board, move: chess.Move) -> str:
    if board.is_castling(move):
        return CASTLING[chess.square_file(move.to_square)]
    squares = "-".join(chess.square_name(at).upper() for at in (move.from_square, move.to_square))
    promoted = f"={chess.piece_symbol(move.promotion)}" if move.promotion else ""
    return squares + promoted


if __name__ == "__main__":
    loop.serve(__name__)
