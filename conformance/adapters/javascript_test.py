"""The Santorini in JavaScript agrees with the rules, and its planted bugs do not."""

from __future__ import annotations

import functools
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import thesmos
from testing.suite import RECORDS_DIR
from thesmos.play.game import Game
from thesmos.record.format import read_records
from thesmos.record.recorder import setup_of
from thesmos.resources import scenarios_dir
from thesmos.scenario.reader import Scenario, read_scenario, scenario_files
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import read_adapter
from thesmos_conform.protocol.messages import Answer, Json, Place, Reply, Unsupported
from thesmos_conform.reference.reference import Reference

NODE = shutil.which("node")
HERE = Path(__file__).parent / "javascript"
ADAPTER = HERE / "adapter.toml"
BUGS = sorted((HERE / "bugs").glob("*.toml"))
POWERS = {None, "apollo", "artemis", "athena", "demeter", "minotaur"}
PATIENCE = 60.0  # seconds: what is tested here is what it says, not how fast

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js (the command `node`)")


@functools.cache
def game() -> Game:
    return thesmos.load("santorini")


def client(file: Path) -> Client:
    """An adapter, by its file."""
    return Client(replace(read_adapter(file), startup=PATIENCE, timeout=PATIENCE))


# ------------------------------------------------------------------------------- scenarios


def claimed() -> list[Scenario]:
    """The scenarios of the base game and the five powers that begin at possible positions."""
    areas = [scenarios_dir() / "santorini" / area for area in ("base", *POWERS) if area]
    read = [read_scenario(file)[0] for area in areas for file in scenario_files(area)]
    return [
        one
        for one in read
        if one is not None and {*one.given.powers} <= POWERS and not one.given.impossible
    ]


def ways(scenario: Scenario) -> Iterator[Place]:
    """The place at the end of each path through a scenario."""
    given = scenario.given
    setup = dict(setup_of(game().match(given.powers, given.mode)))
    begin = Place(given.game, setup, given.position)
    trunk = begin.after(*(text.value for step in scenario.steps for text in step.when))
    if not scenario.branches:
        yield trunk
    for branch in scenario.branches:
        yield trunk.after(*(text.value for step in branch.steps for text in step.when))


@functools.cache
def questions() -> list[tuple[str, Place, list[Json]]]:
    """Each path through each scenario: the scenario's id, the place, the answers of the rules."""
    reference = Reference(["santorini"])
    return [
        (one.id, way, comparable(reference.path(way))) for one in claimed() for way in ways(one)
    ]


def comparable(replies: Sequence[Reply]) -> list[Json]:
    """Replies as data, with unordered lists sorted and the first events left out."""
    made = [vars(reply) | _sorted(reply) if isinstance(reply, Answer) else {} for reply in replies]
    made[0].pop("events", None)
    return made


def _sorted(answer: Answer) -> Json:
    position = answer.position or {}
    places = {k: v if isinstance(v, str) else sorted(v) for k, v in position.items()}
    options = None if answer.options is None else sorted(answer.options)
    return {"position": places, "options": options}


def disagreements(file: Path) -> set[str]:
    """The scenarios in which an adapter disagrees with the rules."""
    with client(file) as peer:
        return {name for name, way, wanted in questions() if wanted != comparable(peer.path(way))}


# ------------------------------------------------------------------------------- tests


def test_its_own_tests_pass() -> None:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--test"], cwd=HERE, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout


def test_it_claims_what_the_game_has() -> None:
    with client(ADAPTER) as peer:
        claim = peer.hello().games["santorini"]
    assert (game().checked.written.edition,) == claim.editions
    assert {"two-players", "three-players", "four-players"} == set(claim.modes)
    assert POWERS - {None} == claim.powers


def test_it_agrees_in_every_scenario_of_what_it_claims() -> None:
    assert len({name for name, _, _ in questions()}) >= 40
    assert set() == disagreements(ADAPTER)


def test_it_answers_unsupported_for_unknown_powers() -> None:
    setup = {"players": 2, "teams": [1, 2], "powers": ["circe", None]}
    with client(ADAPTER) as peer:
        assert Unsupported("power circe") == peer.look(Place("santorini", setup))


@pytest.mark.parametrize("name", ["base", "simple"])
def test_it_agrees_with_recorded_games(name: str) -> None:
    records = [
        record
        for record in read_records(RECORDS_DIR / f"{name}.jsonl.gz")
        if {*record["setup"]["powers"]} <= POWERS
    ]
    assert records
    with client(ADAPTER) as peer:
        for record in records:
            choices = tuple(decision["choice"] for decision in record["decisions"])
            *path, end = peer.path(Place("santorini", dict(record["setup"]), None, choices))
            for decision, got in zip(record["decisions"], path, strict=True):
                keys = ("player", "step", "may_skip", "position", "options")
                wanted = Answer(**{key: decision[key] for key in keys})  # type: ignore[literal-required]
                assert isinstance(got, Answer)
                assert _sorted(wanted) == _sorted(got)
                assert [decision[key] for key in keys[:3]] == [vars(got)[key] for key in keys[:3]]
            assert isinstance(end, Answer)
            result, recorded = end.result or {}, record["result"]
            assert recorded.get("winners", []) == result.get("winners", [])
            assert recorded.get("reason") == result.get("reason")


def test_ten_bugs_are_planted() -> None:
    assert 10 == len(BUGS)
    assert {file.stem for file in BUGS} == {file.stem for file in (HERE / "bugs").glob("*.js")}


@pytest.mark.parametrize("bug", BUGS, ids=lambda file: file.stem)
def test_a_planted_bug_is_found_by_a_scenario(bug: Path) -> None:
    found = disagreements(bug)
    assert found
    assert found < {name for name, _, _ in questions()}
