"""Commands, of Thesmos and of packages that add their own.

A package adds commands by an entry point of the group `thesmos.commands`, whose object is a
sequence of `CommandInfo`. The module of a command is loaded only when it is called, so that
`thesmos --help` stays quick however many there are.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import click

GROUP = "thesmos.commands"

WRITE = "Write a card"
TEST = "Test your own implementation"
WORK = "Work with games"
PUBLISH = "Publish the rules"
SECTIONS = (WRITE, TEST, WORK, PUBLISH)  # of the help, by what somebody came for


@dataclass(frozen=True)
class CommandInfo:
    """A command as the help lists it, and where it is: `module`, whose `command` it is.

    name: `play`, or `new power` for a command of a group. section: one of SECTIONS, or a title of
    its own, which comes after them.
    """

    name: str
    summary: str
    section: str
    module: str
    attribute: str = "command"

    def load(self) -> click.Command:
        """The command itself."""
        command: click.Command = getattr(import_module(self.module), self.attribute)
        return command


def _core(name: str, summary: str, section: str) -> CommandInfo:
    return CommandInfo(name, summary, section, f"thesmos.cli.{name}")


CORE = (
    _core("new", "Begin a new power, or an adapter.", WRITE),
    _core("check", "Report every mistake in a spec.", WRITE),
    _core("play", "Play a game in the terminal.", WRITE),
    _core("legal", "Show the pending decision with all its options.", WRITE),
    _core("explain", "Show which rules and clauses make an option legal or illegal.", WRITE),
    _core("test", "Run scenarios.", WRITE),
    _core("perft", "Count positions, turn by turn.", TEST),
    _core("record", "Play random games and write their records.", WORK),
    _core("replay", "Replay recorded games and compare every decision.", WORK),
    _core("soak", "Play random games of every match-up and check what must always hold.", WORK),
    _core("bench", "Measure how fast random games are played.", WORK),
    CommandInfo("new power", "Write the skeleton of a card.", WRITE, "thesmos.cli.new", "power"),
)


@functools.cache
def commands() -> dict[str, CommandInfo]:
    """All commands by name, section by section. The first of a name counts, the core's first."""
    found: dict[str, CommandInfo] = {}
    for info in (*CORE, *_added()):
        found.setdefault(info.name, info)
    sections = [*SECTIONS, *(info.section for info in found.values())]
    return dict(sorted(found.items(), key=lambda item: sections.index(item[1].section)))


def _added() -> Iterator[CommandInfo]:
    """What other packages add; one that can't be loaded is reported and left out."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        added: Sequence[CommandInfo] = _load(point) or ()
        yield from added


def extension(group: str, name: str) -> Any:
    """The object that another package offers under an entry point; None if there is none."""
    points = entry_points(group=group, name=name)
    return next((_load(point) for point in points), None)


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in a package of a stranger
        click.echo(f"warning: {point.value} can't be loaded: {error}", err=True)
        return None
