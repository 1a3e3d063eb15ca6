"""In which order the players' clauses are asked."""

from __future__ import annotations

from dataclasses import replace

from thesmos.engine.lowering import lower
from thesmos.engine.tables import Tables
from thesmos.play.game import load


def test_stages_go_by_team_and_number() -> None:
    """Of four in two teams: the chooser, their teammate, the opponents by number."""
    tables = Tables(lower(load("santorini").match([None] * 4).linked))

    assert [[0, 2, 1, 3], [3, 1, 0, 2]] == [tables.in_stages(who) for who in (0, 3)]


def test_a_game_may_leave_a_stage_out() -> None:
    """Then those players' clauses filter nothing."""
    program = lower(load("santorini").match([None] * 4).linked)
    tables = Tables(replace(program, stages=["own", "opponents"]))

    assert [0, 1, 3] == tables.in_stages(0)
