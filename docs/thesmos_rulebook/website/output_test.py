"""Files that are written to the output folder."""

from __future__ import annotations

from pathlib import Path

from thesmos_rulebook.website.output import save


def test_unchanged_files_are_not_written_again(tmp_path: Path) -> None:
    save({"a/b.md": "one", "c.md": "two"}, tmp_path)
    before = (tmp_path / "a" / "b.md").stat().st_mtime_ns
    save({"a/b.md": "one"}, tmp_path)
    assert (tmp_path / "a" / "b.md").stat().st_mtime_ns == before
    assert not (tmp_path / "c.md").exists()
