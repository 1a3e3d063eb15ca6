"""Dead ends under each policy, and implementations that know only whole turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from thesmos.resources import scenarios_dir
from thesmos_conform.adapters.whole_turns import Stepwise, unfolded
from thesmos_conform.cases.case import Case
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.judging import dead_ends as dead_ends_module
from thesmos_conform.judging.dead_ends import LOST, PRUNED, SHOWN, DeadEndPolicy, Expectation
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.protocol.messages import Answer, Claim, Place, Refused, Reply
from thesmos_conform.reference.oracle import Oracle, dead_end
from thesmos_conform.reference.reference import answer
from thesmos_conform.testing.fakes import EVERYTHING, Fake
from thesmos_conform.testing.whole_turns import WholeTurns

ORACLE = Oracle()
DEAD = (
    "apollo/swap-into-a-dead-end",
    "prometheus/builds-himself-in",
    "hydra/no-space-to-grow",
    "terpsichore/the-other-cannot-move",
)


def case(name: str) -> Case:
    file = scenarios_dir() / "santorini" / f"{name}.yaml"
    game = ORACLE.game("santorini")
    (made,) = scenario_cases(read_scenarios([file], game), game, ORACLE)
    return made


BEGIN = case(DEAD[0]).looks[0].place
INTO, OUT = BEGIN.after("C3-D3"), BEGIN.after("C3-D3", "concede")


def asked(kind: str, place: Place) -> Expectation:
    return DeadEndPolicy(ORACLE, kind).expectation(place)


def options(one: Expectation) -> tuple[str, ...]:
    return one.last.accepted[0].options or ()


def test_a_dead_end_may_be_shown() -> None:
    assert "C3-D3" in options(asked(SHOWN, BEGIN))
    assert () == options(asked(SHOWN, INTO))
    assert asked(SHOWN, INTO).last.accepted[0].result is None
    assert OUT == asked(SHOWN, OUT).place


def test_a_dead_end_may_be_lost() -> None:
    into = asked(LOST, INTO)
    assert {"winners": [2], "reason": "stuck", "eliminated": []} == into.last.accepted[0].result
    assert INTO == asked(LOST, OUT).place, "who has lost has nothing to concede"


def test_a_dead_end_may_be_avoided() -> None:
    assert {*options(asked(SHOWN, BEGIN))} - {"C3-D3"} == {*options(asked(PRUNED, BEGIN))}
    assert 0 == asked(PRUNED, INTO).refused
    assert 1 == asked(PRUNED, BEGIN.after("C3-B3", "C3-D3")).refused


def test_where_no_turn_can_be_completed_both_answers_are_accepted() -> None:
    place = replace(
        BEGIN,
        position={
            "levels": "22332" + "3" * 19 + "2",
            "domes": [c for c in (f"{x}{y}" for y in "12345" for x in "ABCDE") if c not in SPARED],
            "workers": ["A1 1f", "E5 1m", "B1 2f", "E1 2m"],
            "to_move": 1,
        },
    )
    assert ("A1-B1",) == options(asked(SHOWN, place))
    first, second = asked(PRUNED, place).last.accepted
    assert () == first.options
    assert [2] == (second.result or {})["winners"]


SPARED = ("A1", "B1", "E5", "E1")


def test_what_is_known_of_turns_does_not_grow_without_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    policy = DeadEndPolicy(ORACLE, PRUNED)

    def offered() -> tuple[str, ...]:
        return options(policy.expectation(BEGIN))

    first = offered()
    monkeypatch.setattr(dead_ends_module, "KNOWN", len(policy.alive) // 2)
    assert 0 < len(policy.alive) // 2
    assert (first, first) == (offered(), offered())
    assert len(policy.alive) <= dead_ends_module.KNOWN


# ------------------------------------------------------------------------------ by the judge


def loses(place: Place, reply: Reply) -> Reply:
    """The answers of an implementation that counts a dead end as lost."""
    if isinstance(reply, Refused):
        return reply
    state = ORACLE.path(place).last
    while dead_end(state):
        state = state.concede()
    return answer(state, began=not place.choices)


@pytest.mark.parametrize("name", DEAD)
def test_losing_in_dead_ends_passes_under_that_policy(name: str) -> None:
    claim = replace(EVERYTHING, dead_ends=LOST, levels=("legal", "apply", "result"))
    judge = CaseJudge(ORACLE, claim, probes=0)
    assert "pass" == judge.judge(case(name), Fake(loses, claim)).status


@pytest.mark.parametrize("name", DEAD)
def test_losing_in_dead_ends_fails_under_other_policies(name: str) -> None:
    claim = replace(EVERYTHING, dead_ends=SHOWN, levels=("legal", "apply", "result"))
    assert "fail" == CaseJudge(ORACLE, claim).judge(case(name), Fake(loses, claim)).status


@pytest.mark.parametrize(
    "name", [*DEAD, "athena/no-climb-until-her-next-turn", "apollo/swap-with-a-neighbour"]
)
def test_whole_turns_get_the_verdict_of_steps(name: str) -> None:
    claim = turning()
    result = CaseJudge(ORACLE, claim).judge(case(name), Stepwise(WholeTurns(ORACLE, claim)))
    assert "pass" == result.status, result.failure


def turning() -> Claim:
    levels = ("legal", "apply", "result")
    return replace(EVERYTHING, granularity="turn", dead_ends=PRUNED, levels=levels)


def test_a_missing_turn_fails_at_its_missing_step() -> None:
    claim = turning()
    peer = Stepwise(WholeTurns(ORACLE, claim, without="C3-B3"))
    result = CaseJudge(ORACLE, claim).judge(case(DEAD[0]), peer)
    assert "fail" == result.status
    assert result.failure is not None
    assert [("C3-B3",)] == [one.missing for one in result.failure.differences]


def test_it_is_asked_only_where_a_row_begins() -> None:
    claim = turning()
    whole = WholeTurns(ORACLE, claim)
    peer = Stepwise(whole)
    peer.look(BEGIN.after("C3-B3", "B3+A3", "D3-C3"))
    assert [(), ("C3-B3", "B3+A3")] == [place.choices for place in whole.places]


def test_choices_within_a_row_are_answered_from_one_question() -> None:
    whole = WholeTurns(ORACLE, turning())
    peer = Stepwise(whole)
    for choices in [(), ("C3-B3",), ("C3-D3",), ("C3-B3", "B3+A3")]:
        peer.look(BEGIN.after(*choices))
    assert [(), ("C3-B3", "B3+A3")] == [place.choices for place in whole.places]


def test_the_same_choices_within_a_row_are_asked_about_again() -> None:
    whole = WholeTurns(ORACLE, turning())
    peer = Stepwise(whole)
    for choice in ["C3-B3", "C3-D3", "C3-B3", "C3-D3"]:
        peer.look(BEGIN.after(choice))
    assert 2 == len(whole.places)


# ------------------------------------------------------------------------------ by rows

ROWS = Answer(
    player=1,
    turns=(("a", "b"), ("a", "skip", "c"), ("d",), ("skip", "b")),
    position={"levels": "0"},
)


def test_the_first_choices_of_rows_are_on_offer() -> None:
    found = unfolded(ROWS, ())
    assert Answer(1, ("a", "d"), may_skip=True, position={"levels": "0"}) == found


def test_after_some_choices_the_continuations_of_rows_are_on_offer() -> None:
    assert Answer(1, ("b",), may_skip=True, partial=True) == unfolded(ROWS, ("a",))
    assert Answer(1, ("c",), may_skip=False, partial=True) == unfolded(ROWS, ("a", "skip"))


def test_a_choice_that_no_row_continues_with_is_refused() -> None:
    assert Refused(0) == unfolded(ROWS, ("x",))
    assert Refused(7) == unfolded(ROWS, ("a", "x"), done=6)
    assert Refused(2) == unfolded(Answer(result={"winners": [1]}), ("a",), done=2)
