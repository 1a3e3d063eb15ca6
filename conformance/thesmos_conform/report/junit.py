"""The report as JUnit XML, which most build servers read.

Texts are made `printable`, since XML forbids all other characters, even escaped ones.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

from thesmos.diagnostics import printable
from thesmos.render.span import plain
from thesmos_conform.judging.result import NO_FAILURE, STATUSES, UNEXPECTED, CaseResult, SuiteRun
from thesmos_conform.report.failure import FailureDescriber
from thesmos_conform.report.summary import implementation
from thesmos_conform.report.terminal import failure_lines

WRONG_ANSWER = frozenset({"fail", UNEXPECTED, "flaky", "guess", "broken claim"})


def render(*runs: SuiteRun, language: str = "en") -> str:
    """Return the whole report: a suite for each source of each game, a test for each case."""
    root = ET.Element("testsuites", name=printable(implementation(runs[0])))
    for run in runs:
        _suites(root, run, language)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suites(root: ET.Element, run: SuiteRun, language: str) -> None:
    describer = FailureDescriber(run, language)
    for source in sorted({result.source for result in run.results}):
        results = [result for result in run.results if result.source == source]
        suite = ET.SubElement(
            root,
            "testsuite",
            name=printable(f"{run.game} {run.edition} {source}"),
            tests=str(len(results)),
            failures=str(sum(r.status in WRONG_ANSWER for r in results)),
            errors=str(sum(_error(r) for r in results)),
            skipped=str(sum(r.status in NO_FAILURE - {"pass"} for r in results)),
            time=f"{sum(r.seconds for r in results):.3f}",
        )
        for result in results:
            _case(suite, result, describer)


def _error(result: CaseResult) -> bool:
    return result.status not in NO_FAILURE | WRONG_ANSWER


def _case(suite: ET.Element, result: CaseResult, describer: FailureDescriber) -> None:
    area, _, name = result.id.rpartition("/")
    case = ET.SubElement(
        suite,
        "testcase",
        classname=printable(area.replace("/", ".") or result.source),
        name=printable(name),
        time=f"{result.seconds:.3f}",
    )
    if result.status == "pass":
        return
    if result.status in NO_FAILURE:
        why = result.reason or STATUSES[result.status]
        ET.SubElement(case, "skipped", message=printable(f"{result.status}: {why}"))
        return
    kind = "error" if _error(result) else "failure"
    element = ET.SubElement(case, kind, type=result.status, message=printable(result.title))
    element.text = printable(plain(failure_lines(describer.describe(result))))
