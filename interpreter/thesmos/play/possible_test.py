"""Positions that no game reaches are refused, all that they break at once; play reaches none."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import thesmos
from testing.draws import santorini
from thesmos import check
from thesmos.check.reading import read
from thesmos.diagnostics import UsageError
from thesmos.link.layout import AttributeOf
from thesmos.link.pool import first_vector
from thesmos.notation.possible import ImpossiblePosition
from thesmos.play.backend import Semantics
from thesmos.play.match import Match
from thesmos.resources import spec_dir
from thesmos.scenario.runner import Runner

CHESS = {
    "pieces": ["E1 1k", "E8 2k", "A7 2p", "A2 1p"],
    "short": ["0", "0"],
    "long": ["0", "0"],
    "to_move": 1,
}
QUEENS = [f"{column}{row} 1q" for row in (3, 4) for column in "ABCDEFGH"]
BROKEN = {**CHESS, "pieces": ["E1 1k", "E8 2k", "E8 2r", "B8 2p", "D7 1p"], "short": ["1", "0"]}


@pytest.fixture(scope="module")
def chess() -> Match:
    return thesmos.load("chess").match([None, None])


def _broken(match: Match, position: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(ImpossiblePosition) as refused:
        match.load(position)
    return {condition.name: condition.sentence for condition in refused.value.broken}


def test_a_possible_position_is_loaded(chess: Match) -> None:
    assert chess.load(CHESS).decision is not None


def test_all_that_is_broken_is_named_with_its_sentence(chess: Match) -> None:
    broken = _broken(chess, BROKEN)
    assert {
        "one Figurine on a cell", "pawn_between", "unmoved", "waiting_safe",
    } == broken.keys()  # fmt: skip
    assert "the piece on E8 is not the only piece there" == broken["one Figurine on a cell"]
    assert "the piece on B8 is a pawn on the first or the last row" == broken["pawn_between"]


def test_the_error_says_how_to_play_it_all_the_same(chess: Match) -> None:
    with pytest.raises(UsageError) as refused:
        chess.load(BROKEN)
    assert "allow_impossible" in (refused.value.hint or "")
    assert chess.load(BROKEN, allow_impossible=True).decision is not None


def test_the_error_asks_who_is_to_move_if_the_position_does_not_say_it(chess: Match) -> None:
    unsaid = {key: value for key, value in BROKEN.items() if key != "to_move"}
    hints = []
    for position in (BROKEN, unsaid):
        with pytest.raises(UsageError) as refused:
            chess.load(position)
        hints.append(refused.value.hint or "")
    assert ["to_move" in hint for hint in hints] == [False, True]


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"pieces": ["E1 1k", "A7 2p"]}, "one_king"),
        ({"pieces": ["E1 1k", "E8 2k", "A2 1p"], "passed": "D6"}, "just_advanced"),
        ({"pieces": ["E1 1k", "H8 2k", "H1 2r", "A1 2r"]}, "one_move_checks"),
        ({"pieces": ["E1 1k", "E8 2k", *(f"{c}2 1p" for c in "ABCDEFGH"), "D1 1q", "A1 1q"]},
         "eight_pawns"),
    ],
)  # fmt: skip
def test_each_condition_of_chess_is_tested(chess: Match, change: dict[str, Any], name: str) -> None:
    assert [name] == [*_broken(chess, {**CHESS, **change})]


def test_pieces_that_are_too_many_are_told_together_with_what_is_broken(chess: Match) -> None:
    with pytest.raises(ImpossiblePosition) as refused:
        chess.load({**BROKEN, "pieces": [*BROKEN["pieces"], *QUEENS]})
    assert "pieces: no Figurine is left for `H4 1q`" in refused.value.lacking
    assert "pawn_between" in {condition.name for condition in refused.value.broken}
    assert "no Figurine is left for `H4 1q`" in refused.value.message


def test_pieces_that_are_too_many_are_refused_even_if_anything_is_allowed(chess: Match) -> None:
    crowded = {**CHESS, "pieces": [*CHESS["pieces"], *QUEENS]}
    with pytest.raises(UsageError, match="no Figurine is left for"):
        chess.load(crowded, allow_impossible=True)


def test_a_step_in_which_nothing_can_be_chosen_is_not_pending() -> None:
    """A deposit of Off the Rails is filled, and the position says that no jewel is to come."""
    match = thesmos.load("off-the-rails").match([None, None])
    state = match.start()
    while state.decision is not None and state.decision.step != "fill":
        state = state.apply(state.decision.options[0])
    filling = state.position(whole=True)
    assert match.load(filling) == state
    filling["memory"]["coming"] = 0
    with pytest.raises(UsageError, match="nothing can be chosen in `fill`"):
        match.load(filling)


def test_the_semantics_says_the_same(chess: Match) -> None:
    vector = chess.placed(BROKEN)
    assert chess.broken(vector) == chess.by(Semantics).broken(vector) != []


def test_of_a_game_that_is_over_nothing_is_asked(chess: Match) -> None:
    """After a mate it is still the turn of whoever moved, with the other king attacked."""
    mated = chess.load({**CHESS, "pieces": ["H1 1k", "H8 2k", "A1 1r", "B7 1r"]}).apply("A1-A8")
    assert mated.result is not None
    whole = mated.position(whole=True)
    assert chess.load(whole) == mated
    vector = mated.vector
    assert chess.broken(vector) == chess.by(Semantics).broken(vector) == []
    del whole["step"]
    assert ["waiting_safe"] == [*_broken(chess, {**whole, "to_move": 1})]


LOW_DOME = {
    "levels": "2" + 24 * "0", "domes": ["A1"], "workers": ["A2 1f", "C3 1m", "E4 2m", "E5 2f"],
    "to_move": 1,
}  # fmt: skip


def test_a_card_lifts_a_condition_also_when_nobody_holds_it_any_more() -> None:
    """Heracles' card is discarded once used; his domes stay."""
    heracles = santorini().match(["heracles", None])
    assert not any(heracles.load({**LOW_DOME, "held": [[], []]}).held)
    assert ["dome_on_three"] == [*_broken(santorini().match([None, "hermes"]), LOW_DOME)]


