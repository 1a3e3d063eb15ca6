"""`thesmos explain`: which rules and clauses make an option legal, or illegal."""

from __future__ import annotations

import click

from thesmos.cli.arguments import (
    MatchArgs,
    json_option,
    match_options,
    start_options,
    starting_point,
)
from thesmos.cli.output import print_json, print_lines
from thesmos.cli.show import picture, verdict_lines
from thesmos.diagnostics import UsageError
from thesmos.play.protocols import State
from thesmos.render.findings import findings_json


@click.command("explain", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("option")
@match_options
@start_options
@click.option("--language", default="en", help="Language of the cards' words.")
@json_option
def command(game: str, option: str, language: str, as_json: bool, **wanted: object) -> None:
    """Tell which rules and clauses of GAME make OPTION legal or illegal.

    OPTION is written as in `thesmos legal`, `skip` included. Each rule or clause that had a say is
    shown with the values that it saw, its card's words and its place in the spec. An illegal
    option is an answer too: the exit code is 0.
    """
    given = starting_point(MatchArgs(game, **wanted))  # type: ignore[arg-type]
    legal = is_legal(given.state, option)
    state = given.state
    findings = state.explain(option) if legal else state.why_not(option)
    if as_json:
        told = findings_json(findings, given.match.program.texts, language)
        print_json({"option": option, "legal": legal, "findings": told})
        return
    print_lines(picture(given.match, state))
    print_lines(verdict_lines(given.match, option, legal, findings, language))


def is_legal(state: State, text: str) -> bool:
    """Whether an option is offered. Raises UsageError if nothing is to be decided."""
    decision = state.decision
    if decision is None:
        raise UsageError("the game is over: nothing is to be decided")
    if text == "skip":
        return decision.may_skip
    return any(option.text == text for option in decision.options)
