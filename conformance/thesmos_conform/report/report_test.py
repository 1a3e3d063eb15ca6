"""A run in every format."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.render.span import plain
from thesmos.syntax.schema import schema_violation
from thesmos_conform.judging.result import STATUSES, CaseFailure, SuiteRun, Weight
from thesmos_conform.protocol.messages import Claim, Hello, Place
from thesmos_conform.report import badge, html, jsonl, junit, markdown, terminal
from thesmos_conform.report.diff import diff
from thesmos_conform.report.failure import FailureDescriber
from thesmos_conform.report.formats import FORMATS, save
from thesmos_conform.report.summary import by_power, groups, statuses_by_power, verdict
from thesmos_conform.report.verdict import as_json, exit_code
from thesmos_conform.runner.request import RunOutcome
from thesmos_conform.runner.workers import PoolResult
from thesmos_conform.testing.report import (
    CRASHED,
    FAILED,
    PASSED,
    POSITION,
    UNKNOWN,
    mixed,
    run,
)

HONEST = replace(PASSED, id="canary:pan", source="canaries", status="honest", powers=("pan",))
NOT_ASKED = replace(UNKNOWN, status="not run", reason="the run ended early")
NOTHING = "too little asked for a verdict on simple-gods: no case was asked"
MENDED = replace(PASSED, id="other", status="unexpected pass", reason="as issues/7 says")


def _saved(run: SuiteRun, folder: Path) -> Path:
    save([run], folder / "report.jsonl")
    return folder / "report.jsonl"


# ----------------------------------------------------------------------------- the verdict


@pytest.mark.parametrize(
    ("ended", "words", "conformant"),
    [
        (run(PASSED), "conformant for simple-gods: the one case passed", True),
        (run(PASSED, UNKNOWN), "conformant for simple-gods: the one case passed", True),
        (run(PASSED, FAILED), "not conformant for simple-gods: 1 case is wrong", False),
        (run(PASSED, complete=False), "incomplete", False),
        (
            run(PASSED, NOT_ASKED),
            "not shown conformant for simple-gods: 1 case is not asked",
            False,
        ),
        (run(PASSED, HONEST), "conformant for simple-gods: the one case passed", True),
        (
            run(HONEST, UNKNOWN),
            NOTHING,
            False,
        ),
        (run(UNKNOWN), NOTHING, False),
        (run(), NOTHING, False),
        (run(PASSED, replace(UNKNOWN, status="skipped")), "not shown conformant", False),
        (
            run(PASSED, replace(PASSED, status="passed before")),
            "not shown conformant for simple-gods: 1 passed in the earlier run and was not asked",
            False,
        ),
        (run(replace(FAILED, status="expected failure"), PASSED), "not shown conformant", False),
        (run(PASSED, replace(PASSED, status="flaky")), "not conformant", False),
        (
            run(PASSED, MENDED),
            "not shown conformant for simple-gods: 1 case passes although",
            False,
        ),
        (run(MENDED, FAILED), "not conformant for simple-gods: 1 case is wrong", False),
    ],
)
def test_the_verdict_needs_every_case_of_the_claim(
    ended: SuiteRun, words: str, conformant: bool
) -> None:
    assert verdict(ended).startswith(words)
    assert ended.conformant is conformant


LIGHT = Weight(clauses=2, of=21, scenarios=1, games=0, decisions=3)
HEAVY = Weight(clauses=20, of=21, scenarios=46, games=8, decisions=1812)


def test_a_verdict_says_what_stands_behind_it() -> None:
    made = replace(run(PASSED, replace(PASSED, id="other", status="slow")), weight=HEAVY)
    words = "20 of 21 clauses, 1 812 decisions, 46 scenarios, 8 games; 1 slow"
    assert f"all 2 cases passed (legal, apply, result); {words}" in verdict(made)
    assert made.conformant


def test_few_clauses_are_too_little_in_every_form_of_report(tmp_path: Path) -> None:
    made = replace(run(PASSED), weight=LIGHT)
    assert verdict(made).startswith("too little asked for a verdict on simple-gods: the one case")
    assert "too little asked" in badge.render(made)
    assert "too little asked" in html.render(made)
    assert 'verdict bad"' in html.render(made)
    again = jsonl.read(_saved(made, tmp_path))
    assert (again.weight, again.conformant, again.too_little) == (LIGHT, False, True)
    outcome = RunOutcome(made, PoolResult([]))
    assert 4 == exit_code([outcome])
    assert 0 == exit_code([replace(outcome, selected=True)])
    assert as_json([outcome])["games"][0]["weight"]["clauses"] == LIGHT.clauses
    assert not as_json([outcome])["conformant"]


def test_half_of_the_clauses_is_enough() -> None:
    assert replace(LIGHT, clauses=10, of=20).enough
    assert not replace(LIGHT, clauses=10, of=21).enough


def test_a_verdict_by_positions_says_what_it_is_about_and_how_much_it_is_not() -> None:
    made = run(PASSED, replace(PASSED, id="other", status="not askable", reason="the set-up"))
    claim = Claim(granularity="positions")
    made = replace(made, hello=replace(made.hello, games={"santorini": claim}))
    words = "conformant for simple-gods (turns from positions): the one case passed"
    assert verdict(made) == f"{words} (legal, apply, result); 1 not askable"
    assert made.conformant


def test_a_verdict_by_positions_is_the_same_from_a_saved_report(tmp_path: Path) -> None:
    made = run(PASSED)
    claim = Claim(granularity="positions")
    made = replace(made, hello=replace(made.hello, games={"santorini": claim}))
    assert verdict(jsonl.read(_saved(made, tmp_path))) == verdict(made)


@pytest.mark.parametrize(
    ("profile", "head"),
    [("base", "2021-09, claims base: legal"), ("own claim", "2021-09, own claim: legal")],
)
def test_the_head_names_the_claim(profile: str, head: str) -> None:
    assert head in plain(terminal.render(replace(run(PASSED), profile=profile)))


APART = ("pass", "honest", "slow", "unsupported", "left out", "not askable", "our ruling")


@pytest.mark.parametrize("status", [s for s in STATUSES if s not in APART])
def test_no_other_status_than_pass_is_conformant(status: str) -> None:
    assert not run(PASSED, replace(PASSED, id="other", status=status)).conformant


# ------------------------------------------------------------------------------- the description


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_an_unexpected_pass_is_not_listed_as_a_failure(form: str) -> None:
    shown = FORMATS[form](run(PASSED, MENDED))
    assert "What is wrong" not in shown
    assert "take these off the list" in shown
    assert "issues/7" in shown


def test_what_the_board_does_not_show_stands_below_it() -> None:
    match = load("chess").match()
    place = Place("chess", {"players": 2})
    failure = CaseFailure(place, after=match.start().position())
    shown = html.render(
        replace(run(replace(FAILED, failure=failure)), game="chess", rules=load("chess"))
    )
    both = "side: player 1, player 2"
    assert (
        f"<br>may castle on the king&#x27;s {both}<br>may castle on the queen&#x27;s {both}<br>"
        in shown
    )
    assert "<br>moves without a capture or a move of a pawn: 0</figcaption>" in shown


def test_what_stands_beside_a_board_has_its_names_in_every_format() -> None:
    match = load("chess").match()
    failure = CaseFailure(Place("chess", {"players": 2}), after=match.start().position())
    chess = replace(run(replace(FAILED, failure=failure)), game="chess", rules=load("chess"))
    said = "may castle on the king's side: player 1, player 2"
    assert said in markdown.render(chess)
    described = FailureDescriber(chess).describe(chess.results[0])
    assert said in plain(list(terminal.failure_lines(described)))
    spanish = FailureDescriber(chess, "es").describe(chess.results[0])
    assert "puede enrocar en el flanco de rey" in spanish.names.values()


def test_a_drawing_takes_as_much_of_the_page_as_it_needs() -> None:
    shapes = ("0 0 508 508", "0 0 988 618", "0 0 738 211")
    sizes = [html._size(f'<svg viewBox="{shape}"/>') for shape in shapes]
    assert sizes == ["small", "large", "wide"]


def test_failures_are_grouped_by_the_cited_card_before_a_bare_rule() -> None:
    found = {group.name: group.results for group in groups(mixed())}
    assert found == {"minotaur": (FAILED,), "no deciding clause is known": (CRASHED,)}


def test_failures_are_grouped_by_the_card_concerned() -> None:
    assert FAILED.failure is not None
    first = FAILED.failure.differences[0]
    by_card = replace(first, clauses=("build.near", "minotaur.your-move.1"))
    failed = replace(FAILED, failure=replace(FAILED.failure, differences=(by_card,)))
    assert "minotaur" in failed.powers
    (group,) = groups(run(PASSED, failed))
    assert ("minotaur", ("minotaur.your-move.1",)) == (group.name, group.clauses)


def test_a_power_that_is_not_asked_about_has_no_row() -> None:
    refused = replace(HONEST, powers=("athena",))
    shown = FORMATS["markdown"](run(PASSED, UNKNOWN, refused))
    assert "| minotaur |" in shown
    assert "| circe |" not in shown
    assert "| athena |" not in shown
    assert "\n1 more power, not asked about" in shown


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_a_report_in_a_file_has_every_failure_in_full(form: str) -> None:
    other = replace(FAILED, id="santorini/minotaur/other", title="Another title")
    shown = FORMATS[form](run(FAILED, other))
    assert 2 == shown.count("should be there: B4+A3")
    assert 1 == shown.count("Another title")


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_what_was_not_run_is_counted_and_not_shown_as_a_failure(form: str) -> None:
    ended = run(NOT_ASKED, FAILED, replace(NOT_ASKED, id="another"), complete=False)
    shown = FORMATS[form](ended)
    assert [(FAILED,)] == [group.results for group in groups(ended)]
    assert FAILED.id in shown
    assert NOT_ASKED.id not in shown
    assert "not asked, because the run ended early" in shown
    assert verdict(ended).endswith("was asked; 1 case is wrong")


def test_an_interrupted_run_without_a_failure_shows_none() -> None:
    ended = run(PASSED, NOT_ASKED, complete=False)
    assert [] == groups(ended)
    assert verdict(ended).endswith("was asked")


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_what_is_rightly_not_claimed_is_counted_apart_from_what_passes(form: str) -> None:
    shown = re.sub(r"<[^>]*>|[|]", " ", FORMATS[form](run(PASSED, HONEST)))
    assert re.search(r"\b1 +pass +the same answers", shown)
    assert re.search(r"\b1 +honest +not claimed, and correctly answered", shown)


def test_the_table_of_powers_has_no_column_for_what_concerns_no_power_in_it() -> None:
    assert ["pass"] == statuses_by_power(run(PASSED, HONEST))


def test_a_case_without_powers_counts_for_none() -> None:
    assert {name: dict(counts) for name, counts in by_power(mixed()).items()} == {
        "none": {"crash": 1},
        "minotaur": {"pass": 1, "fail": 1},
    }


# --------------------------------------------------------------------------------- formats


def test_the_lines_read_back_as_the_same_run(tmp_path: Path) -> None:
    assert mixed() == jsonl.read(_saved(mixed(), tmp_path))


def test_an_older_report_of_what_is_rightly_not_claimed_can_be_read(tmp_path: Path) -> None:
    """It counted as passed."""
    older = run(PASSED, replace(HONEST, status="pass"))
    assert run(PASSED, HONEST) == jsonl.read(_saved(older, tmp_path))


def test_every_line_fits_the_schema() -> None:
    every = [replace(PASSED, status=status) for status in STATUSES]
    lines = [*jsonl.write(mixed()), *jsonl.write(run(*every))]
    assert {""} == {schema_violation(json.loads(line), "report") for line in lines}


def test_a_report_without_a_foot_is_incomplete(tmp_path: Path) -> None:
    path = _saved(mixed(), tmp_path)
    path.write_text("\n".join(path.read_text().splitlines()[:-1]))
    assert not jsonl.read(path).complete


@pytest.mark.parametrize(
    "text", ["", "[]", '{"case": {}}', "{", '{"head": {}}', "[" * 5000, '{"foot": 1, "head": 2}']
)
def test_a_file_that_is_not_a_report_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "report.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"report\.jsonl"):
        jsonl.read(path)


def test_the_terminal_shows_one_failure_whole_and_counts_all() -> None:
    shown = plain(terminal.render(mixed()))
    assert "tower 1.2 (JavaScript)  santorini 2021-09, claims simple-gods" in shown
    assert "· 1f" in shown  # the boards
    assert "- should be there: B4+A3" in shown
    assert "minotaur  1: santorini/minotaur/edge" in shown
    assert "     1 unsupported" in shown
    assert shown.endswith("not conformant for simple-gods: 2 cases are wrong")


def test_junit_counts_what_its_readers_count() -> None:
    root = ET.fromstring(junit.render(mixed()))
    suites = {suite.attrib["name"]: suite.attrib for suite in root}
    scenarios = suites["santorini 2021-09 scenarios"]
    assert ("3", "1", "0", "1") == tuple(
        scenarios[key] for key in ("tests", "failures", "errors", "skipped")
    )
    assert "1" == suites["santorini 2021-09 random"]["errors"]


def test_junit_counts_what_was_not_run_as_skipped() -> None:
    (suite,) = ET.fromstring(junit.render(run(PASSED, FAILED, NOT_ASKED, complete=False)))
    counts = tuple(suite.attrib[key] for key in ("tests", "failures", "errors", "skipped"))
    assert ("3", "1", "0", "1") == counts


def test_junit_counts_what_is_rightly_not_claimed_as_skipped() -> None:
    honest, passed = ET.fromstring(junit.render(run(PASSED, HONEST)))
    assert ("1", "0") == (honest.attrib["skipped"], passed.attrib["skipped"])
    (skipped,) = honest.iter("skipped")
    assert skipped.attrib["message"].startswith("honest: not claimed, and correctly answered")


def test_junit_replaces_characters_that_xml_does_not_allow() -> None:
    assert "oh `no` |\ufffd" in "".join(ET.fromstring(junit.render(mixed())).itertext())


def test_markdown_lets_no_foreign_text_become_markup() -> None:
    shown = markdown.render(mixed())
    assert "Nobody is pushed off the &lt;board&gt;" in shown
    assert "| minotaur | 1 | 1 |" in shown
    assert "+ should not be:   B4+A5" in shown


class _Tags(HTMLParser):
    """What a page needs from elsewhere, and whether its tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "link", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_self_contained() -> None:
    page = html.render(mixed())
    tags = _Tags()
    tags.feed(page)
    assert ([], []) == (tags.open, tags.links)
    assert "&lt;board&gt;" in page
    assert "<b>" not in page
    assert "<svg" in page
    assert "<script" not in page
    assert "url(" not in page


