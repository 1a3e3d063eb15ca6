"""Generated Python and the semantics agree."""

from __future__ import annotations

import pytest

from testing.compiled import compare, match_of
from thesmos.compile.python.match import CompiledMatch
from thesmos.play.game import Game, load
from thesmos.resources import spec_dir

FEW = 120  # decisions
POWERS = sorted(file.stem for file in (spec_dir() / "santorini" / "powers").glob("*.yaml"))
APART = 3  # places in this list: other distances make games in which fewer clauses hold


@pytest.fixture(scope="module")
def santorini() -> Game:
    return load("santorini")


def test_every_power_is_a_file(santorini: Game) -> None:
    assert POWERS == sorted(santorini.powers)


def test_the_base_game_agrees(santorini: Game) -> None:
    assert compare(match_of(santorini, (None, None)), 400) == 400


@pytest.mark.parametrize(
    "powers",
    [
        ("hermes", "minotaur"),  # skips, permits with effects
        ("persephone", "adonis"),  # requirements, one of a card that is spent
        ("charybdis", "harpies"),  # forces after forces, in a `while`; tokens
        ("gaea", "castor-pollux"),  # interrupts between several builds of one turn
        ("dionysus", "chaos"),  # additional turns, chance, powers that change hands
        ("circe", "gaea"),  # powers that are taken at a moment
        ("gaea", "hydra", "chaos"),  # three players: sides that are out
        ("eris", "medusa", "tyche", "pan"),  # two teams
    ],
    ids=", ".join,
)
def test_powers_agree(santorini: Game, powers: tuple[str, ...]) -> None:
    assert compare(match_of(santorini, powers), FEW) == FEW


def test_a_power_for_everybody_agrees(santorini: Game) -> None:
    setup = {"golden_fleece": "persephone"}
    assert compare(match_of(santorini, (None, None), setup), FEW) == FEW


@pytest.mark.slow
def test_the_draft_agrees(santorini: Game) -> None:
    options = {"form": "tournament", "golden_fleece": "yes", "advanced": "yes"}
    assert compare(santorini.draft(2, options), FEW) == FEW


def test_every_power_can_be_compiled(santorini: Game) -> None:
    for power in santorini.powers:
        assert CompiledMatch(match_of(santorini, (power, None)).linked).start()


@pytest.mark.slow
@pytest.mark.parametrize("power", POWERS)
def test_every_power_agrees(santorini: Game, power: str) -> None:
    """In both seats, each time against another power."""
    powers = power, POWERS[(POWERS.index(power) + APART) % len(POWERS)]
    assert compare(match_of(santorini, powers), FEW) == FEW
