"""The history of a game: what each player has seen and learned of it, from its beginning."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.play.beliefs import Beliefs
from thesmos.play.protocols import View as AnyView
from thesmos.play.state import State
from thesmos.play.trails import sight
from thesmos.play.view import View


@dataclass(frozen=True)
class Knowledge:
    """Everything that a player has seen and learned in a game: their information state.

    Equal for two games exactly if the player can't tell them apart (semantics 9.6). Pieces that
    nothing tells apart count as the same.

    player: from 1; 0 is chance, which knows everything.
    rules: the hash of the rules.
    seen: for each state a key of what was seen, and what was learned on the way.
    text: a line of JSON for each state: the choice and the events that led to it, as far as the
        player knows them, the position as they see it, how much of it they
        can't see, who decides, and in which step.
    """

    player: int
    rules: str
    seen: tuple[Hashable, ...]
    text: str = field(compare=False)


class History:
    """The states of a game, one after the other. Immutable.

    >>> history = History(state).then(state.apply(state.decision.texts[0]))
    >>> len(history.states), history.states[0] == state
    (2, True)
    """

    def __init__(self, *states: State) -> None:
        """Begin with a state, which others follow.

        Raises UsageError if a state was not made from the one before it, by `apply`, `take`,
        `skip` or `concede`.
        """
        self.states = states
        self._beliefs = Beliefs()
        for before, after in pairwise(states):
            _check(before, after)

    def then(self, state: State) -> History:
        """Return the history with one more state. Raises UsageError as above."""
        _check(self.states[-1], state)
        longer = History(self.states[0])
        longer.states = (*self.states, state)
        longer._beliefs = self._beliefs
        return longer

    def written(self, notation: str, tags: Mapping[str, str] | None = None) -> str:
        """Return the game in a notation of games, such as `pgn`. tags: what is said about it.

        Raises UsageError if there is no such notation, or a turn can't be written in it.
        """
        from thesmos.play.foreign.games import write_game  # few programs need it

        return write_game(notation, self.states, tags)

    def _repr_html_(self) -> str | None:
        """Return the game as a film of its boards, for notebooks; None if there are none to draw.

        It shows everything, also what players must not know.
        """
        from thesmos.render.film import film  # playing draws nothing

        pictures = [state._repr_svg_() for state in self.states]
        frames = [
            (picture, f"{number}. {state.choice_for(0) or ''}".strip())
            for number, (picture, state) in enumerate(zip(pictures, self.states, strict=True))
            if picture is not None
        ]
        return film(frames) if frames else None

    def view(self, player: int) -> View:
        """Return the last state as a player sees it; `search` then uses all that they have seen.

        Raises UsageError if there is no such player.
        """
        last = self.states[-1]
        view = last.view(player)
        worlds = self._beliefs.worlds(self.states, player - 1) if player else None
        return View(
            last.match, view.vector, player, view.learned, view.numbers, worlds, view.numbered
        )

    def known_to(self, player: int) -> Knowledge:
        """Return what a player (from 1) knows; 0 is chance, which knows everything.

        Raises UsageError if there is no such player.
        """
        views = [state.view(player) for state in self.states]
        seen = [sight(view) for view in views]
        rules = self.states[0].match.rules
        lines = [json.dumps(known_line(view), ensure_ascii=False) for view in views]
        return Knowledge(player, rules, tuple(seen), "\n".join(lines))


def _check(before: State, after: State) -> None:
    if not after.follows(before):
        raise UsageError(
            "a state of this history does not follow the one before it",
            "give states that `apply`, `take`, `skip` or `concede` of the state before returned",
        )


def known_line(view: AnyView) -> dict[str, Any]:
    """Return what a player sees and has just learned as JSON data, as in `Knowledge.text`."""
    decision = view.decision
    return {
        "choice": view.choice,
        "events": view.events,
        "position": view.position(),
        "unseen": view.unseen,
        "player": None if decision is None else decision.player,
        "step": None if decision is None else decision.step,
    }
