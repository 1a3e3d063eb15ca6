"""Replay whole files of recorded games, on several processes.

The parent reads lines and distributes them in batches; children parse, play and compare. Batches
come back in the order of the files, so that the report does not depend on the number of processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import Game, load
from thesmos.play.protocols import Json, Match, Setup
from thesmos.record.format import Record, extra_setup, parse_line
from thesmos.record.lines import Line, read_lines
from thesmos.record.replay import ReplayDisagreement, replay
from thesmos.tools.process_pool import run_tasks

BATCH = 8


@dataclass(frozen=True)
class ReplayOutcome:
    """The result of replaying one line."""

    file: str
    decisions: int
    disagreement: ReplayDisagreement | None


@dataclass
class ReplayReport:
    """The result of replaying files. `where` has the file of each disagreement, in their order."""

    games: int = 0
    decisions: int = 0
    disagreements: list[ReplayDisagreement] = field(default_factory=list)
    where: list[str] = field(default_factory=list)

    def add(self, outcome: ReplayOutcome) -> None:
        """Add the result of one more game."""
        self.games += 1
        self.decisions += outcome.decisions
        if outcome.disagreement is not None:
            self.disagreements.append(outcome.disagreement)
            self.where.append(outcome.file)

    def to_json(self) -> Json:
        """The report as `--json` prints it."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "agreeing_games": self.games - len(self.disagreements),
            "disagreements": [one.to_json() for one in self.disagreements],
        }


Progress = Callable[[ReplayReport, int], object]


def replay_files(
    paths: Sequence[Path],
    jobs: int = 1,
    max_games: int | None = None,
    spec: str | None = None,
    progress: Progress | None = None,
) -> ReplayReport:
    """Replay the games of files, `max_games` in all at most.

    spec: a spec folder to play by, instead of the game that a record names. progress: called after
    each batch with the report so far and the number of bytes read. Raises UsageError for a file
    that is not a record file, and for a spec with errors.
    """
    for path in paths:
        if not path.is_file():
            raise UsageError(f"there is no file {path}")
    report = ReplayReport()
    read = _BytesRead()
    replayed = partial(_replay_batch, spec=spec)
    for outcomes in run_tasks(replayed, _batches(paths, max_games, read), jobs):
        for outcome in outcomes:
            report.add(outcome)
        if progress is not None:
            progress(report, read.total)
    return report


class _BytesRead:
    """The number of bytes read: of finished files, and of the present one."""

    def __init__(self) -> None:
        self._before = self._now = 0

    @property
    def total(self) -> int:
        return self._before + self._now

    def at(self, position: int) -> None:
        self._now = position

    def finished(self, path: Path) -> None:
        self._before += path.stat().st_size
        self._now = 0


def _batches(
    paths: Sequence[Path], max_games: int | None, read: _BytesRead
) -> Iterator[tuple[Line, ...]]:
    lines = islice(_lines(paths, read), max_games)
    while batch := tuple(islice(lines, BATCH)):
        yield batch


def _lines(paths: Sequence[Path], read: _BytesRead) -> Iterator[Line]:
    for path in paths:
        yield from read_lines(path, read.at)
        read.finished(path)


# ------------------------------------------------------------------------ inside a child


def _replay_batch(batch: Sequence[Line], spec: str | None) -> list[ReplayOutcome]:
    return [_replay_line(line, spec) for line in batch]


def _replay_line(line: Line, spec: str | None) -> ReplayOutcome:
    """Parse and replay one line. A game that can't be set up is a disagreement.

    Raises UsageError for a line that is not a record, and for a spec with errors.
    """
    record = parse_line(line)
    try:
        match = match_of(record, spec)
    except UsageError as error:
        return ReplayOutcome(
            line.file, 0, ReplayDisagreement(record["id"], 0, "error", None, str(error))
        )
    except SpecError as error:  # as text, since it is sent from process to process
        raise UsageError(f"the spec of `{spec or record['game']}` has errors:\n{error}") from None
    decisions, disagreement = replay(match, record)
    return ReplayOutcome(line.file, decisions, disagreement)


def match_of(record: Record, spec: str | None = None) -> Match:
    """The match that a record was played in, cached for each set-up.

    Raises UsageError for an unknown game, power or set-up.
    """
    return _linked(spec or record["game"], json.dumps(record["setup"], sort_keys=True))


@lru_cache(maxsize=64)
def _linked(spec: str, setup: str) -> Match:
    return match_from_setup(_loaded(spec), json.loads(setup))


def match_from_setup(game: Game, setup: Setup) -> Match:
    """The match for a record's set-up. Raises UsageError if there is none.

    A match-up that the rules forbid is allowed, since it was played.
    """
    return game.match(
        powers=setup["powers"],
        mode=setup.get("mode"),
        options=setup.get("options"),
        setup={**extra_setup(setup), "teams": setup["teams"]},
        any_match_up=True,
    )


@lru_cache(maxsize=4)
def _loaded(spec: str) -> Game:
    return load(spec)
