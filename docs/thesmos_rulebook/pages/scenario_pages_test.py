"""The pages of scenarios: each is drawn, and there as it is written."""

from __future__ import annotations

import json
import lzma
import re
from base64 import b64decode
from dataclasses import replace

import pytest

from thesmos.scenario.runner import Runner
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import record_scenario
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.scenario_folders import OTHERS, folder_of
from thesmos_rulebook.pages.scenario_pages import scenarios_index, scenarios_page
from thesmos_rulebook.pages.site_map import SiteMap


def context(source: BookSource, name: str, folder: str = "") -> PageContext:
    site_map, runner = SiteMap(source), Runner(lambda name: source.game)
    scenarios = site_map.scenario_folders[folder] if folder else []
    recordings = {
        scenario.id: record_scenario(scenario, runner, similar=False) for scenario in scenarios
    }
    return PageContext(Localizer(source, "en"), site_map, site_map.index(name), recordings)


def test_a_scenario_is_drawn_and_as_it_is_written(source: BookSource) -> None:
    page = context(source, "scenarios/orc", "orc")
    text = scenarios_page(page, "orc")
    assert text.count("thesmos: scenario\n") == text.count("\n## ") == len(page.recordings) > 0
    assert text.count('<div class="walk"') >= len(page.recordings)
    drawn = [name for name in page.pictures if name.endswith(".svg")]
    assert all(f"({name.rpartition('scenarios/')[2]})" in text for name in drawn)
    assert "{#turns-a-warrior-down}" in text
    assert "[`orc.when-played.1`](../powers/orc.md#orc.when-played.1)" in text


def test_what_boards_begin_with_is_beside_the_page(source: BookSource) -> None:
    page = context(source, "scenarios/orc", "orc")
    text = scenarios_page(page, "orc")
    script = page.pictures["pook/scenarios/orc/starts.js"]
    match = re.fullmatch(r"thesmosBoards\.starts\[(.*?)\] = (.*);\n", script)
    assert match is not None
    name, about = map(json.loads, match.groups())
    data = lzma.decompress(b64decode(about["packed"]), format=lzma.FORMAT_ALONE)
    starts = json.loads(data)
    assert about["lengths"] == [len(data)]
    assert re.findall(r'data-start="([^"]*)"', text) == [f"{name} {n}" for n in range(len(starts))]
    positions = [recording.start["position"] for recording in page.recordings.values()]
    assert [start["position"] for start in starts if not start["earlier"]] == positions


def test_options_that_are_cells_are_not_said_twice(source: BookSource) -> None:
    text = scenarios_page(context(source, "scenarios/orc", "orc"), "orc")
    folded = re.findall(r"On offer: ([^<\n]*)\. <details.*?</summary><code>(.*?)</code>", text)
    assert "On offer: 3,4.\n" in text
    assert folded
    assert all(said != written for said, written in folded)


def test_a_branch_without_frames_shows_nothing(source: BookSource) -> None:
    page = context(source, "scenarios/orc", "orc")
    recording = replace(next(iter(page.recordings.values())), branches=())
    alone = page.renderer.played(recording)
    page.renderer.starts.clear()
    also = replace(recording, branches=(({"en": "nothing more happens"}, ()),))
    assert page.renderer.played(also) == alone


def test_the_folders_are_listed_by_their_cards(source: BookSource) -> None:
    text = scenarios_index(context(source, "scenarios/index"))
    assert "- [Orc](orc.md) " in text


@pytest.mark.parametrize(
    ("scenario", "folder"),
    [
        ("pook/orc/turns-a-warrior-down", "orc"),
        ("pook/module/deep/one", "module-deep"),
        ("pook/alone", OTHERS),
        ("alone", OTHERS),
    ],
)
def test_the_folder_of_a_scenario_is_that_of_its_id(scenario: str, folder: str) -> None:
    assert folder == folder_of(scenario, "pook")
