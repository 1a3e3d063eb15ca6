"""Games as values: how they are loaded, and what survives the way to another process."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from thesmos import resources
from thesmos.diagnostics import SpecError
from thesmos.play.game import load


def test_a_game_that_has_made_matches_can_be_sent_to_another_process() -> None:
    game = load("santorini")
    game.match(["apollo", "athena"])
    copy = pickle.loads(pickle.dumps(game))
    assert copy.match(["apollo", "athena"]).start() == game.match(["apollo", "athena"]).start()


def test_a_folder_may_be_given_as_a_path() -> None:
    assert load(resources.spec_dir() / "nim").slug == "nim"


def test_errors_in_how_records_are_written_are_raised_when_a_game_is_loaded(tmp_path: Path) -> None:
    shutil.copytree(resources.spec_dir() / "nim", tmp_path / "nim")
    (tmp_path / "nim" / "records.yaml").write_text("game: nim\n", encoding="utf-8")
    with pytest.raises(SpecError, match="missing key `thesmos`"):
        load(tmp_path / "nim")


def test_a_mode_says_how_many_players_there_are() -> None:
    """Without powers, nobody has one."""
    pook = load("pook")
    mode = next(mode for mode in pook.checked.modes.values() if mode.players == 3)

    assert pook.match(mode=mode.slug).linked.players == 3
    assert pook.match().linked.players == 2
