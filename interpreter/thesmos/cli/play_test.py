"""Playing in the terminal, with what is typed given beforehand."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner, Result

from testing.suite import RECORDS_DIR, needs_records
from thesmos.cli import cli
from thesmos.record.format import read_records

PLACING = "@B2\n@D4\n@B4\n@D2\n"


NO_TERMINAL = {"LINES": None, "COLUMNS": None}  # whatever the size of the one that runs the tests


def play(typed: str, *args: object, code: int = 0) -> Result:
    words = ["play", *(str(arg) for arg in args)]
    result = CliRunner().invoke(cli, words, input=typed, env=NO_TERMINAL)
    assert result.exit_code == code, result.output
    return result


def test_options_go_by_number_and_notation() -> None:
    shown = play(PLACING + "B2-B3\n1\n", "santorini").stdout
    assert "> player 1: B2-B3\n" in shown
    assert "> player 1: B3+A2\n" in shown
    assert "player 2: move" in shown


def test_options_are_told_in_the_language_that_is_asked_for() -> None:
    shown = play("quit\n", "seven-wonders-duel", "--language", "es", "--seed", 1).stdout
    assert "the_sphinx (la Esfinge)" in shown
    said = play("", "santorini", "--language", "fr", code=2).stderr
    assert "santorini has no texts in `fr`" in said
    assert "there are: en, es" in said


def test_an_option_may_be_typed_in_the_words_it_is_shown_in() -> None:
    shown = play("draft great library\n", "seven-wonders-duel", "--seed", 3).stdout
    assert "3 draft Hanging Gardens" in shown
    assert "2 draft Hanging Gardens" in shown.partition("> ")[2]


def test_an_illegal_try_is_explained() -> None:
    shown = play(PLACING + "B2-B4\nwhy B2-B3\nwhy\nnonsense\n", "santorini")
    assert "B2-B4 is not legal" in shown.stdout
    assert "fails  move.near" in shown.stdout
    assert "B2-B3 is legal" in shown.stdout
    assert "write `why` and an option" in shown.stderr
    assert "`nonsense` is not an option" in shown.stderr


def test_a_draft_leads_to_the_game() -> None:
    typed = "apollo\natlas\natlas\natlas\n" + "@B2\n@D4\n"
    shown = play(typed, "santorini", "--draft", "custom").stdout
    assert "Apollo (suggested)" in shown
    assert "player 1 (player 2 of the draft): atlas" in shown
    assert "player 2 (player 1 of the draft): apollo" in shown
    assert "player 2: place" in shown.partition("the draft is over")[2]


def test_a_random_player_of_the_draft_stays_random_in_the_game() -> None:
    typed = "bia\napollo\n@A1\n@A2\n"
    args = ("--draft", "custom", "--option", "advanced=yes", "--random", 2, "--seed", 1)
    shown = play(typed, "santorini", *args).stdout
    was = "1" if "player 2 (player 1 of the draft)" in shown else "2"
    assert f"player {was}: @" in shown  # placed at random


def test_a_draft_for_more_players() -> None:
    args = ("--draft", "quick", "--players", 4, "--random", 1, "--random", 2, "--random", 3)
    shown = play("quit\n", "santorini", *args).stdout
    assert "player 4: take" in shown


def test_a_draft_is_saved_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "draft.json"
    play(f"apollo\nsave {path}\nquit\n", "santorini", "--draft", "custom")
    shown = play("atlas\nundo\npan\npan\npan\n", "--resume", path).stdout
    assert "(player 2 of the draft): pan" in shown


def test_calls_that_make_no_draft() -> None:
    said = play("", "santorini", "--draft", "custom", "--powers", "pan,atlas", code=2).stderr
    assert "--draft can't be combined with --powers" in said
    assert (
        "there is no option form = slow" in play("", "santorini", "--draft", "slow", code=2).stderr
    )
    assert "pook has no draft" in play("", "pook", "--draft", "quick", code=2).stderr
    assert "--players needs --draft" in play("", "santorini", "--players", 3, code=2).stderr


def test_a_match_up_that_may_not_be_is_refused_unless_asked_for() -> None:
    args = ("santorini", "--powers", "apollo,bia")
    assert "bia always begins" in play("", *args, code=2).stderr
    assert "player 1: place" in play("quit\n", *args, "--any-match-up").stdout


def test_undo_goes_back_to_the_beginning() -> None:
    shown = play(PLACING + "B2-B3\n" + "undo\n" * 6, "santorini")
    assert shown.stdout.count("player 1: move") == 2
    assert shown.stdout.count("player 1: place  25 options") == 2
    assert "there is nothing to undo" in shown.stderr


def test_a_hint_is_what_a_search_finds() -> None:
    """Player 1 wins at A3, at once."""
    shown = play("A1\nB1\nA2\nB2\nhint\n", "tic-tac-toe").stdout
    assert re.search(r"> +A3 +won 100 % of [\d\W]+ trials\n", shown)
    assert "player 1: A3" not in shown


def test_history_tells_what_the_player_to_move_knows() -> None:
    """The places that Hecate's player chose are not among it."""
    typed = "history\n@B2\n@B4\nhistory\n"
    shown = play(typed, "santorini", "--powers", "apollo,hecate", "--random", 2, "--seed", 3)
    assert "nothing has happened yet" in shown.stderr
    told = shown.stdout.rpartition("> ")[0].rpartition("> ")[2]
    assert told.startswith("player 1: @B2\nplayer 1: @B4\nplayer 2: has decided\n")


