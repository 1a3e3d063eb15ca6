"""§9: generated Python sees what the semantics say, and takes back what they take back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from testing.compiled import compare, match_of
from testing.tiny import tiny
from testing.walks import made_up
from thesmos.compile.compiler import compiled
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import walk
from thesmos.compile.lower.hidden import MARKED
from thesmos.compile.python.match import CompiledMatch
from thesmos.link.layout import UNKNOWN, AttributeOf, PlaceOf, RegisterOf
from thesmos.link.linked import LinkedGame
from thesmos.play.backend import Semantics
from thesmos.play.game import Game, load
from thesmos.program.node import AttributeRef

FEW = 100  # decisions


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
    assert compare(match_of(pook, [None] * players), FEW) == FEW


@pytest.mark.parametrize("players", [2, 3])
def test_the_market_agrees(players: int) -> None:
    assert compare(match_of(made_up("market"), [None] * players), FEW) == FEW


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


def test_a_turn_is_marked_first_and_taken_back_later(santorini: Game) -> None:
    match = CompiledMatch(match_of(santorini, (None, "hecate")).linked)
    layout, dice, taken_back = match.game.layout, random.Random(1), 0
    size, cancellation = layout.size, layout.core("cancellation")
    pieces = [slot for each in layout.entries if isinstance(each.meaning, PlaceOf)
              for slot in each.slots]  # fmt: skip
    for _ in range(5):
        state = match.start()
        while match.result(state) is None:
            before, codes = state, match.options(state)
            state = match.apply(state, dice.choice(codes)) if codes else match.concede(state)
            assert any(state[size:]) == (state[cancellation] == MARKED)
            if before[cancellation] != MARKED:
                continue
            seen = match.view(before, before[layout.core("chooser")])
            assert not any(seen[size:])
            assert seen[cancellation] == 0
            if state[layout.core("active")] != before[layout.core("active")]:
                taken_back += 1
                kept = before[size:]
                assert [state[slot] for slot in pieces] == [kept[slot] for slot in pieces]
    assert taken_back


def test_nothing_is_copied_where_nothing_is_hidden(santorini: Game) -> None:
    """Not even where tokens are in play, if none of them is ever hidden."""
    assert not _copies(match_of(santorini, ("gaea", None)).linked)
    assert not _copies(match_of(santorini, ("charybdis", None)).linked)
    assert _copies(match_of(santorini, ("hecate", None)).linked)


def _copies(game: LinkedGame) -> bool:
    program = compiled(game)
    nodes = (node for each in program.functions for node in walk(each.body))
    return any(isinstance(node, ir.OnCopy) for node in nodes)


VEILED = """
zones: [bag, box]
pieces: {Gem: {supply: [{name: a, zone: bag}, {name: b, zone: bag}]}}
state: {game: {kept: {is: Gem or none}}}
headings: {Rules: {en: Rules}}
actions:
  pick: {roles: {gem: Gem}, rules: {free: zone(gem) = bag}, do: "kept := gem", text: "{gem}"}
steps: {pick: {action: pick, when empty: ask}}
flow: {turn: [begin turn, {steps: pick}, pass]}
position: {kept: {value: kept}}
clauses:
  Rules: |
    hide g in {kept} where active = viewer
"""


def test_what_is_hidden_can_depend_on_what_a_view_does_not_know(tmp_path: Path) -> None:
    linked = tiny(tmp_path, VEILED).match([None, None]).linked
    match, meant = CompiledMatch(linked), Semantics(linked)
    start = match.start()
    state = match.apply(start, match.options(start)[0])
    seen = match.view(state, 1)
    assert UNKNOWN == seen[linked.layout.by_meaning[AttributeOf(AttributeRef("", "kept"))].first]
    assert match.view(seen, 1) == meant.view(seen, 1) == seen
    assert match.options(seen) == meant.options(seen) == match.options(state) != []


SECRET = """
zones: [box]
boards: {Cell: {grid: 2x1}}
pieces: {Stone: {on: Cell, supply: [{name: s, place: A1}]}}
state: {Player: {kept: {is: 1..5, secret: yes}}}
headings: {Rules: {en: Rules}}
actions:
  pick:
    roles: {m: 0..3, least: "first (x in {2, kept(actor)} where yes)"}
    rules: {small: "m <= kept(actor)", same: "m in {kept(actor)}", near: "B1 in adjacent(place(s))"}
    text: "{m}"
steps: {pick: {action: pick, chooser: CHOOSER, when empty: ask}}
flow: {turn: [begin turn, {steps: pick}, pass]}
clauses:
  Rules: |
    hide s in Stone where viewer = player 2
"""


@pytest.mark.parametrize("chooser", ["active", "chance"])
def test_options_can_be_asked_in_the_view_of_somebody_who_does_not_choose(
    tmp_path: Path, chooser: str
) -> None:
    linked = tiny(tmp_path, SECRET.replace("CHOOSER", chooser)).match([None, None]).linked
    match, meant = CompiledMatch(linked), Semantics(linked)
    state = match.start()
    assert match.options(state) == meant.options(state) == [1]
    seen = match.view(state, 1)
    assert match.options(seen) == meant.options(seen) == []


def test_in_a_view_nothing_more_is_hidden_from_its_viewer(tmp_path: Path) -> None:
    """With the first gem in the bag unknown, the second one would be the first."""
    first = VEILED.replace("{kept} where active = viewer", "{first (x in Gem where zone(x) = bag)}")
    linked = tiny(tmp_path, first).match([None, None]).linked
    for match in (CompiledMatch(linked), Semantics(linked)):
        state = match.start()
        seen = match.view(state, 0)
        assert match.options(seen) == match.options(state) == [1]
        assert match.view(seen, 0) == seen != state


NO_RAMS = """
zones: [bag]
pieces: {Gem: {supply: [{name: a, zone: bag}]}, Ram: {supply: []}}
headings: {Rules: {en: Rules}}
actions:
  pick: {roles: {gem: Gem}, do: "each r in Ram: zone(r) := bag", text: "{gem}"}
steps: {pick: {action: pick, when empty: ask}}
flow: {turn: [begin turn, {steps: pick}, pass]}
"""
RAMS_HIDDEN = """
clauses:
  Rules: |
    hide r in Ram where viewer != you
    forbid pick where kept = 1 and did(pick with gem = gem during game of you)
memory: {kept: {is: 0..1, secret: yes}}
"""


def test_who_could_hide_pieces_that_there_are_none_of_has_a_past_to_be_seen(tmp_path: Path) -> None:
    game = tiny(tmp_path, NO_RAMS, powers={"herd": RAMS_HIDDEN})
    linked = match_of(game, ("herd", None)).linked
    (past,) = (e.first for e in linked.layout.entries if isinstance(e.meaning, RegisterOf))
    for match in (CompiledMatch(linked), Semantics(linked)):
        state = match.after(match.start(), 0)[0]
        assert (match.view(state, 1)[past], state[past]) == (1, 1)
