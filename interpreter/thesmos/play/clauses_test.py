"""Each kind of clause of a power, in a game of one step: what it does and whom it binds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from testing.tiny import texts, tiny
from thesmos.play.match import Match
from thesmos.play.state import State

GAME = """
headings: {Rules: {en: Rules}}
moments: [start, end]
state:
  Player: {points: 0..20}
  game: {n: 0..9}
actions:
  pick: {roles: {m: 0..3}, text: "{m}", do: n := m}
steps:
  pick: {action: pick, filter: yes, when empty: ask}
flow:
  turn:
    - begin turn
    - {moment: start}
    - {steps: pick}
    - spend
    - judge
    - {moment: end}
    - grant
    - pass
position: {n: {value: n}, points: {by player: points}}
clauses:
  Rules: |
    win three for active where n = 3
"""
BONUS = """
actions:
  bonus: {roles: {k: 5..6}, text: "+{k}", do: points(you) += k}
steps:
  bonus: {action: bonus, chooser: holder, skip: yes}
clauses:
  Rules: |
    after pick where m = 1: next bonus
"""

Maker = Callable[..., Match]


@pytest.fixture
def match(tmp_path: Path) -> Maker:
    """Makes the match of a power of player 1, given its clauses or its whole text."""

    def make(clauses: str, memory: str = "", sides: tuple[int, ...] = (1, 2)) -> Match:
        text = clauses
        if "clauses:" not in clauses:
            lines = "".join(f"    {line}\n" for line in clauses.strip().splitlines())
            text = f"clauses:\n  Rules: |\n{lines}"
        game = tiny(tmp_path, GAME, powers={"card": memory + text}, sides=sides)
        return game.match(["card", *[None] * (len(sides) - 1)])

    return make


def after(match: Match, *choices: str) -> State:
    """The state after these choices; `-` is skipping."""
    state = match.start()
    for choice in choices:
        state = state.skip() if choice == "-" else state.apply(choice)
    return state


def points(state: State) -> list[str]:
    """The points of each player."""
    found: list[str] = state.position()["points"]
    return found


# ---------------------------------------------------------------- who is bound


def test_a_forbid_binds_everybody(match: Maker) -> None:
    """Without a condition on the chooser, a card strikes options of all players."""
    state = match("forbid pick where m = 0").start()
    assert (texts(state), texts(state.apply("1"))) == (("1", "2", "3"),) * 2


def test_a_forbid_may_be_for_opponents_only(match: Maker) -> None:
    """`you` is the holder of the card, `chooser` who decides."""
    state = match("forbid pick where m = 0 and chooser != you").start()
    assert (texts(state)[0], texts(state.apply("1"))[0]) == ("0", "1")


def test_skipping_is_granted_to_the_holder(match: Maker) -> None:
    """`may skip` is the holder's own."""
    state = match("may skip pick").start()
    assert (state.may_skip, state.skip().may_skip) == (True, False)


def test_skipping_is_refused_to_anybody(match: Maker) -> None:
    """Can't beats can."""
    assert match("may skip pick\nforbid skip pick where n = 0").start().may_skip is False


def test_a_price_is_paid_before_the_event(match: Maker) -> None:
    """`before` acts first, so that the action has the last word."""
    state = after(match("before pick: n := 9\nafter pick: points(you) := n"), "2")
    assert points(state) == ["2", "0"]


# --------------------------------------------------------------------- memories


def test_a_memory_belongs_to_the_card(match: Maker) -> None:
    """What others chose is remembered by the same card."""
    memory = "memory: {seen: {is: set of 0..3}}\n"
    made = match("after pick: seen(m) := yes\nforbid pick where m in seen", memory)
    assert texts(after(made, "1", "2")) == ("0", "3")


def test_a_fact_is_not_treated_differently_where_the_condition_is_none(tmp_path: Path) -> None:
    """A condition that is none does not hold, here as anywhere (semantics §2.3)."""
    text = GAME.replace("{points: 0..20}", "{points: 0..20, ready: {is: flag}}")
    text = text.replace('text: "{m}",', 'rules: {free: not barred(active)}, text: "{m}",')
    text += "facts:\n  barred(p in Player): no\n"
    card = """
    memory: {who: {is: Player or none}}
    clauses:
      Rules: |
        treat barred(p) as yes where ready(who)
    """
    game = tiny(tmp_path, text, powers={"card": card})
    assert ("0", "1", "2", "3") == texts(game.match(["card", None]).start())


def test_turn_memory_begins_anew_at_every_turn(match: Maker) -> None:
    """It is emptied to what it starts with."""
    memory = 'memory: {seen: {is: set of 0..3, lasts: turn, start: "1"}}\n'
    made = match("after pick: seen(m) := yes\nforbid pick where m in seen", memory)
    assert texts(after(made, "2")) == ("0", "2", "3")


# ------------------------------------------------------------- moments and turns


def test_moments_of_your_own_turn(match: Maker) -> None:
    """The holder's turn, and nobody else's."""
    assert points(after(match("at end of your turn: points(you) += 2"), "1", "1")) == ["2", "0"]


def test_moments_of_an_opponents_turn(match: Maker) -> None:
    """`you` is still the holder."""
    made = match("at end of opponent turn: points(you) += 3")
    assert points(after(made, "1", "1")) == ["3", "0"]


