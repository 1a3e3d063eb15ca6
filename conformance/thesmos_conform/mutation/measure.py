"""How many changes to a spec its scenarios, or anything else, notice: measurement and figures.

The figures are data to publish (docs/pages/strength.md describes them). They come with the hashes
of the spec and the suite that were measured, so that outdated figures can be recognized.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from thesmos.diagnostics import UsageError, suggest
from thesmos.play.game import Game
from thesmos.syntax.versions import layers_in
from thesmos.tools.process_pool import Jobs, run_tasks
from thesmos_conform.mutation.equivalent import read_equivalent
from thesmos_conform.mutation.mutants import Mutant, mutants_of
from thesmos_conform.mutation.operators import OPERATORS
from thesmos_conform.mutation.reach import Reach
from thesmos_conform.mutation.suite import HANGS, suite_of
from thesmos_conform.mutation.verdict import (
    EQUIVALENT,
    KILLED,
    SURVIVED,
    MutantJudge,
    MutantVerdict,
    ScenarioJudge,
    as_json,
)

VERSION = 1
BY_SCENARIOS, BY_FUZZ = "scenarios", "fuzz"
NO_RULES = ("rulings.yaml",)  # files of a spec without rules

Progress = Callable[[int, int, Sequence[MutantVerdict]], None]


@dataclass(frozen=True)
class MutantFilter:
    """Which mutants to judge: those of these cards or this tag, of this clause; by default all.

    sample: how many of them, chosen at random but always the same; None for all. ids: only these
    mutants.
    """

    cards: tuple[str, ...] = ()
    tag: str = ""
    clause: str = ""
    sample: int | None = None
    ids: tuple[str, ...] = ()

    @property
    def everything(self) -> bool:
        """Whether all mutants are chosen."""
        return not (self.cards or self.tag or self.clause or self.ids) and self.sample is None

    def chosen(self, game: Game, mutants: Iterable[Mutant]) -> list[Mutant]:
        """Return the chosen mutants. Raises UsageError for unknown names."""
        mutants = list(mutants)
        cards = set(self.cards) | (_tagged(game, self.tag) if self.tag else set())
        for name in self.cards:
            _check_name(name, {mutant.card for mutant in mutants}, "card")
        if self.clause:
            _check_name(self.clause, {mutant.unit for mutant in mutants}, "clause")
        for id in self.ids:
            _check_name(id, {mutant.id for mutant in mutants}, "change")
        chosen = [
            mutant
            for mutant in mutants
            if (not self.ids or mutant.id in self.ids)
            and (not cards or mutant.card in cards)
            and (not self.clause or mutant.unit.partition(".if")[0] == self.clause)
        ]
        if self.sample is None or self.sample >= len(chosen):
            return chosen
        return Random(1).sample(chosen, self.sample)


def _check_name(name: str, names: set[str], what: str) -> None:
    if name not in names:
        hint = suggest(name, names) or f"there are {', '.join(sorted(names)[:8])}, …"
        raise UsageError(f"there is no {what} `{name}` with mutants", hint)


def _tagged(game: Game, tag: str) -> set[str]:
    tags = game.checked.written.tags
    if tag not in tags:
        raise UsageError(f"unknown tag `{tag}`", f"tags: {', '.join(tags)}")
    return {slug for slug, card in game.powers.items() if tag in card.tags}


@dataclass(frozen=True)
class Figures:
    """Counts of mutants. The score is the share of killed ones among those that can be killed."""

    killed: int
    survived: int
    equivalent: int

    @property
    def mutants(self) -> int:
        """The number of all mutants."""
        return self.killed + self.survived + self.equivalent

    @property
    def score(self) -> float:
        """The percentage of killed mutants among those not equivalent; 100 if there are none."""
        able = self.killed + self.survived
        return round(100 * self.killed / able, 1) if able else 100.0

    def as_json(self) -> dict[str, Any]:
        """Return the figures as data."""
        return {"mutants": self.mutants, **vars(self), "score": self.score}


def figures(verdicts: Iterable[MutantVerdict]) -> Figures:
    """Count the verdicts by status."""
    count = Counter(verdict.status for verdict in verdicts)
    return Figures(count[KILLED], count[SURVIVED], count[EQUIVALENT])


@dataclass(frozen=True)
class Strength(ABC):
    """The result of a measurement."""

    game: Game
    verdicts: tuple[MutantVerdict, ...]

    @abstractmethod
    def measured_by(self) -> dict[str, Any]:
        """Return as data what judged the mutants."""

    @property
    def figures(self) -> Figures:
        """The figures of all mutants."""
        return figures(self.verdicts)

    def of(self, status: str) -> list[MutantVerdict]:
        """Return the verdicts with a status."""
        return [verdict for verdict in self.verdicts if verdict.status == status]

    def cards(self) -> dict[str, Figures]:
        """Return the figures by card, the game's own text first."""
        names = dict.fromkeys(v.mutant.card for v in self.verdicts)
        return {name: figures(v for v in self.verdicts if v.mutant.card == name) for name in names}

    def tags(self) -> dict[str, Figures]:
        """Return the figures by tag of the cards."""
        cards = self.game.powers
        return {
            tag: figures(
                v
                for v in self.verdicts
                if v.mutant.card in cards and tag in cards[v.mutant.card].tags
            )
            for tag in self.game.checked.written.tags
        }

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as data."""
        by_unit: dict[str, list[MutantVerdict]] = {}
        for verdict in self.verdicts:
            by_unit.setdefault(verdict.mutant.unit, []).append(verdict)
        return {
            "thesmos": "strength",
            "version": VERSION,
            "game": self.game.slug,
            "edition": self.game.program.edition,
            "spec": spec_hash(self.game),
            **self.measured_by(),
            **self.figures.as_json(),
            "proved": sum(bool(verdict.because) for verdict in self.of(EQUIVALENT)),
            "hung": sum(verdict.how == HANGS for verdict in self.of(KILLED)),
            "tags": {tag: figure.as_json() for tag, figure in self.tags().items()},
            "cards": {card: figure.as_json() for card, figure in self.cards().items()},
            "operators": [
                {"id": name, "sentence": operator.sentence,
                 **figures(v for v in self.verdicts if v.mutant.operator == name).as_json()}
                for name, operator in OPERATORS.items()
            ],
            "units": [
                {"id": unit, "card": some[0].mutant.card, **figures(some).as_json(),
                 "killers": sorted({v.by for v in some if v.by})}
                for unit, some in by_unit.items()
            ],
            "survivors": [mutant_json(v) for v in self.of(SURVIVED)],
            "equivalents": [mutant_json(v) for v in self.of(EQUIVALENT)],
        }  # fmt: skip


@dataclass(frozen=True)
class SuiteStrength(Strength):
    """What some scenarios notice. suite: a hash of their files. scenarios: how many there are."""

    suite: str
    scenarios: int

    def measured_by(self) -> dict[str, Any]:
        """Return the hash of the suite, and how many scenarios it has."""
        return {"by": BY_SCENARIOS, "suite": self.suite, "scenarios": self.scenarios}


def mutant_json(verdict: MutantVerdict) -> dict[str, Any]:
    """Return a mutant that was not killed, as data."""
    mutant = verdict.mutant
    data: dict[str, Any] = {
        "id": mutant.id,
        "unit": mutant.unit,
        "card": mutant.card,
        "operator": mutant.operator,
        "file": Path(mutant.location.file).name,
        "line": mutant.location.line,
        "before": list(mutant.before),
        "after": list(mutant.after),
    }
    if verdict.because:
        data["because"] = verdict.because
    if verdict.decisions:
        data["decisions"] = verdict.decisions
    if verdict.divergence is not None:
        data["difference"] = as_json(verdict.divergence)
    return data


def measure(
    game: Game,
    paths: Sequence[Path],
    wanted: MutantFilter,
    equivalents: Path,
    jobs: Jobs,
    decisions: int,
    progress: Progress = lambda done, of, verdicts: None,
    killers: Mapping[str, Sequence[str]] | None = None,
) -> SuiteStrength:
    """Judge the chosen mutants of a game by the scenarios in some files and folders.

    equivalents: the file of equivalent mutants. decisions: random decisions for each mutant that no
    scenario notices. killers: scenarios to play first, by unit. Raises UsageError and SpecError for
    problems in the suite, that file or the filter.
    """
    mutants, proofs = chosen_mutants(game, wanted, equivalents)
    cases = suite_of(game, paths, Reach.of(game.program, mutants))
    judge = ScenarioJudge(
        game=game, cases=cases, proofs=proofs, decisions=decisions, killers=killers or {}
    )
    verdicts = judged(judge, mutants, jobs, progress)
    return SuiteStrength(game, verdicts, hashed(case.scenario.file for case in cases), len(cases))


def chosen_mutants(
    game: Game, wanted: MutantFilter, equivalents: Path
) -> tuple[list[Mutant], dict[str, str]]:
    """Return the chosen mutants of a game, and the proofs in a file of equivalent ones, by id.

    In an edition or with modules, only the text of these is changed: the game by itself is
    measured apart. The file lists such mutants under the whole name, such as `game@edition`.
    Raises UsageError and SpecError for problems in that file or the filter.
    """
    mutants = list(mutants_of(game.program))
    proofs = read_equivalent(equivalents, f"{game.slug}{game.version}", mutants)
    return wanted.chosen(game, _of_version(game, mutants)), proofs


def judged(
    judge: MutantJudge, mutants: Sequence[Mutant], jobs: Jobs, progress: Progress
) -> tuple[MutantVerdict, ...]:
    """Judge mutants in processes; return the verdicts in the order of the mutants.

    Those that are proved equivalent come first. Raises UsageError if any of them are killed.
    """
    places = {mutant.id: place for place, mutant in enumerate(mutants)}
    proved_first = sorted(mutants, key=lambda mutant: mutant.id not in judge.proofs)
    proved = sum(mutant.id in judge.proofs for mutant in mutants)
    verdicts: list[MutantVerdict] = []
    for verdict in run_tasks(MutantJudge.verdict, proved_first, jobs, (judge,)):
        verdicts.append(verdict)
        progress(len(verdicts), len(mutants), verdicts)
        if len(verdicts) == proved:
            _check_not_killed(verdicts)
    return tuple(sorted(verdicts, key=lambda verdict: places[verdict.mutant.id]))


def _of_version(game: Game, mutants: Sequence[Mutant]) -> Sequence[Mutant]:
    """Return the mutants of the text of a version's modules, or of its edition, or all."""
    layers = layers_in(game.path, game.version)
    own = [path for kind, path in layers if kind == "module"] or [path for _, path in layers]
    if not own:
        return mutants
    return [m for m in mutants if any(map(Path(m.location.file).is_relative_to, own))]


