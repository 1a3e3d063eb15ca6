"""One case against one implementation: what passes, what fails, and what the failure contains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from thesmos_conform.cases.case import Case, Look
from thesmos_conform.judging import judge as judge_module
from thesmos_conform.judging import turn_ends as turn_ends_module
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.judging.turn_ends import ends_of
from thesmos_conform.protocol.messages import (
    Answer,
    Claim,
    ErrorReply,
    Exclusion,
    Place,
    Refused,
    Reply,
    Unsupported,
)
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.testing.ends import BY_POSITIONS, listed
from thesmos_conform.testing.fakes import EVERYTHING, Fake
from thesmos_conform.testing.scenarios import (
    GAME,
    HOLD,
    ORACLE,
    case,
    cases,
)


def verdicts(area: str, peer: Fake, judge: CaseJudge | None = None) -> Counter[str]:
    judge = judge or CaseJudge(ORACLE, peer.claim)
    return Counter(judge.judge(one, peer).status for one in cases(area))


def test_the_reference_passes() -> None:
    assert {"pass"} == set(verdicts("minotaur", Fake()))


def test_views_are_compared_for_each_player() -> None:
    def open_book(place: Place, reply: Reply) -> Reply:
        state = ORACLE.path(place).last
        return replace(reply, position=state.position()) if isinstance(reply, Answer) else reply

    name = "hecate/places-in-secret"
    assert "pass" == CaseJudge(ORACLE, EVERYTHING).judge(case(name), Fake()).status
    failed = CaseJudge(ORACLE, EVERYTHING).judge(case(name), Fake(open_book))
    assert "fail" == failed.status
    assert failed.failure is not None
    assert failed.failure.differences[0].key.startswith("view.")


def test_a_failure_has_the_place_both_boards_and_the_clauses() -> None:
    def forgets(place: Place, reply: Reply) -> Reply:
        bare = replace(place, setup={**place.setup, "powers": [None, None]})
        return plain.reference.look(bare) if isinstance(reply, Answer) else reply

    plain = Fake()
    found = CaseJudge(ORACLE, EVERYTHING).judge(case(HOLD), Fake(forgets))
    assert "fail" == found.status
    failure = found.failure
    assert failure is not None
    assert "athena.opponents-turn.1" in failure.differences[0].clauses
    assert failure.before is not None
    assert failure.after is not None
    assert failure.place.choices


def test_a_power_that_is_ignored_is_noticed() -> None:
    def ignores(place: Place, reply: Reply) -> Reply:
        bare = replace(place, setup={**place.setup, "powers": [None, None]})
        answer = plain.reference.look(bare)
        return answer if isinstance(reply, Answer) else reply

    plain = Fake()
    claim = replace(EVERYTHING, levels=("legal", "apply", "result"))
    found = CaseJudge(ORACLE, claim).judge(case(HOLD), Fake(ignores, claim))
    assert ("athena",) == found.without


def test_the_expected_reasons_must_be_among_the_given_ones() -> None:
    def vague(place: Place, reply: Reply) -> Reply:
        reasoned = isinstance(reply, Answer) and reply.why is not None
        return replace(reply, why=("because",)) if reasoned else reply  # type: ignore[type-var]

    found = CaseJudge(ORACLE, EVERYTHING).judge(case(HOLD), Fake(vague))
    assert found.failure is not None
    assert ["why"] == [one.key for one in found.failure.differences]
    claim = replace(EVERYTHING, levels=("legal", "apply", "result"))
    assert "pass" == CaseJudge(ORACLE, claim).judge(case(HOLD), Fake(vague, claim)).status


def first_clause(name: str, wrong: Callable[[Place, Answer], Reply]) -> str:
    """The clause that is named first for what differs in a scenario that cites none."""

    def change(place: Place, reply: Reply) -> Reply:
        return wrong(place, reply) if isinstance(reply, Answer) else reply

    looks = (*case(name).looks, Look(replace(case(name).looks[0].place, choices=())))
    bare = replace(case(name), clauses=(), looks=looks)
    found = CaseJudge(ORACLE, EVERYTHING).judge(bare, Fake(change))
    assert found.failure is not None
    return next(id for one in found.failure.differences for id in one.clauses)


def test_a_win_that_a_card_vetoes_is_explained_by_the_veto() -> None:
    def wins(place: Place, reply: Answer) -> Reply:
        if not place.choices:
            return reply
        over = {"winners": [reply.player], "reason": "climb"}
        return replace(reply, player=None, options=None, may_skip=None, result=over)

    assert "hera.opponents-turn.1" == first_clause("hera/no-win-on-the-perimeter", wins)


def test_a_step_that_may_not_be_skipped_is_explained_by_what_allows_it() -> None:
    def must(_: Place, reply: Answer) -> Reply:
        return replace(reply, may_skip=False)

    assert "hermes.your-turn.1" == first_clause("hermes/no-move-at-all", must)


def test_a_card_held_by_another_is_explained_where_the_game_begins_there() -> None:
    def keeps(_: Place, reply: Answer) -> Reply:
        return replace(reply, held=(("circe",), ("artemis",)))

    assert "circe.start-of-your-turn.1" == first_clause("circe/takes-the-power", keeps)


def test_what_is_not_on_offer_must_be_refused() -> None:
    def yields(place: Place, reply: Reply) -> Reply:
        return Answer(player=1, options=(), may_skip=False) if isinstance(reply, Refused) else reply

    found = CaseJudge(ORACLE, EVERYTHING).judge(case("base/climb-one-level-only"), Fake(yields))
    assert found.failure is not None
    assert "should be refused" in found.failure.message
    assert found.failure.before is not None, "the board on which it was chosen"
    assert found.failure.after is None


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (Unsupported("that"), "broken claim"),
        (ErrorReply("it hurts"), "error"),
        (Refused(0), "fail"),
    ],
    ids=str,
)
def test_replies_other_than_answers_have_their_status(reply: Reply, status: str) -> None:
    found = CaseJudge(ORACLE, EVERYTHING).judge(case(HOLD), Fake(lambda place, _: reply))
    assert status == found.status


def test_some_turns_are_counted_if_perft_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_module, "COUNTED", 1)
    fake = Fake()
    monkeypatch.setattr(fake, "perft", lambda place, depth: 1)
    found = CaseJudge(ORACLE, EVERYTHING).judge(case(HOLD), fake)
    assert found.failure is not None
    assert ["perft"] == [one.key for one in found.failure.differences]
    claim = replace(EVERYTHING, levels=("legal", "apply", "result"))
    assert "pass" == CaseJudge(ORACLE, claim).judge(case(HOLD), fake).status
    assert "pass" == CaseJudge(ORACLE, EVERYTHING).judge(case(HOLD), Fake()).status


def test_a_turn_that_reaches_too_many_positions_is_not_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judge_module, "COUNTED", 1)
    monkeypatch.setattr(judge_module, "REACHED", 3)
    fake = Fake()
    monkeypatch.setattr(fake, "perft", lambda place, depth: 1)
    assert "pass" == CaseJudge(ORACLE, EVERYTHING).judge(case(HOLD), fake).status


LEFT_OUT = "charybdis", "europa-talus"


@pytest.mark.parametrize(
    ("hole", "status"),
    [
        (Exclusion("not both", powers=frozenset(LEFT_OUT)), "left out"),
        (Exclusion("no tokens", pieces=frozenset({"tokens"})), "left out"),
        (Exclusion("no whirlpools", pieces=frozenset({"whirlpool"})), "left out"),
        (Exclusion("not all three", powers=frozenset({*LEFT_OUT, "apollo"})), "pass"),
        (Exclusion("no coins", pieces=frozenset({"coin"})), "pass"),
        (Exclusion("not with four", modes=frozenset({"four-players"})), "pass"),
    ],
)
def test_a_claim_leaves_out_what_it_names(hole: Exclusion, status: str) -> None:
    peer = Fake(claim=replace(EVERYTHING, exclusions=(hole,)))
    made = CaseJudge(ORACLE, peer.claim).judge(case("europa-talus/not-onto-a-whirlpool"), peer)
    assert status == made.status
    assert (hole.reason if status == "left out" else "") == made.reason
    assert (status == "pass") == bool(peer.asked)


def _differing(power: str, choices: tuple[str, ...], claim: Claim, peer: Peer) -> CaseResult:
    """What is wrong in a position with nothing on the board but workers."""
    position = {"levels": "0" * 25, "workers": ["B2 1f", "C3 1m", "D4 2f", "B4 2m"], "to_move": 1}
    setup = {"players": 2, "teams": [1, 2], "powers": [power, None]}
    looks = (Look(Place(GAME, setup, position, choices)),)
    made = Case("one", "random", GAME, "two-players", frozenset({power}), looks)
    return CaseJudge(ORACLE, claim).judge(made, peer)


@pytest.mark.parametrize(
    ("power", "choices", "clause"),
    [
        ("apollo", (), "apollo.your-move.1"),  # a permit that lifts a rule
        ("prometheus", (), "prometheus.your-turn.2"),
        ("demeter", ("C3-C4", "C4+C3"), "demeter.your-build.1"),  # what leads to the step
        ("artemis", ("C3-C4",), "artemis.your-move.1"),
    ],
)
def test_what_is_missing_is_explained_by_the_clause_that_offers_it(
    power: str, choices: tuple[str, ...], clause: str
) -> None:
    def without_the_card(place: Place, reply: Reply) -> Reply:
        if not isinstance(reply, Answer) or place.choices != choices:
            return reply
        bare = replace(place, setup={**place.setup, "powers": [None, None]})
        other = peer.reference.look(bare)
        options = other.options if isinstance(other, Answer) and choices == () else ()
        return replace(reply, options=options)

    peer = Fake(without_the_card)
    made = _differing(power, choices, EVERYTHING, peer)
    assert made.failure is not None
    assert clause == made.failure.differences[0].clauses[0]


@pytest.mark.parametrize("power", ["prometheus", "demeter", "atlas", "minotaur"])
def test_missing_positions_are_explained_by_the_card_on_the_way_to_them(power: str) -> None:
    def bare_ends(place: Place, reply: Reply) -> Reply:
        bare = replace(place, setup={**place.setup, "powers": [None, None]})
        return listed(ends_of(ORACLE, bare, BY_POSITIONS).by_text)

    made = _differing(power, (), BY_POSITIONS, Fake(bare_ends, BY_POSITIONS))
    assert made.failure is not None
    (one,) = made.failure.differences
    assert {power} == {clause.partition(".")[0] for clause in one.clauses}
    assert (power,) == made.without


def test_a_turn_that_reaches_too_many_positions_can_not_be_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turn_ends_module, "REACHED", 10)
    peer = Fake(claim=BY_POSITIONS)
    made = CaseJudge(ORACLE, BY_POSITIONS).judge(case(HOLD), peer)
    assert "not askable" == made.status
    assert "a turn reaches more than 10 positions" in made.reason
    assert [] == peer.asked
