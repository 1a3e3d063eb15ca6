"""Positions, turns and games of chess and draughts, written and read as other programs do.

The judge of chess is python-chess.
"""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

from thesmos.diagnostics import UsageError
from thesmos.notation.possible import ImpossiblePosition
from thesmos.play.game import load
from thesmos.play.history import History
from thesmos.play.match import Match

# Castling both ways, captures in passing, promotions, and pieces that have to be told apart.
POSITIONS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "7k/8/8/8/2Q1Q3/8/8/2Q1K3 w - - 5 60",
    "k7/P7/K7/8/8/8/8/1R6 w - - 0 1",
)


@pytest.fixture(scope="module")
def match() -> Match:
    return load("chess").match(options={"draws": "none"})


@pytest.mark.parametrize("fen", POSITIONS)
def test_a_position_is_read_and_written_as_fen(match: Match, fen: str) -> None:
    assert match.read(fen, "fen").written("fen").split()[:5] == fen.split()[:5]


@pytest.mark.parametrize("fen", POSITIONS)
def test_turns_are_written_as_python_chess_writes_them(match: Match, fen: str) -> None:
    state, board = match.read(fen, "fen"), chess.Board(fen)
    assert {*state.turns("san")} == {board.san(move) for move in board.legal_moves}
    assert {*state.turns("uci")} == {move.uci() for move in board.legal_moves}


@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_is_written_as_python_chess_writes_it(match: Match, seed: int) -> None:
    dice, board, state = random.Random(seed), chess.Board(), match.start()
    history = History(state)
    for _ in range(25):
        move = dice.choice(sorted(board.legal_moves, key=chess.Move.uci))
        state = state.play(board.san(move), "san")
        history = history.then(state)
        board.push(move)
        assert state.written("fen").split()[:5] == board.fen(en_passant="xfen").split()[:5]
    text = history.written("pgn", {"White": "a, b"})
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    assert [*game.mainline_moves()] == board.move_stack
    assert game.headers["White"] == "a, b"
    (again,) = match.read_games(str(game), "pgn")
    assert again.states[-1] == state


def test_a_capture_in_passing_that_nobody_can_make_is_ignored(match: Match) -> None:
    """Many programs write the square after each double step."""
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert match.read(fen, "fen").written("fen").split()[3] == "-"


def test_a_mate_and_a_check_are_marked(match: Match) -> None:
    game = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? {a trap} (3... g6 4. Qf3) 4. Qxf7# 1-0"
    (transcript,) = match.read_games(game, "pgn")
    last = transcript.states[-1]
    assert last.result is not None
    assert (last.result.winners, last.result.reason) == ((1,), "mate")
    assert History(*transcript.states).written("pgn").endswith("4. Qxf7# 1-0\n")


def test_a_game_that_begins_elsewhere_says_where(match: Match) -> None:
    state = match.read(POSITIONS[6], "fen")
    text = History(state, state.play("Kb6", "san")).written("pgn")
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.headers["SetUp"] == "1"
    assert game.board().fen() == POSITIONS[6]


def test_a_tag_may_have_quotes(match: Match) -> None:
    state = match.start()
    text = History(state, state.play("e4", "san")).written("pgn", {"White": 'a "b" \\'})
    (game,) = match.read_games(text, "pgn")
    assert game.tags["White"] == 'a "b" \\'


def test_several_games_are_read_one_after_the_other(match: Match) -> None:
    text = '[Event "one"]\n\n1. e4 *\n\n[Event "two"]\n\n1. d4 d5 1/2-1/2\n'
    games = [*match.read_games(text, "pgn")]
    assert [game.tags["Event"] for game in games] == ["one", "two"]
    assert [game.result for game in games] == ["*", "1/2-1/2"]
    assert [len(game.states) for game in games] == [2, 3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e4 e5\n2. Ke3", "game 1, line 2: `Ke3` can't be played here"),
        ("1. e4 (1. d4", "a parenthesis is not closed"),
        ('[Event "x"]', "has tags, but no turns"),
        ("1. e4 * 1. Nd2", "game 2, line 1: `Nd2`"),
    ],
)
def test_a_wrong_game_is_refused_with_its_place(match: Match, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        _ = [*match.read_games(text, "pgn")]


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("8/8 w - - 0 1", "2 rows"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "has 9 cells"),
        ("x7/8/8/8/8/8/8/8 w - - 0 1", "`x` stands for nothing"),
        ("8/8/8/8/8/8/8/8 z - - 0 1", "`z` is no player"),
        ("8/8/8/8/8/8/8/8 w KX - 0 1", "`KX` can't be read"),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", "E9"),
        ("8/8/8/8/8/8/8/8 w - - x 1", "quiet"),
        ("8/8/8/8/8/8/8/8", "has 1 fields"),
        ("8" * 100_000, "too long"),
    ],
)
def test_a_wrong_fen_is_refused(match: Match, fen: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        match.read(fen, "fen")


def test_a_fen_that_no_game_reaches_is_refused_unless_it_may_be(match: Match) -> None:
    fen = "8/8/8/8/8/8/8/K7 w - - 0 1"
    with pytest.raises(ImpossiblePosition):
        match.read(fen, "fen")
    assert match.read(fen, "fen", allow_impossible=True).written("fen").startswith("8/8/8")


def test_a_turn_that_can_mean_several_is_refused(match: Match) -> None:
    state = match.read(POSITIONS[5], "fen")
    with pytest.raises(UsageError, match="can mean several") as refused:
        state.play("Qe3", "san")
    assert "Q1e3" in str(refused.value.hint) or "Qce3" in str(refused.value.hint)


def test_draughts_are_written_as_pdn() -> None:
    match = load("draughts").match()
    start = match.start()
    assert {*start.turns("pdn")} == {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}
    assert start.written("pdn") == (
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    )
    old = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 *"
    (game,) = match.read_games(old, "pdn")
    last = game.states[-1]
    assert last.written("pdn") == "B:W11,17,21,25,26,28,29,30,31,32:B1,2,3,4,5,6,9,10,12"


def test_a_capture_of_several_pieces_is_one_turn() -> None:
    match = load("draughts").match()
    state = match.read("W:WK22:B10,18", "pdn")
    assert state.turns("pdn") == {"22x6": ("F6xD4", "D4xF2")}


@pytest.mark.parametrize("name", ["santorini", "seven-wonders-duel", "go", "off-the-rails", "nim"])
def test_every_position_is_a_line(name: str) -> None:
    match = load(name).match()
    state = match.start()
    dice = random.Random(3)
    while state.codes and dice.random() < 0.97:
        state = state.take(dice.choice(state.codes))
    line = state.written()
    assert "\n" not in line
    assert match.read(line) == state


def test_a_notation_that_does_not_exist_is_refused(match: Match) -> None:
    with pytest.raises(UsageError, match="no notation of positions called `fem`") as refused:
        match.start().written("fem")
    assert refused.value.hint == "did you mean 'fen'?"
    assert match.notations == {
        "positions": ("line", "fen"), "turns": ("uci", "san"), "games": ("pgn",),
    }  # fmt: skip
