"""States from strangers: altered saves, pickles and vectors, played on in machine code.

    cd interpreter && python -m testing.strangers [NUMBER]

Each is either refused, or is a state and is played on; each share runs in a process of its own, and
none of these may crash. The command tries NUMBER of each kind, 10 000 by default.
"""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
import sys
from collections.abc import Callable
from typing import Any

import thesmos
from thesmos.diagnostics import UsageError
from thesmos.play.match import Match
from thesmos.play.state import State, restored

GAMES = (
    "tic-tac-toe", "hex", "chess", "santorini", "nine-mens-morris", "german-whist", "pook",
    "seven-wonders-duel", "off-the-rails", "draughts",
)  # fmt: skip
PLAYED = 40  # decisions after each
SHARE = 250  # of one process
Strange = Callable[[str, int, int], tuple[int, int]]


def strange_saves(name: str, number: int, seed: int) -> tuple[int, int]:
    """Read altered saves; return how many were accepted, and how many refused."""

    def read(match: Match, vector: list[Any], draw: random.Random) -> State:
        saved: Any = match.start().to_json() | {"vector": vector}
        if draw.random() < 0.1:  # noqa: PLR2004
            saved = draw.choice([None, [], {}, {"rules": match.rules}, saved | {"rules": "0"}])
        return match.from_json(saved)

    return _strange(name, number, seed, read)


def strange_pickles(name: str, number: int, seed: int) -> tuple[int, int]:
    """Read altered pickles, as `strange_saves`."""

    def read(match: Match, vector: list[Any], draw: random.Random) -> State:
        kind = list if draw.random() < 0.1 else tuple  # noqa: PLR2004
        return pickle.loads(pickle.dumps(_Pickled(match, kind(vector))))  # type: ignore[no-any-return]  # noqa: S301

    return _strange(name, number, seed, read)


def strange_vectors(name: str, number: int, seed: int) -> tuple[int, int]:
    """Make states of altered vectors, as `strange_saves`."""

    def read(match: Match, vector: list[Any], draw: random.Random) -> State:
        return match.state(vector) if draw.random() < 0.5 else State(match, tuple(vector))  # noqa: PLR2004

    return _strange(name, number, seed, read)


class _Pickled:
    """Is pickled as a state would be."""

    def __init__(self, match: Match, vector: Any) -> None:
        self._parts = match, vector

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, self._parts


def _strange(
    name: str, number: int, seed: int, read: Callable[[Match, list[Any], random.Random], State]
) -> tuple[int, int]:
    draw, match = random.Random(seed), thesmos.load(name).match().compile("native")
    states = [match.start()]
    while not states[-1].over and len(states) < 2 * PLAYED:
        states.append(_on(states[-1], draw))
    accepted = 0
    for _ in range(number):
        vector = _altered(draw.choice(states).vector, draw)
        try:
            state = read(match, copy.copy(vector), draw)
        except UsageError:
            continue
        accepted += 1
        cursor = match.cursor(state)
        for _ in range(PLAYED):
            legal = cursor.legal()
            if not legal:
                break
            cursor.play(draw.choice(legal))
        for _ in range(PLAYED // 4):
            if state.over or not (state.codes or state.may_skip):
                break
            state = _on(state, draw)
    return accepted, number - accepted


def _on(state: State, draw: random.Random) -> State:
    if not state.codes:
        return state.skip() if state.may_skip else state.concede()
    return state.take(draw.choice(state.codes))


def _altered(vector: tuple[int, ...], draw: random.Random) -> list[Any]:
    """Return a vector with some numbers changed: to near ones, to those of others, to any."""
    altered: list[Any] = [*vector]
    for _ in range(draw.choice((1, 1, 1, 2, 4, 20))):
        place = draw.randrange(len(altered))
        near = altered[place] + draw.choice((-1, 1)) if isinstance(altered[place], int) else 0
        other = draw.choice(vector)
        altered[place] = draw.choice(
            (near, near, other, other, 0, draw.randint(-40, 200), draw.randint(-(2**15), 2**15 - 1))
        )
    if draw.random() < 0.05:  # noqa: PLR2004
        altered[draw.randrange(len(altered))] = draw.choice((None, "1", 1.0, 2**40, True))
    if draw.random() < 0.05:  # noqa: PLR2004
        altered = altered[: draw.randrange(len(altered))]
    return altered


def _put(results: Any, strange: Strange, name: str, number: int, seed: int) -> None:
    results.put(strange(name, number, seed))


def main() -> int:
    """Try all kinds; return 1 if a process crashed."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    crashed = 0
    for strange in strange_saves, strange_pickles, strange_vectors:
        totals, begun = [0, 0], 0
        while begun < number:
            share = min(SHARE, number - begun)
            name = GAMES[begun // SHARE % len(GAMES)]
            results: multiprocessing.Queue[tuple[int, int]] = multiprocessing.Queue()
            process = multiprocessing.Process(
                target=_put, args=(results, strange, name, share, begun)
            )
            process.start()
            process.join()
            if process.exitcode:
                crashed += 1
                sys.stdout.write(f"{strange.__name__} {name}, seed {begun}: {process.exitcode}\n")
            else:
                totals = [a + b for a, b in zip(totals, results.get(), strict=True)]
            begun += share
        sys.stdout.write(f"{strange.__name__}: {totals[0]} accepted, {totals[1]} refused\n")
    sys.stdout.write(f"{crashed} processes crashed\n")
    return 1 if crashed else 0


if __name__ == "__main__":
    sys.exit(main())
