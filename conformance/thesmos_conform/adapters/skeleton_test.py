"""A skeleton is written whole, beside nothing that it would overwrite, or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos_conform.adapters.skeleton import languages, write

WORDS = {"GAME": "toy", "EDITION": "1", "MODE": "two", "PLAYERS": "2"}


@pytest.mark.parametrize("language", languages())
def test_no_word_is_left_to_be_filled_in(tmp_path: Path, language: str) -> None:
    written = write(tmp_path / "mine", language, WORDS)
    assert written == sorted((tmp_path / "mine").iterdir())
    assert not [file for file in written if "@GAME@" in file.read_text(encoding="utf-8")]


def test_where_a_file_exists_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "adapter.toml").write_text("theirs")
    with pytest.raises(UsageError, match=r"adapter\.toml already exists"):
        write(tmp_path / "mine", "python", WORDS)
    assert ["adapter.toml"] == [file.name for file in (tmp_path / "mine").iterdir()]


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit on files")
def test_where_there_is_no_space_nothing_is_left(tmp_path: Path) -> None:
    code = (
        "import resource, sys; from pathlib import Path\n"
        "from thesmos_conform.adapters.skeleton import write\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))\n"
        f"write(Path(sys.argv[1]), 'python', {WORDS})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "some" / "mine")],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert "can't be written: File too large" in done.stderr
    assert [] == list(tmp_path.iterdir())
