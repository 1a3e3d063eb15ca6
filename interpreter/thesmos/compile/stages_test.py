"""The order in which the players' clauses filter the options (4.5)."""

from __future__ import annotations

from dataclasses import replace

from thesmos.compile.lower.options import stages
from thesmos.compile.lower.writer import Writer
from thesmos.link.linked import LinkedGame
from thesmos.play.game import load


def four_players() -> LinkedGame:
    """Return a game of four players in two teams."""
    return load("santorini").match([None] * 4).linked


def test_stages_go_by_team_and_number() -> None:
    """The chooser comes first, then their teammate, then the opponents by number."""
    w = Writer(four_players())

    assert [[0, 2, 1, 3], [3, 1, 0, 2]] == [stages(w, who) for who in (0, 3)]


def test_a_game_may_leave_a_stage_out() -> None:
    """Then the clauses of those players filter nothing."""
    linked = four_players()
    w = Writer(replace(linked, game=replace(linked.game, stages=("own", "opponents"))))

    assert stages(w, 0) == [0, 1, 3]
