"""The Santorini in JavaScript says what the rules say, and its planted bugs do not."""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import thesmos
from thesmos.home import records_dir, scenarios_dir
from thesmos.use.api import State
from thesmos.use.game import Game
from thesmos.use.record import CONCEDE, SKIP, read_records
from thesmos.use.recorder import setup_of
from thesmos.use.scenario_read import Scenario, read_scenario, scenario_files

NODE = shutil.which("node")
HERE = Path(__file__).parent / "javascript"
BUGS = sorted((HERE / "bugs").glob("*.toml"))
POWERS = {None, "apollo", "artemis", "athena", "demeter", "minotaur"}
pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js (the command `node`)")

RESULT = ("winners", "reason")

Json = dict[str, Any]
Question = tuple[str, Json, list[Json]]


@functools.cache
def game() -> Game:
    return thesmos.load("santorini")


# ------------------------------------------------------------------------------- talking


def ask(adapter: Path, requests: list[Json]) -> list[Json]:
    """The answers of an adapter, named by its file, to requests, `bye` added."""
    command = tomllib.loads(adapter.read_text(encoding="utf-8"))["command"]
    asked = [{"id": str(n), **one} for n, one in enumerate([*requests, {"op": "bye"}])]
    done = subprocess.run(
        command,
        cwd=adapter.parent,
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in asked] == [one["id"] for one in answers]
    assert answers.pop() == {"id": str(len(requests)), "ok": {}}
    return answers


def comparable(answer: Json) -> Json:
    """An answer, with lists whose order says nothing sorted."""
    position = {k: sorted(v) if k != "levels" else v for k, v in answer["position"].items()}
    options = {"options": sorted(answer["options"])} if "options" in answer else {}
    return {**answer, "position": position, **options}


# ------------------------------------------------------------------------------- expecting


def expected(state: State, began: bool) -> Json:
    """What the rules say about a state, as a comparable answer."""
    made: Json = {"position": state.position(), "held": [list(held) for held in state.held]}
    made["events"] = [dict(event) for event in state.events]
    if began:
        made["events"] = [event for event in made["events"] if event["e"] == "turn"]
    decision = state.decision
    if decision is None:
        assert state.result is not None
        made["result"] = {key: list(value) if isinstance(value, tuple) else value
                          for key, value in vars(state.result).items()}  # fmt: skip
        return comparable(made)
    made |= {"player": decision.player, "step": decision.step, "may_skip": decision.may_skip}
    made["options"] = [option.text for option in decision.options]
    if decision.step != "place":
        made["turn_of"] = state.turn_of
    return comparable(made)


def after(state: State, choice: str) -> State:
    """The state after an option, `skip` or `concede`."""
    if choice == SKIP:
        return state.skip()
    return state.concede() if choice == CONCEDE else state.apply(choice)


def ways(scenario: Scenario) -> Iterator[list[str]]:
    """The choices of each way through a scenario."""
    trunk = [text.value for step in scenario.steps for text in step.when]
    if not scenario.branches:
        yield trunk
    for branch in scenario.branches:
        yield trunk + [text.value for step in branch.steps for text in step.when]


def claimed() -> list[Scenario]:
    """The scenarios of the base game and the five powers."""
    areas = [scenarios_dir() / "santorini" / area for area in ("base", *POWERS) if area]
    read = [read_scenario(file)[0] for area in areas for file in scenario_files(area)]
    return [
        one
        for one in read
        if one is not None and {*one.given.powers} <= POWERS and not one.given.setup
    ]


@functools.cache
def questions() -> list[Question]:
    """Each way through each scenario: its name, the request, the answers expected."""
    return [question for one in claimed() for question in questions_of(one)]


def questions_of(one: Scenario) -> Iterator[Question]:
    match = game().match(one.given.powers, one.given.mode)
    for choices in ways(one):
        begin = {} if one.given.position is None else {"position": one.given.position}
        state = match.load(one.given.position) if begin else match.start()
        answers = [expected(state, began=True)]
        for choice in choices:
            state = after(state, choice)
            answers.append(expected(state, began=False))
        request = {"op": "look", "game": "santorini", "setup": setup_of(match), **begin}
        yield one.id, {**request, "choices": choices, "every": True}, answers


def scenarios() -> set[str]:
    return {name for name, _, _ in questions()}


def disagreements(adapter: Path) -> set[str]:
    """The scenarios in which an adapter answers otherwise than the rules do."""
    answers = ask(adapter, [request for _, request, _ in questions()])
    return {
        name
        for (name, _, wanted), got in zip(questions(), answers, strict=True)
        if "ok" not in got or wanted != [comparable(one) for one in got["ok"]["path"]]
    }


# ------------------------------------------------------------------------------- tests


def test_its_own_tests_pass() -> None:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--test"], cwd=HERE, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout


def test_it_claims_what_the_game_has() -> None:
    (answer,) = ask(HERE / "adapter.toml", [{"op": "hello", "thesmos": [1]}])
    claim = answer["ok"]["games"]["santorini"]
    assert [game().checked.written.edition] == claim["editions"]
    assert set(claim["modes"]) < set(game().checked.modes)
    assert POWERS - {None} == set(claim["powers"])
    assert set(claim["powers"]) < set(game().powers)


def test_it_agrees_in_every_scenario_of_what_it_claims() -> None:
    assert len(scenarios()) >= 40
    assert set() == disagreements(HERE / "adapter.toml")


@pytest.mark.parametrize("name", ["base", "simple"])
def test_it_agrees_with_recorded_games(name: str) -> None:
    records = [
        record
        for record in read_records(records_dir() / f"{name}.jsonl.gz")
        if {*record["setup"]["powers"]} <= POWERS
    ]
    requests = [
        {
            "op": "look",
            "game": "santorini",
            "setup": record["setup"],
            "choices": [decision["choice"] for decision in record["decisions"]],
            "every": True,
        }
        for record in records
    ]
    assert requests
    for record, got in zip(records, ask(HERE / "adapter.toml", requests), strict=True):
        path = [comparable(one) for one in got["ok"]["path"]]
        for decision, one in zip(record["decisions"], path, strict=False):
            wanted = {key: decision[key] for key in ("player", "step", "may_skip", "position")}
            wanted |= {"options": sorted(decision["options"])}
            assert comparable(wanted) == {key: one[key] for key in wanted}
        end = record["result"] if record["result"]["end"] == "win" else {}
        result = path[-1].get("result", {})
        assert [end.get(key) for key in RESULT] == [result.get(key) for key in RESULT]


def test_ten_bugs_are_planted() -> None:
    assert 10 == len(BUGS)
    assert {file.stem for file in BUGS} == {file.stem for file in (HERE / "bugs").glob("*.js")}


@pytest.mark.parametrize("bug", BUGS, ids=lambda file: file.stem)
def test_a_planted_bug_is_found_by_a_scenario(bug: Path) -> None:
    found = disagreements(bug)
    assert found
    assert found < scenarios()
