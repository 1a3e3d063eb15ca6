"""Make random specs, let `check` judge them, play what it accepts, and count."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from testing.random_specs.draw import Draw
from testing.random_specs.games import random_game
from testing.random_specs.playing import (
    Fault,
    Played,
    about_error,
    play_draft,
    play_game,
)
from testing.random_specs.powers import random_power
from testing.random_specs.shrink import shrunk
from testing.random_specs.texts import Spec
from thesmos.diagnostics import SpecError
from thesmos.play.game import Game, load
from thesmos.program.node import walk
from thesmos.tools.process_pool import Jobs, run_tasks

DECISIONS = 50  # of each spec
BESIDE = 10  # one spec of so many is played beside the semantics
FEWER = 4  # of one spec of so many, a match-up with fewer powers is played too
BATCH = 20  # specs that a process makes and plays at a time
SHRUNK = 3  # faults of a run that are made smaller
TRIES = 2000  # to make one smaller
DRAFT = "draft/game.yaml"

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class FoundFault:
    """A fault: the seed of its spec, what is wrong, and the spec."""

    seed: int
    about: str
    message: str
    text: str = ""

    def as_json(self) -> dict[str, Any]:
        """The fault as `--json` prints it."""
        return {"seed": self.seed, "about": self.about, "what": self.message, "text": self.text}


@dataclass
class SpecTally:
    """What has come of some specs. Of clauses, those that are not counted are left out."""

    specs: int = 0
    accepted: int = 0
    documents: int = 0
    decisions: int = 0
    compared: int = 0
    clauses: int = 0
    fired: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    constructs: Counter[str] = field(default_factory=Counter)
    faults: list[FoundFault] = field(default_factory=list)

    def add(self, other: SpecTally) -> None:
        """Add what has come of others."""
        for name in ("specs", "accepted", "documents", "decisions", "compared", "clauses", "fired"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.refused.update(other.refused)
        self.constructs.update(other.constructs)
        self.faults += other.faults

    def as_json(self) -> dict[str, Any]:
        """The tally as `--json` prints it."""
        return {
            "specs": self.specs,
            "accepted": self.accepted,
            "documents": self.documents,
            "decisions": self.decisions,
            "compared": self.compared,
            "clauses": self.clauses,
            "fired": self.fired,
            "refused": dict(self.refused.most_common()),
            "constructs": dict(sorted(self.constructs.items())),
            "faults": [fault.as_json() for fault in self.faults],
        }


def random_specs(
    count: int,
    seed: int,
    jobs: Jobs,
    progress: Progress = lambda done, of: None,
    game: str | None = None,
    checked: bool = False,
) -> SpecTally:
    """Make so many specs and play those that are accepted. The first faults are made smaller.

    game: a game for which powers are made, instead of whole games. checked: as in CompiledMatch.
    """
    starts = range(seed, seed + count, BATCH)
    tasks = [(game, start, min(BATCH, seed + count - start), checked) for start in starts]
    whole = SpecTally()
    for done, tally in enumerate(run_tasks(_batch, tasks, jobs), 1):
        whole.add(tally)
        progress(min(done * BATCH, count), count)
    smaller: dict[str, FoundFault] = {}
    for fault in whole.faults:
        if fault.about not in smaller and len(smaller) < SHRUNK:
            smaller[fault.about] = smallest(fault, game, checked)
    whole.faults = [*smaller.values(), *(f for f in whole.faults if f.about not in smaller)]
    return whole


def _batch(task: tuple[str | None, int, int, bool]) -> SpecTally:
    """What comes of the specs of some seeds."""
    game, first, count, checked = task
    made = SpecTally()
    for seed in range(first, first + count):
        _try(random_spec(seed, game), seed, made, checked)
    return made


def random_spec(seed: int, game: str | None = None) -> Spec:
    """The spec of a seed: a whole game, or a power for a game."""
    return random_game(Draw(seed)) if game is None else random_power(Draw(seed), _loaded(game))


@lru_cache(maxsize=1)
def _loaded(name: str) -> Game:
    return load(name)


def _try(spec: Spec, seed: int, made: SpecTally, checked: bool) -> None:
    """Play a spec if it is accepted."""
    made.specs += 1
    try:
        with LoadedSpec(spec) as game:
            made.accepted += 1
            made.documents += len(spec.documents)
            made.constructs.update(_constructs(game))
            for powers in _match_ups(spec, seed):
                _played(play_spec(game, powers, seed, checked), seed, made)
            if DRAFT in spec.documents:
                made.constructs.update(_constructs(game.drafting))
                draft = play_draft(game, seed, beside=seed % BESIDE == 0, checked=checked)
                _played(draft, seed, made)
    except SpecError as error:
        made.refused.update({one.code for one in error.diagnostics})
    except Exception as error:  # noqa: BLE001 - `check` must not fail, whatever it is given
        made.faults.append(FoundFault(seed, f"check: {about_error(error)}", str(error)[:300]))


def _match_ups(spec: Spec, seed: int) -> list[tuple[str | None, ...]]:
    """The powers that the players hold in each match-up to be played."""
    if seed % FEWER:
        return [spec.powers]
    fewer: tuple[str | None, ...] = (None,) * len(spec.powers)
    if seed % (2 * FEWER):
        fewer = (spec.powers[0], *fewer[1:])
    return [spec.powers, fewer]


def play_spec(game: Game, powers: Sequence[str | None], seed: int, checked: bool = False) -> Played:
    """Play a spec; some of them beside the semantics. checked: as in CompiledMatch."""
    return play_game(game, powers, seed, DECISIONS, beside=seed % BESIDE == 0, checked=checked)


def _played(played: Played, seed: int, made: SpecTally) -> None:
    made.decisions += played.decisions
    made.compared += played.decisions if seed % BESIDE == 0 else 0
    made.clauses += len(played.clauses)
    made.fired += len(played.fired)
    if played.fault is not None:
        made.faults.append(FoundFault(seed, played.fault.about, str(played.fault)))


class LoadedSpec:
    """A spec in a folder of its own, loaded. Raises SpecError if it is refused."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def __enter__(self) -> Game:
        self.folder = tempfile.TemporaryDirectory(prefix="random-spec-")
        try:
            self.spec.write(Path(self.folder.name))
            return load(self.folder.name)
        except BaseException:
            self.folder.cleanup()
            raise

    def __exit__(self, *_: object) -> None:
        self.folder.cleanup()


def _constructs(game: Game) -> set[str]:
    """The constructs of a program, by the names of their classes."""
    return {type(node).__name__ for node in walk((game.program.base, game.program))}


# ---------------------------------------------------------------------------- making smaller


def smallest(fault: FoundFault, game: str | None = None, checked: bool = False) -> FoundFault:
    """A fault with as little text as possible."""

    def faulty(spec: Spec) -> bool:
        return _fault_of(spec, fault.seed, checked) == fault.about

    small = shrunk(random_spec(fault.seed, game), faulty, TRIES)
    return FoundFault(fault.seed, fault.about, fault.message, small.text())


def _fault_of(spec: Spec, seed: int, checked: bool = False) -> str | None:
    """What is wrong with a spec, which may well be refused."""
    try:
        with LoadedSpec(spec) as game:
            faults = (
                play_spec(game, powers, seed, checked).fault for powers in _match_ups(spec, seed)
            )
            fault: Fault | None = next(filter(None, faults), None)
            if fault is None and DRAFT in spec.documents:
                fault = play_draft(game, seed, seed % BESIDE == 0, checked).fault
            return None if fault is None else fault.about
    except SpecError:
        return None
    except Exception as error:  # noqa: BLE001 - as above
        return f"check: {about_error(error)}"
