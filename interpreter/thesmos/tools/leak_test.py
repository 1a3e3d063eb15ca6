"""Each kind of leak is found, and none in a sound game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from testing.tiny import tiny
from testing.walks import made_up
from thesmos.dice import Rng
from thesmos.link.revealing import seen_from_behind
from thesmos.play.game import Game, load
from thesmos.play.random_play import play
from thesmos.play.renumbering import Renumbering
from thesmos.play.state import State
from thesmos.program.node import AttributeRef
from thesmos.tools.leak import leak

pytestmark = pytest.mark.slow


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> State:
    """Apollo's turn, beside two workers that only Hecate sees. Everything shown is compared."""
    monkeypatch.setattr("thesmos.tools.leak.SHOWN_EVERY", 1)
    position = {
        "levels": "0" * 25, "workers": ["C3 1f", "A1 1m"],
        "secret": {"workers": ["D3 2f", "C2 2m"]}, "to_move": 1,
    }  # fmt: skip
    return load("santorini").match(["apollo", "hecate"]).load(position)


def messages(state: State) -> set[str | None]:
    return {leak(state.match, state, Rng(seed)) for seed in range(20)}


def secret(state: State) -> str:
    """What only Hecate sees of a state."""
    return str(state.position().get("secret"))


def test_an_event_that_tells_of_something_hidden_is_found(
    hidden: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `play` once did: a player who ran into a hidden worker was told that it is forced away."""
    assert messages(hidden) == {None}
    monkeypatch.setattr(State, "events_for", lambda self, _: self.events)
    assert "player 1 can tell from the events what is hidden" in messages(hidden)


def test_numbers_of_equal_cards_that_tell_which_were_drawn_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = load("love-letter").match().start()
    while state.decision is not None and state.decision.chance:
        state = state.take(state.codes[0])
    assert messages(state) == {None}
    monkeypatch.setattr(Renumbering, "__call__", lambda _, seen: seen)
    assert "can tell from place(Card)" in str(messages(state))


def test_an_undo_that_depends_on_something_hidden_is_found(
    hidden: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thesmos.tools.leak.UNDONE_EVERY", 1)
    monkeypatch.setattr("thesmos.tools.surfaces.reveals", lambda before, *_: "D3" in secret(before))
    assert "player 1 can tell from undo what is hidden" in messages(hidden)


def test_a_reason_against_an_option_that_tells_of_something_hidden_is_found(
    hidden: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(State, "why_not", lambda self, _: secret(self))
    assert any("is not legal what is hidden" in str(message) for message in messages(hidden))


def test_a_choice_that_tells_which_of_several_looks_the_same_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sees which mouse creeps where: nobody may be told."""
    monkeypatch.setattr(State, "choice_for", lambda self, _: self.chosen)
    found = next(what for what in mice(tmp_path, SOUND) if "from the events what was done" in what)
    option = "`creep` with [ABC][123][^`;]*"
    advice = "if all may know it, the action `creep` needs `public: yes`"
    assert re.fullmatch(f"player [12] .* what was done, {option} or {option}; {advice}", found)


SECRETIVE = [
    ("german-whist", [None, None], {}), ("pook", [None, None], {"mode": "two-players"}),
    ("seven-wonders-duel+agora", [None, None], {}), ("off-the-rails", [None, None], {}),
    ("santorini", ["tartarus", "minotaur"], {}), ("santorini", ["apollo", "hecate"], {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "powers", "options"), SECRETIVE)
def test_states_that_look_the_same_to_a_player_are_shown_alike_everywhere(
    name: str, powers: list[str | None], options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thesmos.tools.leak.SHOWN_EVERY", 1)
    match, dice = load(name).match(powers, **options), Rng(5)  # type: ignore[arg-type]
    states = [state for state, _ in play(match.start(), Rng(3), 90)]
    assert [leak(match, state, dice) for state in states[4::17]] == [None] * len(states[4::17])


# Two mice in the dark: what leaks, if anything, is a card's fault.
MICE = """
    boards:
      Cell: {grid: 3x3, adjacent: 4, names: A1}
    zones: [hole, box]
    pieces:
      Mouse:
        on: Cell
        attributes: {owner: {is: Side}}
        supply:
          - {for each: side, count: 2, owner: side, zone: hole}
    facts:
      bright(m in Mouse): no
    actions:
      creep:
        roles: {mouse: Mouse, to: Cell}
        rules:
          mine: owner(mouse) = side(you)
          free: Mouse at to is none
        do: place(mouse) := to
        text: "{to}"
    steps:
      creep: {action: creep, filter: yes, when empty: ask}
    moments: [end]
    flow:
      turn:
        - begin turn
        - {steps: creep}
        - {moment: end}
        - pass
    headings: {Rules: {en: Rules}}
    clauses:
      Rules: |
        hide m in Mouse where owner(m) != side(viewer) and not bright(m)
    position:
      mice: {pieces: Mouse, text: "{place} {owner}"}
"""

SOUND = """
clauses:
  Rules: |
    forbid creep where column(to) = 2 and row(to) = 2
"""
LEAKS = {
    # whether a mouse is hidden depends on where it is
    "player 1 can tell from place(Mouse)": """
clauses:
  Rules: |
    treat bright(m) as yes where column(place(m)) = 1
""",
    # a card keeps a hidden place and shows it
    "can tell from card.crumb": """
memory:
  crumb: {is: Cell or none}
clauses:
  Rules: |
    after creep: crumb := to
""",
    # a question about the past that nobody hides
    "can tell from last(creep)": """
clauses:
  Rules: |
    forbid creep where to = last(creep during game of active).to
""",
}
KEPT = """
memory:
  crumb: {is: Cell or none, secret: yes}
clauses:
  Rules: |
    after creep: crumb := to
"""


def leaks(game: Game, powers: list[str | None], games: int = 12) -> set[str]:
    """What is found in the first decisions of some random games."""
    match, found = game.match(powers), set()
    for seed in range(games):
        for state, _ in play(match.start(), Rng(seed), limit=12):
            found.add(leak(match, state, Rng(seed)))
    return {what for what in found if what is not None}


def mice(folder: Path, power: str) -> set[str]:
    """What is found where player 1 holds a card."""
    return leaks(tiny(folder, MICE, powers={"card": power}), ["card", None])


def test_a_game_that_hides_well_reveals_nothing(tmp_path: Path) -> None:
    """Hidden pieces may be anywhere, and nothing else depends on them."""
    assert set() == mice(tmp_path, SOUND)


def test_a_back_that_says_whether_a_piece_is_hidden_is_seen_by_all(tmp_path: Path) -> None:
    """Nobody takes a grey mouse, which is seen in the hole, for a white one, which is not."""
    mice = MICE.replace("{is: Side}}", "{is: Side}, grey: {is: flag}}").replace(
        "          - {for each: side, count: 2, owner: side, zone: hole}",
        "          - {for each: side, count: 2, owner: side, zone: hole}\n"
        "          - {for each: side, count: 2, owner: side, zone: hole, grey: yes}",
    )
    game = tiny(tmp_path, mice.replace("and not bright(m)", "and not (grey(m) and zone(m) = hole)"))
    assert seen_from_behind(game.match([None, None]).linked) >= {AttributeRef("Mouse", "grey")}
    assert set() == leaks(game, [None, None])


@pytest.mark.parametrize("leaked", LEAKS)
def test_what_reveals_hidden_pieces_is_found(tmp_path: Path, leaked: str) -> None:
    """Through the view, through what a card remembers, through history."""
    assert any(leaked in what for what in mice(tmp_path, LEAKS[leaked]))


def test_a_secret_memory_is_known_only_to_its_holder(tmp_path: Path) -> None:
    """Players know what they did; a memory of what others did would reveal it."""
    found = mice(tmp_path, KEPT)
    assert found
    assert all("player 1 can tell from card.crumb what was done, `creep`" in what for what in found)


def test_hands_and_pile_of_a_made_up_game_reveal_nothing() -> None:
    """Cards out of sight, dealt and drawn by chance."""
    assert set() == leaks(made_up("market"), [None, None], games=2)


def test_a_pending_interrupt_does_not_reveal_who_built() -> None:
    """Gaea answers a dome and learns nothing about the hidden builder."""
    match = load("santorini").match(["gaea", "hecate"])
    position = {
        "levels": "0" * 12 + "3" + "0" * 12,
        "workers": ["A1 1f", "E5 1m"],
        "on_card": {"1m": 2},
        "secret": {"workers": ["B2 2f", "D2 2m"]},
        "to_move": 2,
    }
    one = match.load(position).apply("B2-B3").apply("B3+C3")
    other = match.load(position).apply("D2-D3").apply("D3+C3")
    assert one != other
    assert one.view(1) == other.view(1)


def test_a_mark_in_the_abyss_is_seen_by_nobody() -> None:
    """Whoever moved into the secret space does not learn it before the end of the turn."""
    match = load("santorini").match(["tartarus", None])
    seen = []
    for abyss in ("C3", "E5"):
        position = {
            "levels": "0" * 25,
            "workers": ["A1 1f", "E1 1m", "B3 2f", "A5 2m"],
            "secret": {"abyss": abyss},
            "to_move": 2,
        }
        seen.append(match.load(position).apply("B3-C3").view(2))
    assert seen[0] == seen[1]
