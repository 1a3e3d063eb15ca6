"""Which cases are asked: those within the claim that the filters select."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import Game, load
from thesmos_conform.cases.case import Case, Look
from thesmos_conform.cases.profile import Profile, claimed_beyond, largest_claimed, read_profiles
from thesmos_conform.protocol.messages import Claim, Place
from thesmos_conform.runner.selection import (
    Filters,
    Shard,
    left_out_status,
    read_shard,
    unsupported,
)

AT = Place("santorini", {"powers": ["apollo", None]}, {"levels": "0" * 25})
CASE = Case(
    id="santorini/apollo/swaps",
    source="scenarios",
    game="santorini",
    mode="two-players",
    powers=frozenset({"apollo"}),
    looks=(Look(AT),),
    clauses=("apollo.your-move.1", "move.free"),
    tags=("first",),
)
ABLE = Claim(powers=frozenset({"apollo", "pan"}))


@pytest.fixture(scope="module")
def game() -> Game:
    return load("santorini")


@pytest.mark.parametrize(
    ("change", "claim", "expected"),
    [
        ({}, {}, ""),
        ({}, {"powers": None}, ""),
        ({}, {"powers": frozenset({"pan"})}, "power apollo"),
        ({}, {"editions": ("1999",)}, "edition 2021-09"),
        ({"mode": "four-players"}, {}, "mode four-players"),
        ({"mode": "four-players"}, {"modes": ("four-players",)}, ""),
        ({}, {"modes": ("four-players",)}, "mode two-players"),
        ({"needs": frozenset({"memory"})}, {}, "memory"),
        ({"needs": frozenset({"memory"})}, {"memory": True}, ""),
        ({"needs": frozenset({"observe"})}, {}, "level observe"),
        ({"looks": (Look(replace(AT, position=None)),)}, {"begins": ("position",)}, "from start"),
        ({}, {"begins": ("start",)}, "from position"),
    ],
    ids=str,
)
def test_what_is_unsupported(game: Game, change: Any, claim: Any, expected: str) -> None:
    assert expected == unsupported(replace(CASE, **change), replace(ABLE, **claim), game)


@pytest.mark.parametrize(
    ("filters", "left_out"),
    [
        (Filters(), False),
        (Filters(ids=("santorini/apollo/*",)), False),
        (Filters(ids=("santorini/pan/*",)), True),
        (Filters(clauses=("apollo",)), False),
        (Filters(clauses=("move.free",)), False),
        (Filters(clauses=("move.fre",)), True),
        (Filters(powers=("pan", "apollo")), False),
        (Filters(powers=("pan",)), True),
        (Filters(tags=("first",)), False),
        (Filters(tags=("second",)), True),
        (Filters(shard=Shard(1, 2)), False),
        (Filters(shard=Shard(2, 2)), True),
        (Filters(again=frozenset({CASE.id})), False),
        (Filters(again=frozenset()), True),
    ],
    ids=str,
)
def test_what_a_filter_leaves_out(filters: Filters, left_out: bool) -> None:
    assert left_out == bool(filters.leaves_out(CASE, 0))


def test_what_passed_in_the_earlier_run_is_told_from_what_was_only_not_wrong() -> None:
    passed = Filters(again=frozenset(), passed=frozenset({CASE.id})).leaves_out(CASE, 0)
    not_wrong = Filters(again=frozenset(), known=frozenset({CASE.id})).leaves_out(CASE, 0)
    assert ("passed before", "skipped") == (left_out_status(passed), left_out_status(not_wrong))


def test_what_another_filter_leaves_out_is_skipped_although_it_passed_before() -> None:
    filters = Filters(ids=("other",), again=frozenset(), passed=frozenset({CASE.id}))
    assert "skipped" == left_out_status(filters.leaves_out(CASE, 0))


def test_the_shards_of_a_suite_are_the_whole() -> None:
    parts = [read_shard(f"{n}/3") for n in (1, 2, 3)]
    assert [1] * 10 == [sum(part.has(number) for part in parts) for number in range(10)]


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "a/b", "1/0", "1/-1", "1/100000"])
def test_an_invalid_shard_is_reported(text: str) -> None:
    with pytest.raises(UsageError):
        read_shard(text)


# ------------------------------------------------------------------------------ profiles


def test_the_profiles_that_are_shipped(game: Game) -> None:
    profiles = {one.name: one for one in read_profiles(game)}
    assert frozenset() == profiles["base"].powers
    assert 10 == len(profiles["simple-gods"].powers)
    assert profiles["all"].powers == game.powers.keys()
    assert profiles["all"].modes == game.checked.modes.keys()
    assert {"two-players", "all"} == {one.name for one in read_profiles(load("pook"))}


def test_the_largest_profile_without_a_gap_is_claimed(game: Game) -> None:
    profiles = read_profiles(game)
    base = replace(CASE, id="base", powers=frozenset())
    pan = replace(CASE, id="pan", powers=frozenset({"pan"}))
    names = {}
    for gap in ("pan", "santorini/apollo/swaps", "none"):
        found = largest_claimed(profiles, [base, CASE, pan], [gap])
        names[gap] = found.name if found else None
    assert {"pan": "base", "santorini/apollo/swaps": "base"}.items() <= names.items()
    assert "simple-gods" == names["none"]


def test_without_a_complete_profile_none_is_claimed() -> None:
    profile = Profile("base", "", frozenset(), frozenset({"two-players"}))
    base = replace(CASE, id="base", powers=frozenset())
    assert largest_claimed([profile], [base], ["base"]) is None


def test_what_is_supported_beyond_a_profile_is_named(game: Game) -> None:
    base = {one.name: one for one in read_profiles(game)}["base"]
    four = replace(CASE, id="four", powers=frozenset(), mode="four-players")
    pan = replace(CASE, id="pan", powers=frozenset({"pan"}))
    canary = replace(CASE, id="canary:circe", source="canaries", powers=frozenset({"circe"}))
    assert ("apollo", "four-players") == claimed_beyond(base, [CASE, four, pan, canary], {"pan"})


def test_an_invalid_file_of_profiles_is_reported(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "profiles.yaml"
    file.write_text("thesmos: profiles\ngames: {santorini: {base: {title: x}}}\n", "utf-8")
    with pytest.raises(SpecError):
        read_profiles(game, file)


@pytest.mark.parametrize(
    ("filters", "named"),
    [
        (Filters(), False),
        (Filters(ids=("*",)), False),
        (Filters(ids=("canary:*",)), True),
        (Filters(again=frozenset({"canary:bye"})), True),
        (Filters(again=frozenset({"canary:pan"}), newer_than=0.0), False),
    ],
)
def test_a_canary_is_selected_by_what_names_canaries_only(filters: Filters, named: bool) -> None:
    assert filters.names_canary("canary:bye") is named
