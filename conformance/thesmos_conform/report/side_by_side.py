"""Several implementations asked the same: one table, and what only one of them has wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import PurePath

from thesmos.render.span import Line, Span
from thesmos_conform.judging.result import EXPECTED, CaseResult, SuiteRun
from thesmos_conform.report.summary import FINE, NOT_ASKED, by_power

PERHAPS_OURS = "Perhaps ours: every implementation answers otherwise than the rules here"
OTHERWISE = frozenset({"fail", EXPECTED})
NOTHING = "-"  # the cell of an implementation that was not asked


def labels(named: Mapping[str, str]) -> dict[str, str]:
    """Return a short label for each adapter's file: the name of its implementation.

    If several have the same name, the end of the path is added. named: the names, by file.
    """
    by_file = {}
    for file, name in named.items():
        namesakes = {other for other in named if named[other] == name}
        by_file[file] = f"{name} ({short_path(file, namesakes)})" if len(namesakes) > 1 else name
    return by_file


def short_path(path: str, paths: Collection[str]) -> str:
    """Return the shortest end of a path that none of the others has, perhaps the whole path."""
    parts = PurePath(path).parts
    others = [PurePath(other).parts for other in paths if other != path]
    lengths = range(1, len(parts) + 1)
    ends = (parts[-n:] for n in lengths if all(other[-n:] != parts[-n:] for other in others))
    end = next(ends, ())
    return path if len(end) in (0, len(parts)) else "/".join(end)


def table(runs: Mapping[str, Sequence[SuiteRun]]) -> Iterator[Line]:
    """Yield what all have wrong, a table of powers by implementations, then what only one has.

    runs: the runs of each implementation, by its name.
    """
    if ids := perhaps_ours(runs):
        yield (Span(PERHAPS_OURS, "strong"),)
        yield from ((Span(f"  {id}", "bad"),) for id in ids)
        yield ()
    lines = grid(runs)
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    for number, line in enumerate(lines):
        shown = "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
        yield (Span(shown.rstrip(), "" if number else "strong"),)
    for name, ids in alone(runs).items():
        yield ()
        yield (Span(f"Wrong in {name} only", "strong"),)
        yield from ((Span(f"  {id}", "bad"),) for id in ids)


def grid(runs: Mapping[str, Sequence[SuiteRun]]) -> list[list[str]]:
    """Return the cells of the table: a line of heads, and one for each power, which is named first.

    A cell is the number of cases asked, and how many of them are wrong.
    """
    counted = {name: _by_power(runs_of_one) for name, runs_of_one in runs.items()}
    rows = dict.fromkeys(power for counts in counted.values() for power in counts)
    cells = ([row, *(_cell(counts.get(row)) for counts in counted.values())] for row in rows)
    return [["", *counted], *cells]


def alone(runs: Mapping[str, Sequence[SuiteRun]]) -> dict[str, list[str]]:
    """Return, by implementation, the cases that only it has wrong among those asked about them."""
    wrong_alone: dict[str, list[str]] = {}
    for id, by_name in _by_case(runs).items():
        wrong = [name for name, result in by_name.items() if result.status not in FINE]
        if len(wrong) == 1 and len(by_name) > 1:
            wrong_alone.setdefault(wrong[0], []).append(id)
    return wrong_alone


def perhaps_ours(runs: Mapping[str, Sequence[SuiteRun]]) -> list[str]:
    """Return the cases that all of several implementations asked about them answer otherwise."""
    return [
        id
        for id, by_name in _by_case(runs).items()
        if len(by_name) > 1 and all(result.status in OTHERWISE for result in by_name.values())
    ]


def _by_case(runs: Mapping[str, Sequence[SuiteRun]]) -> dict[str, dict[str, CaseResult]]:
    """Return the results of each case that was asked, by implementation."""
    results: dict[str, dict[str, CaseResult]] = {}
    for name, runs_of_one in runs.items():
        for run in runs_of_one:
            for result in run.results:
                if result.status not in NOT_ASKED:
                    results.setdefault(result.id, {})[name] = result
    return results


def _by_power(runs: Sequence[SuiteRun]) -> dict[str, Counter[str]]:
    table: dict[str, Counter[str]] = {}
    for run in runs:
        for power, counts in by_power(run).items():
            table.setdefault(power, Counter()).update(counts)
    return table


def _cell(counts: Counter[str] | None) -> str:
    """Return `12` if all twelve cases are fine, `12, 1 wrong` if one is not."""
    if counts is None:
        return NOTHING
    total = sum(count for status, count in counts.items() if status not in NOT_ASKED)
    wrong = sum(count for status, count in counts.items() if status not in FINE | NOT_ASKED)
    return f"{total}, {wrong} wrong" if wrong else str(total)
