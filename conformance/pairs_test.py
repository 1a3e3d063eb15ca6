"""Every power meets another one in scenarios.

Two powers meet in a scenario that is about a clause of each.
"""

from __future__ import annotations

import functools
from collections import Counter

from thesmos.play.game import Game, load
from thesmos.resources import scenarios_dir
from thesmos.scenario.reader import Scenario, read_scenario, scenario_files

LEAST = 2  # scenarios in which a power meets another


@functools.cache
def santorini() -> Game:
    """The game."""
    return load("santorini")


@functools.cache
def scenarios() -> tuple[Scenario, ...]:
    """All of its scenarios."""
    read = (read_scenario(file)[0] for file in scenario_files(scenarios_dir() / "santorini"))
    return tuple(scenario for scenario in read if scenario is not None)


def about(scenario: Scenario) -> set[str]:
    """The powers whose clauses a scenario names."""
    return {str(clause.value).split(".")[0] for clause in scenario.clauses} & {*santorini().powers}


def test_every_power_meets_another_in_two_scenarios() -> None:
    """Most errors in cards show in combination with another card."""
    meetings = Counter(
        slug for scenario in scenarios() for slug in about(scenario) if len(about(scenario)) > 1
    )

    assert [] == [slug for slug in santorini().powers if meetings[slug] < LEAST]


def test_a_power_that_a_scenario_is_about_takes_part_in_it() -> None:
    """Dealt, or named by the set-up, or drawn by Chaos."""
    strangers = []
    for scenario in scenarios():
        given = scenario.given
        setup = (given.setup or {}).values()
        named = " ".join(str(word) for word in [*(given.powers or ()), *setup])
        strangers += [
            (scenario.id, slug)
            for slug in about(scenario)
            if slug not in named and "chaos" not in named
        ]

    assert [] == strangers
