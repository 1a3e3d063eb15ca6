"""One case against one implementation: what passes, what fails, and what the failure contains."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from testing.suite import RECORDS_DIR
from thesmos.resources import scenarios_dir
from thesmos_conform.cases.case import Case, Look
from thesmos_conform.cases.played_cases import random_cases, record_cases
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases, unmet
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
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.canaries import undeclared
from thesmos_conform.testing.ends import BY_POSITIONS, listed
from thesmos_conform.testing.fakes import EVERYTHING, Fake

GAME = "santorini"
ORACLE = Oracle()
FOLDER = scenarios_dir() / GAME


def read(paths: list[Path]) -> Iterator[Case]:
    game = ORACLE.game(GAME)
    return scenario_cases(read_scenarios(paths, game), game, ORACLE)


def cases(area: str) -> list[Case]:
    return list(read([FOLDER / area]))


def case(name: str) -> Case:
    (made,) = cases(f"{name}.yaml")
    return made


HOLD = "athena/no-climb-until-her-next-turn"


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


# ----------------------------------------------------------------------------- the sources


def test_a_scenario_is_a_case_with_a_look_for_each_step() -> None:
    made = case(HOLD)
    assert f"{GAME}/{HOLD}" == made.id
    assert frozenset({"athena"}) == made.powers
    assert len(made.looks) == len({look.place.choices for look in made.looks})
    assert all(not unmet(one, ORACLE) for one in cases("athena"))


def test_what_a_board_text_does_not_show_is_not_sent() -> None:
    position = case(HOLD).looks[0].place.position
    assert position is not None
    assert {"levels", "workers", "to_move"} == position.keys() - {"domes"}


def test_no_expected_value_is_sent() -> None:
    fake = Fake()
    judge = CaseJudge(ORACLE, EVERYTHING)
    for one in cases("athena"):
        judge.judge(one, fake)
    assert {"game", "setup", "position", "choices"} >= {k for p in fake.asked for k in p.as_json()}


WRONG = """
thesmos: scenario
title: A worker moves by itself
clauses: [move]
source: a deliberate error
given:
  game: santorini
  powers: [none, none]
  to_move: 1
  position: {levels: "0000000000000000000000000", workers: [A1 1f, E5 1m, C3 2f, C5 2m]}
steps:
  - then: {player: 2}
