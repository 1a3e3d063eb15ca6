"""Records replayed in pools of all powers, compiled once: a command.

    python -m testing.pool_replay [--backend python|native|wasm] [--max-games N] FILE…

With `wasm`, the library for pages plays: options, texts, positions and results are its own.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Self

import click

from testing.wasm_match import asking
from thesmos.play.backend import PYTHON, backend_named
from thesmos.play.game import Game
from thesmos.play.options import Option
from thesmos.play.pooled import Pools
from thesmos.play.protocols import Match as AnyMatch
from thesmos.play.result import Result
from thesmos.play.state import Decision
from thesmos.record.format import Record, extra_setup, parse_line
from thesmos.record.lines import read_lines
from thesmos.record.matches import game_of, key_from_setup, match_of
from thesmos.record.replay import replay

WASM = "wasm"
Ask = Callable[[dict[str, object]], Any]


class PageState:
    """A state of the library for pages, as it says it; only the latest one goes on."""

    vector = ()

    def __init__(self, ask: Ask, said: dict[str, Any]) -> None:
        self._ask, self._said = ask, said
        self.held, self.turn_of = said["held"], said["turnOf"]
        self.turns_begun = said["turns"]

    @property
    def decision(self) -> Decision | None:
        """The pending decision."""
        said = self._said["decision"]
        if said is None:
            return None
        options = tuple(Option(**one) for one in said["options"])
        about = said["player"], said["step"], said["power"], options
        return Decision(*about, said["maySkip"])

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        said = self._said["result"]
        return said and Result(tuple(said["winners"]), said["reason"], tuple(said["eliminated"]))

    def position(self) -> Any:
        """The position."""
        return self._said["position"]

    def apply(self, option: Option) -> Self:
        """The state after an option."""
        return self._after("apply", option.text)

    def skip(self) -> Self:
        """The state after skipping the step."""
        return self._after("skip")

    def concede(self) -> Self:
        """The state after the deciding player has conceded."""
        return self._after("concede")

    def _after(self, name: str, *given: str) -> Self:
        return type(self)(self._ask, self._ask({"ask": "follow", "name": name, "given": given}))


class PageMatch:
    """A match-up that the library for pages plays. match: the same in Python."""

    def __init__(self, match: AnyMatch, record: Record, ask: Ask) -> None:
        self.linked, self.recorded = match.linked, match.recorded
        self._record, self._ask = record, ask

    def start(self) -> PageState:
        """The first state."""
        setup = {key: slug for key, slug in extra_setup(self._record["setup"]).items() if slug}
        powers = self._record["setup"]["powers"]
        return PageState(self._ask, self._ask({"ask": "begin", "powers": powers, "setup": setup}))

    def broken(self, _: object) -> tuple[()]:
        """Nothing: of this, the library for pages is asked elsewhere."""
        return ()


class _Replays:
    """Makes matches for records: pools of a game, kept. backend: what plays them."""

    def __init__(self, backend: str, opened: ExitStack) -> None:
        self._backend, self._opened = backend, opened
        self._pools: dict[int, tuple[Game, Pools]] = {}
        self._hosts: dict[int, Ask] = {}

    def match(self, record: Record) -> Any:
        """The match-up of a record in its pool."""
        game = game_of(record)
        key = key_from_setup(game, record["setup"])
        make = backend_named(PYTHON if self._backend == WASM else self._backend)
        _, pools = self._pools.setdefault(id(game), (game, Pools(game, make_backend=make)))
        if self._backend != WASM:
            return pools.match(key)
        pool = pools.pool(key)
        if id(pool) not in self._hosts:
            self._hosts[id(pool)] = self._opened.enter_context(asking(pool, game))
        return PageMatch(match_of(record), record, self._hosts[id(pool)])


def _records(paths: list[Path], most: int | None) -> Iterator[tuple[Path, Record]]:
    for path in paths:
        for line in islice(read_lines(path), most):
            yield path, parse_line(line)


def main() -> int:
    """Replay what the command line names. Returns 1 if a game does not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--backend", default=WASM)
    parser.add_argument("--max-games", type=int, help="of each file")
    given = parser.parse_args()
    games = decisions = wrong = 0
    start = time.monotonic()
    with ExitStack() as opened:
        replays = _Replays(given.backend, opened)
        for path, record in _records(given.files, given.max_games):
            compared, found = replay(replays.match(record), record)
            games, decisions = games + 1, decisions + compared
            if found is not None:
                wrong += 1
                click.echo(f"{path.name} {record['setup']['powers']}: {found.as_json()}")
            if not games % 100:
                taken = time.monotonic() - start
                click.echo(f"{path.name}: {games} games, {taken:.0f} s", err=True)
    click.echo(f"{games} games, {decisions} decisions, {wrong} disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
