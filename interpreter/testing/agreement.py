"""How far the semantics and generated code agree: a command that plays by volume.

    python -m testing.agreement [scenarios] [pairs] [games] [awkward] [records] [mutants]

Every decision is compared as testing/paired.py says. Ctrl-C ends it with the table so far.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from testing import agreement_tasks as tasks
from testing.agreement_tasks import Task, TaskResult
from testing.suite import RECORDS_DIR
from thesmos.tools.process_pool import run_tasks

PAIRS, GAMES, AWKWARD, RECORDS, MUTANTS = (
    50,
    20_000,
    5_000,
    20_000,
    60,
)  # decisions: of each, of each, of each, of all, each
FEW = 5  # mutants of each construct and operator, of each game


@dataclass
class AgreementTable:
    """What has been compared so far, by part."""

    games: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    stopped: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    constructs: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, tally: TaskResult) -> None:
        """Add what a task compared."""
        self.games[tally.part] += tally.games
        self.decisions[tally.part] += tally.decisions
        self.stopped[tally.part] += tally.stopped
        self.wrong[tally.part] += len(tally.differences)
        self.constructs.update(tally.constructs)
        self.differences += tally.differences

    def render(self) -> str:
        """The table as text, and every difference."""
        width = max(map(len, (*self.games, "all")))
        lines = [f"{'':{width}}   games decisions stopped differences"]
        for part in self.games:
            lines.append(
                f"{part:{width}} {self.games[part]:7} {self.decisions[part]:9} "
                f"{self.stopped[part]:7} {self.wrong[part]:11}"
            )
        total = f"{self.games.total():7} {self.decisions.total():9}"
        lines.append(f"{'all':{width}} {total} {self.stopped.total():7} {self.wrong.total():11}")
        if self.constructs:
            names = {what.split()[0] for what in self.constructs}
            lines.append(f"constructs changed: {len(names)}, in {len(self.constructs)} ways")
        return "\n".join([*lines, *self.differences])


def compare_all(
    given: Sequence[Task], jobs: int, progress: Callable[[int, int], None]
) -> AgreementTable:
    """Run tasks and add up what they compared; an interrupt ends it early."""
    table = AgreementTable()
    try:
        for done, tally in enumerate(run_tasks(_run, given, jobs), 1):
            table.add(tally)
            for one in tally.differences:
                click.echo(f"\r{one}", err=True)
            progress(done, len(given))
    except KeyboardInterrupt:
        click.echo("\ninterrupted; so far:", err=True)
    return table


def _run(task: Task) -> TaskResult:
    return task.run()


def main() -> int:
    """Compare what the command line names. Returns 1 if there is a difference."""
    known = ("scenarios", "pairs", "games", "awkward", "records", "mutants")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*known, []])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the usual volume")
    parser.add_argument("--records", type=Path, nargs="*", help="files, instead of the sample")
    parser.add_argument("--games", nargs="*", help="for the part `games`, instead of all shipped")
    given = parser.parse_args()
    files = given.records or sorted(RECORDS_DIR.glob("*.jsonl.gz"))
    share = given.share
    made: dict[str, Callable[[], Iterator[Task]]] = {
        "scenarios": tasks.scenarios,
        "pairs": lambda: tasks.pairs(int(PAIRS * share)),
        "games": lambda: tasks.games(int(GAMES * share), given.games or tasks.SHIPPED),
        "awkward": lambda: tasks.awkward(int(AWKWARD * share)),
        "records": lambda: tasks.records(files, int(RECORDS * share)),
        "mutants": lambda: tasks.mutants(MUTANTS, max(1, int(FEW * share))),
    }
    chosen = [task for part in given.parts or known for task in made[part]()]
    table = compare_all(chosen, given.jobs, _progress)
    click.echo(table.render())
    return 1 if table.differences else 0


def _progress(done: int, of: int) -> None:
    click.echo(f"\r{done} of {of}", nl=done == of, err=True)


if __name__ == "__main__":
    sys.exit(main())
