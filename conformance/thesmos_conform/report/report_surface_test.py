"""Reports on questions of views show the same for states that look the same to the viewer."""

from __future__ import annotations

import pytest

from testing.alike import alike_pairs
from thesmos.play.game import load
from thesmos.play.state import State
from thesmos_conform.judging import answers
from thesmos_conform.judging.result import CaseFailure
from thesmos_conform.protocol.messages import Answer
from thesmos_conform.report import report_surface
from thesmos_conform.report.formats import FORMATS
from thesmos_conform.report.report_surface import REPORTS

GAMES: list[tuple[str, list[str | None] | None]] = [
    ("german-whist", None), ("santorini", ["apollo", "hecate"]), ("pook", None)
]  # fmt: skip


@pytest.mark.parametrize(("name", "powers"), GAMES)
def test_what_is_hidden_from_a_viewer_changes_no_report_on_their_view(
    name: str, powers: list[str | None] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"mode": "two-players"} if name == "pook" else {}
    made: list[CaseFailure | None] = []
    judge = report_surface.view_failure
    monkeypatch.setattr(
        report_surface, "view_failure", lambda *about: made.append(judge(*about)) or made[-1]
    )
    noted = alike_pairs(name, powers, **options)
    assert noted.pairs
    assert noted.told_apart(load(name), REPORTS) is None
    keys = {difference.key.split(".")[2] for failure in made for difference in failure.differences}
    assert {"position", "options"} <= keys


def test_a_report_that_expects_what_a_viewer_does_not_learn_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted = alike_pairs("german-whist", None)

    def answer(state: State, **_: object) -> Answer:
        return Answer(position=state.position(), options=())

    monkeypatch.setattr(answers, "answer", answer)
    assert "can tell from a report as " in str(noted.told_apart(load("german-whist"), REPORTS))


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("junit", "badge")])
def test_each_format_is_compared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that show positions, one by one."""
    monkeypatch.setattr(report_surface, "FORMATS", {name: FORMATS[name]})
    monkeypatch.setattr(State, "view", lambda state, _: state)
    noted = alike_pairs("love-letter", None)
    assert noted.pairs
    assert f"a report as {name}" in str(noted.told_apart(load("love-letter"), REPORTS))
