"""Recordings: how much of a scenario is shown, and why options are barred."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.resources import scenarios_dir
from thesmos.scenario.reader import read_scenario
from thesmos.scenario.runner import Runner
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.examples.frames import MAX_BRANCHES, Recording, record_scenario

STEPS = """\
steps:
  - when: [skip, "orc1a warrior 3,5"]
    then:
      player: 1
      illegal: {"2,4": [orc.turn_down.kind]}
each:
"""
BRANCH = """\
  - name: way {number}
    steps:
      - when: "3,4"
        then: {{player: 1}}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A scenario of three frames, then nine branches of one."""
    known = scenarios_dir() / "pook" / "orc" / "turns-a-warrior-down.yaml"
    given = known.read_text("utf-8").partition("steps:")[0]
    result = tmp_path / "ways.yaml"
    branches = "".join(BRANCH.format(number=number) for number in range(9))
    result.write_text(f"{given}{STEPS}{branches}", encoding="utf-8")
    return result


def walked(file: Path, source: BookSource) -> Recording:
    scenario, diagnostics = read_scenario(file)
    assert scenario is not None, diagnostics
    return record_scenario(scenario, Runner(lambda name: source.game))


def test_no_more_branches_are_played_than_are_shown(file: Path, source: BookSource) -> None:
    seen = walked(file, source)
    assert [f"way {number}" for number in range(MAX_BRANCHES)] == [
        names["en"] for names, _ in seen.branches
    ]


def test_a_recording_has_a_bounded_number_of_frames(
    file: Path, source: BookSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thesmos_rulebook.examples.frames.MAX_SEEN", 5)
    seen = walked(file, source)
    assert 3 == len(seen.trunk)
    assert [1, 1] == [len(frames) for _, frames in seen.branches]


def test_a_recording_cut_in_its_trunk_has_no_branches(
    file: Path, source: BookSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thesmos_rulebook.examples.frames.MAX_SEEN", 2)
    seen = walked(file, source)
    assert ["", "skip"] == [frame.taken for frame in seen.trunk]
    assert () == seen.branches


def test_the_reason_named_by_the_scenario_is_kept(file: Path, source: BookSource) -> None:
    because = {one.text: one.because for one in walked(file, source).trunk[-1].barred}
    assert "orc.turn_down.kind" == because["2,4"]