def test_the_badge_shows_claim_and_verdict() -> None:
    shown = ET.fromstring(badge.render(run(PASSED))).attrib["aria-label"]
    assert "santorini 2021-09 · simple-gods: conformant" == shown
    assert "not conformant" in badge.render(mixed())
    assert "%" not in badge.render(mixed())


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_can_show_an_empty_run(form: str) -> None:
    assert FORMATS[form](run())


STEERING = "\x1b[2J\x07\x9b1m\u202e\ud800\r"


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_lets_foreign_text_steer_a_terminal(form: str) -> None:
    assert CRASHED.failure is not None
    wrong = replace(CRASHED.failure, message=STEERING, line=STEERING, stderr=STEERING)
    result = replace(CRASHED, id=STEERING, title=STEERING, failure=wrong)
    hostile = replace(run(result), game=STEERING, notes=(STEERING,))
    shown = FORMATS[form](replace(hostile, hello=Hello(STEERING, STEERING, STEERING)))
    assert "" == "".join(c for c in shown if not c.isprintable() and c not in "\t\n")


def test_no_code_fence_is_ended_from_within() -> None:
    page = markdown.render(run(replace(FAILED, id="x\n```\n<b>")))
    fence, shown = re.findall(r"^(`+)console\n(.*?)^\1$", page, re.DOTALL | re.MULTILINE)[0]
    assert "````" == fence
    assert "\n```\n<b>" in shown


