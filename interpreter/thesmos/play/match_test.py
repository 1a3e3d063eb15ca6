"""Saving, conceding, and what a state answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.draws import pook, santorini
from testing.tiny import picks, texts, tiny
from testing.walks import game_from, made_up
from thesmos.diagnostics import UsageError
from thesmos.link.layout import NONE
from thesmos.play.state import State
from thesmos.program.node import AttributeRef

EMPTY = {"levels": "0" * 25, "workers": ["B2 1f", "D4 1m", "B4 2f", "D2 2m"], "to_move": 1}


def test_states_of_the_same_vector_are_equal() -> None:
    """A state is its vector: however it was reached."""
    match = santorini().match([None, None])
    state = match.load(EMPTY)
    assert state == match.load(EMPTY)
    assert len({state, match.load(EMPTY)}) == 1
    assert state != state.apply(state.decision.options[0] if state.decision else "")


def test_an_option_is_applied_by_its_text_or_itself() -> None:
    """Both give the same state."""
    state = santorini().match([None, None]).load(EMPTY)
    assert state.decision is not None
    option = state.decision.options[3]
    assert state.apply(option) == state.apply(option.text) == state.take(option.code)


def test_what_is_not_offered_is_refused_with_a_hint() -> None:
    """The nearest option is suggested."""
    state = santorini().match([None, None]).load(EMPTY)
    with pytest.raises(UsageError, match="is not offered"):
        state.apply("B2-B9")


def test_skipping_is_refused_where_it_is_not_allowed() -> None:
    """An ordinary move has to be made."""
    with pytest.raises(UsageError, match="may not be skipped"):
        santorini().match([None, None]).load(EMPTY).skip()


def test_a_finished_game_asks_for_nothing() -> None:
    """No decision, no options, nobody to concede."""
    over = santorini().match([None, None]).load(EMPTY).concede()
    assert (over.decision, over.codes, over.may_skip) == (None, (), False)
    with pytest.raises(UsageError, match="the game is over"):
        over.concede()


def test_a_player_who_concedes_loses() -> None:
    """Of two, the other wins."""
    result = santorini().match([None, None]).load(EMPTY).concede().result
    assert result is not None
    assert (result.winners, result.eliminated) == ((2,), ())


def test_the_others_play_on_after_one_of_three_concedes() -> None:
    """Their pieces leave the board, and the turn passes."""
    match = santorini().match([None, None, None])
    position = {"levels": "0" * 25, "workers": ["A1 1f", "C3 2f", "E5 3f"], "to_move": 1}
    state = match.load(position).concede()
    assert (state.result, state.turn_of) == (None, 2)
    assert state.position()["workers"] == ["C3 2f", "E5 3f"]


def test_the_last_of_three_wins() -> None:
    """Both others are out."""
    match = santorini().match([None, None, None])
    position = {"levels": "0" * 25, "workers": ["A1 1f", "C3 2f", "E5 3f"], "to_move": 1}
    result = match.load(position).concede().concede().result
    assert result is not None
    assert (result.winners, sorted(result.eliminated)) == ((3,), [1, 2])


def interrupted() -> State:
    """Player 2 built a dome; player 1, with Gaea, may place a worker next to it."""
    match = santorini().match(["gaea", "atlas", None], any_match_up=True)
    position = {
        "levels": "0" * 25,
        "workers": ["A1 1f", "C3 2f", "E5 3f"],
        "on_card": {"1m": 2},
        "to_move": 2,
    }
    return match.load(position).apply("C3-C4").apply("C4+B4^")


def test_an_interrupt_asks_its_holder_during_anothers_turn() -> None:
    """The turn stays whose it was."""
    state = interrupted()
    assert state.decision is not None
    assert (state.decision.player, state.decision.power, state.turn_of) == (1, "gaea", 2)


def test_conceding_in_an_interrupt_leaves_nothing_behind() -> None:
    """The interrupted turn goes on as if the interrupt had ended."""
    state = interrupted()
    waiting = state.match.linked.layout.core("interrupted")
    assert state.vector[waiting] != NONE
    assert state.skip().vector[waiting] == NONE
    assert state.concede().vector[waiting] == NONE


def test_chance_does_not_concede() -> None:
    """Nobody gives up while chance decides."""
    with pytest.raises(UsageError, match="chance"):
        pook().match([None, None]).start().concede()


# ------------------------------------------------------------------------- saving


def test_a_save_is_the_vector_and_the_hash_of_the_rules() -> None:
    """Nothing else is needed to continue."""
    state = santorini().match(["pan", "atlas"]).load(EMPTY)
    assert state.to_json() == {"rules": state.match.rules, "vector": list(state.vector)}


@pytest.mark.parametrize("saved", [None, [], {}, {"rules": "x"}, {"vector": []}])
def test_what_is_not_a_save_is_refused(saved: object) -> None:
    """Strangers' data raise a UsageError, nothing else."""
    match = santorini().match([None, None])
    with pytest.raises(UsageError):
        match.from_json(saved)  # type: ignore[arg-type]  # as a stranger would


