"""Scenarios pass when all expectations are met; every failure is reported at its location.

The game is the toy of testing/toy.py: the tests write small scenarios for it into a folder.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from testing.toy import HERE, ToyMatch, ToyState, toy_card, toy_game
from thesmos.diagnostics import Diagnostic, SpecError, UsageError
from thesmos.program.clauses import Veto
from thesmos.program.declarations import Action, Rule, Step
from thesmos.program.node import Ref
from thesmos.program.types import FLAG
from thesmos.program.values import Flag
from thesmos.scenario.runner import ScenarioOutcome, ScenarioReport, known_ids, run_paths

HEAD = """\
thesmos: scenario
title: A counter is taken
clauses: [take.who]
source: made up for this test
given:
  game: toy
  to_move: 1
  position: {left: 3}
"""
SETUP = HEAD.replace("to_move: 1\n  position: {left: 3}", "start: setup")


@dataclass(frozen=True)
class FakeFinding:
    id: str
    holds: bool
    location: str = "toy.yaml:1:1"


def citable() -> ToyMatch:
    """A match of the toy with ids that scenarios can cite."""
    rule = Rule("who", Flag(True, type=FLAG, location=HERE), location=HERE)
    take = Action(
        Ref("", "take"), (), (rule,), (), (),
        silent=False, public=False, secret=False, weight=None, suggested=None, location=HERE,
    )  # fmt: skip
    first = Step(
        Ref("", "first"), (take.name,), "first", filter=False, judge=False, skip=False, last=False,
        when_empty="stuck", when_one=None, chooser="active", then=None, after_skip=None,
        location=HERE,
    )  # fmt: skip
    clause = Veto(
        id="toy.your-turn.1", card="toy", heading="Your Turn", guards=(), where=None, location=HERE
    )
    return ToyMatch(toy_game(toy_card((take,), (first,), (clause,))))


class ToyGame:
    """Makes matches of the toy; remembers the arguments."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def match(self, **asked: Any) -> ToyMatch:
        self.asked.append(asked)
        if asked.get("powers") == ["broken"]:
            raise SpecError([Diagnostic("E999", "a broken spec", None)])
        if asked.get("powers") == ["wrong"]:
            raise UsageError("there is no power `wrong`", "did you mean 'none'?")
        return citable()


def run(folder: Path, *texts: str) -> ScenarioReport:
    for number, text in enumerate(texts):
        (folder / f"s{number}.yaml").write_text(text, encoding="utf-8")
    game = ToyGame()
    return run_paths([folder], lambda _: game)


def run_one(folder: Path, text: str) -> ScenarioOutcome:
    (outcome,) = run(folder, text).outcomes
    return outcome


@pytest.fixture(autouse=True)
def reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [FakeFinding("take.who", True), FakeFinding("toy.your-turn.1", False)]
    monkeypatch.setattr(ToyState, "why_not", lambda _self, _text: found)


# ---------------------------------------------------------------------------------------- passing

GOOD = """\
steps:
  - then:
      turn_of: 1
      player: 1
      step: first
      power: none
      may_skip: no
      result: none
      legal: {exactly: [b, a], excludes: [c]}
      illegal: {c: toy.your-turn.1, d: [toy.your-turn.1]}
      position: {left: 3}
      held: [[], []]
  - when: a
    then: {step: second, may_skip: yes, legal: {includes: [a]}, events: {exactly: [{e: take}]}}
  - when: [skip, next]
    then:
      turn_of: 2
      events: {includes: [{e: skip}, {e: turn, player: 2}], excludes: [{e: take}]}
      view: {1: {position: {left: 2}, held: [[], []], legal: {includes: [a]}}}
each:
  - {name: two, when: [b, a], then: {result: {winners: [2], reason: last, eliminated: []}}}
  - {when: [b, a], then: {result: {places: [2, 1], scores: {coins: [-1, 3]}}}}
  - when: b
    steps:
      - {when: skip, then: {player: 0, step: draw, weights: {next: 1/2}}}
  - {when: concede, then: {result: {winners: [1]}}}
"""


