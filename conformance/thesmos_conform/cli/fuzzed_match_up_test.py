"""The match-up that a call of `thesmos fuzz` chooses."""

from __future__ import annotations

import pytest

from testing.draws import santorini
from thesmos.diagnostics import UsageError
from thesmos_conform.cli.fuzzed_match_up import FuzzedMatchUp


def test_without_powers_no_match_up_is_chosen() -> None:
    assert [] == FuzzedMatchUp().seatings(santorini())


def test_a_card_that_has_to_be_named_is_any_of_those_allowed() -> None:
    found = FuzzedMatchUp("nyx,none").seatings(santorini())
    named = {slug for one in found for _, slug in one.setup}
    assert {("nyx", None)} == {one.powers for one in found}
    assert len(found) == len(named) > 1


def test_a_named_card_is_kept() -> None:
    (every, *_) = FuzzedMatchUp("nyx,none").seatings(santorini())
    pairs = tuple(f"{word}={slug}" for word, slug in every.setup)
    assert [every] == FuzzedMatchUp("nyx,none", setup=pairs).seatings(santorini())


def test_a_forbidden_match_up_needs_to_be_allowed() -> None:
    with pytest.raises(UsageError, match="bia always begins"):
        FuzzedMatchUp("none,bia").seatings(santorini())
    (found,) = FuzzedMatchUp("none,bia", any_match_up=True).seatings(santorini())
    assert (None, "bia") == found.powers


def test_what_belongs_to_a_match_up_needs_powers() -> None:
    with pytest.raises(UsageError, match="choose one match-up"):
        FuzzedMatchUp(setup=("night=pan",)).seatings(santorini())


def test_the_options_are_those_of_the_call() -> None:
    given = FuzzedMatchUp("nyx,none", "two-players", ("night=pan",), any_match_up=True)
    words = [word for pair in given.words() for word in pair if word]
    wanted = "--powers nyx,none --mode two-players --setup night=pan --any-match-up"
    assert wanted.split() == words
