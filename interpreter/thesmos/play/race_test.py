"""A made-up game of what the shipped games do not use: loops, dice, choosers, sums, extremes."""

from __future__ import annotations

import pytest

from testing.tiny import texts
from testing.walks import game_from, made_up
from thesmos.link.layout import AttributeOf
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.program.node import AttributeRef


@pytest.fixture(scope="module")
def match() -> Match:
    """The race for two, the goal may be overrun."""
    return made_up("race").match([None, None])


def after(match: Match, *choices: str) -> State:
    """The state after these choices; `-` is skipping."""
    state = match.start()
    for choice in choices:
        state = state.skip() if choice == "-" else state.apply(choice)
    return state


def cells(state: State) -> list[str]:
    """The positions of the runners, by player."""
    runners = (text.split() for text in state.position()["runners"])
    return [cell for cell, _ in sorted(runners, key=lambda runner: runner[1])]


def test_chance_says_who_begins(match: Match) -> None:
    """The flow's `first` reads what chance decided."""
    assert [after(match, who).turn_of for who in ("1", "2")] == [1, 2]


def test_outcomes_of_chance_have_weights(match: Match) -> None:
    """A die of six sides: three ones, two twos, one three."""
    decision = after(match, "1").decision
    assert decision is not None
    assert {o.text: o.weight for o in decision.options} == {"1": 3, "2": 2, "3": 1}


def test_a_loop_moves_step_by_step(match: Match) -> None:
    """`while` moves the runner as far as the die says."""
    assert cells(after(match, "1", "3", "forth")) == ["1,4", "1,1"]


def test_a_rule_may_need_a_state_of_the_chooser(match: Match) -> None:
    """From the first cell nobody runs back; from the fourth one may, two cells."""
    assert texts(after(match, "1", "3")) == ("forth",)
    assert texts(after(match, "1", "3", "forth", "-", "1", "forth", "-", "2")) == ("forth", "back")


@pytest.mark.parametrize(
    ("throws", "gems"),
    [(("2",), "1"), (("1", "3"), "2"), (("2", "1", "3"), "0"), (("1", "2", "2"), "3")],
)
def test_one_branch_of_a_chain_is_taken(match: Match, throws: tuple[str, ...], gems: str) -> None:
    """Cell 3 brings one gem, cell 5 two, cell 7 takes all, a trail of four cells brings three."""
    state = after(match, "2", "1", "forth", "-")
    for throw in throws:
        state = state.apply(throw).apply("forth").skip()
        state = state.apply("1").apply("forth").skip()
    assert state.position()["gems"][0] == gems


def test_whoever_is_last_decides(match: Match) -> None:
    """A chooser who is neither active nor the holder of anything: the least of all, by `min`."""
    decision = after(match, "1", "3", "forth").decision
    assert decision is not None
    assert (decision.player, decision.step, decision.texts) == (2, "nudge", ("1",))
    assert cells(after(match, "1", "3", "forth", "1")) == ["1,3", "1,1"]


def test_a_chooser_without_options_is_passed_over(match: Match) -> None:
    """With the runners abreast, the only other player to name is not in the lead."""
    state = after(match, "1", "1", "forth", "-", "1", "forth")
    assert state.decision is not None
    assert (state.decision.player, state.decision.texts) == (1, ("2",))


def test_an_option_of_the_game_changes_a_rule() -> None:
    """Who must hit the goal exactly and can't has no option forth."""
    position = {"runners": ["1,9 1", "1,8 2"], "gems": ["0", "0"], "to_move": 1}
    found = {}
    for goal in ("over", "exact"):
        match = made_up("race").match([None, None], options={"goal": goal})
        found[goal] = texts(match.load(position).apply("3"))
    assert found == {"over": ("forth", "back"), "exact": ("back",)}


def test_a_single_option_may_be_done_at_once() -> None:
    """With the exact goal, the only nudge there is happens without a decision."""
    match = made_up("race").match([None, None], options={"goal": "exact"})
    state = match.start().apply("1").apply("3").apply("forth")
    assert (cells(state), state.turn_of) == (["1,3", "1,1"], 2)


def test_a_set_for_each_player_grows(match: Match) -> None:
    """Trails hold the cells where a runner stood still."""
    state = after(match, "1", "3", "forth", "-")
    trails = match.linked.layout.by_meaning[AttributeOf(AttributeRef("Player", "trail"))]
    trail = [state.vector[trails.slot(0, cell)] for cell in range(trails.width)]
    assert trail == [1, 0, 0, 1, 0, 0, 0, 0, 0, 0]


def test_the_first_at_the_goal_wins(match: Match) -> None:
    """A win for a set of players, judged at the end of the turn."""
    reasons = set()
    for seed in range(12):
        *_, last = game_from(match.start(), seed)
        assert last.result is not None
        reasons.add(last.result.reason)
        if last.result.reason == "goal":
            assert cells(last)[last.result.winners[0] - 1] == "1,10"
    assert reasons == {"goal", "riches"}


def test_a_position_can_be_taken_up(match: Match) -> None:
    """A position as written, with the player to move, plays on."""
    state = after(match, "1", "3", "forth", "-")
    again = match.load({**state.position(), "to_move": 2})
    assert (again.position(), texts(again)) == (state.position(), texts(state))
