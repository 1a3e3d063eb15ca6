"""`thesmos serve`: the reference as an adapter."""

from __future__ import annotations

import sys

import click

from thesmos import __version__
from thesmos.cli.arguments import shipped_slugs
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.serve import serve


@click.command("serve")
@click.argument("games", nargs=-1, metavar="[GAME]…")
def command(games: tuple[str, ...]) -> None:
    """Answer the questions of the protocol about these games, all shipped ones if none is named.

    One JSON object a line on standard input, one a line on standard output, until `bye` or the end
    of the input. The protocol is told in conformance/protocol/README.md.
    """
    reference = Reference(games or shipped_slugs(), __version__)
    reference.games()  # a spec with mistakes is told now, not in the middle
    serve(reference, sys.stdin.buffer, sys.stdout.buffer)
