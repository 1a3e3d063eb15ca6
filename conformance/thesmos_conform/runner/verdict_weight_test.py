"""What a verdict rests on: nothing that is claimed disappears, and whole games are asked."""

from __future__ import annotations

from dataclasses import replace

from thesmos.resources import scenarios_dir
from thesmos_conform.judging.result import UNSUPPORTED
from thesmos_conform.protocol.messages import LEVELS, Answer, Claim, Place, Reply
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import Reference
from thesmos_conform.report.summary import verdict
from thesmos_conform.report.verdict import exit_code
from thesmos_conform.runner.request import RunOutcome, RunRequest
from thesmos_conform.runner.run import conform
from thesmos_conform.testing.fakes import Change, Fake

FROM_START = Claim(levels=LEVELS, begins=("start",))


def asked(game: str, claim: Claim, change: Change = lambda place, reply: reply) -> RunOutcome:
    """A run of one job about all of a game."""
    fake = Fake(change, claim, game)
    return conform(RunRequest(game), fake.hello(), lambda: fake, Oracle())


def test_an_engine_that_plays_only_from_the_start_is_asked_whole_games() -> None:
    run = asked("tic-tac-toe", FROM_START).run
    assert run.weight is not None
    assert 8 <= run.weight.games <= 48
    assert run.weight.clauses == run.weight.of  # lines, a full board, and where one may mark
    assert run.conformant
    assert f"{run.weight.games} games" in verdict(run)


def test_an_error_that_only_whole_games_show_is_found_by_default() -> None:
    def change(place: Place, reply: Reply) -> Reply:
        late = isinstance(reply, Answer) and reply.options and len(place.choices) > 3
        return replace(reply, options=reply.options[1:]) if late else reply

    run = asked("tic-tac-toe", FROM_START, change).run
    wrong = {result.source for result in run.results if result.status == "fail"}
    assert "random" in wrong
    assert not run.conformant


def test_a_claimed_game_of_which_nothing_can_be_asked_is_in_the_report() -> None:
    outcome = asked("hex", replace(FROM_START, editions=("1600",)))
    assert {UNSUPPORTED, "honest"} >= {result.status for result in outcome.run.results}
    assert verdict(outcome.run).startswith("too little asked for a verdict on own claim: no case")
    assert not any("earlier run" in note for note in outcome.run.notes)
    assert not outcome.run.conformant
    assert 4 == exit_code([outcome])


def test_a_few_chosen_scenarios_that_pass_do_not_show_conformance() -> None:
    file = scenarios_dir() / "draughts" / "capture"
    some = tuple(sorted(file.glob("*.yaml"))[:1])
    fake = Fake(game="draughts")
    outcome = conform(RunRequest("draughts", scenarios=some), fake.hello(), lambda: fake, Oracle())
    run = outcome.run
    assert run.count("pass") == 1
    assert run.weight is not None
    assert run.weight.of > 2 * run.weight.clauses > 0
    assert verdict(run).startswith("too little asked")
    assert exit_code([outcome]) == 0, "whoever chooses a few knows that they are few"


def test_an_edition_without_scenarios_is_asked_whole_games() -> None:
    fake, oracle = Fake(game="hex"), Oracle()
    oracle.use_game("hex@5x5")
    fake.reference = Reference(["hex@5x5"], oracle=oracle)
    run = conform(RunRequest("hex"), fake.hello(), lambda: fake, oracle).run
    assert run.weight is not None
    assert 0 == run.weight.scenarios < run.weight.games
    assert 0 < run.weight.of == run.weight.clauses
