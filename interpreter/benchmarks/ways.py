"""Ways to play random games, for scripts that compare them with other libraries, and a clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import thesmos

TURNS = 3  # in which the ways take turns
IN_A_ROW = 20_000  # decisions of `playouts`
AT_ONCE = {"tic-tac-toe": 4096, "chess": 256}  # games
USUAL_AT_ONCE = 2048
Random = Callable[[], float]
Way = Callable[[], float]  # plays a game or more, and returns how many decisions it took


@dataclass
class Played:
    """What a way has played, in seconds of the processor."""

    calls: int = 0
    decisions: float = 0
    seconds: float = 0

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


def in_turns(ways: Mapping[str, Way], seconds: float) -> dict[str, Played]:
    """Play each way for the seconds, in turns, so that other work slows all of them alike."""
    results = {name: Played() for name in ways}
    for _ in range(TURNS):
        for name, play in ways.items():
            play()
            begin = now = time.process_time()
            while now - begin < seconds / TURNS:
                results[name].decisions += play()
                results[name].calls += 1
                now = time.process_time()
            results[name].seconds += now - begin
    return results


def by_states(start: thesmos.State, draw: Random) -> Way:
    """Play by immutable states and codes."""

    def play() -> int:
        state, count = start, 0
        while not state.over:
            codes = state.codes
            choices = len(codes) + state.may_skip
            chosen = int(draw() * choices)
            if not choices:
                state = state.concede()
            elif chosen < len(codes):
                state = state.take(codes[chosen])
            else:
                state = state.skip()
            count += 1
        return count

    return play


def by_cursor(match: Any, draw: Random) -> Way:
    """Play by one state that changes."""
    start, cursor = match.start(), match.cursor()

    def play() -> int:
        cursor.put(start)
        count = 0
        while not cursor.over:
            legal = cursor.legal()
            cursor.play(legal[int(draw() * len(legal))])
            count += 1
        return count

    return play


def by_texts(start: thesmos.State, draw: Random) -> Way:
    """Play as the README does: with decisions, options and their texts."""

    def play() -> int:
        state, count = start, 0
        while decision := state.decision:
            options = decision.options
            choices = len(options) + decision.may_skip
            chosen = int(draw() * choices)
            if not choices:
                state = state.concede()
            elif chosen < len(options):
                state = state.apply(options[chosen].text)
            else:
                state = state.skip()
            count += 1
        return count

    return play


def many(match: Any, name: str, generator: Any) -> dict[str, Way]:
    """Play many games at once, as self-play does: choosing among rows, or by `sample`."""
    start = match.states([match.start()] * AT_ONCE.get(name, USUAL_AT_ONCE))
    return {
        "rows": _self_play(start, lambda states: _by_rows(states, generator)),
        "sample": _self_play(start, lambda states: states.sample(int(generator.integers(1 << 60)))),
    }


def _self_play(start: Any, choose: Callable[[Any], Any]) -> Way:
    def play() -> int:
        states, count = start, 0
        while len(states):
            count += len(states)
            states = states.apply(choose(states))
            states = states.select(~states.over)
        return count

    return play


def _by_rows(states: Any, generator: Any) -> Any:
    """Choose among the rows of what is legal, as a program does that weighs them itself."""
    legal = states.legal()
    lengths = legal.lengths
    chosen = legal.indptr[:-1] + (generator.random(len(states)) * lengths).astype(np.int64)
    if lengths.all():
        return legal.codes[chosen]
    return np.where(lengths > 0, legal.codes[np.minimum(chosen, len(legal.codes) - 1)], -1)


def by_playouts(match: Any, generator: Any) -> Way:
    """Play whole games in machine code."""
    start = match.start()
    games = 1 + IN_A_ROW // int(match.playouts(start, 100).lengths.mean())

    def play() -> float:
        seed = int(generator.integers(1 << 60))
        return float(match.playouts(start, games, seed).lengths.sum())

    return play
