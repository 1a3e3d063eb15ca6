"""A random game, observed as it is played.

Games of uniformly random choices are short: a player wins early, and nothing that needs a full
board ever happens. So a choice that ends the game is usually replaced; in every fourth game one
that does not end it is, since most of what cards do about winning shows only at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from thesmos.dice import Rng
from thesmos.play.choice import Choice, find_choice, take
from thesmos.play.random_play import pick, pick_action
from thesmos.play.state import State
from thesmos_conform.fuzz.watched_match import GROUND, WatchedMatch

AGAIN = 4  # draws until a choice does not end the game (or does, in an eager game), at most
EAGER = 4  # one game in this many is eager to end


class PlayedGame:
    """A random game from a state, played when it is made.

    choices: their texts.
    held: the clauses and grounds that it reached.
    situations: those at the beginning and after each choice.
    first: the choices to make first, while they are on offer.
    """

    def __init__(
        self,
        state: State,
        dice: Rng,
        limit: int,
        watched: WatchedMatch,
        see: Callable[[State], object] = lambda state: None,
        first: Sequence[str] = (),
    ) -> None:
        self.dice = dice
        choices: list[str] = []
        by_action, eager = dice.below(2) == 1, dice.below(EAGER) == 0
        watched.begin()
        see(state)
        self.situations = [watched.situations(state)]
        while state.decision is not None and len(choices) < max(limit, len(first)):
            wanted = find_choice(state, first[len(choices)]) if len(choices) < len(first) else None
            if wanted is None:
                first = ()
                choice, after = _choose(state, dice, by_action, eager)
            else:
                choice, after = wanted, take(state, wanted)
            watched.chosen(choice, after)
            state = after
            choices.append(choice.text)
            see(state)
            self.situations.append(watched.situations(state))
        self.held = watched.held
        if state.result is not None:
            self.held.add((GROUND, state.result.reason))
        self.choices = tuple(choices)


def _choose(state: State, dice: Rng, by_action: bool, eager: bool) -> tuple[Choice, State]:
    """Return a random choice; one that ends the game is usually replaced by another.

    by_action: whether to draw an action first, and then its roles. eager: whether to replace one
    that does not end the game.
    """
    for _ in range(AGAIN if eager else 1 + dice.below(AGAIN)):
        choice = pick_action(state, dice) if by_action else pick(state, dice)
        after = take(state, choice)
        if (after.result is None) != eager:
            break
    return choice, after
