"""Implementations that skip forced steps, or ask the steps of a turn in an order of their own."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos.dice import Rng
from thesmos.resources import scenarios_dir
from thesmos_conform.cases.case import RANDOM, Case, Look
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.fuzz.divide import DividedAdapter, Divider
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.own_steps import in_our_steps
from thesmos_conform.judging.result import UNASKABLE, CaseResult
from thesmos_conform.protocol.messages import LEVELS, Answer, Claim, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.own_steps import At, OwnWay, choices

ORACLE = Oracle()
SKIPS = Claim(powers=None, levels=LEVELS, memory=True, forced="skipped")
FREE = replace(SKIPS, forced="asked", order="free")
BOTH = replace(SKIPS, order="free")
COLLISION = (  # the two halves of what is dropped, and turning away: all in one turn
    "collision/larger-half-of-four",
    "collision/larger-half-of-five",
)


def case(name: str, game: str = "off-the-rails") -> Case:
    rules = ORACLE.game(game)
    file = scenarios_dir() / game / f"{name}.yaml"
    (made,) = scenario_cases(read_scenarios([file], rules), rules, ORACLE)
    return made


def judged(made: Case, peer: OwnWay, claim: Claim) -> CaseResult:
    return CaseJudge(ORACLE, claim).ask(made, in_our_steps(peer, claim, ORACLE))


def whole_game(game: str, seed: int) -> Case:
    """A random game from its set-up, at most 40 choices."""
    place = Place(game, {"players": 2, "teams": [1, 2], "powers": [None, None]})
    dice = Rng(seed)
    for _ in range(40):
        texts = choices(ORACLE.path(place).last)
        if not texts:
            break
        place = place.after(texts[dice.below(len(texts))])
    return Case("game", RANDOM, game, "two-players", frozenset(), (Look(place),), whole=True)


def full_board() -> Case:
    """A game whose last step has one option: the last free cell."""
    games = (whole_game("tic-tac-toe", seed) for seed in range(30))
    return next(made for made in games if len(made.looks[0].place.choices) == 9)


@pytest.mark.parametrize("claim", [SKIPS, FREE, BOTH], ids=["forced", "order", "both"])
@pytest.mark.parametrize("name", COLLISION)
def test_steps_of_its_own_are_right(claim: Claim, name: str) -> None:
    peer = OwnWay(ORACLE, claim)
    result = judged(case(name), peer, claim)
    assert ("pass", True) == (result.status, result.decisions > 0)
    assert peer.skipped or peer.earlier


@pytest.mark.parametrize("claim", [SKIPS, FREE, BOTH], ids=["forced", "order", "both"])
def test_whole_games_are_compared(claim: Claim) -> None:
    peer = OwnWay(ORACLE, claim)
    result = judged(whole_game("pook", 5), peer, claim)
    assert "pass" == result.status
    assert result.decisions > 20


@pytest.mark.parametrize("claim", [SKIPS, FREE], ids=["forced", "order"])
def test_what_is_not_claimed_is_wrong(claim: Claim) -> None:
    silent = replace(claim, order="ours", forced="asked")
    statuses = {judged(case(name), OwnWay(ORACLE, claim), silent).status for name in COLLISION}
    assert "fail" in statuses


@pytest.mark.parametrize("claim", [SKIPS, FREE, BOTH], ids=["forced", "order", "both"])
def test_a_missing_option_is_found(claim: Claim) -> None:
    made = whole_game("tic-tac-toe", 1)
    wrong = made.looks[0].place.choices[2]
    result = judged(made, OwnWay(ORACLE, claim, wrong), claim)
    assert result.failure is not None
    assert (wrong,) == result.failure.differences[0].missing


def test_a_missing_option_is_found_in_the_step_that_came_early() -> None:
    wrong = "knight2a coin 2,3"  # of what is played after the pig has moved, or has not
    result = judged(whole_game("pook", 5), OwnWay(ORACLE, FREE, wrong), FREE)
    assert result.failure is not None
    assert [("options", (wrong,), ())] == [
        (one.key, one.missing, one.extra) for one in result.failure.differences
    ]


class OverTooEarly(OwnWay):
    """Says that the game is over before the last choice, with the result that it has after it."""

    def __init__(self, claim: Claim, last: Place) -> None:
        super().__init__(ORACLE, claim)
        states = ORACLE.path(last).states
        self.undecided, self.over = states[-2].key(), states[-1]

    def told(self, at: At, viewer: int | None) -> Answer:
        """The answer at a place."""
        ends = at[0].key() == self.undecided
        return super().told((self.over, "") if ends else at, viewer)

    def after(self, at: At, choice: str) -> At | None:
        """What comes after a choice; nothing once it says that the game is over."""
        return None if at[0].key() == self.undecided else super().after(at, choice)


def test_a_game_that_is_over_too_early_differs_in_its_result() -> None:
    made = full_board()
    result = judged(made, OverTooEarly(FREE, made.looks[0].place), FREE)
    assert result.failure is not None
    assert {"options", "result"} <= {one.key for one in result.failure.differences}


def test_a_skipped_step_is_not_counted_as_compared() -> None:
    made = full_board()
    states = ORACLE.path(made.looks[0].place).states
    forced = sum(len(choices(state)) == 1 for state in states)
    assert len(states) - forced == judged(made, OwnWay(ORACLE, SKIPS), SKIPS).decisions


def test_conceding_in_a_skipped_step_is_not_askable() -> None:
    made = full_board()
    place = made.looks[0].place
    states = ORACLE.path(place).states
    at = next(n for n, state in enumerate(states) if len(choices(state)) == 1)
    conceded = replace(place, choices=place.choices[:at]).after("concede")
    result = judged(replace(made, looks=(Look(conceded),)), OwnWay(ORACLE, SKIPS), SKIPS)
    assert UNASKABLE == result.status


def test_a_walk_down_the_tree_asks_in_its_steps() -> None:
    made = full_board()
    place = made.looks[0].place
    late = replace(place, choices=place.choices[:6])
    peer = OwnWay(ORACLE, SKIPS)
    adapter = DividedAdapter(ORACLE, peer, SKIPS)
    walk = Divider(ORACLE, adapter.look, adapter.count).descend(late, 4)
    assert walk.difference is None
    assert walk.compared
    assert peer.skipped


@pytest.mark.slow
@pytest.mark.parametrize("own", [{"forced": "skipped"}, {"order": "free"}], ids=["forced", "order"])
def test_every_command_asks_a_program_in_its_steps(own: dict[str, str], tmp_path: Path) -> None:
    words = [sys.executable, "-m", "thesmos_conform.testing.adapters.own_way", "pook"]
    command = json.dumps([*words, json.dumps(own)])
    file = tmp_path / "own.toml"
    file.write_text(f"command = {command}\nstartup = 60\ntimeout = 60\n", encoding="utf-8")
    for arguments in (
        ["doctor", str(file), "--game", "pook"],
        ["conform", "-i", str(file), "--game", "pook", "--case", "pook/knight/*"],
        ["conform", "-i", str(file), "--game", "pook", "--random", "2", "--case", "random:*"],
        ["fuzz", "-i", str(file), "--game", "pook", "--games", "10"],
    ):
        done = CliRunner().invoke(cli, arguments)
        assert 0 == done.exit_code, (arguments, done.output)
