"""Invariants of random games: a sound game breaks none, and what breaks one is reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from testing.heap import heap_game
from thesmos.play.choice import CONCEDED, Choice
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating
from thesmos.play.protocols import Match, State
from thesmos.tools.alike_pairs import Pair
from thesmos.tools.soak import Start, broken_invariant, soak


@pytest.fixture
def folder(tmp_path: Path) -> str:
    heap_game(tmp_path)
    return str(tmp_path)


# ---------------------------------------------------------------------------- one state


@dataclass(frozen=True)
class Faulty:
    """A state and its match in one, which keep the invariants; tests replace a part."""

    codes: tuple[int, ...] = (1, 2)
    may_skip: bool = False
    player: int = 1
    restored: Faulty | None = None
    loaded: Faulty | None = field(default=None, compare=False)
    seen: Faulty | None = field(default=None, compare=False)

    def to_json(self) -> str:
        return "saved"

    def from_json(self, saved: str) -> Faulty:
        return self.restored or self

    @property
    def decision(self) -> Faulty:
        return self

    def view(self, player: int) -> Faulty:
        return self.seen or self

    def position(self, *, whole: bool) -> str:
        return "whole" if whole else "in part"

    def load(self, position: str) -> Faulty:
        return self.loaded or self


def broken(state: Faulty) -> str | None:
    both = cast(Any, state)
    return broken_invariant(both, both)


def test_a_sound_state_breaks_no_invariant() -> None:
    match = load("santorini").match(["apollo", None])
    assert broken_invariant(match, match.start()) is None
    assert broken(Faulty()) is None


def test_an_option_that_is_offered_twice_is_found() -> None:
    assert "an option is offered twice" == broken(Faulty(codes=(1, 2, 1)))


@pytest.mark.parametrize("other", [Faulty(codes=(1,)), Faulty(may_skip=True), Faulty(player=2)])
def test_a_state_that_differs_after_restoring_is_found(other: Faulty) -> None:
    assert "a saved and restored state differs" == broken(Faulty(restored=other))


def test_a_state_that_is_not_read_from_its_whole_position_is_found() -> None:
    other = Faulty(codes=(1,))
    assert "a state that is read from its whole position differs" == broken(Faulty(loaded=other))


@pytest.mark.parametrize("seen", [Faulty(codes=(1,)), Faulty(may_skip=True)])
def test_options_that_the_choosers_view_does_not_offer_are_found(seen: Faulty) -> None:
    assert "the chooser's view offers different options" == broken(Faulty(seen=seen))


def test_chance_has_no_view() -> None:
    assert broken(Faulty(player=0, seen=Faulty(codes=(1,)))) is None


# ---------------------------------------------------------------------------- all match-ups


def test_every_allowed_match_up_is_played(folder: str) -> None:
    seen: list[tuple[int, int]] = []
    report = soak(folder, 4, 1, lambda done, of: seen.append((done, of)))

    assert [(1, 3), (2, 3), (3, 3)] == seen  # no powers; modest and each of the two others
    assert (3, 12, ()) == (report.match_ups, report.games, report.failures)
    assert 12 * 3 <= report.decisions <= 12 * 5  # to take five counters


def test_what_was_never_reached_is_listed() -> None:
    report = soak("nim", 2, 1)
    other = "nim.end-of-the-game.2"  # of the option that is not played
    assert {"steps": [], "actions": [], "clauses": [other]} == report.never


def test_outcomes_of_chance_are_counted_one_by_one_and_by_runs() -> None:
    report = soak("seven-wonders-duel", 1, 1)
    tokens, wonders, first_age = 5, 4 + 4, 20
    assert tokens + wonders + first_age <= report.chance < report.decisions
    assert report.runs in range(4, 9)  # tokens, wonders, wonders, ages, and the Great Library
    assert (report.chance, report.runs) == (report.as_json()["chance"], report.as_json()["runs"])


def test_games_that_are_not_over_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of Nim takes more than two decisions."""
    monkeypatch.setattr("thesmos.tools.soak.LIMIT", 2)
    report = soak("nim", 3, 1)
    assert (report.games, report.cut_off) == (3, 3)
    assert report.as_json()["cut_off"] == 3


def test_an_action_with_one_option_does_not_end_all_games_soon() -> None:
    """Go: who chooses an action first passes every second time."""
    assert soak("go", 2, 1).decisions > 100


