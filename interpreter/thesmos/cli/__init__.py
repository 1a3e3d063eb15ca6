"""The command `thesmos`. Each command is a module, imported when the command is called.

Exit codes: 0 everything agrees or passes; 1 it ran, and something disagrees or fails; 2 the call
or the input is wrong; 70 a bug in Thesmos; 130 interrupted. With `--json` a command prints one
object on stdout and nothing else there; everything else goes to stderr.
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
        info = commands().get(cmd_name)
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
        known = self.list_commands(ctx)
        if name not in known and not name.startswith("-"):
            hint = suggest(name, known) or f"commands: {', '.join(known)}"
            raise UsageError(f"there is no command `{name}`", hint)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn exceptions into a message and an exit code."""
        try:
            return super().invoke(ctx)
        except (SpecError, UsageError) as error:
            _print_error(error)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:  # nobody reads our output any more
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            click.echo(f"error: {type(error).__name__}: {error}", err=True)
            click.echo(f"hint: this is a bug in thesmos; {DEBUG}=1 shows the traceback", err=True)
            ctx.exit(DEFECT)


def _print_error(error: SpecError | UsageError) -> None:
    """Print an error on stderr. The module is imported only now, so that `--help` is fast."""
    import_module("thesmos.cli.output").print_error(error)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Rules as data: board games written once, then played, checked and published."""


def main() -> None:
    """The entry point of the installed command."""
    cli.main(prog_name="thesmos")
