"""§9: generated Python sees what 0.1's engine sees, and takes back what it takes back."""

from __future__ import annotations

import pytest

from thesmos.compile import ir
from thesmos.compile.compiler import compiled
from thesmos.compile.match import CompiledMatch
from thesmos.compile.nodes import walk
from thesmos.link.layout import UNKNOWN
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game, load
from thesmos.testing.compiled import compare, match_of
from thesmos.testing.walks import made_up

FEW = 250  # decisions


@pytest.fixture(scope="module")
def santorini() -> Game:
    return load("santorini")


@pytest.fixture(scope="module")
def pook() -> Game:
    return load("pook")


@pytest.mark.parametrize(
    "powers",
    [
        ("hecate", "charybdis"),  # cancelled turns, with forces after forces
        ("gaea", "hecate"),  # and with interrupts
        ("tartarus", "artemis"),  # a hidden token, and questions about the past
        ("hecate", "tartarus"),  # both hide something
    ],
    ids=", ".join,
)
def test_powers_that_hide_agree(santorini: Game, powers: tuple[str, ...]) -> None:
    assert compare(match_of(santorini, powers), FEW) == FEW


@pytest.mark.parametrize("players", [2, 3])
def test_pook_agrees(pook: Game, players: int) -> None:
    assert compare(pook.match([None] * players), FEW) == FEW


@pytest.mark.parametrize("players", [2, 3])
def test_the_market_agrees(players: int) -> None:
    assert compare(made_up("market").match([None] * players), FEW) == FEW


def test_what_somebody_else_holds_is_unknown(pook: Game) -> None:
    match = CompiledMatch(pook.match([None, None]).linked)
    state = match.start()
    assert UNKNOWN not in state
    assert UNKNOWN in match.view(state, 0)
    while match.options(state) and state[match.game.layout.core("chooser")] < 0:
        state = match.apply(state, match.options(state)[0])
    seen = [match.view(state, player) for player in (0, 1)]
    assert seen[0] != seen[1] != state != seen[0]
    assert match.options(seen[0]) == match.options(state) != []


def test_nothing_is_copied_where_nothing_is_hidden(santorini: Game) -> None:
    """Not even where tokens are in play: none of them is one that is ever hidden."""
    assert not _copies(match_of(santorini, ("gaea", None)).linked)
    assert not _copies(match_of(santorini, ("charybdis", None)).linked)
    assert _copies(match_of(santorini, ("hecate", None)).linked)


def _copies(game: LinkedGame) -> bool:
    program = compiled(game)
    nodes = (node for each in program.functions for node in walk(each.body))
    return any(isinstance(node, ir.OnCopy) for node in nodes)
