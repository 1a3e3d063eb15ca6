"""The commands that this package adds to `thesmos`."""

from __future__ import annotations

from thesmos.cli.plugins import TEST, WORK, WRITE, CommandInfo


def _info(name: str, summary: str, section: str) -> CommandInfo:
    return CommandInfo(name, summary, section, f"thesmos_conform.cli.{name.replace(' ', '_')}")


COMMANDS = (
    _info("coverage", "Show which clauses the scenarios cite, need and combine.", WRITE),
    _info("pairs", "List the pairs of powers that touch, but meet in no scenario.", WRITE),
    _info("mutate", "Change the spec, and list the changes that nothing notices.", WRITE),
    _info("strength", "Show what was last measured about the scenarios of games.", WRITE),
    _info("doctor", "Walk through the first conversation with an adapter.", TEST),
    _info("conform", "Ask another implementation what the rules say, and compare.", TEST),
    _info("fuzz", "Play random games against adapters and shrink what differs.", TEST),
    _info("report", "Show a conformance report, or write it in another format.", TEST),
    _info("diff", "Show what changed between two conformance reports.", TEST),
    _info("suite", "Write the scenarios with their answers as JSON Lines.", TEST),
    _info("new adapter", "Write the skeleton of an adapter.", TEST),
    _info("serve", "Answer protocol questions: the reference as an adapter.", WORK),
)
