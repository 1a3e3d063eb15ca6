"""However many clauses there are, and however deep a text: the code is flat enough to compile.

Python reads 100 levels of indentation, 20 loops and 200 brackets inside each other. Every state is
compared with the semantics: see testing/paired.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from testing.native_agreement import compare
from testing.paired import PairedState
from testing.random_specs.running import LoadedSpec, play_spec, random_spec
from testing.small import FLOW, after, small
from thesmos.compile.compiler import compiled
from thesmos.compile.ir.reading import statements_in
from thesmos.compile.lower import effects, values, writer
from thesmos.compile.python.match import CompiledMatch
from thesmos.compile.python.printer import Module
from thesmos.diagnostics import SpecError
from thesmos.link.linked import LinkedGame
from thesmos.link.pool import first_vector
from thesmos.play.game import load

MOST_LEVELS, MOST_LOOPS, MOST_BRACKETS = 99, 20, 200
UNDER_ONE = 100  # clauses under one heading

Clause = Callable[[int], str]
SEARCH = "some (x in Player where seen(x) + n = {} and m = 1)"


def many(folder: Path, clause: Clause, count: int, more: str = "", steps: str = "") -> PairedState:
    """The first state of a game with so many clauses, under as many headings as they need."""
    lines = [*map(clause, range(count))]
    headings = [lines[n : n + UNDER_ONE] for n in range(0, count, UNDER_ONE)]
    names = ", ".join(f"H{number}" for number in range(len(headings)))
    text = f"headings: [Rules, {names}]\nclauses:\n"
    for number, under in enumerate(headings):
        text += f"  H{number}: |\n" + "".join(f"    {line}\n" for line in under)
    return small(folder, more=text + more, steps=steps, flow=FLOW)


def nesting(game: LinkedGame) -> tuple[int, int, int]:
    """The most levels of indentation, loops and brackets inside each other in generated Python."""
    module = Module(compiled(game))
    lines = [line for n in module.numbers for line in module.printed(n).splitlines()]
    levels = loops = brackets = 0
    around: list[tuple[int, bool]] = []  # the margins of the lines that contain the present one
    for line in lines:
        margin = len(line) - len(line.lstrip())
        around = [*(line for line in around if line[0] < margin), (margin, "for " in line[:20])]
        levels = max(levels, margin)
        loops = max(loops, sum(loop for _, loop in around))
        deep = 0
        for character in line:
            deep += (character in "([") - (character in ")]")
            brackets = max(brackets, deep)
    return levels, loops, brackets


def statements(game: LinkedGame) -> int:
    return sum(1 for function in compiled(game).functions for _ in statements_in(function.body))


def of(state: PairedState) -> LinkedGame:
    linked: LinkedGame = state.match.linked
    return linked


KINDS: dict[str, Clause] = {
    "forbid": lambda k: f"forbid pick where {SEARCH.format(k % 40 + 3)}",
    "may skip": lambda k: (
        f"may skip pick where some (x in Player where seen(x) + n = {k % 40 + 5})"
    ),
    "require": lambda k: f"require if possible pick where {SEARCH.format(k % 40 + 3)}",
    "after": lambda k: f"after pick where {SEARCH.format(k % 40)}: n += 1",
    "win": lambda k: f"win w{k} for you where some (x in Player where seen(x) + n = {k % 9 + 41})",
    "at": lambda k: (
        f"at start of your turn where some (x in Player where seen(x) + n = {k}): n += 1"
    ),
    "extra turn": lambda k: f"extra turn where some (x in Player where seen(x) + n = {k % 40 + 9})",
}


@pytest.mark.parametrize("kind", KINDS)
def test_many_clauses_of_a_kind_play(tmp_path: Path, kind: str) -> None:
    state = many(tmp_path, KINDS[kind], 100)

    assert nesting(of(state)) < (MOST_LEVELS, MOST_LOOPS, MOST_BRACKETS)
    after(state, "1", "0")
    assert compare(of(state), 10) == 10


def test_the_code_of_two_thousand_clauses_is_as_long_as_they_are(tmp_path: Path) -> None:
    sizes = {}
    for count in (200, 400, 2000):  # far more than Python could have inside each other
        (tmp_path / str(count)).mkdir()
        state = many(tmp_path / str(count), KINDS["forbid"], count)
        sizes[count] = statements(of(state))

    assert sizes[2000] - sizes[400] == 8 * (sizes[400] - sizes[200])
    assert nesting(of(state))[0] < MOST_LEVELS
    assert after(state, "1").position()["n"] == "0"


@pytest.mark.slow
def test_hundreds_of_clauses_play_in_machine_code(tmp_path: Path) -> None:
    assert compare(of(many(tmp_path, KINDS["forbid"], 800)), 5) == 5


def test_loops_in_loops_of_facts_play(tmp_path: Path) -> None:
    """Each `spread` is two loops; 8 of them, inside the loops over 8 roles, would be 24."""
    facts = "".join(
        f"  s{n}(c in Player): {{is: 'c in spread (x from {{c}} to {{x}} where s{n - 1}(x))'}}\n"
        for n in range(1, 8)
    )
    names = "abcdefg"
    state = small(
        tmp_path,
        more=f"facts:\n  s0(c in Player): {{is: 'n < 50'}}\n{facts}",
        actions="pick: {roles: {m: Player, "
        + ", ".join(f"{name}: 0..0" for name in names)
        + "}, rules: {no: s7(m)}, text: '{m}"
        + "".join(f"{{{name}}}" for name in names)
        + "'}",
        steps="pick: {action: pick, filter: yes, when empty: ask}",
    )

    assert [len(state.codes), *nesting(of(state))] <= [2, MOST_LEVELS, MOST_LOOPS, MOST_BRACKETS]
    assert state.played.decision is not None
    assert state.played.decision.texts == ("10000000", "20000000")
    assert compare(of(state), 10) == 10


def test_effects_in_effects_play(tmp_path: Path) -> None:
    """Each `if` holds, and what is after the one inside it is done too, from the inside out."""
    deep = 30
    lines = [" " * n + f"if n >= {n} - {n}:" for n in range(1, deep)]
    lines += [" " * deep + "n += 1"]
    lines += [" " * n + ("n += 1" if n % 2 else "seen(you) += 1") for n in range(deep - 1, 0, -1)]
    state = small(tmp_path, clauses="after pick:\n" + "\n".join(lines))

    end = after(state, "1")
    assert end.position()["n"] == str(1 + deep // 2)
    assert end.position()["seen"][0] == str(deep // 2 - 1)


@pytest.fixture
def flat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly anything is written inside anything else, so that small texts count as deep ones."""
    for module in (writer, effects, values):
        for name, least in (("NESTED", 2), ("DEEP", 4), ("DEEP_LOOPS", 1)):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, least)


