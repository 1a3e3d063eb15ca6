"""What matters beside one other card, and what counts as done, is in notes."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
boards: {Cell: {grid: 3x1, says: {en: "a cell, cells", es: "una casilla, casillas"}}}
headings: {Rules: {en: Rules}, Later: {en: Later}}
facts:
  risky(c in Cell): {is: no, says: {en: "{c} is [|not ]risky", es: "{c} [|no ]es arriesgada"}}
  shut(c in Cell): {is: no, says: {en: "{c} is [|not ]shut", es: "{c} [|no ]está cerrada"}}
actions:
  pick:
    says:
      verb: {en: "pick a cell, picks a cell, picked a cell", es: "tomar, toma, tomó"}
      noun: {en: "a pick, picks", es: "una toma, tomas"}
    roles: {to: Cell}
    rules: {free: not shut(to)}
    text: "{to}"
steps: {pick: {action: pick, filter: yes, skip: yes}}
flow: {turn: [begin turn, steps: pick, pass]}
"""
WARY = "clauses: {Rules: forbid pick where risky(to)}\n"
BOLD = """
clauses:
  Rules: |
    after pick: next pick
    forbid pick where to = A1
    treat risky(c) as yes where c = B1
    treat shut(c) as yes where c = C1
  Later: |
    treat risky(c) as yes where c = C1
    require if possible pick where to = C1, counts
"""


def sentences(folder: Path, language: str, **more: str) -> GameSentences:
    powers = {"wary": WARY, "bold": BOLD} | more
    return GameSentences(tiny(folder, GAME, powers=powers), language)


def test_what_matters_beside_one_other_card_is_told_under_what_leads_on(tmp_path: Path) -> None:
    notes = sentences(tmp_path, "en").notes("bold")
    assert [(one.clause, one.text) for one in notes["bold.rules.1"]] == [
        ("bold.rules.3", "With Wary: a cell is risky if that cell is B1.")
    ]
    assert "bold.rules.3" not in notes
    assert notes["bold.rules.2"] == []


def test_what_the_game_itself_asks_is_no_note(tmp_path: Path) -> None:
    assert sentences(tmp_path, "en").notes("bold")["bold.rules.4"] == []


def test_the_first_sentence_of_a_heading_is_no_note_but_names_the_card(tmp_path: Path) -> None:
    written = sentences(tmp_path, "es")
    assert written.notes("bold")["bold.later.1"] == []
    assert (
        written.clause("bold.later.1")
        == "Con Wary: una casilla es arriesgada si esa casilla es C1."
    )


def test_what_several_cards_ask_is_no_note(tmp_path: Path) -> None:
    written = sentences(tmp_path, "en", careful=WARY)
    assert written.clause("bold.rules.3") == "A cell is risky if that cell is B1."
    assert "bold.rules.3" in written.notes("bold")


def test_that_an_option_counts_as_done_is_told_in_a_note(tmp_path: Path) -> None:
    written = sentences(tmp_path, "en")
    (note,) = written.notes("bold")["bold.later.2"]
    assert "counts" not in written.clause("bold.later.2")
    assert note.clause == ""
    assert note.text == ("Where that is possible, it counts as having done something this turn.")
