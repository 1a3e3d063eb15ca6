"""What is kept is found again, and nothing that anybody else may have written is trusted."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from thesmos.cache import VARIABLE, Cache, user_folder


def test_what_was_kept_is_found(tmp_path: Path) -> None:
    cache = Cache("code", 1000, tmp_path)
    assert cache.get(b"key") is None
    cache.put(b"key", b"content")
    assert cache.get(b"key") == b"content"
    assert Cache("code", 1000, tmp_path).get(b"key") == b"content"
    assert cache.get(b"other") is None


@pytest.mark.parametrize("damaged", [b"", b"short", b"x" * 100])
def test_a_damaged_file_is_not_found_and_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    cache = Cache("code", 1000, tmp_path)
    cache.put(b"key", b"content")
    (file,) = (tmp_path / "code").iterdir()
    file.write_bytes(damaged)
    assert cache.get(b"key") is None
    cache.put(b"key", b"content")
    assert cache.get(b"key") == b"content"


def test_the_files_used_longest_ago_go_first(tmp_path: Path) -> None:
    cache = Cache("code", 300, tmp_path)
    for number in range(4):
        cache.put(b"%d" % number, b"x" * 60)  # with its hash 92 bytes
        for age, file in enumerate(sorted((tmp_path / "code").iterdir(), key=os.path.getmtime)):
            os.utime(file, (1000 + age, 1000 + age))
        cache.get(b"0")
    assert [cache.get(b"%d" % number) is not None for number in range(4)] == [
        True, False, True, True,
    ]  # fmt: skip


def test_several_may_write_at_the_same_time(tmp_path: Path) -> None:
    cache = Cache("code", 1 << 20, tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: cache.put(b"key", b"content" * 1000), range(50)))
        found = list(pool.map(lambda _: cache.get(b"key"), range(50)))
    assert {*found} == {b"content" * 1000}


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such rights")
def test_a_folder_that_others_may_write_in_is_not_used(tmp_path: Path) -> None:
    cache = Cache("code", 1000, tmp_path)
    cache.put(b"key", b"content")
    (tmp_path / "code").chmod(0o777)
    assert cache.get(b"key") is None


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    cache = Cache("code", 1000, user_folder())
    cache.put(b"key", b"content")
    assert cache.get(b"key") is None


def test_the_variable_names_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert user_folder() == tmp_path
