"""The report itself, as JSON Lines: a head, a line for each case, a foot.

A file may have the reports of several implementations, one after the other. The format is public:
`grammar/report.schema.json`. A file may come from anywhere, so it is checked against that schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from thesmos.diagnostics import UsageError, json_line, unique_keys
from thesmos.record.lines import Line, read_lines
from thesmos.syntax.schema import schema_violation
from thesmos_conform.cases.case import CANARIES
from thesmos_conform.judging.result import (
    HONEST,
    STATUSES,
    AnswerDifference,
    CaseFailure,
    CaseResult,
    SuiteRun,
    Weight,
)
from thesmos_conform.protocol.messages import STEP, Claim, Hello, Json, Place
from thesmos_conform.report.summary import verdict

VERSION = 1
MAX_CASES = 200_000
SCHEMA = "report"


def write(run: SuiteRun) -> Iterator[str]:
    """Yield the lines of a report, without newlines."""
    cases = ({"case": case_json(result)} for result in run.results)
    for line in (_head(run), *cases, _foot(run)):
        yield json_line(line)


def read(path: Path) -> SuiteRun:
    """Read a report from its file. Raises UsageError, with file and line, if it is invalid."""
    run, *others = read_every(path)
    if others:
        names = ", ".join(report.adapter or report.hello.name for report in (run, *others))
        raise UsageError(f"{path} has several reports, of {names}", "use a report of one here")
    return run


def read_every(path: Path) -> list[SuiteRun]:
    """Read one or more reports from a file. Raises UsageError as `read` does."""
    reports: list[list[Json]] = []
    for line in map(_parsed, read_lines(path)):
        if "head" in line:
            reports.append([line])
        elif reports:
            reports[-1].append(line)
        else:
            raise UsageError(f"{path} is not a report", "the first line must be a head")
    if not reports:
        raise UsageError(f"{path} is not a report", "it is empty")
    return [_read(lines) for lines in reports]


def _read(lines: Sequence[Json]) -> SuiteRun:
    """Return a run from the lines of its report. lines: the first one is the head."""
    feet = [line["foot"] for line in lines if "foot" in line]
    return _run(lines[0]["head"], [line["case"] for line in lines if "case" in line], feet)


def _parsed(line: Line) -> Json:
    where = line.place
    if line.number > MAX_CASES:
        raise UsageError(f"{line.file} has more than {MAX_CASES} lines")
    try:
        value = json.loads(line.text, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where} is not JSON: {error}") from None
    if violation := schema_violation(value, SCHEMA):
        raise UsageError(
            f"{where} is not a line of a report: {violation}",
            "reports are written by `thesmos conform --report FILE.jsonl`",
        )
    return cast(Json, value)


# ------------------------------------------------------------------------------ values to JSON


def _head(run: SuiteRun) -> Json:
    keys = ("game", "edition", "profile", "suite", "seed", "known", "adapter")
    head: Json = {"thesmos_report": VERSION, "implementation": _implementation(run.hello)}
    head |= {key: getattr(run, key) for key in keys}
    claim = run.hello.games.get(run.game, Claim())
    optional: Json = {"besides": list(run.besides), "words": list(run.words)}
    optional["granularity"] = claim.granularity if claim.granularity != STEP else ""
    head |= {key: value for key, value in optional.items() if value}
    return {"head": {**head, "levels": list(run.levels)}}


def _implementation(hello: Hello) -> Json:
    keys = ("name", "version", "language", "url")
    return {key: getattr(hello, key) for key in keys}


def _foot(run: SuiteRun) -> Json:
    counts = {status: run.count(status) for status in STATUSES if run.count(status)}
    verdict_keys = {"complete": run.complete, "conformant": run.conformant, "verdict": verdict(run)}
    weight = {"weight": asdict(run.weight)} if run.weight is not None else {}
    return {"foot": {**verdict_keys, "counts": counts, "notes": list(run.notes), **weight}}


def case_json(result: CaseResult) -> Json:
    """Return a case as data, without empty values."""
    data = {key: value for key, value in asdict(result).items() if value not in ("", (), None)}
    data["seconds"] = round(result.seconds, 3)
    failure = result.failure
    if failure is not None:
        shown = {k: value for k, value in data["failure"].items() if value not in ("", (), None)}
        differences = [
            {key: value for key, value in difference.items() if value != ()}
            for difference in data["failure"]["differences"]
        ]
        data["failure"] = {**shown, "place": failure.place.as_json()}
        if differences:
            data["failure"]["differences"] = differences
    return data


# ------------------------------------------------------------------------------ JSON to values


def _run(head: Json, cases: Iterable[Json], feet: Sequence[Json]) -> SuiteRun:
    """Return a run from its lines. Without a foot the file was cut short: the run is incomplete."""
    values = {key: head[key] for key in ("game", "edition", "profile", "suite", "seed")}
    kind = head.get("granularity")  # as much of the claim as a verdict names
    return SuiteRun(
        hello=Hello(
            **head["implementation"], games={head["game"]: Claim(granularity=kind)} if kind else {}
        ),
        levels=tuple(head["levels"]),
        besides=tuple(head.get("besides", ())),
        words=tuple(head.get("words", ())),
        results=tuple(_result(case) for case in cases),
        complete=len(feet) == 1 and bool(feet[0]["complete"]),
        notes=tuple(note for foot in feet for note in foot.get("notes", ())),
        weight=next((Weight(**foot["weight"]) for foot in feet if "weight" in foot), None),
        known=head.get("known", ""),
        adapter=head.get("adapter", ""),
        **values,
    )


def _result(case: Json) -> CaseResult:
    values: dict[str, Any] = {key: case[key] for key in case if key in CaseResult.__annotations__}
    if values["source"] == CANARIES and values["status"] == "pass":  # as older reports have it
        values["status"] = HONEST
    for key in ("clauses", "powers", "without"):
        values[key] = tuple(case.get(key, ()))
    if "failure" in case:
        values["failure"] = _failure(case["failure"])
    return CaseResult(**values)


def _failure(data: Json) -> CaseFailure:
    values: dict[str, Any] = {key: data[key] for key in data if key in CaseFailure.__annotations__}
    place = data["place"]
    values["place"] = Place(
        place["game"], place["setup"], place.get("position"), tuple(place.get("choices", ()))
    )
    values["differences"] = tuple(
        AnswerDifference(
            key=difference["key"],
            expected=difference.get("expected"),
            got=difference.get("got"),
            **{key: tuple(difference.get(key, ())) for key in ("missing", "extra", "clauses")},
        )
        for difference in data.get("differences", ())
    )
    return CaseFailure(**values)
