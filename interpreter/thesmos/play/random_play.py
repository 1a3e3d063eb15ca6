"""Random play: uniform choices; outcomes of chance by their weights.

Skipping counts as one more option where it is allowed; a dead end is conceded. The random numbers
come from dice.py, so that a seed gives the same game on every system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from thesmos.diagnostics import UsageError
from thesmos.dice import WEIGHTS, ChanceDraws, Dice, drawn
from thesmos.play.choice import CONCEDED, SKIPPED, Choice, take
from thesmos.play.protocols import SomeState, State

if TYPE_CHECKING:
    from thesmos.play.options import Option
    from thesmos.play.state import State as StateOfMatch


def pick(state: State, dice: Dice, chance: ChanceDraws = WEIGHTS) -> Choice:
    """A random choice, uniform for a player. The game must not be over.

    chance: how its outcomes are drawn.
    """
    decision = state.decision
    assert decision is not None
    options = decision.options
    if decision.player == 0:
        return _drawn(options, dice, chance)
    count = len(options) + decision.may_skip
    if count == 0:
        return CONCEDED
    index = dice.below(count)
    if index == len(options):
        return SKIPPED
    return Choice(options[index].text, options[index])


def pick_action(state: StateOfMatch, dice: Dice, chance: ChanceDraws = WEIGHTS) -> Choice:
    """Choose an action at random, then one of its options; skipping is one more action.

    This also tries actions with few options where another one has many.

    chance: how its outcomes are drawn.
    """
    decision, codes = state.decision, state.match.backend.codes
    assert decision is not None
    if decision.player == 0:
        return _drawn(decision.options, dice, chance)
    groups: dict[int, list[Option]] = {}  # by the first code of the action
    first = end = 0
    for option in decision.options:
        if not first <= option.code < end:
            of = codes.action_of(option.code)
            first, end = of.first, of.first + of.count
            group = groups.setdefault(first, [])
        group.append(option)
    actions = [*groups.values()]
    count = len(actions) + decision.may_skip
    if count == 0:
        return CONCEDED
    index = dice.below(count)
    if index == len(actions):
        return SKIPPED
    option = actions[index][dice.below(len(actions[index]))]
    return Choice(option.text, option)


def _drawn(outcomes: Sequence[Option], dice: Dice, chance: ChanceDraws) -> Choice:
    """A random outcome of chance. Raises UsageError if there is none: the state is made up."""
    if not outcomes:
        text = "chance decides, and nothing can come of it"
        raise UsageError(text, "this position can't be reached by play")
    outcome = outcomes[drawn([outcome.weight for outcome in outcomes], dice, chance)]
    return Choice(outcome.text, outcome)


def play(
    state: SomeState,
    dice: Dice,
    limit: int | None = None,
    choose: Callable[[SomeState, Dice], Choice] = pick,
) -> Iterator[tuple[SomeState, Choice]]:
    """Play a random game from a state; yield each state with the choice made in it.

    Outcomes of chance are choices of player 0 and count as decisions. limit: the greatest number
    of decisions.
    """
    decisions = 0
    while state.decision is not None and (limit is None or decisions < limit):
        choice = choose(state, dice)
        yield state, choice
        state = take(state, choice)
        decisions += 1
