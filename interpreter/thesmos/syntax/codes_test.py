"""Each code of the catalogue has a sample, which yields just this code where it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from thesmos.syntax.codes import CODES, READ_ONLY
from thesmos.syntax.schema import validate_with
from thesmos.syntax.yaml_nodes import read_yaml

FOLDER = Path(__file__).parent
SAMPLES = sorted((FOLDER / "samples").glob("*.yaml"))
SAID = re.compile(rb"# (E\d{3}) at (\d+):(\d+)\n")
OF_A_FOLDER = {"E116", "E117"}  # tested with spec.py, as one file does not show them

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


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_a_sample_yields_its_code_at_its_place(file: Path) -> None:
    """The first line of a sample says what it yields; there is nothing else wrong with it."""
    said = SAID.match(file.read_bytes())
    assert said is not None
    code, line, column = said.groups()
    node, diagnostics = read_yaml(file, file.name)
    if node is not None and not diagnostics:
        diagnostics = validate_with(node, SHAPE)
    found = [(diagnostic.code, str(diagnostic.location)) for diagnostic in diagnostics]
    assert [(code.decode(), f"{file.name}:{int(line)}:{int(column)}")] == found


def test_each_code_has_a_sample() -> None:
    """A code without a sample is a code that nobody has seen."""
    assert set(CODES) - READ_ONLY - OF_A_FOLDER == {file.name[:4] for file in SAMPLES}


def test_each_code_in_use_is_in_the_catalogue() -> None:
    """What these modules report, and nothing else, is described."""
    modules = [file for file in FOLDER.glob("*.py") if not file.name.startswith("codes")]
    text = "".join(f.read_text("utf-8") for f in modules if not f.name.endswith("_test.py"))
    assert set(re.findall(r'"(E1\d\d)"', text)) == set(CODES)
