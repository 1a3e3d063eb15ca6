"""The states of the rules at a place, for answering questions and for checking answers.

States are cached in a tree for each beginning that branches at the choices, so that continuing from
a place does not replay it from the start. A lock makes this safe for several threads.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from threading import RLock
from typing import Any, cast

from thesmos.diagnostics import UsageError
from thesmos.kept import Kept
from thesmos.link.linked import LinkedGame
from thesmos.play.choice import find_choice, take
from thesmos.play.game import Game, load
from thesmos.play.protocols import Match, Setup, State
from thesmos.record.matches import match_from_setup
from thesmos.scenario.reader import read_scenario
from thesmos.tools.shared_match_ups import SharedMatchUps
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.reference.rulings import RulingBook, read_ruling_book

STATES = 4000  # cached states, after which all are dropped
MATCHES = 256  # cached matches: a game has thousands of match-ups, each a quarter of a megabyte


@dataclass(frozen=True)
class StatePath:
    """The states at the beginning and after each choice.

    from_position: whether it begins at a position, in a player's turn. refused: the first choice
    that is not on offer, counted from 0; the states end before it.
    """

    states: tuple[State, ...]
    from_position: bool
    refused: int | None = None

    @property
    def last(self) -> State:
        """The last state."""
        return self.states[-1]

    def in_turn(self, number: int) -> bool:
        """Return whether the first turn has begun after `number` choices; False in set-up."""
        return self.from_position or any(state.turns_begun for state in self.states[: number + 1])


@dataclass(eq=False, slots=True)
class _Node:
    """A cached state, and the known states that follow it, by choice."""

    state: State
    after: dict[str, _Node] = field(default_factory=dict)


class Oracle:
    """The games, match-ups and states of places, and scenarios; each is read only once.

    load: loads a game by its name; by default the shipped games and folders.
    """

    def __init__(self, load: Callable[[str], Game] = load) -> None:
        self.lock = RLock()
        self.read_scenario = cache(read_scenario)  # a folder has scenarios of several games
        self.results = Kept()  # what is made of them; to be used while the lock is held
        self._load = load
        self._games: dict[str, Game] = {}
        self._names: dict[str, str] = {}  # the name that each game was loaded by, by slug
        self._matches: dict[str, Match] = {}
        self._shared: dict[str, SharedMatchUps] = {}
        self._rulings: dict[str, RulingBook] = {}
        self._begun: dict[str, _Node] = {}
        self._kept = 0  # the number of states in all trees

    def use_game(self, name: str) -> Game:
        """Load a game by its slug or folder and use it for all places with its slug.

        Raises UsageError if there is no such game, or if another one with its slug is in use;
        SpecError if the game has errors.
        """
        with self.lock:
            loaded = next(
                (slug for slug, known_name in self._names.items() if known_name == name), None
            )
            if loaded is not None:
                return self._games[loaded]
            game = self._load(name)
            before = self._games.setdefault(game.slug, game)
            if (before.path.resolve(), before.version) != (game.path.resolve(), game.version):
                raise UsageError(
                    f"{before.path}{before.version} and {game.path}{game.version} are both the "
                    f"game {game.slug}",
                    "a question names its game by this slug: use one of the two at a time",
                )
            self._names.setdefault(game.slug, name)
            return before

    def game(self, slug: str) -> Game:
        """Return the game with a slug: the one in use, or the shipped one.

        Raises UsageError or SpecError.
        """
        with self.lock:
            return self._games.get(slug) or self.use_game(slug)

    def name(self, slug: str) -> str:
        """Return the name that a game was loaded by: a folder if it was not a shipped one."""
        with self.lock:
            return self._names.get(slug, slug)

    def rulings(self, slug: str) -> RulingBook:
        """Return the rulings of a game. Raises UsageError or SpecError."""
        with self.lock:
            if slug not in self._rulings:
                self._rulings[slug] = read_ruling_book(self.game(slug))
            return self._rulings[slug]

    def match(self, place: Place) -> Match:
        """Return the match of a place. Raises UsageError for an impossible match-up."""
        key = _key(place.game, place.setup)
        with self.lock:
            if key not in self._matches:
                if len(self._matches) >= MATCHES:
                    self.forget()
                game = self.game(place.game)
                self._matches[key] = match_from_setup(game, cast(Setup, place.setup))
            return self._matches[key]

    def share(self, slug: str, setups: Iterable[Json], length: float) -> None:
        """Play these match-ups of a game in pools, where that saves time.

        setups, length: as in SharedMatchUps.
        """
        match_ups = cast(list[Setup], [*setups])
        with self.lock:
            before = self._shared.get(slug)
            if before is None or not before.includes(match_ups):
                self._shared[slug] = SharedMatchUps(self.game(slug), match_ups, length)

    def played(self, place: Place) -> Match:
        """Return the match that plays a place, perhaps in a pool. Raises as `match` does."""
        with self.lock:
            shared = self._shared.get(place.game)
            match = None if shared is None else shared.match(cast(Setup, place.setup))
            return self.match(place) if match is None else match

    def forget(self) -> None:
        """Drop all cached matches and states."""
        with self.lock:
            self._matches.clear()
            for game in self._games.values():
                game.forget()
            self._forget_states()

    def _forget_states(self) -> None:
        self._begun.clear()
        self._kept = 0

    def path(self, place: Place) -> StatePath:
        """Return the states from the beginning of a place to its end.

        Raises UsageError for an impossible beginning, and where the rules loop forever.
        """
        with self.lock:
            if self._kept >= STATES:
                self._forget_states()
            node = self._begin(place)
            states = [node.state]
            begun = place.position is not None
            for number, choice in enumerate(place.choices):
                after = node.after.get(choice) or self._follow(node, choice)
                if after is None:
                    return StatePath(tuple(states), begun, number)
                node = after
                states.append(node.state)
            return StatePath(tuple(states), begun)

    def know(self, place: Place, states: Sequence[State]) -> None:
        """Keep states that were played elsewhere: at the beginning of a place, and on its way."""
        with self.lock:
            if self._kept >= STATES:
                self._forget_states()
            key = _beginning(place)
            node = self._begun.get(key)
            if node is None:
                node = self._begun[key] = self._keep(states[0])
            for choice, state in zip(place.choices, states[1:], strict=True):
                if choice not in node.after:
                    node.after[choice] = self._keep(state)
                node = node.after[choice]

    def _begin(self, place: Place) -> _Node:
        key = _beginning(place)
        node = self._begun.get(key)
        if node is None:
            match = self.played(place)
            begun = (
                match.start()
                if place.position is None
                else match.load(place.position, allow_impossible=place.impossible)
            )
            node = self._begun[key] = self._keep(begun)
        return node

    def _follow(self, node: _Node, choice: str) -> _Node | None:
        """Return the node after a choice; None if the choice is not on offer."""
        state = apply_choice(node.state, choice)
        if state is None:
            return None
        after = node.after[choice] = self._keep(state)
        return after

    def _keep(self, state: State) -> _Node:
        self._kept += 1
        return _Node(state)


def rules_of(state: State) -> frozenset[str]:
    """Return the ids of all action rules in a state's match-up."""
    actions = linked_of(state).actions
    return frozenset(f"{name}.{rule.name}" for name in actions for rule in actions[name].rules)


def linked_of(state: State) -> LinkedGame:
    """Return the linked game of a state."""
    game: LinkedGame = cast(Any, state).match.linked
    return game


def dead_end(state: State) -> bool:
    """Return whether the player who decides has no option and can't skip."""
    decision = state.decision
    return decision is not None and not decision.options and not decision.may_skip


def keys_of(state: State) -> frozenset[str]:
    """Return the top-level keys of positions in a state's game."""
    return frozenset(entry.path[0] for entry in linked_of(state).game.position)


def by_player_of(state: State) -> frozenset[str]:
    """Return the paths of keys, joined by dots, whose lists have an entry for each player."""
    return linked_of(state).game.listed_by_player


def apply_choice(state: State, text: str) -> State | None:
    """Return the state after a choice; None if it is not on offer.

    Raises UsageError where the rules loop forever.
    """
    choice = find_choice(state, text)
    return None if choice is None else take(state, choice)


def _beginning(place: Place) -> str:
    return _key(place.game, place.setup, place.position, place.impossible)


def _key(*values: object) -> str:
    return json.dumps(values, sort_keys=True)
