"""An object file plays as generated Python does, and its example shows how it is used."""

from __future__ import annotations

import subprocess
from ctypes import addressof, sizeof
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("llvmlite")

from testing.compiled import match_of
from testing.draws import santorini
from testing.native_agreement import compare_accepted, compare_object
from testing.object_match import COMPILER, ObjectMatch, linked, written
from testing.sanitized import has_sanitizer, sanitized_example
from testing.small import small
from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.native import engine
from thesmos.compile.machine.native.object_file import object_files
from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import UsageError
from thesmos.dice import WEIGHTS, Rng
from thesmos.link.linked import LinkedGame
from thesmos.play.backend import picked
from thesmos.play.game import load
from thesmos.play.random_play import play

needs_compiler = pytest.mark.skipif(not COMPILER, reason="needs a C compiler")


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
def test_powers_agree(powers: tuple[str, ...]) -> None:
    assert compare_object(match_of(santorini(), powers).linked, 100, 1) == 100


@needs_compiler
@pytest.mark.parametrize("name", ["nim", "hex", "german-whist"])  # sets of one and two words
def test_games_agree(name: str) -> None:
    assert compare_object(load(name).match().linked, 100, 1) == 100


@needs_compiler
@pytest.mark.parametrize("seed", [5, 24, 319, 320])
def test_random_specs_agree(seed: int) -> None:
    assert compare_accepted(compare_object, seed) > 0


@needs_compiler
@pytest.mark.parametrize("seed", range(3))
def test_checked_objects_of_random_specs_find_nothing_and_agree(seed: int) -> None:
    assert compare_accepted(partial(compare_object, checked=True), seed) > 0


