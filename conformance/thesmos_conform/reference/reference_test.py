"""The reference as a peer: its answers are those of the rules, in the terms of the protocol."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from testing.suite import RECORDS_DIR
from testing.tiny import tiny
from testing.walks import reach
from thesmos import resources
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.look_alikes import alike
from thesmos.play.state import State
from thesmos.record.format import read_records
from thesmos_conform.protocol.messages import (
    Answer,
    ErrorReply,
    Json,
    Place,
    Refused,
    Reply,
    Unsupported,
)
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import Reference, answer

START: Json = {
    "levels": "0000000000001000000000000",
    "workers": ["B3 1f", "A1 1m", "C3 2f", "E5 2m"],
    "to_move": 1,
}


SHOWING = """
actions: {buy: {shows: {cost: "3"}, text: buy}}
steps: {buy: {}}
flow: {turn: [begin turn, {steps: buy}, pass]}
"""


def setup(*powers: str | None) -> Json:
    return {"players": 2, "teams": [1, 2], "powers": list(powers)}


def place(*powers: str | None, position: Json | None = None) -> Place:
    return Place("santorini", setup(*powers), position)


def answered(reply: Reply) -> Answer:
    assert isinstance(reply, Answer), reply
    return reply


@pytest.fixture(scope="module")
def peer() -> Reference:
    return Reference(["santorini"])


def test_it_answers_the_decision_in_a_position(peer: Reference) -> None:
    got = answered(peer.look(place("athena", None, position=START)))
    assert (1, 1, "move", False) == (got.player, got.turn_of, got.step, got.may_skip)
    assert got.options is not None
    assert {"B3-A2", "A1-B2"} <= set(got.options)
    assert {"levels": START["levels"], "workers": START["workers"]} == got.position
    assert (("athena",), ()) == got.held
    assert got.events is None


def test_it_says_how_likely_outcomes_of_chance_are(peer: Reference) -> None:
    """Chaos draws the first power from the ten Simple Gods; no player is told what there is."""
    drawing = answered(peer.look(place("chaos", None)))
    assert drawing.player == 0
    assert drawing.probabilities is not None
    assert {*drawing.probabilities.values()} == {"1/10"}
    assert len(drawing.probabilities) == 10
    assert answered(peer.look(place("athena", None))).probabilities is None
    assert answered(peer.look(place("chaos", None), viewer=1)).probabilities is None


def test_what_options_show_is_told_to_their_chooser_only(tmp_path: Path) -> None:
    state = tiny(tmp_path, SHOWING).match([None, None]).start()

    assert answer(state).values == {"buy": {"cost": 3}}
    assert answer(state, viewer=1).values == {"buy": {"cost": 3}}
    assert answer(state, viewer=2).values is None


def test_a_choice_is_taken_and_its_events_are_listed(peer: Reference) -> None:
    got = answered(peer.look(place("athena", None, position=START).after("B3-B4")))
    assert "build" == got.step
    assert ({"e": "move", "from": "B3", "to": "B4"},) == got.events


def test_the_first_choice_that_is_not_on_offer_is_refused(peer: Reference) -> None:
    there = place(None, None, position=START)
    assert Refused(1) == peer.look(there.after("B3-B4", "skip", "nonsense"))


def test_a_path_answers_for_the_beginning_and_each_choice(peer: Reference) -> None:
    there = place(None, None, position=START)
    choices = ("B3-B4", "B4+A4", "C3-C4")
    one_by_one = [peer.look(there.after(*choices[:n])) for n in range(4)]
    assert one_by_one == peer.path(there.after(*choices))
    assert [*one_by_one[:2], Refused(1)] == peer.path(there.after("B3-B4", "C3-C4"))


def test_before_the_first_turn_it_is_nobodys_turn(peer: Reference) -> None:
    there = place(None, None)
    assert answered(peer.look(there)).turn_of is None
    assert 1 == answered(peer.look(there.after("@A1", "@B1", "@C1", "@D1"))).turn_of


def test_a_game_that_is_over_has_a_result_and_no_decision(peer: Reference) -> None:
    got = answered(peer.look(place(None, None, position=START).after("concede")))
    assert {"winners": [2], "reason": "stuck", "eliminated": []} == got.result
    assert (None, None, None) == (got.player, got.options, got.may_skip)


def test_nothing_can_be_chosen_in_a_game_that_is_over(peer: Reference) -> None:
    assert Refused(1) == peer.look(place(None, None, position=START).after("concede", "concede"))


def test_outcomes_of_chance_are_options_of_player_0(peer: Reference) -> None:
    got = answered(peer.look(place("chaos", None)))
    assert (0, "chaos") == (got.player, got.power)
    assert "atlas" in (got.options or ())
    assert 1 == answered(peer.look(place("chaos", None).after("atlas"))).player


def test_chance_concedes_nothing(peer: Reference) -> None:
    assert Refused(0) == peer.look(place("chaos", None).after("concede"))


def test_a_viewer_sees_only_what_they_may(peer: Reference) -> None:
    there = place("hecate", None).after("@A1")
    assert "secret" in (answered(peer.look(there)).position or {})
    seen = answered(peer.look(there, viewer=2))
    assert "secret" not in (seen.position or {})
    assert (1, None, None) == (seen.player, seen.options, seen.may_skip)
    assert seen.events == ({"e": "place"},)
    own = answered(peer.look(there, viewer=1))
    assert own.options == answered(peer.look(there)).options


SECRETIVE = [("santorini", ["apollo", "hecate"]), ("santorini", ["tartarus", "minotaur"])]
SECRETIVE += [("german-whist", [None, None]), ("pook", [None, None])]


@pytest.mark.parametrize(("name", "powers"), SECRETIVE, ids=str)
def test_a_viewer_is_answered_the_same_whatever_is_hidden_from_them(
    name: str, powers: list[str | None]
) -> None:
    match, dice, pairs = load(name).match(powers), Rng(4), 0
    for number in range(8):
        state = reach(match, number, dice.below(50))
        for viewer in (1, 2):
            vector = alike(match, state.vector, viewer - 1, dice)
            if vector is not None and vector != state.vector:
                pairs += 1
                other = State(match, vector)
                assert answer(state, viewer, began=True) == answer(other, viewer, began=True)
    assert pairs


def test_only_who_decides_is_told_why_an_option_is_not_offered(peer: Reference) -> None:
    there = place("athena", None, position=START)
    told = [answered(peer.look(there, viewer=viewer, why="B3-B5")).why for viewer in (1, 2)]
    assert told == [("move.near",), None]
    nonsense = peer.look(there, viewer=2, why="nonsense")
    assert answered(nonsense) == answered(peer.look(there, viewer=2))


def test_a_viewer_is_told_of_events_what_they_learn(peer: Reference) -> None:
    """Hecate's worker builds: the other player sees the block, but not who built it."""
    there = place("hecate", None).after("@B2", "@D4", "@B4", "@D2", "B2-B3", "B3+C3")
    built = {"e": "build", "at": "C3", "what": "block"}
    turn = {"e": "turn", "player": 2}
    assert answered(peer.look(there, viewer=1)).events == ({**built, "from": "B3"}, turn)
    assert answered(peer.look(there, viewer=2)).events == (built, turn)


