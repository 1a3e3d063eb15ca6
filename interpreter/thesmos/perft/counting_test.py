"""Counting turns: on the toy by hand, on real games compared with the numbers of other programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import testing
from testing.tiny import tiny
from testing.toy import ToyState
from testing.walks import game_from
from thesmos.diagnostics import UsageError
from thesmos.perft import counting, many_positions
from thesmos.perft.counting import ends, perft, sequences
from thesmos.perft.turns import label
from thesmos.play.backend import NATIVE, PYTHON
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.protocols import Json
from thesmos.play.state import State

FOUR_IN_THE_MIDDLE: Json = {
    "levels": "0" * 25,
    "workers": ["B2 1f", "D4 1m", "B4 2f", "D2 2m"],
    "to_move": 1,
}
DRAWS = {"draws": "none"}  # the literature counts on after a draw
ROWS_TO_CLOSE: Json = {  # at A6 and at H3; player 2 has the discs between and can close nothing
    **dict.fromkeys(("A1", "A2", "A3", "A4", "B3", "C3", "D4", "E4"), 1),
    **dict.fromkeys(("D5", "E5", "F6", "G6", "H5", "H6", "H7", "H8"), 1),
    "A5": 2,
    "H4": 2,
}
INSIDE_A_WALL: Json = {  # few turns, and games that end soon
    "levels": "3333330323331333022333333",
    "domes": [
        f"{column}{row}" for column in "ABCDE" for row in ("12345" if column in "AE" else "15")
    ],
    "workers": ["B2 1f", "D4 1m", "B4 2f", "D2 2m"],
    "to_move": 1,
}


def test_ends_of_a_turn_are_distinct() -> None:
    found = ends(ToyState(left=5))  # one or two counters gone, and one or the other card
    states = {end.key() for _, end in found.values()}
    assert states == {(4, 1, "first"), (4, 2, "first"), (3, 1, "first"), (3, 2, "first")}


def test_a_finished_game_is_a_node_without_successors() -> None:
    assert perft(ToyState(left=1), 1).nodes == 1
    assert perft(ToyState(left=1), 2).nodes == 0
    # from 2: both gone (over), or one gone and two cards, from each of which one more turn ends it
    assert perft(ToyState(left=2), 1).nodes == 3
    assert perft(ToyState(left=2), 2).nodes == 2


def test_divide_adds_up_and_names_the_turns() -> None:
    count = perft(ToyState(left=4), 2)
    assert sum(count.divide.values()) == count.nodes
    assert any(name.endswith("skip again") for name in count.divide)


def test_a_label_lists_the_choices_of_the_turn() -> None:
    for path, _ in ends(ToyState()).values():
        assert label(ToyState(), path).split()[-1] in ("next", "again")


def test_progress_counts_first_turns() -> None:
    seen: list[tuple[int, int]] = []
    perft(ToyState(), 2, lambda done, all_: seen.append((done, all_)))
    assert seen[-1] == (4, 4)


def test_sequences_count_each_way_for_itself() -> None:
    """The first counter is taken from either end: two ways to each position."""
    assert sequences(ToyState(left=1), 1).nodes == 2
    assert sequences(ToyState(left=1), 2).nodes == 0
    # from 2: from either end, then the last one (over), or a card, next or again
    assert sequences(ToyState(left=2), 1).nodes == 2 * (1 + 2)
    assert sequences(ToyState(left=2), 2).nodes == 2 * 2 * 2


def test_sequences_are_divided_by_the_first_decision() -> None:
    seen: list[tuple[int, int]] = []
    count = sequences(ToyState(left=4), 2, lambda done, all_: seen.append((done, all_)))
    assert {*count.divide} == {"a", "b"}
    assert sum(count.divide.values()) == count.nodes
    assert seen == [(1, 2), (2, 2)]


CIRCLE = """
    state: {game: {n: 0..1}}
    actions:
      turn: {roles: {m: 0..1}, rules: {other: m != n}, do: n := m, text: "{m}"}
    steps:
      turn: {action: turn, then: turn, skip: yes}
    flow:
      turn: [begin turn, {steps: turn}, pass]
    position: {n: {value: n}}
