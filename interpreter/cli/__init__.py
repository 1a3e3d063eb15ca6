"""The command `thesmos`. One module a command; a command's module is loaded when it is called.

Exit codes: 0 all agrees or passes; 1 it ran, and something disagrees or fails; 2 the call or the
input is wrong; 70 a defect of ours; 130 interrupted. With `--json` a command prints one object on
stdout and nothing else there; whatever else there is to say goes to stderr.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from thesmos import __version__
from thesmos.fault import SpecError, UsageError, suggest

DEFECT = 70
INTERRUPTED = 130
DEBUG = "THESMOS_DEBUG"

COMMANDS = {
    "check": "Report every mistake in a spec.",
    "play": "Play a game in the terminal.",
    "legal": "Show the pending decision with all its options.",
    "explain": "Tell which rules and clauses make an option legal or illegal.",
    "test": "Run scenarios.",
    "coverage": "Tell which clauses scenarios cite, need and bring together.",
    "mutate": "Change the spec, and tell which changes no scenario notices.",
    "soak": "Play random games of every match-up and watch what must hold.",
    "conform": "Ask another implementation what the rules say, and compare.",
    "replay": "Replay recorded games and compare every decision.",
    "record": "Play random games and write their records.",
    "serve": "Answer questions of the protocol on standard input: the reference as an adapter.",
    "doctor": "Walk through the first conversation with an adapter.",
    "perft": "Count positions, turn by turn.",
    "bench": "Measure how fast random games are played.",
    "suite": "Write the scenarios with their answers as JSON Lines.",
    "fuzz": "Play random games against adapters and shrink what differs.",
    "report": "Show a conformance report, or write it in another format.",
    "diff": "Tell what changed between two conformance reports.",
    "docs": "Make the rule book.",
    "new": "Begin a new power, or an adapter.",
}
SECTIONS = {  # of the help: what somebody came for
    "Write a card": ("new", "check", "play", "legal", "explain", "test", "coverage", "mutate"),
    "Test your own implementation": (
        "doctor",
        "conform",
        "fuzz",
        "report",
        "diff",
        "perft",
        "suite",
    ),
    "Work with games": ("record", "replay", "soak", "bench", "serve"),
    "Publish the rules": ("docs",),
}


class Commands(click.Group):
    """The commands by name, each from its own module, so that `--help` loads none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the help."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,
        cmd_name: str,
    ) -> click.Command | None:
        """The command of that name, from its module."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"thesmos.cli.{cmd_name}").command
        return command

    def format_commands(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        """The commands with their sentences, from the tables here."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name]) for name in names])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant. Raises UsageError with a suggestion for an unknown one."""
        name = args[0] if args else ""
        if name not in COMMANDS and not name.startswith("-"):
            known = f"commands are {', '.join(COMMANDS)}"
            raise UsageError(f"there is no command `{name}`", suggest(name, COMMANDS) or known)
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
    import_module("thesmos.cli.out").print_error(error)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Rules as data: board games, written once, played and checked by the text."""


def main() -> None:
    """The entry point of the installed command."""
    cli.main(prog_name="thesmos")
