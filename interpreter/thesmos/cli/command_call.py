"""What is known of one call of the command line, wherever it goes on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class CommandCall:
    """One call of the command line; the `obj` of its click context.

    wants_json: whether it has `--json`.
    answered: whether its JSON object has been printed.
    """

    wants_json: bool = False
    answered: bool = False
