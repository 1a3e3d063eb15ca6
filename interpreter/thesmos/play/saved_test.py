"""Saved states are a stranger's data: each is refused or played, and never fails otherwise."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos.play.state import State
from thesmos.testing.damaged import changed, matches
from thesmos.testing.draws import santorini
from thesmos.testing.heap import CARDS, GAME
from thesmos.testing.tiny import tiny
from thesmos.testing.walks import made_up, reach

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


@pytest.mark.parametrize("number", range(6))
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
