"""Cases made from scenarios.

A scenario's own expectations are not used to judge an implementation; the reference itself must
meet them (`unmet`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from thesmos.diagnostics import Diagnostic, SpecError, UsageError
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game
from thesmos.play.protocols import State
from thesmos.program.positions import ByPlayer, GameValue, Map
from thesmos.record.recorder import setup_of
from thesmos.resources import scenarios_dir
from thesmos.scenario.reader import Scenario, ScenarioStep, read_scenario, scenario_files, texts
from thesmos.scenario.runner import Runner, known_ids
from thesmos.syntax.yaml_nodes import YamlMap
from thesmos.syntax.yaml_values import get, pairs
from thesmos_conform.cases.case import (
    IMPOSSIBLE,
    MEMORY,
    OBSERVE,
    SCENARIOS,
    Case,
    IllegalOption,
    Look,
    powers_of,
    protocol_setup,
)
from thesmos_conform.cases.scenario_text import about, text_of
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.reference.oracle import Oracle

ReadScenario = Callable[[Path], tuple[Scenario | None, list[Diagnostic]]]
LeaveOut = Callable[[Path, str], bool]
MANY = 6  # games to name in a hint, at most


def as_in_records(position: Json, game: LinkedGame) -> Json:
    """Return the position of a scenario in the form of records.

    Numbers are texts where records have texts, and empty parts that may be left out are left out: a
    board drawn as text has a list for everything that its legend could show.
    """
    entries = game.game.position
    required = {entry.key for entry in entries if not entry.omit_empty}
    texts = {entry.key for entry in entries if isinstance(entry, Map | ByPlayer | GameValue)}

    def reduced(value: Json, path: str) -> Json:
        kept = {}
        for key, inner in value.items():
            name = f"{path}{key}"
            part = reduced(inner, f"{name}.") if isinstance(inner, dict) else inner
            if part not in ("", [], {}) or name in required:
                kept[key] = _as_texts(part) if name in texts else part
        return kept

    return reduced(position, "")


def _as_texts(part: object) -> object:
    """Return a part of a position with its numbers as texts."""
    match part:
        case dict():
            return {key: _as_texts(inner) for key, inner in part.items()}
        case list():
            return [_as_texts(inner) for inner in part]
        case bool():
            return part
        case int():
            return str(part)
    return part


def scenario_folders(game: Game) -> tuple[Path, ...]:
    """Return the default folders of a game's scenarios: the shipped ones, and the game's own."""
    folders = (scenarios_dir(), game.path / SCENARIOS)
    return tuple(folder for folder in folders if folder.is_dir())


def read_scenarios(
    paths: Iterable[Path],
    game: Game,
    read: ReadScenario = read_scenario,
    leave_out: LeaveOut = lambda file, text: False,
) -> list[Scenario]:
    """Return the scenarios of a game, named by its slug or its folder, except pending ones.

    Of several with one id the last one counts, so that a game's own scenario can replace a shipped
    one. read: reads a file. leave_out: whether to skip a file, given its path and text. Raises
    SpecError with all errors in the files.
    """
    scenarios: dict[str, Scenario] = {}
    diagnostics = []
    for file, text in files_with_texts(paths, game):
        if leave_out(file, text):
            continue
        scenario, errors = read(file)
        diagnostics += errors
        if scenario is None or scenario.pending:
            continue
        if scenario.given.is_of(game.slug, game.path, game.version):
            scenarios[scenario.id] = scenario
    if diagnostics:
        raise SpecError(diagnostics)
    return list(scenarios.values())


def files_with_texts(paths: Iterable[Path], game: Game) -> Iterator[tuple[Path, str]]:
    """Yield the scenario files that may be about a game, each once, with their texts.

    Only the shipped files are filtered by game: parsing those of all games takes seconds.
    """
    may_be_of, seen = about(game), set[Path]()
    for path in paths:
        shipped = path.is_relative_to(scenarios_dir())
        for file in scenario_files(path):
            text = text_of(file)
            if file not in seen and (not shipped or may_be_of(text)):
                yield file, text
            seen.add(file)


def no_scenarios(paths: Iterable[Path], game: Game) -> UsageError:
    """Return an error for a game without scenarios; its hint names the games that have some."""
    files = (file for path in paths for file in scenario_files(path))
    scenarios = (read_scenario(file)[0] for file in files)
    named = dict.fromkeys(scenario.given.game for scenario in scenarios if scenario is not None)
    names = ", ".join(list(named)[:MANY])
    hint = f"these are for {names}" if names else "give a folder of them"
    return UsageError(f"there are no scenarios of {game.slug} here", hint)


def scenario_cases(scenarios: Iterable[Scenario], game: Game, oracle: Oracle) -> Iterator[Case]:
    """Yield a case for each scenario of a game's edition. Raises UsageError for an invalid one."""
    runner = Runner(lambda _: game)
    for scenario in scenarios:
        with oracle.lock:
            case = oracle.results.of("case", partial(_case, scenario, runner, game), scenario, game)
        if case is not None:
            yield case


