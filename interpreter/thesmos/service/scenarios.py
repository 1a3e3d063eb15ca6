"""What is wrong in a scenario that is being written, as `thesmos test` would report it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from thesmos.diagnostics import Diagnostic
from thesmos.play.game import Game
from thesmos.play.playable import load_playable
from thesmos.resources import SCENARIOS
from thesmos.scenario.reader import LEGEND, read_scenario
from thesmos.scenario.runner import HINT, Runner, ScenarioFailure, ScenarioOutcome
from thesmos.service.desk import Data, Desk
from thesmos.syntax.versions import AS_WRITTEN, split_name

FAILS = "E606"
NAMED = re.compile("`([^`]+)`")  # in a message: what is wrong


def is_scenario(file: str) -> bool:
    """Return whether a file of a game is a scenario, by its place."""
    path = PurePosixPath(file)
    return SCENARIOS in path.parts[:-1] and path.name != LEGEND


def check_scenario(desk: Desk, file: str, go_on: Callable[[], bool] = lambda: True) -> Data:
    """Read a scenario, and play it by the rules of the last game without errors.

    The result is like that of the checks of a `Desk`. It is not whole if there has been no such
    game yet, since the scenario is then only read.

    go_on: asked before each choice. If it returns False, the check breaks off with what is known
        by then; it is not whole.
    """
    path = desk.path(file)
    if desk.checked is None:
        return desk.result(read_scenario(path, sources=desk.sources)[1], whole=False)
    whole = True

    def going_on() -> bool:
        nonlocal whole
        whole = whole and go_on()
        return whole

    def load(name: str) -> Game:
        named, version = split_name(name)
        is_own = named == desk.game.slug or Path(named).resolve() == desk.folder.resolve()
        return desk.game if is_own and version == AS_WRITTEN else load_playable(name)

    outcome = Runner(load, desk.sources, going_on).run(path)
    return desk.result(_diagnostics(outcome), whole)


def _diagnostics(outcome: ScenarioOutcome) -> Iterator[Diagnostic]:
    """Yield what is wrong in the file of a scenario, and not in its game."""
    for diagnostic in outcome.diagnostics:
        if diagnostic.location is not None and diagnostic.location.file == outcome.file:
            yield diagnostic
    for failure in outcome.failures:
        yield _of_failure(failure)


def _of_failure(failure: ScenarioFailure) -> Diagnostic:
    lines = [line.strip() for line in failure.lines]
    hint = lines.pop().removeprefix(HINT) if lines[-1].startswith(HINT) else None
    name = NAMED.search(lines[0])
    where = f"{failure.key} [{failure.branch}]" if failure.branch else failure.key
    return Diagnostic(
        FAILS, f"{where}: {'; '.join(lines)}", failure.location, hint, word=name[1] if name else ""
    )
