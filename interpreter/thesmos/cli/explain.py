"""`thesmos explain`: show which rules and clauses make an option legal or illegal."""

from __future__ import annotations

import click

from thesmos.choice_words import CONCEDE
from thesmos.cli.arguments import (
    MatchArgs,
    after_option,
    json_option,
    match_options,
    start_options,
)
from thesmos.cli.output import print_json, print_lines
from thesmos.diagnostics import UsageError


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

    OPTION is written as `thesmos legal` shows it, in any case; `skip` is allowed too. Each rule or
    clause that applies is listed with its sentence in the rule book, the values it used, the text
    of its card and its location in the spec. The exit code is 0 even if the option is illegal.
    """
    from thesmos.cli.rule_sentences import RuleSentences
    from thesmos.cli.show import picture, verdict_lines
    from thesmos.cli.starting_point import starting_point
    from thesmos.play.typed_choice import typed_choice
    from thesmos.render.findings import findings_json

    start = starting_point(MatchArgs(game, **wanted))  # type: ignore[arg-type]
    state = start.state
    if state.decision is None:
        raise UsageError("the game is over: there is nothing to decide")
    choice = None if option == CONCEDE else typed_choice(state, option)
    legal = choice is not None
    option = option if choice is None else choice.text
    findings = state.explain(option) if legal else state.why_not(option)
    sentences = RuleSentences(start.loaded, language)
    if as_json:
        listed = findings_json(findings, start.match.texts, language, sentences.of, sentences.value)
        print_json({"option": option, "legal": legal, "findings": listed})
        return
    print_lines(picture(start.match, state))
    print_lines(verdict_lines(start.match, option, legal, findings, sentences))
