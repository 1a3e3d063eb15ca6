"""Engines that nobody here wrote conform, but for what their claims name."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from testing import open_spiel_games
from thesmos.cli import cli

pytest.importorskip("pyspiel")
ENGINES = Path(__file__).parent / "adapters" / "engines"
GAMES = [
    "amazons", "breakthrough", "chess", "connect-four", "draughts", "go@9x9", "hex", "hex@5x5",
    "nim", "nine-mens-morris", "oware", "quoridor", "reversi", "tic-tac-toe",
]  # fmt: skip
SHARE = 500  # decisions of each game; `python -m testing.open_spiel_games GAME` compares 20 000


def adapter(folder: Path, engine: str, **env: str) -> str:
    """The file of an adapter that runs in the environment of this test."""
    command = json.dumps([sys.executable, str(ENGINES / f"{engine}.py")])
    names = "".join(f"{name} = {json.dumps(value)}\n" for name, value in env.items())
    file = folder / f"{engine}.toml"
    limits = "startup = 100\ntimeout = 60\n"
    file.write_text(f"command = {command}\n{limits}[env]\n{names}", encoding="utf-8")
    return str(file)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def report(*words: str) -> dict[str, Any]:
    done = run("conform", "--jobs", "1", "--json", *words)
    value: dict[str, Any] = json.loads(done.stdout)
    return value


@pytest.mark.parametrize("game", GAMES)
def test_open_spiel_plays_whole_games_as_the_rules_here(game: str) -> None:
    assert open_spiel_games.compare(game, SHARE).decisions >= SHARE


@pytest.mark.parametrize("game", ["hex@5x5", "nim"])
def test_open_spiel_conforms_where_it_can_begin_at_the_start_only(
    game: str, tmp_path: Path
) -> None:
    made = report("-i", adapter(tmp_path, "open_spiel"), "--game", game, "--random", "2")
    asked = {"pass", "left out", "unsupported", "honest"}
    assert asked >= made["counts"].keys(), made["results"]
    assert made["counts"]["pass"] >= 1


def test_python_chess_conforms_and_is_never_asked_about_an_impossible_position(
    tmp_path: Path,
) -> None:
    """To a position that it calls impossible it answers an error, which would be counted."""
    made = report("-i", adapter(tmp_path, "python_chess"))
    assert {"pass", "unsupported", "honest"} >= made["counts"].keys(), made["results"]
    assert made["conformant"]
    assert "17 of 21 clauses" in made["games"][0]["verdict"]


@pytest.mark.parametrize(("engine", "game"), [("python_chess", "chess"), ("open_spiel", "hex@5x5")])
def test_perft_divides_alike(engine: str, game: str, tmp_path: Path) -> None:
    words = ["perft", game, "--depth", "1", "--divide", "-i", adapter(tmp_path, engine), "--json"]
    done = run(*words)
    assert 0 == done.exit_code, done.output
    assert json.loads(done.stdout)["differs"] is None


@pytest.mark.parametrize("game", ["chess", "connect-four", "tic-tac-toe"])
def test_open_spiel_conforms_and_is_never_asked_about_an_impossible_position(
    game: str, tmp_path: Path
) -> None:
    """Where it can begin at a position, it answers an error about an impossible one."""
    made = report("-i", adapter(tmp_path, "open_spiel"), "--game", game)
    assert {"pass", "left out", "unsupported", "honest"} >= made["counts"].keys(), made["results"]
    assert made["conformant"]
    assert made["counts"]["pass"] >= 5


@pytest.mark.parametrize("position", [{"signs": {"A1": "1", "B1": "1"}}, {"signs": {"A1": "2"}}])
def test_open_spiel_raises_an_error_about_an_impossible_board(position: dict[str, Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    sys.path.insert(0, str(ENGINES))
    try:
        positions = importlib.import_module("positions")
    finally:
        sys.path.remove(str(ENGINES))
    given = positions.TIC_TAC_TOE.given({**position, "to_move": 1})
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("tic_tac_toe").new_initial_state(given)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "game"),
    [
        ("python_chess", "chess"),
        ("open_spiel", "chess"),
        ("open_spiel", "connect-four"),
        ("open_spiel", "tic-tac-toe"),
    ],
)
def test_fuzz_asks_an_engine_nothing_impossible(engine: str, game: str, tmp_path: Path) -> None:
    words = ["fuzz", "-i", adapter(tmp_path, engine), "--game", game, "--games", "60"]
    done = run(*words, "--time", "5m", "--json")
    made = json.loads(done.stdout)
    assert (0, []) == (done.exit_code, made["disagreements"])
    assert made["decisions"] > 100


LACKING = """
import sys

sys.path.insert(0, {folder!r})
import chess
import loop
import python_chess

whole = python_chess.decision


def decision(state):
    told = whole(state)
    if "options" in told:
        told["options"] = [
            python_chess._text(state.board, move)
            for move in state.board.legal_moves
            if not state.board.is_en_passant(move)
            and not state.board.is_queenside_castling(move)
            and move.promotion in (None, chess.QUEEN)
        ]
    return told


python_chess.decision = decision
loop.serve("python_chess")
"""


@pytest.mark.slow
def test_three_things_that_an_engine_of_chess_lacks_are_three_findings(tmp_path: Path) -> None:
    """En passant, underpromotion and castling to the left: one does not mask another."""
    program, file = tmp_path / "lacking.py", tmp_path / "lacking.toml"
    program.write_text(LACKING.format(folder=str(ENGINES)), encoding="utf-8")
    command = json.dumps([sys.executable, str(program)])
    file.write_text(f"command = {command}\nstartup = 100\ntimeout = 60\n", encoding="utf-8")
    words = ["fuzz", "-i", str(file), "--games", "75", "--time", "1h", "--json"]
    made = json.loads(run(*words).stdout)
    missing = {text for one in made["disagreements"] for text in one["differences"][0]["missing"]}
    assert 3 == len(made["disagreements"]), missing
    assert "O-O-O" in missing
    assert any("=" in text for text in missing)
    assert any("=" not in text and text != "O-O-O" for text in missing)
