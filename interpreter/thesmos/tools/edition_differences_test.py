"""What is otherwise from edition to edition is listed by card and part."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from testing.tiny import ONE_STEP, tiny
from thesmos.cli.group import cli
from thesmos.diagnostics import UsageError
from thesmos.tools.edition_differences import PartDifference, edition_differences

GAME = """
facts: {low(n in 0..3): n = 1}
actions: {pick: {roles: {m: 0..3}, rules: {low: low(m)}, text: "{m}"}}
"""
SKIP = "clauses:\n  Rules: |\n    may skip pick\n"
OLD = """
thesmos: edition
slug: old
title: {en: Old}
removes: {powers: [third], bans: [[one, other]]}
"""
CHANGE = "thesmos: changes\nadds:\n  clauses:\n    +Rules: |\n      forbid pick where m = 0\n"


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game with an edition that lacks a power and a ban, and in which a card says more."""
    banned = f"banned: [other, third]\n{SKIP}"
    tiny(tmp_path, GAME + ONE_STEP, powers={"one": banned, "other": SKIP, "third": SKIP})
    (tmp_path / "editions" / "old" / "powers").mkdir(parents=True)
    (tmp_path / "editions" / "old" / "edition.yaml").write_text(OLD, "utf-8")
    (tmp_path / "editions" / "old" / "powers" / "one.yaml").write_text(CHANGE, "utf-8")
    return str(tmp_path)


def test_differences_are_listed_by_card_and_part(game: str) -> None:
    found = edition_differences(game, "old")

    assert (found.game, found.before, found.after) == ("tiny", "old", "1")
    assert (found.added, found.removed) == (("third",), ())
    assert found.cards == {
        "one": (
            PartDifference("clauses.Rules", "may skip pick\nforbid pick where m = 0\n",
                           "may skip pick\n"),
            PartDifference("banned", None, ["other"]),
        ),
        "other": (PartDifference("banned", None, ["one"]),),
    }  # fmt: skip


def test_the_other_way_round_what_is_new_is_gone(game: str) -> None:
    found = edition_differences(game, "1", "old")

    assert (found.added, found.removed) == ((), ("third",))


def test_an_edition_does_not_differ_from_itself(game: str) -> None:
    assert edition_differences(game, "old", "old").cards == {}


def test_a_name_with_a_version_is_refused(game: str) -> None:
    with pytest.raises(UsageError, match="already names a version"):
        edition_differences(f"{game}@old", "1")


def output(*args: str) -> str:
    result = CliRunner().invoke(cli, ["diff-editions", *args])
    assert result.exit_code == 0
    return result.output


def test_the_command_prints_one_json_object(game: str) -> None:
    assert json.loads(output(game, "old", "--json")) == edition_differences(game, "old").as_json()


def test_the_command_shows_what_is_written_before_and_after(game: str) -> None:
    lines = output(game, "old").split("\n")

    assert "tiny: old → 1" in lines
    assert "new: third" in lines
    assert "    - forbid pick where m = 0" in lines
