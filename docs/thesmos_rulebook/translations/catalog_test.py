"""Catalogs are gettext files that are read back as they were written."""

from __future__ import annotations

import builtins
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thesmos.diagnostics import UsageError
from thesmos_rulebook.resources import catalogs_dir
from thesmos_rulebook.translations import catalog as module
from thesmos_rulebook.translations.catalog import (
    CatalogEntry,
    languages_in,
    read_catalog,
    write_catalog,
)

TEXTS = st.text(min_size=1, max_size=200).filter(str.strip)


def test_a_catalog_is_sorted_by_files_and_keeps_the_order_in_a_file(tmp_path: Path) -> None:
    places = ["b.yaml: z", "a.yaml: title", "b.yaml: a"]
    write_catalog(tmp_path / "es.po", {place: CatalogEntry("Up", "Arriba") for place in places})
    assert ["a.yaml: title", "b.yaml: z", "b.yaml: a"] == [*read_catalog(tmp_path / "es.po")]


@given(st.dictionaries(TEXTS, st.tuples(TEXTS, TEXTS), min_size=1, max_size=3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_catalog_is_read_as_it_was_written(
    tmp_path: Path, texts: dict[str, tuple[str, str]]
) -> None:
    entries = {place: CatalogEntry(en, es) for place, (en, es) in texts.items()}
    write_catalog(tmp_path / "es.po", entries)
    assert entries == read_catalog(tmp_path / "es.po")


def test_a_fuzzy_entry_keeps_the_english_that_was_translated(tmp_path: Path) -> None:
    old = 'Say "up",\nthen \\ more: ' + "and on " * 40
    entry = CatalogEntry("Up", "Arriba", True, old.strip())
    write_catalog(tmp_path / "es.po", {"a.yaml: title": entry})
    read = read_catalog(tmp_path / "es.po")["a.yaml: title"]
    assert entry == read


def test_comments_of_translators_are_kept(tmp_path: Path) -> None:
    entry = CatalogEntry("Up", "Arriba", comments=("not a direction here",))
    write_catalog(tmp_path / "es.po", {"a.yaml: title": entry})
    assert {"a.yaml: title": entry} == read_catalog(tmp_path / "es.po")


def test_a_missing_catalog_is_empty(tmp_path: Path) -> None:
    assert {} == read_catalog(tmp_path / "es.po")


@pytest.mark.parametrize("text", ["msgid x\n", 'msgid "a\n', "nothing\n", b"\xff"])
def test_a_file_that_is_no_catalog_is_an_error(tmp_path: Path, text: str | bytes) -> None:
    file = tmp_path / "es.po"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UsageError, match=r"es\.po is not a gettext catalog"):
        read_catalog(file)


def test_the_length_of_a_catalog_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 10)
    (tmp_path / "es.po").write_text("# " + "x" * 20, encoding="utf-8")
    with pytest.raises(UsageError, match="longer than 10 bytes"):
        read_catalog(tmp_path / "es.po")


def test_a_link_out_of_a_strangers_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    write_catalog(tmp_path / "es.po", {"a.yaml: title": CatalogEntry("Up", "Arriba")})
    (tmp_path / "game" / "es.po").symlink_to(tmp_path / "es.po")
    with pytest.raises(UsageError, match="leads out of"):
        read_catalog(tmp_path / "game" / "es.po", within=tmp_path / "game")


def test_without_babel_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = builtins.__import__

    def missing(name: str, *args: Any) -> Any:
        if name.startswith("babel"):
            raise ImportError(name)
        return found(name, *args)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(UsageError, match="need Babel") as raised:
        write_catalog(tmp_path / "es.po", {})
    assert "pip install 'thesmos[docs]'" == raised.value.hint


@pytest.mark.parametrize("language", languages_in(catalogs_dir()))
def test_the_shipped_catalogs_are_valid_for_gettext(language: str, tmp_path: Path) -> None:
    msgfmt = shutil.which("msgfmt")
    if msgfmt is None:
        pytest.skip("needs msgfmt of gettext")
    words = [msgfmt, "--check-format", "-o", str(tmp_path / "out.mo")]
    done = subprocess.run(
        [*words, str(catalogs_dir() / f"{language}.po")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
