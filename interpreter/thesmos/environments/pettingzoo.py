"""A match as an environment of PettingZoo, in which agents take turns (AEC).

    from thesmos.environments.pettingzoo import env

    game = env(thesmos.load(name).match())
    game.reset(seed=1)

Chance is no agent: the environment draws its outcomes, by their weights.
"""

from __future__ import annotations

from typing import Any

from thesmos import arguments
from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.diagnostics import UsageError, clipped
from thesmos.dice import Rng
from thesmos.environments.actions import Actions, as_match
from thesmos.play.choice import take
from thesmos.play.match import Match
from thesmos.play.random_play import pick
from thesmos.play.result import rewards
from thesmos.play.state import State

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError:
    raise UsageError(
        "PettingZoo is not installed", 'install it with `pip install "thesmos[env]"`'
    ) from None


def env(match: Match, limit: int = MAX_DECISIONS) -> Environment:
    """Return a match as an environment. As `Environment` otherwise."""
    return Environment(match, limit)


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo's classes have no types
    """A match as an environment of PettingZoo.

    The agents are `player_1` and so on. An agent observes a dictionary: `observation`, the numbers
    of `match.observation_spec` in a row, with the agent's own player first, and `action_mask`, the
    legal actions, which are none while others decide. Actions are codes of options; after all codes
    come skipping and, where nothing else can be chosen, conceding. Rewards come at the end: those
    of `States.rewards`.

    match: the match.
    """

    def __init__(self, match: Match, limit: int = MAX_DECISIONS) -> None:
        """limit: decisions, also those of chance, after which a game is cut off (truncated).

        Raises UsageError unless it is a whole number from 1 to MAX_DECISIONS, and for no match.
        """
        super().__init__()
        self.match = match = as_match(match)
        self._limit = arguments.whole_number(limit, "limit", 1, MAX_DECISIONS)
        self.metadata = {
            "name": match.game_slug, "render_modes": ["ansi"], "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{n + 1}" for n in range(match.players)]
        self._numbers = {agent: n + 1 for n, agent in enumerate(self.possible_agents)}
        self._actions, spec = Actions(match), match.observation_spec
        low, high = np.zeros(spec.size, spec.dtype), np.zeros(spec.size, spec.dtype)
        for part in spec.values():
            low[part.slots], high[part.slots] = part.low, part.high
        mask = spaces.Box(0, 1, (self._actions.count,), np.int8)
        numbers = spaces.Box(low, high, dtype=low.dtype.type)
        space = spaces.Dict({"observation": numbers, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: spaces.Discrete(self._actions.count) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._decisions = 0
        self._dice = Rng(0)

    def observation_space(self, agent: str) -> Any:
        """Return what an agent can observe: a `Dict` of two `Box`es, as the class says.

        Raises UsageError if there is no such agent.
        """
        self._number(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the actions of an agent: whole numbers from 0, the same for all agents.

        Raises UsageError if there is no such agent.
        """
        self._number(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        seed: of chance, any whole number; without one, chance goes on where it was.
        options: PettingZoo passes them; a match has none.
        """
        del options
        if seed is not None:
            self._dice = Rng(arguments.seed(seed))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self._decisions = 0
        self._go_to(self.match.start())

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent; None for one whose game is over.

        Raises UsageError if it is not legal, or if no agent is there: before `reset`, or when all
            are done.
        """
        if not self.agents:
            raise UsageError("no agent is there to act", "call `reset` to begin a game")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        following = self._actions.apply(self._state, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_to(following)
        self._accumulate_rewards()

    def _go_to(self, state: State) -> None:
        """Go on with a state, to the next decision of an agent."""
        self._decisions += 1
        while (decision := state.decision) is not None and decision.chance:
            state = take(state, pick(state, self._dice))
            self._decisions += 1
        self._state = state
        if decision is not None:
            self.agent_selection = self.possible_agents[decision.player - 1]
            if self._decisions > self._limit:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        winners = state.vector[self.match.linked.layout.core("winners")]
        worth = rewards(self.match.linked.sides, winners)
        self.rewards = dict(zip(self.agents, worth, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent observes: see the class.

        Raises UsageError if there is no such agent, or before `reset`.
        """
        number, state = self._number(agent), self._begun()
        mask = np.zeros(self._actions.count, np.int8)
        if agent == self.agent_selection:
            mask[self._actions.legal(state)] = 1
        return {
            "observation": state.observations(number).flat,
            "action_mask": mask,
        }

    def render(self) -> str:
        """Return the board as the selected agent sees it, and what is to be decided, as text.

        Raises UsageError before `reset`.
        """
        return str(self._begun().view(self._numbers[self.agent_selection]))

    def state(self) -> Any:
        """Return the numbers of the observation in a row, with nothing hidden, player 1 first.

        Raises UsageError before `reset`.
        """
        return self._begun().observations(0).flat

    def _begun(self) -> State:
        if not self._decisions:
            raise UsageError("no game has begun", "call `reset` first")
        return self._state

    def _number(self, agent: str) -> int:
        """Return the number of an agent's player. Raises UsageError if there is no such agent."""
        if agent not in self._numbers:
            hint = f"there are {', '.join(self.possible_agents)}"
            raise UsageError(f"{clipped(repr(agent))} is no agent", hint)
        return self._numbers[agent]

    @property
    def position(self) -> State:
        """The state of the match; it shows everything, even what agents can't see."""
        return self._state

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