def test_a_scenario_passes(tmp_path: Path) -> None:
    outcome = run_one(tmp_path, HEAD + GOOD)
    assert outcome.render() == f"passed {outcome.id}: A counter is taken"
    assert outcome.clauses == ("take.who",)


def test_a_scenario_may_start_at_the_set_up(tmp_path: Path) -> None:
    text = SETUP + "steps:\n  - then: {position: {left: 5}}\n"
    assert run_one(tmp_path, text).status == "passed"


def test_the_match_up_is_that_of_the_scenario(tmp_path: Path) -> None:
    given = "  powers: [none, x]\n  mode: two\n  options: {frame: fixed}\n  setup: {order: [1]}\n"
    (tmp_path / "s.yaml").write_text(HEAD + given + "steps:\n  - then: {step: first}\n")
    game = ToyGame()
    run_paths([tmp_path / "s.yaml"], lambda _: game)
    asked = {"mode": "two", "options": {"frame": "fixed"}, "setup": {"order": [1]}}
    assert game.asked == [{**asked, "powers": [None, "x"]}]


# ---------------------------------------------------------------------------------------- failing

FAILING = [
    ("then: {turn_of: 2}", "turn_of", "expected 2, got 1"),
    ("then: {player: 2}", "player", "expected 2, got 1"),
    ("then: {step: second}", "step", "expected second, got first"),
    ("then: {power: gaea}", "power", "expected gaea, got none"),
    ("then: {may_skip: yes}", "may_skip", "expected yes, got no"),
    ("then: {legal: {exactly: [a, c]}}", "legal.exactly", "- expected, but not there: c"),
    ("then: {legal: {exactly: [a]}}", "legal.exactly", "+ there, but not expected: b"),
    ("then: {legal: {exactly: []}}", "legal.exactly", "+ there, but not expected: a, b"),
    ("then: {legal: {includes: [a, c]}}", "legal.includes", "- expected, but not there: c"),
    ("then: {legal: {excludes: [a, c]}}", "legal.excludes", "offered, but should not be: a"),
    ("then: {illegal: {a: take.who}}", "illegal", "a is offered"),
    ("then: {illegal: {c: take.who}}", "illegal", "c is not forbidden by take.who"),
    ("then: {illegal: {c: [toy.your-turn.1, x.y]}}", "illegal", "c is not forbidden by x.y"),
    ("then: {result: {winners: [1]}}", "result", "the game should be over, but goes on"),
    ("when: [a, a, next, a]\n    then: {result: none}", "result", "but [2] won by `last`"),
    ("when: [a, a, next, a]\n    then: {player: 1}", "result", "the game should go on"),
    (
        "when: concede\n    then: {result: {winners: [1]}}",
        "result.winners",
        "expected [1], got [2]",
    ),
    ("then: {weights: {a: 1/2}}", "weights", "this is not a decision of chance"),
    ("when: [a, skip]\n    then: {weights: {next: 1/3}}", "weights", "next: expected 1/3, got 1/2"),
    ("when: [a, skip]\n    then: {weights: {a: 0}}", "weights", "`a` is not among the outcomes"),
    ("when: concede\n    then: {result: {reason: no}}", "result.reason", "expected no, got last"),
    (
        "when: concede\n    then: {result: {places: [1, 2]}}",
        "result.places",
        "expected [1, 2], got [2, 1]",
    ),
    (
        "when: concede\n    then: {result: {scores: {coins: [-1, 4]}}}",
        "result.scores.coins",
        "expected [-1, 4], got [-1, 3]",
    ),
    ("then: {position: {left: 4}}", "position", "left: expected 4, got 3"),
    ("then: {position: {left: []}}", "position", "left: expected nothing, got 3"),
    ("then: {position: {left: '3'}}", "position", 'left: expected "3", got 3'),
    ("then: {position: {secret: {deck: [x]}}}", "position", "secret.deck: - expected"),
    ("then: {held: [[x], []]}", "held", "expected [[x], []], got [[], []]"),
    ("when: a\n    then: {events: {exactly: []}}", "events.exactly", "got {e: take}"),
    ("when: a\n    then: {events: {includes: [{e: x}]}}", "events.includes", "expected {e: x}"),
    ("when: a\n    then: {events: {excludes: [{e: take}]}}", "events.excludes", "got {e: take}"),
    ("then: {view: {1: {position: {left: 1}}}}", "view.1.position", "left: expected 1, got 3"),
    ("when: c", "when", "`c` is not offered in first\nhint: offered: a, b"),
    ("when: skip", "when", "the step first may not be skipped"),
    ("when: [a, skip, a]", "when", "`a` is not offered in draw\nhint: offered: next, again"),
    ("when: [concede, a]", "when", "the game is over; `a` can't be chosen"),
]


