"""The command that this package adds to `thesmos`."""

from __future__ import annotations

from thesmos.cli.plugins import PUBLISH, CommandInfo

COMMANDS = (CommandInfo("docs", "Build the rule book.", PUBLISH, "thesmos_rulebook.cli"),)
