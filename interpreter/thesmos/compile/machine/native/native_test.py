"""Machine code does what generated Python does."""

from __future__ import annotations

import _thread
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("llvmlite")

from testing.compiled import match_of
from testing.draws import santorini
from testing.limits import LIMITS, MARKED, MARKING
from testing.native_agreement import compare, compare_accepted
from testing.small import small
from thesmos.compile.compiler import compiled
from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.native import engine
from thesmos.compile.machine.native import match as native_match
from thesmos.compile.machine.native.interruptible import interruptible
from thesmos.compile.machine.native.match import NativeMatch
from thesmos.compile.machine.native.printer import printed
from thesmos.diagnostics import UsageError
from thesmos.link.ending_steps import ending_steps
from thesmos.link.layout import CoreSlot
from thesmos.link.linked import LinkedGame
from thesmos.perft.counting import sequences
from thesmos.play.game import load


@pytest.fixture(scope="module")
def base() -> LinkedGame:
    return match_of(santorini(), (None, None)).linked


@pytest.fixture(scope="module")
def played(base: LinkedGame) -> NativeMatch:
    return NativeMatch(base)


@pytest.mark.parametrize(
    "powers",
    [
        (None, None),
        ("hermes", "minotaur"),  # skips, permits with effects
        ("persephone", "adonis"),  # requirements: codes have marks
        ("tartarus", "hecate"),  # views, and turns taken back
        ("circe", "chaos"),  # chance with weights, powers that change hands
    ],
    ids=str,
)
def test_powers_agree(powers: tuple[str | None, ...]) -> None:
    assert compare(match_of(santorini(), powers).linked, 300) == 300


@pytest.mark.parametrize("powers", [(None, None), ("tartarus", "hecate")], ids=str)
def test_checked_code_finds_nothing_and_agrees(powers: tuple[str | None, ...]) -> None:
    assert compare(match_of(santorini(), powers).linked, 200, checked=True) == 200


@pytest.mark.parametrize("seed", range(3))
def test_checked_code_of_random_specs_finds_nothing_and_agrees(seed: int) -> None:
    assert compare_accepted(partial(compare, checked=True), seed) > 0


@pytest.mark.parametrize("name", ["hex", "draughts"])  # sets of more than 64 members; a `while`
def test_games_agree(name: str) -> None:
    assert compare(load(name).match().linked, 1_500) == 1_500


def test_the_draft_agrees() -> None:
    assert compare(santorini().draft().linked, 200) == 200


def test_a_match_that_ends_before_anybody_decides_agrees() -> None:
    assert compare(santorini().draft(2, {"simple": "no"}).linked, 200) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pook", "off-the-rails", "amazons"])
def test_large_games_agree(name: str) -> None:
    assert compare(load(name).match().linked, 500) == 500


STATE = "sum: -99..99\nlarge: 0..999\nmarks: set of 0..5\n"
PICK = """
    pick: {roles: {m: -7..7}, do: "n += 1", text: "{m}"}
"""


@pytest.mark.parametrize(
    "clauses",
    [
        "after pick: sum := m / 3",
        "after pick: sum := m / -3",
        "after pick: sum := m mod -4",
        "after pick: sum := m mod 4",
        "after pick: sum := (m * 3 - 2) mod 5 + m / 2",
        "after pick where m > 0: large += 150",
        "forbid pick where m in {-7, 3}\nafter pick where m in {-1, 5, 2}: sum -= m",
        "after pick where m >= 0:\n  while sum < m * 9: sum += 2",
        "after pick where m >= 0:\n  while sum >= 0: sum += 0\nafter pick: large += 1",  # a limit
        "forbid pick where m in marks union {3}\nafter pick: sum := count(marks) - 2",
        *LIMITS,
    ],
)
def test_numbers_agree(tmp_path: Path, clauses: str) -> None:
    start = small(tmp_path, clauses=clauses, actions=PICK, state=STATE)
    assert compare(start.match.linked, 120) == 120


def test_members_of_the_sets_of_many_pieces_agree(tmp_path: Path) -> None:
    start = small(tmp_path, clauses=MARKING, actions=PICK, state=STATE, more=MARKED)
    assert compare(start.match.linked, 120) == 120


@pytest.mark.parametrize("least", [{"LARGE": 0}, {"LARGE": 0, "HUGE": 0}], ids=["large", "huge"])
def test_a_large_module_does_the_same_with_fewer_passes(
    tmp_path: Path, least: dict[str, int]
) -> None:
    clauses = "after pick: sum := (m * 3 - 2) mod 5 + m / 2"
    start = small(tmp_path, clauses=clauses, actions=PICK, state=STATE)
    keep_nothing = patch.object(engine.Cache, "get", return_value=None)
    with patch.multiple(engine, **least), keep_nothing:
        assert compare(start.match.linked, 120) == 120


def test_remembered_positions_are_members_of_a_small_set(tmp_path: Path) -> None:
    """A register with a bit for each possible number would take LLVM a minute to compile."""
    clauses = "after pick:\n  large := repeats\n  memorize"
    given = {"actions": PICK, "state": STATE, "more": "repetition: [sum, active]"}
    game = small(tmp_path, clauses=clauses, **given).match.linked
    text = printed(compiled(game), game).text
    assert max(int(width) for width in re.findall(r"\bi(\d+)\b", text)) <= 128


