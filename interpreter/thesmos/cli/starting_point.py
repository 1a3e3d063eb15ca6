"""The match and the state that the arguments of a command describe.

A command starts at the beginning of a game, at a position read from a file, or at a decision of a
recorded game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from thesmos.cli.arguments import MatchArgs, read_pairs, read_position, read_powers
from thesmos.cli.output import announced
from thesmos.diagnostics import UsageError, counted
from thesmos.play import match as play
from thesmos.play.backend import NATIVE, backend_named
from thesmos.play.choice import Choice, not_offered, take
from thesmos.play.game import Game
from thesmos.play.playable import load_playable
from thesmos.play.protocols import Match, Setup, State
from thesmos.play.typed_choice import typed_choice
from thesmos.record.format import find_record
from thesmos.record.matches import game_of, match_from_setup
from thesmos.record.recorder import setup_of
from thesmos.record.replay import state_at
from thesmos.resources import spec_dir
from thesmos.syntax.spec_folder import DRAFT, shipped_slugs
from thesmos.syntax.versions import split_name


@dataclass(frozen=True)
class StartingPoint:
    """The match, its set-up in the format of records, and the state to start from.

    game: the name given on the command line.
    loaded: the game of that name.
    turn: the number of the turn, if known.
    position: the position read from a file; None if the command starts elsewhere.
    """

    game: str
    loaded: Game
    match: Match
    setup: Setup
    state: State
    turn: int | None
    position: dict[str, Any] | None = None


def make_match(game: Game, wanted: MatchArgs) -> play.Match:
    """Make the match chosen on the command line. Raises UsageError."""
    powers = read_powers(wanted.powers)
    setup = read_pairs(wanted.setup)
    if core := Setup.__annotations__.keys() & setup:
        names = ", ".join(sorted(core))
        raise UsageError(f"--setup can't set {names}", "use --powers, --mode or --option")
    options = read_pairs(wanted.options)
    played = game.by(backend_named(wanted.backend))
    match = played.match(powers, wanted.mode, options, setup, wanted.any_match_up)
    if wanted.backend == NATIVE:  # tens of seconds for a large game
        with announced("compiling to machine code"):
            _ = match.backend
    return match


def load_to_play(name: str) -> Game:
    """Load a game without its powers that have errors, which are named on stderr.

    Raises UsageError or SpecError as `load_playable`.
    """
    game = load_playable(name)
    for slug, error in game.unsound.items():
        errors = counted(len(error.diagnostics), "error")
        click.echo(f"`{slug}` is left out: {errors} (see `thesmos check {name}`)", err=True)
    return game


def starting_point(wanted: MatchArgs) -> StartingPoint:
    """The match and state that the arguments describe. Raises UsageError or SpecError."""
    start = _without_choices(wanted)
    if wanted.after is None:
        return start
    state, remaining, turns = start.state, wanted.after, 0
    while remaining:
        choice, remaining = next_choice(state, remaining)
        state = take(state, choice)
        turns += state.turns_begun
    turn = None if start.turn is None else start.turn + turns
    return replace(start, state=state, turn=turn)


def next_choice(state: State, choices: str) -> tuple[Choice, str]:
    """Return the first of some choices separated by commas, and the others as text.

    The text of an option may have commas: of all that could be meant, it is the longest. Raises
    UsageError if none is offered.
    """
    texts = () if state.decision is None else state.decision.texts
    parts = choices.split(",")
    longest = 1 + max((text.count(",") for text in texts), default=0)
    for length in range(min(longest, len(parts)), 0, -1):
        choice = typed_choice(state, ",".join(parts[:length]))
        if choice is not None:
            return choice, ",".join(parts[length:])
    raise not_offered(state, parts[0].strip())


def _without_choices(wanted: MatchArgs) -> StartingPoint:
    if wanted.record is not None:
        return _from_record(wanted)
    if wanted.record_game is not None or wanted.decision is not None:
        raise UsageError("--game and --decision need --record", "add --record FILE")
    game = load_to_play(wanted.game)
    match = make_match(game, wanted)
    extra = read_pairs(wanted.setup)
    setup = setup_of(match, wanted.mode, read_pairs(wanted.options), extra)
    if wanted.position is None:
        if wanted.impossible:
            raise UsageError("--impossible needs --position", "add --position FILE")
        state = match.start()
        return StartingPoint(wanted.game, game, match, setup, state, state.turns_begun)
    position = read_position(wanted.position, match, impossible=wanted.impossible)
    state = match.load(position, allow_impossible=wanted.impossible)
    return StartingPoint(wanted.game, game, match, setup, state, None, position)


def _from_record(wanted: MatchArgs) -> StartingPoint:
    if wanted.position is not None or wanted.powers is not None:
        raise UsageError(
            "--record can't be combined with --position or --powers",
            "the record gives the position and the powers",
        )
    if wanted.record is None or wanted.record_game is None or wanted.decision is None:
        raise UsageError("--record needs --game ID and --decision N")
    record = find_record(wanted.record, wanted.record_game)
    game = game_of(record, wanted.game)
    setup = record["setup"]
    if wanted.options:
        setup["options"] = setup.get("options", {}) | read_pairs(wanted.options)
    match = match_from_setup(game, setup)
    state, turn = state_at(match, record, wanted.decision)
    name = f"{split_name(wanted.game)[0]}{game.version}"
    return StartingPoint(name, game, match, setup, state, turn)


def largest_game() -> str:
    """The shipped game with the most files of powers. None is read."""
    games = shipped_slugs()
    if not games:
        raise UsageError("no games are shipped with this installation", "name a spec folder")
    return max(games, key=lambda slug: (len([*spec_dir().glob(f"{slug}/powers/*.yaml")]), slug))


def drafted(wanted: MatchArgs, form: str, players: int) -> MatchArgs:
    """Return the arguments for the draft of a game; their options are then those of the draft.

    Raises UsageError if the game has no draft, or if the arguments already name the powers.
    """
    named = (wanted.powers, wanted.mode, wanted.position, wanted.record)
    if any(word is not None for word in named) or wanted.setup:
        text = "--draft can't be combined with --powers, --mode, --setup, --position or --record"
        raise UsageError(text, "the draft decides the powers")
    game = load_to_play(wanted.game)
    first = next(iter(game.drafting.checked.written.options), None)
    if first is None:
        raise UsageError(f"the draft of {game.slug} has no forms", f"play {game.slug}/{DRAFT}")
    bare, _ = split_name(wanted.game)
    folder = Path(bare)
    name = f"{folder.parent if folder.is_file() else bare}/{DRAFT}{game.version}"
    powers = ",".join(["none"] * players)
    return replace(wanted, game=name, powers=powers, options=(f"{first}={form}", *wanted.options))
