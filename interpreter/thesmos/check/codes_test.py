"""Each code is in the catalogue, and has a sample that yields exactly this code."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from testing.suite import needs_other_packages
from thesmos.check.codes import CODES
from thesmos.check.reading import read
from thesmos.diagnostics import Diagnostic, Edit, Location
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
MENDED = {"E304", "E306", "E309", "E310", "E314", "E341", "E343", "E344", "E361", "E386", "E389"}
MARK = "»"
FILL = {
    "LONG": "or flown = 1 " * 400,
    "DEEP": "not " * 60 + "flown = 1",
    "WORK": "".join(f"some ({x} in Cell where " for x in "abcdefgh") + "flown = 1" + ")" * 8,
}


@dataclass(frozen=True)
class CheckedSample:
    """A sample put into its game: its file, where its mark is, and what `check` says."""

    code: str
    file: Path
    mark: Location | None
    diagnostics: list[Diagnostic]

    def wrong(self) -> list[str]:
        """What differs from what the sample should yield: its code alone, at its mark."""
        locations = [one.location for one in self.diagnostics if one.location]
        right = (
            bool(self.diagnostics)
            and all(one.code == self.code and one.source_line for one in self.diagnostics)
            and all(one.file.startswith(str(self.file)) for one in locations)
            and (self.mark is None or self.mark in locations)
        )
        return [] if right else [f"{self.code}:", *(one.render() for one in self.diagnostics)]


def checked_sample(code: str, folder: Path) -> CheckedSample:
    """Put a sample into a copy of its game, and check that."""
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
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    location = Location(str(game / name), line, column) if mark else None
    return CheckedSample(code, game, location, diagnostics)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> list[CheckedSample]:
    """All samples, checked."""
    folder = tmp_path_factory.mktemp("samples")
    return [checked_sample(code, folder) for code in SAMPLES]


def test_the_base_of_the_samples_is_valid() -> None:
    _, checked, diagnostics = read(str(FOLDER / "base"))
    assert checked is not None
    assert [] == diagnostics


def test_a_sample_yields_its_code_at_its_location_and_no_other(
    samples: list[CheckedSample],
) -> None:
    assert [] == [line for sample in samples for line in sample.wrong()]


def test_the_range_of_each_sample_is_a_part_of_its_file(samples: list[CheckedSample]) -> None:
    """It is not empty if anything stands there."""
    wrong = []
    for sample in samples:
        for one in sample.diagnostics:
            for place in (one.location, *(other.location for other in one.related)):
                if place is None:
                    continue
                lines = Path(place.file).read_text("utf-8").split("\n")
                begin, end = (place.line, place.column), place.end
                inside = end[0] <= len(lines) and 1 <= end[1] <= len(lines[end[0] - 1]) + 1
                word = bool(lines[place.line - 1][place.column - 1 :].strip())
                if not inside or begin > end or (word and begin == end):
                    wrong.append(f"{one.render()}\n{begin} to {end}")
    assert [] == wrong


def test_the_edit_of_a_sample_mends_it(samples: list[CheckedSample]) -> None:
    """The diagnostic is gone, and there is no new one."""
    wrong, mended = [], set()
    for sample in samples:
        for one in sample.diagnostics:
            if one.edit is not None:
                place = one.edit.location
                file = Path(place.file)
                text = file.read_text("utf-8")
                file.write_text(with_edit(text, one.edit), encoding="utf-8")
                after = read(str(sample.file))[2]
                file.write_text(text, encoding="utf-8")
                mended.add(sample.code)
                if len(after) >= len(sample.diagnostics):
                    wrong += [one.render(), f"-> {one.edit.text}", *(d.render() for d in after)]
    assert [] == wrong
    assert mended >= MENDED


def with_edit(text: str, edit: Edit) -> str:
    """A text with an edit made in it."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    begin = starts[edit.location.line - 1] + edit.location.column - 1
    end_line, end_column = edit.location.end
    return text[:begin] + edit.text + text[starts[end_line - 1] + end_column - 1 :]


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
