"""Replay whole files of recorded games, on several processes.

The parent reads lines and distributes them in batches; children parse, play and compare. Games of
one set-up, and then of similar ones, follow each other, because a match-up takes longer to compile
than a game to replay; where there are many, they share a pool (see shared_pools.py). The report is
in the order of the files, and does not depend on the number of processes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

from thesmos.check.rulings import overruled, read_rulings
from thesmos.compile.garbage import uncollected
from thesmos.diagnostics import SpecError, UsageError
from thesmos.link.cards import ban_each_other
from thesmos.play.backend import PYTHON, backend_named
from thesmos.play.game import Game, MatchKey, load
from thesmos.play.pooled import Pools
from thesmos.play.protocols import Json, Match, Setup
from thesmos.record.format import Record, extra_setup, parse_line
from thesmos.record.lines import Line
from thesmos.record.replay import ReplayDisagreement, replay
from thesmos.syntax.spec_folder import find_version
from thesmos.syntax.versions import AS_WRITTEN, slugs_in
from thesmos.tools.process_pool import Jobs, run_tasks
from thesmos.tools.record_batches import Batch, BytesRead, batches_of, setup_in
from thesmos.tools.shared_pools import SetUp, of_same_seats, saves_time, set_ups

RULING = "ruling"  # the kind of disagreement of a game with a ruling, beside those of a replay


@dataclass(frozen=True)
class ReplayOutcome:
    """The result of replaying one line. number: how many lines were before it in all files.

    ruling: the id of the ruling by which its disagreement is as it should be, if one says so.
    """

    number: int
    file: str
    decisions: int
    disagreement: ReplayDisagreement | None
    ruling: str = ""


@dataclass
class ReplayReport:
    """The result of replaying files. disagreeing: the games with a disagreement.

    ruled: those in which a ruling decides otherwise than the record, and we play as it says.
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
            kept.sort(key=lambda one: one.number)

    @property
    def agreeing(self) -> int:
        """How many games agree in every decision."""
        return self.games - len(self.disagreeing) - len(self.ruled)

    @property
    def disagreements(self) -> list[ReplayDisagreement]:
        """The disagreements, in the order of the files."""
        return [one.disagreement for one in self.disagreeing if one.disagreement is not None]

    @property
    def where(self) -> list[str]:
        """The file of each disagreement."""
        return [one.file for one in self.disagreeing]

    def to_json(self) -> Json:
        """The report as `--json` prints it."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "agreeing_games": self.agreeing,
            "disagreements": [one.to_json() for one in self.disagreements],
            "ruled": [
                {**one.disagreement.to_json(), "ruling": one.ruling}
                for one in self.ruled
                if one.disagreement is not None
            ],
        }


Progress = Callable[[ReplayReport, int], object]


def replay_files(
    paths: Sequence[Path],
    jobs: Jobs = 1,
    max_games: int | None = None,
    spec: str | None = None,
    progress: Progress | None = None,
    options: Mapping[str, str] | None = None,
    backend: str = PYTHON,
    pools: bool = True,
) -> ReplayReport:
    """Replay the games of files, `max_games` in all at most.

    spec: a spec folder to play by, instead of the game that a record names. options: of the game,
    besides those of a record or instead of them. backend: what plays the rules. pools: whether
    match-ups may share generated Python. progress: called after each batch with the report so far
    and about how many bytes of the files are done. Raises UsageError for a file that is not a
    record file, and for a spec with errors.
    """
    for path in paths:
        if not path.is_file():
            raise UsageError(f"there is no file {path}")
    report = ReplayReport()
    read, done = BytesRead(), 0
    pools = pools and backend == PYTHON
    replayed = partial(_replay_batch, spec=spec, options=options, backend=backend, pools=pools)
    for outcomes in run_tasks(replayed, batches_of(paths, max_games, read, pools), jobs):
        for outcome in outcomes:
            report.add(outcome)
        if progress is not None:
            done = max(done, read.total * report.games // read.lines)
            progress(report, done)
    return report


# ------------------------------------------------------------------------ inside a child


def _replay_batch(
    batch: Batch,
    spec: str | None,
    options: Mapping[str, str] | None,
    backend: str,
    pools: bool,
) -> list[ReplayOutcome]:
    matches = _Matches(batch if pools else (), spec, options, backend)
    with uncollected():  # reading a line makes much that is kept for a moment, and no garbage
        return [_replay_line(number, line, matches) for number, line in batch]


class _Matches:
    """The matches of the records of a batch: in pools where that saves time, or by themselves.

    sharing: those of the batch that may be in pools. spec, options, backend: as in `match_of`.
    """

    def __init__(
        self,
        sharing: Batch,
        spec: str | None,
        options: Mapping[str, str] | None,
        backend: str,
    ) -> None:
        self.spec, self._options, self._backend = spec, options, backend
        self._sharing: dict[bytes, list[SetUp]] = {}
        setups = set_ups(Counter(setup_in(line.text) for _, line in sharing))
        for same in filter(saves_time, of_same_seats(setups)):
            self._sharing |= dict.fromkeys((one.text for one in same), same)
        self._pools: dict[tuple[Game, str], Pools] = {}

    def game(self, record: Record) -> Game:
        """The game that a record is played by."""
        return _loaded(*_version_of(record, self.spec), self._backend)

    def of(self, record: Record, line: Line) -> Match:
        """The match that a record was played in. Raises as `match_of`."""
        same = self._sharing.get(setup_in(line.text)) if self._sharing else None
        if same is None:
            return match_of(record, self.spec, self._options, self._backend)
        game = self.game(record)
        pools = self._pools.get((game, same[0].seats))
        if pools is None:
            keys = [*self._keys(game, same)]
            pools = self._pools[game, same[0].seats] = Pools(game, keys)
        key = key_from_setup(game, _with_options(record["setup"], self._options))
        if ban_each_other(game.cards_in_play(key)):
            return game.match_of(key)
        return pools.match(key)

    def _keys(self, game: Game, setups: Sequence[SetUp]) -> Iterator[MatchKey]:
        for one in setups:
            with suppress(UsageError):  # raised when a record has this set-up
                yield key_from_setup(game, _with_options(json.loads(one.text), self._options))


def _replay_line(number: int, line: Line, matches: _Matches) -> ReplayOutcome:
    """Parse and replay one line. A game that can't be set up is a disagreement.

    Raises UsageError for a line that is not a record, and for a spec with errors.
    """
    record = parse_line(line)
    try:
        match = matches.of(record, line)
    except UsageError as error:
        return ReplayOutcome(
            number, line.file, 0, ReplayDisagreement(record["id"], 0, "error", None, str(error))
        )
    except SpecError as error:  # as text, since it is sent from process to process
        raise UsageError(
            f"the spec of `{matches.spec or record['game']}` has errors:\n{error}"
        ) from None
    decisions, found = replay(match, record)
    found, ruling = _as_ruled(found, record, matches.game(record))
    return ReplayOutcome(number, line.file, decisions, found, ruling)


def _as_ruled(
    found: ReplayDisagreement | None, record: Record, game: Game
) -> tuple[ReplayDisagreement | None, str]:
    """A disagreement, and the ruling by which it is as it should be.

    A ruling about a decision that agrees is a disagreement of its own: it says something else.
    """
    rulings = _overruled(game)
    if found is not None:
        return found, rulings.get((found.game, found.decision), "")
    for (name, decision), ruling in rulings.items():
        if name == record["id"] and decision < len(record["decisions"]):
            otherwise = f"otherwise, as the ruling `{ruling}` says"
            return ReplayDisagreement(name, decision, RULING, otherwise, "as the record"), ""
    return None, ""


@lru_cache(maxsize=4)
def _overruled(game: Game) -> Mapping[tuple[str, int], str]:
    """By recorded game and decision, the ruling of a game. Raises UsageError for invalid ones."""
    node, diagnostics = read_rulings(game.path, game.version, game.rewrite)
    if wrong := [one for one in diagnostics if one.severity == "error"]:
        raise UsageError(f"the rulings of `{game.slug}` have errors:\n{SpecError(wrong)}")
    return overruled(node) if node is not None else {}


def match_of(
    record: Record,
    spec: str | None = None,
    options: Mapping[str, str] | None = None,
    backend: str = PYTHON,
) -> Match:
    """The match that a record was played in, cached for each set-up.

    spec: the game to play by instead of the one that it names. options: besides its own, or instead
    of them. backend: what plays it. Raises UsageError for an unknown game, edition, module, power
    or set-up.
    """
    setup = json.dumps(_with_options(record["setup"], options), sort_keys=True)
    return _linked(*_version_of(record, spec), setup, backend)


def _with_options(setup: Setup, options: Mapping[str, str] | None) -> Setup:
    """A set-up with further options, or others."""
    if not options:
        return setup
    changed = setup.copy()
    changed["options"] = setup.get("options", {}) | dict(options)
    return changed


def game_of(record: Record, spec: str | None = None) -> Game:
    """The game that a record was played in, cached, in its edition and with its modules.

    spec: the name or folder of a game to play by instead of the one that it names; a version that
    this names is played whatever the record says, and if it lacks the record's edition, its own.
    Raises UsageError for an unknown game, edition or module, SpecError for one with errors.
    """
    return _loaded(*_version_of(record, spec))


def is_of(record: Record, game: Game) -> bool:
    """Whether a record is one of a game: not of another one, nor of another version of it."""
    known = {*_editions_in(game.path), game.program.edition}
    edition = record.get("edition", "")
    same = edition == game.program.edition or edition not in known
    if record["game"] != game.slug or not same:
        return False
    true = {key for key, value in extra_setup(record["setup"]).items() if value is True}
    named = (game.records.modules[key] for key in true if key in game.records.modules)
    return tuple(sorted(record.get("modules", named))) == game.version.modules


def _version_of(record: Record, spec: str | None) -> tuple[str, str | None, tuple[str, ...]]:
    """The name of a game, its edition if it is not the game's own, and modules."""
    if spec is None:
        edition = record.get("edition")
        return record["game"], edition, _modules_of(record, record["game"], edition)
    path, named = _found(spec)
    if named != AS_WRITTEN:
        return spec, None, ()
    known = _editions_in(path)
    edition = record.get("edition", "") if record.get("edition", "") in known else None
    return spec, edition, _modules_of(record, spec, edition)