def test_every_unmet_expectation_fails_at_its_key(tmp_path: Path) -> None:
    report = run(tmp_path, *(f"{HEAD}steps:\n  - {step}\n" for step, _, _ in FAILING))
    outcomes = {outcome.file: outcome for outcome in report.outcomes}
    wrong = []
    for number, (step, key, message) in enumerate(FAILING):
        outcome = outcomes[str(tmp_path / f"s{number}.yaml")]
        (failure,) = outcome.failures
        found = outcome.status == "failed" and failure.key == key
        if not found or message not in "\n".join(failure.lines):
            wrong.append(f"{step}: {outcome.render()}")
        assert failure.location.line >= HEAD.count("\n") + 2
    assert not wrong, "\n".join(wrong)


def test_a_failure_has_its_location_the_choices_and_the_branch(tmp_path: Path) -> None:
    text = HEAD + "steps:\n  - when: a\neach:\n  - {name: on, when: a, then: {turn_of: 2}}\n"
    outcome = run_one(tmp_path, text)
    (failure,) = outcome.failures
    assert failure.as_json() == {
        "file": str(tmp_path / "s0.yaml"),
        "line": 12,
        "column": 41,
        "key": "turn_of",
        "message": "expected 2, got 1",
        "branch": "on",
        "after": ["a", "a"],
    }
    assert "turn_of [on]" in outcome.render()
    assert "after a, a" in outcome.render()


def test_all_expectations_of_a_step_are_reported_and_no_later_step(tmp_path: Path) -> None:
    text = HEAD + "steps:\n  - then: {turn_of: 2, player: 2}\n  - then: {step: x}\n"
    assert [f.key for f in run_one(tmp_path, text).failures] == ["turn_of", "player"]


def test_branches_fail_one_by_one_and_not_after_failed_steps(tmp_path: Path) -> None:
    each = "each:\n  - {when: c}\n  - {when: a}\n  - {when: d}\n"
    assert [f.branch for f in run_one(tmp_path, HEAD + each).failures] == ["c", "d"]
    assert len(run_one(tmp_path, HEAD + "steps:\n  - when: x\n" + each).failures) == 1


def test_an_internal_error_fails_one_scenario_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_self: ToyState) -> dict[str, Any]:
        raise RecursionError("too deep")

    monkeypatch.setattr(ToyState, "position", broken)
    report = run(
        tmp_path,
        HEAD + "steps:\n  - then: {position: {left: 3}}\n",
        HEAD + "steps:\n  - then: {player: 1}\n",
    )
    assert (report.passed, report.failed) == (1, 1)
    assert "internal error: RecursionError: too deep" in report.render()


def test_a_text_that_no_option_could_have_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(_self: ToyState, text: str) -> list[Any]:
        raise UsageError(f"`{text}` is not an option")

    monkeypatch.setattr(ToyState, "why_not", unknown)
    outcome = run_one(tmp_path, HEAD + "steps:\n  - then: {illegal: {c: take.who}}\n")
    assert outcome.failures[0].lines == ("c: `c` is not an option",)


def test_a_wrong_match_up_fails(tmp_path: Path) -> None:
    text = HEAD + "  powers: [wrong]\nsteps:\n  - then: {player: 1}\n"
    outcome = run_one(tmp_path, text)
    assert outcome.status == "failed"
    assert outcome.failures[0].lines == (
        "there is no power `wrong`",
        "hint: did you mean 'none'?",
    )