@pytest.mark.parametrize("vector", ["", [], [0], ["0"], [1 << 20]])
def test_a_vector_of_another_shape_is_refused(vector: object) -> None:
    """The right hash with a wrong vector is not a saved state."""
    match = santorini().match([None, None])
    with pytest.raises(UsageError, match="not a saved game"):
        match.from_json({"rules": match.rules, "vector": vector})


@pytest.mark.parametrize("number", [3000, -3000, 99])
def test_a_vector_of_impossible_numbers_is_refused(number: int) -> None:
    """A step, a player, a space that does not exist."""
    match = santorini().match([None, None])
    size = match.linked.layout.size
    with pytest.raises(UsageError):
        match.from_json({"rules": match.rules, "vector": [number] * size})


def test_the_hash_covers_who_holds_what() -> None:
    """Gaea's workers are of her side: in the other seat the same vector means another game."""
    rules = [santorini().match(seats).rules for seats in (["gaea", None], [None, "gaea"])]
    assert rules[0] != rules[1]


def test_the_hash_covers_the_board(tmp_path: Path) -> None:
    """With four neighbours instead of eight it is another game."""
    rules = set()
    for near in ("4", "8"):
        folder = tmp_path / near
        folder.mkdir()
        text = f"""
        boards: {{Cell: {{grid: 3x3, adjacent: {near}}}}}
        actions: {{go: {{roles: {{to: Cell, on: Cell}}, rules: {{near: on in adjacent(to)}}}}}}
        steps: {{go: {{action: go}}}}
        flow: {{turn: [begin turn, {{steps: go}}, pass]}}
        """
        rules.add(tiny(folder, text).match([None, None]).rules)
    assert len(rules) == 2


# ------------------------------------------------------------- several boards, pieces


TWO_BOARDS = """
boards:
  Big: {grid: 4x4, adjacent: 4}
  Small: {grid: 2x2, adjacent: 8}
actions:
  go:
    roles: {a: Small, b: Small}
    rules: {near: b in adjacent(a), row: row(a) = 2}
    text: "{a}-{b}"
steps: {go: {action: go, filter: yes}}
flow: {turn: [begin turn, {steps: go}, pass]}
"""


def test_each_board_has_its_own_neighbours(tmp_path: Path) -> None:
    """Core functions ask the board of their cell."""
    state = tiny(tmp_path, TWO_BOARDS).match([None, None]).start()
    assert texts(state) == ("A2-A1", "A2-B1", "A2-B2", "B2-A1", "B2-B1", "B2-A2")


def test_a_named_piece_is_written_with_its_place(tmp_path: Path) -> None:
    """`{name}` and `{place}` are two things."""
    text = """
    boards: {Cell: {grid: 2x2}}
    zones: [bag]
    pieces: {King: {on: Cell, supply: [{name: white, zone: bag}]}}
    actions:
      go: {roles: {to: Cell}, do: "place(first (k in King where yes)) := to", text: "{to}"}
    steps: {go: {action: go}}
    flow: {turn: [begin turn, {steps: go}, pass]}
    position: {kings: {pieces: King, text: "{name} {place}"}}
    """
    state = tiny(tmp_path, text).match([None, None]).start().apply("B2")
    assert state.position() == {"kings": ["white B2"]}


PER_PLAYER = """
zones: [bag]
actions: {go: {roles: {coin: Coin}, text: "{coin}"}}
steps: {go: {action: go}}
flow: {turn: [begin turn, {steps: go}, pass]}
"""


def test_a_supply_for_each_player(tmp_path: Path) -> None:
    """Two coins for each of two players."""
    kind = "{supply: [{for each: player, count: 2, zone: bag}]}"
    match = tiny(tmp_path, PER_PLAYER + f"pieces: {{Coin: {kind}}}\n").match([None, None])
    assert len(match.linked.pieces["Coin"]) == 4


@pytest.mark.parametrize(("owner", "owners"), [("Side", (0, 1, 0)), ("Player", (0, 1, 2))])
def test_pieces_for_each_player_belong_to_that_player_or_their_side(
    owner: str, owners: tuple[int, ...], tmp_path: Path
) -> None:
    kind = f"{{attributes: {{owner: {{is: {owner}}}}}, supply: [{{for each: player, zone: bag}}]}}"
    game = tiny(tmp_path, PER_PLAYER + f"pieces: {{Coin: {kind}}}\n", sides=(1, 2, 1))

    assert game.match([None] * 3).linked.fixed[AttributeRef("Coin", "owner")] == owners


