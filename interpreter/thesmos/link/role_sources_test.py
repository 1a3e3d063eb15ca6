"""§9.9: what computed roles are read from."""

from __future__ import annotations

from pathlib import Path

from testing.compiled import match_of
from testing.tiny import ONE_STEP, tiny
from thesmos.link.layout import PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.link.role_sources import RoleSources, Source, role_sources
from thesmos.play.game import load
from thesmos.program.node import Ref

PASS = "    - pass"


def sources(game: LinkedGame, action: Ref, name: str) -> RoleSources | None:
    (role,) = (role for role in game.actions[action].roles if role.name == name)
    return role_sources(role, game)


def test_the_place_of_a_role_is_read_of_that_role_alone() -> None:
    game = match_of(load("santorini"), ("hecate", "apollo")).linked
    place = Source(PlaceOf("Worker"), "worker")
    read = sources(game, Ref("", "move"), "from")
    assert read == RoleSources(frozenset({"worker"}), frozenset({place}))


def test_what_facts_read_is_read_of_everything() -> None:
    read = sources(load("love-letter").match().linked, Ref("", "draw"), "to")
    assert read is not None
    assert Source(PlaceOf("Card"), None) in read.facts


def test_a_past_that_tells_of_something_hidden_is_never_seen() -> None:
    """Scylla's player moves another worker to where their own came from."""
    hidden, seen = (
        match_of(load("santorini"), ("scylla", other)).linked for other in ("hecate", "pan")
    )
    (action,) = (name for name in seen.actions if name.card == "scylla")
    assert sources(hidden, action, "to") is None
    assert sources(seen, action, "to") is not None


def test_a_past_of_secret_actions_is_never_seen(tmp_path: Path) -> None:
    game = """
zones: [box]
enums: {Word: [low, high]}
pieces:
  Card: {supply: [{name: fox, zone: box}]}
actions:
  pick: {roles: {word: Word}, secret: yes, text: "{word}"}
  echo: {roles: {card: Card, word: last(pick).word}, text: "{card}"}
moments: [finish]
clauses: {Rules: "at finish of any turn: do echo(fox)"}
position:
  box: {members: Card, zone: box, text: "{name}"}
"""
    linked = (
        tiny(tmp_path, game + ONE_STEP.replace(PASS, f"    - {{moment: finish}}\n{PASS}"))
        .match([None, None])
        .linked
    )
    assert sources(linked, Ref("", "echo"), "word") is None