"""


@pytest.mark.parametrize("backend", [PYTHON, NATIVE])
def test_sequences_that_never_end_are_refused(tmp_path: Path, backend: str) -> None:
    """A turn in which something can be turned over and over has few ends, but endless ways."""
    if backend == NATIVE:
        pytest.importorskip("llvmlite")
    state = tiny(tmp_path, CIRCLE).match([None, None]).compile(backend).start().skip()
    assert perft(state, 1).nodes == 2
    with pytest.raises(UsageError, match="circle"):
        sequences(state, 1)


def test_a_turn_without_end_does_not_fill_the_stack_with_large_states(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    numbers = ", ".join(f"n{number}: 0..99" for number in range(40))
    board = "    boards: {Cell: {grid: 19x19, adjacent: 4, names: A1}}\n"
    large = CIRCLE.replace("n: 0..1}}", f"n: 0..1}}, Cell: {{{numbers}}}}}", 1)
    state = tiny(tmp_path, board + large).match([None, None]).compile(NATIVE).start().skip()
    with pytest.raises(UsageError, match="circle"):
        sequences(state, 1)


@pytest.mark.parametrize("backend", [PYTHON, NATIVE])
def test_a_deal_has_too_many_ends_and_too_many_ways(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pack of cards is dealt before the first turn: no memory could hold what that reaches."""
    if backend == NATIVE:
        pytest.importorskip("llvmlite")
    monkeypatch.setattr(many_positions, "MOST_POSITIONS", 1_000)
    monkeypatch.setattr(counting, "MOST_KNOWN", 1_000)
    start = load("german-whist").match([None, None]).compile(backend).start()
    with pytest.raises(UsageError, match="more than 1000 positions"):
        perft(start, 1)
    with pytest.raises(UsageError, match="come before the last decisions"):
        sequences(start, 1)
    with pytest.raises(UsageError, match="more than 1000 positions"):
        sequences(start, 1, anyway=True)


def test_turns_that_reach_many_positions_together_are_counted_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("llvmlite")
    match = load("santorini").match(["artemis", "demeter"]).compile(NATIVE)
    state = match.load(INSIDE_A_WALL)
    expected = perft(state, 2)
    monkeypatch.setattr(many_positions, "MOST_POSITIONS", 200)
    assert perft(state, 2) == expected


def test_positions_that_are_not_remembered_are_counted_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = load("santorini").match([None, None]).load(INSIDE_A_WALL)
    expected = perft(state, 3)
    monkeypatch.setattr(counting, "MOST_KNOWN", 1)
    assert perft(state, 3) == expected


@pytest.mark.parametrize(
    ("powers", "nodes"),
    [
        ([None, None], [80, 6176]),
        (["artemis", "minotaur"], [120, 9356]),
        (["demeter", "apollo"], [254]),
    ],
)
def test_real_games_give_the_numbers_of_other_programs(
    powers: list[str | None], nodes: list[int]
) -> None:
    state = load("santorini").match(powers).load(FOUR_IN_THE_MIDDLE)
    assert [perft(state, depth).nodes for depth in range(1, len(nodes) + 1)] == nodes


def test_sequences_of_tic_tac_toe_are_the_well_known_numbers() -> None:
    """To the first line of three: docs/pages/facts/tic-tac-toe.md has the arithmetic."""
    start = load("tic-tac-toe").match([None, None]).start()
    nodes = [sequences(start, depth).nodes for depth in range(1, 7)]
    assert nodes == [9, 72, 504, 3_024, 15_120, 54_720]


def test_machine_code_counts_the_same_sequences() -> None:
    """A dead end is no turn; a step may be skipped; a game may be over before."""
    pytest.importorskip("llvmlite")
    match = load("santorini").match(["artemis", "demeter"])
    python = match.load(FOUR_IN_THE_MIDDLE)
    native = match.compile(NATIVE).load(FOUR_IN_THE_MIDDLE)
    assert sequences(native, 1) == sequences(python, 1)
    start = load("tic-tac-toe").match([None, None]).compile(NATIVE).start()
    assert [sequences(start, depth).nodes for depth in (8, 9)] == [200_448, 127_872]


def same_counts(match: Match, start: State, depth: int) -> None:
    """Machine code counts as many positions from a state as Python does, and some."""
    pytest.importorskip("llvmlite")
    native = match.compile(NATIVE).from_json(start.to_json())
    counted = perft(native, depth)
    assert counted == perft(start, depth)
    assert counted.nodes > 10