@pytest.mark.parametrize(("owner", "number"), [("Side", 2), ("Player", 1)])
def test_pieces_of_a_card_belong_to_its_holder_or_their_side(
    owner: str, number: int, tmp_path: Path
) -> None:
    text = PER_PLAYER + f"pieces: {{Coin: {{attributes: {{owner: {{is: {owner}}}}}}}}}\n"
    rich = "supply: [{kind: Coin, zone: bag}]"
    match = tiny(tmp_path, text, powers={"rich": rich}, sides=(2, 1)).match(["rich", None])

    assert match.linked.fixed[AttributeRef("Coin", "owner")] == (number - 1,)


CARDS = """
zones: [pile, box]
pieces:
  Card:
    attributes: {{wild: flag, cost: 0..9}}
    supply: [{{name: ace, zone: pile}}]
state: {{game: {{n: 0..9}}}}
actions:
  go:
    roles: {{card: Card}}
    text: "{{card}}"
    do: |
      if cost(card) = 0 and wild(card) = no: n := 1
      {more}
steps: {{go: {{action: go}}}}
flow: {{turn: [begin turn, {{steps: go}}, pass]}}
position: {{n: {{value: n}}}}
"""


@pytest.mark.parametrize(
    "more",
    [
        "cost(card) := 0\n      wild(card) := no",
        pytest.param(
            "n := n",
        ),
    ],
    ids=["changing", "fixed"],
)
def test_what_a_card_is_not_given_is_0_and_no(tmp_path: Path, more: str) -> None:
    """An attribute starts the same, whether some effect changes it or not."""
    state = tiny(tmp_path, CARDS.format(more=more)).match([None, None]).start()
    assert state.apply("ace").position() == {"n": "1"}


SETS = """
headings: {{Rules: {{en: Rules}}}}
zones: [box]
enums: {{Colour: [red, green, blue]}}
pieces:
  Card:
    attributes:
      signs: {{is: set of Colour}}
      rivals: {{is: set of Card}}
      prices: {{is: set of 1..3, start: "3"}}
    table: cards.yaml
actions:
  go:
    roles: {{card: Card}}
    rules:
      asked: {rule}
    text: "{{card}}"
    do: "{do}"
steps: {{go: {{action: go}}}}
flow: {{turn: [begin turn, {{steps: go}}, pass]}}
"""
SIGNED = """
- {name: ace, zone: box, signs: [red, blue], rivals: [base], prices: [1, 2]}
- {name: base, zone: box, signs: [green], rivals: [ace, base]}
- {name: cape, zone: box}
"""
CHANGING = "each c in Card: signs(c, red) := red in signs(c)"


@pytest.mark.parametrize(
    ("rule", "cards"),
    [
        ("red in signs(card)", ("ace",)),
        ("signs(card, green)", ("base",)),
        ("card in rivals(card)", ("base",)),
        ("some (c in Card where card in rivals(c))", ("ace", "base")),
        ("count(signs(card)) = 0", ("cape",)),
        ("3 in prices(card)", ("base", "cape")),
    ],
)
@pytest.mark.parametrize("do", ["let n = 1", CHANGING], ids=["fixed", "changing"])
def test_a_card_can_be_given_sets(
    tmp_path: Path, rule: str, cards: tuple[str, ...], do: str
) -> None:
    """They are the same, whether some effect changes them or not; what is not given starts so."""
    text = SETS.format(rule=rule, do=do)
    match = tiny(tmp_path, text, {"cards.yaml": SIGNED}).match([None, None])
    assert (AttributeRef("Card", "signs") in match.linked.fixed) == (do != CHANGING)
    decision = match.start().decision
    assert decision is not None
    assert cards == decision.texts
    following = match.start().take(match.start().codes[0]).decision
    assert following is not None
    assert cards == following.texts


# ----------------------------------------------------------------------- the flow


def test_a_turn_without_decisions_does_not_go_on_forever(tmp_path: Path) -> None:
    """A game in which nobody can ever decide again is stuck."""
    match = picks(tmp_path, 'roles: {m: 0..3}\nrules: {never: m > 3}\ntext: "{m}"\n')
    state = match.start()
    assert state.decision is not None
    assert (state.decision.options, state.decision.dead_end) == ((), True)


@pytest.mark.parametrize("slug", ["market", "race"])
def test_made_up_games_end(slug: str) -> None:
    """Random play reaches a result."""
    *_, last = game_from(made_up(slug).match([None, None]).start(), seed=1)
    assert last.result is not None
    assert last.result.winners