def test_the_board_is_shown_again() -> None:
    shown = play("board\n", "santorini").stdout
    assert shown.count("player 1: place  25 options") == 2


def test_the_printed_rules_of_the_game_and_of_the_cards_in_play_are_shown() -> None:
    shown = play("rules\n", "santorini", "--powers", "apollo,atlas").stdout
    for text in (
        "\nSantorini\n",
        "\nYour Turn\n",
        "\nApollo\n",
        "\n  Your Worker may enter a space",
    ):
        assert text in shown
    assert "Athena" not in shown
    shown = play("rules\n", "santorini", "--powers", "apollo,atlas", "--language", "es").stdout
    assert "\nApolo\n" in shown


def test_case_and_signs_of_an_option_need_not_be_typed() -> None:
    shown = play("b2\nD4\n@b4\nd2\nb2b3\n", "santorini").stdout
    assert "player 1: B2-B3\n" in shown


def test_who_something_happens_to_is_told_by_number(tmp_path: Path) -> None:
    """In Love Letter, whoever has the lower card is out."""
    hands, nothing = [["baron", "king"], ["guard"], ["priest"]], [[], [], []]
    position = {"hands": hands, "piles": nothing, "tokens": ["0", "0", "0"], "to_move": 1}
    (file := tmp_path / "baron.json").write_text(json.dumps(position))
    args = ("love-letter", "--mode", "three-players", "--position", file, "--seed", 4)
    shown = play("baron>2\n", *args).stdout
    assert "  player 2 is out of this round\n" in shown


def test_a_game_is_saved_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    args = ("santorini", "--powers", "apollo,pan", "--random", 2)
    shown = play(f"@A1\n@A2\nrandom\nsave {path}\nquit\n", *args)
    assert f"thesmos play --resume {path}" in shown.stdout
    again = play("help\nquit\n", "--resume", path).stdout
    assert "player 1: Apollo   player 2: Pan" in again
    assert "player 1: build" in again
    assert "undo" in again
    assert json.loads(path.read_text())["programs"] == {"2": "random"}