def test_games_can_begin_at_a_position_with_options() -> None:
    start = Start(
        Seating((None, None), "two-players"),
        (("last_counter", "loses"),),
        {"heaps": "1000", "to_move": 2},
    )
    report = soak("nim", 3, 1, only=start)
    assert (1, 3, 3) == (report.match_ups, report.games, report.decisions)
    assert ["nim.end-of-the-game.1"] == report.never["clauses"]


def test_no_player_of_love_letter_learns_what_is_hidden() -> None:
    start = Start(Seating((None, None, None), "three-players"))
    assert soak("love-letter", 1, 1, only=start).failures == ()


def test_processes_report_the_same_as_one(folder: str) -> None:
    assert soak(folder, 2, 1) == soak(folder, 2, 2)


def test_a_game_that_raises_an_error_is_a_failure_with_its_seed(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(state: State, *_: object) -> Iterator[tuple[State, Choice]]:
        yield state, CONCEDED
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("thesmos.tools.soak.play", breaks)
    report = soak(folder, 2, 1)

    faults = report.as_json()["faults"]
    assert 6 == len(faults) == report.decisions
    assert {"seating", "seed", "what"} == faults[0].keys()
    assert {"ZeroDivisionError: on purpose"} == {fault["what"] for fault in faults}
    assert ["none,none (seats)"] * 2 == [fault["seating"] for fault in faults[:2]]
    assert [1, 2] == [fault["seed"] for fault in faults[:2]]


@pytest.mark.parametrize("check", ["broken_invariant", "leak"])
def test_a_broken_invariant_ends_its_game_and_names_the_decision(
    folder: str, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(match: Match, state: State, *_: object) -> str:
        return f"broken at {state.position()['heap']}"

    monkeypatch.setattr(f"thesmos.tools.soak.{check}", breaks)
    report = soak(folder, 1, 1)

    assert 3 == report.decisions  # one of each game: the first state is checked
    assert {"after 0 decisions: broken at 5"} == {one.message for one in report.failures}


def test_a_match_up_that_can_not_be_made_is_a_failure(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Seating(("modest", "nobody"), "seats")
    monkeypatch.setattr("thesmos.tools.soak.allowed_match_ups", lambda game: [wrong])
    (failure,) = soak(folder, 1, 1).failures

    assert ("modest,nobody (seats)", 0) == (failure.match_up, failure.seed)
    assert "nobody" in failure.message


def test_machine_code_plays_the_same_games(folder: str) -> None:
    pytest.importorskip("llvmlite")
    native = soak(folder, games=2, jobs=1, backend="native")
    assert native == soak(folder, games=2, jobs=1)
    assert native.decisions


# ---------------------------------------------------------------------------- surfaces


@dataclass(frozen=True)
class ShownTo:
    """A surface that shows the second state of every pair otherwise, if it shows too much."""

    too_much: bool = False
    lacks: str = ""
    name: str = "a poster"

    def lacking(self) -> str:
        return self.lacks

    def places(self, _game: Game, _match: object, pairs: Sequence[Pair]) -> Sequence[str | None]:
        assert all(pair.vectors[0] != pair.vectors[1] for pair in pairs)
        return ["its margin" if self.too_much else None] * len(pairs)


WHIST = Start(Seating((None, None), "two-players"))


def test_pairs_of_states_that_look_the_same_are_counted_for_each_surface() -> None:
    report = soak("german-whist", 2, 1, only=WHIST, surfaces=[ShownTo()])
    assert report.failures == ()
    assert (report.alike["a poster"] > 0, report.lacking) == (True, {})


def test_a_surface_that_shows_what_is_hidden_is_a_failure() -> None:
    report = soak("german-whist", 2, 1, only=WHIST, surfaces=[ShownTo(too_much=True)])
    (failure,) = report.failures
    assert failure.message.startswith("seed ")
    assert "by a poster, player " in failure.message
    assert failure.message.endswith("can tell from its margin what is hidden")


def test_a_surface_that_fails_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ShownTo, "places", lambda *_: 1 // 0)
    (failure,) = soak("german-whist", 2, 1, only=WHIST, surfaces=[ShownTo()]).failures
    assert failure.message.startswith("a poster stopped with ZeroDivisionError")


def test_a_surface_that_can_not_be_looked_at_is_named() -> None:
    report = soak("german-whist", 2, 1, only=WHIST, surfaces=[ShownTo(too_much=True, lacks="ink")])
    assert (report.failures, report.alike) == ((), {})
    assert report.as_json()["lacking"] == {"a poster": "ink"}