def test_why_names_the_rules_that_forbid_an_option(peer: Reference) -> None:
    there = place(None, None, position=START)
    assert ("move.free",) == answered(peer.look(there, why="B3-C3")).why
    assert () == answered(peer.look(there, why="B3-B4")).why
    assert () == answered(peer.look(there, why="concede")).why


@pytest.mark.parametrize(
    ("there", "what"),
    [
        (Place("chess", setup(None, None)), "game chess"),
        (place("nobody", None), "power nobody"),
        (Place("santorini", setup(None, None) | {"mode": "blind"}), "mode blind"),
        (Place("santorini", setup(None, None) | {"bridge": "athena"}), "set-up bridge"),
        (
            place(None, None, position=START | {"bridges": ["B2"]}),
            "a position of santorini has no `bridges`",
        ),
    ],
    ids=["game", "power", "mode", "set-up", "position"],
)
def test_a_request_beyond_the_game_is_unsupported(peer: Reference, there: Place, what: str) -> None:
    assert Unsupported(what) == peer.look(there)


@pytest.mark.parametrize(
    "there",
    [
        place(None),
        Place("santorini", {"powers": [None, None]}),
        Place("santorini", setup(None, None) | {"teams": [1, 1]}),
        place(None, None, position={"levels": "9"}),
        place(None, None, position=START | {"memory": {"nothing": 1}}),
    ],
    ids=["too few powers", "no players", "teams", "position", "memory"],
)
def test_an_impossible_request_is_an_error(peer: Reference, there: Place) -> None:
    reply = peer.look(there)
    assert isinstance(reply, ErrorReply)
    assert reply.message


