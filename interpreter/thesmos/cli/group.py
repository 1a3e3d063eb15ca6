"""The group of all commands. Each command is a module, imported when the command is called.

With `--json` a command prints one object on stdout and nothing else there; everything else goes to
stderr.
"""

from __future__ import annotations

import sys
from itertools import groupby
from typing import Any, NoReturn

import click

from thesmos import __version__
from thesmos.cli.command_call import CommandCall
from thesmos.cli.endings import CommandInterrupted, exit_code
from thesmos.cli.plugins import commands, find
from thesmos.diagnostics import UsageError, suggest


class Commands(click.Group):
    """The group of all commands. Modules are imported on use, so that `--help` is fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return [name for name in commands() if " " not in name]

    def get_command(
        self,
        ctx: click.Context,
        cmd_name: str,
    ) -> click.Command | None:
        """Import a command by its name; None if there is none."""
        info = find(cmd_name)
        return info.load() if info else None

    def format_commands(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the commands with their summaries, section by section."""
        listed = [commands()[name] for name in self.list_commands(ctx)]
        for title, infos in groupby(listed, key=lambda info: info.section):
            with formatter.section(title):
                formatter.write_dl([(info.name, info.summary) for info in infos])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. Raises UsageError with a suggestion for an unknown name."""
        name = args[0] if args else ""
        if not name.startswith("-") and (" " in name or find(name) is None):
            names = self.list_commands(ctx)
            hint = suggest(name, names) or f"commands: {', '.join(names)}"
            raise UsageError(f"there is no command `{name}`", hint)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Raises CommandInterrupted, or click would print a message of its own."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise CommandInterrupted from None

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command; any error ends in a message and an exit code."""
        run = super().main
        words = extra.get("args", args[0] if args else None)
        call = CommandCall("--json" in (sys.argv[1:] if words is None else words))
        extra = {**extra, "standalone_mode": False, "obj": call}
        sys.exit(exit_code(lambda: run(*args, **extra), call))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Rules as data: board games written once, then played, checked and published."""
