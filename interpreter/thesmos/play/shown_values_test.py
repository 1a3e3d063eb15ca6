"""§4.11: numbers that an action shows with its options, in play, in records, in scenarios."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from testing.paired import PairedGame, PairedState
from testing.tiny import tiny
from thesmos.cli.show import decision_lines
from thesmos.record.format import Record
from thesmos.record.recorder import Recorder
from thesmos.record.replay import replay
from thesmos.scenario.runner import run_paths

GAME = """
headings: {Rules: {en: Rules}}
enums: {Good: {wood: w, clay: c, gold: g}}
state:
  Player:
    purse: {is: 0..9, start: 5, secret: yes}
  Good:
    price: {is: 0..9 or none, start: {wood: 2, clay: 3}}
actions:
  buy:
    roles: {good: Good}
    do: purse(you) -= price(good)
    shows: {cost: price(good), left: purse(you) - price(good), theirs: purse(next_player(you))}
    text: "{good}"
  rest: {text: rest}
steps: {buy: {actions: [buy, rest]}}
flow: {turn: [begin turn, {steps: buy}, judge, pass]}
clauses:
  Rules: "end broke where some (p in Player where purse(p) < 2)"
"""
FIRST = {"c": {"cost": 3, "left": 2}, "w": {"cost": 2, "left": 3}}


def start(folder: Path) -> PairedState:
    game = PairedGame.of(tiny(folder, GAME))
    return game.match([None, None]).start()  # type: ignore[return-value]  # a paired one


def test_options_show_what_their_chooser_sees(tmp_path: Path) -> None:
    """Not what is none, as the price of gold, or unknown, as the other purse."""
    first = start(tmp_path)
    assert first.played.decision is not None
    assert first.played.decision.values == FIRST

    later = first.apply("rest").apply("rest").apply("c")
    assert later.apply("rest").played.decision.values["w"] == {"cost": 2, "left": 0}


def test_the_terminal_shows_them_beside_the_option(tmp_path: Path) -> None:
    shown = "".join(span.text for line in decision_lines(start(tmp_path).played) for span in line)

    assert "w (cost 2, left 3)" in shown
    assert "g  " in shown


def test_a_record_has_them_and_replay_compares_them(tmp_path: Path) -> None:
    match = tiny(tmp_path, GAME).match([None, None])
    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    record: Record = Recorder(match, setup).record("one", 1)  # type: ignore[arg-type]
    assert record["decisions"][0]["values"] == FIRST
    assert replay(match, record)[1] is None

    other = copy.deepcopy(record)
    other["decisions"][0]["values"]["w"]["cost"] = 1
    found = replay(match, other)[1]
    assert found is not None
    assert (found.decision, found.kind) == (0, "values")
    del other["decisions"][0]["values"]
    assert replay(match, other)[1] is None


SCENARIO = """
thesmos: scenario
title: What the goods cost
clauses: [buy]
source: made up for this test
given: {game: tiny, powers: [none, none], start: setup}
steps:
  - then: {values: {w: {cost: 2, left: 3}, c: {cost: COST, left: 2}}}
"""


@pytest.mark.parametrize(("cost", "passed"), [("3", 1), ("4", 0)])
def test_a_scenario_expects_them(cost: str, passed: int, tmp_path: Path) -> None:
    game = tiny(tmp_path, GAME)
    file = tmp_path / "goods.yaml"
    file.write_text(SCENARIO.replace("COST", cost), encoding="utf-8")

    report = run_paths([file], lambda _: game)
    assert report.passed == passed, report.render()
