"""The command `thesmos`. One module a command; a command's module is loaded when it is called.

Exit codes: 0 all agrees or passes; 1 it ran, and something disagrees or fails; 2 the call or the
input is wrong; 70 a defect of ours; 130 interrupted. With `--json` a command prints one object on
stdout and nothing else there; whatever else there is to say goes to stderr.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from itertools import groupby

import click

from thesmos import __version__
from thesmos.cli.plugins import commands
from thesmos.diagnostics import SpecError, UsageError, suggest

DEFECT = 70
INTERRUPTED = 130
DEBUG = "THESMOS_DEBUG"


class Commands(click.Group):
    """The commands by name, each from its own module, so that `--help` loads none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the help."""
        return [name for name in commands() if " " not in name]

    def get_command(
        self,
        ctx: click.Context,
        cmd_name: str,
    ) -> click.Command | None:
        """The command of that name, from its module."""
        info = commands().get(cmd_name)
        return info.load() if info else None

    def format_commands(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        """The commands with their summaries, section by section."""
        listed = [commands()[name] for name in self.list_commands(ctx)]
        for title, infos in groupby(listed, key=lambda info: info.section):
            with formatter.section(title):
                formatter.write_dl([(info.name, info.summary) for info in infos])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant. Raises UsageError with a suggestion for an unknown one."""
        name = args[0] if args else ""
        known = self.list_commands(ctx)
        if name not in known and not name.startswith("-"):
            hint = suggest(name, known) or f"commands are {', '.join(known)}"
            raise UsageError(f"there is no command `{name}`", hint)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command; what goes wrong becomes a message and an exit code."""
        try:
            return super().invoke(ctx)
        except (SpecError, UsageError) as error:
            _tell(error)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:  # the reader of our output has gone: nothing left to say
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            click.echo(f"error: {type(error).__name__}: {error}", err=True)
            click.echo(f"hint: this is a defect of thesmos; {DEBUG}=1 shows where", err=True)
            ctx.exit(DEFECT)


def _tell(error: SpecError | UsageError) -> None:
    """The error on stderr. The module is loaded only now: `--help` has to be quick."""
    import_module("thesmos.cli.output").print_error(error)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Rules as data: board games, written once, played and checked by the text."""


def main() -> None:
    """The entry point of the installed command."""
    cli.main(prog_name="thesmos")
