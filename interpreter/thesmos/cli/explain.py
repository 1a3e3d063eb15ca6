"""`thesmos explain`: show which rules and clauses make an option legal or illegal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from thesmos.choice_words import SKIP
from thesmos.cli.arguments import (
    MatchArgs,
    after_option,
    json_option,
    match_options,
    start_options,
)
from thesmos.cli.output import print_json, print_lines
from thesmos.diagnostics import UsageError

if TYPE_CHECKING:
    from thesmos.play.protocols import State


@click.command("explain", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("option")
@match_options
@start_options
@after_option
@click.option("--language", default="en", help="Language of the card texts.")
@json_option
def command(game: str, option: str, language: str, as_json: bool, **wanted: object) -> None:
    """Show which rules and clauses of GAME make OPTION legal or illegal.

    OPTION is written as `thesmos legal` shows it; `skip` is allowed too. Each rule or clause that
    applies is listed with its sentence in the rule book, the values it used, the text of its card
    and its location in the spec. The exit code is 0 even if the option is illegal.
    """
    from thesmos.cli.rule_sentences import RuleSentences
    from thesmos.cli.show import picture, verdict_lines
    from thesmos.cli.starting_point import starting_point
    from thesmos.render.findings import findings_json

    start = starting_point(MatchArgs(game, **wanted))  # type: ignore[arg-type]
    legal = is_legal(start.state, option)
    state = start.state
    findings = state.explain(option) if legal else state.why_not(option)
    sentences = RuleSentences(start.loaded, language)
    if as_json:
        listed = findings_json(findings, start.match.texts, language, sentences.of, sentences.value)
        print_json({"option": option, "legal": legal, "findings": listed})
        return
    print_lines(picture(start.match, state))
    print_lines(verdict_lines(start.match, option, legal, findings, sentences))


def is_legal(state: State, text: str) -> bool:
    """Return whether an option is offered. Raises UsageError if the game is over."""
    decision = state.decision
    if decision is None:
        raise UsageError("the game is over: there is nothing to decide")
    if text == SKIP:
        return decision.may_skip
    return any(option.text == text for option in decision.options)
