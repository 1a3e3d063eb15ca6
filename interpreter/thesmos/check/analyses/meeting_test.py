"""Work and length are counted for the cards that a match-up can hold, here three powers."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import codes

ASKS = "forbid pick where plain = 2"
LONG = " + ".join([f"({' + '.join(['1'] * 18)})"] * 16)  # 575 values
SHORT = " + ".join([f"({' + '.join(['1'] * 8)})"] * 8)  # 127 values


def treating(text: str, number: int, more: str = "") -> dict[str, str]:
    """So many powers, each of which treats the fact `plain` as a text."""
    return {
        f"powers/p{n}.yaml": f"thesmos: power\nslug: p{n}\ntitle: {{en: P{n}}}\n{more}"
        f"clauses:\n  Rules: |\n    treat plain() as {text}\n"
        for n in range(number)
    }


def dear(names: str = "abcdef") -> str:
    """A text that takes about 2 400 000 steps."""
    loops = "".join(f"count ({name} in Cell where 0 < " for name in names)
    return f"{loops}1{')' * len(names)}"


@pytest.mark.parametrize(
    ("text", "number", "code"),
    [(LONG, 3, "E357"), (LONG, 9, "E357"), (dear(), 3, "E356"), (dear(), 30, "E356")],
)
def test_cards_that_never_meet_all_at_once_are_not_added_up(
    text: str, number: int, code: str, tmp_path: Path
) -> None:
    """Three of the first text have 1 725 values, four would have 2 300."""
    assert code not in codes(tmp_path, ASKS, others=treating(text, number))


ASKING = """
actions:
  ask:
    roles: {k: 0..3}
    rules: {well: k < plain}
    text: "{k}"
steps:
  ask: {action: ask, skip: yes}
"""


@pytest.mark.parametrize(
    ("text", "code"), [(f"{LONG} + {SHORT}", "E357"), (" + ".join([dear()] * 2), "E356")]
)
def test_the_card_that_asks_takes_a_place_itself(text: str, code: str, tmp_path: Path) -> None:
    """Three of them would be too much, but two meet the card at most."""
    assert code not in codes(tmp_path, "", ASKING, others=treating(text, 3))


@pytest.mark.parametrize(
    ("text", "code"), [(f"{LONG} - ({LONG})", "E357"), (" + ".join([dear()] * 3), "E356")]
)
def test_the_dearest_are_added_up(text: str, code: str, tmp_path: Path) -> None:
    """One of them alone is not too much."""
    alone, three = tmp_path / "alone", tmp_path / "three"
    alone.mkdir()
    three.mkdir()

    assert code not in codes(alone, ASKS, others=treating(text, 1))
    assert code in codes(three, ASKS, others=treating(text, 3))


@pytest.mark.parametrize(("text", "number", "code"), [(LONG, 4, "E357"), (dear(), 30, "E356")])
def test_powers_of_a_tag_that_a_card_brings_along_are_added_up(
    text: str, number: int, code: str, tmp_path: Path
) -> None:
    tagged = treating(text, number, "tags: [few]\n")
    more = "reserve: {tag: few}\n"
    changes = {"enums: {": "tags: {few: {en: Few.}}\nenums: {"}

    assert code in codes(tmp_path, ASKS, more, changes, tagged)
