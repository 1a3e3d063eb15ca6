"""Known variants: option values that are not played, and clauses by which an engine differs."""

from __future__ import annotations

from dataclasses import replace

from thesmos_conform.protocol import wire
from thesmos_conform.protocol.messages import (
    LEVELS,
    Answer,
    Claim,
    Exclusion,
    Hello,
    Place,
    Reply,
)
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.request import RunOutcome, RunRequest
from thesmos_conform.runner.run import conform
from thesmos_conform.testing.fakes import Change, Fake

CLAIM = Claim(levels=LEVELS, begins=("start",))
FULL = Exclusion("a full board is not noticed", clauses=frozenset({"tic-tac-toe"}))
FULL_OF_NIM = frozenset({"nim.end-of-the-game"})
NOTE = f"nothing that was asked needs this exception any more: {FULL.reason}"


def asked(game: str, claim: Claim, change: Change = lambda place, reply: reply) -> RunOutcome:
    """A run of one job about all of a game."""
    fake = Fake(change, claim, game)
    return conform(RunRequest(game), fake.hello(), lambda: fake, Oracle())


def unfinished(_: Place, reply: Reply) -> Reply:
    """An engine that goes on when the board is full."""
    if isinstance(reply, Answer) and reply.result and not reply.result["winners"]:
        return Answer(player=1, options=("A1",), may_skip=False)
    return reply


def test_only_claimed_values_of_an_option_are_played() -> None:
    run = asked("nim", replace(CLAIM, options=(("last_counter", ("loses",)),))).run
    assert run.weight is not None
    assert run.weight.games >= 8
    refused = {result.reason for result in run.results if result.status == "unsupported"}
    assert "option last_counter=wins" in refused | {"from position"}
    assert run.conformant


def test_a_difference_that_a_claimed_variant_explains_is_left_out() -> None:
    plain, known = (
        asked("tic-tac-toe", replace(CLAIM, exclusions=exclusions), unfinished).run
        for exclusions in ((), (FULL,))
    )
    assert plain.count("fail")
    assert (0, plain.count("fail")) == (known.count("fail"), known.count("left out"))
    assert NOTE not in known.notes


def test_a_variant_that_nothing_needs_is_noted() -> None:
    assert NOTE in asked("tic-tac-toe", replace(CLAIM, exclusions=(FULL,))).run.notes


def test_a_claim_is_read_as_it_is_written() -> None:
    exclusions = (FULL, Exclusion("no swap", options=(("swap", frozenset({"yes"})),)))
    hello = Hello("x", games={"hex": replace(CLAIM, exclusions=exclusions, options=())})
    assert hello == wire.read_hello(wire.hello_json(hello))


def test_a_variant_excuses_only_where_all_that_it_names_holds() -> None:
    def wrong(_: Place, reply: Reply) -> Reply:
        over = isinstance(reply, Answer) and reply.result
        return replace(reply, result={"winners": []}) if over else reply

    def failures(value: str) -> int:
        known = Exclusion(
            "who wins", clauses=FULL_OF_NIM, options=(("last_counter", frozenset({value})),)
        )
        claim = replace(CLAIM, exclusions=(known,), options=(("last_counter", ("loses",)),))
        return asked("nim", claim, wrong).run.count("fail")

    assert 0 == failures("loses") < failures("wins")
