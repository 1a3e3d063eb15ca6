"""The fixture of the first conversation: a simple match-up, a position, and a turn from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thesmos.dice import Rng
from thesmos.play.game import Game
from thesmos.play.protocols import State
from thesmos.play.random_play import play
from thesmos_conform.cases.case import MEMORY, TO_MOVE, position_of
from thesmos_conform.cases.played_cases import claimed_options
from thesmos_conform.protocol.messages import Answer, Claim, Json, Place
from thesmos_conform.reference.reference import Reference

PLAYERS = 2
SEED = 7
TURNS = 5  # turns to play before the position, so that the board is not empty
LIMIT = 200  # decisions to play for these turns, at most
TRIES = 20  # powers to try, at most


@dataclass(frozen=True)
class Fixture:
    """A place to ask an adapter about.

    turn: the choices of a turn that begins there.
    illegal: choices from there of which the last one is not on offer; empty if none was found.
    claimed, foreign: a power that the adapter claims, and one that it does not claim, both of which
    the first player can hold there; None if there is none.
    """

    place: Place
    turn: tuple[str, ...]
    illegal: tuple[str, ...]
    claimed: str | None
    foreign: str | None


def with_power(place: Place, power: str) -> Place:
    """Return the same place, but with the first player holding a power."""
    powers = [power, *place.setup["powers"][1:]]
    return Place(place.game, place.setup | {"powers": powers}, place.position)


def find_fixture(reference: Reference, game: str, claim: Claim) -> Fixture:
    """Return a fixture that the claim covers. Raises LookupError, with a sentence, if none is."""
    setup = _setup(reference.games()[game], claim)
    start = Place(game, setup)
    place = _position(reference, start, claim) if "position" in claim.begins else None
    place = place or start
    turn = _turn(reference, place)
    powers = list(reference.games()[game].powers)
    claimed = powers if claim.powers is None else [p for p in powers if p in claim.powers]
    return Fixture(
        place,
        turn,
        _illegal(reference, place, turn),
        _usable(reference, place, claimed),
        _usable(reference, place, [p for p in powers if p not in claimed]),
    )


def _setup(game: Game, claim: Claim) -> Json:
    """Return a match-up without powers in the smallest mode that is claimed."""
    modes = game.checked.modes
    if claim.modes:
        claimed = [modes[name] for name in claim.modes if name in modes and not modes[name].needs]
        if not claimed:
            raise LookupError(f"{game.slug} is not played in the modes {', '.join(claim.modes)}")
        mode = min(claimed, key=lambda mode: mode.players)
    else:
        mode = game.mode(None, PLAYERS)
    powers: list[str | None] = [None] * mode.players
    setup: Json = {"players": mode.players, "teams": list(mode.sides), "powers": powers}
    if options := dict(next(claimed_options(game, claim))):
        setup["options"] = options
    return setup | ({"mode": mode.slug} if claim.modes else {})


def _position(reference: Reference, start: Place, claim: Claim) -> Place | None:
    """Return a position after some turns, where a turn begins; None if none can be loaded.

    It has no memory if that is not claimed: then perhaps only an early one can be loaded.
    """
    match = reference.oracle.match(start)
    turns, early = 0, list[State]()
    for state, _ in play(match.start(), Rng(SEED), LIMIT):
        turns += state.turns_begun
        if turns < TURNS and state.turns_begun:
            early.append(state)
        elif state.turns_begun and (place := _loaded(reference, start, state, claim)):
            return place
    places = (_loaded(reference, start, state, claim) for state in reversed(early))
    return next(filter(None, places), None)


def _loaded(reference: Reference, start: Place, state: State, claim: Claim) -> Place | None:
    """Return the position of a state; None if it can't be loaded, or is another one then."""
    place = Place(start.game, start.setup, position_of(state, remembers=claim.memory))
    reply = reference.look(place)
    if not isinstance(reply, Answer) or not reply.options:
        return None
    got, right = dict(reply.position or {}), dict(state.position())
    if not claim.memory:
        got.pop(MEMORY, None)
        right.pop(MEMORY, None)
    return place if got == right else None


def _turn(reference: Reference, place: Place) -> tuple[str, ...]:
    """Return a turn from a place: always the first option, until the turn or the game is over."""
    choices: tuple[str, ...] = ()
    while len(choices) < LIMIT:
        reply = reference.look(place.after(*choices))
        if not isinstance(reply, Answer) or not reply.options:
            break
        if any(event["e"] in ("turn", "additional turn") for event in reply.events or ()):
            break
        choices = (*choices, reply.options[0])
    return choices


def _illegal(reference: Reference, place: Place, turn: tuple[str, ...]) -> tuple[str, ...]:
    """Return choices of which the last one is not on offer; empty if none was found.

    It is on offer for another player or later in the turn, or was at the beginning of the turn:
    where everything is on offer at first, only that which was chosen is not on offer any more.
    """
    reply = reference.look(place)
    offered = set(reply.options or ()) if isinstance(reply, Answer) else set()
    elsewhere = [place.after(*turn[:count]) for count in range(1, len(turn) + 1)]
    if place.position is not None:
        for player in range(1, place.setup["players"] + 1):
            other = place.position | {TO_MOVE: player}
            elsewhere.insert(0, Place(place.game, place.setup, other))
    for other_place in elsewhere:
        other_reply = reference.look(other_place)
        if isinstance(other_reply, Answer):
            for option in other_reply.options or ():
                if option not in offered:
                    return (option,)
    after = reference.look(place.after(*turn))
    again = turn[:1]
    if isinstance(after, Answer) and after.options and not {*again} & {*after.options}:
        return (*turn, *again)
    return ()


def _usable(reference: Reference, place: Place, powers: Sequence[str]) -> str | None:
    """Return the first power that the first player can hold at a place."""
    for power in powers[:TRIES]:
        if isinstance(reference.look(with_power(place, power)), Answer):
            return power
    return None
