"""For each kind of secret of the shipped games, a scenario asks who learns what of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from thesmos.play.game import load
from thesmos.program.clauses import Hide
from thesmos.resources import scenarios_dir, spec_dir
from thesmos.syntax.yaml_nodes import plain, read_yaml

GAMES = sorted(path.parent.name for path in spec_dir().glob("*/game.yaml"))
MODULES = {"seven-wonders-duel": ["agora"]}
SECRETIVE = {"santorini": ["tartarus", "hecate"]}  # the powers that hide something


def secrets(game: str) -> set[str]:
    """The clauses that hide something, and the secret actions."""
    found = set[str]()
    for name in [game, *(f"{game}+{module}" for module in MODULES.get(game, []))]:
        match = load(name).match(SECRETIVE.get(game), any_match_up=True)
        clauses = (clause for _, clause in match.linked.clauses)
        found |= {clause.id for clause in clauses if isinstance(clause, Hide)}
        actions = match.linked.actions.values()
        found |= {str(action.name) for action in actions if action.secret}
    return found


def asked(game: str) -> Iterator[str]:
    """The clauses of scenarios that ask for the events of a player; of a rule, also its action."""
    for path in (scenarios_dir() / game).rglob("*.yaml"):
        node, _ = read_yaml(path)
        assert node is not None
        scenario = plain(node)
        if any("events" in view for view in _views(scenario)):
            for clause in scenario["clauses"]:
                yield clause
                yield clause.rpartition(".")[0]


def _views(value: Any) -> Iterator[dict[str, Any]]:
    """What is asked about the views of players, anywhere in a scenario."""
    if isinstance(value, dict):
        if isinstance(value.get("view"), dict):
            yield from value["view"].values()
        for part in value.values():
            yield from _views(part)
    elif isinstance(value, list):
        for part in value:
            yield from _views(part)


def test_six_games_have_secrets() -> None:
    with_secrets = {game for game in GAMES if secrets(game)}
    assert with_secrets == {
        "german-whist", "love-letter", "off-the-rails", "pook", "santorini", "seven-wonders-duel",
    }  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_scenarios_ask_who_learns_of_each_secret(game: str) -> None:
    assert secrets(game) - {*asked(game)} == set()
