"""A small run with cases of many statuses, for the tests of reports."""

from __future__ import annotations

from thesmos_conform.judging.result import AnswerDifference, CaseFailure, CaseResult, SuiteRun
from thesmos_conform.protocol.messages import CORE, Hello, Place

SETUP = {"players": 2, "teams": [1, 2], "powers": ["minotaur", None]}
POSITION = {
    "levels": "0000000000001000000000000",
    "workers": ["B3 1f", "A1 1m", "C3 2f", "E5 2m"],
}
PLACE = Place("santorini", SETUP, {**POSITION, "to_move": 1}, ("B3-B4",))

PASSED = CaseResult(
    "santorini/minotaur/push",
    "scenarios",
    "pass",
    "The Minotaur pushes",
    ("minotaur.your-move.1",),
    ("minotaur",),
    decisions=3,
    seconds=0.25,
)
FAILED = CaseResult(
    "santorini/minotaur/edge",
    "scenarios",
    "fail",
    "Nobody is pushed off the <board>",
    ("minotaur.your-move.1",),
    ("minotaur",),
    decisions=2,
    failure=CaseFailure(
        PLACE,
        (
            AnswerDifference(
                "options",
                ["B4+A3"],
                ["B4+A5"],
                missing=("B4+A3",),
                extra=("B4+A5",),
                clauses=("build.near",),
            ),
            AnswerDifference("may_skip", False, True),
        ),
        before=POSITION,
        after={**POSITION, "workers": ["B4 1f", "A1 1m", "C3 2f", "E5 2m"]},
    ),
)
CRASHED = CaseResult(
    "random:7:2",
    "random",
    "crash",
    failure=CaseFailure(PLACE, message="the process ended with code 3", stderr="oh `no` |\x00 <b>"),
)
UNKNOWN = CaseResult(
    "santorini/circe/steal", "scenarios", "unsupported", "Circe", powers=("circe",), reason="circe"
)


def run(*results: CaseResult, complete: bool = True) -> SuiteRun:
    """A run of these cases."""
    return SuiteRun(
        Hello("tower", "1.2", "JavaScript"),
        "santorini",
        "2021-09",
        "simple-gods",
        CORE,
        "0123abcd",
        7,
        results,
        complete=complete,
        adapter="tower/adapter.toml",
    )


def mixed() -> SuiteRun:
    """A run with several kinds of results."""
    return run(PASSED, FAILED, CRASHED, UNKNOWN)
