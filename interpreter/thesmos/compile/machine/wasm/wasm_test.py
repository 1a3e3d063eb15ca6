"""A module of WebAssembly does what generated Python does. Node.js plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.compiled import match_of
from testing.draws import santorini
from testing.limits import LIMITS, MARKED, MARKING
from testing.native_agreement import compare_with
from testing.small import small
from testing.wasm_match import NODE, asking, wasm_match
from thesmos.compile.machine.wasm.module import signed, unsigned
from thesmos.compile.machine.wasm.printer import printed
from thesmos.link.linked import LinkedGame
from thesmos.play.game import load

needs_node = pytest.mark.skipif(not NODE, reason="needs Node.js")


def agree(game: LinkedGame, decisions: int) -> bool:
    """Return whether some decisions of random games agree; raise at the first that does not."""
    with wasm_match(game) as match:
        return compare_with(match, decisions) == decisions


@needs_node
@pytest.mark.parametrize(
    "powers",
    [
        ("hermes", "minotaur"),  # skips, permits with effects
        ("persephone", "adonis"),  # requirements: codes have marks
        ("tartarus", "hecate"),  # views, and turns taken back
        ("circe", "chaos"),  # chance with weights, powers that change hands
    ],
    ids=str,
)
def test_powers_agree(powers: tuple[str, ...]) -> None:
    assert agree(match_of(santorini(), powers).linked, 100)


@needs_node
@pytest.mark.parametrize("powers", [["adonis", "hermes"], ["persephone", "triton"]], ids=str)
def test_an_edition_agrees(powers: list[str]) -> None:
    assert agree(load("santorini@2026-02").match(powers=powers).linked, 100)


@needs_node
@pytest.mark.parametrize("name", ["nim", "hex", "draughts"])  # sets of two words; a `while`
def test_games_agree(name: str) -> None:
    assert agree(load(name).match().linked, 100)


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["pook", "off-the-rails", "amazons", "chess", "seven-wonders-duel"]
)
def test_large_games_agree(name: str) -> None:
    assert agree(load(name).match().linked, 300)


STATE = "sum: -99..99\nlarge: 0..999\nmarks: set of 0..70\n"
PICK = """
    pick: {roles: {m: -7..7}, do: "n += 1", text: "{m}"}
"""


@needs_node
@pytest.mark.parametrize(
    "clauses",
    [
        "after pick: sum := m / -3",
        "after pick: sum := m mod -4",
        "after pick: sum := (m * 3 - 2) mod 5 + m / 2",
        "after pick where m > 0: large += 150",
        "forbid pick where m in {-7, 3}\nafter pick where m in {-1, 5, 2}: sum -= m",
        "after pick where m >= 0:\n  while sum >= 0: sum += 0\nafter pick: large += 1",  # a limit
        "forbid pick where m in marks union {3, 70}\nafter pick: sum := count(marks) - 2",
        *LIMITS,
    ],
)
def test_numbers_agree(tmp_path: Path, clauses: str) -> None:
    start = small(tmp_path, clauses=clauses, actions=PICK, state=STATE)
    assert agree(start.match.linked, 60)


@needs_node
def test_nothing_is_written_beyond_a_full_work_space(tmp_path: Path) -> None:
    """Every possible option is offered, and each is marked."""
    clauses = "require if possible pick where m > 9"  # for none
    match = small(tmp_path, clauses=clauses, actions=PICK, state=STATE).match
    with asking(match) as ask:
        vector = match.start().vector
        assert len(ask({"ask": "pending", "v": vector})["codes"]) == 15
        beyond = ask({"ask": "beyond", "v": vector})
    assert all(room for room, _ in beyond[1::2])  # after the work spaces of both modules
    assert not any(written for _, written in beyond)


@needs_node
def test_members_of_the_sets_of_many_pieces_agree(tmp_path: Path) -> None:
    start = small(tmp_path, clauses=MARKING, actions=PICK, state=STATE, more=MARKED)
    assert agree(start.match.linked, 60)


def test_the_same_match_gives_the_same_module() -> None:
    game = load("tic-tac-toe")
    assert printed(game.match().linked) == printed(game.match().linked)


@pytest.mark.parametrize(
    ("number", "made"), [(0, "00"), (127, "7f"), (128, "8001"), (624485, "e58e26")]
)
def test_numbers_from_0_on_are_written_in_leb128(number: int, made: str) -> None:
    assert unsigned(number).hex() == made


@pytest.mark.parametrize(
    ("number", "made"),
    [(0, "00"), (63, "3f"), (64, "c000"), (-1, "7f"), (-64, "40"), (-123456, "c0bb78")],
)
def test_numbers_with_a_sign_are_written_in_leb128(number: int, made: str) -> None:
    assert signed(number).hex() == made
