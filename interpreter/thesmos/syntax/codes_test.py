"""Each code of the catalogue has a sample that yields exactly this code, at a given location."""

from __future__ import annotations

import re
from pathlib import Path

from thesmos.syntax.codes import CODES, READ_ONLY
from thesmos.syntax.schema import validate_with
from thesmos.syntax.yaml_nodes import read_yaml

FOLDER = Path(__file__).parent
SAMPLES = sorted((FOLDER / "samples").glob("*.yaml"))
EXPECTED = re.compile(rb"# (E\d{3}) at (\d+):(\d+)\n")
OF_A_FOLDER = {"E116", "E117", "E119"}  # see spec_folder_test.py: one file can't show them
OF_A_FOLDER |= {"E120"}  # see words_files_test.py
OF_A_FOLDER |= {"E129", "E130", "E131"}  # see drawings_test.py: their file is not YAML

SHAPE = {
    "type": "object",
    "required": ["slug"],
    "additionalProperties": False,
    "properties": {
        "slug": {"type": "string", "pattern": "^[a-z]+$"},
        "title": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
        "lasts": {"enum": ["turn", "game"]},
        "never": {"not": {}},
    },
}


def found_in(file: Path) -> list[tuple[str, str]]:
    """The code and location of every error in a sample."""
    node, diagnostics = read_yaml(file)
    if node is not None and not diagnostics:
        diagnostics = validate_with(node, SHAPE)
    return [(one.code, str(one.location)) for one in diagnostics]


def expected_in(file: Path) -> list[tuple[str, str]]:
    """What the first line of a sample says."""
    first = EXPECTED.match(file.read_bytes())
    assert first is not None, file
    code, line, column = first.groups()
    return [(code.decode(), f"{file}:{int(line)}:{int(column)}")]


def test_a_sample_yields_its_code_at_its_location_and_no_other() -> None:
    assert {f.name: expected_in(f) for f in SAMPLES} == {f.name: found_in(f) for f in SAMPLES}


def test_every_code_has_a_sample() -> None:
    assert set(CODES) - READ_ONLY - OF_A_FOLDER == {file.name[:4] for file in SAMPLES}


def test_the_catalogue_lists_exactly_the_codes_in_use() -> None:
    modules = [file for file in FOLDER.glob("*.py") if not file.name.startswith("codes")]
    text = "".join(f.read_text("utf-8") for f in modules if not f.name.endswith("_test.py"))
    assert set(re.findall(r'"(E1\d\d)"', text)) == set(CODES)