def test_what_one_player_knows_is_saved_alone_and_not_played_on(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    args = ("santorini", "--powers", "apollo,hecate", "--random", 2, "--seed", 3)
    shown = play(f"@B2\n@D4\nsave {path} for 1\nquit\n", *args)
    assert f"saved what player 1 knows: {path}" in shown.stdout
    saved = json.loads(path.read_text())
    known = [(line["choice"], line["position"]["workers"]) for line in saved["known"]]
    assert [choice for choice, _ in known] == [None, "@B2", "@D4", None, None]
    assert known[-1][1] == ["B2 1f", "D4 1m"]
    assert "2f" not in path.read_text()
    assert not {"dice", "seed"} & saved.keys()
    again = play("", "--resume", path, code=2).stderr
    assert "this is what player 1 knows of a game; it can't be played on" in again
    refused = play(f"save {path} for 3\nquit\n", *args)
    assert "there is no player 3" in refused.stderr


def test_only_a_saved_game_is_replaced_by_another(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("theirs")
    assert "another file, not a saved game" in play(f"save {path}\nquit\n", "nim").stderr
    assert "theirs" == path.read_text()
    path.unlink()
    play(f"save {path}\nsave {path}\nquit\n", "nim")
    assert "thesmos_save" in json.loads(path.read_text())


def test_a_game_goes_on_after_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shown = play(f"save {'n' * 300}\nsave a\0b\nsave {path}\nquit\n", "nim")
    assert shown.exit_code == 0
    assert shown.stderr.count("error: ") == 2
    assert "File name too long" in shown.stderr
    assert "thesmos_save" in json.loads(path.read_text())


def test_bad_saves_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play(f"save\nsave {tmp_path}\nsave {path}\n", "santorini")
    saved = json.loads(path.read_text())
    changes: list[dict[str, object]] = [
        {"setup": {}},
        {"state": {"rules": "other"}},
        {"game": "nobody"},
        {"turn": []},
    ]
    for change in changes:
        path.write_text(json.dumps(saved | change))
        assert "error: " in play("", "--resume", path, code=2).stderr


def test_random_players_play_to_the_end() -> None:
    shown = play("", "santorini", "--random", 1, "--random", 2, "--seed", 5).stdout
    assert " won (" in shown


def test_a_search_plays_all_others_than_the_seat() -> None:
    args = ("tic-tac-toe", "--against", "mcts:100", "--seat", 2)
    shown = play("quit\n", *args).stdout
    assert "player 1: " in shown
    assert re.search(r"> seed \d+: .*\n$", shown)  # nothing is asked after that


def test_opponents_that_there_are_not() -> None:
    said = play("", "tic-tac-toe", "--against", "deep-thought", code=2).stderr
    assert "there is no player `deep-thought`" in said
    assert "`mcts:1s`" in said
    assert "there is no player 3" in play("", "tic-tac-toe", "--seat", 3, code=2).stderr


def test_without_a_seed_each_game_is_another() -> None:
    deals = {play("quit\n", "german-whist").stdout for _ in range(2)}
    assert len(deals) == 2


def test_the_seed_of_a_finished_game_is_told_and_draws_the_same_again() -> None:
    args = ("german-whist", "--random", 1, "--random", 2)
    shown = play("", *args).stdout
    told = re.search(r"^seed (\d+): --seed \1 draws the same again$", shown, re.MULTILINE)
    assert told is not None
    assert play("", *args, "--seed", told[1]).stdout == shown


def test_the_seed_is_not_told_while_it_tells_what_is_hidden() -> None:
    assert "seed" not in play("quit\n", "german-whist").stdout
    assert "seed 9:" in play("quit\n", "tic-tac-toe", "--random", 1, "--seed", 9).stdout
    assert "seed" not in play("quit\n", "tic-tac-toe").stdout  # nothing was drawn


def test_a_resumed_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    path, args = tmp_path / "game.json", ("german-whist", "--random", 2, "--seed", 6)
    whole = play("random\n" * 30, *args).stdout
    play("random\n" * 5 + f"save {path}\nquit\n", *args)
    resumed = play("random\n" * 25, "--resume", path).stdout
    assert "seed 6:" in whole
    assert resumed.splitlines()[-12:] == whole.splitlines()[-12:]
    other = play("random\n" * 25, "--resume", path, "--seed", 7).stdout
    assert other.splitlines()[-12:] != whole.splitlines()[-12:]


def test_a_resumed_game_is_undone_to_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play(f"B2\nA1\nsave {path}\nquit\n", "tic-tac-toe")
    shown = play("undo\nundo\nundo\nquit\n", "--resume", path)
    assert "there is nothing to undo" in shown.stderr
    assert shown.stderr.count("error: ") == 1


def test_conceding_ends_the_game() -> None:
    assert "player 2 won (stuck)" in play(PLACING + "concede\n", "santorini").stdout


@needs_records
def test_playing_on_from_a_record() -> None:
    path = RECORDS_DIR / "base.jsonl.gz"
    record = next(read_records(path))
    last = len(record["decisions"]) - 1
    args = ("santorini", "--record", path, "--game", record["id"], "--decision", last)
    assert " won (" in play(record["decisions"][last]["choice"] + "\n", *args).stdout


def test_what_is_hidden_stays_hidden() -> None:
    args = ("santorini", "--powers", "apollo,hecate", "--random", 2, "--seed", 3)
    shown = play("@B2\n@D4\nrandom\nrandom\n", *args).stdout
    assert "player 2: has decided" in shown
    assert "player 2: @" not in shown
    assert "2f" not in shown.split("player 1: move")[0]


def test_a_card_played_from_a_hidden_hand_is_told() -> None:
    shown = play("quit\n", "german-whist", "--random", 1, "--seed", 3).stdout
    assert re.search(r"player 1: [cdhs]\w\n", shown)
    assert "has decided" not in shown


def test_the_number_of_cards_in_a_hand_that_is_not_seen_is_shown() -> None:
    shown = play("1\nquit\n", "german-whist", "--random", 2, "--seed", 3).stdout
    assert "player 2: ?×13\n" in shown
    assert re.search(r"player 2: (\w\w, )*\?×1[0-3]\n", shown.split("> ")[1])
    assert re.search(r"out of sight: card ×(23|25)\n", shown)
    assert "×" not in play("quit\n", "santorini", "--powers", "apollo,atlas").stdout


def test_what_happens_is_told_in_sentences_but_not_what_was_chosen() -> None:
    typed = "random\n" * 30
    shown = play(typed, "seven-wonders-duel", "--random", 2, "--seed", 3).stdout
    assert " comes into the city\n" in shown
    assert "  turn of player 2\n" in shown
    assert "  build slot" not in shown
    assert "  draft " not in shown


def test_options_that_do_not_fit_on_the_screen_are_summed_up_until_all_are_asked_for() -> None:
    with_lines = {"COLUMNS": "60", "LINES": "40"}
    result = CliRunner(env=with_lines).invoke(cli, ["play", "quoridor"], input="options\n")
    first, _, second = result.stdout.partition("> ")
    assert len(first.splitlines()) <= 40
    assert "1 D1" in first
    assert "H8v" not in first
    (more,) = re.findall(r"and (\d+) more: `options` shows all", first)
    assert len(re.findall(r"\b\d+ [A-I][1-9][hv]?\b", first)) == 131 - int(more)
    assert "131 H8v" in second


def test_of_many_options_those_with_the_same_ends_are_told_together() -> None:
    shown = play("1\n1\n2,3 NS\n", "off-the-rails", "--seed", 3).stdout
    assert "`2,2 NS` and the like: one of" in shown
    assert "  with one of\n    NS  EW  NE  ES  SW  NW\n  463 1,2 cart" in shown
    assert "> player 1: 2,3 NS\n" in shown


def test_what_is_printed_on_a_piece_is_told() -> None:
    shown = play("what parade ground\nwhat circus\n", "seven-wonders-duel").stdout
    assert "Parade Ground (card): age: 2; colour: red; goods to pay: 2 clay, 1 glass;" in shown
    assert "free after: Parade Ground" in shown


def test_the_text_of_a_card_is_told() -> None:
    shown = play("what Apollo\n", "santorini", "--powers", "apollo,atlas").stdout
    assert "Your Worker may" in shown or "your Worker" in shown


def test_what_has_no_such_name_is_said() -> None:
    assert "there is no card or piece `nobody`" in play("what nobody\n", "santorini").stderr
    assert "`what` needs a name" in play("what\n", "santorini").stderr
