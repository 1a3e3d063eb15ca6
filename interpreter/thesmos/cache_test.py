"""What is kept is found again, and nothing that anybody else may have written is trusted."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from thesmos.cache import VARIABLE, Cache, folder_of, user_folder
from thesmos.diagnostics import UsageError

POSIX = pytest.mark.skipif(os.name != "posix", reason="other systems have no such rights")


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


TEXTS = {"a/b.txt": "é\n", "c.txt": ""}


def texts_in(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def test_a_folder_of_texts_is_kept(tmp_path: Path) -> None:
    folder = folder_of(TEXTS, "texts", tmp_path)
    assert TEXTS == texts_in(folder)
    assert folder.is_relative_to(tmp_path)
    number = folder.stat().st_ino
    assert folder == folder_of(TEXTS, "texts", tmp_path)
    assert number == folder.stat().st_ino


def test_other_texts_are_in_another_folder(tmp_path: Path) -> None:
    first, second = (folder_of({"a": text}, "texts", tmp_path) for text in "xy")
    assert [{"a": "x"}, {"a": "y"}] == [texts_in(first), texts_in(second)]


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "c.txt").unlink(),
        lambda folder: (folder / "c.txt").write_text("changed"),
        lambda folder: (folder / "more.txt").touch(),
        shutil.rmtree,
    ],
    ids=["a file removed", "a file changed", "a file added", "all removed"],
)
def test_a_damaged_folder_is_written_again(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    damage(folder_of(TEXTS, "texts", tmp_path))
    assert TEXTS == texts_in(folder_of(TEXTS, "texts", tmp_path))
    assert len([*(tmp_path / "texts").iterdir()]) == 1


def test_several_may_want_a_folder_at_the_same_time(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        folders = [*pool.map(lambda _: folder_of(TEXTS, "texts", tmp_path), range(50))]
    assert {folders[0]} == {*folders}
    assert TEXTS == texts_in(folders[0])


@POSIX
@pytest.mark.parametrize("root", [None, "open"])
def test_a_folder_of_texts_may_be_temporary(tmp_path: Path, root: str | None) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    folder = folder_of(TEXTS, "texts", None if root is None else tmp_path / root)
    assert TEXTS == texts_in(folder)
    assert not folder.is_relative_to(tmp_path)


@POSIX
@pytest.mark.parametrize("which", [".", "code", "code/*"])
@pytest.mark.parametrize("mode", [0o020, 0o002, 0o1002])
def test_what_others_may_write_in_is_neither_read_nor_written(
    tmp_path: Path, which: str, mode: int
) -> None:
    cache = Cache("code", 1000, tmp_path / "root")
    cache.put(b"key", b"content")
    (place,) = (tmp_path / "root").glob(which) if which != "." else [tmp_path / "root"]
    place.chmod(place.stat().st_mode | mode)
    assert cache.get(b"key") is None
    if place.is_dir():
        before = sorted((tmp_path / "root").rglob("*"))
        cache.put(b"other", b"content")
        assert before == sorted((tmp_path / "root").rglob("*"))


@POSIX
def test_a_file_that_others_could_write_is_replaced_by_one_that_they_can_not(
    tmp_path: Path,
) -> None:
    cache = Cache("code", 1000, tmp_path)
    cache.put(b"key", b"content")
    (file,) = (tmp_path / "code").iterdir()
    file.chmod(0o666)
    cache.put(b"key", b"content")
    assert cache.get(b"key") == b"content"


@POSIX
@pytest.mark.parametrize("which", ["root", "root/code", "root/code/file"])
def test_no_link_is_followed_from_the_cache_folder_on(tmp_path: Path, which: str) -> None:
    """Not even to what is the user's own: a clone of somebody's repository is that, too."""
    cache = Cache("code", 1000, tmp_path / "root")
    cache.put(b"key", b"content")
    (file,) = (tmp_path / "root/code").iterdir()
    place = tmp_path / which.replace("file", file.name)
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    assert cache.get(b"key") is None


@POSIX
def test_what_is_no_regular_file_is_not_read(tmp_path: Path) -> None:
    cache = Cache("code", 1000, tmp_path)
    cache.put(b"key", b"content")
    (file,) = (tmp_path / "code").iterdir()
    file.unlink()
    os.mkfifo(file, 0o600)
    assert cache.get(b"key") is None  # and it does not wait for a writer


@POSIX
@pytest.mark.parametrize("mode", [0o777, 0o775])
def test_a_folder_above_that_others_may_write_in_is_not_trusted(tmp_path: Path, mode: int) -> None:
    """They could put a link in the place of the next folder."""
    above = tmp_path / "above"
    above.mkdir()
    above.chmod(mode)
    cache = Cache("code", 1000, above / "between" / "root")
    cache.put(b"key", b"content")
    assert [] == [*above.iterdir()]
    above.chmod(0o755)
    cache.put(b"key", b"content")
    assert cache.get(b"key") == b"content"
    above.chmod(mode)
    assert cache.get(b"key") is None


@POSIX
def test_a_sticky_folder_above_is_trusted(tmp_path: Path) -> None:
    """In /tmp everybody may make names, but nobody may change those of others."""
    tmp_path.chmod(0o1777)
    cache = Cache("code", 1000, tmp_path / "between" / "root")
    cache.put(b"key", b"content")
    assert cache.get(b"key") == b"content"
    assert 0o700 == stat.S_IMODE((tmp_path / "between").stat().st_mode)


@POSIX
def test_a_link_above_is_followed_if_every_folder_on_its_way_is_safe(tmp_path: Path) -> None:
    (tmp_path / "open/real").mkdir(parents=True)
    (tmp_path / "link").symlink_to("open/../open/real")
    (tmp_path / "circle").symlink_to("circle")
    cache = Cache("code", 1000, tmp_path / "link" / "root")
    cache.put(b"key", b"content")
    assert cache.get(b"key") == b"content"
    (tmp_path / "open").chmod(0o777)
    assert cache.get(b"key") is None
    lost = Cache("code", 1000, tmp_path / "circle" / "root")
    lost.put(b"key", b"content")
    assert lost.get(b"key") is None


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("which", ["above", "above/root", "above/root/code", "above/root/code/*"])
def test_what_belongs_to_another_user_is_not_read(tmp_path: Path, which: str) -> None:
    cache = Cache("code", 1000, tmp_path / "above/root")
    cache.put(b"key", b"content")
    (place,) = tmp_path.glob(which)
    os.chown(place, 65534, 65534)
    assert cache.get(b"key") is None


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    cache = Cache("code", 1000, user_folder())
    cache.put(b"key", b"content")
    assert cache.get(b"key") is None


def test_the_variable_names_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert user_folder() == tmp_path


@pytest.mark.parametrize("path", [".cache", "a/b", "./x", "~/x"])
def test_a_relative_cache_folder_is_refused(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setenv(VARIABLE, path)
    with pytest.raises(UsageError, match="THESMOS_CACHE must not be a relative path"):
        user_folder()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="has another cache folder")
@pytest.mark.parametrize(
    ("cache", "home", "expected"),
    [
        ("/c", "/h", Path("/c/thesmos")),
        (".cache", "/h", Path("/h/.cache/thesmos")),
        ("", "/h", Path("/h/.cache/thesmos")),
        (".cache", "h", None),
    ],
)
def test_a_relative_path_in_other_variables_is_ignored(
    monkeypatch: pytest.MonkeyPatch, cache: str, home: str, expected: Path | None
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", cache)
    monkeypatch.setenv("HOME", home)
    assert expected == user_folder()
