"""Replaying: a record that agrees, and one changed in a single place, reported at that place."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import pytest

from testing.comparisons import ROWS, ComparedRow, listing_game
from testing.suite import RECORDS_DIR, needs_records
from testing.toy import ToyMatch, ToyState
from thesmos.diagnostics import UsageError
from thesmos.record.comparing import DifferenceFound, same
from thesmos.record.format import Record, read_records
from thesmos.record.matches import match_of
from thesmos.record.piles import Piles
from thesmos.record.replay import KINDS, replay, state_at


@functools.cache
def records(name: str) -> list[Record]:
    """The records of a file of the sample. Not to be changed."""
    return list(read_records(RECORDS_DIR / f"{name}.jsonl.gz"))


def find(name: str, wanted: Callable[[Any], bool]) -> tuple[Record, int]:
    """A copy of a record, with the first decision that fits."""
    for record in records(name):
        for at, decision in enumerate(record["decisions"]):
            if wanted(decision):
                return copy.deepcopy(record), at
    raise LookupError(name)


def found_by_replay(record: Record) -> tuple[str, int, str] | None:
    """Game, decision and kind of the first difference."""
    _, found = replay(match_of(record), record)
    if found is None:
        return None
    assert found.expected != found.got
    return found.game, found.decision, found.kind


def check(record: Record, at: int, kind: str) -> None:
    """Replaying finds exactly this difference."""
    assert found_by_replay(record) == (record["id"], at, kind)


@needs_records
@pytest.mark.parametrize("name", ["base", "hard"])
def test_the_sample_agrees(name: str) -> None:
    for record in records(name)[:10]:
        assert replay(match_of(record), record) == (len(record["decisions"]), None)


def _turn(decision: Any) -> bool:
    return bool(decision["turn"] > 2)


def _drop_other(decision: Any) -> None:
    decision["options"].remove(next(o for o in decision["options"] if o != decision["choice"]))


CHANGES: dict[str, tuple[str, Callable[[Any], bool], Callable[[Any], Any], str]] = {
    "turn": ("base", _turn, lambda d: d.update(turn=d["turn"] + 1), "turn"),
    "turn_of": ("base", _turn, lambda d: d.update(turn_of=3 - d["turn_of"]), "turn_of"),
    "player": ("base", _turn, lambda d: d.update(player=3 - d["player"]), "player"),
    "step": ("base", _turn, lambda d: d.update(step="rest"), "step"),
    "power other": (
        "hard", lambda d: "power" in d, lambda d: d.update(power="nobody"), "power",
    ),
    "power gone": ("hard", lambda d: "power" in d, lambda d: d.pop("power"), "power"),
    "power new": ("base", _turn, lambda d: d.update(power="nobody"), "power"),
    "held": ("hard", _turn, lambda d: d["held"][0].append("nobody"), "held"),
    "held swapped": ("hard", _turn, lambda d: d["held"].reverse(), "held"),
    "level": (
        "base", _turn,
        lambda d: d["position"].update(levels="3" + d["position"]["levels"][1:]), "position",
    ),
    "worker": ("base", _turn, lambda d: d["position"]["workers"].pop(), "position"),
    "worker twice": (
        "base", _turn,
        lambda d: d["position"]["workers"].append(d["position"]["workers"][0]), "position",
    ),
    "dome": (
        "base", lambda d: "domes" in d["position"],
        lambda d: d["position"].pop("domes"), "position",
    ),
    "unknown part": ("base", _turn, lambda d: d["position"].update(weather="fair"), "position"),
    "secret": (
        "hard", lambda d: d["position"].get("secret", {}).get("workers"),
        lambda d: d["position"]["secret"]["workers"].pop(), "position",
    ),
    "may_skip granted": (
        "base", _turn, lambda d: d.update(may_skip=True), "may_skip",
    ),
    "may_skip refused": (
        "hard", lambda d: d["may_skip"], lambda d: d.update(may_skip=False), "may_skip",
    ),
    "option missing": ("base", _turn, _drop_other, "options"),
    "option too many": ("base", _turn, lambda d: d["options"].append("A1-E5"), "options"),
    "option twice": ("base", _turn, lambda d: d["options"].append(d["options"][0]), "options"),
    "choice not offered": ("base", _turn, lambda d: d.update(choice="A1-E5"), "error"),
    "skip not offered": ("base", _turn, lambda d: d.update(choice="skip"), "error"),
}  # fmt: skip


@needs_records
def test_every_change_in_one_place_is_reported_there() -> None:
    missed = {}
    for name, (file, wanted, change, kind) in CHANGES.items():
        record, at = find(file, wanted)
        change(record["decisions"][at])
        found = found_by_replay(record)
        if found != (record["id"], at, kind):
            missed[name] = found
    assert not missed


@needs_records
@pytest.mark.parametrize(
    "change",
    [
        lambda x: x.update(winners=[3 - x["winners"][0]]),
        lambda x: x.update(reason="boredom"),
        lambda x: x.update(eliminated=[1]),
        lambda x: x.update(winners=[1, 2]),
    ],
)
def test_another_result_is_reported_after_the_last_decision(change: Callable[[Any], Any]) -> None:
    record = copy.deepcopy(records("base")[0])
    change(record["result"])
    check(record, len(record["decisions"]), "result")


@needs_records
def test_a_game_that_ends_too_early_or_too_late() -> None:
    record = copy.deepcopy(records("base")[0])
    record["decisions"].append(record["decisions"][-1])
    check(record, len(record["decisions"]) - 1, "result")
    record = copy.deepcopy(records("base")[0])
    del record["decisions"][-1]
    check(record, len(record["decisions"]), "result")


@needs_records
def test_a_game_cut_off_is_compared_to_its_last_decision() -> None:
    record = copy.deepcopy(records("base")[0])
    del record["decisions"][20:]
    record["result"] = {"end": "limit", "winners": [], "reason": None}
    assert replay(match_of(record), record) == (20, None)


@needs_records
def test_another_choice_is_noticed_at_the_next_decision() -> None:
    record, at = find("base", _turn)
    decision = record["decisions"][at]
    decision["choice"] = next(o for o in decision["options"] if o != decision["choice"])
    check(record, at + 1, "position")


@needs_records
def test_orders_say_nothing_and_public_records_have_no_secrets() -> None:
    record, at = find("hard", lambda d: "secret" in d["position"])
    for decision in record["decisions"]:
        decision["position"].pop("secret", None)
        decision["position"]["workers"].reverse()
        decision["options"].reverse()
    assert at > 0
    assert replay(match_of(record), record)[1] is None


def test_all_kinds_are_tested() -> None:
    elsewhere = {"result", "values", "possible"}  # values: play/shown_values_test.py
    assert {change[3] for change in CHANGES.values()} | elsewhere == set(KINDS)


@needs_records
def test_state_at_stops_before_the_decision() -> None:
    record = records("base")[0]
    state, turn = state_at(match_of(record), record, 9)
    assert state.position() == record["decisions"][9]["position"]
    assert turn == record["decisions"][9]["turn"]
    last, _ = state_at(match_of(record), record, len(record["decisions"]))
    assert last.result is not None
    with pytest.raises(UsageError, match="has no decision"):
        state_at(match_of(record), record, len(record["decisions"]) + 1)


@needs_records
def test_state_at_a_bad_choice_is_a_usage_error() -> None:
    record = copy.deepcopy(records("base")[0])
    record["decisions"][2]["choice"] = "nowhere"
    with pytest.raises(UsageError, match="can't be replayed up to decision 5"):
        state_at(match_of(record), record, 5)


# -------------------------------------------------------------------------------- chance


def toy(chance: dict[str, Any], *decisions: Any) -> Record:
    """A record of the toy: (player, step, choice, turn, left, what was shuffled) each."""
    made: list[Any] = []
    for player, step, choice, turn, left, *shuffled in decisions:
        options = ["a", "b"] if step == "first" else ["a"]
        made.append({
            "turn": turn, "turn_of": player, "player": player, "step": step, "held": [[], []],
            "position": {"left": left}, "may_skip": step == "second", "options": options,
            "choice": choice, "events": [],
        })  # fmt: skip
        if shuffled:
            made[-1]["chance"] = shuffled[0]
    return {
        "thesmos_record": 1, "game": "toy", "id": "toy",
        "setup": {"players": 2, "teams": [1, 2], "powers": [None, None], "chance": chance},
        "decisions": made, "result": {"end": "limit", "winners": [], "reason": None},
    }  # fmt: skip


def test_outcomes_of_chance_come_from_the_pile() -> None:
    record = toy(
        {"draw": ["again", "next"]},
        (1, "first", "a", 1, 5), (1, "second", "skip", 1, 4),
        (1, "first", "b", 2, 4), (1, "second", "skip", 2, 3),
        (2, "first", "b", 3, 3), (2, "second", "a", 3, 2),
    )  # fmt: skip
    _, found = replay(ToyMatch(), record)
    assert found is not None  # after the sixth decision a third card is needed
    assert (found.decision, found.kind) == (5, "error")
    record["decisions"].pop()
    assert replay(ToyMatch(), record) == (5, None)


def test_a_pile_shuffled_while_it_is_empty_is_drawn_from_at_once() -> None:
    shuffle = [{"shuffle": "draw", "order": ["next", "again"]}]
    record = toy(
        {"draw": []},
        (1, "first", "a", 1, 5), (1, "second", "skip", 1, 4, shuffle),
        (2, "first", "a", 2, 4), (2, "second", "skip", 2, 3),
        (2, "first", "a", 3, 3),
    )  # fmt: skip
    assert replay(ToyMatch(), record) == (5, None)


def test_a_pile_shuffled_after_the_draw_holds_from_the_next_decision() -> None:
    shuffle = [{"shuffle": "draw", "order": ["again"]}]
    record = toy(
        {"draw": ["next", "next"]},
        (1, "first", "a", 1, 5), (1, "second", "skip", 1, 4, shuffle),
        (2, "first", "a", 2, 4), (2, "second", "skip", 2, 3),
        (2, "first", "a", 3, 3),
    )  # fmt: skip
    assert replay(ToyMatch(), record) == (5, None)


def test_an_outcome_that_is_none_is_an_error() -> None:
    record = toy({"draw": ["never"]}, (1, "first", "a", 1, 5), (1, "second", "skip", 1, 4))
    _, found = replay(ToyMatch(), record)
    assert found is not None
    assert (found.decision, found.kind, found.expected) == (1, "error", "never")


def test_the_order_of_piles_is_compared_with_what_our_draws_left() -> None:
    record = toy(
        {"draw": ["next", "again"]},
        (1, "first", "a", 1, 5), (1, "second", "skip", 1, 4), (2, "first", "a", 2, 4),
    )  # fmt: skip
    record["decisions"][2]["position"]["secret"] = {"decks": {"draw": ["again"], "gone": ["next"]}}
    assert replay(ToyMatch(), record) == (3, None)
    record["decisions"][2]["position"]["secret"] = {"decks": {"draw": ["next", "again"]}}
    _, found = replay(ToyMatch(), record)
    assert found is not None
    assert (found.decision, found.kind) == (2, "position")


def test_a_pile_gives_its_next_card() -> None:
    decision = ToyState(step="draw").decision
    assert decision is not None
    assert Piles({"draw": ["next"]}, {}).draw(decision).text == "next"
    with pytest.raises(DifferenceFound) as found:
        Piles({"draw": [6, 0]}, {}).draw(decision)
    assert (found.value.expected, found.value.got) == ("6", ["next", "again"])


def test_a_pile_of_another_program_gives_the_first_card_that_can_come() -> None:
    """Also one that was drawn before, if play has put it back."""
    decision = ToyState(step="draw").decision
    assert decision is not None
    piles = Piles({"p": [["last"], ["again", "more"]]}, {"draw": "p"})
    assert [piles.draw(decision).text for _ in range(2)] == ["again", "again"]
    with pytest.raises(DifferenceFound):
        Piles({"p": ["last"]}, {"draw": "p"}).draw(decision)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_recorded_positions_are_the_same_where_the_table_says_so(
    row: ComparedRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = toy({}, (1, "first", "a", 1, 5))
    record["decisions"][0]["position"] = row.expected
    monkeypatch.setattr(ToyState, "position", lambda _: dict(row.got))
    _, found = replay(ToyMatch(listing_game()), record)
    assert (found is None) is row.position
    if found is not None:
        assert (found.kind, found.expected, found.got) == ("position", row.expected, row.got)


@pytest.mark.parametrize("row", [row for row in ROWS if "_" not in str(row)], ids=str)
def test_anything_else_in_a_record_is_the_same_where_the_table_says_so(row: ComparedRow) -> None:
    found = []
    try:
        same("values", row.expected, row.got)
    except DifferenceFound as difference:
        found.append(difference.kind)
    assert found == ([] if row.elsewhere else ["values"])


class ImpossibleToyMatch(ToyMatch):
    """A toy in which no heap may have a counter."""

    def broken(self, _: tuple[int, ...], /) -> tuple[str, ...]:  # type: ignore[override]
        return ("the heap has a counter",)


def test_a_position_that_play_can_not_reach_is_a_difference() -> None:
    _, difference = replay(ImpossibleToyMatch(), toy({}, (1, "first", "a", 1, 5)))

    assert difference is not None
    assert (difference.decision, difference.kind) == (0, "possible")
    assert difference.got == ["the heap has a counter"]
