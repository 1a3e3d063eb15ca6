"""For each kind of secret of the shipped games, a scenario asks who learns what of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from testing.heap import GAME
from testing.tiny import tiny
from thesmos.play.game import Game, load
from thesmos.program.clauses import Hide
from thesmos.program.declarations import Attribute
from thesmos.program.node import walk
from thesmos.resources import scenarios_dir, spec_dir
from thesmos.syntax.yaml_nodes import plain, read_yaml

GAMES = sorted(path.parent.name for path in spec_dir().glob("*/game.yaml"))
UNKNOWN = "?"


@cache
def versions(game: str) -> tuple[Game, ...]:
    """The game by itself, and with each of its modules."""
    modules = sorted(path.name for path in (spec_dir() / game / "modules").glob("*/"))
    return tuple(load(name) for name in [game, *(f"{game}+{module}" for module in modules)])


def secrets(game: Game) -> dict[str, set[str]]:
    """By kind of secret, what is secret in a game, on any of its cards.

    Clauses that hide something (things face down and out of sight too), by id; actions that are
    secret or, where others would learn less, public; attributes and memories, by where positions
    have them.
    """
    program = game.checked.program
    cards = (program.base, *program.cards.values())
    actions = [action for card in cards for action in card.actions]
    return {
        "hides": {c.id for card in cards for c in card.clauses if isinstance(c, Hide)},
        "secret actions": {action.name.name for action in actions if action.secret},
        "public actions": {action.name.name for action in actions if action.public},
        "attributes": {
            place(game, attribute)
            for attribute in walk((program.base, program))
            if isinstance(attribute, Attribute) and attribute.secret
        },
    }


def place(game: Game, attribute: Attribute) -> str:
    """Where positions have an attribute or a memory, as keys joined by dots."""
    for entry in game.checked.program.position:
        if getattr(entry, "attribute", None) == attribute.name:
            return ".".join(entry.path)
    return f"memory.{attribute.name.name}"


def asked(folder: Path) -> dict[str, set[str]]:
    """By kind of secret, what the scenarios of a game ask about.

    Of an attribute: that it is unknown to a player, where another one sees or learns something.
    """
    hides, told, kept = set[str](), set[str](), set[str]()
    for path in folder.rglob("*.yaml"):
        node, _ = read_yaml(path)
        assert node is not None
        scenario = plain(node)
        for players in _views(scenario):
            views = [*players.values()]
            if any("events" in view or "position" in view for view in views):
                hides |= {*scenario["clauses"]}
            events = [[*_events(view.get("events", {}))] for view in views]
            told |= {event["e"] for of_player in events for event in of_player}
            seen = [{*_places(view.get("position", {}))} for view in views]
            for at, value in set().union(*seen):
                knows = [
                    any(name == at and known != UNKNOWN for name, known in of_player)
                    or bool(learned)
                    for of_player, learned in zip(seen, events, strict=True)
                    if (at, UNKNOWN) not in of_player
                ]
                kept |= {at} if value == UNKNOWN and any(knows) else set()
    return {"hides": hides, "secret actions": told, "public actions": told, "attributes": kept}


def _views(value: Any) -> Iterator[dict[Any, Any]]:
    """What is asked about the views of players, by player, anywhere in a scenario."""
    if isinstance(value, dict):
        if isinstance(value.get("view"), dict):
            yield value["view"]
        for part in value.values():
            yield from _views(part)
    elif isinstance(value, list):
        for part in value:
            yield from _views(part)


def _events(wanted: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for events in wanted.values():
        yield from events


def _places(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """What is asked about a position: each value, with the keys above it, joined by dots."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _places(part, f"{at}.{key}" if at else str(key))
    elif isinstance(value, list):
        for part in value:
            yield from _places(part, at)
    else:
        parts = at.split(".")
        yield from ((".".join(parts[: n + 1]), str(value)) for n in range(len(parts)))


def test_six_games_have_secrets() -> None:
    with_secrets = {game for game in GAMES if any(secrets(versions(game)[0]).values())}
    assert with_secrets == {
        "german-whist", "love-letter", "off-the-rails", "pook", "santorini", "seven-wonders-duel",
    }  # fmt: skip


def test_each_kind_of_secret_is_in_some_game() -> None:
    every = [secrets(game) for name in GAMES for game in versions(name)]
    assert {kind for one in every for kind, names in one.items() if names} == {*every[0]}


def test_secret_memories_are_counted(tmp_path: Path) -> None:
    """Where positions have what a card remembers."""
    card = "memory:\n  taken: {is: 0..5, secret: yes}\n  left: {is: 0..5}\nclauses:\n"
    clause = "  Rules: |\n    after take: taken := many\n    after take: left := heap\n"
    game = tiny(tmp_path, GAME, powers={"sly": card + clause})
    assert secrets(game)["attributes"] == {"memory.taken"}


@pytest.mark.parametrize("game", GAMES)
def test_scenarios_ask_who_learns_of_each_secret(game: str) -> None:
    questions = asked(scenarios_dir() / game)
    missing = {
        kind: names - questions[kind]
        for version in versions(game)
        for kind, names in secrets(version).items()
        if names - questions[kind]
    }
    assert missing == {}