def _modules_of(record: Record, name: str, edition: str | None) -> tuple[str, ...]:
    """The modules of a record: named by it, or those whose keys in the set-up are true."""
    true = [key for key, value in extra_setup(record["setup"]).items() if value is True]
    if "modules" in record or not true:
        return tuple(record.get("modules", ()))
    modules = _loaded(name, edition, ()).records.modules
    return tuple(sorted(modules[key] for key in true if key in modules))


_found = lru_cache(maxsize=4)(find_version)  # as _loaded: not looked for again at every record


@lru_cache(maxsize=4)
def _editions_in(folder: Path) -> frozenset[str]:
    return frozenset(slugs_in(folder, "edition"))


@lru_cache(maxsize=4)  # batches of one set-up follow each other
def _linked(
    name: str, edition: str | None, modules: tuple[str, ...], setup: str, backend: str
) -> Match:
    return match_from_setup(_loaded(name, edition, modules, backend), json.loads(setup))


def match_from_setup(game: Game, setup: Setup) -> Match:
    """The match for a record's set-up. Raises UsageError if there is none.

    A match-up that the rules forbid is allowed, since it was played.
    """
    return game.match_of(key_from_setup(game, setup))


def key_from_setup(game: Game, setup: Setup) -> MatchKey:
    """What the match for a record's set-up is made from. Raises UsageError as `Game.key_of`."""
    modules = game.records.modules  # the game is with them, or without, already
    extra = {key: value for key, value in extra_setup(setup).items() if key not in modules}
    for key, value in extra.items():
        if value and not isinstance(value, str):
            text = f"the set-up says {json.dumps({key: value})}, which {game.slug} does not know"
            known = ", ".join(sorted({*modules, *game.setup_words})) or "nothing of this kind"
            raise UsageError(text, f"known here: {known}")
    return game.key_of(
        powers=setup["powers"],
        mode=setup.get("mode"),
        options=setup.get("options"),
        setup={**extra, "teams": setup["teams"]},
        any_match_up=True,
    )


@lru_cache(maxsize=4)
def _loaded(
    name: str, edition: str | None, modules: tuple[str, ...], backend: str = PYTHON
) -> Game:
    return load(name, edition=edition, modules=modules).by(backend_named(backend))
