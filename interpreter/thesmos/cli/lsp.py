"""`thesmos lsp`: the language server."""

from __future__ import annotations

import click

from thesmos.cli.plugins import extension
from thesmos.diagnostics import UsageError

SENTENCES = "thesmos.sentences"  # the group of what makes the sentences of the rule book


@click.command("lsp")
def command() -> None:
    """Answer an editor by the Language Server Protocol, on standard input and output.

    An editor starts this command by itself. It reports errors as you type, completes and explains
    words, finds and renames names, and formats clauses, in all files of a game.
    """
    try:
        from thesmos.language_server.server import serve
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        hint = "install it: pip install 'thesmos[lsp]'"
        raise UsageError(f"the language server needs {error.name}", hint) from error
    serve(extension(SENTENCES, "game"))
