"""Errors in notations of others are reported at their location."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.play.game_diagnostics import game_diagnostics
from thesmos.resources import spec_dir

WRONG = [
    ("grid: pieces", "grid: peices", "did you mean 'pieces'?"),
    ("grid: pieces", "grid: quiet", "`quiet` does not say what is in each cell"),
    ("1q: Q, 1r", "1q: K, 1r", "`K` stands for `1k` and for `1q`"),
    ("1q: Q, 1r", "1q: Qu, 1r", "`Qu` can't stand for a thing in a row"),
    ("player: [w, b]", "player: [w]", "2 players need a word each"),
    ("key: long, player", "key: quiet, player", "`quiet` is no list by players"),
    ("unless broken: just_advanced", "unless broken: just", "no condition of possible positions"),
    ('as: ["{from}{to}{becomes}"]', 'as: ["{from}{too}"]', "has no `too`"),
    ('of: "{from}-{to}", as: ["{from}{to}"]', 'of: "{from}{to}", as: ["{from}"]', "several ways"),
    ("holds: check", "holds: chek", "did you mean 'check'?"),
    ("turns: san", "turns: son", "no notation that is declared here is called `son`"),
    ("    set up: FEN\n", "", "belong together"),
    ("check: checked(throne(active))", "check: throne(active)", "a value must be a condition"),
]


@pytest.mark.parametrize(("old", "new", "message"), WRONG)
def test_a_mistake_is_reported_at_its_line(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    folder = tmp_path / "chess"
    shutil.copytree(spec_dir() / "chess", folder)
    text = (folder / "records.yaml").read_text()
    assert text.count(old) >= 1
    (folder / "records.yaml").write_text(text.replace(old, new, 1))
    line = text[: text.index(old)].count("\n") + 1
    errors = [d for d in game_diagnostics(str(folder)) if d.severity == "error"]
    shown = [f"{error.message} {error.hint}" for error in errors]
    (error,) = [e for e, words in zip(errors, shown, strict=True) if message in words]
    assert error.location is not None
    assert abs(error.location.line - line) <= 8  # the keys of one rule or form
    assert error.location.file.endswith("records.yaml")