@pytest.mark.parametrize(
    "powers",
    [
        ("artemis", "demeter"),  # several ways to one end
        ("gaea", "demeter"),  # interrupts
    ],
    ids=str,
)
def test_machine_code_counts_the_same_positions(powers: tuple[str, ...]) -> None:
    match = load("santorini").match(powers)
    same_counts(match, match.load(INSIDE_A_WALL), 3)


def test_machine_code_counts_the_same_ends_of_games_with_scores() -> None:
    match = load("german-whist").match([None, None])
    starts = [state for state in game_from(match.start(), 1) if state.turns_begun]
    same_counts(match, starts[-8], 7)


def test_a_turn_that_can_go_in_a_circle_has_few_ends_in_machine_code(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    state = tiny(tmp_path, CIRCLE).match([None, None]).compile(NATIVE).start().skip()
    assert [perft(state, depth).nodes for depth in (1, 2, 3)] == [2, 4, 8]


def test_sequences_of_nim_are_those_worked_out_by_hand() -> None:
    """After k counters were taken, as many turns are left as counters: docs/pages/facts/nim.md."""
    start = load("nim").match([None, None]).start()
    assert [sequences(start, depth).nodes for depth in (1, 2)] == [16, 206]


def test_sequences_of_nine_mens_morris_are_the_known_numbers() -> None:
    """docs/pages/facts/nine-mens-morris.md. No mill can be completed yet."""
    start = load("nine-mens-morris").match([None, None]).start()
    assert [sequences(start, depth).nodes for depth in (1, 2, 3)] == [24, 552, 12_144]


@pytest.mark.parametrize("backend", [PYTHON, NATIVE], ids=["python", "native"])
def test_a_pass_counts_as_a_turn_where_the_literature_counts_it(backend: str) -> None:
    """Player 1 closes one column, player 2 passes, player 1 takes the other: it is over."""
    if backend == NATIVE:
        pytest.importorskip("llvmlite")
    match = load("reversi").match([None, None]).compile(backend)
    state = match.load({"discs": ROWS_TO_CLOSE, "to_move": 1})
    with_passes = [sequences(state, depth, passes=True).nodes for depth in (1, 2, 3, 4)]
    assert with_passes == [2, 2, 2, 0]
    assert [sequences(state, depth).nodes for depth in (1, 2, 3)] == [2, 2, 0]


def test_sequences_of_reversi_are_the_known_numbers() -> None:
    """docs/pages/facts/reversi.md."""
    start = load("reversi").match([None, None]).start()
    assert [sequences(start, depth).nodes for depth in (1, 2, 3, 4)] == [4, 12, 56, 244]


def chess_position(fen: str) -> Json:
    """A position of chess, from the notation that its programs share (FEN)."""
    rows, turn, rights, passed, *_ = fen.split()
    pieces = []
    for row, line in zip("87654321", rows.split("/"), strict=True):
        spread = re.sub("[1-8]", lambda found: "." * int(found[0]), line)
        for column, letter in zip("ABCDEFGH", spread, strict=True):
            if letter != ".":
                pieces.append(f"{column}{row} {1 if letter.isupper() else 2}{letter.lower()}")
    return {
        "to_move": 1 if turn == "w" else 2,
        "pieces": pieces,
        "short": [str(int(letter in rights)) for letter in "Kk"],
        "long": [str(int(letter in rights)) for letter in "Qq"],
        **({} if passed == "-" else {"passed": passed.upper()}),
    }


CHESS = Path(testing.__file__).with_name("chess_counts.txt")  # docs/pages/facts/chess.md
FROM_BOTH_ENDS = "B6b/8/8/8/2K5/5k2/8/b6B b - -"  # check by two Bishops: no game reaches this


def disagreeing(match: Match, most: int) -> list[tuple[str, int]]:
    """Return the positions and depths with another published number, of those up to `most`."""
    found = []
    for line in CHESS.read_text().splitlines():
        if line.startswith("#"):
            continue
        *fields, numbers = line.split(" ", 4)
        fen = " ".join(fields)
        start = match.load(chess_position(fen), allow_impossible=fen == FROM_BOTH_ENDS)
        for depth, published in enumerate(map(int, numbers.split()), 1):
            if published <= most and sequences(start, depth).nodes != published:
                found.append((fen, depth))
    return found


def test_sequences_of_chess_are_the_known_numbers() -> None:
    assert disagreeing(load("chess").match([None, None], options=DRAWS), 100) == []


@pytest.mark.slow
def test_longer_sequences_of_chess_are_the_known_numbers() -> None:
    """In machine code, which counts the same as Python where that is not too slow."""
    pytest.importorskip("llvmlite")
    match = load("chess").match([None, None], options=DRAWS).compile(NATIVE)
    assert disagreeing(match, 200_000) == []


def test_a_position_of_chess_that_is_counted_and_that_no_game_reaches() -> None:
    with pytest.raises(UsageError, match="one_move_checks"):
        load("chess").match([None, None]).load(chess_position(FROM_BOTH_ENDS))


def test_sequences_of_draughts_are_the_known_numbers() -> None:
    """A turn of several captures is one: docs/pages/facts/draughts.md."""
    start = load("draughts").match([None, None]).start()
    nodes = [sequences(start, depth).nodes for depth in range(1, 6)]
    assert nodes == [7, 49, 302, 1_469, 7_361]


@pytest.mark.slow
def test_sequences_of_amazons_are_the_known_number() -> None:
    """The first turn: docs/pages/facts/amazons.md."""
    start = load("amazons").match([None, None]).start()
    assert len(start.decision.options) == 80
    assert sequences(start, 1).nodes == 2_176


NINE_DIGITS = """
    state: {game: {a: 0..999, b: 0..999, c: 0..999}}
    actions:
      write:
        roles: {digit: 1..9}
        rules: {room: c < 100}
        do: |
          if a < 100: a := min(10 * a + digit, 999)
          elif b < 100: b := min(10 * b + digit, 999)
          else: c := min(10 * c + digit, 999)
        text: "{digit}"
    steps:
      write: {action: write, then: write, when empty: pass}
    flow:
      turn: [begin turn, {steps: write}, pass]
    position: {a: {value: a}, b: {value: b}, c: {value: c}}
"""


def test_a_turn_that_is_far_too_large_is_refused_before_it_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "ends", lambda state: pytest.fail("it is counted"))
    with pytest.raises(UsageError, match="more than 500000 positions"):
        perft(load("german-whist").match([None, None]).start(), 1)


