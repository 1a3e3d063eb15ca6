"""A pytest plugin: scenario files are tests.

`pytest --thesmos FOLDER` runs scenarios by the rules, `pytest --thesmos-adapter ADAPTER FOLDER`
asks an adapter. A scenario of what the adapter does not claim is skipped, never passed. Every run
of pytest in an environment loads this module: it leans on nothing until scenarios are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from thesmos_conform.examiner import Examiner


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--thesmos`, `--thesmos-adapter`."""
    group = parser.getgroup("thesmos", "scenarios of board games")
    group.addoption(
        "--thesmos", action="store_true", help="collect scenario files (*.yaml) as tests"
    )
    group.addoption(
        "--thesmos-adapter",
        metavar="ADAPTER",
        help="ask this adapter instead of the rules; implies --thesmos",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Makes ready; an adapter is started by the first scenario that asks it."""
    if config.getoption("--thesmos") or config.getoption("--thesmos-adapter"):
        from thesmos_conform.examiner import Examiner

        config.stash[EXAMINER] = Examiner(config.getoption("--thesmos-adapter"))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Ends the adapter."""
    examiner = config.stash.get(EXAMINER, None)
    if examiner is not None:
        examiner.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A scenario file as a collector, if scenarios are asked for."""
    if file_path.suffix != ".yaml" or EXAMINER not in parent.config.stash:
        return None
    from thesmos_conform.examiner import is_scenario

    if not is_scenario(file_path):
        return None
    made: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
    return made


class ScenarioFile(pytest.File):
    """A file with one scenario."""

    def collect(self) -> Iterator[pytest.Item]:
        """The scenario as a test, named by its file."""
        yield ScenarioItem.from_parent(self, name=self.path.stem)


class ScenarioItem(pytest.Item):
    """A scenario as a test."""

    def runtest(self) -> None:
        """Runs it by the rules, or asks the adapter."""
        verdict = self.config.stash[EXAMINER].examine(self.path)
        if verdict.skipped:
            pytest.skip(verdict.skipped)
        if verdict.wrong:
            raise Unmet(verdict.wrong)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The failure as `thesmos test` and `thesmos conform` tell it."""
        if isinstance(excinfo.value, Unmet):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, 0, f"scenario {self.name}"


class Unmet(Exception):  # noqa: N818 - a finding, told as it is
    """A scenario that does not hold, in the words of its report."""


EXAMINER: pytest.StashKey[Examiner] = pytest.StashKey()
