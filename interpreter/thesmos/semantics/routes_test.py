"""§6: which route is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.paired import PairedState
from testing.small import after, asked, small

NEVER = 'never: {roles: {m: 0..1}, rules: {no: m > 1}, text: "{m}"}'


def test_a_route_after_a_skip_may_have_to_be_possible(tmp_path: Path) -> None:
    """Otherwise the step's own `after skip` follows."""
    start = small(
        tmp_path,
        clauses="may skip pick\nafter skip pick: next never if possible",
        actions=NEVER,
        steps="""
            pick: {action: pick, after skip: reply}
            never: {action: never, when empty: ask}
        """,
    )

    assert asked(start.skip()) == (1, "reply")


def test_a_step_is_possible_if_whoever_would_choose_in_it_has_an_option(tmp_path: Path) -> None:
    """Here the next player, not the one whose route it is."""
    start = small(
        tmp_path,
        powers={"asks": "after pick: next ask if possible", "shy": "forbid answer"},
        held=("asks", "shy"),
        actions='answer: {roles: {m: 0..1}, text: "{m}"}',
        steps="ask: {action: answer, chooser: next_player(active), when empty: ask}",
    )

    assert asked(after(start, "0")) == (2, "pick")


@pytest.mark.parametrize("word", ["stuck", "ask", "pass"])
@pytest.mark.parametrize("clauses", ["", "at start of any turn: counts"])
def test_chance_without_options_is_passed(tmp_path: Path, word: str, clauses: str) -> None:
    """It can't be stuck, and it could not concede in a dead end."""
    start = small(
        tmp_path,
        clauses=clauses,
        actions=NEVER,
        steps=f"""
            pick: {{action: never, chooser: chance, when empty: {word}, after skip: reply}}
            reply: {{action: reply}}
        """,
    )

    assert asked(start) == (1, "reply")


def test_weights_that_are_all_0_are_1(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        actions='pick: {roles: {m: 0..1}, do: "n += 1", text: "{m}", weight: n * m}',
        steps="pick: {action: pick, chooser: chance}",
    )

    def weights(state: PairedState) -> list[int]:
        assert state.played.decision is not None
        return [option.weight for option in state.played.decision.options]

    assert weights(start) == [1, 1]
    assert weights(after(start, "0")) == [0, 1]


MEN = """
    boards: {Cell: {grid: 2x1, adjacent: 4, names: A1}}
    zones: [hand, box]
    pieces:
      Man:
        on: Cell
        attributes:
          owner: {is: Side}
        supply:
          - {for each: side, owner: side, zone: hand}
"""
ENTER = """
enter:
  roles: {man: Man, to: Cell}
  rules:
    mine: owner(man) = side(you)
    hand: zone(man) = hand
    free: Man at to is none
  do: place(man) := to
  text: "{to}"
"""


def test_a_route_does_not_know_a_hidden_piece_of_the_event(tmp_path: Path) -> None:
    """What is asked of the piece is unknown to the player whose route it is."""
    start = small(
        tmp_path,
        powers={
            "mist": "hide x in Mans where viewer != you and owner(x) = side(you)",
            "sees": "after enter where owner(man) = side(active): next reply",
            "asks": "after enter where man exists: next reply",
        },
        held=("mist", "sees", "asks"),
        actions=ENTER,
        steps="enter: {action: enter, when empty: pass}",
        flow="\n  turn:\n    - begin turn\n    - {steps: enter}\n    - pass\n",
        more=MEN,
    )

    assert asked(after(start, "A1")) == (3, "reply")


def test_the_zone_of_a_hidden_piece_is_unknown(tmp_path: Path) -> None:
    """It is not none, so that a hidden piece is not said to be on a board."""
    start = small(
        tmp_path,
        powers={
            "mist": "hide x in Mans where viewer != you and owner(x) = side(you)",
            "sees": "forbid pick where some (x in Man where zone(x) is none)",
        },
        held=("mist", "sees"),
        more=MEN,
    )

    assert start.apply("0").played.decision.texts == ("0", "1")


def test_an_answer_that_a_fact_computes_from_a_hidden_place_is_not_seen(tmp_path: Path) -> None:
    """Nor one from which piece is on a cell: both would tell where it was."""
    start = small(
        tmp_path,
        powers={
            "mist": "hide x in Mans where viewer != you and owner(x) = side(you)",
            "spies": "forbid pick where last(pick during game of next_player(you)).spot exists",
        },
        held=("mist", "spies"),
        actions='pick: {roles: {m: 0..1, spot: taken}, text: "{m}"}\n' + ENTER,
        steps="enter: {action: enter, when empty: pass, then: pick}",
        flow="\n  turn:\n    - begin turn\n    - {steps: enter}\n    - pass\n",
        more=MEN + "    facts:\n      taken: first (c in Cell where Man at c exists)\n",
    )

    theirs = after(start, "A1", "0", "B1")
    assert asked(theirs) == (2, "pick")
    assert theirs.played.decision.texts == ("0", "1")


def test_a_question_about_several_actions_may_name_a_role_of_one_of_them(tmp_path: Path) -> None:
    """Of an event that lacks it nothing is hidden."""
    start = small(
        tmp_path,
        powers={
            "mist": "hide x in Mans where viewer != you and owner(x) = side(you)",
            "spies": "forbid pick where m = 0 and "
            "last(reply | rest during game of next_player(you)).k = 1",
        },
        held=("mist", "spies"),
        actions='rest: {roles: {k: 0..1}, text: "{k}"}',
        clauses="after pick where m = 1: do rest(1)",
        more=MEN,
    )

    assert after(start, "0").played.decision.texts == ("0", "1")
    assert after(start, "1").played.decision.texts == ("1",)