def test_what_is_none_is_no_member(base: LinkedGame) -> None:
    """A loop that tests which member equals a number goes through none if that is none."""
    (entry,) = (each for each in base.layout.entries if each.meaning == CoreSlot("granted"))
    member, zero = ir.Get(0), ir.Const(0)
    asked = ir.Test("=", member, ir.Load(entry, zero, zero))
    loop = ir.ForBits(0, ir.Const(15), 4, (ir.If(asked, (ir.Emit(member, None),), ()),))
    options = ir.Function(0, (loop, ir.Return(ir.Codes())), True, False)
    nothing = [ir.Function(number, (ir.Return(zero),), False, False) for number in (0, 1)]
    program = ir.Program((options, *nothing), 0, 1, 2, 2, 1, 2, 1, 1, (), base.layout.size, 0)
    with patch("thesmos.compile.machine.native.match.compiled", return_value=program):
        match = NativeMatch(base)
    vector = [*base.initial]
    for number, offered in ((2, [2]), (entry.start[0], []), (7, [])):
        vector[entry.first] = number
        assert match.options(tuple(vector)) == offered


def test_games_of_a_batch_differ_and_can_be_limited(played: NativeMatch) -> None:
    found = played.playouts(played.start(), 20, 1)
    assert len({*found.lengths}) > 5
    assert {*found.winners} == {1, 2}
    assert all(played.playouts(played.start(), 20, 1).lengths == found.lengths)
    short = played.playouts(played.start(), 4, 1, limit=10)
    assert [*short.lengths] == [10] * 4
    assert [*short.winners] == [0] * 4


POSITION = {"workers": ["B2 1f", "D4 1m", "D2 2f", "B4 2m"], "levels": "0123210321301231032103210"}


@pytest.mark.parametrize(
    ("powers", "ending"),
    [
        ((None, None), True),  # a turn ends with the only decision about a building
        (("gaea", "hydra"), True),  # interrupts, and more decisions in a turn
        (("artemis", "demeter"), False),  # after a building there can be another one
    ],
    ids=str,
)
def test_sequences_are_counted_alike(powers: tuple[str | None, ...], ending: bool) -> None:
    match = match_of(santorini(), powers)
    assert bool(ending_steps(match.linked)) == ending
    python = match.load({**POSITION, "to_move": 1})
    native = match.compile("native").from_json(python.to_json())
    assert sequences(native, 1).nodes == sequences(python, 1).nodes > 20


def test_a_count_without_end_can_be_interrupted(played: NativeMatch) -> None:
    def interrupted(call: Callable[[], int], stop: Callable[[], None]) -> int:
        """Do the same, while this thread gets the signal of Ctrl-C."""

        def interrupting() -> int:
            _thread.interrupt_main()
            return call()

        return interruptible(interrupting, stop)

    with (
        patch.object(native_match, "interruptible", interrupted),
        pytest.raises(KeyboardInterrupt),
    ):
        played.sequences(played.start(), 60)


def test_what_follows_states_is_found_as_far_as_there_is_room(played: NativeMatch) -> None:
    np = pytest.importorskip("numpy")
    start = played.start()
    codes = played.options(start)
    after = [played.after(start, code)[0] for code in codes]
    states = np.array([start] * 3)
    found = played.following(states, 2 * len(codes) + 1)
    assert found.done == 2
    assert [tuple(map(int, row)) for row in found.states] == after * 2
    assert [*found.before] == [0] * len(codes) + [1] * len(codes)
    assert not found.ends.any()
    assert played.following(states, 3 * len(codes)).done == 3


def test_arrays_and_states_of_another_size_are_refused(played: NativeMatch) -> None:
    """Machine code would read and write beyond them."""
    np = pytest.importorskip("numpy")
    start = played.start()
    many = played.many
    states = np.array([start] * 3, many.slot_type)
    legal, players = many.legal(states), np.zeros(3, np.int64)
    short: list[Callable[[], object]] = [
        lambda: many.legal(states[:, 1:]),
        lambda: many.legal(states.astype(np.int64)),
        lambda: many.advance(states, legal, players[:2]),
        lambda: many.weights(states[:2], legal),
        lambda: many.views(states, players[:2]),
        lambda: played.playouts(start[1:], 1, 1),
        lambda: played.options(start[1:]),
    ]
    for call in short:
        with pytest.raises(UsageError):
            call()


def test_nothing_is_written_beyond_full_buffers(tmp_path: Path) -> None:
    """Every possible option is offered, and each is marked."""
    clauses = "require if possible pick where m > 9"  # for none
    match = small(tmp_path, clauses=clauses, actions=PICK, state=STATE).match
    backend = NativeMatch(match.linked)
    vector = match.start().vector
    work, guard = backend._module.work, [77] * 64
    memory = native_match._Memory(backend._slot, len(vector), work + 4 * len(guard))
    memory.work[work // 4 :] = guard
    memory.state[len(vector) :] = guard
    backend._threads.memory = memory
    codes = backend.options(vector)
    assert len(codes) == 15
    for code in codes:
        backend.after(vector, code)
    assert memory.work[work // 4 :] == guard
    assert memory.state[len(vector) :] == guard
    states = [vector] * 3
    assert backend.following(states, len(codes) - 1).done == 0
    assert backend.following(states, len(codes)).done == 1


def test_without_llvmlite_a_sentence_says_what_to_install() -> None:
    engine.llvm.cache_clear()
    with (
        patch.dict("sys.modules", {"llvmlite": None}),
        pytest.raises(UsageError, match="llvmlite, which is not installed"),
    ):
        engine.llvm()
