"""Games as values: what survives the way to another process."""

from __future__ import annotations

import pickle

from thesmos import resources
from thesmos.play.game import load


def test_a_game_that_has_made_matches_can_be_sent_to_another_process() -> None:
    game = load("santorini")
    game.match(["apollo", "athena"])
    copy = pickle.loads(pickle.dumps(game))
    assert copy.match(["apollo", "athena"]).start() == game.match(["apollo", "athena"]).start()


def test_a_folder_may_be_given_as_a_path() -> None:
    assert load(resources.spec_dir() / "nim").slug == "nim"