"""


def test_an_expectation_that_the_reference_does_not_meet_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG, encoding="utf-8")
    (made,) = read([file])
    assert "expected 2, got 1" in unmet(made, ORACLE)


def test_recorded_games_are_asked_as_a_whole(tmp_path: Path) -> None:
    game, file = ORACLE.game(GAME), tmp_path / "some.jsonl"
    lines = gzip.decompress((RECORDS_DIR / "base.jsonl.gz").read_bytes()).splitlines(True)
    file.write_bytes(b"".join(lines[:2]))
    found = list(record_cases([file], game, ORACLE))
    assert 2 == len(found)
    assert not any(one.unmet for one in found)
    result = CaseJudge(ORACLE, EVERYTHING).judge(found[0], Fake())
    assert "pass" == result.status
    assert len(found[0].looks[0].place.choices) + 1 == result.decisions


@pytest.mark.parametrize("begins", [("position", "start"), ("position",)], ids=str)
def test_random_games_begin_where_the_claim_allows(begins: tuple[str, ...]) -> None:
    claim = replace(EVERYTHING, begins=begins, powers=frozenset({"pan", "atlas"}))
    game = ORACLE.game(GAME)
    made = list(random_cases(game, claim, 4, 7, ORACLE))
    assert ["random:7:0", "random:7:1", "random:7:2", "random:7:3"] == [one.id for one in made]
    assert all(one.powers <= {"pan", "atlas"} for one in made)
    assert {"start" not in begins} == {one.from_position for one in made}
    judge = CaseJudge(ORACLE, claim)
    assert ["pass"] * 4 == [judge.judge(one, Fake(claim=claim)).status for one in made]


def test_the_same_seed_gives_the_same_games() -> None:
    game = ORACLE.game(GAME)
    first, second = (list(random_cases(game, EVERYTHING, 3, 5, ORACLE)) for _ in range(2))
    assert first == second


def test_each_power_that_is_alone_beyond_the_claim_has_a_canary() -> None:
    claim = Claim(powers=frozenset({"athena"}))
    canaries = list(undeclared(cases("athena") + cases("pan"), claim, ORACLE.game(GAME)))
    ids = [one.id for one in canaries]
    assert "canary:pan" in ids
    assert "canary:athena" not in ids
    assert len(ids) == len(set(ids))


def _as_in_records(place: Place, reply: Reply) -> Reply:
    """The Talus may be put onto a Whirlpool, as in recorded games."""
    if isinstance(reply, Answer) and reply.step == "use" and reply.options is not None:
        return replace(reply, options=(*reply.options, "@D4"))
    return reply


TALUS = "europa-talus/not-onto-a-whirlpool"


def test_who_plays_as_the_recorded_original_is_not_wrong() -> None:
    made = CaseJudge(ORACLE, EVERYTHING).judge(case(TALUS), Fake(_as_in_records))
    assert ("our ruling", "ruling talus-and-tokens") == (made.status, made.reason.split(":")[0])
    assert made.failure is not None


@pytest.mark.parametrize("source", ["scenarios", "random"])
def test_where_a_ruling_forbids_an_option_no_other_difference_is_excused(source: str) -> None:
    def blind(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and reply.step == "use":
            return replace(reply, options=())
        return reply

    asked = replace(case(TALUS), source=source)
    assert "fail" == CaseJudge(ORACLE, EVERYTHING).judge(asked, Fake(blind)).status


def test_elsewhere_in_such_a_scenario_a_wrong_answer_is_wrong() -> None:
    def blind(place: Place, reply: Reply) -> Reply:
        return replace(reply, options=()) if isinstance(reply, Answer) else reply

    name = "proteus/back-where-it-came-from"
    assert "fail" == CaseJudge(ORACLE, EVERYTHING).judge(case(name), Fake(blind)).status


RULED = {"levels": "0" * 25, "workers": ["C3 1f", "E5 2f"], "on_card": {"talus": 1, "whirlpool": 1}}
ON_A_WHIRLPOOL = {**RULED, "tokens": ["D4 whirlpool 0"], "to_move": 1}


def _talus_in_random_game(*offered: str, **how: str) -> CaseResult:
    """The result of an engine that offers options too many where the Talus is put.

    The place is none of the ruling's scenario, but nothing else forbids D4 there.
    """

    def change(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and reply.step == "use" and reply.options is not None:
            return replace(reply, options=(*reply.options, *offered))
        return reply

    setup = {"players": 2, "teams": [1, 2], "powers": ["europa-talus", "charybdis"]}
    place = Place(GAME, setup, ON_A_WHIRLPOOL, ("C3-C4", "C4+C3"))
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),), whole=True)
    return CaseJudge(ORACLE, EVERYTHING, **how).judge(asked, Fake(change))


def test_in_random_games_too_who_plays_as_the_recorded_original_is_not_wrong() -> None:
    made = _talus_in_random_game("@D4")
    assert ("our ruling", "ruling talus-and-tokens") == (made.status, made.reason.split(":")[0])


def test_what_other_rules_forbid_as_well_is_wrong_in_spite_of_a_ruling() -> None:
    assert "fail" == _talus_in_random_game("@A1").status


NONSENSE = tuple(f"@{number}" for number in range(20))


@pytest.mark.parametrize("offered", [("@D4", "@Z9"), ("@D4", *NONSENSE), (*NONSENSE, "@D4")])
def test_a_ruling_excuses_no_text_that_is_no_option_at_all(offered: tuple[str, ...]) -> None:
    assert "fail" == _talus_in_random_game(*offered).status


def test_who_follows_the_original_is_not_told_of_rulings() -> None:
    made = _talus_in_random_game("@D4", follow="original")
    assert ("left out", "ruling talus-and-tokens, so not asked") == (made.status, made.reason)
    assert "fail" == _talus_in_random_game("@A1", follow="original").status


def test_a_state_that_a_ruling_names_is_recognized_however_a_game_comes_to_it() -> None:
    (look,) = case(TALUS).looks
    begin = replace(look.place, choices=("C3-C4",))
    asked = replace(case(TALUS), id="random:1:1", source="random", whole=True)
    assert begin.choices == look.place.choices[:1]
    peer = Fake()
    followed = CaseJudge(ORACLE, EVERYTHING, follow="original").judge(asked, peer)
    assert ("left out", 2) == (followed.status, followed.decisions)


def _back_by_whirlpool(choices: tuple[str, ...]) -> CaseResult:
    """The result of an engine in which Proteus must force a Worker even onto an occupied space.

    Two whirlpools, on C2 and D2, may bring the mover back to where it was.
    """

    def change(place: Place, reply: Reply) -> Reply:
        if isinstance(reply, Answer) and place.choices:
            return replace(reply, step="use", options=("A1-D2", "E5-D2"), power="proteus")
        return reply

    setup = {"players": 2, "teams": [1, 2], "powers": ["charybdis", "proteus"]}
    begin = {
        "levels": "0" * 25,
        "workers": ["B1 1f", "A4 1m", "D2 2f", "A1 2m", "E5 2m"],
        "tokens": ["C2 whirlpool 0", "D2 whirlpool 0"],
        "to_move": 2,
    }
    place = Place(GAME, setup, begin, choices)
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),), whole=True)
    return CaseJudge(ORACLE, EVERYTHING).judge(asked, Fake(change))


def test_after_a_choice_that_a_ruling_describes_the_original_may_be_followed() -> None:
    made = _back_by_whirlpool(("D2-C2",))
    assert ("our ruling", "ruling two-on-a-space") == (made.status, made.reason.split(":")[0])


def test_after_another_choice_what_a_ruling_describes_is_wrong() -> None:
    assert "fail" == _back_by_whirlpool(("D2-D1", "A1-D2")).status


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
    made = CaseJudge(ORACLE, peer.claim).judge(case(TALUS), peer)
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
