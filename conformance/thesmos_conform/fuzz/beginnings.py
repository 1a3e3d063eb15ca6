"""Where the fuzzer begins: at the set-up, at kept positions, and at the positions of scenarios.

Each scenario shows a situation in which some clause matters. The fuzzer continues from there in
other ways, and derives other positions from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.play.match_ups import Seating
from thesmos.scenario.reader import Scenario
from thesmos_conform.cases.case import MEMORY
from thesmos_conform.fuzz.corpus import KeptPosition
from thesmos_conform.protocol.messages import Claim, Json


@dataclass(frozen=True)
class Seed:
    """The position of a scenario, its match-up, and the choices that it makes there."""

    seating: Seating
    position: Json
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Beginnings:
    """Where games may begin besides the set-up.

    positions: whether games may begin at positions.
    remembers: whether these include what cards remember.
    corpus: the kept positions; new ones are added, and those that can't be played any more removed.
    seeds: the scenarios' positions, each used once.
    """

    positions: bool = True
    remembers: bool = True
    corpus: list[KeptPosition] = field(default_factory=list)
    seeds: Sequence[Seed] = ()

    def allows(self, position: Json) -> bool:
        """Return whether a game may begin at a position."""
        return self.positions and (self.remembers or not position.get(MEMORY))

    def supported_by(self, claims: Sequence[Claim]) -> Beginnings:
        """Return the beginnings that all adapters support. claims: one for each adapter."""
        return replace(
            self,
            positions=self.positions and all("position" in claim.begins for claim in claims),
            remembers=self.remembers and all(claim.memory for claim in claims),
        )


def seeds_of(scenarios: Iterable[Scenario], game: Game, seatings: Iterable[Seating]) -> list[Seed]:
    """Return a seed for each scenario that begins at a position of one of these match-ups.

    seatings: the match-ups; powers may sit in another order.
    """
    allowed = set(map(_unordered, seatings))
    seeds = []
    for scenario in scenarios:
        seating = _seating(scenario, game)
        start = scenario.given
        if seating is None or start.position is None or start.options or start.impossible:
            continue
        if _unordered(seating) in allowed:
            seeds.append(Seed(seating, start.position, _choices(scenario)))
    return seeds


def _unordered(seating: Seating) -> tuple[object, ...]:
    return tuple(sorted(map(str, seating.powers))), seating.mode, seating.setup


def _seating(scenario: Scenario, game: Game) -> Seating | None:
    """Return the match-up of a scenario; None if it is of another edition."""
    start = scenario.given
    if scenario.editions and game.program.edition not in scenario.editions:
        return None
    setup = {word: str(value) for word, value in start.setup.items()}
    try:
        mode = game.mode(start.mode, len(start.powers), setup)
    except UsageError:
        return None
    powers = start.powers or (None,) * mode.players
    return Seating(powers, mode.slug, tuple(setup.items()))


def _choices(scenario: Scenario) -> tuple[str, ...]:
    """Return the choices of its steps and of its first branch."""
    steps = [*scenario.steps, *(step for branch in scenario.branches[:1] for step in branch.steps)]
    return tuple(text.value for step in steps for text in step.when)
