"""A checked program stops at the first number that is not in its range, in every language.

The states are wrong on purpose: a slot holds the number of a thing that does not exist.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from testing.object_match import COMPILER, ObjectMatch
from testing.small import small
from testing.wasm_match import wasm_match
from thesmos.compile.compiler import compiled
from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import walk
from thesmos.compile.machine.native.match import NativeMatch
from thesmos.compile.optimize.checked import IndexOutOfRange, with_checks
from thesmos.compile.python.loader import loaded
from thesmos.compile.python.match import CompiledMatch
from thesmos.link.layout import NONE
from thesmos.link.linked import LinkedGame
from thesmos.play import game as play_game
from thesmos.play.game import load


def object_match(game: LinkedGame, *, checked: bool) -> ObjectMatch:
    """A match that an object file plays."""
    with tempfile.TemporaryDirectory() as folder:
        return ObjectMatch(game, Path(folder), checked=checked)


needs_compiler = pytest.mark.skipif(not COMPILER, reason="needs a C compiler")
MATCHES = [CompiledMatch, NativeMatch, pytest.param(object_match, marks=needs_compiler)]
MEMORY = "memory:\n  best: {is: Player, start: 1}\n  met: {is: set of Player}\n"
POWER = "after pick: met(best) := yes\nwin all for you where count(met) > 1\n---\n" + MEMORY


@pytest.fixture
def game(tmp_path: Path) -> LinkedGame:
    """A pick adds the player `best` to a set."""
    linked: LinkedGame = small(tmp_path, powers={"one": POWER}, held=("one", None)).match.linked
    return linked


def wrong(game: LinkedGame, name: str, number: int) -> tuple[int, ...]:
    """The first state, with a number in the slot of a name that is not in its range."""
    vector = [*CompiledMatch(game).start()]
    (entry,) = (one for one in game.layout.entries if f"name='{name}'" in str(one.meaning))
    vector[entry.first] = number
    return tuple(vector)


@pytest.mark.parametrize("make", MATCHES)
@pytest.mark.parametrize("number", [2, 99, -7])
def test_a_thing_that_does_not_exist_is_found(game: LinkedGame, make: Any, number: int) -> None:
    state = wrong(game, "best", number)

    with pytest.raises(IndexOutOfRange) as failure:
        make(game, checked=True).after(state, 0)
    assert (failure.value.word, failure.value.number) == ("index", number)
    assert (failure.value.low, failure.value.high) == (0, 1)
    assert "name='met'" in failure.value.named(game.layout.entries)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_webassembly_stops_there(game: LinkedGame) -> None:
    with (
        wasm_match(game, checked=True) as checked,
        pytest.raises(AssertionError, match="unreachable"),
    ):
        checked.after(wrong(game, "best", 99), 0)


@pytest.mark.parametrize("make", MATCHES)
def test_a_program_without_faults_plays_as_if_it_were_not_checked(
    game: LinkedGame, make: Any
) -> None:
    checked, plain = make(game, checked=True), CompiledMatch(game)
    state = plain.start()
    for code in (0, 1, 1, 0):
        assert checked.options(state) == plain.options(state)
        assert checked.after(state, code) == plain.after(state, code)
        state = plain.after(state, code)[0]


def test_only_checked_programs_have_tests(game: LinkedGame) -> None:
    def tests(**how: bool) -> int:
        functions = compiled(game, **how).functions
        nodes = (node for function in functions for node in walk(function.body))
        return sum(isinstance(node, ir.Checked) for node in nodes)

    assert tests() == 0
    assert tests(checked=True) > 0


@pytest.mark.parametrize(("number", "fits"), [(0, True), (1, True), (2, False), (-1, False)])
def test_what_is_written_is_tested_too(game: LinkedGame, number: int, fits: bool) -> None:
    (best,) = (one for one in game.layout.entries if "name='best'" in str(one.meaning))
    store = ir.Store(best, fold.NO, fold.NO, ir.Get(0))
    writing = ir.Function(1, (store, ir.Return(fold.NO)), emits=False, marked=False)
    (write,) = loaded(with_checks(ir.Answers((writing,), (0,), 0), 0))["answers"]

    with (
        nullcontext() if fits else pytest.raises(IndexOutOfRange, match=r"number .* not in 0\.\.1")
    ):
        write([*game.initial], number)


def answer(value: ir.Value, *emitted: ir.Value, checked: bool = True) -> Any:
    """A function of a number that returns a value; before that, it emits codes."""
    body = (*(ir.Emit(code, None) for code in emitted), ir.Return(value))
    function = ir.Function(1, body, emits=True, marked=False)
    program = ir.Answers((function,), (0,), 0)
    (call,) = loaded(with_checks(program, 0) if checked else program)["answers"]
    return call


NUMBER = ir.Get(0)
SIX, PLAYERS = ir.Const(6), ir.Const(0b101)


@pytest.mark.parametrize(
    ("value", "fine", "wrong", "word"),
    [
        (ir.Arithmetic("/", SIX, NUMBER), {4: 1, -4: -2}, [0], "divisor is 0$"),
        (ir.Arithmetic("mod", SIX, NUMBER), {4: 2, -4: -2}, [0], "divisor is 0$"),
        (ir.Has(PLAYERS, NUMBER), {0: 1, 1: 0, 2: 1, 900: 0}, [-1, NONE], "member is -"),
        (ir.BitsOf(NUMBER), {0: 1, 2: 4}, [-1, NONE], "member is -"),
    ],
)
def test_what_an_operation_can_t_do_is_found(
    value: ir.Value, fine: dict[int, int], wrong: list[int], word: str
) -> None:
    plain, checked = answer(value, checked=False), answer(value)
    assert {number: checked([], number) for number in fine} == fine
    assert {number: plain([], number) for number in fine} == fine
    for number in wrong:
        with pytest.raises(IndexOutOfRange, match=word):
            checked([], number)


def test_the_first_of_no_options_is_found() -> None:
    first = ir.FirstCode(ir.Codes())
    assert answer(first, NUMBER, SIX)([], 5) == 5
    with pytest.raises(IndexOutOfRange, match=r"number of options is 0, which is not in 1\.\."):
        answer(first)([], 5)


def test_a_place_that_does_not_exist_is_not_looked_for(game: LinkedGame) -> None:
    (best,) = (one for one in game.layout.entries if "name='best'" in str(one.meaning))
    find = answer(ir.Find(best, 2, NUMBER))
    assert [find(list(wrong(game, "best", 1)), number) for number in (0, 1)] == [NONE, 0]
    for number in (2, -1, NONE):
        with pytest.raises(IndexOutOfRange, match="member"):
            find(list(wrong(game, "best", 1)), number)


GHOSTS = """
thesmos: game
slug: ghosts
title: Ghosts
edition: "1"
players: {min: 1, max: 2}
boards: {Cell: {grid: 2x2}}
zones: [box]
pieces:
  Ghost: {on: Cell, attributes: {owner: {is: Side}}}