@pytest.mark.parametrize("value", [None, 5, "x", [], [5], [["a"]], {"a": 1}], ids=repr)
@pytest.mark.parametrize("key", ["levels", "workers", "domes"])
def test_any_foreign_position_can_be_shown(key: str, value: object) -> None:
    assert FAILED.failure is not None
    wrong = replace(FAILED.failure, before={key: value}, after={**POSITION, key: value})
    for form in ("text", "html"):
        assert FORMATS[form](run(replace(FAILED, failure=wrong)))


def test_what_is_claimed_beyond_the_profile_is_part_of_the_verdict(tmp_path: Path) -> None:
    extended = replace(run(PASSED), besides=("atlas", "pan"), notes=("a note",))
    words = "conformant for simple-gods plus atlas, pan: the one case passed"
    assert verdict(extended).startswith(words)
    assert "simple-gods plus atlas, pan: conformant" in badge.render(extended)
    assert extended == jsonl.read(_saved(extended, tmp_path))


def test_an_unknown_suffix_is_reported_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"suffix `\.pdf`"):
        save([mixed()], tmp_path / "report.pdf")


# -------------------------------------------------------------------------- two reports


def _change(before: SuiteRun, after: SuiteRun) -> list[tuple[str, str, str]]:
    return [(c.id, c.before, c.after) for c in diff(before, after).changes]


