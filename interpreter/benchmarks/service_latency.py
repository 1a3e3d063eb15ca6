"""How long the answers for an editor take: python interpreter/benchmarks/service_latency.py [GAME].

For each question the median and the largest processor time, in milliseconds, over places spread
over the files of a game. Each answer is about a text that was just changed.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from thesmos import service
from thesmos.diagnostics import UsageError
from thesmos.resources import spec_dir
from thesmos_rulebook.prose import GameSentences

FILES = 12  # of the game, that are asked about
PLACES = 8  # in each of them


def main(game: str) -> None:
    """Print the times for a game."""
    desk = service.Desk(str(spec_dir() / game), {}, GameSentences)
    report("the whole game, first", [timed(desk.check_game)])
    cards = [file for file in desk.files() if file.startswith("powers/")]
    files = (cards or ["game.yaml"])[:: max(1, len(cards) // FILES)]
    places = [(file, *place) for file in files for place in spread(desk.text(file))]
    for file, line, _ in places:  # what is done once only is not counted
        service.hover(desk, file, line, 6)
    report("one card", [changed(desk, file, desk.check_card) for file in files])
    report("the whole game, again", [changed(desk, f, lambda _: desk.check_game()) for f in files])
    for question in (service.completion, service.hover, service.definition):
        name = question.__name__
        report(
            name,
            [changed(desk, f, lambda f, q=question, a=at: q(desk, f, *a)) for f, *at in places],
        )
    for question in (service.symbols, service.tokens):
        report(
            question.__name__, [changed(desk, f, lambda f, q=question: q(desk, f)) for f in files]
        )


def spread(text: str) -> list[tuple[int, int]]:
    """Return places in the second half of a text, where its clauses are."""
    lines = text.split("\n")
    half = range(len(lines) // 2, len(lines))
    step = max(1, len(half) // PLACES)
    return [(n + 1, max(1, len(lines[n]) * 2 // 3)) for n in half[::step] if lines[n].strip()]


def changed(desk: service.Desk, file: str, ask: Callable[[str], Any]) -> float:
    """Return the time for a question about a file with an unsaved change."""
    desk.write(file, f"{desk.text(file)}# {time.perf_counter_ns()}\n")
    taken = timed(lambda: ask(file))
    desk.revert(file)
    return taken


def timed(ask: Callable[[], Any]) -> float:
    """Return the processor time of a question in milliseconds."""
    begin = time.process_time()
    try:
        ask()
    except UsageError:
        return 0.0
    return 1000 * (time.process_time() - begin)


def report(name: str, times: list[float]) -> None:
    """Print a line."""
    sys.stdout.write(f"{name:24}{statistics.median(times):8.1f}{max(times):8.1f}\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "santorini")
