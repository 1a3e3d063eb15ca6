"""The report as JUnit XML, which most build servers read."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from thesmos.conform.report.story import Narrator, implementation
from thesmos.conform.report.terminal import failure
from thesmos.conform.result import GOOD, HARMLESS, CaseResult, Run
from thesmos.tell.span import plain

# What XML 1.0 can't hold, not even escaped.
FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
WRONG_ANSWER = frozenset({"fail", "unexpected pass", "flaky", "guess", "broken claim"})


def tell(run: Run, language: str = "en") -> str:
    """The whole report: a suite for each source, a test for each case."""
    narrator = Narrator(run, language)
    root = ET.Element("testsuites", name=_clean(implementation(run)))
    for source in sorted({result.source for result in run.results}):
        results = [result for result in run.results if result.source == source]
        suite = ET.SubElement(
            root,
            "testsuite",
            name=_clean(f"{run.game} {run.edition} {source}"),
            tests=str(len(results)),
            failures=str(sum(r.status in WRONG_ANSWER for r in results)),
            errors=str(sum(_error(r) for r in results)),
            skipped=str(sum(r.status in HARMLESS for r in results)),
            time=f"{sum(r.seconds for r in results):.3f}",
        )
        for result in results:
            _case(suite, result, narrator)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _error(result: CaseResult) -> bool:
    return result.status not in GOOD | HARMLESS | WRONG_ANSWER


def _case(suite: ET.Element, result: CaseResult, narrator: Narrator) -> None:
    area, _, name = result.id.rpartition("/")
    case = ET.SubElement(
        suite,
        "testcase",
        classname=_clean(area.replace("/", ".") or result.source),
        name=_clean(name),
        time=f"{result.seconds:.3f}",
    )
    if result.status in GOOD:
        return
    if result.status in HARMLESS:
        ET.SubElement(case, "skipped", message=_clean(f"{result.status}: {result.reason}"))
        return
    kind = "error" if _error(result) else "failure"
    told = ET.SubElement(case, kind, type=result.status, message=_clean(result.title))
    told.text = _clean(plain(failure(narrator.story(result))))


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\ufffd", text)
