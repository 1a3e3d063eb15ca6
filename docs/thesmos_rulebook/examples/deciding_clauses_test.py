"""Which clauses take part in a choice, in scenarios of Santorini's cards."""

from __future__ import annotations

from thesmos.play.game import load
from thesmos.resources import scenarios_dir
from thesmos.scenario.reader import read_scenario
from thesmos.scenario.runner import Runner
from thesmos_rulebook.examples.frames import record_scenario


def clauses(scenario: str, card: str) -> dict[str, list[str]]:
    """Return the card's clauses in each choice of a scenario, by the choice."""
    read, diagnostics = read_scenario(scenarios_dir() / "santorini" / f"{scenario}.yaml")
    assert read is not None, diagnostics
    shown = record_scenario(read, Runner(load))
    frames = [*shown.trunk, *(frame for _, frames in shown.branches for frame in frames)]
    return {
        one.taken: [clause for clause in one.clauses if clause.startswith(f"{card}.")]
        for one in frames
    }


def test_what_waives_a_rule_for_a_choice_takes_part_in_it() -> None:
    assert ["apollo.your-move.1"] == clauses("apollo/swap-with-a-neighbour", "apollo")["C3-D3"]


def test_what_follows_on_a_choice_takes_part_in_it() -> None:
    assert ["clio.your-build.1"] == clauses("clio/coins-on-her-first-blocks", "clio")["C4+D4"]


def test_what_only_decides_the_next_options_does_not_take_part() -> None:
    found = clauses("athena/no-climb-until-her-next-turn", "athena")
    assert [] == found["B4+A5"]
