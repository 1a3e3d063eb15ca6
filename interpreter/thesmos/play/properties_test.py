"""What holds of every state of every game, on states that Hypothesis draws."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from testing.draws import few, santorini, states
from thesmos.perft.counting import ends
from thesmos.perft.turns import successors
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.semantics import play
from thesmos.semantics.vector import option_from, state_from


def vectors_after(state: State) -> list[tuple[int, ...]]:
    """The vectors after each choice."""
    return [after.vector for _, after in successors(state)]


def moved(state: State, match: Match) -> State:
    """The state in another match object, by way of JSON text."""
    return match.from_json(json.loads(json.dumps(state.to_json())))


@few
@given(states())
def test_a_restored_state_is_the_same(state: State) -> None:
    """Saving and restoring gives an equal state with the same options and the same successors."""
    restored = moved(state, state.match)
    assert (restored, hash(restored)) == (state, hash(state))
    assert (restored.codes, restored.may_skip) == (state.codes, state.may_skip)
    assert vectors_after(restored) == vectors_after(state)


@few
@given(states())
def test_options_come_from_what_the_chooser_sees(state: State) -> None:
    """The options of a state are those of its chooser's view of it."""
    decision = state.decision
    assert decision is not None
    seen = state.view(decision.player)
    assert (seen.codes, seen.may_skip) == (state.codes, state.may_skip)


@few
@given(states())
def test_options_known_from_entering_are_those_asked_anew(state: State) -> None:
    """What was found on entering the step is what a state without a past finds."""
    anew = State(state.match, state.vector)
    assert (anew.codes, anew.may_skip) == (state.codes, state.may_skip)


@few
@given(states())
def test_no_option_is_offered_twice(state: State) -> None:
    """Roles, texts and codes of the options are unique."""
    decision = state.decision
    assert decision is not None
    count = len(decision.options)
    assert len(set(state.codes)) == count
    assert len({option.text for option in decision.options}) == count
    assert len({option.code for option in decision.options}) == count


@few
@given(states())
def test_options_are_in_canonical_order(state: State) -> None:
    """By their codes."""
    decision = state.decision
    assert decision is not None
    listed = [option.code for option in decision.options]
    assert listed == sorted(listed) == [*state.codes]


@few
@given(states())
def test_choosing_leaves_the_old_state_as_it_was(state: State) -> None:
    """A state is a value: applying, skipping and conceding give new ones."""
    before = (state.vector, list(state.codes), state.may_skip, state.position())
    vectors_after(state)
    if state.decision is not None and state.decision.player:  # chance does not give up
        state.concede()
    anew = State(state.match, state.vector)
    assert (anew.vector, list(anew.codes), anew.may_skip, anew.position()) == before


@few
@given(states())
def test_events_are_found_without_looking_for_the_next_options(state: State) -> None:
    """They are those of a choice that is followed to the options of the next decision."""
    match = state.match
    for option in (state.decision.options if state.decision else ())[:3]:
        chosen = option_from(match.linked, *match.backend.codes.option(option.code))
        whole = play.choose(state_from(match.linked, state.vector), chosen)
        assert state.take(option.code).events == match.events.texts(whole.reports)


@few
@given(states())
def test_nothing_is_said_against_an_offered_option(state: State) -> None:
    """`why_not` of what is offered is empty."""
    decision = state.decision
    assert decision is not None
    found = {option.text: state.why_not(option.text) for option in decision.options[:5]}
    assert found == {text: [] for text in found}


CROWDED = {
    "levels": "00033" * 3 + "3" * 10,
    "domes": [f"{c}{r}" for c in "ABCDE" for r in range(1, 6) if not (c < "D" and r < 4)],
    "workers": ["A1 1f", "C3 1m", "A3 2f", "C1 2m"],
    "to_move": 1,
}  # nine ground spaces to walk on, the rest under domes


@pytest.mark.parametrize(
    "slug",
    [
        "hermes",
        "artemis",
        "castor-pollux",
        "prometheus",
        "triton",
        "dionysus",
        "charybdis",
        "circe",
    ],
)
def test_the_graph_inside_a_turn_is_finite(slug: str) -> None:
    """However often a power may continue, its turn has finitely many states, and they all end."""
    state = santorini().match([slug, "pan"]).load(CROWDED)
    seen, waiting, over = {state}, [state], 0
    while waiting and len(seen) < 3000:
        for _, after in successors(waiting.pop()):
            if after.result is None and after.turn_of == 1 and after not in seen:
                seen.add(after)
                waiting.append(after)
            over += after.turn_of != 1
    assert (waiting, over > 0) == ([], True)


def test_a_turn_of_walking_in_circles_ends_where_a_short_one_does() -> None:
    """Positions that play the same are equal: Hermes' ways to a square do not count apart."""
    state = santorini().match(["hermes", None]).load(CROWDED)
    found = {end.key() for _, end in ends(state).values()}
    boards = {json.dumps([end.position(), end.held]) for _, end in ends(state).values()}
    assert len(found) == len(boards)
