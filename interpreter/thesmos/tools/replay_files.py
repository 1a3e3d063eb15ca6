"""Replay whole files of recorded games, on several processes.

The parent reads lines and distributes them in batches; children parse, play and compare. Games with
the same set-up, and then similar ones, follow each other, because a match-up takes longer to
compile than a game to replay; if there are many, they share a pool (see shared_pools.py). The
report is in the order of the files, and does not depend on the number of processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

from thesmos.check.documents.rulings import ORIGINAL, RULINGS, overruled, read_rulings
from thesmos.diagnostics import SpecError, UsageError, json_number
from thesmos.garbage import uncollected
from thesmos.play.backend import PYTHON
from thesmos.play.game import Game
from thesmos.play.protocols import Json, Match, Setup
from thesmos.record.format import Record, ShapeError, check_setup, parse_line
from thesmos.record.lines import Line
from thesmos.record.matches import game_of, match_of, options_beside, with_options
from thesmos.record.replay import ReplayDisagreement, replay
from thesmos.tools.process_pool import Jobs, run_tasks
from thesmos.tools.record_batches import Batch, BytesRead, batches_of, setup_in
from thesmos.tools.shared_match_ups import SharedMatchUps

RULING = "ruling"  # the kind of disagreement with a ruling, besides the kinds of a replay


@dataclass(frozen=True)
class ReplayOutcome:
    """The result of replaying one line. number: the number of lines before it, in all files.

    ruling: the id of the ruling that explains the disagreement, if there is one.
    """

    number: int
    file: str
    decisions: int
    disagreement: ReplayDisagreement | None
    ruling: str = ""


@dataclass
class ReplayReport:
    """The result of replaying files. disagreeing: the games with a disagreement.

    ruled: the games that disagree only because a ruling decides otherwise than the record.
    """

    games: int = 0
    decisions: int = 0
    disagreeing: list[ReplayOutcome] = field(default_factory=list)
    ruled: list[ReplayOutcome] = field(default_factory=list)

    def add(self, outcome: ReplayOutcome) -> None:
        """Add the result of one more game."""
        self.games += 1
        self.decisions += outcome.decisions
        if outcome.disagreement is not None:
            kept = self.ruled if outcome.ruling else self.disagreeing
            kept.append(outcome)
            kept.sort(key=lambda game: game.number)

    @property
    def agreeing(self) -> int:
        """The number of games that agree in every decision."""
        return self.games - len(self.disagreeing) - len(self.ruled)

    @property
    def disagreements(self) -> list[ReplayDisagreement]:
        """The disagreements, in the order of the files."""
        disagreements = (outcome.disagreement for outcome in self.disagreeing)
        return [disagreement for disagreement in disagreements if disagreement is not None]

    @property
    def where(self) -> list[str]:
        """The file of each disagreement."""
        return [outcome.file for outcome in self.disagreeing]

    def as_json(self) -> Json:
        """Return the report as `--json` prints it."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "agreeing_games": self.agreeing,
            "disagreements": [disagreement.as_json() for disagreement in self.disagreements],
            "ruled": [
                {**outcome.disagreement.as_json(), "ruling": outcome.ruling}
                for outcome in self.ruled
                if outcome.disagreement is not None
            ],
        }


@dataclass(frozen=True)
class Terms:
    """By what recorded games are played.

    spec: a spec folder, instead of the game that a record names.
    options: options of the game, which add to or replace those of a record.
    follow: RULINGS, or ORIGINAL to play with the options of the recorded original, where a game
        has them and neither the record nor `options` chooses.
    backend: the name of the backend.
    pools: whether match-ups may share generated Python.
    """

    spec: str | None = None
    options: Mapping[str, str] | None = None
    follow: str = RULINGS
    backend: str = PYTHON
    pools: bool = True

    @property
    def pooled(self) -> bool:
        """Whether match-ups share generated Python."""
        return self.pools and self.backend == PYTHON


TERMS = Terms()
Progress = Callable[[ReplayReport, int], object]