state: {game: {n: {is: 0..9}}}
actions: {tap: {do: n += 1, text: tap}}
steps: {tap: {}}
flow: {turn: [begin turn, {steps: tap}, judge, pass]}
clauses:
  A: |
    win x for active where n = 9
    end draw where n = 9
headings: [A]
position: {n: {value: n}}
"""
HAUNTED = """
thesmos: power
slug: zz
title: Z
memory: {g: {is: Ghost}, m: {is: set of Ghost}}
clauses:
  A: |
    after tap: m(g) := yes
    win y for you where n > 8 and count(m) > 3
"""


@pytest.mark.parametrize("make", MATCHES)
def test_a_set_that_can_have_no_members_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    """`check` refuses it; played all the same, it would write to what is beyond the set."""
    sound = play_game._game_without_errors

    def forgiven(folder: Any, checked: Any, diagnostics: Any, around: Any) -> Any:
        assert {one.code for one in diagnostics if one.severity == "error"} == {"E384"}
        return sound(folder, checked, [], around)

    monkeypatch.setattr(play_game, "_game_without_errors", forgiven)
    (tmp_path / "powers").mkdir()
    (tmp_path / "game.yaml").write_text(GHOSTS)
    (tmp_path / "powers" / "zz.yaml").write_text(HAUNTED)
    game = load(str(tmp_path))
    linked = game.link(["zz", None], game.mode(None, 2), {})
    match = make(linked, checked=True)

    with pytest.raises(IndexOutOfRange) as failure:
        match.after(match.start(), 0)
    assert (failure.value.word, failure.value.low, failure.value.high) == ("index", 0, -1)
    assert "name='m'" in failure.value.named(linked.layout.entries)
