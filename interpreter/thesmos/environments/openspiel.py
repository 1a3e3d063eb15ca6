"""A match as a game of OpenSpiel.

    from thesmos.environments.openspiel import game

    played = game(thesmos.load(name).match())
    state = played.new_initial_state()

Players are numbered from 0, as OpenSpiel numbers them. Actions are codes of options; after all
codes come skipping and, where nothing else can be chosen, conceding. Outcomes of chance are codes
too, with their probabilities.
"""

from __future__ import annotations

import json
from typing import Any

from thesmos.arguments import whole_number
from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.diagnostics import UsageError
from thesmos.environments.actions import Actions, as_match
from thesmos.play.history import known_line
from thesmos.play.match import Match
from thesmos.play.result import rewards

try:
    import numpy as np
    import pyspiel
except ImportError:
    raise UsageError(
        "OpenSpiel is not installed", "install it with `pip install open_spiel`"
    ) from None


def game(match: Match) -> Any:
    """Return a match as a game of OpenSpiel, which `pyspiel.load_game` then knows by its name.

    The name is `thesmos_`, the game's, and the first letters of the hash of its rules: it stands
    for the same match in this process.
    """
    match = as_match(match)
    name = f"thesmos_{match.game_slug.replace('-', '_')}_{match.rules[:8]}"
    if name not in pyspiel.registered_names():
        _register(match, name)
    return pyspiel.load_game(name)


def _register(match: Match, name: str) -> None:
    kind, linked = pyspiel.GameType, match.linked
    sizes = {linked.sides.count(side) for side in linked.sides}
    several = len({*linked.sides}) > 1
    hidden = match.has_hidden
    about = kind(
        short_name=name,
        long_name=match.game_slug,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC
            if match.has_chance
            else kind.ChanceMode.DETERMINISTIC
        ),
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if hidden
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM if several and len(sizes) == 1 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=match.players,
        min_num_players=match.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )
    results = [rewards(linked.sides, winners) for winners in range(1, 2 << match.players)]
    actions = Actions(match)
    info = pyspiel.GameInfo(
        num_distinct_actions=actions.count,
        max_chance_outcomes=match.code_count if match.has_chance else 0,
        num_players=match.players,
        min_utility=min(map(min, results)),
        max_utility=max(map(max, results)),
        utility_sum=0.0 if several and len(sizes) == 1 else None,
        max_game_length=MAX_DECISIONS,
    )

    class MatchGame(_Game):
        """The game of this match."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(about, info, params or {})
            self.match, self.actions = match, actions

    pyspiel.register_game(about, MatchGame)


class _Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of OpenSpiel that is a match.

    match: the match. actions: its choices as numbers.
    """

    match: Match
    actions: Actions

    def new_initial_state(self) -> _State:
        """Return the first state."""
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return what observes states: what a player sees now, or all that it has seen and learned.

        iig_obs_type: which of the two; by default what is seen now. params: a match has none.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(self.match, kind, params)


class _State(pyspiel.State):  # type: ignore[misc]  # as above
    """A state of a game of OpenSpiel.

    states: those of the match up to here, the first one first.
    """

    def __init__(self, of: _Game) -> None:
        super().__init__(of)
        self._actions, self._sides = of.actions, of.match.linked.sides
        self.states = [of.match.start()]
        self._lines: dict[int, list[str]] = {}

    @property
    def _state(self) -> Any:
        return self.states[-1]

    def current_player(self) -> int:
        """Return who decides, from 0, or the number for chance or the end of the game."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        player: int = self._state.decision.player
        return player - 1 if player else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, _player: int) -> list[int]:
        """Return the legal actions, ascending."""
        return self._actions.legal(self._state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance, with their probabilities."""
        return [(code, float(share)) for code, share in self._actions.outcomes(self._state)]

    def _apply_action(self, action: int) -> None:
        """Go on with an action."""
        self.states.append(self._actions.apply(self._state, action))

    def _action_to_string(self, _player: int, action: int) -> str:
        """Return how an action reads here."""
        return self._actions.text(self._state, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over, or has lasted too long."""
        return bool(self._state.over) or len(self.states) > MAX_DECISIONS

    def returns(self) -> list[float]:
        """Return the reward of each player; 0 while the game goes on."""
        state = self._state
        winners = state.vector[state.match.linked.layout.core("winners")]
        return rewards(self._sides, winners) if winners else [0.0] * len(self._sides)

    def known_to(self, player: int) -> str:
        """Return all that a player (from 1) has seen and learned so far: a line for each state."""
        lines = self._lines.setdefault(player, [])
        for state in self.states[len(lines) :]:
            lines.append(json.dumps(known_line(state.view(player)), ensure_ascii=False))
        return "\n".join(lines)

    def __str__(self) -> str:
        """Return the whole state as text."""
        return str(self._state)


class _Observer:
    """Observes states as OpenSpiel asks: `tensor` has all numbers, `dict` the parts by name."""

    def __init__(self, match: Match, kind: Any, params: Any) -> None:
        if params:
            raise UsageError("observations of a match have no parameters", "leave them out")
        self._recalls, self._last_player = kind.perfect_recall, match.players - 1
        self._spec = match.observation_spec
        self.tensor = np.zeros(self._spec.size, np.float32)
        self.dict = {
            name: self.tensor[part.slots].reshape(part.shape) for name, part in self._spec.items()
        }

    def set_from(self, state: _State, player: int) -> None:
        """Observe a state as a player (from 0) sees it, with this player first."""
        self.tensor[:] = state.states[-1].observations(self._number(player)).flat

    def string_from(self, state: _State, player: int) -> str:
        """Return what a player sees or, for the information state, has seen and learned."""
        number = self._number(player)
        return state.known_to(number) if self._recalls else str(state.states[-1].view(number))

    def _number(self, player: int) -> int:
        """Return the number of a player in the match: 0 would be chance, which sees everything."""
        return 1 + whole_number(player, "player", 0, self._last_player)