def replay_files(
    paths: Sequence[Path],
    jobs: Jobs = 1,
    max_games: int | None = None,
    progress: Progress | None = None,
    terms: Terms = TERMS,
) -> ReplayReport:
    """Replay the games of files, at most `max_games` in all.

    terms: by what the games are played.
    progress: called after each batch with the report so far and about how many bytes of the files
        are done.

    Raises UsageError for a file that is not a record file, and for a spec with errors.
    """
    for path in paths:
        if not path.is_file():
            raise UsageError(f"there is no file {path}")
    report = ReplayReport()
    read, done = BytesRead(), 0
    batches = batches_of(paths, max_games, read, terms.pooled)
    for outcomes in run_tasks(partial(_replay_batch, terms=terms), batches, jobs):
        for outcome in outcomes:
            report.add(outcome)
        if progress is not None:
            done = max(done, read.total * report.games // read.lines)
            progress(report, done)
    return report


# ------------------------------------------------------------------------ inside a child


def _replay_batch(batch: Batch, terms: Terms) -> list[ReplayOutcome]:
    matches = _Matches(batch if terms.pooled else (), terms)
    with uncollected():  # reading a line makes many short-lived objects, but no cyclic garbage
        return [_replay_line(number, line, matches) for number, line in batch]


class _Matches:
    """The matches of the records of a batch: in pools where that saves time, or separate ones.

    sharing: the lines of the batch that may use pools.
    """

    def __init__(self, sharing: Batch, terms: Terms) -> None:
        self.terms = terms
        self._sharing = [*_set_ups_in(sharing)]
        self._shared: dict[Game, SharedMatchUps] = {}

    def game(self, record: Record) -> Game:
        """Return the game that a record is played by."""
        return game_of(record, self.terms.spec, self.terms.backend)

    def _options(self, setup: Setup, game: Game) -> dict[str, str]:
        return options_beside(setup, game, self.terms.options, self.terms.follow)

    def follows_original(self, record: Record) -> bool:
        """Return whether a record is played as its original, by the terms or by its options."""
        game, setup = self.game(record), record["setup"]
        chosen = {**setup.get("options", {}), **self._options(setup, game)}.items()
        original = game.program.original_options.items()
        return self.terms.follow == ORIGINAL or (bool(original) and original <= chosen)

    def of(self, record: Record) -> Match:
        """Return the match that a record was played in. Raises the errors of `match_of`."""
        game, setup = self.game(record), record["setup"]
        options = self._options(setup, game)
        if self._sharing:
            if game not in self._shared:
                played = [with_options(s, self._options(s, game)) for s in self._sharing]
                self._shared[game] = SharedMatchUps(game, played)
            match = self._shared[game].match(with_options(setup, options))
            if match is not None:
                return match
        return match_of(record, self.terms.spec, options, self.terms.backend)


def _set_ups_in(batch: Batch) -> Iterator[Setup]:
    """Yield the set-ups of lines that are not parsed yet."""
    for _, line in batch:
        with suppress(ShapeError):  # raised when the line is parsed
            yield check_setup(json.loads(setup_in(line.text) or b"null", parse_float=json_number))


def _replay_line(number: int, line: Line, matches: _Matches) -> ReplayOutcome:
    """Parse and replay one line. A game that can't be set up is a disagreement.

    Raises UsageError for a line that is not a record, and for a spec with errors.
    """
    record = parse_line(line)
    try:
        match = matches.of(record)
    except UsageError as error:
        return ReplayOutcome(
            number, line.file, 0, ReplayDisagreement(record["id"], 0, "error", None, str(error))
        )
    except SpecError as error:  # as text, since it is sent to another process
        raise UsageError(
            f"the spec of `{matches.terms.spec or record['game']}` has errors:\n{error}"
        ) from None
    decisions, disagreement = replay(match, record)
    disagreement, ruling = _as_ruled(
        disagreement, record, matches.game(record), matches.follows_original(record)
    )
    return ReplayOutcome(number, line.file, decisions, disagreement, ruling)


def _as_ruled(
    disagreement: ReplayDisagreement | None, record: Record, game: Game, original: bool
) -> tuple[ReplayDisagreement | None, str]:
    """Return the disagreement, and the id of the ruling that explains it, or an empty text.

    If a ruling contradicts a decision of the record, but the replay agrees with it, this is a
    disagreement too, unless the original is followed. original: whether it is.
    """
    rulings = _overruled(game)
    if disagreement is not None:
        return disagreement, rulings.get((disagreement.game, disagreement.decision), "")
    if original:
        return None, ""
    for (name, decision), ruling in rulings.items():
        if name == record["id"] and decision < len(record["decisions"]):
            otherwise = f"otherwise, as the ruling `{ruling}` says"
            return ReplayDisagreement(name, decision, RULING, otherwise, "as the record"), ""
    return None, ""


@lru_cache(maxsize=4)
def _overruled(game: Game) -> Mapping[tuple[str, int], str]:
    """Return a game's rulings against records, by recorded game and decision.

    Raises UsageError if the rulings are invalid.
    """
    node, diagnostics = read_rulings(game.path, game.version, game.rewrite)
    if wrong := [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]:
        raise UsageError(f"the rulings of `{game.slug}` have errors:\n{SpecError(wrong)}")
    return overruled(node) if node is not None else {}
