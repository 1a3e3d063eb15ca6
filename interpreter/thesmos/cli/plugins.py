"""The commands of Thesmos, and those that other packages add.

A package adds commands through an entry point of the group `thesmos.commands`, whose object is a
sequence of `CommandInfo`. The module of a command is imported only when the command is called, so
that `thesmos --help` stays fast.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

GROUP = "thesmos.commands"

WRITE = "Write a game or a card"
TEST = "Test your own implementation"
WORK = "Work with games"
PUBLISH = "Publish the rules"
SECTIONS = (WRITE, TEST, WORK, PUBLISH)  # sections of `thesmos --help`, in order


@dataclass(frozen=True)
class CommandInfo:
    """A command as the help lists it, and the module and attribute that define it.

    name: `play`, or `new power` for a command of a group.
    section: one of SECTIONS, or another title, which is listed after them.
    """

    name: str
    summary: str
    section: str
    module: str
    attribute: str = "command"

    def load(self) -> click.Command:
        """Import the command."""
        command: click.Command = getattr(import_module(self.module), self.attribute)
        return command


def _core(name: str, summary: str, section: str) -> CommandInfo:
    return CommandInfo(name, summary, section, f"thesmos.cli.{name}")


CORE = (
    _core("new", "Create a new game, power or adapter from a template.", WRITE),
    _core("check", "Report every error in a spec.", WRITE),
    _core("fmt", "Write the clauses of a spec in standard form.", WRITE),
    _core("play", "Play a game in the terminal.", WRITE),
    _core("legal", "Show the pending decision with all its options.", WRITE),
    _core("explain", "Show which rules and clauses make an option legal or illegal.", WRITE),
    _core("test", "Run scenarios.", WRITE),
    _core("lsp", "Answer an editor while it writes a game.", WRITE),
    _core("perft", "Count positions, turn by turn.", TEST),
    _core("record", "Play random games and write their records.", WORK),
    _core("replay", "Replay recorded games and compare every decision.", WORK),
    _core("soak", "Play random games of every match-up and check what must always hold.", WORK),
    _core("balance", "Let powers or programs play each other; show how often each wins.", WORK),
    _core("build", "Write a match for web pages, Node.js or C.", WORK),
    _core("bench", "Measure the speed of random play.", WORK),
    CommandInfo(
        "diff-editions",
        "Show what differs from one edition of a game to another.",
        PUBLISH,
        "thesmos.cli.diff_editions",
    ),
    CommandInfo(
        "new copy", "Write a copy of a shipped game, to change it.", WRITE, "thesmos.cli.new_copy"
    ),
    CommandInfo("new power", "Write a template for a card.", WRITE, "thesmos.cli.new", "power"),
    CommandInfo(
        "new game",
        "Write a small complete game to turn into your own.",
        WRITE,
        "thesmos.cli.new_game",
    ),
)


def find(name: str) -> CommandInfo | None:
    """Return the command with a name, or None. Plugins are loaded only if the core lacks it."""
    core = (info for info in CORE if info.name == name)
    return next(core, None) or commands().get(name)


@functools.cache
def commands() -> dict[str, CommandInfo]:
    """Return all commands by name, section by section. Those of the core take precedence."""
    infos: dict[str, CommandInfo] = {}
    for info in (*CORE, *_added()):
        infos.setdefault(info.name, info)
    sections = [*SECTIONS, *(info.section for info in infos.values())]
    return dict(sorted(infos.items(), key=lambda item: sections.index(item[1].section)))


def _added() -> Iterator[CommandInfo]:
    """The commands of other packages; a package that can't be loaded is reported and left out."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        added: Sequence[CommandInfo] = _load(point) or ()
        yield from added


def extension(group: str, name: str) -> Any:
    """Load the object of another package's entry point; None if there is none.

    `testing` is in a checkout only, while its entry point is in every installation.
    """
    return extensions(group).get(name, lambda: None)()


def extensions(group: str) -> dict[str, Callable[[], Any]]:
    """Return the functions that load the objects of other packages' entry points, by their names.

    An object that can't be loaded is reported; it is None.
    """
    return {
        point.name: functools.partial(_load, point)
        for point in entry_points(group=group)
        if find_spec(point.module.partition(".")[0])
    }


def entry_points(*, group: str) -> EntryPoints:
    """Return the entry points of a group."""
    # Imported here, as it takes a tenth of the start-up time, and core commands don't need it.
    from importlib import metadata

    return metadata.entry_points(group=group)


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:  # noqa: BLE001 - another package may fail in any way
        click.echo(f"warning: {point.value} can't be loaded: {error}", err=True)
        return None
