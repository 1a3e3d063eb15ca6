"""What the rules say at a place: the expected values, which never leave the runner.

The reference plays from the same beginning the same choices. A lock lets several threads ask: a
linked match is not made for more than one at a time.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import RLock
from typing import Any, cast

from thesmos.conform.messages import Place
from thesmos.conform.reference import take
from thesmos.fault import UsageError
from thesmos.use.api import Match, State
from thesmos.use.game import Game, load
from thesmos.use.record import Setup
from thesmos.use.replay_files import match_from_setup

ROOM = 4000  # states that are kept
TOLD = 12  # options of one answer whose clauses are looked up

Key = tuple[str, str, str, tuple[str, ...]]


@dataclass(frozen=True)
class Way:
    """The states at the beginning and after each choice.

    refused: the first choice that is not on offer, counted from 0; the states end before it.
    """

    states: tuple[State, ...]
    refused: int | None = None

    @property
    def last(self) -> State:
        """Where it ends."""
        return self.states[-1]

    @property
    def before(self) -> State | None:
        """The state before the last choice."""
        return self.states[-2] if len(self.states) > 1 else None


class Oracle:
    """Answers of the reference, as states.

    load: gives the games by name; those that are shipped, unless told otherwise.
    """

    def __init__(self, load: Callable[[str], Game] = load) -> None:
        self.lock = RLock()
        self._load = load
        self._games: dict[str, Game] = {}
        self._states: OrderedDict[Key, State] = OrderedDict()

    def game(self, name: str) -> Game:
        """A game, read once. Raises UsageError or SpecError."""
        with self.lock:
            if name not in self._games:
                self._games[name] = self._load(name)
            return self._games[name]

    def match(self, place: Place) -> Match:
        """The match-up of a place. Raises UsageError for one that can't be."""
        with self.lock:
            return match_from_setup(self.game(place.game), cast(Setup, place.setup))

    def way(self, place: Place) -> Way:
        """The states from a place's beginning on. Raises UsageError for one that can't be."""
        with self.lock:
            key = (place.game, _frozen(place.setup), _frozen(place.position))
            states = [self._begin(place, key)]
            for number, choice in enumerate(place.choices):
                after = self._after(states[-1], choice, (*key, place.choices[: number + 1]))
                if after is None:
                    return Way(tuple(states), number)
                states.append(after)
            return Way(tuple(states))

    def _begin(self, place: Place, key: tuple[str, str, str]) -> State:
        known = self._states.get((*key, ()))
        if known is not None:
            return known
        match = self.match(place)
        state = match.start() if place.position is None else match.load(place.position)
        return self._keep((*key, ()), state)

    def _after(self, state: State, choice: str, key: Key) -> State | None:
        known = self._states.get(key)
        if known is not None:
            return known
        after = take(state, choice)
        return None if after is None else self._keep(key, after)

    def _keep(self, key: Key, state: State) -> State:
        self._states[key] = state
        while len(self._states) > ROOM:
            self._states.popitem(last=False)
        return state

    def forbidding(self, state: State, texts: Iterable[str]) -> tuple[str, ...]:
        """The ids of the rules and clauses that keep these from being options."""
        return self._ids(state, texts, state.why_not)

    def allowing(self, state: State, texts: Iterable[str]) -> tuple[str, ...]:
        """The ids of the clauses that have a say about these options; of the rules if none has."""
        found = self._ids(state, texts, state.explain)
        rules = rules_of(state)
        return tuple(one for one in found if one not in rules) or found

    def _ids(
        self, state: State, texts: Iterable[str], ask: Callable[[str], Iterable[Any]]
    ) -> tuple[str, ...]:
        found: dict[str, None] = {}
        with self.lock:
            for text in list(texts)[:TOLD]:
                try:
                    found |= dict.fromkeys(finding.id for finding in ask(text))
                except UsageError:  # a text that no roles of this step give
                    continue
        return tuple(found)


def rules_of(state: State) -> frozenset[str]:
    """The ids of all rules of actions in a state's match-up."""
    actions = program_of(state).actions
    return frozenset(
        f"{name}.{rule['name']}" for name in actions for rule in actions[name]["rules"]
    )


def program_of(state: State) -> Any:
    """The linked program that a state belongs to."""
    return cast(Any, state).match.program


def dead_end(state: State) -> bool:
    """Whether the one who decides here can't go on."""
    decision = state.decision
    return decision is not None and not decision.options and not decision.may_skip


def keys_of(state: State) -> frozenset[str]:
    """The keys that positions of a game have."""
    return frozenset(path.split(".")[0] for path, _ in program_of(state).position)


def _frozen(value: Mapping[str, Any] | None) -> str:
    return "" if value is None else json.dumps(value, sort_keys=True)
