"""What was computed on every path to a place is not computed again there."""

from __future__ import annotations

from thesmos.compile.native.llvm_lines import Lines

SUM, LOAD = "add i64 %p0, 1", "load i8, ptr %v"


def test_what_is_known_is_not_computed_again() -> None:
    lines = Lines()
    assert lines.get(SUM) == lines.get(SUM)
    assert len(lines.lines) == 1


def test_a_load_is_repeated_only_after_a_change() -> None:
    lines = Lines()
    first = lines.read(LOAD)
    assert lines.read(LOAD) == first
    lines.change()
    assert lines.read(LOAD) != first


def test_a_call_changes_the_state_unless_the_function_changes_none() -> None:
    for changing in (True, False):
        lines = Lines(changing=changing)
        first = lines.read(LOAD)
        lines.get("call i64 @f1(ptr %v)")
        assert (lines.read(LOAD) == first) is not changing


def test_nothing_computed_in_one_case_is_known_in_the_other() -> None:
    lines = Lines()
    before = lines.get(SUM)
    mark = lines.mark()
    lines.branch("true", "yes", "no")
    lines.block("yes", mark)
    only_here = lines.get("add i64 %p0, 2")
    lines.block("no", mark)
    assert lines.get(SUM) == before
    assert lines.get("add i64 %p0, 2") != only_here


def test_a_block_of_which_nothing_is_said_knows_nothing() -> None:
    lines = Lines()
    before, mark = lines.get(SUM), lines.mark()
    lines.block("anywhere")
    lines.get("add i64 %p0, 2")
    lines.block("later", mark)
    assert lines.get(SUM) != before


def test_what_was_read_before_a_loop_may_change_in_it() -> None:
    for changing in (True, False):
        lines = Lines(changing=changing)
        first = lines.read(LOAD)
        lines.head("loop")
        assert (lines.read(LOAD) == first) is not changing
