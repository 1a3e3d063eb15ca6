"""Arguments that commands share: a game, a match-up, and the state to start from.

GAME is the slug of a shipped game or the path of a spec folder; an edition and modules may follow,
as in `game@edition+module`. This module loads no game, so that `--help` is fast; starting_point.py
makes the match and the state that the arguments describe.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from thesmos.diagnostics import UsageError, clipped, json_number, unique_keys

if TYPE_CHECKING:
    from thesmos.play.match import Match

MAX_INPUT = 4 << 20
BACKENDS = ("python", "native", "semantics")
FOLLOWED = ("rulings", "original")
NOBODY = ("none", "-", "")

Command = TypeVar("Command", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)
POSITION_HELP = (
    "Start at this position: a file, or the position itself as one line of JSON or in a notation "
    "of the game, as NAME:TEXT."
)


@dataclass(frozen=True)
class MatchArgs:
    """The command-line options that choose the match to play.

    modules: added to the name of the game.
    position: the name of a file, or a position as one line.
    after: choices that are made first, separated by commas.
    """

    game: str
    powers: str | None = None
    mode: str | None = None
    options: tuple[str, ...] = ()
    setup: tuple[str, ...] = ()
    any_match_up: bool = False
    backend: str = BACKENDS[0]
    position: str | None = None
    impossible: bool = False
    record: Path | None = None
    record_game: str | None = None
    decision: int | None = None
    modules: tuple[str, ...] = ()
    after: str | None = None

    def __post_init__(self) -> None:
        from thesmos.syntax.versions import split_name  # not needed for `--help`

        name, version = split_name(self.game)
        if self.modules:
            object.__setattr__(self, "game", f"{name}{version.with_choice(None, self.modules)}")


def json_option(command: Command) -> Command:
    """Add the option `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def force_option(command: Command) -> Command:
    """Add the option `--force`, of commands whose results go into new files."""
    return click.option("--force", is_flag=True, help="Overwrite existing files.")(command)


def jobs_option(command: Command) -> Command:
    """Add `--jobs` and `--dask`; both set the parameter `jobs`, as `run_tasks` takes it."""
    on_cluster = click.option(
        "--dask",
        metavar="ADDRESS",
        expose_value=False,
        callback=_on_cluster,
        help="Use the Dask cluster whose scheduler has this address instead.",
    )
    return processes_option(on_cluster(command))


def processes_option(command: Command) -> Command:
    """Add the option `--jobs`, of commands that work on this machine only."""
    return click.option("--jobs", type=click.IntRange(1, 256), is_eager=True,
                     default=lambda: os.cpu_count() or 1, show_default="one for each CPU",
                     help="Number of processes.")(command)  # fmt: skip


def _on_cluster(ctx: click.Context, _: click.Parameter, address: str | None) -> None:
    """Replace the number of processes, parsed before, with a cluster."""
    if address is not None:
        from thesmos.tools.process_pool import DaskCluster  # not needed for `--help`

        ctx.params["jobs"] = DaskCluster(address)


def backend_option(command: Command) -> Command:
    """Add `--backend`."""
    option = click.option("--backend", type=click.Choice(BACKENDS), default=BACKENDS[0],
                          show_default=True, help="What plays the rules.")  # fmt: skip
    return option(command)


def follow_option(help: str) -> Callable[[Command], Command]:
    """Return what adds `--follow`, which chooses between our rulings and a recorded original."""
    return click.option("--follow", type=click.Choice(FOLLOWED), default=FOLLOWED[0],
                        show_default=True, help=help)  # fmt: skip


def match_options(command: Command) -> Command:
    """Add `--powers`, `--mode`, `--module`, `--option`, `--setup` and `--any-match-up`."""
    for option in (
        click.option("--any-match-up", is_flag=True,
                     help="Allow match-ups that the rules forbid, such as banned powers."),
        click.option("--setup", multiple=True, metavar="NAME=VALUE",
                     help="Part of the set-up, as written in records. Repeatable."),
        click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
                     help="An option of the game. Repeatable."),
        click.option("--module", "modules", multiple=True, metavar="NAME",
                     help="Play with a module of the game. Repeatable."),
        click.option("--mode", help="Mode of play. Default: chosen by the number of players."),
        click.option("--powers", metavar="A,B,…",
                     help="The power of each player; `none` for a player without a power."),
    ):  # fmt: skip
        command = option(command)
    return command


def impossible_option(command: Command) -> Command:
    """Add `--impossible`."""
    option = click.option("--impossible", is_flag=True,
                          help="Play on from a position that no game reaches, too.")  # fmt: skip
    return option(command)


def start_options(command: Command) -> Command:
    """Add `--position` with `--impossible`, and `--record` with `--game` and `--decision`."""
    for option in (
        click.option("--decision", type=click.IntRange(0), metavar="N",
                     help="The decision of the recorded game, counted from 0."),
        click.option("--game", "record_game", metavar="ID", help="The id of the recorded game."),
        click.option("--record", type=FILE, metavar="FILE", help="Start in a recorded game."),
        impossible_option,
        click.option("--position", metavar="FILE|LINE", help=POSITION_HELP),
    ):  # fmt: skip
        command = option(command)
    return command


def after_option(command: Command) -> Command:
    """Add `--after`."""
    option = click.option("--after", metavar="A,B,…",
                          help="Make these choices first, such as C3-C2,C2+B2.")  # fmt: skip
    return option(command)


def read_powers(text: str | None) -> list[str | None] | None:
    """Parse `--powers`: `a,none` gives ["a", None]."""
    if text is None:
        return None
    return [None if word.strip() in NOBODY else word.strip() for word in text.split(",")]


def read_pairs(pairs: tuple[str, ...]) -> dict[str, str]:
    """Parse `name=value` pairs. Raises UsageError for a word without `=`."""
    values = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"`{pair}` is not a pair", "write NAME=VALUE")
        values[name] = value
    return values


def read_position(text: str, match: Match, *, impossible: bool) -> dict[str, Any]:
    """Return the position that `--position` gives. Raises UsageError for anything else.

    impossible: whether no game need reach it, in a notation of the game.
    """
    notation, colon, line = text.partition(":")
    if colon and notation in match.notations["positions"] and not Path(text).exists():
        state = match.read(line.strip(), notation, allow_impossible=impossible)
        return {**state.position(), "to_move": state.turn_of}
    if text.lstrip().startswith("{"):
        value = parsed_json(text, "--position")
    else:
        value = read_json(Path(text))
    if not isinstance(value, dict):
        raise UsageError(f"{clipped(text)} is not a position", "it must be one JSON object")
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
    return parsed_json(text, str(path))


def parsed_json(text: str | bytes, name: str) -> Any:
    """Parse JSON. name: of what has it. Raises UsageError."""
    try:
        return json.loads(text, parse_float=json_number, object_pairs_hook=unique_keys)
    except RecursionError:
        raise UsageError(f"{name} is nested too deeply") from None
    except ValueError as error:
        raise UsageError(f"{name} is not JSON: {error}") from None
