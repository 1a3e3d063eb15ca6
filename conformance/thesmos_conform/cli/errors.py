"""What the commands print about an adapter that could not be started."""

from __future__ import annotations

from collections.abc import Mapping

from thesmos.cli.output import echo, print_json
from thesmos_conform.protocol.errors import ProtocolError


def print_not_started(error: ProtocolError, usual: Mapping[str, object] | None) -> None:
    """Print to standard error why an adapter could not be started.

    usual: with `--json`, the object that is printed when nothing has been asked; it gets the reason
    as `not_started`. None without `--json`.
    """
    echo(f"error: the adapter could not be started: {error}", err=True)
    echo(f"hint: {error.kind.hint}", err=True)
    if error.stderr:
        echo(f"its standard error:\n{error.stderr}", err=True)
    if usual is not None:
        why = {"kind": error.kind.id, "message": str(error), "hint": error.kind.hint}
        print_json({**usual, "not_started": {**why, "stderr": error.stderr}})
