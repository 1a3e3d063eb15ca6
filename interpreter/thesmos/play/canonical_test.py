"""One key for positions that play the same, and only for those."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testing.draws import SIXTEEN, few, santorini, seeds
from testing.exchange import exchanged
from testing.walks import match_ups, reach
from thesmos.link.layout import NONE
from thesmos.perft.turns import successors
from thesmos.play.state import State
from thesmos.program.node import AttributeRef

EMPTY: dict[str, Any] = {
    "levels": "0" * 25,
    "workers": ["B2 1f", "D4 1m", "B4 2f", "D2 2m"],
    "to_move": 1,
}


def states() -> st.SearchStrategy[State]:
    """States of games in which no card distinguishes the workers of a side."""
    pairs = st.sampled_from(match_ups(santorini(), *SIXTEEN))
    match = pairs.map(lambda pair: santorini().match(pair, any_match_up=True))
    return st.builds(reach, match, seeds, st.integers(4, 60))


def twins(state: State) -> dict[int, int]:
    """The first two workers of each side, each in the other's place."""
    owner = state.match.linked.fixed[AttributeRef("Worker", "owner")]
    order = {}
    for side in set(owner):
        one, other, *_ = (worker for worker, of in enumerate(owner) if of == side)
        order.update({one: other, other: one})
    return order


def keys_after(state: State) -> set[Any]:
    """The keys after each choice, but for what waits in a conflict or an interrupt: it has none."""
    after = [successor for _, successor in successors(state)]
    core = state.match.linked.layout.core
    waits = (core("cancellation"), 0), (core("interrupted"), NONE)
    return {s.key() for s in after if all(s.vector[slot] == empty for slot, empty in waits)}


@few
@given(st.deferred(states))
def test_interchangeable_pieces_have_one_order(state: State) -> None:
    """A state and the one with two workers of a side exchanged have the same key."""
    assert exchanged(state, "Worker", twins(state)).key() == state.key()


@few
@given(st.deferred(states))
def test_equal_keys_lead_to_equal_keys(state: State) -> None:
    """Equal keys play the same: the choices lead to the same keys."""
    other = exchanged(state, "Worker", twins(state))
    assert keys_after(other) == keys_after(state)


def test_workers_of_two_sides_are_not_interchangeable() -> None:
    """Whose a worker is matters."""
    match = santorini().match([None, None])
    swapped = {**EMPTY, "workers": ["B4 1f", "D2 1m", "B2 2f", "D4 2m"]}
    assert match.load(EMPTY).key() != match.load(swapped).key()


@pytest.mark.parametrize(
    ("powers", "alike"), [([None, None], True), (["pan", "hermes"], True), (["eros", None], False)]
)
def test_pieces_are_alike_unless_some_clause_asks(powers: list[str | None], alike: bool) -> None:
    """The sexes of workers matter only where a card in play reads them."""
    match = santorini().match(powers)
    swapped = {**EMPTY, "workers": ["B2 1m", "D4 1f", "B4 2f", "D2 2m"]}
    assert (match.load(EMPTY).key() == match.load(swapped).key()) is alike


def test_the_order_of_two_builds_does_not_matter_after_the_turn() -> None:
    """What was asked of this turn only is forgotten with it."""
    state = santorini().match(["demeter", None]).load(EMPTY).apply("B2-B3")
    one, other = (
        state.apply(f"B3+{first}").apply(f"B3+{second}").key()
        for first, second in (("A2", "A3"), ("A3", "A2"))
    )
    assert one == other


SUMMIT: dict[str, Any] = {
    "levels": "2333322333333333333033300",
    "domes": [
        f"{column}{row}"
        for row in range(1, 6)
        for column in "ABCDE"
        if f"{column}{row}" not in ("A1", "A2", "B2", "B3", "E5", "E4", "D5")
    ],
    "workers": ["A1 1f", "E5 2m"],
    "to_move": 1,
}  # one worker is a step and a step below the top, by way of A2 or of B2


def test_the_way_to_the_end_of_a_game_does_not_matter() -> None:
    """Artemis wins on B3 from two spaces: registers differ, but nothing follows any more."""
    state = santorini().match(["artemis", "minotaur"]).load(SUMMIT)
    one, other = (state.apply(f"A1-{by}").apply(f"{by}-B3") for by in ("A2", "B2"))
    assert one.result == other.result
    assert one.result is not None
    assert (one != other, one.key() == other.key()) == (True, True)


def test_board_and_result_tell_ends_apart() -> None:
    """Who has won, by what, and where the pieces are."""
    match = santorini().match([None, None])
    ends = [match.load({**EMPTY, "to_move": player}).concede() for player in (1, 2)]
    ends.append(match.load({**EMPTY, "workers": ["B2 1f", "D4 1m", "B4 2f", "E2 2m"]}).concede())
    assert len({state.key() for state in ends}) == 3
    assert len({(s.result, *s.position()["workers"]) for s in ends}) == 3


def test_a_finished_game_is_another_state_than_one_that_goes_on() -> None:
    state = santorini().match([None, None]).load(EMPTY)
    assert state.key() != state.concede().key()


def test_the_player_to_move_matters() -> None:
    """The same board with the other to move is another position."""
    match = santorini().match([None, None])
    assert match.load(EMPTY).key() != match.load({**EMPTY, "to_move": 2}).key()
