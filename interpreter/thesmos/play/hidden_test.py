"""What a player can't see makes no difference to their view and options."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from testing.draws import few, pook, santorini, seeds
from testing.exchange import exchanged, with_slots
from testing.tiny import texts, tiny
from testing.walks import allowed, made_up, reach
from thesmos.diagnostics import UsageError
from thesmos.link.layout import UNKNOWN, AttributeOf, Meaning, PlaceOf
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.program.node import AttributeRef

lengths = st.integers(4, 90)


def slots(match: Match, meaning: Meaning) -> range:
    """The slots of something in the vector."""
    return match.linked.layout.by_meaning[meaning].slots


WORKERS = PlaceOf("Worker")
DOMES = AttributeOf(AttributeRef("Space", "dome"))
OWNERS = AttributeRef("Worker", "owner")


def same_for(player: int, one: State, other: State) -> bool:
    """Whether a player sees the same in two states, and may choose the same if it is their turn."""
    assert one.decision is not None
    ours = one.view(player) == other.view(player)
    if one.decision.player != player:
        return ours
    return ours and (one.codes, one.may_skip) == (other.codes, other.may_skip)


# ------------------------------------------------------------------ hidden workers


RIVALS = ("apollo", "artemis", "athena", "minotaur", "hermes", "gaea", "demeter", "pan", "maenads")


def hecate_states() -> st.SearchStrategy[State]:
    """States of games against hidden workers; these are of player 2."""
    rivals = st.sampled_from(RIVALS)
    match = rivals.map(lambda slug: santorini().match([slug, "hecate"]))
    return st.builds(reach, match, seeds, lengths)


def free(state: State) -> list[int]:
    """The empty spaces."""
    match = state.match
    taken = {state.vector[slot] for slot in slots(match, WORKERS)}
    domes = [state.vector[slot] for slot in slots(match, DOMES)]
    return [space for space, dome in enumerate(domes) if space not in taken and not dome]


@few
@given(hecate_states(), st.randoms(use_true_random=False))
def test_hidden_workers_may_stand_anywhere(state: State, random: st.Random) -> None:
    """Moving Hecate's workers to other free spaces changes nothing for her opponent."""
    match = state.match
    owner, base = match.linked.fixed[OWNERS], slots(match, WORKERS).start
    mine = [w for w, side in enumerate(owner) if side == 1 and state.vector[base + w] < 25]
    spaces = free(state)
    assume(mine and len(spaces) >= len(mine))
    places = random.sample(spaces, len(mine))
    moved = with_slots(state, {base + w: s for w, s in zip(mine, places, strict=True)})
    assert moved != state
    assert same_for(1, state, moved)


@few
@given(hecate_states())
def test_hidden_workers_are_unknown_to_the_opponent_and_known_to_the_owner(state: State) -> None:
    """Her own view is the truth of the board; in the other, her workers are unknown."""
    match = state.match
    owner, base = match.linked.fixed[OWNERS], slots(match, WORKERS).start
    for worker, side in enumerate(owner):
        if side == 1 and state.vector[base + worker] < 25:
            assert state.view(1).vector[base + worker] == UNKNOWN
            assert state.view(2).vector[base + worker] == state.vector[base + worker]


def test_meeting_a_hidden_worker_undoes_the_event_and_ends_the_turn() -> None:
    """The worker goes back, what was built before stays, and the next player is to move."""
    match = santorini().match(["prometheus", "hecate"])
    position = {
        "levels": "0" * 25,
        "workers": ["A1 1f", "E5 1m"],
        "secret": {"workers": ["B2 2f", "E1 2m"]},
        "to_move": 1,
    }
    state = match.load(position).apply("A1+A2").apply("A1-B2").apply("B2+B1")
    assert [event["e"] for event in state.events][-2:] == ["cancelled", "turn"]
    assert state.position()["workers"] == ["A1 1f", "E5 1m"]
    assert state.position()["levels"] == "0" * 5 + "1" + "0" * 19
    assert state.turn_of == 2


def test_a_legal_swap_with_a_hidden_worker_takes_place() -> None:
    """On execution a permit is tried on the truth, secret pieces seen: Apollo swaps unknowingly."""
    match = santorini().match(["apollo", "hecate"])
    position = {
        "levels": "0" * 25,
        "workers": ["A1 1f", "E5 1m"],
        "secret": {"workers": ["B2 2f", "E1 2m"]},
        "to_move": 1,
    }
    state = match.load(position).apply("A1-B2")
    assert sorted(state.position()["secret"]["workers"]) == ["A1 2f", "E1 2m"]


def test_the_view_of_the_hider_keeps_the_pending_conflict_secret() -> None:
    """That something will be undone is known to nobody before the turn is over."""
    match = santorini().match(["prometheus", "hecate"])
    position = {
        "levels": "0" * 25,
        "workers": ["A1 1f", "E5 1m"],
        "secret": {"workers": ["B2 2f", "E1 2m"]},
        "to_move": 1,
    }
    met = match.load(position).skip().apply("A1-B2")
    size = match.linked.layout.size
    assert met.vector[size:] != (0,) * size
    assert met.view(1).vector[size:] == (0,) * size


# ----------------------------------------------------------------------- hidden cards


