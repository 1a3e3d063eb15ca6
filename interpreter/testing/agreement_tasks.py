"""What is compared by volume: random games, scenarios, recorded games, mutants."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Protocol
from unittest.mock import patch

from testing.awkward import AWKWARD
from testing.mutants import ProgramMutant, card_of, mutants_of, mutated
from testing.paired import BothFail, PairedGame, PairedState
from testing.walks import GAMES, step
from thesmos.compile.lower import turns as compiled_turns
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating, allowed_match_ups, match_ups_without_powers
from thesmos.record.format import parse_line
from thesmos.record.lines import Line, read_lines
from thesmos.record.matches import game_of, match_from_setup
from thesmos.record.replay import replay
from thesmos.resources import scenarios_dir, spec_dir
from thesmos.scenario.reader import scenario_files
from thesmos.scenario.runner import PASSED, SKIPPED, Runner
from thesmos.semantics import turns

Options = tuple[tuple[str, str], ...]  # of a match, as name and value

SHIPPED = tuple(  # the games of spec/, and their drafts
    file.parent.relative_to(spec_dir()).as_posix()
    for pattern in ("*/game.yaml", "*/draft/game.yaml")
    for file in sorted(spec_dir().glob(pattern))
)
MADE_UP = ("lab", "market", "race")
LONGEST, SHORTEST = 300, 5  # decisions of one game; a mutant's may have none
CONCEDE = 200  # one in so many decisions is conceded
LIMIT, SOON = "MAX_TURNS", 30  # a mutant whose flow goes round and round ends soon
WANTED = (b"persephone", b"adonis", b"proteus", b"medusa", b"hecate")  # whose records are preferred


@dataclass(frozen=True)
class TaskResult:
    """What a task compared. stopped: games in which both worlds raised the same kind of error."""

    part: str
    games: int = 0
    decisions: int = 0
    stopped: int = 0
    differences: tuple[str, ...] = ()
    constructs: tuple[str, ...] = ()  # for a mutant, the construct and what was done to it


class Task(Protocol):
    """Something to compare, in any process."""

    def run(self) -> TaskResult:
        """Compare it. Never raises."""


@cache
def paired(name: str) -> PairedGame:
    """A game, paired; made-up games by their slug."""
    return PairedGame.of(load(str(GAMES / name) if name in MADE_UP else name))


# ------------------------------------------------------------------------ random games


@dataclass(frozen=True)
class RandomGames:
    """Random games of one match-up, until so many decisions have been compared."""

    part: str
    game: str
    seating: Seating
    decisions: int
    seed: int
    options: Options = ()

    def run(self) -> TaskResult:
        """Play; the first difference ends it."""
        return self.play(paired(self.game))

    def play(self, game: PairedGame) -> TaskResult:
        """Play in a game, which may be a mutant of the one that is named."""
        made, games, stopped, dice = 0, 0, 0, Rng(self.seed)
        differences: list[str] = []
        try:
            match = game.match(
                self.seating.powers, self.seating.mode, dict(self.options),
                dict(self.seating.setup), any_match_up=True,
            )  # fmt: skip
            while made < self.decisions and games * SHORTEST < self.decisions + SHORTEST:
                games += 1
                try:
                    for _ in random_game(match.start(), dice, self.decisions - made):  # type: ignore[arg-type]  # paired
                        made += 1
                except (UsageError, BothFail):
                    stopped += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is reported with its game
            differences.append(f"{self}, decision {made}: {type(error).__name__}: {error}")
        return TaskResult(self.part, games, made, stopped, tuple(differences))

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.game} {self.seating}{options} seed {self.seed}"


def random_game(state: PairedState, dice: Rng, limit: int) -> Iterator[PairedState]:
    """The states with a decision of a random game, in which players concede now and then."""
    for _ in range(min(limit, LONGEST)):
        if state.pending is None:
            return
        yield state
        given_up = dice.below(CONCEDE) == 0 and not state.pending.chooser.chance
        state = state.concede() if given_up else step(state, dice)  # type: ignore[arg-type, assignment]  # paired


def seatings(game: Game) -> Iterator[tuple[Seating, Options]]:
    """Every pair and mode of a game; without powers, with every value of every option."""
    for seating in match_ups_without_powers(game):
        yield seating, ()
        for option in game.checked.program.options:
            for value in option.values[1:]:
                if not option.players or len(seating.powers) in option.players:
                    yield seating, ((option.name, value),)
    for seating in allowed_match_ups(game):
        yield seating, ()


def pairs(decisions: int) -> Iterator[RandomGames]:
    """Some decisions on each pair and mode of every game."""
    for name in (*SHIPPED, *MADE_UP):
        for seed, (seating, options) in enumerate(seatings(paired(name))):
            yield RandomGames("pairs and modes", name, seating, decisions, seed, options)


def games(decisions: int, names: Sequence[str]) -> Iterator[RandomGames]:
    """Many decisions on each of some games, by all of its match-ups and options alike."""
    for name in names:
        found = [*seatings(paired(name))]
        each = -(-decisions // len(found))
        for seed, (seating, options) in enumerate(found):
            yield RandomGames(f"games: {name}", name, seating, each, seed, options)


def awkward(decisions: int) -> Iterator[RandomGames]:
    """Many decisions on the most awkward match-ups, in several tasks each."""
    for one in AWKWARD:
        game = paired(one.game)
        mode = game.mode(None, len(one.powers), dict(one.setup)).slug
        seating = Seating(one.powers, mode, one.setup)
        for seed in range(10):
            yield RandomGames(
                f"awkward: {seating}", one.game, seating, decisions // 10, seed, one.options
            )


# ---------------------------------------------------------------------- written games


@dataclass(frozen=True)
class ScenarioTask:
    """A scenario, with its branches."""

    file: Path

    def run(self) -> TaskResult:
        """Run it."""
        before = PairedState.compared
        outcome = _runner().run(self.file)
        wrong = () if outcome.status in (PASSED, SKIPPED) else (outcome.render(),)
        return TaskResult("scenarios", 1, PairedState.compared - before, differences=wrong)


@cache
def _runner() -> Runner:
    return Runner(paired)


def scenarios() -> Iterator[ScenarioTask]:
    """Every scenario of the conformance suite."""
    for file in scenario_files(scenarios_dir()):
        yield ScenarioTask(file)


@dataclass(frozen=True)
class RecordedLine:
    """A recorded game."""

    line: Line

    def run(self) -> TaskResult:
        """Replay it."""
        record = parse_line(self.line)
        match = match_from_setup(
            paired(f"{record['game']}{game_of(record).version}"), record["setup"]
        )
        made, found = replay(match, record)
        wrong = () if found is None else (f"{self.line.place}: {found}",)
        return TaskResult(f"records: {Path(self.line.file).name}", 1, made, differences=wrong)


def records(paths: Sequence[Path], decisions: int) -> Iterator[RecordedLine]:
    """Recorded games of all files alike: half of them with certain powers, half any."""
    for path in paths:
        lines = [*read_lines(path)]
        Random(1).shuffle(lines)
        wanted = [line for line in lines if any(slug in line.text for slug in WANTED)]
        left = decisions // len(paths)
        taken: set[int] = set()
        for line in itertools.chain(*itertools.zip_longest(wanted, lines)):
            if left > 0 and line is not None and id(line) not in taken:
                taken.add(id(line))
                left -= line.text.count(b'"choice"')
                yield RecordedLine(line)


# ---------------------------------------------------------------------------- mutants


@dataclass(frozen=True)
class Mutated:
    """A mutant of a game, played in one match-up."""

    walk: RandomGames
    mutant: ProgramMutant

    def run(self) -> TaskResult:
        """Play it."""
        with ExitStack() as stack:
            for module in (turns, compiled_turns):
                stack.enter_context(patch.object(module, LIMIT, SOON))
            tally = self.walk.play(mutant_of(paired(self.walk.game), self.mutant))
        what = f"{self.mutant.construct} {self.mutant.operator}"
        where = f"{what} at {self.mutant.path}: "
        differences = tuple(where + one for one in tally.differences)
        return replace(tally, differences=differences, constructs=(what,))


def mutant_of(game: PairedGame, mutant: ProgramMutant) -> PairedGame:
    """A game with a change."""
    checked = copy(game.checked)
    checked.__dict__["program"] = mutated(game.checked.program, mutant)  # cached: not made again
    return PairedGame(checked, game.path, game.around)


def mutants(decisions: int, few: int) -> Iterator[Mutated]:
    """A few mutants of every construct and operator, each in a match-up that it takes part in."""
    for name in (*SHIPPED, *MADE_UP):
        dice = Random(1)
        found: dict[tuple[str, str], list[ProgramMutant]] = {}
        for mutant in mutants_of(paired(name).checked.program):
            found.setdefault((mutant.construct, mutant.operator), []).append(mutant)
        at = _seatings_of_cards(name)
        for chosen in found.values():
            for mutant in dice.sample(chosen, min(few, len(chosen))):
                seating, options = dice.choice(at.get(card_of(mutant)) or at[""])
                seed = dice.randrange(1000)
                yield Mutated(
                    RandomGames("mutants", name, seating, decisions, seed, options), mutant
                )


def _seatings_of_cards(name: str) -> dict[str, list[tuple[Seating, Options]]]:
    """The match-ups in which each card takes part, by slug; all of them for the game."""
    game = paired(name)
    found: dict[str, list[tuple[Seating, Options]]] = {}
    for seating, options in seatings(game):
        mode = game.checked.program.modes[seating.mode]
        named = (*seating.powers, *mode.always, mode.card, *dict(seating.setup).values(), "")
        for slug in named:
            if slug is not None:
                found.setdefault(slug, []).append((seating, options))
    return found
