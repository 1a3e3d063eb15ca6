"""Diagnostics read well, in a terminal and as JSON."""

from __future__ import annotations

import pickle

from thesmos.diagnostics import SHOWN, WIDTH, Diagnostic, Location, SpecError, UsageError, suggest

PLACE = Location("game.yaml", 3, 5)


def test_a_diagnostic_shows_place_line_caret_and_hint() -> None:
    """All that is known is shown, the caret below the column."""
    diagnostic = Diagnostic("E203", "no such step", PLACE, "write `move`", source_line="    mov: x")
    expected = (
        "game.yaml:3:5: error E203: no such step\n        mov: x\n        ^\n  hint: write `move`"
    )
    assert expected == diagnostic.render()


def test_a_diagnostic_without_place_is_one_line() -> None:
    """Where no file is to blame, none is named."""
    assert "warning W1: odd" == Diagnostic("W1", "odd", None, severity="warning").render()


def test_a_caret_stands_below_its_column_behind_tabs() -> None:
    """Tabs are repeated before the caret, as a terminal widens both alike."""
    diagnostic = Diagnostic("E1", "here", Location("f", 1, 3), source_line="\tab")
    assert "    \t ^" == diagnostic.render().splitlines()[2]


def test_a_long_line_is_shown_around_its_column() -> None:
    """Of a long line only the surroundings of the column are shown, the caret still below it."""
    line = "a" * 5000 + "b" + "a" * 5000
    shown, caret = (
        Diagnostic("E1", "b", Location("f", 1, 5001), source_line=line).render().splitlines()[1:]
    )
    assert (WIDTH + 4, "b") == (len(shown), shown[caret.index("^")])


def test_what_steers_a_terminal_is_not_shown() -> None:
    """A file can't colour, ring or turn what the reader sees of it."""
    diagnostic = Diagnostic("E1", "\x1b[31m\u202e", Location("f\n", 1, 1), "\a", source_line="\x1b")
    assert set() == set("\x1b\a\u202e") & set(diagnostic.render())


def test_a_diagnostic_as_json_has_its_place_flat() -> None:
    """The keys are those that tools outside lean on."""
    expected = {
        "file": "game.yaml",
        "line": 3,
        "column": 5,
        "code": "E203",
        "severity": "error",
        "message": "no such step",
        "hint": None,
    }
    assert expected == Diagnostic("E203", "no such step", PLACE).as_json()


def test_a_diagnostic_without_place_as_json_has_empty_keys() -> None:
    """The keys are there even if nothing is known."""
    found = Diagnostic("E1", "odd", None).as_json()
    assert (None, None, None) == (found["file"], found["line"], found["column"])


def test_a_spec_error_shows_so_many_and_counts_the_rest() -> None:
    """A thousand mistakes do not flood the screen."""
    text = str(SpecError(Diagnostic("E1", "odd", None) for _ in range(SHOWN + 7)))
    assert (SHOWN + 1, "… and 7 more") == (text.count("\n") + 1, text.splitlines()[-1])


def test_errors_pass_from_process_to_process() -> None:
    """What a worker raises arrives whole: pickling keeps diagnostics, message and hint."""
    spec = pickle.loads(pickle.dumps(SpecError([Diagnostic("E1", "odd", PLACE)])))
    usage = pickle.loads(pickle.dumps(UsageError("no such game", "see spec/")))
    expected = ((Diagnostic("E1", "odd", PLACE),), "no such game", "no such game", "see spec/")
    assert expected == (spec.diagnostics, str(usage), usage.message, usage.hint)


def test_a_near_name_is_suggested() -> None:
    """A slip of the finger is met with the word that was meant."""
    assert "did you mean 'build'?" == suggest("biuld", ["move", "build"])


def test_no_name_is_suggested_if_none_is_near() -> None:
    """A word unlike all others is met with silence."""
    assert None is suggest("xyz", ["move", "build"])