def test_a_turn_whose_order_matters_is_refused_before_it_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "ends", lambda state: pytest.fail("it is counted"))
    start = tiny(tmp_path, NINE_DIGITS).match([None, None]).start()
    with pytest.raises(UsageError, match="more than 500000 positions"):
        perft(start, 1)


def never_counted(_state: object) -> None:
    pytest.fail("it is counted")


@pytest.mark.parametrize("depth", [12, 40])
def test_turns_that_are_too_many_are_refused_before_they_are_counted(
    monkeypatch: pytest.MonkeyPatch, depth: int
) -> None:
    monkeypatch.setattr(counting, "ends", never_counted)
    with pytest.raises(
        UsageError, match=f"{depth} turns can't be counted to the end: about 10"
    ) as error:
        perft(load("chess").match([None, None]).start(), depth)
    assert "with --depth 8," in error.value.hint


def test_a_count_that_is_refused_is_begun_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    start = load("tic-tac-toe").match([None, None]).start()
    expected = perft(start, 3), sequences(start, 3)
    monkeypatch.setattr(counting, "MOST_COUNTED", 0.5)
    monkeypatch.setattr(counting, "MOST_KNOWN", 1)
    with pytest.raises(UsageError, match="positions"):
        perft(start, 3)
    assert perft(start, 3, anyway=True) == expected[0]
    with pytest.raises(UsageError, match="before the last decisions"):
        sequences(start, 3)
    monkeypatch.setattr(counting, "MOST_KNOWN", 1_000)
    assert sequences(start, 3, anyway=True) == expected[1]


def test_many_turns_among_few_positions_are_counted(tmp_path: Path) -> None:
    """Walks through a game that goes round in circles never end, but there is little to count."""
    state = tiny(tmp_path, CIRCLE).match([None, None]).start().skip()
    assert perft(state, 99).nodes == 2**99


def test_sequences_that_are_too_many_are_refused_before_they_are_counted() -> None:
    start = load("go").match([None, None]).start()
    with pytest.raises(UsageError, match="come before the last decisions"):
        sequences(start, 6)
