"""A pytest plugin: scenario files are tests.

`pytest --thesmos FOLDER` runs scenarios by the rules, `pytest --thesmos-adapter ADAPTER FOLDER`
asks an adapter. A scenario that needs something the adapter does not claim is skipped, not passed.
Every pytest run in an environment loads this module, so it imports nothing else until needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from thesmos_conform.examiner import Examiner


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--thesmos` and `--thesmos-adapter`."""
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
    """Prepare to run scenarios; the first scenario that needs the adapter starts it.

    Raises pytest.UsageError for an adapter's file that is missing or invalid.
    """
    if config.getoption("--thesmos") or config.getoption("--thesmos-adapter"):
        from thesmos.diagnostics import UsageError
        from thesmos_conform.examiner import Examiner

        try:
            config.stash[EXAMINER] = Examiner(config.getoption("--thesmos-adapter"))
        except UsageError as error:
            hint = f"; {error.hint}" if error.hint else ""
            raise pytest.UsageError(f"--thesmos-adapter: {error.message}{hint}") from None


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the adapter."""
    examiner = config.stash.get(EXAMINER, None)
    if examiner is not None:
        examiner.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return a collector for a scenario file, if scenarios were requested."""
    if file_path.suffix != ".yaml" or EXAMINER not in parent.config.stash:
        return None
    from thesmos_conform.examiner import is_scenario

    if not is_scenario(file_path):
        return None
    collector: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
    return collector


class ScenarioFile(pytest.File):
    """A file with one scenario."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the scenario as a test, named after its file."""
        yield ScenarioItem.from_parent(self, name=self.path.stem)


class ScenarioItem(pytest.Item):
    """A scenario as a test."""

    def runtest(self) -> None:
        """Run it by the rules, or ask the adapter."""
        verdict = self.config.stash[EXAMINER].examine(self.path)
        if verdict.skipped:
            pytest.skip(verdict.skipped)
        if verdict.wrong:
            raise Unmet(verdict.wrong)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the failure in the form of `thesmos test` and `thesmos conform`."""
        if isinstance(excinfo.value, Unmet):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the location of the scenario."""
        return self.path, 0, f"scenario {self.name}"


class Unmet(Exception):  # noqa: N818 - a finding, shown as it is
    """A scenario that does not pass, with the text of its report."""


EXAMINER: pytest.StashKey[Examiner] = pytest.StashKey()
