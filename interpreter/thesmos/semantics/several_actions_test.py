"""§4: a step that offers several actions, in generated code and in the semantics alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.paired import PairedState
from testing.small import after, asked, small
from thesmos.diagnostics import UsageError

ACTIONS = """
build: {roles: {m: 0..1}, rules: {low: m = 0}, do: n += 1, text: "build {m}"}
raise: {roles: {m: 0..1, by: 1..2}, do: n += by, text: "raise {m} by {by}"}
"""
STEPS = "pick: {actions: [build, raise], filter: yes, when empty: ask}"
RAISES = ("raise 0 by 1", "raise 0 by 2", "raise 1 by 1", "raise 1 by 2")


def two(folder: Path, clauses: str = "", steps: str = STEPS, **more: object) -> PairedState:
    """A match whose turns consist of a step with the actions `build` and `raise`."""
    return small(folder, clauses=clauses, actions=ACTIONS, steps=steps, **more)  # type: ignore[arg-type]


def test_the_options_are_those_of_all_its_actions(tmp_path: Path) -> None:
    """In the order in which the actions are declared, whatever the order in the step is."""
    start = two(tmp_path, steps="pick: {actions: [raise, build], filter: yes}")

    assert start.decision.texts == ("build 0", *RAISES)
    assert after(start, "raise 1 by 2").position()["n"] == "2"


def test_rules_and_clauses_are_about_one_of_them(tmp_path: Path) -> None:
    start = two(tmp_path, "permit build waiving low where n = 0\nforbid raise where by = 2")

    assert start.decision.texts == ("build 0", "build 1", "raise 0 by 1", "raise 1 by 1")


def test_a_requirement_is_not_met_by_another_action(tmp_path: Path) -> None:
    """It removes the options of the others, if one of its own action meets it."""
    start = two(tmp_path, "require if possible build where n = 0")

    assert start.decision.texts == ("build 0",)
    assert after(start, "build 0").decision.texts == ("build 0", *RAISES)


def test_the_step_is_empty_if_none_of_them_has_an_option(tmp_path: Path) -> None:
    steps = "pick: {actions: [build, raise], filter: yes, when empty: stuck}"
    start = two(tmp_path, "forbid build where n > 0\nforbid raise where n > 1", steps)

    one_left = after(start, "build 0")
    assert one_left.decision.texts == RAISES
    lost = after(one_left, "raise 0 by 1")
    assert (lost.result.winners, lost.result.reason) == ((2,), "blocked")


def test_what_follows_depends_on_the_action(tmp_path: Path) -> None:
    start = two(
        tmp_path,
        powers={"mine": "after raise where m = 1: next reply\nafter build: seen(you) += 1"},
        held=("mine", None),
    )

    assert asked(after(start, "raise 1 by 1")) == (1, "reply")
    assert asked(after(start, "raise 0 by 1")) == (2, "pick")
    assert after(start, "build 0").position()["seen"] == ["1", "0"]


def test_history_tells_them_apart(tmp_path: Path) -> None:
    clauses = """
        at end of any turn where did(build): seen(active) := 1
        at end of any turn where last(build | raise).m = 1: seen(active) := 2
    """
    start = two(tmp_path, clauses)

    played = after(start, "build 0", "raise 1 by 1")
    assert played.position()["seen"] == ["1", "2"]
    assert after(start, "raise 0 by 1").position()["seen"] == ["0", "0"]


def test_whether_it_may_be_skipped_can_depend_on_what_all_of_them_offer(tmp_path: Path) -> None:
    start = two(tmp_path, "forbid raise where n = 0\nmay skip pick where count(offered(m)) = 2")

    assert not start.may_skip
    assert after(start, "build 0").may_skip


def test_an_interrupt_remembers_which_action_it_follows(tmp_path: Path) -> None:
    start = two(
        tmp_path,
        powers={
            "asks": "after raise: next reply",
            "mine": "after raise where by = 2: next reply",
        },
        held=("mine", "asks"),
    )

    interrupted = after(start, "raise 0 by 2")
    before = interrupted.semantics.interrupted
    assert before is not None
    assert (before.action.name, before.roles) == ("raise", {"m": 0, "by": 2})
    assert [asked(interrupted), asked(after(interrupted, "0"))] == [(2, "reply"), (1, "reply")]


def test_each_of_them_can_be_explained(tmp_path: Path) -> None:
    start = two(tmp_path, "forbid raise where by = 2")

    assert [one.id for one in start.why_not("build 1")] == ["build.low"]
    assert [one.id for one in start.why_not("raise 1 by 2")] == ["tiny.rules.1"]
    with pytest.raises(UsageError) as found:
        start.why_not("wait")
    assert found.value.hint == "options of this step look like build 0"


def test_without_options_each_of_them_says_what_its_options_look_like(tmp_path: Path) -> None:
    start = two(tmp_path, "forbid build\nforbid raise")

    with pytest.raises(UsageError) as found:
        start.why_not("wait")
    assert found.value.hint == "options of this step look like build {m} or raise {m} by {by}"
