"""A match in C does what generated Python does, and does nothing that C leaves undefined."""

from __future__ import annotations

from ctypes import addressof, sizeof
from pathlib import Path

import pytest

from thesmos.compile.c.printer import printed
from thesmos.link.linked import LinkedGame
from thesmos.play.game import load
from thesmos.testing.c_match import COMPILER, CMatch
from thesmos.testing.compiled import match_of
from thesmos.testing.draws import santorini
from thesmos.testing.limits import MARKED, MARKING
from thesmos.testing.native_agreement import compare_c, compare_random, compare_with
from thesmos.testing.small import small

needs_compiler = pytest.mark.skipif(not COMPILER, reason="needs a C compiler")


def agree(game: LinkedGame, folder: Path, decisions: int) -> bool:
    """Return whether some decisions of random games agree; raise at the first that does not."""
    return compare_with(CMatch(game, folder), decisions) == decisions


@needs_compiler
@pytest.mark.parametrize(
    "powers",
    [
        ("persephone", "adonis"),  # requirements: codes have marks
        ("tartarus", "hecate"),  # views, and turns taken back
        ("circe", "chaos"),  # chance with weights, powers that change hands
    ],
    ids=str,
)
def test_powers_agree(tmp_path: Path, powers: tuple[str, ...]) -> None:
    assert agree(match_of(santorini(), powers).linked, tmp_path, 100)


@needs_compiler
@pytest.mark.parametrize("name", ["nim", "hex", "german-whist"])  # sets of one and two words
def test_games_agree(tmp_path: Path, name: str) -> None:
    assert agree(load(name).match().linked, tmp_path, 100)


@needs_compiler
@pytest.mark.parametrize(
    "seed", [4, 24, 319, 320]
)  # compare what is equal, no cards, lists of codes
def test_random_specs_agree(seed: int) -> None:
    assert compare_random(compare_c, seed)


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("name", ["pook", "chess"])
def test_large_games_agree(tmp_path: Path, name: str) -> None:
    match = CMatch(load(name).match().linked, tmp_path, optimized=False)
    assert compare_with(match, 200) == 200


@needs_compiler
def test_division_rounds_down(tmp_path: Path) -> None:
    clauses = "after pick: sum := m / -3\nafter pick: other := (m * 3 - 2) mod 5 + m mod -4"
    actions = '\n    pick: {roles: {m: -7..7}, do: "n += 1", text: "{m}"}\n'
    state = "sum: -99..99\nother: -99..99\n"
    start = small(tmp_path, clauses=clauses, actions=actions, state=state)
    assert agree(start.match.linked, tmp_path, 60)


@needs_compiler
def test_members_of_the_sets_of_many_pieces_agree(tmp_path: Path) -> None:
    actions = '\n    pick: {roles: {m: -7..7}, do: "n += 1", text: "{m}"}\n'
    start = small(tmp_path, clauses=MARKING, actions=actions, state="", more=MARKED)
    assert agree(start.match.linked, tmp_path, 60)


@needs_compiler
def test_nothing_is_written_beyond_a_full_work_space(tmp_path: Path) -> None:
    """Every possible option is offered, and each is marked."""
    clauses = "require if possible pick where m > 9"  # for none
    actions = '\n    pick: {roles: {m: -7..7}, do: "n += 1", text: "{m}"}\n'
    match = small(tmp_path, clauses=clauses, actions=actions, state="").match
    backend, vector = CMatch(match.linked, tmp_path), match.start().vector
    memory = backend._memory
    end = addressof(backend._work) - addressof(memory) + sizeof(backend._work)
    guard = b"!" * (len(memory) - end)
    memory[end:] = guard
    codes = backend.options(vector)
    for code in codes:
        backend.after(vector, code)
    assert len(codes) == 15
    assert guard
    assert memory[end:] == guard


def test_the_same_match_gives_the_same_file() -> None:
    match = load("tic-tac-toe").match()
    assert printed(match.linked) == printed(match.linked)
