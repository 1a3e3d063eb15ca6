"""Which scenarios generated code plays, and which the semantics."""

from __future__ import annotations

from pathlib import Path

from testing.heap import heap_game, write_scenario
from thesmos.compile.python.match import CompiledMatch
from thesmos.play.backend import Semantics
from thesmos_conform.mutation.mutants import mutants_of
from thesmos_conform.mutation.reach import Reach
from thesmos_conform.mutation.suite import SHARED, suite_of, ways_to_play


def test_scenarios_of_a_match_up_that_many_share_are_played_by_generated_code(
    tmp_path: Path,
) -> None:
    """For them it is not asked which mutants they may notice: they are cheap to play."""
    game = heap_game(tmp_path)
    then = '{then: {legal: {exactly: ["1", "2"]}}}'
    for number in range(SHARED):
        write_scenario(tmp_path / "scenarios" / f"s{number}.yaml", "position: {heap: 2}", then)
    alone = "powers: [modest, none], position: {heap: 2}"
    write_scenario(tmp_path / "scenarios" / "z.yaml", alone, '{then: {legal: {exactly: ["1"]}}}')

    *many, one = suite_of(
        game, [tmp_path / "scenarios"], Reach.of(game.program, mutants_of(game.program))
    )

    assert {(True, None)} == {(case.shared, case.noticed) for case in many}
    assert not one.shared
    assert one.noticed is not None
    way = ways_to_play(game)
    assert isinstance(way(True).match().backend, CompiledMatch)
    assert isinstance(way(False).match().backend, Semantics)