def test_nobody_has_the_turn_during_the_set_up(peer: Reference) -> None:
    begin = Place("santorini", setup(None, None))
    placed = Place("santorini", setup(None, None), None, ("@A1", "@A2", "@A3", "@A4"))
    assert None is answered(peer.look(begin)).turn_of
    assert 1 == answered(peer.look(placed)).turn_of


def test_there_are_no_events_without_a_choice(peer: Reference) -> None:
    there = Place("santorini", setup(None, None), START, ("B3-B4",))
    assert [False, True] == [answered(one).events is not None for one in peer.path(there)]


def test_an_option_that_can_not_be_one_has_no_why(peer: Reference) -> None:
    assert isinstance(peer.look(place(None, None, position=START), why="nonsense"), ErrorReply)


def test_a_position_is_the_beginning_of_a_turn(peer: Reference) -> None:
    """Morpheus gets a coin as their turn starts: three before it are four at the decision."""
    got = answered(peer.look(place("morpheus", None, position=START | {"coins": 3})))
    assert 4 == (got.position or {})["coins"]


def test_a_position_may_carry_what_cards_remember(peer: Reference) -> None:
    remembered = START | {"memory": {"coins": 7}}
    got = answered(peer.look(place("morpheus", None, position=remembered)))
    assert 8 == (got.position or {})["coins"]
    assert peer.hello().games["santorini"].memory


def test_perft_counts_the_positions_after_some_turns(peer: Reference) -> None:
    there = place(None, None, position=START)
    assert 56 == peer.perft(there, 1)
    assert Refused(0) == peer.perft(there.after("nonsense"), 1)


def test_a_recorded_game_is_answered_as_it_was_recorded(peer: Reference) -> None:
    record = next(iter(read_records(RECORDS_DIR / "simple.jsonl.gz")))
    decisions = record["decisions"]
    there = Place("santorini", dict(record["setup"]))
    path = peer.path(there.after(*(one["choice"] for one in decisions)))
    got = [answered(reply) for reply in path]
    assert [sorted(one["options"]) for one in decisions] == [
        sorted(one.options or ()) for one in got[:-1]
    ]
    assert record["result"]["winners"] == (got[-1].result or {})["winners"]


def test_a_scenario_is_read_once() -> None:
    """A run asks about several games, whose scenarios are in one folder."""
    oracle, file = (
        Oracle(),
        resources.scenarios_dir() / "santorini" / "base" / "block-or-dome-by-level.yaml",
    )
    assert oracle.read_scenario(file) is oracle.read_scenario(file)


def test_match_ups_that_share_a_pool_are_answered_as_by_themselves(peer: Reference) -> None:
    oracle = Oracle()
    pairs = list(combinations(("apollo", "artemis", "athena", "atlas", "demeter", "pan"), 2))
    oracle.share("santorini", [setup(*pair) for pair in pairs], 1)
    pooled = Reference(["santorini"], "", oracle)
    asked = place("athena", "pan", position=START).after("B3-B4", "B4+C4")
    assert oracle.path(asked).last.held == [["athena"], ["pan"]]
    assert oracle.played(asked) is not oracle.match(asked)
    for why in (None, "C2-C4"):
        assert pooled.look(asked, why=why) == peer.look(asked, why=why)
    assert pooled.path(asked, viewer=2) == peer.path(asked, viewer=2)
    assert pooled.perft(asked, 1) == peer.perft(asked, 1)
