"""`thesmos legal`: the pending decision, with all its options."""

from __future__ import annotations

import click

from thesmos.cli.given import Given, Wanted, begin, json_option, match_options, start_options
from thesmos.cli.out import print_json, print_lines
from thesmos.cli.show import decision_lines, picture, result_lines
from thesmos.record.recorder import pending
from thesmos.record.replay import told


@click.command("legal")
@click.argument("game")
@match_options
@start_options
@json_option
def command(game: str, as_json: bool, **wanted: object) -> None:
    """Show the pending decision of GAME with all its options.

    GAME is a shipped game's name or a spec folder. With --json the decision stands there as in a
    record; of a finished game there is its `result` instead.
    """
    given = begin(Wanted(game, **wanted))  # type: ignore[arg-type]
    if as_json:
        print_json(_as_json(given))
        return
    print_lines(picture(given.match, given.state))
    if given.state.decision is None:
        print_lines(result_lines(given.state))
    else:
        print_lines(decision_lines(given.state))


def _as_json(given: Given) -> dict[str, object]:
    if given.state.decision is None:
        return {"position": given.state.position(), "result": told(given.state)}
    return pending(given.state, given.turn)
