"""What the commands print when an adapter could not be started."""

from __future__ import annotations

from thesmos.cli.output import echo
from thesmos_conform.protocol.errors import Fault


def print_not_started(fault: Fault) -> None:
    """Tells on stderr why an adapter could not be started."""
    echo(f"error: the adapter could not be started: {fault}", err=True)
    echo(f"hint: {fault.vice.hint}", err=True)
    if fault.stderr:
        echo(f"it said on standard error:\n{fault.stderr}", err=True)
