"""The options of `thesmos fuzz` that choose one match-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from thesmos.cli.arguments import read_pairs, read_powers
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.play.match_ups import Seating, named_match_ups

OptionWords = Sequence[tuple[str, str]]  # options of a command line with their values
Command = TypeVar("Command", bound=Callable[..., Any])


def match_up_options(command: Command) -> Command:
    """Add the options that `FuzzedMatchUp` holds."""
    for option in (
        click.option("--any-match-up", is_flag=True,
                     help="Allow a match-up that the rules forbid, such as banned powers."),
        click.option("--setup", multiple=True, metavar="NAME=VALUE",
                     help="With --powers: part of the set-up, as written in records. Repeatable."),
        click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
                     help="An option of the game. Repeatable. Default: those that are claimed."),
        click.option("--mode", help="With --powers: the mode of play."),
        click.option("--powers", metavar="A,B,…", help="Only games with these powers."),
    ):  # fmt: skip
        command = option(command)
    return command


@dataclass(frozen=True)
class FuzzedMatchUp:
    """The match-up chosen on the command line, as written there; empty if none was chosen."""

    powers: str | None = None
    mode: str | None = None
    setup: tuple[str, ...] = ()
    any_match_up: bool = False
    options: tuple[str, ...] = ()

    def seatings(self, game: Game) -> list[Seating]:
        """Return the match-up; if it needs a card that is not named, one match-up for each card.

        Empty if no powers are given. Raises UsageError if it can't be played.
        """
        held = read_powers(self.powers)
        if held is None:
            if self.mode or self.setup or self.any_match_up:
                raise UsageError(
                    "--mode, --setup and --any-match-up choose one match-up", "add --powers A,B"
                )
            return []
        named, chosen = read_pairs(self.setup), self.chosen
        mode = game.mode(self.mode, len(held), named)
        wanted = Seating(tuple(held), mode.slug, tuple(named.items()), chosen)
        # unknown powers and options, wrong numbers
        game.match(held, mode.slug, dict(chosen), named, any_match_up=True)
        if self.any_match_up:
            return [wanted]
        seatings = list(named_match_ups(game, wanted))
        if not seatings:
            error = game.match_up_error(held, mode, named)
            raise error or UsageError("no card can be named for this match-up", "add --setup")
        return seatings

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]:
        """The options of the game with their values. Raises UsageError for one without a value."""
        return tuple(read_pairs(self.options).items())

    def words(self) -> OptionWords:
        """Return these options as they were given."""
        pairs = [("--powers", self.powers), ("--mode", self.mode)]
        pairs += [("--setup", pair) for pair in self.setup]
        pairs += [("--option", pair) for pair in self.options]
        options = [(option, value) for option, value in pairs if value]
        return [*options, *[("--any-match-up", "")] * self.any_match_up]
