"""Chess by python-chess, which raises an error about positions that no game reaches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import chess
import loop
from loop import ALIKE, EDITIONS, UnsupportedError  # noqa: F401 - the loop asks for them here
from positions import board_of, player_of, position_of

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
CASTLING = {6: "O-O", 2: "O-O-O"}  # by the file that the king goes to
FIFTY_MOVES = 100  # in single moves
THIRD_TIME = 3


@dataclass(frozen=True)
class State:
    """A board. conceded: the player who has given up, or 0."""

    board: chess.Board
    draws: str
    conceded: int = 0


def load(setup: dict[str, Any], position: dict[str, Any]) -> State:
    """Return the state of a position. Raises ValueError if python-chess says it is impossible."""
    return replace(begin(setup), board=board_of(position))


def begin(setup: dict[str, Any]) -> State:
    """Return the first state."""
    return State(chess.Board(), setup.get("options", {}).get("draws", "automatic"))


def decision(state: State) -> dict[str, Any]:
    """Return who moves, and the moves."""
    if (winners := _winners(state)) is not None:
        return {"result": {"winners": winners}}
    board = state.board
    options = [_text(board, move) for move in board.legal_moves]
    return {"player": player_of(board.turn), "options": options, "may_skip": False}


def take(state: State, choice: str) -> State:
    """Return the state after a move, or after giving up."""
    if choice == "concede":
        return replace(state, conceded=player_of(state.board.turn))
    board = state.board.copy()
    board.push(next(move for move in board.legal_moves if _text(board, move) == choice))
    return replace(state, board=board)


def position(state: State) -> dict[str, Any]:
    """Return the position as records have it."""
    return position_of(state.board)


def _winners(state: State) -> list[int] | None:
    """Return who has won, nobody for a draw; None if the game goes on."""
    board = state.board
    if state.conceded:
        return [3 - state.conceded]
    if board.is_checkmate():
        return [player_of(not board.turn)]
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
