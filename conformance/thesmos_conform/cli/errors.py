"""The message of the commands for an adapter that could not be started."""

from __future__ import annotations

from thesmos.cli.output import echo
from thesmos_conform.protocol.errors import ProtocolError


def print_not_started(error: ProtocolError) -> None:
    """Print to standard error why an adapter could not be started."""
    echo(f"error: the adapter could not be started: {error}", err=True)
    echo(f"hint: {error.kind.hint}", err=True)
    if error.stderr:
        echo(f"its standard error:\n{error.stderr}", err=True)
