"""A game in progress: choices by number or notation, undo within the turn, save and resume."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from testing.draws import santorini
from testing.tiny import ONE_STEP, picks, tiny
from testing.toy import ToyMatch, ToyState
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.random_play import play
from thesmos.play.revealing import reveals
from thesmos.play.session import (
    Session,
    check_save,
    saved_choices,
    saved_dice,
    saved_programs,
    seat_save,
)
from thesmos.play.state import State
from thesmos.record.recorder import setup_of


def session(left: int = 5, programs: dict[int, str] | None = None) -> Session:
    match = ToyMatch()
    return Session(match, match.load({"left": left}), Rng(4), 1, programs)


def choose(game: Session, typed: str) -> None:
    choice = game.find(typed)
    assert choice is not None
    game.choose(choice)
    game.advance()


def test_options_are_found_by_notation_number_and_word() -> None:
    game = session()
    assert [game.find(typed).text for typed in ("b", "B", "2", "1")] == ["b", "b", "b", "a"]  # type: ignore[union-attr]
    for nothing in ("c", "0", "3", "-1", "skip", "²", "9" * 5000, ""):
        assert game.find(nothing) is None
    choose(game, "a")
    assert game.find("skip") is not None


def test_blanks_around_the_text_of_an_option_need_not_be_typed(tmp_path: Path) -> None:
    match = picks(tmp_path, """
        roles: {m: 0..1, to: "2 if m = 0 else none"}
        text: "a{m} {to}"
    """)  # fmt: skip
    game = Session(match, match.start(), Rng(1))
    found = {typed: game.find(typed) for typed in ("a1", "a1 ", "A1", "a0 2", "a0")}
    assert {typed: one and one.text for typed, one in found.items()} == {
        "a1": "a1 ", "a1 ": "a1 ", "A1": "a1 ", "a0 2": "a0 2", "a0": None,
    }  # fmt: skip


def test_case_is_ignored_only_where_it_tells_no_options_apart(tmp_path: Path) -> None:
    marks = '{one: Ab, two: aB, three: "E\\u0301l"}'  # É as two characters
    actions = "actions: {pick: {roles: {m: Mark}, text: '{m}'}}"
    game_text = f"enums: {{Mark: {marks}}}\nstate: {{game: {{n: 0..1}}}}\n{actions}\n"
    loaded = tiny(tmp_path, f"{game_text}position: {{n: {{value: n}}}}\n{ONE_STEP}")
    match = loaded.match([None, None])
    game = Session(match, match.start(), Rng(1))
    typed = ("Ab", "aB", "ab", "E\u0301l", "\u00c9l", "\u00e9L")
    found = {text: game.find(text) for text in typed}
    assert {text: one and one.text for text, one in found.items()} == {
        "Ab": "Ab", "aB": "aB", "ab": None, **dict.fromkeys(typed[3:], "E\u0301l"),
    }  # fmt: skip


def test_doubled_and_other_blanks_need_not_be_typed(tmp_path: Path) -> None:
    match = picks(tmp_path, 'roles: {m: 1..2}\ntext: " a\\u00a0 {m}  b"')
    game = Session(match, match.start(), Rng(1))
    found = [game.find(typed) for typed in ("a 1 b", " a  2\t b ", "a\u30002 B", "a1 b", "a3b")]
    texts = [f" a\u00a0 {m}  b" for m in (1, 2)]
    assert [one and one.text for one in found] == [*texts, texts[1], texts[0], None]


def test_programs_and_chance_go_on_until_a_person_decides() -> None:
    game = session(programs={2: "random"})
    choose(game, "a")
    choose(game, "skip")
    decision = game.state.decision
    assert decision is None or decision.player == 1
    assert any(past.player == 0 for past in game.past)


def test_undo_goes_back_until_chance_has_decided() -> None:
    game = session()
    with pytest.raises(UsageError, match="nothing to undo"):
        game.undo()
    choose(game, "a")
    game.undo()
    assert game.state == ToyState(left=5)
    choose(game, "a")
    choose(game, "a")
    assert game.turn == 2
    with pytest.raises(UsageError, match="of chance can't be undone"):
        game.undo()


def test_outcomes_of_chance_are_not_undone() -> None:
    game = session(left=9, programs={2: "random"})
    choose(game, "a")
    choose(game, "skip")
    with pytest.raises(UsageError, match="of chance can't be undone: player 1 has learned"):
        game.undo()


def played(match: Match, position: dict[str, Any] | None = None) -> Session:
    """A session of player 1 against a program."""
    state = match.start() if position is None else match.load(position)
    return Session(match, state, Rng(4), 1, {2: "random"})


def test_a_whole_round_is_undone_where_nothing_new_was_learned() -> None:
    game = played(load("tic-tac-toe").match())
    choose(game, "B2")
    assert len(game.past) == 2
    game.undo()
    assert (game.state, game.past, game.turn) == (game.match.start(), [], 1)


HIDDEN = {
    "levels": "0" * 25, "workers": ["C3 1f", "A1 1m"],
    "secret": {"workers": ["D3 2f", "E5 2m"]}, "to_move": 1,
}  # fmt: skip


@pytest.mark.parametrize("worker", ["D3 2f", "A5 2f"])
def test_the_end_of_a_turn_tells_whether_it_ran_into_somebody_hidden(worker: str) -> None:
    secret = {"workers": [worker, "E5 2m"]}
    game = played(santorini().match([None, "hecate"]), HIDDEN | {"secret": secret})
    choose(game, "C3-D3")
    game.undo()  # nobody has learned yet whether somebody is there
    choose(game, "C3-D3")
    choose(game, "D3+D2")
    with pytest.raises(UsageError, match="can't be undone: player 1 has learned"):
        game.undo()


def test_a_turn_that_did_not_end_in_the_abyss_tells_where_it_is_not() -> None:
    """Of each space that is entered this is learned, though it is one of many."""
    match = santorini().match(["tartarus", None])
    turns = "@A1", "@A2", "@C3", "@C4", "@E5", "A2-A3", "A3+A2"
    state = choose_all(match.start(), *turns)
    assert state.decision is not None
    for move in state.decision.texts:
        moved = state.apply(move)
        assert moved.decision is not None
        build = moved.decision.texts[0]
        assert reveals(moved, build, moved.apply(build), 2), move


def test_what_a_program_shows_of_its_hand_stays_shown() -> None:
    game = played(load("german-whist").match())
    game.advance()
    choose(game, "1")
    with pytest.raises(UsageError, match="can't be undone: player 1 has learned"):
        game.undo()


def last_hidden_card() -> tuple[Match, State, str]:
    """A game of German Whist before chance draws the last card that is hidden, and which it is."""
    match = load("german-whist").match()
    states = (state for state, _ in play(match.start(), Rng(5)))
    last = next(s for s in states if s.decision and s.decision.step == "draw" and len(s.codes) == 1)
    assert last.decision is not None
    (card,) = last.decision.texts
    return match, last, card


def test_the_last_hidden_card_that_is_drawn_stays_drawn() -> None:
    """There is no other outcome, but the player who draws it could not know which card it is."""
    _, last, card = last_hidden_card()
    after = last.apply(card)
    assert [reveals(last, card, after, player) for player in (1, 2)] == [False, True]


@pytest.mark.parametrize(
    ("programs", "named"), [({}, "a decision of chance"), ({1: "random"}, "`d4` of chance")]
)
def test_what_was_learned_is_named_only_if_everybody_at_the_screen_knows_it(
    programs: dict[int, str], named: str
) -> None:
    match, last, card = last_hidden_card()
    game = Session(match, last, Rng(4), 1, programs)
    choose(game, card)
    with pytest.raises(UsageError, match=f"^{named} can't be undone: player 2 has learned"):
        game.undo()


def test_a_choice_of_a_program_that_nobody_saw_is_not_named() -> None:
    match = santorini().match(["apollo", "hecate"])
    game = Session(match, choose_all(match.start(), "@B2", "@D4"), Rng(4), 1, {2: "random"})
    game.advance()
    choose(game, "B2-B3")
    game.undo()
    assert game.state.decision is not None
    assert game.state.decision.step == "move"


def choose_all(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(text)
    return state


def test_a_saved_game_goes_on_where_it_was() -> None:
    game = session()
    choose(game, "a")
    saved = json.loads(json.dumps(game.save("toy", setup_of(game.match))))
    value = check_save(saved)
    assert game.match.from_json(value["state"]) == game.state
    assert value["turn"] == game.turn


@pytest.mark.parametrize(
    "change",
    [
        {"game": 1},
        {"setup": []},
        {"turn": None},
    ],
)
def test_an_invalid_saved_game_is_refused(change: dict[str, Any]) -> None:
    saved = session().save("toy", setup_of(ToyMatch())) | change
    with pytest.raises(UsageError):
        check_save(saved)


def test_a_game_saved_in_another_format_is_refused() -> None:
    saved = session().save("toy", setup_of(ToyMatch())) | {"thesmos_save": 2}
    with pytest.raises(UsageError, match="another format: `thesmos_save` is 2, not 1"):
        check_save(saved)


@pytest.mark.parametrize("value", [None, [], "x", {}])
def test_other_values_are_not_saved_games(value: Any) -> None:
    with pytest.raises(UsageError, match="not a saved game"):
        check_save(value)


def test_a_saved_game_says_who_is_a_program() -> None:
    saved = session(programs={2: "mcts:100"}).save("toy", setup_of(ToyMatch()))
    assert saved_programs(json.loads(json.dumps(saved))) == {2: "mcts:100"}


def test_random_players_of_older_saves_are_programs() -> None:
    assert saved_programs({"random": [1, 3]}) == {1: "random", 3: "random"}


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"programs": []},
        {"programs": {"x": "random"}},
        {"programs": {"2": 1}},
        {"random": ["²"]},
    ],
)
def test_invalid_programs_of_a_save_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="`programs` of this saved game"):
        saved_programs(given)


def test_chance_and_programs_of_a_saved_game_go_on_as_they_would_have() -> None:
    game = session()
    game.any_choice()
    saved = json.loads(json.dumps(game.save("toy", setup_of(game.match))))
    dice = saved_dice(saved)
    assert dice is not None
    assert game.dice.used
    assert dice.seed == 4
    assert [dice.next() for _ in range(3)] == [game.dice.next() for _ in range(3)]


def test_a_saved_game_remembers_how_it_was_played() -> None:
    """As searches need it, undo, and what is saved of what one player knows."""
    game = played(load("german-whist").match())
    game.advance()
    for _ in range(3):
        choose(game, "1")
    saved = json.loads(json.dumps(game.save("german-whist", setup_of(game.match))))
    again = Session(game.match, game.match.from_json(saved["state"]), Rng(4), saved["turn"])
    again.remember(game.match.from_json(saved["start"]), saved_choices(saved))
    assert again.past == game.past
    known = [seat_save(one, 1, "german-whist", setup_of(game.match)) for one in (game, again)]
    assert known[0] == known[1]
    with pytest.raises(UsageError, match="do not lead to its state"):
        again.remember(game.match.from_json(saved["start"]), saved_choices(saved)[:-1])


@pytest.mark.parametrize("choices", [7, {}, ["1", 2]])
def test_invalid_choices_are_refused(choices: Any) -> None:
    with pytest.raises(UsageError, match="`choices` of this saved game is invalid"):
        saved_choices({"choices": choices})


def test_an_older_save_has_no_random_numbers() -> None:
    assert saved_dice({}) is None


@pytest.mark.parametrize(
    "dice", [7, {}, {"seed": 7, "state": 7}, {"seed": "7"}, {"seed": "7", "state": "-1"}]
)
def test_invalid_random_numbers_are_refused(dice: Any) -> None:
    with pytest.raises(UsageError, match="`dice` of this saved game is invalid"):
        saved_dice({"dice": dice})