@pytest.mark.usefixtures("flat")
def test_effects_too_deep_to_be_inside_each_other_do_the_same(tmp_path: Path) -> None:
    test_effects_in_effects_play(tmp_path)


@pytest.mark.usefixtures("flat")
@pytest.mark.parametrize("seed", range(0, 50, 10))
def test_values_too_deep_to_be_inside_each_other_are_the_same(seed: int) -> None:
    """A random spec is played beside the semantics: the next one that is accepted."""
    for number in itertools.count(seed, 50):
        with suppress(SpecError), LoadedSpec(random_spec(number)) as game:
            assert play_spec(game, random_spec(number).powers, number).fault is None
            return


def test_a_pool_of_many_cards_plays(tmp_path: Path) -> None:
    """Each permit of each card may add values to those of a role that a rule limits."""
    cards = 450
    powers = {f"p{n}": f"permit pick waiving low where seen(you) + n = {n}" for n in range(cards)}
    small(
        tmp_path,
        powers=powers,
        actions="pick: {roles: {m: 0..1}, rules: {low: 'm in {0}'}, text: '{m}'}",
    )
    game = load(str(tmp_path))
    linked = game.link([None, None], game.mode(None, 2), {}, [*powers], pool=True)
    state_of_two = first_vector(linked, ["p0", "p1"])

    assert nesting(linked) < (MOST_LEVELS, MOST_LOOPS, MOST_BRACKETS)
    match = CompiledMatch(linked)
    assert len(match.options(match.enter(state_of_two))) == 2
