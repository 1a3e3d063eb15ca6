"""What a report says of a claim: names that may be mistyped, and what was left out."""

from __future__ import annotations

from collections.abc import Iterable

from testing.draws import santorini
from thesmos_conform.cases.case import SCENARIOS
from thesmos_conform.judging.result import LEFT_OUT, UNASKABLE, CaseResult
from thesmos_conform.protocol.messages import Claim, Exclusion
from thesmos_conform.runner.claim_notes import claim_notes


def notes(claim: Claim, reasons: Iterable[str] = (), status: str = LEFT_OUT) -> list[str]:
    results = [CaseResult("it", SCENARIOS, status, reason=reason) for reason in reasons]
    return list(claim_notes(claim, santorini(), results))


def test_nothing_is_said_of_names_that_the_game_has() -> None:
    left_out = Exclusion("not yet", powers=frozenset({"pan"}), modes=frozenset({"four-players"}))
    claim = Claim(powers=frozenset({"atlas"}), modes=("two-players",), exclusions=(left_out,))
    assert notes(claim) == []
    assert notes(Claim(powers=None)) == []


def test_an_unknown_power_is_named_with_the_one_that_may_be_meant() -> None:
    (note,) = notes(Claim(powers=frozenset({"atlas", "pann"})))
    assert "does not have: pann (did you mean 'pan'?)" in note


def test_unknown_names_of_what_is_left_out_are_named() -> None:
    left_out = Exclusion("not yet", powers=frozenset({"zzz"}), modes=frozenset({"four-playerz"}))
    power, mode = notes(Claim(exclusions=(left_out,)))
    assert power.endswith("zzz")
    assert "'four-players'" in mode


def test_unknown_options_and_values_are_named() -> None:
    left_out = Exclusion("not yet", options=(("faults", frozenset({"mended", "origin"})),))
    option, value = notes(Claim(options=(("fault", ("x",)),), exclusions=(left_out,)))
    assert (
        "an option that santorini 2021-09 does not have: fault (did you mean 'faults'?)" in option
    )
    assert "a value of faults that" in value
    assert "origin (did you mean 'original'?)" in value


def test_reasons_are_told_with_how_many_cases_they_leave_out() -> None:
    assert notes(Claim(), ["no towers", "no domes", "no domes"]) == [
        "2 cases are left out: no domes",
        "1 case is left out: no towers",
    ]


def test_what_a_claim_leaves_out_is_told_apart_from_what_can_not_be_asked() -> None:
    assert ["1 case is not askable: no turn"] == notes(Claim(), ["no turn"], UNASKABLE)


def test_of_many_reasons_the_most_frequent_are_told() -> None:
    found = notes(Claim(), [f"reason {n}" for n in range(5)])
    assert found[-1] == "and for 2 more reasons, which the report names"


def test_unknown_clauses_and_scenarios_of_exceptions_are_named() -> None:
    left_out = Exclusion(
        "ours",
        clauses=frozenset({"demeter.your-build", "move.climb", "demeter.your-buld.1"}),
        scenarios=frozenset({"it", "i*", "other/*"}),
    )
    clause, scenario = notes(Claim(exclusions=(left_out,)), ["ours"])[:2]
    assert "a clause that santorini 2021-09 does not have: demeter.your-buld.1 (did" in clause
    assert scenario.endswith("a scenario that santorini 2021-09 does not have: other/*")


def test_editions_of_a_claim_that_are_not_asked_about_are_named_with_how_to_ask() -> None:
    assert ["edition 2020-08 of the claim: ask with --game santorini@2020-08"] == notes(
        Claim(editions=("2020-08", "2021-09"))
    )
