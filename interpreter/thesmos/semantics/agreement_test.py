"""Generated code and the semantics agree; the log and the registers answer alike.

A share of what `python -m testing.agreement` plays; see testing/paired.py.
"""

from __future__ import annotations

import functools
from collections import Counter
from itertools import islice
from random import Random

import pytest

from testing import agreement_tasks as tasks
from testing.agreement_tasks import RandomGames, ScenarioTask, Task
from testing.awkward import AWKWARD
from testing.mutants import ProgramMutant
from testing.suite import RECORDS_DIR, needs_scenarios
from thesmos.dice import Rng
from thesmos.play.match_ups import Seating
from thesmos.program import values as v
from thesmos.resources import scenarios_dir
from thesmos.scenario.reader import scenario_files

FEW, MORE = 25, 120  # decisions
SLOW_GAMES = ("amazons", "chess", "off-the-rails", "seven-wonders-duel")
# Of these, mutants are taken only of constructs that no other game has: a decision takes long.
SLOW_DECISIONS = (*SLOW_GAMES, "go", "onitama", "reversi")


def differences(chosen: list[Task]) -> list[str]:
    """Whatever differs in some tasks, of which there must be some."""
    assert chosen
    return [one for task in chosen for one in task.run().differences]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.slow] * (game in SLOW_GAMES))
        for game in (*tasks.SHIPPED, *tasks.MADE_UP)
    ],
)
def test_games_without_powers_agree(game: str) -> None:
    """The text of each game, shipped and made-up."""
    seating, options = next(tasks.seatings(tasks.paired(game)))
    assert differences([RandomGames("", game, seating, FEW, 1, options)]) == []


@pytest.mark.parametrize("one", [a for a in AWKWARD if a.game == "santorini"], ids=str)
def test_awkward_match_ups_agree(one: tasks.Awkward) -> None:
    """Cards that interfere with each other."""
    mode = tasks.paired(one.game).mode(None, len(one.powers), dict(one.setup)).slug
    seating = Seating(one.powers, mode, one.setup)
    assert differences([RandomGames("", one.game, seating, FEW, 2, one.options)]) == []


@needs_scenarios
@pytest.mark.slow
def test_scenarios_agree() -> None:
    """A few scenarios of the suite, with their positions."""
    files = scenario_files(scenarios_dir())
    assert differences([ScenarioTask(file) for file in files[:: len(files) // 20]]) == []


def test_the_active_player_decides_where_a_computed_chooser_is_none() -> None:
    """A `chooser` that is none: 6.1."""
    game = tasks.paired("race")
    steps = game.checked.program.base.steps
    number, computed = next(
        (n, s.chooser) for n, s in enumerate(steps) if isinstance(s.chooser, v.Value)
    )
    nobody = v.Nothing(location=computed.location, type=computed.type)
    mutant = ProgramMutant(("base", "steps", number, "chooser"), "Step", "none", nobody)
    match = tasks.mutant_of(game, mutant).match([None, None])
    asked = [
        s
        for s in tasks.random_game(match.start(), Rng(1), MORE)
        if s.semantics.step.name == steps[number].name
    ]
    assert asked
    assert all(state.pending.chooser.player == state.semantics.active for state in asked)


@pytest.mark.slow
def test_a_few_mutants_agree() -> None:
    """Programs that nobody has written."""
    assert differences([*islice(tasks.mutants(FEW // 2, 1), 3, None, 170)]) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_pairs_agree(part: int) -> None:
    """Some of all pairs and modes, and of all options."""
    assert differences([*islice(tasks.pairs(MORE // 10), part * 15, None, 60)]) == []


@pytest.mark.slow
def test_recorded_games_agree() -> None:
    """Recorded games with additional cards, chance, three players and four."""
    names = ("fleece", "nyx", "p3", "p4")
    paths = [RECORDS_DIR / f"{name}.jsonl.gz" for name in names]
    assert differences([*tasks.records(paths, MORE * len(names))]) == []


@functools.cache
def mutant_of_each() -> list[tasks.Mutated]:
    """A mutant of every construct and operator, from the smallest game that has it.

    A mutant is linked and compiled before it is played, which takes longest in large games.
    """
    mutants = [*tasks.mutants(FEW, 1)]
    Random(1).shuffle(mutants)
    sizes = Counter(mutant.walk.game for mutant in mutants)  # in constructs and operators
    mutants.sort(key=lambda mutant: (mutant.walk.game in SLOW_DECISIONS, sizes[mutant.walk.game]))
    chosen: dict[tuple[str, str], tasks.Mutated] = {}
    for mutant in mutants:
        chosen.setdefault((mutant.mutant.construct, mutant.mutant.operator), mutant)
    return [*chosen.values()]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_mutants_agree(part: int) -> None:
    """Programs that nobody has written."""
    assert differences([*mutant_of_each()[part::2]]) == []