def test_only_a_card_that_takes_part_lifts_a_condition_in_a_pool() -> None:
    game = santorini()
    pool = Match(game.link([None, None], game.mode(None, 2), {}, ["atlas", "hermes"], pool=True))
    for power, broken in (("atlas", []), ("hermes", ["dome_on_three"])):
        match = game.match([power, None])
        vector = _with_dome(pool, power)
        assert broken == [condition.name for condition in pool.broken(vector)]
        assert pool.broken(vector) == pool.by(Semantics).broken(vector)
        assert bool(broken) == bool(match.broken(match.placed(LOW_DOME)))


def _with_dome(pool: Match, power: str) -> tuple[int, ...]:
    """The first state of a pool, with a dome on the ground of A1."""
    (at,) = (
        entry.first
        for entry in pool.linked.layout.entries
        if isinstance(entry.meaning, AttributeOf) and entry.meaning.attribute.name == "dome"
    )
    vector = [*first_vector(pool.linked, [power, None], [])]
    vector[at] = 1
    return tuple(vector)


def test_what_is_lifted_is_a_condition_of_the_game(tmp_path: Path) -> None:
    game = tmp_path / "base"
    shutil.copytree(Path(check.__file__).parent / "samples" / "base", game)
    wing = game / "powers" / "wing.yaml"
    wing.write_text(wing.read_text("utf-8") + "lifts: [fre]\n", encoding="utf-8")
    (wrong,) = read(str(game))[2]
    assert ("E350", "it says: nothing") == (wrong.code, wrong.hint)


SCENARIO = """
thesmos: scenario
title: Two kings on one side
clauses: [move.who]
source: facts/chess.md#check
given:
  game: chess
  to_move: 1
  position: {pieces: [E1 1k, C1 1k, E8 2k, A2 1p], short: ["0", "0"], long: ["0", "0"]}
steps:
  - then: {player: 1}
"""
REASON = "  impossible: it shows what a second king does\n  to_move: 1\n"


@pytest.mark.parametrize(("text", "passes"), [(SCENARIO, False), (None, True)])
def test_a_scenario_begins_at_a_possible_position_or_says_why_not(
    tmp_path: Path, text: str | None, passes: bool
) -> None:
    file = tmp_path / "scenarios" / "kings.yaml"
    file.parent.mkdir()
    written = text or SCENARIO.replace("  to_move: 1\n", REASON)
    file.write_text(written, encoding="utf-8")
    outcome = Runner(thesmos.load).run(file)
    assert passes == (outcome.status == "passed"), outcome
    told = [line for failure in outcome.failures for line in failure.lines]
    assert passes or any("exactly one king" in line for line in told)


@pytest.mark.parametrize(("breaks", "passes"), [("[one_king]", True), ("[waiting_safe]", False)])
def test_a_scenario_says_exactly_what_its_position_breaks(
    tmp_path: Path, breaks: str, passes: bool
) -> None:
    file = tmp_path / "scenarios" / "kings.yaml"
    file.parent.mkdir()
    written = SCENARIO.replace("  to_move: 1\n", f"{REASON}  breaks: {breaks}\n")
    file.write_text(written, encoding="utf-8")
    outcome = Runner(thesmos.load).run(file)
    assert passes == (outcome.status == "passed"), outcome
    told = [line for failure in outcome.failures for line in failure.lines]
    assert passes or told == ["expected waiting_safe", "got one_king"]


def test_a_scenario_that_plays_on_to_an_impossible_position_fails(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(spec_dir() / "tic-tac-toe", folder)
    game = folder / "game.yaml"
    fact = '  only_one: {is: signs(player 2) = 0, says: "player 2 has [no|a] sign"}\n'
    text = game.read_text("utf-8").replace("valid: [in_turn,", "valid: [only_one, in_turn,")
    game.write_text(text.replace("\nvalid:", f"{fact}\nvalid:"), encoding="utf-8")
    file = tmp_path / "scenarios" / "second-sign.yaml"
    file.parent.mkdir()
    file.write_text(
        "thesmos: scenario\ntitle: A second sign\nclauses: [sign.free]\n"
        "source: facts/chess.md#check\n"
        "given: {game: tic-tac-toe, start: setup}\n"
        "steps:\n  - when: [A1, B2]\n    then: {player: 1}\n",
        encoding="utf-8",
    )
    (failure,) = Runner(lambda _: thesmos.load(str(folder))).run(file).failures
    assert ("A1", "B2") == failure.after
    assert "player 2 has a sign (only_one)" in failure.lines[0]