def killers_in(file: Path) -> dict[str, list[str]]:
    """Return the scenarios that killed mutants, by unit, from saved figures; empty without a file.

    They are likely to kill mutants of that unit again.
    """
    if not file.is_file():
        return {}
    units = json.loads(file.read_text(encoding="utf-8"))["units"]
    return {unit["id"]: unit["killers"] for unit in units}


def _check_not_killed(proved: Sequence[MutantVerdict]) -> None:
    """Raise UsageError if anything kills mutants that are listed as equivalent."""
    wrong = [verdict for verdict in proved if verdict.status == KILLED]
    if wrong:
        listed = ", ".join(verdict.mutant.id for verdict in wrong)
        text = f"listed as equivalent, but noticed: {listed}"
        hint = "remove the entries: " + "; ".join(
            f"{verdict.by} notices {verdict.mutant.id}" for verdict in wrong
        )
        raise UsageError(text, hint)


def spec_hash(game: Game) -> str:
    """Return a hash of all files in a game's folder that contain rules.

    It covers `game.yaml` and its parts, files of cards, powers and modes, and the edition and the
    modules of the version; not words, rulings and the draft.
    """
    layers = [folder for _, folder in layers_in(game.path, game.version)]
    patterns = ("*.yaml", "parts/*.yaml", "powers/*.yaml", "modes/*.yaml")
    folders = (game.path, *layers)
    files = [file for folder in folders for pattern in patterns for file in folder.glob(pattern)]
    return hashed(str(file) for file in files if file.name not in NO_RULES and file.is_file())


def hashed(files: Iterable[str]) -> str:
    """Return a hash of the content of some files, in any order."""
    digests = sorted(hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in set(files))
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]
