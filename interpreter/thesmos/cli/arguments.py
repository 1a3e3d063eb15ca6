"""What a command is given: a game, a match-up, and where in it to begin.

GAME is the slug of a shipped game or the path of a spec folder. One begins at the start, at the
position of a file, or at a decision of a recorded game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from thesmos.diagnostics import UsageError
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
    """The options of the command line that say what is to be played."""

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
    """The match, its set-up as records tell it, and the state to begin with.

    game: the name under which it was asked for. turn: the turn's number, where known. position:
    what was read from a file, to begin at.
    """

    game: str
    match: Match
    setup: Setup
    state: State
    turn: int | None
    position: dict[str, Any] | None = None


def json_option(command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def match_options(command: Command) -> Command:
    """`--powers`, `--mode`, `--option`, `--setup`, `--any-match-up`: which match-up of a game."""
    for option in (
        click.option("--any-match-up", is_flag=True,
                     help="Also one that the rules never allow, such as banned powers."),
        click.option("--setup", multiple=True, metavar="NAME=VALUE",
                     help="A part of the set-up, as records have it."),
        click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
                     help="An option of the game."),
        click.option("--mode", help="How it is played; by the number of players if not told."),
        click.option("--powers", metavar="A,B,…",
                     help="The power of each player, `none` for a player without."),
    ):  # fmt: skip
        command = option(command)
    return command


def start_options(command: Command) -> Command:
    """`--position` or `--record --game --decision`: where to begin."""
    for option in (
        click.option("--decision", type=click.IntRange(0), metavar="N",
                     help="The decision of the recorded game, counted from 0."),
        click.option("--game", "record_game", metavar="ID", help="The id of the recorded game."),
        click.option("--record", type=FILE, metavar="FILE", help="Begin in a recorded game."),
        click.option("--position", type=FILE, metavar="FILE", help="Begin at this position."),
    ):  # fmt: skip
        command = option(command)
    return command


def read_powers(text: str | None) -> list[str | None] | None:
    """`a,none` as a list."""
    if text is None:
        return None
    return [None if word.strip() in NOBODY else word.strip() for word in text.split(",")]


def read_pairs(pairs: tuple[str, ...]) -> dict[str, str]:
    """`name=value` pairs as a table. Raises UsageError for what is no pair."""
    made = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"`{pair}` is no pair", "write NAME=VALUE")
        made[name] = value
    return made


def make_match(game: Game, wanted: MatchArgs) -> Match:
    """The match-up of the command line. Raises UsageError."""
    powers = read_powers(wanted.powers)
    if powers is None:
        players = DEFAULT_PLAYERS if wanted.mode is None else game.mode(wanted.mode, 0).players
        powers = [None] * players
    setup = read_pairs(wanted.setup)
    if core := Setup.__annotations__.keys() & setup:
        raise UsageError(f"--setup has nothing to do with {', '.join(sorted(core))}")
    options = read_pairs(wanted.options)
    return game.match(powers, wanted.mode, options, setup, wanted.any_match_up)


def starting_point(wanted: MatchArgs) -> StartingPoint:
    """Everything that a command begins with. Raises UsageError or SpecError."""
    if wanted.record is not None:
        return _from_record(wanted)
    if wanted.record_game is not None or wanted.decision is not None:
        raise UsageError("--game and --decision belong to --record", "add --record FILE")
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
        raise UsageError("--record goes without --position and --powers", "drop one of them")
    if wanted.record is None or wanted.record_game is None or wanted.decision is None:
        raise UsageError("--record needs --game ID and --decision N")
    record = find_record(wanted.record, wanted.record_game)
    match = match_from_setup(load(wanted.game), record["setup"])
    state, turn = state_at(match, record, wanted.decision)
    return StartingPoint(wanted.game, match, record["setup"], state, turn)


def read_position(path: Path) -> dict[str, Any]:
    """A position file: a JSON object. Raises UsageError for anything else."""
    value = read_json(path)
    if not isinstance(value, dict):
        raise UsageError(f"{path} is no position", "it must be one JSON object")
    return value


def read_json(path: Path) -> Any:
    """The JSON in a file of bounded size. Raises UsageError."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_INPUT + 1)
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror or error}") from error
    if len(text) > MAX_INPUT:
        raise UsageError(f"{path} is larger than {MAX_INPUT >> 20} MB")
    try:
        return json.loads(text)
    except RecursionError:
        raise UsageError(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}") from None


def shipped_slugs() -> list[str]:
    """The slugs of the games that come with this installation; a draft belongs to its game."""
    return [name for name in shipped_games() if "/" not in name]


def largest_game() -> str:
    """The shipped game with the most powers."""
    games = shipped_slugs()
    if not games:
        raise UsageError("no games are shipped with this installation", "name a spec folder")
    return max(games, key=lambda slug: (len(load(slug).powers), slug))
