"""§9.1: what can be hidden in a match-up, known before it is played."""

from __future__ import annotations

from testing.compiled import match_of
from thesmos.link.linked import LinkedGame
from thesmos.play.game import load


def linked(*powers: str) -> LinkedGame:
    return match_of(load("santorini"), powers).linked


def test_tokens_that_are_never_secret_hide_nothing() -> None:
    game = linked("clio", "atlas")
    assert game.pieces["Token"]
    assert not game.hides
    assert not game.can_hide


def test_a_secret_token_can_be_hidden() -> None:
    game = linked("tartarus", "clio")
    assert [clause.kind for _, clause in game.hides] == ["Token"]
    assert game.can_hide


def test_a_clause_about_what_changes_can_hide() -> None:
    assert [clause.kind for _, clause in linked("hecate", "atlas").hides] == ["Worker"]
