"""Arguments that commands share: a game, a match-up, and the state to start from.

GAME is the slug of a shipped game or the path of a spec folder. A command starts at the beginning
of a game, at a position read from a file, or at a decision of a recorded game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from thesmos.diagnostics import UsageError, unique_keys
from thesmos.play.game import Game, load
from thesmos.play.protocols import Match, Setup, State
from thesmos.play.random_play import turn_starts
from thesmos.record.format import find_record
from thesmos.record.recorder import setup_of
from thesmos.record.replay import state_at
from thesmos.syntax.spec_folder import shipped_games
from thesmos.tools.replay_files import match_from_setup

MAX_INPUT = 4 << 20
DEFAULT_PLAYERS = 2
NOBODY = ("none", "-", "")

Command = TypeVar("Command", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)


@dataclass(frozen=True)
class MatchArgs:
    """The command-line options that choose the match to play."""

    game: str
    powers: str | None = None
    mode: str | None = None
    options: tuple[str, ...] = ()
    setup: tuple[str, ...] = ()
    any_match_up: bool = False
    position: Path | None = None
    record: Path | None = None
    record_game: str | None = None
    decision: int | None = None


@dataclass(frozen=True)
class StartingPoint:
    """The match, its set-up in the format of records, and the state to start from.

    game: the name given on the command line. turn: the number of the turn, if known. position: the
    position read from a file, if the command starts at one.
    """

    game: str
    match: Match
    setup: Setup
    state: State
    turn: int | None
    position: dict[str, Any] | None = None


def json_option(command: Command) -> Command:
    """Add the option `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def match_options(command: Command) -> Command:
    """Add `--powers`, `--mode`, `--option`, `--setup` and `--any-match-up`."""
    for option in (
        click.option("--any-match-up", is_flag=True,
                     help="Allow match-ups that the rules forbid, such as banned powers."),
        click.option("--setup", multiple=True, metavar="NAME=VALUE",
                     help="Part of the set-up, as written in records. Repeatable."),
        click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
                     help="An option of the game. Repeatable."),
        click.option("--mode", help="Mode of play. Default: chosen by the number of players."),
        click.option("--powers", metavar="A,B,…",
                     help="The power of each player; `none` for a player without a power."),
    ):  # fmt: skip
        command = option(command)
    return command


def start_options(command: Command) -> Command:
    """Add `--position`, and `--record` with `--game` and `--decision`."""
    for option in (
        click.option("--decision", type=click.IntRange(0), metavar="N",
                     help="The decision of the recorded game, counted from 0."),
        click.option("--game", "record_game", metavar="ID", help="The id of the recorded game."),
        click.option("--record", type=FILE, metavar="FILE", help="Start in a recorded game."),
        click.option("--position", type=FILE, metavar="FILE", help="Start at this position."),
    ):  # fmt: skip
        command = option(command)
    return command


def read_powers(text: str | None) -> list[str | None] | None:
    """Parse `--powers`: `a,none` gives ["a", None]."""
    if text is None:
        return None
    return [None if word.strip() in NOBODY else word.strip() for word in text.split(",")]


def read_pairs(pairs: tuple[str, ...]) -> dict[str, str]:
    """Parse `name=value` pairs. Raises UsageError for a word without `=`."""
    made = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"`{pair}` is not a pair", "write NAME=VALUE")
        made[name] = value
    return made


def make_match(game: Game, wanted: MatchArgs) -> Match:
    """Make the match chosen on the command line. Raises UsageError."""
    powers = read_powers(wanted.powers)
    if powers is None:
        players = DEFAULT_PLAYERS if wanted.mode is None else game.mode(wanted.mode, 0).players
        powers = [None] * players
    setup = read_pairs(wanted.setup)
    if core := Setup.__annotations__.keys() & setup:
        names = ", ".join(sorted(core))
        raise UsageError(f"--setup can't set {names}", "use --powers, --mode or --option")
    options = read_pairs(wanted.options)
    return game.match(powers, wanted.mode, options, setup, wanted.any_match_up)


def starting_point(wanted: MatchArgs) -> StartingPoint:
    """The match and state that the arguments describe. Raises UsageError or SpecError."""
    if wanted.record is not None:
        return _from_record(wanted)
    if wanted.record_game is not None or wanted.decision is not None:
        raise UsageError("--game and --decision need --record", "add --record FILE")
    match = make_match(load(wanted.game), wanted)
    extra = read_pairs(wanted.setup)
    setup = setup_of(match, wanted.mode, read_pairs(wanted.options), extra)
    if wanted.position is None:
        state = match.start()
        return StartingPoint(wanted.game, match, setup, state, turn_starts(state))
    position = read_position(wanted.position)
    return StartingPoint(wanted.game, match, setup, match.load(position), None, position)


def _from_record(wanted: MatchArgs) -> StartingPoint:
    if wanted.position is not None or wanted.powers is not None:
        raise UsageError(
            "--record can't be combined with --position or --powers",
            "the record gives the position and the powers",
        )
    if wanted.record is None or wanted.record_game is None or wanted.decision is None:
        raise UsageError("--record needs --game ID and --decision N")
    record = find_record(wanted.record, wanted.record_game)
    match = match_from_setup(load(wanted.game), record["setup"])
    state, turn = state_at(match, record, wanted.decision)
    return StartingPoint(wanted.game, match, record["setup"], state, turn)


def read_position(path: Path) -> dict[str, Any]:
    """Read a position file, one JSON object. Raises UsageError for anything else."""
    value = read_json(path)
    if not isinstance(value, dict):
        raise UsageError(f"{path} is not a position", "it must be one JSON object")
    return value


def read_json(path: Path) -> Any:
    """Read JSON from a file of at most MAX_INPUT bytes. Raises UsageError."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_INPUT + 1)
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror or error}") from error
    if len(text) > MAX_INPUT:
        raise UsageError(f"{path} is larger than {MAX_INPUT >> 20} MB")
    try:
        return json.loads(text, object_pairs_hook=unique_keys)
    except RecursionError:
        raise UsageError(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}") from None


def shipped_slugs() -> list[str]:
    """The slugs of the shipped games, without their drafts."""
    return [name for name in shipped_games() if "/" not in name]


def largest_game() -> str:
    """The shipped game with the most powers."""
    games = shipped_slugs()
    if not games:
        raise UsageError("no games are shipped with this installation", "name a spec folder")
    return max(games, key=lambda slug: (len(load(slug).powers), slug))
