"""Which facts depend on nothing that changes in a match-up."""

from __future__ import annotations

from testing.compiled import match_of
from thesmos.link.linked import LinkedGame
from thesmos.play.game import load
from thesmos.program.node import Ref


def linked(*powers: str) -> LinkedGame:
    return match_of(load("santorini"), powers).linked


def test_a_fact_about_the_board_alone_is_constant() -> None:
    assert Ref("", "near") in linked("atlas", "pan").constant_facts


def test_a_fact_that_names_constant_facts_is_constant() -> None:
    assert Ref("", "near_or_same") in linked("atlas", "pan").constant_facts


def test_a_fact_about_the_state_is_not_constant() -> None:
    assert Ref("", "closed") not in linked("atlas", "pan").constant_facts


def test_a_fact_that_names_one_about_the_state_is_not_constant() -> None:
    assert Ref("", "clear") not in linked("atlas", "pan").constant_facts


def test_a_fact_that_a_card_in_play_treats_otherwise_is_not_constant() -> None:
    assert Ref("", "winless") in linked("atlas", "pan").constant_facts
    assert Ref("", "winless") not in linked("dionysus", "pan").constant_facts
