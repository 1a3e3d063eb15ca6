"""The folders of a game's scenarios, each of which has a page."""

from __future__ import annotations

import re

from thesmos.scenario.reader import Scenario
from thesmos_rulebook.content.book_source import BookSource

OTHERS = "other"  # the folder for scenarios that are in no folder


def folder_of(scenario: str, game: str) -> str:
    """Return the folder of a scenario below its game's folder, as one word, from its id."""
    inside = scenario.rpartition("/")[0].removeprefix(game).strip("/")
    return OTHERS if inside in ("", "index") else inside.replace("/", "-")


def folders_of(source: BookSource) -> dict[str, list[Scenario]]:
    """Return the scenarios of a game by their folders."""
    folders: dict[str, list[Scenario]] = {}
    for scenario in source.scenarios:
        folders.setdefault(folder_of(scenario.id, source.slug), []).append(scenario)
    return dict(sorted(folders.items()))


def scenario_anchor(scenario: str) -> str:
    """Return the anchor of a scenario on the page of its folder."""
    return scenario.rpartition("/")[2]


def evidence_anchor(cited: str) -> str:
    """Return the anchor of a recorded decision on the page."""
    return re.sub(r"[^a-z0-9-]", "-", cited)