def test_moments_of_any_turn(match: Maker) -> None:
    """The start of the first turn counts too."""
    assert points(after(match("at start of any turn: points(you) += 1"), "1", "1")) == ["3", "0"]


def test_an_extra_turn_is_the_same_players(match: Maker) -> None:
    """Granted after the turn; the card knows it in the additional one."""
    made = match("extra turn where n = 2\nif granted:\n  forbid pick where m = 2")
    state = after(made, "2")
    assert (state.turn_of, texts(state)) == (1, ("0", "1", "3"))
    assert state.apply("1").turn_of == 2


# ------------------------------------------------------------------ cards that move


@pytest.mark.parametrize(
    ("effect", "held"),
    [
        ("give self to next_player(you)", [[], ["card"]]),
        ("share self with next_player(you)", [["card"], ["card"]]),
        ("drop self", [[], []]),
    ],
)
def test_a_card_changes_hands(match: Maker, effect: str, held: list[list[str]]) -> None:
    """To another, to one more, to nobody."""
    assert after(match(f"at end of your turn: {effect}"), "1").held == held


def test_a_card_is_spent(match: Maker) -> None:
    """Given up at the end of the turn in which its condition holds."""
    made = match("spent when n = 2")
    assert [after(made, *choices).held for choices in (("1",), ("2",))] == [
        [["card"], []],
        [[], []],
    ]


def test_a_card_that_left_says_nothing(match: Maker) -> None:
    """Its clauses go with it."""
    made = match("spent when n = 2\nforbid pick where m = 0 and n = 2")
    assert texts(after(made, "2")) == ("0", "1", "2", "3")


# ---------------------------------------------------------------------- results


def test_the_games_own_win_condition(match: Maker) -> None:
    """Three wins, by the name of the ground."""
    result = after(match("may skip pick"), "3").result
    assert result is not None
    assert (result.winners, result.reason) == ((1,), "three")


def test_a_card_adds_a_win_condition(match: Maker) -> None:
    """The reason is the card."""
    result = after(match("win two for you where n = 2 and active = you"), "2").result
    assert result is not None
    assert (result.winners, result.reason) == ((1,), "power:card")


def test_a_veto_takes_a_win_back(match: Maker) -> None:
    """The game continues."""
    assert after(match("veto where active = you"), "3").result is None


def test_a_win_goes_to_another_player_instead(match: Maker) -> None:
    """A card may turn a win that is already set."""
    result = after(match("win theft instead for you where active != you"), "1", "3").result
    assert result is not None
    assert (result.winners, result.reason) == ((1,), "power:card")


def test_nothing_is_redirected_where_nobody_wins(match: Maker) -> None:
    """`instead` needs a win."""
    assert after(match("win theft instead for you where yes"), "1").result is None


# ------------------------------------------------------------------------ routes


def test_a_route_leads_its_holder_to_a_step(match: Maker) -> None:
    """After the event its own step is entered, and `you` in it is the holder."""
    state = after(match(BONUS), "1")
    assert (state.turn_of, texts(state), state.may_skip) == (1, ("+5", "+6"), True)
    assert points(state.apply("+6")) == ["6", "0"]


def test_a_route_of_an_opponent_is_an_interrupt(match: Maker) -> None:
    """They decide during the other's turn, which then continues."""
    state = after(match(BONUS), "0", "1")
    assert state.decision is not None
    assert (state.decision.player, state.decision.power, state.turn_of) == (1, "card", 2)
    assert (state.skip().turn_of, points(state.apply("+5"))) == (1, ["5", "0"])


def test_interrupts_come_in_the_order_of_seats(tmp_path: Path) -> None:
    """Two opponents of the third player: the first, then the second, each asked once."""
    game = tiny(tmp_path, GAME, powers={"one": BONUS, "two": BONUS}, sides=(1, 2, 3))
    state = after(game.match(["two", "one", None]), "0", "0", "1")
    asked = []
    while state.decision is not None and state.decision.step == "bonus":
        asked.append((state.decision.player, state.decision.power, state.turn_of))
        state = state.apply("+5")
    assert asked == [(1, "two", 3), (2, "one", 3)]
    assert (points(state), state.turn_of) == (["5", "5", "0"], 1)


def test_a_route_if_possible_is_not_taken_to_an_empty_step(match: Maker) -> None:
    """Without it the empty step would be entered, and passed."""
    text = BONUS.replace("next bonus", "next bonus if possible").replace(
        "{roles: {k: 5..6},", "{roles: {k: 5..6}, rules: {poor: points(you) = 0},"
    )
    state = after(match(text), "1", "+5", "0", "1")
    assert (state.turn_of, points(state)) == (2, ["5", "0"])


def test_chance_may_have_a_step_of_a_card(match: Maker) -> None:
    """Its outcomes are options of player 0, for the holder."""
    text = """
    actions:
      toss: {roles: {up: flag}, text: "{up}", do: "if up: points(you) += 1"}
    steps:
      toss: {action: toss, chooser: chance}
    clauses:
      Rules: |
        after pick where m = 1: next toss
    """
    state = after(match(text), "1")
    assert state.decision is not None
    assert (state.decision.player, texts(state)) == (0, ("0", "1"))
    assert points(state.apply("1")) == ["1", "0"]
