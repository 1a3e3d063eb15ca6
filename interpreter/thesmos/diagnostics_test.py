"""Diagnostics as text and as JSON."""

from __future__ import annotations

import pickle

import pytest

from thesmos.diagnostics import (
    SHOWN,
    WIDTH,
    Diagnostic,
    Edit,
    Location,
    Mend,
    SpecError,
    UsageError,
    counted,
    in_order,
    suggest,
)

LOCATION = Location("game.yaml", 3, 5)


def test_a_diagnostic_shows_location_line_caret_and_hint() -> None:
    """The caret is below the column."""
    diagnostic = Diagnostic("E203", "no step", LOCATION, "write `move`", source_line="    mov: x")
    expected = "game.yaml:3:5: error E203: no step\n        mov: x\n        ^\n  hint: write `move`"
    assert expected == diagnostic.render()


def test_the_whole_range_is_marked() -> None:
    """A range over several lines is marked to the end of its first line."""
    line = "if rise = two:  "
    places = [Location("f", 1, 4, 1, 14), Location("f", 1, 4, 2, 3)]
    marks = [Diagnostic("E1", "odd", at, source_line=line).render().split("\n")[2] for at in places]
    assert ["       ^^^^^^^^^^", "       ^^^^^^^^^^^"] == marks


def test_an_edit_as_json_has_its_range_and_text() -> None:
    edit = Edit(Location("f", 3, 5, 3, 8), "move")
    expected = {"line": 3, "column": 5, "end_line": 3, "end_column": 8, "text": "move"}
    assert expected == Diagnostic("E1", "odd", LOCATION, edit=edit).as_json()["edit"]


def test_a_diagnostic_without_location_is_one_line() -> None:
    assert "warning W1: odd" == Diagnostic("W1", "odd", None, severity="warning").render()


def test_a_caret_is_below_its_column_after_tabs() -> None:
    """Tabs are repeated before the caret, since a terminal expands them equally."""
    diagnostic = Diagnostic("E1", "here", Location("f", 1, 3), source_line="\tab")
    assert "    \t ^" == diagnostic.render().splitlines()[2]


def test_a_long_line_is_shown_around_its_column() -> None:
    """The caret is still below its column."""
    line = "a" * 5000 + "b" + "a" * 5000
    shown, caret = (
        Diagnostic("E1", "b", Location("f", 1, 5001), source_line=line).render().splitlines()[1:]
    )
    assert (WIDTH + 4, "b") == (len(shown), shown[caret.index("^")])


def test_characters_that_control_a_terminal_are_not_shown() -> None:
    """A file can't set colours, ring the bell or reverse the text."""
    diagnostic = Diagnostic("E1", "\x1b[31m\u202e", Location("f\n", 1, 1), "\a", source_line="\x1b")
    assert set() == set("\x1b\a\u202e") & set(diagnostic.render())


def test_a_diagnostic_as_json_has_its_location_flat() -> None:
    """Other tools depend on these keys."""
    expected = {
        "file": "game.yaml",
        "line": 3,
        "column": 5,
        "end_line": 3,
        "end_column": 5,
        "code": "E203",
        "severity": "error",
        "message": "no such step",
        "hint": None,
        "related": [],
        "edit": None,
    }
    assert expected == Diagnostic("E203", "no such step", LOCATION).as_json()


def test_a_diagnostic_without_location_as_json_has_all_keys() -> None:
    found = Diagnostic("E1", "odd", None).as_json()
    assert (None, None, None) == (found["file"], found["line"], found["column"])


def test_a_spec_error_shows_some_diagnostics_and_counts_the_others() -> None:
    text = str(SpecError(Diagnostic("E1", "odd", None) for _ in range(SHOWN + 7)))
    assert (SHOWN + 1, "… and 7 more") == (text.count("\n") + 1, text.splitlines()[-1])


def test_mends_pass_from_process_to_process() -> None:
    mend = pickle.loads(pickle.dumps(Mend("write `move`", "mvoe", "move")))
    assert ("write `move`", "mvoe", "move") == (mend, mend.old, mend.new)


def test_errors_pass_from_process_to_process() -> None:
    """Pickling keeps diagnostics, message and hint."""
    spec = pickle.loads(pickle.dumps(SpecError([Diagnostic("E1", "odd", LOCATION)])))
    usage = pickle.loads(pickle.dumps(UsageError("no such game", "see spec/")))
    expected = ((Diagnostic("E1", "odd", LOCATION),), "no such game", "no such game", "see spec/")
    assert expected == (spec.diagnostics, str(usage), usage.message, usage.hint)


def test_a_similar_name_is_suggested() -> None:
    assert "did you mean 'build'?" == suggest("biuld", ["move", "build"])


@pytest.mark.parametrize("typed", ["e2-e4", "E2E4", "e2 e4", "Ｅ２-Ｅ４"])
def test_a_name_that_differs_only_in_case_width_or_signs_is_suggested_first(typed: str) -> None:
    assert "did you mean 'E2-E4'?" == suggest(typed, ["H2-H4", "E2-E3", "E2-E4"])


def test_no_name_is_suggested_if_none_is_similar() -> None:
    assert None is suggest("xyz", ["move", "build"])


@pytest.mark.parametrize(
    ("value", "words"),
    [(0, "0 seconds"), (0.5, "0.5 seconds"), (1, "1 second"), (1.0, "1 second"),
     (16455, "16 455 seconds")],
)  # fmt: skip
def test_things_are_counted_in_words(value: float, words: str) -> None:
    assert words == counted(value, "second")


def test_diagnostics_come_file_by_file_in_the_order_of_their_places() -> None:
    places = [("b", 2, 1), ("a", 9, 1), ("b", 1, 7), ("b", 1, 3), None, ("a", 1, 1)]
    written = [Diagnostic("E1", "text", at and Location(*at)) for at in places]
    found = [one.location for one in in_order(written)]
    expected = [("b", 1, 3), ("b", 1, 7), ("b", 2, 1), ("a", 1, 1), ("a", 9, 1), None]
    assert found == [at and Location(*at) for at in expected]
