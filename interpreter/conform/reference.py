"""The interpreter as a peer: what the rules say, in the words of the protocol.

It is what adapters are compared with, what `thesmos serve` serves, and where positions to ask
about come from.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thesmos.conform.messages import (
    LEVELS,
    Answer,
    Broke,
    Claim,
    Hello,
    Json,
    Place,
    Refused,
    Reply,
    Unsupported,
)
from thesmos.fault import UsageError
from thesmos.use.api import Match, State
from thesmos.use.game import Game, load
from thesmos.use.perft import perft
from thesmos.use.record import CONCEDE, SKIP, Misshapen, check_setup
from thesmos.use.replay import told
from thesmos.use.replay_files import match_from_setup
from thesmos.use.walk import turn_starts

NAME = "thesmos"
STATES = 2048  # that are kept, so that whoever goes on from one does not begin anew
MATCHES = 64  # that are kept: a program is large, and a game has thousands of match-ups

Key = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class At:
    """A state on the way. turn: the number of the turn, None where a position does not tell."""

    state: State
    turn: int | None

    def after(self, state: State) -> At:
        """A state that follows."""
        return At(state, None if self.turn is None else self.turn + turn_starts(state))


class Reference:
    """The rules as a `Peer`: it claims everything, and answers within the process.

    games: names of shipped games or folders of specs. They are loaded when first asked about, so
    SpecError may come then. version: ours, which `hello` tells.
    """

    def __init__(self, games: Iterable[str], version: str = "") -> None:
        self._version = version
        self._games: dict[str, Game] = {}
        self._names = list(games)
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._states: OrderedDict[Key, At] = OrderedDict()

    # ------------------------------------------------------------------ the peer

    def hello(self) -> Hello:
        """Who we are: all games, everything in them."""
        claims = {slug: self._claim(game) for slug, game in self.games().items()}
        return Hello(NAME, self._version, "Python", "", claims)

    def _claim(self, game: Game) -> Claim:
        return Claim(
            editions=(game.checked.written.edition,),
            modes=tuple(sorted(game.checked.modes)),
            powers=None,
            levels=LEVELS,
            memory=True,
        )

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """What is to be decided at a place; as a player sees it; why an option is not on offer."""
        at = self.reach(place)
        if not isinstance(at, At):
            return at
        return self._answer(at, viewer, why, began=not place.choices)

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """The answers at the beginning and after each choice; the last one may be a refusal."""
        at = self.reach(Place(place.game, place.setup, place.position))
        if not isinstance(at, At):
            return [at]
        made: list[Reply] = [self._answer(at, viewer, None, began=True)]
        for number, choice in enumerate(place.choices):
            follower = _after(at, choice)
            if not isinstance(follower, At):
                return [*made, Refused(number) if follower is None else follower]
            at = follower
            made.append(self._answer(at, viewer, None, began=False))
        self._keep((_base(place), place.choices), at)
        return made

    def perft(self, place: Place, depth: int) -> int | Reply:
        """How many positions follow: as `use/perft.py` counts them."""
        at = self.reach(place)
        return perft(at.state, depth).nodes if isinstance(at, At) else at

    def close(self) -> None:
        """Lets go of what is kept."""
        self._matches.clear()
        self._states.clear()

    # ------------------------------------------------------------------ states

    def games(self) -> dict[str, Game]:
        """All games, by slug, loaded. Raises SpecError for one with mistakes."""
        for name in self._names:
            game = load(name)
            self._games[game.slug] = game
        self._names = []
        return self._games

    def match(self, game: str, setup: Json) -> Match | Unsupported | Broke:
        """The match-up of a set-up, or what speaks against it."""
        if game not in self.games():
            return Unsupported(f"game {game}")
        key = json.dumps([game, setup], sort_keys=True)
        if key in self._matches:
            self._matches.move_to_end(key)
            return self._matches[key]
        if len(self._matches) >= MATCHES:
            self._matches.clear()
            for each in self.games().values():
                each.forget()
        made = self._link(self.games()[game], setup)
        if not isinstance(made, Unsupported | Broke):
            self._matches[key] = made
        return made

    def _link(self, game: Game, setup: Json) -> Match | Unsupported | Broke:
        try:
            checked = check_setup(setup)
        except Misshapen as error:
            return Broke(str(error))
        for power in checked["powers"]:
            if power is not None and power not in game.powers:
                return Unsupported(f"power {power}")
        mode = checked.get("mode")
        if mode is not None and mode not in game.checked.modes:
            return Unsupported(f"mode {mode}")
        try:
            return match_from_setup(game, checked)
        except UsageError as error:
            return Broke(_sentence(error))

    def reach(self, place: Place) -> At | Reply:
        """The state at a place, or the reply that says why there is none."""
        base = _base(place)
        count = len(place.choices)
        while count and (base, place.choices[:count]) not in self._states:
            count -= 1
        known = self._states.get((base, place.choices[:count]))
        at = known or self._begin(place)
        if not isinstance(at, At):
            return at
        for number in range(count, len(place.choices)):
            self._keep((base, place.choices[:number]), at)
            follower = _after(at, place.choices[number])
            if follower is None:
                return Refused(number)
            if not isinstance(follower, At):
                return follower
            at = follower
        self._keep((base, place.choices), at)
        return at

    def _begin(self, place: Place) -> At | Reply:
        match = self.match(place.game, place.setup)
        if isinstance(match, Unsupported | Broke):
            return match
        if place.position is None:
            state = match.start()
            return At(state, turn_starts(state))
        try:
            return At(match.load(place.position), None)
        except UsageError as error:
            return Broke(_sentence(error))

    def _keep(self, key: Key, at: At) -> None:
        self._states[key] = at
        self._states.move_to_end(key)
        if len(self._states) > STATES:
            self._states.popitem(last=False)

    # ------------------------------------------------------------------ answers

    def _answer(self, at: At, viewer: int | None, why: str | None, began: bool) -> Reply:
        state = at.state
        if viewer is not None and not 1 <= viewer <= len(state.held):
            return Broke(f"there is no player {viewer}")
        told_why = None
        if why is not None:
            try:
                told_why = forbidding(state, why)
            except UsageError as error:
                return Broke(_sentence(error))
        return answer(state, at.turn, viewer, told_why, began)


def _base(place: Place) -> str:
    """Where the choices of a place begin, as a key."""
    return json.dumps([place.game, place.setup, place.position], sort_keys=True)


def _after(at: At, text: str) -> At | Broke | None:
    """Where a choice leads; None if it is not on offer, Broke if the rules never come to an end."""
    try:
        follower = take(at.state, text)
    except UsageError as error:
        return Broke(_sentence(error))
    return None if follower is None else at.after(follower)


def take(state: State, text: str) -> State | None:
    """The state after a choice, None if it is not on offer."""
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


def forbidding(state: State, text: str) -> tuple[str, ...]:
    """The ids of the rules and clauses that forbid a choice; none if it is on offer.

    Raises UsageError for a text that can't be an option here.
    """
    decision = state.decision
    if decision is not None and decision.player and text == CONCEDE:
        return ()
    return tuple(finding.id for finding in state.why_not(text))


def answer(
    state: State,
    turn: int | None = None,
    viewer: int | None = None,
    why: tuple[str, ...] | None = None,
    began: bool = False,
) -> Answer:
    """What there is to tell about a state.

    viewer: what he can't see is unknown, and the options of others are left out, since they would
    tell it. turn: its number, 0 before the first one, when nobody's turn it is. began: whether no
    choice led here, and so no events.
    """
    seen = state if viewer is None else state.view(viewer)
    held = tuple(tuple(powers) for powers in state.held)
    events = None if began or viewer is not None else tuple(dict(event) for event in state.events)
    decision = state.decision
    if decision is None:
        result = told(state)
        return Answer(position=seen.position(), held=held, result=result, events=events, why=why)
    own = viewer is None or viewer == decision.player
    return Answer(
        player=decision.player,
        options=tuple(sorted(option.text for option in decision.options)) if own else None,
        may_skip=decision.may_skip if own else None,
        turn_of=state.turn_of if state.turn_of and turn != 0 else None,
        step=decision.step,
        power=decision.power,
        position=seen.position(),
        held=held,
        events=events,
        why=why,
    )


def _sentence(error: UsageError) -> str:
    return f"{error.message}; {error.hint}" if error.hint else error.message
