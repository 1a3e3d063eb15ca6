"""The measured strength of the suites is shared, so it names no folder of the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos_conform.resources import strength_dir

FILES = sorted(strength_dir().glob("*.json"))


def test_something_was_measured() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_measurement_names_no_local_folder(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [] == [line for line in lines if '"/' in line or ":\\\\" in line]
