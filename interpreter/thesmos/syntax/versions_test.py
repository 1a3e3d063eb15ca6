"""The name of a game can be followed by an edition and modules."""

from __future__ import annotations

import pytest

from thesmos.syntax.versions import AS_WRITTEN, Version, split_name


@pytest.mark.parametrize(
    ("name", "game", "version"),
    [
        ("santorini", "santorini", AS_WRITTEN),
        ("santorini@2020-08", "santorini", Version("2020-08")),
        ("santorini/draft@2020-08", "santorini/draft", Version("2020-08")),
        ("duel+agora", "duel", Version("", ("agora",))),
        ("duel@1.5+pantheon+agora", "duel", Version("1.5", ("agora", "pantheon"))),
        ("a+b/game", "a+b/game", AS_WRITTEN),
        ("c++", "c++", AS_WRITTEN),
        ("x@", "x@", AS_WRITTEN),
        ("", "", AS_WRITTEN),
    ],
)
def test_a_name_is_split_into_the_game_and_its_version(
    name: str, game: str, version: Version
) -> None:
    assert split_name(name) == (game, version)


def test_a_version_is_written_as_it_is_read() -> None:
    name = "duel@1.5+agora+pantheon"

    assert f"duel{split_name(name)[1]}" == name


def test_an_edition_given_apart_is_chosen_and_modules_are_added() -> None:
    _, named = split_name("duel@1.5+pantheon")

    assert named.with_choice("2", ["agora"]) == Version("2", ("agora", "pantheon"))
    assert named.with_choice(None, []) == named