def test_the_same_run_twice_has_no_difference() -> None:
    assert [] == _change(mixed(), mixed())


def test_a_new_failure_is_worse() -> None:
    broken = replace(PASSED, status="fail")
    found = diff(run(PASSED), run(broken))
    assert [(PASSED.id, "pass", "fail")] == [(c.id, c.before, c.after) for c in found.worse]


def test_what_was_not_run_is_not_worse() -> None:
    found = diff(run(PASSED), run(replace(PASSED, status="not run"), complete=False))
    assert ["not run"] == [c.after for c in found.changes]
    assert () == found.worse


def test_an_unexpected_pass_is_better() -> None:
    """The list is out of date then, and the run fails; the implementation is not worse."""
    mended = replace(FAILED, status="unexpected pass", failure=None)
    found = diff(run(FAILED), run(mended))
    assert [(FAILED.id, "fail", "unexpected pass")] == [
        (c.id, c.before, c.after) for c in found.changes if c.better
    ]
    assert () == found.worse


def test_a_new_case_that_passes_is_not_worse() -> None:
    found = diff(run(), run(PASSED))
    assert [(PASSED.id, "absent", "pass")] == _change(run(), run(PASSED))
    assert () == found.worse


def test_failing_in_another_way_is_a_change() -> None:
    assert FAILED.failure is not None
    other = replace(FAILED, failure=replace(FAILED.failure, differences=()))
    assert [(FAILED.id, "fail", "fail")] == _change(run(FAILED), run(other))