@needs_compiler
@pytest.mark.parametrize(
    "name", ["love-letter", pytest.param("off-the-rails", marks=pytest.mark.slow)]
)
def test_a_view_does_not_tell_which_of_equal_pieces_is_where(name: str, tmp_path: Path) -> None:
    match = load(name).match()
    linked = ObjectMatch(match.linked, tmp_path, match.renumbering.pieces)
    sorted_views = 0
    for state, _ in play(match.start(), Rng(4), 40):
        for player in range(match.linked.players):
            view = state.view(player + 1)
            assert linked.view(state.vector, player) == view.vector
            sorted_views += view.vector != view.numbered
    assert sorted_views > 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which a C compiler can make programs with AddressSanitizer."""
    if not COMPILER or not has_sanitizer(tmp_path):
        pytest.skip("needs a C compiler with AddressSanitizer")
    return tmp_path


@pytest.mark.parametrize("powers", [("tartarus", "hecate"), ("circe", "chaos")], ids=str)
def test_a_checked_object_plays_under_address_sanitizer(
    folder: Path, powers: tuple[str, ...]
) -> None:
    game = match_of(santorini(), powers).linked
    command = [sanitized_example(game, folder), "7"]
    played = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout.splitlines() == told_by_python(game, 7)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("store i8 0, ptr %before", "AddressSanitizer: stack-buffer-"),
        ("%met = load i64, ptr %before", "AddressSanitizer: stack-buffer-"),
        ("call void @llvm.memset.p0.i64(ptr %before, i8 0, i64 8, i1 false)", "AddressSanitizer"),
        ("store i64 1, ptr @match_failure", "an index is out of its range"),
    ],
    ids=["write", "read", "block", "index"],
)
def test_a_fault_in_an_object_ends_its_example_under_address_sanitizer(
    folder: Path, fault: str, message: str
) -> None:
    game, begin = load("tic-tac-toe").match().linked, "define i64 @match_enter(ptr %v, ptr %w)"

    def with_fault(text: str) -> str:
        assert begin in text
        before = "%before = getelementptr i8, ptr %v, i64 -8"  # the state is at %v
        return text.replace(f"{begin} nounwind {{", f"{begin} nounwind {{\n{before}\n{fault}")

    command = [sanitized_example(game, folder, with_fault), "7"]
    played = subprocess.run(command, check=False, capture_output=True, text=True)
    assert played.returncode
    assert message in played.stderr


def told_by_python(game: LinkedGame, seed: int) -> list[str]:
    """The lines of the example, from generated Python and the generator that the pages describe."""
    python, dice, core = CompiledMatch(game), Rng(seed), game.layout.core
    vector, lines = python.start(), list[str]()
    while not vector[core("winners")] and len(lines) < MAX_DECISIONS:
        codes, chooser = python.options(vector), vector[core("chooser")]
        choice = picked(python, vector, codes, dice, WEIGHTS)
        who = "chance" if chooser < 0 else f"player {chooser}"
        if choice < 0:
            lines.append(f"{who}: concedes")
            vector = python.concede(vector)
        elif choice == len(codes):
            lines.append(f"{who}: skips")
            vector = python.skip(vector)
        else:
            lines.append(f"{who}: option {codes[choice]}")
            vector = python.apply(vector, codes[choice])
    winners = vector[core("winners")]
    ends = [f" player {player} has won," for player in range(game.players) if winners >> player & 1]
    ends += [" nobody has won,"] if winners >> game.players & 1 else []
    lines.append(f"after {len(lines)} decisions:{''.join(ends)} ground {vector[core('reason')]}")
    return lines


@needs_compiler
@pytest.mark.parametrize(
    ("name", "powers"),
    [("santorini", ("hermes", "minotaur")), ("santorini", ("tyche", "chaos")), ("hex", None)],
    ids=str,
)
def test_the_example_plays_the_game_that_python_plays(
    tmp_path: Path, name: str, powers: tuple[str, ...] | None
) -> None:
    game = (match_of(load(name), powers) if powers else load(name).match()).linked
    written(game, tmp_path)
    linked(tmp_path, "-o", "example", "example.c", "match.o")
    for seed in (7, 2**64 - 1):
        command = [str(tmp_path / "example"), str(seed)]
        played = subprocess.run(command, check=True, capture_output=True, text=True)
        assert played.stdout.splitlines() == told_by_python(game, seed)


@needs_compiler
def test_nothing_is_written_beyond_a_full_work_space(tmp_path: Path) -> None:
    """Every possible option is offered, and each is marked."""
    clauses = "require if possible pick where m > 9"  # for none
    actions = '\n    pick: {roles: {m: -7..7}, do: "n += 1", text: "{m}"}\n'
    match = small(tmp_path, clauses=clauses, actions=actions, state="").match
    backend, vector = ObjectMatch(match.linked, tmp_path), match.start().vector
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


def test_the_same_match_gives_the_same_files() -> None:
    match = load("tic-tac-toe").match()
    assert object_files(match.linked, None, ()) == object_files(match.linked, None, ())


@pytest.mark.parametrize(
    ("triple", "begins"),
    [
        ("x86_64-pc-windows-msvc", b"\x64\x86"),  # COFF
        ("aarch64-linux-gnu", b"\x7fELF"),
        ("arm64-apple-darwin", b"\xcf\xfa\xed\xfe"),  # Mach-O
        ("riscv64-linux-gnu", b"\x7fELF"),
    ],
)
def test_objects_are_made_for_other_machines(triple: str, begins: bytes) -> None:
    files = object_files(match_of(santorini(), ("tartarus", "hecate")).linked, triple, ())
    assert files["match.o"].startswith(begins)
    assert b"match_choose" in files["match.o"]


@pytest.mark.parametrize("triple", ["nonsense", "", "nvptx64", "msp430-none"])
def test_a_kind_of_machine_without_objects_is_refused(triple: str) -> None:
    with pytest.raises(UsageError, match="no object file can be made") as raised:
        object_files(load("tic-tac-toe").match().linked, triple, ())
    assert "x86_64, aarch64, riscv64" in str(raised.value.hint)


def test_without_llvmlite_a_sentence_says_what_to_install() -> None:
    engine.llvm.cache_clear()
    with (
        patch.dict("sys.modules", {"llvmlite": None}),
        pytest.raises(UsageError, match="llvmlite, which is not installed"),
    ):
        object_files(load("tic-tac-toe").match().linked, None, ())
