"""How games of OpenSpiel correspond to ours: their names, and the texts of their actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import chess
import positions

MORRIS = "A7 D7 G7 B6 D6 F6 C5 D5 E5 A4 B4 C4 E4 F4 G4 C3 D3 E3 B2 D2 F2 A1 D1 G1".split()  # noqa: SIM905
GO_COLUMNS = "abcdefghjklmnopqrst"  # without i


@dataclass(frozen=True)
class Counterpart:
    """A game of OpenSpiel.

    editions: its name there for each of our editions, with our options in braces.
    text: from the text of an action, and the state in which it is taken, to that of our option.
    options: the values of our options that it plays.
    differs: our clauses by which it plays otherwise, with the reason.
    joins: whether an action is only the first half of an option of ours.
    silent: an action without a choice that we do not have.
    drawn: who wins a draw by our rules.
    seats: our players, in the order of theirs.
    positions: how positions are read and written; None if it takes none.
    """

    editions: Mapping[str, str]
    text: Callable[[str, Any], str]
    options: dict[str, list[str]] = field(default_factory=dict)
    differs: Mapping[str, str] = field(default_factory=dict)
    joins: Callable[[str], bool] = lambda action: False
    silent: str = ""
    drawn: tuple[int, ...] = ()
    seats: tuple[int, int] = (1, 2)
    positions: positions.Positions | None = None


def _cell(words: str) -> str:
    """`(7, 1)`: rows are counted from the top of ten."""
    row, column = map(int, re.findall(r"[0-9]+", words))
    return f"{'ABCDEFGHIJ'[column - 1]}{11 - row}"


def _amazons(text: str, _state: Any) -> str:
    return "-".join(map(_cell, re.findall(r"\([^)]*\)", text)))


def _breakthrough(text: str, _state: Any) -> str:
    (a, m), (b, n) = text[:2], text[2:4]
    between = "x" if text.endswith("*") else "-"
    return f"{a.upper()}{9 - int(m)}{between}{b.upper()}{9 - int(n)}"


def _chess(text: str, state: Any) -> str:
    board = chess.Board(str(state))
    move = board.parse_san(text)
    if board.is_castling(move):
        return "O-O" if chess.square_file(move.to_square) > chess.square_file(4) else "O-O-O"
    squares = "-".join(chess.square_name(at).upper() for at in (move.from_square, move.to_square))
    return squares + (f"={chess.piece_symbol(move.promotion)}" if move.promotion else "")


def _connect_four(text: str, state: Any) -> str:
    column = int(text[1:])
    height = sum(row[column] != "." for row in positions.rows(state))
    return f"{'ABCDEFG'[column]}{height + 1}"


def _draughts(text: str, _state: Any) -> str:
    between = "x" if abs(ord(text[0]) - ord(text[2])) > 1 else "-"
    return f"{text[:2].upper()}{between}{text[2:4].upper()}"


def _go(text: str, _state: Any) -> str:
    point = text.split()[1]
    if point == "PASS":
        return "pass"
    return f"{'ABCDEFGHIJKLMNOPQRS'[GO_COLUMNS.index(point[0])]}{point[1:]}"


def _hex(text: str, _state: Any) -> str:
    return text if text == "swap" else text.upper()


def _morris(text: str, state: Any) -> str:
    """Whoever decides twice in a row takes a man."""
    played = state.full_history()
    takes = bool(played) and played[-1].player == state.current_player()
    points = "-".join(MORRIS[int(number)] for number in re.findall(r"[0-9]+", text))
    return f"x{points}" if takes else points


def _nim(text: str, _state: Any) -> str:
    pile, count = re.findall(r"[0-9]+", text)
    return f"{'ABCD'[int(pile) - 1]}1-{count}"


def _oware(text: str, _state: Any) -> str:
    return f"{text}1" if text.isupper() else f"{'ABCDEF'['fedcba'.index(text)]}2"


def _quoridor(text: str, _state: Any) -> str:
    """Rows are counted from the top, and a wall is named by the square northwest of it."""
    column, row, way = text[0].upper(), int(text[1]), text[2:]
    return f"{column}{9 - row}{way}" if way else f"{column}{10 - row}"


def _tic_tac_toe(text: str, _state: Any) -> str:
    row, column = map(int, re.findall(r"[0-9]+", text))
    return f"{'ABC'[column]}{3 - row}"


WORDS = {"yes": "True", "no": "False", "loses": "True", "wins": "False"}  # of our options
LENGTH = 100_000  # of a game of Go, so that none is cut off
COUNTERPARTS = {
    "amazons": Counterpart(
        {"1992": "amazons"},
        _amazons,
        joins=lambda action: " From " in action,
    ),
    "breakthrough": Counterpart({"2000": "breakthrough"}, _breakthrough),
    "chess": Counterpart(
        {"2023": "chess"},
        _chess,
        {"draws": ["automatic"]},
        {
            "chess.end-of-the-game.6": "a repetition counts an en passant that would expose the "
            "king as possible (OpenSpiel's own error)",
        },
        seats=(2, 1),
        positions=positions.CHESS,
    ),
    "connect-four": Counterpart(
        {"1974": "connect_four"}, _connect_four, positions=positions.CONNECT_FOUR
    ),
    "draughts": Counterpart(
        {"1852": "checkers"},
        _draughts,
        differs={"draughts.end-of-the-game.1": "drawn after 40 single moves without a capture"},
    ),
    "go": Counterpart(
        {
            f"{size}x{size}": f"go(board_size={size},max_game_length={LENGTH})"
            for size in (9, 13, 19)
        },
        _go,
        {"repeating": ["ko"]},
        {"go.end-of-the-game.1": "drawn when a position comes again, at any distance"},
    ),
    "hex": Counterpart(
        {"1942": "hex(board_size=11,swap={swap})"}
        | {f"{size}x{size}": f"hex(board_size={size},swap={{swap}})" for size in (5, 7, 9, 13)},
        _hex,
        {"swap": ["yes", "no"]},
    ),
    "nim": Counterpart(
        {"classic": "nim(is_misere={last_counter})"}, _nim, {"last_counter": ["wins", "loses"]}
    ),
    "nine-mens-morris": Counterpart(
        {"1900": "nine_mens_morris"}, _morris, {"draw": ["turns_200"]}
    ),
    "oware": Counterpart(
        {"abapa": "oware"},
        _oware,
        differs={"oware.end-of-the-game.2": "a position is compared with all earlier ones"},
        drawn=(1, 2),
    ),
    "quoridor": Counterpart(
        {"1997": "quoridor(board_size=9,wall_count=10,players=2)"},
        _quoridor,
        differs={"quoridor.end-of-the-game.1": "drawn when a game is long"},
    ),
    "reversi": Counterpart(
        {"classic": "othello"}, lambda text, state: text.upper(), silent="pass", drawn=(1, 2)
    ),
    "tic-tac-toe": Counterpart(
        {"classic": "tic_tac_toe"}, _tic_tac_toe, positions=positions.TIC_TAC_TOE
    ),
}  # fmt: skip
