"""A desk answers for unsaved texts, in plain data, and as the command does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos.play.game_diagnostics import game_diagnostics
from thesmos.resources import spec_dir
from thesmos.service import Desk

HEX = spec_dir() / "hex"
MINOTAUR = "powers/minotaur.yaml"


@pytest.fixture(scope="module")
def santorini() -> Desk:
    desk = Desk(str(spec_dir() / "santorini"))
    assert desk.check_game()["sound"]
    return desk


@pytest.fixture
def desk(santorini: Desk) -> Desk:
    for file in santorini.files():
        santorini.revert(file)
    return santorini


def changed(desk: Desk, old: str, new: str) -> None:
    text = desk.text(MINOTAUR)
    assert old in text
    desk.write(MINOTAUR, text.replace(old, new, 1))


def codes(result: dict[str, object]) -> list[tuple[object, ...]]:
    diagnostics = json.loads(json.dumps(result))["diagnostics"]
    return [(d["code"], d["file"], d["line"]) for d in diagnostics]


def test_every_shipped_card_is_right_against_its_game(desk: Desk) -> None:
    cards = [file for file in desk.files() if file.startswith(("powers/", "modes/"))]
    assert len(cards) > 60
    for card in cards:
        result = desk.check_card(card)
        assert result == {"diagnostics": [], "sound": True, "whole": True}, card


def test_a_card_is_checked_as_it_is_typed_and_not_as_it_is_on_the_disk(desk: Desk) -> None:
    changed(desk, "waiving free", "waiving fre")
    assert codes(desk.check_card(MINOTAUR)) == [("E343", MINOTAUR, 16)]
    assert codes(desk.check_game()) == [("E343", MINOTAUR, 16)]
    desk.revert(MINOTAUR)
    assert desk.check_card(MINOTAUR)["sound"]


def test_a_text_under_a_heading_that_is_written_otherwise_is_warned_of(desk: Desk) -> None:
    changed(desk, "text:\n  Your Move:", "text:\n  Your move:")
    (wrong,) = desk.check_card(MINOTAUR)["diagnostics"]
    assert (wrong["code"], wrong["severity"], wrong["edit"]["text"]) == (
        "W514", "warning", "Your Move",
    )  # fmt: skip
    desk.revert(MINOTAUR)
    changed(desk, "text:\n  Your Move:", "text:\n  Flavour:")
    assert desk.check_card(MINOTAUR)["diagnostics"] == []


def test_an_error_leaves_the_last_game_without_errors(desk: Desk) -> None:
    before = desk.game
    changed(desk, "waiving free", "waiving fre")
    desk.check_game()
    assert desk.game is before


def test_a_changed_card_is_played_from_its_unsaved_text(desk: Desk) -> None:
    changed(desk, "permit move waiving free", "forbid move #")
    changed(desk, "where meets_foe", "#")
    changed(desk, "by do force", "#")
    assert desk.check_game()["sound"]
    match = desk.game.match(["minotaur", None])
    state = match.start()
    for text in ("@A1", "@A2", "@E4", "@E5"):
        state = state.apply(text)
    assert state.decision is None or not state.decision.options  # no Worker can move


def test_an_error_that_a_card_causes_elsewhere_is_in_the_check_of_the_game(desk: Desk) -> None:
    desk.write("game.yaml", desk.text("game.yaml").replace("meets_foe(", "meets_enemy("))
    files = {file for _, file, _ in codes(desk.check_game())}
    assert {"powers/apollo.yaml", MINOTAUR} <= files


def test_texts_alone_are_a_game() -> None:
    texts = {"game.yaml": (HEX / "game.yaml").read_text("utf-8")}
    desk = Desk("/nowhere/hex", texts)
    assert desk.files() == ["game.yaml"]
    assert desk.check_game() == {"diagnostics": [], "sound": True, "whole": True}
    assert len(desk.game.match().start().decision.options) == 11 * 11


def test_a_file_can_be_taken_away() -> None:
    desk = Desk(str(spec_dir() / "santorini"))
    desk.write(MINOTAUR, None)
    assert MINOTAUR not in desk.files()
    with pytest.raises(UsageError, match="is not there"):
        desk.text(MINOTAUR)
    assert desk.check_game()["sound"]
    assert "minotaur" not in desk.game.powers


def test_what_is_wrong_in_a_folder_is_what_the_command_reports(tmp_path: Path) -> None:
    folder = tmp_path / "hex"
    shutil.copytree(HEX, folder)
    file = folder / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("clauses:", "klauses:", 1), "utf-8")
    reported = [d.as_json() for d in game_diagnostics(str(folder))]
    assert reported
    below = [d | {"file": str(Path(d["file"]).relative_to(folder))} for d in reported]
    assert Desk(str(folder)).check_all()["diagnostics"] == below


def test_sentences_come_from_whoever_makes_them(desk: Desk) -> None:
    class Plain:
        def clause(self, id: str) -> str:
            return f"What {id} says."

        def fact(self, name: str, card: str = "") -> str:
            return ""

    talking = Desk(str(desk.folder), make_sentences=lambda checked, language: Plain())
    with pytest.raises(UsageError, match="no game without errors"):
        talking.sentences(MINOTAUR)
    talking.check_game()
    text = "What minotaur.your-move.1 says."
    assert talking.sentences(MINOTAUR) == [
        {"id": "minotaur.your-move.1", "text": text, "line": 16, "column": 5}
    ]
    assert desk.sentences(MINOTAUR) == []


@pytest.mark.parametrize("file", ["../chess/game.yaml", "powers/../../x", "/etc/hosts", "a\0b"])
def test_a_file_that_is_not_below_the_game_is_refused(desk: Desk, file: str) -> None:
    with pytest.raises(UsageError, match="is not below the game's folder"):
        desk.text(file)
    with pytest.raises(UsageError, match="is not below the game's folder"):
        desk.write(file, "")


def test_a_byte_order_mark_moves_no_edit() -> None:
    text = "\N{ZERO WIDTH NO-BREAK SPACE}thesmos: gaem\n"
    diagnostics = Desk("/nowhere/hex", {"game.yaml": text}).check_game()["diagnostics"]
    edit = next(d["edit"] for d in diagnostics if d["code"] == "E124")
    assert edit == {"line": 1, "column": 10, "end_line": 1, "end_column": 14, "text": "game"}


@pytest.mark.parametrize("on_disk", [True, False])
def test_the_text_of_the_game_is_not_typed_again_when_a_card_changes(on_disk: bool) -> None:
    folder, file = spec_dir() / "pook", "powers/orc.yaml"
    texts = {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*.yaml")}
    desk = Desk(str(folder)) if on_disk else Desk("pook", texts)
    assert desk.check_game()["sound"]
    assert desk.checked
    before = desk.checked.base
    desk.write(file, f"{texts[file]}# typed\n")
    assert desk.check_game()["sound"]
    assert desk.checked.base is before


@pytest.mark.parametrize(
    "file",
    ["powers/artemis.yaml", "powers/hecate.yaml"],
    ids=["it changes a fact of the game", "it adds to the game"],
)
def test_nor_are_other_cards_if_what_the_game_takes_from_that_one_stays(
    desk: Desk, file: str
) -> None:
    assert desk.check_game()["sound"]
    assert desk.checked
    before = desk.checked.cards["minotaur"]
    desk.write(file, desk.text(file).replace("clauses:\n", "clauses:  # typed\n"))
    for _ in range(2):  # what is not asked for again is forgotten
        assert desk.check_game()["sound"]
        assert desk.checked.cards["minotaur"] is before
