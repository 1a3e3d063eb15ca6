"""Mistakes that a new author makes in a card's YAML: the place that is marked, and the mend.

Those in clauses are in the samples of syntax/hints_test.py and check/names/hints_test.py.
"""

from __future__ import annotations

import pytest

from thesmos.resources import spec_dir
from thesmos.service import Desk

CARD = """\
thesmos: power
slug: zephyr
title: {en: Zephyr, es: Céfiro}
tags: [simple]
memory:
  used: {is: flag}
  left: {is: 0..3, secret: no}
facts:
  high(s in Space): level(s) = 3
clauses:
  Your Move: |
    forbid move where used and high(to)
    after move: left += 1
  Your Build: |
    after build: used := yes
"""

# What is written, what an author writes instead, the text that is marked, the edit or the hint.
MISTAKES = [
    ("slug: zephyr", "slug:zephyr", ":", ": "),
    ("slug: zephyr", "slug = zephyr", " = ", ": "),
    ("slug: zephyr", "slug: Zephyr", "Zephyr", "zephyr"),
    ("slug: zephyr", "slug: apollo", "apollo", "rename file `zephyr`"),
    ("thesmos: power", "thesmos: card", "card", "power"),
    ("tags: [simple]", "tags: simple", "simple", "[simple]"),
    ("tags: [simple]", "tags: [simpel]", "simpel", "simple"),
    ("tags: [simple]", "players: 2", "2", "[2]"),
    ("tags: [simple]", "tag: [simple]", "tag", "tags"),
    ("memory:", "Memory:", "Memory", "memory"),
    ("{is: flag}", "{is: boolean}", "boolean", "flag"),
    ("0..3", "0-3", "0-3", "0..3"),
    ("0..3", "0 to 3", "0 to 3", "0..3"),
    ("0..3", "0...3", "0...3", "0..3"),
    ("0..3", "Numbr", "Numbr", "declare it under enums"),
    ("{is: flag}", "{is: flag, start: true}", "true", "yes"),
    ("{is: flag}", "no", "no", "`flag`"),
    (
        "s in Space)",
        "s in Space, s in Space)",
        "high(s in Space, s in Space)",
        "choose another name",
    ),
    ("(s in Space)", "", "s", "a fact declares it: `FACT(s in KIND)`"),
    ("Your Build: |", "Your Build:", "after", "begins with `|`"),
    ("secret: no", "secret: off", "off", "no"),
    ("secret: no", "secret: false", "false", "no"),
    ("s in Space", "s in space", "space", "Space"),
    ("s in Space", "s in Spce", "Spce", "Space"),
    ("Your Move: |", "your move: |", "your move", "Your Move"),
    ("Your Move: |", "Your Moves: |", "Your Moves", "Your Move"),
    ("Your Build: |", "Your Move: |", "Your Move", "keep one of them"),
    ("used := yes", "used := true", "true", "yes"),
    ("high(to)", "high(to, to)", "high(to, to)", "its arguments are: Space"),
    ("high(to)", "high", "high", "write `high(Space)`"),
    ("high(to)", "to = last(move).worker", "to = last(move).worker", "`place(…)`"),
]


@pytest.fixture(scope="module")
def desk() -> Desk:
    desk = Desk(str(spec_dir() / "santorini"))
    desk.write("powers/zephyr.yaml", CARD)
    assert desk.check_game()["sound"]
    return desk


@pytest.mark.parametrize(("right", "wrong", "marked", "mend"), MISTAKES)
def test_a_mistake_is_marked_and_its_mend_is_said(
    right: str, wrong: str, marked: str, mend: str, desk: Desk
) -> None:
    assert CARD.count(right) == 1
    text = CARD.replace(right, wrong)
    desk.write("powers/zephyr.yaml", text)
    error = desk.check_card("powers/zephyr.yaml")["diagnostics"][0]
    line = text.split("\n")[error["line"] - 1]
    assert marked == line[error["column"] - 1 : error["end_column"] - 1]
    edit = error["edit"]
    assert mend == edit["text"] if edit else mend in error["hint"]
    if edit:
        begin, end = edit["column"] - 1, edit["end_column"] - 1
        lines = text.split("\n")
        lines[edit["line"] - 1] = line[:begin] + edit["text"] + line[end:]
        desk.write("powers/zephyr.yaml", "\n".join(lines))
        assert error not in desk.check_card("powers/zephyr.yaml")["diagnostics"]
