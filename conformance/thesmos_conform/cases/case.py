"""Cases: what an implementation is asked, each a few places to look at.

A case holds no expected value: the expected answer at a place comes from the reference, when the
answer of the implementation has arrived (`reference/oracle.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.play.game import Game
from thesmos.play.protocols import Match
from thesmos.scenario.reader import Scenario
from thesmos_conform.protocol.messages import Json, Place

SCENARIOS, RECORDS, RANDOM, CANARIES = "scenarios", "records", "random", "canaries"
MEMORY = "memory"
OBSERVE = "observe"
CHANCE = "chance"  # of a record's set-up: in the protocol an outcome is a choice


@dataclass(frozen=True)
class IllegalOption:
    """A text that must be refused. ids: what a scenario says forbids it, at least."""

    option: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Look:
    """A place to look at, what must be refused there, whose view of it is asked for."""

    place: Place
    refuse: tuple[IllegalOption, ...] = ()
    viewers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Case:
    """What is asked together and gets one verdict.

    mode, powers: what an implementation must have for it; needs: `memory` or `observe` besides.
    whole: look at the beginning of each place and after every choice of it. turned: how it was
    mirrored, rotated or its seats swapped; empty: as written. unmet: what of it the reference
    itself does not agree with, if that is known.
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
    unmet: str = ""
    scenario: Scenario | None = None

    @property
    def from_position(self) -> bool:
        """Whether it begins at a position."""
        return self.looks[0].place.position is not None


def protocol_setup(setup: Json) -> Json:
    """A record's set-up as requests have it."""
    return {key: value for key, value in setup.items() if key != CHANCE}


def powers_of(game: Game, match: Match) -> frozenset[str]:
    """The powers that are in play, or may come to be."""
    return frozenset(one["slug"] for one in match.program.instances) & game.powers.keys()