def test_a_broken_spec_makes_the_scenario_invalid(tmp_path: Path) -> None:
    text = HEAD + "  powers: [broken]\nsteps:\n  - then: {player: 1}\n"
    outcome = run_one(tmp_path, text)
    assert (outcome.status, [d.code for d in outcome.diagnostics]) == ("invalid", ["E999"])


def test_a_cited_id_must_exist(tmp_path: Path) -> None:
    text = HEAD.replace("take.who", "take.wo") + "steps:\n  - then: {player: 1}\n"
    outcome = run_one(tmp_path, text)
    assert outcome.status == "invalid"
    assert [(d.code, d.hint) for d in outcome.diagnostics] == [("E604", "did you mean 'take.who'?")]
    (edit,) = (d.edit for d in outcome.diagnostics)
    assert edit is not None
    assert edit.text == "take.who"
    known = {"toy.your-turn.1", "take", "take.who", "first", "step.first"}
    assert set(known_ids(citable())) == known


# ----------------------------------------------------------------------------------------- a run


def test_pending_scenarios_are_skipped_with_their_reason(tmp_path: Path) -> None:
    text = HEAD + "pending: nobody can play this yet\nsteps:\n  - when: x\n"
    report = run(tmp_path, text)
    assert (report.passed, report.failed, report.skipped) == (0, 0, 1)
    assert "nobody can play this yet" in report.render()
    assert report.as_json()["scenarios"][0]["reason"] == "nobody can play this yet"


def test_scenarios_of_other_editions_are_skipped(tmp_path: Path) -> None:
    steps = "steps:\n  - then: {player: 1}\n"
    report = run(tmp_path, f"{HEAD}editions: ['2']\n{steps}", f"{HEAD}editions: ['1']\n{steps}")
    assert [outcome.status for outcome in report.outcomes] == ["skipped", "passed"]
    assert report.outcomes[0].reason == "not of edition 1"


def test_a_run_goes_on_after_everything(tmp_path: Path) -> None:
    good = HEAD + GOOD
    report = run(tmp_path, good, good.replace("left: 3", "left: 4"), "thesmos: [", good)
    assert [outcome.status for outcome in report.outcomes] == [
        "passed",
        "failed",
        "invalid",
        "passed",
    ]
    assert (report.passed, report.failed, report.exit_code) == (2, 2, 1)
    printed = json.loads(json.dumps(report.as_json()))
    assert {key: printed[key] for key in ("passed", "failed", "skipped", "invalid")} == {
        "passed": 2,
        "failed": 2,
        "skipped": 0,
        "invalid": 1,
    }
    assert printed["scenarios"][2]["diagnostics"][0]["code"] == "E101"
    assert report.render().endswith("2 passed, 2 failed, 0 skipped")


def test_exit_codes(tmp_path: Path) -> None:
    outcome = run_one(tmp_path, HEAD + GOOD)
    assert ScenarioReport((outcome,)).exit_code == 0
    assert ScenarioReport((outcome, replace(outcome, status="invalid"))).exit_code == 2
    assert ScenarioReport((outcome, replace(outcome, status="failed"))).exit_code == 1


def test_a_folder_without_scenarios_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no scenarios"):
        run_paths([tmp_path])


@pytest.mark.parametrize(
    ("position", "passes"),
    [
        ('{hands: [[d4, ca], [d3, c2]], tricks: ["1", "10"]}', True),
        ("{hands: [[c2, d3], [ca, d4]]}", False),
        ('{tricks: ["10", "1"]}', False),
        ("{hands: [[ca], [c2, d3]]}", False),
    ],
)
def test_only_what_is_listed_by_player_is_compared_in_order(
    position: str, passes: bool, tmp_path: Path
) -> None:
    text = f"""
thesmos: scenario
title: Lists by player
clauses: [play.follow]
source: this test
given:
  game: german-whist
  powers: [none, none]
  to_move: 2
  impossible: few cards are enough to compare lists
  position: {{hands: [[ca, d4], [c2, d3]], trump: hearts, tricks: ["1", "10"]}}
steps:
  - then: {{position: {position}}}
"""
    file = tmp_path / "lists" / "order.yaml"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    (outcome,) = run_paths([file]).outcomes
    assert (outcome.diagnostics, outcome.status) == ((), "passed" if passes else "failed")
