"""Saved states are a stranger's data: each is refused or played, and never fails otherwise."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from testing.damaged import changed, matches
from testing.draws import santorini
from testing.heap import CARDS, GAME
from testing.tiny import tiny
from testing.walks import made_up, reach
from thesmos.diagnostics import UsageError
from thesmos.link.layout import HoldersOf, RememberedOf
from thesmos.play.game import load
from thesmos.play.saved import MARKED, is_state
from thesmos.play.state import State
from thesmos.program.repetition import LARGEST
from thesmos.semantics.vector import state_from, vector_of

TRIED, FOLLOWED = 25, 3  # changed states of a match; choices after each


def ask(state: State) -> list[State]:
    """Ask a state for everything; return some states that follow."""
    decision = state.decision
    for player in range(1, state.match.linked.players + 1):
        state.view(player).position()
    for question in ("result", "held", "match_up", "events", "turn_of"):
        getattr(state, question)
    hash((state.key(), *state.position()))
    after = [state.take(code) for code in state.codes[:2]]
    if state.may_skip:
        after.append(state.skip())
    if decision is not None and decision.player:
        after.append(state.concede())
    return after


@pytest.mark.parametrize("number", range(7))
def test_a_changed_state_is_refused_or_played(number: int) -> None:
    match, chance = matches()[number], random.Random(number)
    accepted = refused = 0
    while accepted < TRIED:
        vector = changed(reach(match, 1, chance.randrange(60)), chance)
        try:
            states = [match.from_json({"rules": match.rules, "vector": vector})]
        except UsageError:
            refused += 1
            continue
        accepted += 1
        for _ in range(FOLLOWED):
            states = ask(chance.choice(states)) or states
    assert refused


@pytest.mark.parametrize("number", range(7))
def test_a_state_that_is_not_refused_has_no_number_that_means_nothing(number: int) -> None:
    """The semantics reads what numbers mean, and writes the same numbers again."""
    match, chance = matches()[number], random.Random(number)
    accepted = 0
    while accepted < TRIED:
        state = reach(match, 1, chance.randrange(60))
        vector = changed(state, chance)
        for tried in (list(state.vector), vector):
            if is_state(match.linked, tried):
                accepted += 1
                assert tried == [*vector_of(state_from(match.linked, tried))]


def refused(state: State, *changes: tuple[int, int]) -> bool:
    """Whether a state is refused with other numbers in some slots."""
    vector = [*state.vector]
    for slot, number in changes:
        vector[slot] = number
    return not is_state(state.match.linked, vector)


def test_free_places_for_positions_are_empty_and_others_hold_possible_ones() -> None:
    match = load("chess").match()
    layout = match.linked.layout.by_meaning
    numbers, count = layout[RememberedOf("numbers")], layout[RememberedOf("count")]
    state = match.start()
    for choice in ("B1-C3", "B8-C6", "C3-B1", "C6-B8"):
        state = state.apply(choice)
    (filled,) = count.of(state.vector)
    assert 0 < filled < numbers.things
    assert not refused(state)
    for place in (filled, numbers.things - 1):
        for inner in (0, numbers.width - 1):
            assert refused(state, (numbers.slot(place, inner), 1))
    assert refused(state, (count.first, filled - 1))  # the last one is behind the others now
    for inner in range(numbers.width):
        assert refused(state, (numbers.slot(filled - 1, inner), LARGEST))


def test_what_is_about_an_interrupt_is_empty_without_one() -> None:
    state = reach(matches()[1], 1, 30)
    core = state.match.linked.layout.core
    assert state.vector[core("interrupted")] == state.match.linked.layout.none
    for name in ("next_seat", "interrupted_action"):
        assert refused(state, (core(name), 1))  # type: ignore[arg-type]  # its names


def test_a_game_that_goes_on_has_no_reason_for_its_result() -> None:
    state = santorini().match([None, None]).start()
    assert len(state.match.linked.reasons) > 1
    assert refused(state, (state.match.linked.layout.core("reason"), 1))


def test_only_a_turn_to_be_cancelled_has_a_state_to_go_back_to() -> None:
    match = matches()[0]
    layout = match.linked.layout
    states = (reach(match, seed, number) for seed in range(20) for number in range(60))
    state = next(s for s in states if s.vector[layout.core("cancellation")] == MARKED)
    assert any(state.vector[layout.size :])
    assert not refused(state)
    for name in ("view", "cancellation"):
        assert refused(state, (layout.size + layout.core(name), 1))  # type: ignore[arg-type]  # its names
    for other in (0, MARKED + 1):
        assert refused(state, (layout.core("cancellation"), other))


@pytest.mark.parametrize("vector", [None, {}, [1.0], [True], ["1"], [[]]])
def test_what_is_no_list_of_numbers_is_refused(vector: object) -> None:
    match = made_up("race").match([None] * 2)
    with pytest.raises(UsageError, match="not a saved game"):
        match.from_json({"rules": match.rules, "vector": vector})


def test_a_state_is_over_or_waits_for_a_decision() -> None:
    match = made_up("race").match([None] * 2)
    for slots in ({"step": -128, "chooser": -128}, {"winners": 1}):
        made = [*match.start().vector]
        for name, value in slots.items():
            made[match.linked.layout.core(name)] = value  # type: ignore[arg-type]  # its names
        with pytest.raises(UsageError, match="not a saved game"):
            match.from_json({"rules": match.rules, "vector": made})


def test_the_active_player_chooses_unless_the_step_says_who_else() -> None:
    match = santorini().match([None, None])
    made = [*match.start().vector]
    made[match.linked.layout.core("chooser")] = 1
    with pytest.raises(UsageError, match="not a saved game"):
        match.from_json({"rules": match.rules, "vector": made})
    made[match.linked.layout.core("active")] = 1
    assert match.from_json({"rules": match.rules, "vector": made}).decision


# ------------------------------------------------------------------- the hash of the rules


def rules(folder: Path, text: str = GAME, powers: dict[str, str] | None = None) -> str:
    """The hash of a match without powers of a small game."""
    folder.mkdir()
    return tiny(folder, text, powers=powers).match([None, None]).rules


def test_the_hash_is_of_the_rules_in_play(tmp_path: Path) -> None:
    """Where they are and which other cards there are makes no difference; what they say does."""
    here = rules(tmp_path / "one")
    assert here == rules(tmp_path / "two", "\n" + GAME, dict(CARDS))
    assert here != rules(tmp_path / "three", GAME.replace("many <= heap", "many < heap"))


def test_cards_that_no_text_moves_stay_where_they_were_received() -> None:
    for powers, moves in ((["pan", "atlas"], False), (["pan", "chaos"], True)):
        match = santorini().match(powers, any_match_up=True)
        slot = match.linked.layout.by_meaning[HoldersOf(0)].first
        for holders in (0, 2, 3):
            assert refused(match.start(), (slot, holders)) != moves
