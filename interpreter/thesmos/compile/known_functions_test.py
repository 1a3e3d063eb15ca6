"""Match-ups share functions, but only those that each would also have by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from thesmos.compile import ir, known_functions
from thesmos.compile.asked_game import AskedGame, Questions
from thesmos.compile.compiler import compiled
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game, load
from thesmos.testing.compiled import match_of


@pytest.fixture(scope="module")
def santorini() -> Game:
    return load("santorini")


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    known_functions.forget_functions()
    yield
    known_functions.forget_functions()


def linked(game: Game, *powers: str | None) -> LinkedGame:
    return match_of(game, powers).linked


def from_outside(program: ir.Program) -> list[object]:
    """Return the functions called from outside, with those they call, whatever their numbers."""

    def whole(number: int) -> object:
        function = program.functions[number]
        called = [whole(each) for each in program.calls[number]]
        return function.parameters, function.body, called

    numbers = (program.options, program.may_skip, program.enter, program.choose, program.skip)
    return [whole(number) for number in numbers]


@pytest.mark.parametrize(
    ("before", "powers"),
    [
        ([("artemis", "atlas"), ("hermes", "minotaur")], ("artemis", "minotaur")),
        ([("atlas", "artemis"), ("artemis", None)], (None, "artemis")),
        ([("hermes", "chaos"), ("artemis", "chaos")], ("hermes", "artemis")),
        ([("apollo", "atlas", "pan"), ("pan", "apollo", "atlas")], ("apollo", "pan", "atlas")),
    ],
)
def test_a_match_up_compiles_to_the_same_whatever_was_compiled_before(
    santorini: Game, before: Sequence[Sequence[str | None]], powers: Sequence[str | None]
) -> None:
    alone = from_outside(compiled(linked(santorini, *powers)))
    known_functions.forget_functions()
    for each in before:
        compiled(linked(santorini, *each))
    assert from_outside(compiled(linked(santorini, *powers))) == alone


def test_match_ups_share_the_functions_that_are_the_same(santorini: Game) -> None:
    one = compiled(linked(santorini, "artemis", "atlas"))
    other = compiled(linked(santorini, "artemis", "minotaur"))
    shared = {id(each) for each in one.functions} & {id(each) for each in other.functions}
    assert len(shared) > len(other.functions) // 4


def test_another_program_shares_nothing(santorini: Game) -> None:
    game = linked(santorini, "artemis", "atlas")
    changed = replace(game, game=replace(game.game))
    one, other = compiled(game), compiled(changed)
    assert len(one.functions) == len(other.functions)
    known = known_functions.known_functions
    assert known(game) is not known(changed)
    assert known(game) is known(game)


def test_only_so_many_functions_are_kept(santorini: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_functions, "KEPT", 10)
    game = linked(santorini, "artemis", "atlas")
    alone = from_outside(compiled(game))
    assert from_outside(compiled(game)) == alone
    assert known_functions.known_functions(game).count <= known_functions.KEPT


def test_what_is_asked_for_again_stays_known(
    santorini: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_functions, "KEPT", 3)
    game = linked(santorini, "artemis", "atlas")
    known, asked = known_functions.KnownFunctions(game.game), AskedGame(game, Questions())
    function = known_functions.KnownFunction(ir.Function(0, (), False, False), ())
    for key in ("seldom", "often"):
        known.add(key, {}, function)
    for number in range(10):
        assert known.find("often", asked) is function
        known.add(number, {}, function)
    assert known.find("seldom", asked) is None
