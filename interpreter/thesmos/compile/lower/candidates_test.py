"""If rules say which set a role is in, exactly the values in it are tried.

Every state is compared with the semantics: see testing/paired.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.small import small

PICK = """
    pick:
      roles: {m: 0..7}
      rules:
        which: CONDITION
      do: n := m
      text: "{m}"
"""


@pytest.mark.parametrize(
    ("condition", "offered"),
    [
        ("m in {2, 5}", [2, 5]),
        ("m = 3", [3]),
        ("some (k in {1, 4} where m in {k, k + 1})", [1, 2, 4, 5]),
        ("some (k in {1, 4} where k > 2 and m in {k, k + 1})", [4, 5]),
        ("some (k in {1, 4} where m in {k, k + 1} and m > 4)", [5]),
        ("some (k in {1, 4} where m in {k, k + 1} and m in {k + 1, k + 2})", [2, 5]),
        ("some (k in {1, 4} where m = k or m = k + 2)", [1, 3, 4, 6]),
        ("m in {1, 2, 3} and some (k in {1, 4} where m = k + 1)", [2]),
        ("m in {1, 2, 3} and m != 2", [1, 3]),
        ("some (k in {1, 4} where some (j in {0, 2} where m = k + j))", [1, 3, 4, 6]),
        ("m < 3 or some (k in {5} where m = k)", [0, 1, 2, 5]),
        ("first (k in {4} where k > n + 3) = m or every (k in {2} where k = m)", [2, 4]),
        ("first (k in {4} where k > n + 4) = m or no (k in {1} where k < m)", [0, 1]),
        ("m = 5 or m in {2, 5} or some (k in {1, 4} where m = k)", [1, 2, 4, 5]),
        ("m = first (k in {4} where k > 4) or m in {2, 9} or m = n - 1", [2]),
        ("(m in {1, 2} or m = 4) and (m = 4 or m = 6)", [4]),
        ("some (k in {1, 4} where (m = k or m in {6}) and k > 1)", [4, 6]),
        ("some (k in {1, 4} where k = m) and m > 1 or some (k in {6} where k = m)", [4, 6]),
    ],
)
def test_a_rule_about_a_set_gives_its_members(
    condition: str, offered: list[int], tmp_path: Path
) -> None:
    start = small(tmp_path, actions=PICK.replace("CONDITION", condition))
    match = start.match.backend
    codes = match.options(start.played.vector)
    assert [match.codes.option(code)[1][0] for code in codes] == offered


@pytest.mark.parametrize(
    ("actions", "offered"),
    [("[pick]", ()), ("[pick, reply]", ("0", "1")), ("[reply, pick]", ("0", "1"))],
)
def test_an_action_for_cards_has_no_options_where_no_card_takes_part(
    actions: str, offered: tuple[str, ...], tmp_path: Path
) -> None:
    give = """
    pick:
      roles: {m: 0..1, card: Power}
      rules: {theirs: "holds(player 2, card)"}
      do: "if holds(you, card): n := 1"
      text: "{m} {card}"
    """
    steps = f"pick: {{actions: {actions}, when empty: ask}}"
    start = small(tmp_path, actions=give, steps=steps)
    decision = start.played.decision
    assert decision is not None
    assert decision.texts == offered
    if offered:
        start.apply("1")


@pytest.mark.parametrize(
    "declared",
    [
        'weight: "(2 if holds(you, card) else 1)", text: "of {card}"',
        'suggested: "holds(you, card)", text: "of {card}"',
        """text: [{when: "holds(you, card)", text: "mine"}, {text: "of {card}"}]""",
    ],
)
def test_what_an_action_without_options_declares_is_not_compiled(
    declared: str, tmp_path: Path
) -> None:
    give = f"""
    pick:
      {{roles: {{card: Power}}, {declared}}}
    """
    start = small(tmp_path, actions=give, steps="pick: {actions: [pick, reply]}")
    decision = start.played.decision
    assert decision is not None
    assert decision.texts == ("0", "1")
