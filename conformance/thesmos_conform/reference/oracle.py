"""The states of the rules at a place: whoever answers and whoever compares plays by these.

What is kept is a tree for each beginning, branching at the choices, so that whoever goes on from
a place does not begin anew. A lock lets several threads ask: a linked match is not made for more
than one at a time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, cast

from thesmos.diagnostics import UsageError
from thesmos.play.game import Game, load
from thesmos.play.protocols import CONCEDE, SKIP, Match, Setup, State
from thesmos.play.random_play import turn_starts
from thesmos.tools.replay_files import match_from_setup
from thesmos_conform.protocol.messages import Place

STATES = 4000  # that are kept before all are let go
MATCHES = 256  # that are kept: a game has thousands of match-ups, each a quarter of a megabyte
TOLD = 12  # options of one answer whose clauses are looked up


@dataclass(frozen=True)
class StatePath:
    """The states at the beginning and after each choice.

    from_position: whether it begins at a position, where somebody's turn has begun. refused: the
    first choice that is not on offer, counted from 0; the states end before it.
    """

    states: tuple[State, ...]
    from_position: bool
    refused: int | None = None

    @property
    def last(self) -> State:
        """Where it ends."""
        return self.states[-1]

    def in_turn(self, number: int) -> bool:
        """Whether after so many choices the first turn has begun: before, it is nobody's."""
        return self.from_position or any(turn_starts(one) for one in self.states[: number + 1])


@dataclass(eq=False, slots=True)
class _Node:
    """A state that is kept, and those that are known to follow it, by choice."""

    state: State
    after: dict[str, _Node] = field(default_factory=dict)


class Oracle:
    """The games, match-ups and states that places stand for.

    load: gives the games by name; those that are shipped, unless told otherwise.
    """

    def __init__(self, load: Callable[[str], Game] = load) -> None:
        self.lock = RLock()
        self._load = load
        self._games: dict[str, Game] = {}
        self._names: dict[str, str] = {}  # under which games were taken, by slug
        self._matches: dict[str, Match] = {}
        self._begun: dict[str, _Node] = {}
        self._kept = 0  # states in all trees together

    def take(self, name: str) -> Game:
        """A game by its slug or its folder, to which all places of its slug belong from now on.

        Raises UsageError if another one of that slug was taken before, or if there is none;
        SpecError for one with mistakes.
        """
        with self.lock:
            game = self._load(name)
            before = self._games.setdefault(game.slug, game)
            if before.path.resolve() != game.path.resolve():
                raise UsageError(
                    f"{before.path} and {game.path} are both the game {game.slug}",
                    "an implementation is asked by that word: take one of them at a time",
                )
            self._names.setdefault(game.slug, name)
            return before

    def game(self, slug: str) -> Game:
        """The game that places of a slug belong to: the one that was taken, or the shipped one.

        Raises UsageError or SpecError.
        """
        with self.lock:
            return self._games.get(slug) or self.take(slug)

    def name(self, slug: str) -> str:
        """The name under which a game was taken: a folder for one of the caller's own."""
        with self.lock:
            return self._names.get(slug, slug)

    def match(self, place: Place) -> Match:
        """The match-up of a place. Raises UsageError for one that can't be."""
        key = _key(place.game, place.setup)
        with self.lock:
            if key not in self._matches:
                if len(self._matches) >= MATCHES:
                    self.forget()
                game = self.game(place.game)
                self._matches[key] = match_from_setup(game, cast(Setup, place.setup))
            return self._matches[key]

    def forget(self) -> None:
        """Let go of all match-ups and states."""
        with self.lock:
            self._matches.clear()
            for game in self._games.values():
                game.forget()
            self._forget_states()

    def _forget_states(self) -> None:
        self._begun.clear()
        self._kept = 0

    def way(self, place: Place) -> StatePath:
        """The states from a place's beginning on.

        Raises UsageError for a beginning that can't be, and where the rules never come to an end.
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

    def _begin(self, place: Place) -> _Node:
        key = _key(place.game, place.setup, place.position)
        node = self._begun.get(key)
        if node is None:
            match = self.match(place)
            begun = match.start() if place.position is None else match.load(place.position)
            node = self._begun[key] = self._keep(begun)
        return node

    def _follow(self, node: _Node, choice: str) -> _Node | None:
        """The node after a choice, None if that is not on offer."""
        state = take(node.state, choice)
        if state is None:
            return None
        after = node.after[choice] = self._keep(state)
        return after

    def _keep(self, state: State) -> _Node:
        self._kept += 1
        return _Node(state)

    def forbidding(self, state: State, texts: Iterable[str]) -> tuple[str, ...]:
        """The ids of the rules and clauses that keep these from being options."""
        return self._ids(texts, state.why_not)

    def allowing(self, state: State, texts: Iterable[str]) -> tuple[str, ...]:
        """The ids of the clauses that have a say about these options; of the rules if none has."""
        found = self._ids(texts, state.explain)
        rules = rules_of(state)
        return tuple(one for one in found if one not in rules) or found

    def _ids(self, texts: Iterable[str], ask: Callable[[str], Iterable[Any]]) -> tuple[str, ...]:
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


def take(state: State, text: str) -> State | None:
    """The state after a choice, None if it is not on offer.

    Raises UsageError where the rules never come to an end.
    """
    decision = state.decision
    if decision is None:
        return None
    for option in decision.options:
        if option.text == text:
            return state.follow(option.values)
    if text == SKIP and decision.may_skip:
        return state.skip()
    if text == CONCEDE and decision.player:
        return state.concede()
    return None


def _key(*values: object) -> str:
    return json.dumps(values, sort_keys=True)
