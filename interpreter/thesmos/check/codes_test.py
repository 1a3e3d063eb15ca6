"""Each code is in the catalogue, and has a sample that yields just it, at its place."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml

from thesmos.check.codes import CODES
from thesmos.play.game import read
from thesmos.resources import folder
from thesmos.scenario.reader import read_scenario
from thesmos.syntax import codes as load_codes

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "samples"
SAMPLES: dict[str, list[str]] = yaml.safe_load((FOLDER / "samples.yaml").read_text("utf-8"))
SCENARIOS = {code for code in CODES if code.startswith("E6")}  # see scenario/reader_test.py
MARKS = {"E701"}  # see thesmos_conform/mutation/judge_test.py
RULINGS = {"E374", "E375", "W376", "E377", "W378"}  # see rulings_test.py
PROSE = {"W405", "W406", "W407", "W408"}  # see book/translated/
MARK = "»"
FILL = {"LONG": "or flown = 1 " * 400, "DEEP": "not " * 60 + "flown = 1"}


def test_the_base_of_the_samples_is_sound() -> None:
    _, checked, diagnostics = read(str(FOLDER / "base"))
    assert checked is not None
    assert [] == diagnostics


@pytest.mark.parametrize("code", SAMPLES)
def test_a_sample_yields_its_code_at_its_place(code: str, tmp_path: Path) -> None:
    name, old, new = SAMPLES[code]
    for word, text in FILL.items():
        new = new.replace(word, text)
    game = tmp_path / "base"
    shutil.copytree(FOLDER / "base", game)
    whole = (game / name).read_text("utf-8")
    assert whole.count(old) == 1
    changed = whole.replace(old, new)
    before, mark, after = changed.partition(MARK)
    (game / name).write_text(before + after, encoding="utf-8")
    _, _, diagnostics = read(str(game))
    assert {code} == {diagnostic.code for diagnostic in diagnostics}, [
        diagnostic.render() for diagnostic in diagnostics
    ]
    locations = {diagnostic.location for diagnostic in diagnostics if diagnostic.location}
    assert all(diagnostic.source_line for diagnostic in diagnostics)
    if mark:
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        assert (str(game / name), line, column) in {(p.file, p.line, p.column) for p in locations}
    assert all(location.file.startswith(str(game)) for location in locations)


def test_each_code_has_a_sample() -> None:
    shown_beside_load = set(load_codes.CODES) - {"E116", "E117"}
    assert set(CODES) == {*SAMPLES, *shown_beside_load, *SCENARIOS, *MARKS, *RULINGS, *PROSE}


def test_each_code_in_use_is_in_the_catalogue() -> None:
    folders = (ROOT, *map(folder, ("conformance/thesmos_conform", "docs/thesmos_rulebook")))
    files = [f for d in folders for f in d.rglob("*.py")]
    files = [f for f in files if not re.search(r"_test\.py$|codes\.py$", f.name)]
    text = "\n".join(file.read_text("utf-8") for file in files)
    assert set(re.findall(r'"([EW]\d{3})"', text)) == set(CODES)


def test_each_sentence_is_one() -> None:
    for sentence in CODES.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")


SCENARIO = """\
thesmos: scenario
title: Something holds here
clauses: [move.near]
source: made up for this test
given:
  game: toy
  to_move: 2
  legend: {x: {pawns: ["{cell} 1"]}}
  board: |
    2  .  0
    1  .  x
       A  B
steps:
  - then: {board: "1 0 .\\n A B"}
"""


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("E601", SCENARIO, "thesmos: legend\nmarks:\n  a: {pawns: ['{cell} 1']}\n"),
        ("E602", '  legend: {x: {pawns: ["{cell} 1"]}}\n', ""),
        ("E603", "2  .  0", "2  .  #"),
    ],
)
def test_a_bad_scenario_yields_its_code(code: str, old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(SCENARIO.replace(old, new), encoding="utf-8")
    _, diagnostics = read_scenario(file)
    assert code in {diagnostic.code for diagnostic in diagnostics}