def unseen(state: State, kind: str, attribute: str, player: int) -> list[int]:
    """The pieces of a kind of which a player sees nothing."""
    found = slots(state.match, AttributeOf(AttributeRef(kind, attribute)))
    seen = state.view(player).vector
    return [piece for piece, slot in enumerate(found) if seen[slot] == UNKNOWN]


def pook_states() -> st.SearchStrategy[State]:
    """States of games with secret hands and pacts."""
    match = st.integers(2, 4).map(lambda players: pook().match([None] * players))
    return st.builds(reach, match, seeds, st.integers(8, 160))


def shuffled(pieces: list[int], random: st.Random) -> dict[int, int]:
    """Each of these pieces with the one that takes its place."""
    return dict(zip(pieces, random.sample(pieces, len(pieces)), strict=True))


@few
@given(pook_states(), st.integers(1, 2), st.randoms(use_true_random=False))
def test_cards_out_of_sight_may_be_any_cards(state: State, player: int, random: st.Random) -> None:
    """Other hands, unseen coins and the pile may be exchanged among each other."""
    cards = unseen(state, "Card", "holder", player)
    other = exchanged(state, "Card", shuffled(cards, random))
    assert same_for(player, state, other)


@few
@given(pook_states(), st.integers(1, 2), st.randoms(use_true_random=False))
def test_pacts_out_of_sight_may_be_any_pacts(state: State, player: int, random: st.Random) -> None:
    """Nobody knows the others' pacts before the grid is full."""
    pacts = unseen(state, "Pact", "sworn", player)
    other = exchanged(state, "Pact", shuffled(pacts, random))
    assert same_for(player, state, other)


@few
@given(pook_states(), st.integers(1, 2))
def test_a_player_sees_their_own_hand(state: State, player: int) -> None:
    """Cards in a player's own hand are never hidden from them."""
    holders = slots(state.match, AttributeOf(AttributeRef("Card", "holder")))
    hand = {card for card, slot in enumerate(holders) if state.vector[slot] == player - 1}
    assert hand & {*unseen(state, "Card", "holder", player)} == set()


@few
@given(st.builds(reach, st.builds(lambda: made_up("market").match([None] * 3)), seeds, lengths),
       st.integers(1, 3), st.randoms(use_true_random=False))  # fmt: skip
def test_hands_and_pile_of_a_made_up_game_are_alike(
    state: State, player: int, random: st.Random
) -> None:
    """Cards that others hold look like cards that nobody holds."""
    goods = unseen(state, "Good", "owner", player)
    other = exchanged(state, "Good", shuffled(goods, random))
    assert same_for(player, state, other)


def test_a_view_of_a_view_is_the_same() -> None:
    """Hiding again what is hidden changes nothing."""
    state = reach(pook().match([None, None]), 3, 40)
    backend = state.match.backend
    seen = backend.view(state.vector, 0)
    assert backend.view(seen, 0) == seen != state.vector


def test_chance_sees_everything() -> None:
    """Outcomes of chance are those of the true state."""
    state = pook().match([None, None]).start()
    decision = state.decision
    assert decision is not None
    assert (decision.player, len(decision.options)) == (0, 6)


@pytest.mark.parametrize("slug", RIVALS)
def test_the_rivals_of_these_tests_may_meet_hecate(slug: str) -> None:
    """No pair here is a banned one."""
    assert allowed(santorini(), slug, "hecate")


def test_a_state_of_other_rules_is_refused() -> None:
    """What was saved with other powers can't be restored."""
    saved = santorini().match(["pan", None]).start().to_json()
    with pytest.raises(UsageError, match="other rules"):
        santorini().match(["atlas", None]).from_json(saved)


# ---------------------------------------------------------------- routes at a moment


GAME = """
headings: {Rules: {en: Rules}}
boards:
  Cell: {grid: 2x1, adjacent: 4, names: A1}
zones: [box]
pieces:
  Stone:
    on: Cell
    attributes: {owner: {is: Side}}
    supply: [{for each: side, owner: side, zone: box}]
moments: [end]
state:
  game: {n: 0..9}
actions:
  pick: {roles: {m: 0..1}, text: "{m}", do: n := m}
steps:
  pick: {action: pick, when empty: ask}
flow:
  turn:
    - begin turn
    - {steps: pick}
    - {routes: end}
    - pass
position: {n: {value: n}}
"""
SEEKER = """
actions:
  seek: {roles: {k: 5..6}, text: "+{k}", do: n := k}
steps:
  seek: {action: seek, chooser: holder}
clauses:
  Rules: |
    at end of your turn where some (s in Stone where zone(s) = box): next seek
"""
VEIL = """
clauses:
  Rules: |
    hide s in Stone where viewer != you
"""


@pytest.mark.parametrize(("other", "asked"), [(None, ("5", "6")), ("veil", ("0", "1"))])
def test_a_route_at_a_moment_is_taken_by_what_its_player_sees(
    tmp_path: Path, other: str | None, asked: tuple[str, ...]
) -> None:
    """The stone is there either way; a hidden one is not a reason to ask (semantics §6, §9)."""
    game = tiny(tmp_path, GAME, powers={"seeker": SEEKER, "veil": VEIL})
    after = game.match(["seeker", other]).start().apply("0")
    assert asked == tuple(text.removeprefix("+") for text in texts(after))
