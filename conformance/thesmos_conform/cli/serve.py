"""`thesmos serve`: the reference as an adapter."""

from __future__ import annotations

import sys

import click

from thesmos import __version__
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.serve import serve


@click.command("serve")
@click.argument("games", nargs=-1, metavar="[GAME]…")
def command(games: tuple[str, ...]) -> None:
    """Answer protocol questions about these games; without GAME, about all shipped ones.

    One JSON object per line on standard input, one per line on standard output, until `bye` or the
    end of the input. conformance/protocol/README.md describes the protocol.
    """
    reference = Reference(games or shipped_slugs(), __version__)
    reference.games()  # report errors in a spec now, not during the conversation
    serve(reference, sys.stdin.buffer, sys.stdout.buffer)
