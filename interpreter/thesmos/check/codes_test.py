"""Each code is in the catalogue, and has a sample that yields exactly this code."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml

from testing.suite import needs_other_packages
from thesmos.check.codes import CODES
from thesmos.diagnostics import Location
from thesmos.play.game import read
from thesmos.resources import folder
from thesmos.scenario.reader import read_scenario
from thesmos.syntax import codes as syntax_codes

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "samples"
SAMPLES: dict[str, list[str]] = yaml.safe_load((FOLDER / "samples.yaml").read_text("utf-8"))
SCENARIOS = {code for code in CODES if code.startswith("E6")}  # see scenario/reader_test.py
EQUIVALENT_MUTANTS = {"E701"}  # see thesmos_conform/mutation
RULINGS = {"E374", "E375", "W376", "E377", "W378"}  # see rulings_test.py
RECORDS = {"E379"}  # see record_notation_test.py
PROSE = {"W405", "W406", "W407", "W408"}  # see thesmos_rulebook/translations/
MARK = "»"
FILL = {
    "LONG": "or flown = 1 " * 400,
    "DEEP": "not " * 60 + "flown = 1",
    "WORK": "".join(f"some ({x} in Cell where " for x in "abcdefgh") + "flown = 1" + ")" * 8,
}


def errors_of(code: str, folder: Path) -> list[str]:
    """What differs from what a sample should yield: its code and no other, at its location."""
    name, old, new = SAMPLES[code]
    for word, text in FILL.items():
        new = new.replace(word, text)
    game = folder / code / "base"
    shutil.copytree(FOLDER / "base", game)
    whole = (game / name).read_text("utf-8")
    assert whole.count(old) == 1, code
    before, mark, after = whole.replace(old, new).partition(MARK)
    (game / name).write_text(before + after, encoding="utf-8")
    _, _, diagnostics = read(str(game))
    found = [one for one in diagnostics if one.code == code]
    locations = [one.location for one in found if one.location]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    right = (
        bool(found)
        and found == diagnostics
        and all(one.source_line for one in found)
        and all(one.file.startswith(str(game)) for one in locations)
        and (not mark or Location(str(game / name), line, column) in locations)
    )
    return [] if right else [f"{code}:", *(one.render() for one in diagnostics)]


def test_the_base_of_the_samples_is_valid() -> None:
    _, checked, diagnostics = read(str(FOLDER / "base"))
    assert checked is not None
    assert [] == diagnostics


def test_a_sample_yields_its_code_at_its_location_and_no_other(tmp_path: Path) -> None:
    assert [] == [line for code in SAMPLES for line in errors_of(code, tmp_path)]


def test_every_code_has_a_sample() -> None:
    in_syntax = set(syntax_codes.CODES) - {"E116", "E117", "E129", "E130", "E131"}
    assert set(CODES) == {
        *SAMPLES,
        *in_syntax,
        *SCENARIOS,
        *EQUIVALENT_MUTANTS,
        *RULINGS,
        *RECORDS,
        *PROSE,
    }


@needs_other_packages
def test_the_catalogue_lists_exactly_the_codes_in_use() -> None:
    folders = (ROOT, *map(folder, ("conformance/thesmos_conform", "docs/thesmos_rulebook")))
    files = [f for d in folders for f in d.rglob("*.py")]
    files = [f for f in files if not re.search(r"_test\.py$|codes\.py$", f.name)]
    text = "\n".join(file.read_text("utf-8") for file in files)
    assert set(re.findall(r'"([EW]\d{3})"', text)) == set(CODES)


def test_every_description_is_a_sentence() -> None:
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
