"""`thesmos legal`: show the pending decision with all its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from thesmos.cli.arguments import (
    MatchArgs,
    after_option,
    json_option,
    match_options,
    start_options,
)
from thesmos.cli.output import print_json, print_lines

if TYPE_CHECKING:
    from thesmos.cli.starting_point import StartingPoint


@click.command("legal")
@click.argument("game")
@match_options
@start_options
@after_option
@json_option
def command(game: str, as_json: bool, **wanted: object) -> None:
    """Show the pending decision of GAME with all its options.

    GAME is a shipped game's name or a spec folder. With --json the decision is printed in the
    format of records, and where chance decides with the probability of each outcome; for a finished
    game, its `result` is printed instead. --after shows a later decision: that of a build after
    the move, say.
    """
    from thesmos.cli.show import decision_lines, picture, result_lines
    from thesmos.cli.starting_point import starting_point

    start = starting_point(MatchArgs(game, **wanted))  # type: ignore[arg-type]
    if as_json:
        print_json(_as_json(start))
        return
    print_lines(picture(start.match, start.state))
    if start.state.decision is None:
        print_lines(result_lines(start.state))
    else:
        print_lines(decision_lines(start.state))


def _as_json(start: StartingPoint) -> dict[str, object]:
    from thesmos.record.comparing import result_json
    from thesmos.record.recorder import pending

    decision = start.state.decision
    if decision is None:
        return {"position": start.state.position(), "result": result_json(start.state)}
    written = {text: str(share) for text, share in decision.probabilities.items()}
    shares = {"probabilities": written} if written else {}
    return pending(start.state, start.turn) | shares