def default_cases(game: Game, oracle: Oracle) -> Iterator[Case]:
    """Yield a case for each default scenario. Raises SpecError, or UsageError, for invalid ones."""
    scenarios = read_scenarios(scenario_folders(game), game, oracle.read_scenario)
    yield from scenario_cases(scenarios, game, oracle)


def _case(scenario: Scenario, runner: Runner, game: Game) -> Case | None:
    """The case of a scenario; None if it is of another edition."""
    match = runner.match(scenario)
    if scenario.editions and match.linked.game.edition not in scenario.editions:
        return None
    start = scenario.given
    setup = setup_of(match, start.mode, start.options, start.setup)
    position = None
    if start.position is not None:
        position = as_in_records(start.position, match.linked)
    begin = Place(
        game.slug,
        protocol_setup(cast(Json, setup), game),
        position,
        impossible=bool(start.impossible),
    )
    looks = tuple(_looks(scenario, begin))
    needs = {OBSERVE} if any(look.viewers for look in looks) else set()
    if start.position is not None and start.position.get(MEMORY):
        needs.add(MEMORY)
    if start.impossible:
        needs.add(IMPOSSIBLE)
    unknown = {clause.value for clause in scenario.clauses} - set(known_ids(match))
    return Case(
        id=scenario.id,
        source=SCENARIOS,
        game=game.slug,
        mode=match.linked.mode.slug,
        powers=powers_of(game, match),
        looks=looks,
        title=scenario.title,
        clauses=tuple(clause.value for clause in scenario.clauses),
        tags=scenario.tags,
        needs=frozenset(needs),
        unmet=f"unknown clause {', '.join(sorted(unknown))}" if unknown else "",
        scenario=scenario,
    )


def _looks(scenario: Scenario, begin: Place) -> Iterator[Look]:
    """Yield a look for each step: first those of the trunk, then those of each branch."""
    place = begin
    looks: dict[tuple[str, ...], Look] = {}
    for step in scenario.steps:
        place = _add(looks, place, step)
    for branch in scenario.branches:
        at = place
        for step in branch.steps:
            at = _add(looks, at, step)
    yield from looks.values()


def _add(looks: dict[tuple[str, ...], Look], place: Place, step: ScenarioStep) -> Place:
    """Add a look at the place that a step leads to; return that place."""
    place = place.after(*(text.value for text in step.when))
    look = looks.get(place.choices, Look(place))
    refuse = (*look.refuse, *_refusals(step.then))
    viewers = tuple(dict.fromkeys((*look.viewers, *_viewers(step.then))))
    looks[place.choices] = replace(look, refuse=refuse, viewers=viewers)
    return place


def _refusals(then: YamlMap | None) -> Iterator[IllegalOption]:
    for key, reasons in pairs(get(then, "illegal")):
        yield IllegalOption(key.value, tuple(text.value for text in texts(reasons)))


def _viewers(then: YamlMap | None) -> Iterator[int]:
    for key, _ in pairs(get(then, "view")):
        yield int(key.value)


def unmet(case: Case, oracle: Oracle) -> str:
    """Return where the reference fails a case's own expectations; empty if it meets them all."""
    scenario = case.scenario
    if scenario is None or case.unmet:
        return case.unmet
    runner = Runner(lambda _: oracle.game(case.game))
    begin = case.looks[0].place

    def state_after(choices: tuple[str, ...]) -> State:
        return oracle.path(replace(begin, choices=choices)).last

    with oracle.lock:
        try:
            failures = runner.play(scenario, oracle.played(begin), state_after)
            return "\n".join(failure.render() for failure in failures)
        except UsageError as error:
            return error.message
