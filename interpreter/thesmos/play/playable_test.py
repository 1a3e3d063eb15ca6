"""A power with errors does not keep the other powers from being played and tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import checked
from thesmos.diagnostics import SpecError
from thesmos.play.game import load
from thesmos.play.playable import load_playable
from thesmos.scenario.runner import run_paths

POWER = "thesmos: power\nslug: {0}\ntitle: {{en: Other}}\n"
RULE = "clauses:\n  Rules: |\n    forbid pick where {0}\n"
SCENARIO = (
    "thesmos: scenario\ntitle: {{en: Who begins}}\nclauses: [own.rules.1]\nsource: rules\n"
    "given: {{game: {1}, powers: [{0}, none], to_move: 1, position: {{n: 0}}}}\n"
    "steps:\n  - then: {{turn_of: 1}}\n"
)
UNSOUND = {
    "its clause is wrong": POWER.format("bad") + RULE.format("unknown > 1"),
    "its form is wrong": POWER.format("bad") + "nonsense: 1\n",
    "it is not YAML": "thesmos: power\n  slug: [",
    "it is banned by another": POWER.format("bad") + "banned: [own]\n" + RULE.format("unknown > 1"),
}


@pytest.mark.parametrize("why", UNSOUND)
def test_the_other_powers_can_be_played(why: str, tmp_path: Path) -> None:
    checked(tmp_path, "forbid pick where k = 1")
    (tmp_path / "powers/bad.yaml").write_text(UNSOUND[why], encoding="utf-8")
    game = load_playable(tmp_path)

    assert list(game.powers) == ["own"]
    assert game.match(powers=["own", None]).start().decision is not None
    with pytest.raises(SpecError) as raised:
        game.match(powers=["bad", None])
    assert {d.location and Path(d.location.file).name for d in raised.value.diagnostics} == {
        "bad.yaml"
    }


def test_load_refuses_a_game_with_any_error(tmp_path: Path) -> None:
    checked(tmp_path, others={"powers/bad.yaml": UNSOUND["its clause is wrong"]})

    with pytest.raises(SpecError, match="unknown"):
        load(tmp_path)


def test_errors_of_the_games_own_text_keep_all_from_being_played(tmp_path: Path) -> None:
    checked(tmp_path, changes={"height(c) < 2": "hieght(c) < 2"})

    with pytest.raises(SpecError, match="hieght"):
        load_playable(tmp_path)


def test_scenarios_of_other_powers_run_and_errors_are_told_once(tmp_path: Path) -> None:
    bad = UNSOUND["its clause is wrong"]
    checked(tmp_path, "forbid pick where k = 1", others={"powers/bad.yaml": bad})
    for number, power in enumerate(("bad", "own", "bad")):
        file = tmp_path / "scenarios" / f"s{number}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(SCENARIO.format(power, tmp_path), encoding="utf-8")
    report = run_paths([tmp_path / "scenarios"])

    assert [outcome.status for outcome in report.outcomes] == ["invalid", "passed", "invalid"]
    assert report.render().count("unknown name") == 1  # for two scenarios
