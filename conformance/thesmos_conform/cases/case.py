"""Cases: what an implementation is asked, each a few places to look at.

A case holds no expected value. The expected answers come from the reference, when the
implementation has answered (`reference/oracle.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.play.game import Game
from thesmos.play.protocols import Match, State
from thesmos.scenario.reader import Scenario
from thesmos_conform.protocol.messages import Json, Place

SCENARIOS, RECORDS, RANDOM, CANARIES = "scenarios", "records", "random", "canaries"
MEMORY = "memory"
IMPOSSIBLE = "impossible"
TO_MOVE = "to_move"  # in the position of a request: whose turn begins there
OBSERVE = "observe"
OPTIONS = "options"
CHANCE = "chance"  # in the set-up of a record; in the protocol, an outcome is a choice


@dataclass(frozen=True)
class IllegalOption:
    """An option that must be refused. ids: the clauses that forbid it, by the scenario."""

    option: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Look:
    """A place to look at, options to be refused there, and players whose view is asked for."""

    place: Place
    refuse: tuple[IllegalOption, ...] = ()
    viewers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Case:
    """Questions that are asked together and get one verdict.

    mode, powers: what an implementation must support; needs: also `memory`, `observe`
        or `impossible`.
    whole: look at the beginning of each place and after every choice.
    turned: how the case was mirrored, rotated or had its seats swapped; empty for the case as
    written.
    meets: the clauses that hold in a game, and the actions and rules of its choices.
    unmet: where the reference itself is known to disagree with it.
    """

    id: str
    source: str
    game: str
    mode: str
    powers: frozenset[str]
    looks: tuple[Look, ...]
    title: str = ""
    clauses: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()
    whole: bool = False
    turned: str = ""
    meets: frozenset[str] = frozenset()
    unmet: str = ""
    scenario: Scenario | None = None

    @property
    def from_position(self) -> bool:
        """Whether the case begins at a position."""
        return self.looks[0].place.position is not None


def position_of(state: State, to_move: int | None = None, *, remembers: bool = True) -> Json:
    """Return the position of a state at the start of a turn, and whose turn it is.

    to_move: the player whose turn it shall be; by default the state's. remembers: whether to
    include what cards remember.
    """
    position = {**state.position(), TO_MOVE: state.turn_of if to_move is None else to_move}
    if not remembers:
        position.pop(MEMORY, None)
    return position


def protocol_setup(setup: Json, game: Game) -> Json:
    """Return the set-up of a record in the form of requests.

    Default values of options are left out: not every adapter that plays them claims their names.
    """
    needed = {key: value for key, value in setup.items() if key not in (CHANCE, OPTIONS)}
    default = game.default_options
    chosen = {
        name: value for name, value in setup.get(OPTIONS, {}).items() if value != default.get(name)
    }
    return needed | ({OPTIONS: chosen} if chosen else {})


def powers_of(game: Game, match: Match) -> frozenset[str]:
    """Return the powers that are in play or may enter it."""
    return frozenset(linked.card.slug for linked in match.linked.cards) & game.powers.keys()
