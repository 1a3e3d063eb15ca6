"""Every faulty adapter is detected and gets the right status; none stops the run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from thesmos.resources import scenarios_dir
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.cases.case import SCENARIOS
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.report.verdict import exit_code
from thesmos_conform.runner.request import RunOutcome, RunRequest
from thesmos_conform.runner.run import ENDS_WELL, NothingToAskError, conform
from thesmos_conform.runner.selection import Filters
from thesmos_conform.runner.workers import Limits
from thesmos_conform.testing.adapters.start import adapter

pytestmark = pytest.mark.slow

GAME = "santorini"
ORACLE = Oracle()
EDITIONS = {GAME: "2021-09"}


def run(
    bad: AdapterConfig, *areas: str, ids: tuple[str, ...] = (), power: str = "", jobs: int = 1
) -> RunOutcome:
    """A run against an adapter, on the scenarios of some areas of the game, or all of a power."""

    def connect() -> Peer:
        client = Client(bad, EDITIONS)
        client.hello()
        return client

    client = Client(bad, EDITIONS)
    hello = client.hello()
    client.close()
    folders = tuple(scenarios_dir() / GAME / area for area in areas or ("base",))
    filters = Filters(ids=ids, powers=(power,) if power else ())
    wanted = RunRequest(GAME, () if power else folders, filters=filters, limits=Limits(jobs))
    return conform(wanted, hello, connect, ORACLE)


def wrong(outcome: RunOutcome) -> list[CaseResult]:
    harmless = ("pass", "honest", "unsupported", "skipped")
    return [one for one in outcome.run.results if one.status not in harmless]


def statuses(outcome: RunOutcome) -> set[str]:
    return {one.status for one in wrong(outcome)}


ONE = ("santorini/base/block*", "santorini/base/climb*")


@pytest.mark.parametrize("name", ["honest", "chatter"])
def test_a_good_adapter_is_conformant(name: str) -> None:
    outcome = run(adapter(name), jobs=2)
    assert [] == wrong(outcome)
    assert outcome.run.conformant
    assert 0 == exit_code([outcome])


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("crash", "crash"),
        ("raises", "crash"),
        ("early-exit", "crash"),
        ("closes", "crash"),
        ("noise", "protocol"),
        ("oversize", "protocol"),
        ("endless", "protocol"),
        ("wrong-id", "protocol"),
        ("late", "protocol"),
        ("shape", "protocol"),
        ("nested", "protocol"),
        ("duplicates", "protocol"),
        ("ambiguous", "protocol"),
        ("errors", "error"),
        ("hang", "timeout"),
    ],
)
def test_a_faulty_conversation_has_its_status(name: str, status: str) -> None:
    timeout = 0.5 if status == "timeout" else 60
    outcome = run(adapter(name, timeout=timeout), ids=ONE)
    assert status in statuses(outcome)
    assert not outcome.run.conformant
    assert all(one.failure is not None and one.failure.message for one in wrong(outcome))


@pytest.mark.parametrize("name", ["stale", "forgets", "permissive", "climbs", "refused-yet-done"])
def test_a_wrong_answer_fails(name: str) -> None:
    outcome = run(adapter(name))
    assert "fail" in statuses(outcome)
    assert 1 == exit_code([outcome])


def test_a_failure_names_the_deciding_rule() -> None:
    outcome = run(adapter("climbs"))
    found = [d for one in wrong(outcome) if one.failure for d in one.failure.differences]
    assert ("move.climb",) in [one.clauses for one in found]


def test_a_state_changed_by_a_refused_option_is_detected() -> None:
    outcome = run(adapter("refused-yet-done"))
    said = [one.failure.message for one in wrong(outcome) if one.failure]
    assert any("asked again after a refused choice" in message for message in said)


def test_guessing_at_a_power_that_is_not_claimed_is_caught() -> None:
    outcome = run(adapter("guesses"), "base", "athena")
    assert {"guess"} == statuses(outcome)
    assert "canary:athena" in [one.id for one in wrong(outcome)]


def test_what_is_rightly_not_claimed_does_not_count_as_passed() -> None:
    outcome = run(adapter("honest"), "base", "athena")
    assert "canary:athena" in [one.id for one in outcome.run.results if one.status == "honest"]
    assert {"scenarios"} == {one.source for one in outcome.run.results if one.status == "pass"}


def test_a_claimed_power_that_is_not_supported_breaks_the_claim() -> None:
    outcome = run(adapter("backs-out"), "base", "athena")
    assert {"broken claim"} == statuses(outcome)


def test_a_claimed_power_without_effect_is_named() -> None:
    messages = {
        one.failure.message for one in wrong(run(adapter("claims"), power="athena")) if one.failure
    }
    assert any(message.startswith("athena is claimed, but has no effect") for message in messages)


def test_a_status_does_not_depend_on_what_else_is_asked() -> None:
    """That a power has no effect is not said of one that was not asked about in full."""
    whole = {one.id: one for one in wrong(run(adapter("claims"), power="athena"))}
    for outcome in (
        run(adapter("claims"), "athena"),
        run(adapter("claims"), ids=(*whole,)[:1], power="athena"),
    ):
        some = wrong(outcome)
        assert some
        for one in some:
            assert one.status == whole[one.id].status == "fail"
            assert one.failure is not None
            assert "no effect" not in one.failure.message


def test_one_hang_is_slow_and_not_wrong(tmp_path: Path) -> None:
    bad = replace(adapter("hang-once", timeout=3.0), env={"THESMOS_MARK": str(tmp_path / "mark")})
    outcome = run(bad, ids=ONE)
    assert {"slow"} == statuses(outcome)
    assert outcome.run.complete
    assert 0 == exit_code([outcome])


def test_too_many_restarts_end_the_run() -> None:
    outcome = run(adapter("early-exit"))
    assert not outcome.run.complete
    assert "not run" in statuses(outcome)
    assert 4 == exit_code([outcome])


@pytest.mark.parametrize("name", ["slow-start", "no-library"])
def test_an_adapter_that_never_starts_is_an_error(name: str) -> None:
    with pytest.raises(ProtocolError):
        run(adapter(name, startup=0.5))


@pytest.mark.parametrize("name", ["no-bye", "bad-exit", "stays"])
def test_a_bad_end_of_the_conversation_is_a_separate_case(name: str) -> None:
    outcome = run(adapter(name, startup=4.0), ids=ONE)
    assert ["canary:bye"] == [one.id for one in wrong(outcome)]


def test_the_end_of_a_conversation_can_be_asked_alone() -> None:
    assert ["canary:bye"] == [
        one.id for one in wrong(run(adapter("bad-exit"), ids=("canary:bye",)))
    ]
    outcome = run(adapter("honest"), ids=("canary:bye",))
    assert [] == wrong(outcome)
    assert [ENDS_WELL] == [*outcome.run.notes]


def test_a_canary_that_does_not_exist_is_not_said_to_have_passed() -> None:
    with pytest.raises(NothingToAskError, match="no cases are left to ask"):
        run(adapter("honest"), ids=("canary:nobody",))


def test_a_scenario_counts_once() -> None:
    outcome = run(adapter("honest"))
    ids = [one.id for one in outcome.run.results if one.source == SCENARIOS]
    assert len(ids) == len(set(ids))
