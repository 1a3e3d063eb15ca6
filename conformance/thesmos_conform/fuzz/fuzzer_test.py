"""The fuzzer, on implementations that are wrong on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from thesmos.play.match_ups import Seating, is_allowed
from thesmos.scenario.runner import run_paths
from thesmos_conform.adapters.whole_turns import by_steps
from thesmos_conform.fuzz import fuzzer
from thesmos_conform.fuzz.beginnings import Beginnings
from thesmos_conform.fuzz.fuzzer import Fuzzer, FuzzLimits, FuzzRun, is_same
from thesmos_conform.fuzz.guided_games import GuidedGames
from thesmos_conform.fuzz.match_up_pool import match_up_pool, match_ups, pairs, why_not_claimed
from thesmos_conform.fuzz.scenario_draft import scenario_text
from thesmos_conform.fuzz.target import Target
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.result import AnswerDifference, CaseFailure, CaseResult
from thesmos_conform.protocol.errors import HANG, ProtocolError
from thesmos_conform.protocol.messages import Answer, Claim, Exclusion, Place, Reply
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import Reference
from thesmos_conform.testing.whole_turns import WholeTurns

GAME = "santorini"
CLAIM = Claim(powers=frozenset({"apollo", "athena"}))


class Wrong(Reference):
    """The reference, with a different answer wherever `wrong` says so."""

    def __init__(self) -> None:
        super().__init__([GAME])

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        return [self.wrong(one) for one in super().path(place, viewer=viewer)]

    def wrong(self, reply: Reply) -> Reply:
        return reply


class NoCorner(Wrong):
    """Nobody may move to A1."""

    def wrong(self, reply: Reply) -> Reply:
        if not isinstance(reply, Answer) or reply.options is None:
            return reply
        return replace(reply, options=tuple(o for o in reply.options if not o.endswith("-A1")))


def _failed(*differences: AnswerDifference) -> CaseResult:
    failure = CaseFailure(Place(GAME, {}), differences)
    return CaseResult("fuzz:1:1", "random", "fail", failure=failure)


def test_a_disagreement_is_the_same_if_it_shows_alike_or_the_same_clauses_decide() -> None:
    over = _failed(AnswerDifference("options", ["A1-A2"], None, clauses=("pan.fall",)))
    turn = AnswerDifference("player", 1, 2)
    options = AnswerDifference("options", ["A1-A2"], ["E1-E2"], ("A1-A2",), ("E1-E2",))
    decided = replace(options, clauses=("athena.lift", "pan.fall"))
    assert is_same(_failed(AnswerDifference("options", ["B1-B2"], None)), over)
    assert is_same(_failed(turn, decided), over)
    assert not is_same(_failed(turn, options), over)
    assert not is_same(_failed(options), _failed(turn))
    assert not is_same(replace(over, status="crash"), over)


def test_two_errors_are_the_same_if_they_say_the_same_of_any_cell() -> None:
    first, moved, other = (
        CaseResult("fuzz:1:1", "random", "error", failure=CaseFailure(Place(GAME, {}), (), text))
        for text in ("error: nobody on A1, of 2", "error: nobody on C3, of 4", "error: no workers")
    )
    assert is_same(moved, first)
    assert not is_same(other, first)


def test_a_disagreement_is_the_same_if_the_same_options_are_wrong() -> None:
    found = _failed(AnswerDifference("options", [], ["A1-A2"], extra=("A1-A2",)))
    other_turn = AnswerDifference("player", 1, 2)
    more = AnswerDifference(
        "options", ["E1-E2"], ["A1-A2", "A1-B1"], ("E1-E2",), ("A1-A2", "A1-B1")
    )
    other = AnswerDifference("options", ["E1-E2"], ["A1-B1"], ("E1-E2",), ("A1-B1",))
    missing = AnswerDifference("options", ["A1-A2"], [], missing=("A1-A2",))
    assert is_same(_failed(other_turn, more), found)
    assert not is_same(_failed(other_turn, other), found)
    assert not is_same(_failed(other_turn, missing), found)


class Silent(Wrong):
    """Never answers."""

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        raise ProtocolError(HANG)


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def _run(oracle: Oracle, peer: Peer, claim: Claim = CLAIM, **bounds: int) -> FuzzRun:
    seats = match_ups(oracle.game(GAME), [claim])
    judge = CaseJudge(oracle, claim)
    asked = by_steps(peer, claim)
    targets = Target("it", judge.claim, lambda case: judge.ask(case, asked))
    begin = Beginnings().supported_by([claim])
    games = GuidedGames(oracle.game(GAME), match_up_pool(seats, []), 1, begin).games()
    return Fuzzer(oracle, GAME, [targets], games).run(
        FuzzLimits(**{"seconds": 60, "games": 30, **bounds})
    )


def test_the_reference_agrees_with_itself(oracle: Oracle) -> None:
    run = _run(oracle, Reference([GAME]), games=8)
    assert ([], 8) == (run.findings, run.games)
    assert run.decisions > 30


def test_a_disagreement_is_found_once_and_made_small(oracle: Oracle) -> None:
    run = _run(oracle, NoCorner(), games=10)
    (found,) = run.findings
    assert found.result.failure is not None
    place = found.result.failure.place
    assert [None, None] == place.setup["powers"]
    assert place.position is not None
    assert 1 == len(place.position["workers"])
    assert "0" * 25 == place.position["levels"]
    assert () == place.choices


def test_a_disagreement_is_kept_if_an_interrupt_comes_while_it_is_made_small(
    oracle: Oracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Place:
        raise SystemExit(143)

    monkeypatch.setattr(fuzzer, "shrink", interrupted)
    run = _run(oracle, NoCorner(), games=10)
    assert (True, 1) == (run.interrupted, len(run.findings))
    assert run.games == run.findings[0].game - 1  # that game is asked about again


def test_without_time_to_shrink_a_disagreement_stays_as_it_was_found(oracle: Oracle) -> None:
    (small,) = _run(oracle, NoCorner(), games=10).findings
    found, *_ = _run(oracle, NoCorner(), games=10, shrinking=0).findings
    assert small.game == found.game
    assert small.result.failure is not None
    assert found.result.failure is not None
    assert len(found.result.failure.place.choices) > len(small.result.failure.place.choices)


def test_the_other_adapters_are_asked_at_the_same_place(oracle: Oracle) -> None:
    peers: dict[str, Peer] = {"it": NoCorner(), "too": NoCorner(), "other": Reference([GAME])}
    judge = CaseJudge(oracle, CLAIM)
    targets = [
        Target(name, judge.claim, lambda case, peer=peer: judge.ask(case, peer))  # type: ignore[misc]
        for name, peer in peers.items()
    ]
    pool = match_up_pool(match_ups(oracle.game(GAME), [CLAIM]), [])
    games = GuidedGames(oracle.game(GAME), pool).games()
    run = Fuzzer(oracle, GAME, targets, games).run(FuzzLimits(60, games=10, enough=1))
    found = {one.adapter: (one.right, one.wrong) for one in run.findings}
    assert (("other",), ("too",)) == found["it"]
    assert (("other",), ("it",)) == found["too"]
    assert "other" not in found
    assert not any(one.perhaps_ours for one in run.findings)
    assert replace(run.findings[0], right=()).perhaps_ours


def test_its_scenario_passes_on_the_rules(oracle: Oracle, tmp_path: Path) -> None:
    (found,) = _run(oracle, NoCorner(), games=10).findings
    file = tmp_path / "found.yaml"
    file.write_text(scenario_text(found.result, oracle, "it"))
    report = run_paths([file])
    assert (1, 0) == (report.passed, report.failed), report.render()
    assert "-A1 is on offer" in file.read_text()


def test_a_missing_answer_is_a_disagreement(oracle: Oracle) -> None:
    (found,) = _run(oracle, Silent(), games=2).findings
    assert "timeout" == found.result.status


def test_a_run_ends_when_enough_is_found(oracle: Oracle) -> None:
    run = _run(oracle, NoCorner(), enough=1)
    assert (1, run.findings[0].game) == (len(run.findings), run.games)
    assert run.games < 30


def test_without_the_claim_of_start_games_begin_at_a_position(oracle: Oracle) -> None:
    claim = replace(CLAIM, begins=("position",))
    (found,) = _run(oracle, NoCorner(), claim, games=10).findings
    assert found.result.failure is not None
    assert found.result.failure.place.position is not None


# ------------------------------------------------------------------------------ the match-ups


def test_pairs_that_no_scenario_covers_come_first() -> None:
    seats = [Seating(("a", "b"), "m"), Seating(("a", "c"), "m"), Seating((None, "a"), "m")]
    found = match_up_pool(seats, [("a", "b"), ("b", None, "c")])
    assert (seats[1],) == found.new
    assert tuple(seats) == found.all


def test_pairs_of_three_players() -> None:
    assert [{"a", "b"}, {"a", "c"}, {"b", "c"}] == pairs(("c", "a", "b"))
    assert [] == pairs((None, "a"))


def test_only_what_every_adapter_claims_is_played(oracle: Oracle) -> None:
    other = replace(CLAIM, powers=frozenset({"athena", "minotaur"}))
    found = match_ups(oracle.game(GAME), [CLAIM, other])
    assert {None, "athena"} == {power for seating in found for power in seating.powers}


def test_only_allowed_match_ups_are_played(oracle: Oracle) -> None:
    claim = replace(CLAIM, powers=frozenset({"bia", "hecate", "nyx", "minotaur"}))
    found = match_ups(oracle.game(GAME), [claim])
    assert all(is_allowed(oracle.game(GAME), one) for one in found)
    alone = {one.powers for one in found if None in one.powers and any(one.powers)}
    assert {("bia", None), (None, "hecate"), ("minotaur", None), (None, "minotaur")} <= alone


def test_an_implementation_of_whole_turns_is_asked_for_turns(oracle: Oracle) -> None:
    claim = replace(CLAIM, granularity="turn")
    run = _run(oracle, WholeTurns(oracle, claim), claim, games=2)
    assert ([], 2) == (run.findings, run.games)


def test_games_that_do_not_count_are_told_apart_with_their_reason(oracle: Oracle) -> None:
    ruled = CaseResult("", "random", "our ruling", reason="ruling a: b")
    targets = [Target("it", CLAIM, lambda case: ruled)]
    pool = match_up_pool(match_ups(oracle.game(GAME), [CLAIM]), [])
    run = Fuzzer(oracle, GAME, targets, GuidedGames(oracle.game(GAME), pool).games()).run(
        FuzzLimits(60, games=2)
    )
    assert [] == run.findings
    assert {("it", "our ruling", "ruling a: b"): 2} == run.aside


def test_a_match_up_that_is_not_claimed_has_a_reason(oracle: Oracle) -> None:
    game, seating = oracle.game(GAME), Seating(("apollo", "athena"), "two-players")
    hole = Exclusion("not both", powers=frozenset({"apollo", "athena"}))
    assert why_not_claimed(game, seating, CLAIM) is None
    left_out = why_not_claimed(game, seating, replace(CLAIM, exclusions=(hole,)))
    assert ("left out", "not both") == left_out
    lacking = why_not_claimed(game, seating, replace(CLAIM, powers=frozenset({"apollo"})))
    assert ("unsupported", "power athena") == lacking


def test_an_adapter_is_not_asked_about_games_that_it_does_not_claim(oracle: Oracle) -> None:
    peer = Silent()
    judge = CaseJudge(oracle, CLAIM)
    targets = [Target("it", judge.claim, lambda case: judge.ask(case, peer))]
    pool = match_up_pool([Seating(("pan", None), "two-players")], [])
    games = GuidedGames(oracle.game(GAME), pool).games()
    run = Fuzzer(oracle, GAME, targets, games).run(FuzzLimits(60, games=2))
    assert ([], 0, {("it", "unsupported", "power pan"): 2}) == (
        run.findings,
        run.decisions,
        run.aside,
    )
