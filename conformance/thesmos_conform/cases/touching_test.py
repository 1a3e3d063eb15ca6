"""Which cards touch, and which of them meet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from testing.draws import santorini
from thesmos.cli import cli
from thesmos.program.touching import Touching
from thesmos_conform.cases.touching import meetings

DECISION = {
    "turn": 0, "turn_of": 1, "player": 1, "step": "place", "held": [[], []],
    "position": {}, "may_skip": False, "options": ["@A1"], "choice": "@A1", "events": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def touching() -> Touching:
    return Touching(santorini().program)


def test_a_card_touches_one_that_asks_for_what_it_changes(touching: Touching) -> None:
    """A Worker that is carried stands elsewhere, where others are counted from."""
    assert ("charon", "jason") in set(touching.pairs(["jason", "charon"]))
    assert ("place", "Worker") in touching.subjects("charon", "jason")


def test_what_an_action_does_that_a_card_carries_out_is_its_doing(touching: Touching) -> None:
    """To force is an action of the game, which moves the piece."""
    assert ("place", "Worker") in touching.writes["minotaur"]


def test_what_a_fact_asks_for_is_asked_by_those_who_use_it(touching: Touching) -> None:
    assert "dome" in {getattr(what, "name", "") for _, what in touching.reads["chronus"]}


def test_cards_that_only_move_by_their_own_rules_do_not_touch(touching: Touching) -> None:
    assert [] == list(touching.pairs(["artemis", "demeter"]))


def test_pairs_meet_in_scenarios_and_in_records(tmp_path: Path) -> None:
    game = santorini()
    pair = next(Touching(game.program).pairs(["charon", "jason"]))
    record = {
        "thesmos_record": 1,
        "game": "santorini",
        "edition": "2021-09",
        "origin": "test",
        "id": "one",
        "setup": {"players": 2, "teams": [1, 2], "powers": ["jason", "charon"]},
        "decisions": [],
        "result": {"winners": [], "reason": "", "end": "limit", "eliminated": []},
    }
    file = tmp_path / "records.jsonl"
    file.write_text(json.dumps(record) + "\n")
    assert pair in meetings(game, [], [file]).missing  # nothing was decided in it
    file.write_text(json.dumps({**record, "decisions": [DECISION]}) + "\n")
    assert {pair} == meetings(game, [], [file]).in_records


def test_the_command_lists_the_pairs_that_meet_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text("")
    done = CliRunner().invoke(cli, ["pairs", "santorini", "--records", str(file)])
    assert 1 == done.exit_code
    *missing, last = done.stdout.splitlines()
    assert last.endswith(f"{len(missing)} in neither")
    assert all(line.endswith(" touch, but meet nowhere") for line in missing)


@pytest.mark.slow
def test_all_touching_pairs_meet() -> None:
    sample = Path(__file__).parents[2] / "records"
    call = [word for file in sorted(sample.glob("*.gz")) for word in ("--records", str(file))]
    done = CliRunner().invoke(cli, ["pairs", "santorini", *call, "--json"])
    found = json.loads(done.stdout)
    assert (0, []) == (done.exit_code, found["missing"])
    assert found["touching"] > 300
