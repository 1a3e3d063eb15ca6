"""Files are written whole or not at all, whoever else writes; links count by where they lead."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos.files import (
    check_new,
    leads_out,
    make_folder,
    whole_file,
    write_files,
    write_text,
)


def names(folder: Path) -> list[str]:
    return sorted(one.relative_to(folder).as_posix() for one in folder.rglob("*"))


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    with whole_file(path) as file:
        file.write(b"new")
        file.flush()
        assert "old" == path.read_text()
    assert "new" == path.read_text()
    assert ["x"] == names(tmp_path)


@pytest.mark.parametrize("error", [OSError(28, "No space left"), KeyboardInterrupt(), ValueError()])
def test_after_a_failure_all_is_as_before(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    expected = UsageError if isinstance(error, OSError) else type(error)

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"new")
            raise error

    with pytest.raises(expected):
        fail()
    assert ("old", ["x"]) == (path.read_text(), names(tmp_path))


def test_of_two_writers_at_once_the_last_one_wins_and_its_file_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with whole_file(path) as first, whole_file(path) as second:
        first.write(b"1" * 100_000)
        second.write(b"2" * 100_000)
        first.write(b"1" * 100_000)
    assert b"1" * 200_000 == path.read_bytes()
    assert ["x"] == names(tmp_path)


def test_of_two_writers_of_a_new_file_the_second_one_fails(tmp_path: Path) -> None:
    path = tmp_path / "x"

    def both() -> None:
        with whole_file(path, replace=False) as one:
            one.write(b"1")
            write_text(path, "2", replace=False)

    with pytest.raises(UsageError, match="already exists"):
        both()
    assert ("2", ["x"]) == (path.read_text(), names(tmp_path))


def test_without_hard_links_a_new_file_is_still_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    path = tmp_path / "x"
    write_text(path, "1", replace=False)
    with pytest.raises(UsageError, match="already exists"):
        write_text(path, "2", replace=False)
    assert ("1", ["x"]) == (path.read_text(), names(tmp_path))


def test_the_permissions_of_a_file_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("private")
    path.chmod(0o600)
    write_text(path, "still private")
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)


def test_a_link_is_followed_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    write_text(tmp_path / "link", "text")
    assert "text" == (tmp_path / "real").read_text()
    assert (tmp_path / "link").is_symlink()


def test_a_device_stays_a_device() -> None:
    write_text(Path(os.devnull), "text")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    with pytest.raises(UsageError, match="already exists"):
        write_text(Path(os.devnull), "text", replace=False)


@pytest.mark.parametrize("name", ["none/x", "a\0b", "x" * 300, "."])
def test_a_name_that_can_not_be_written_is_reported(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="can't be written"):
        write_text(tmp_path / name, "text")
    assert [] == names(tmp_path)


def test_new_files_come_with_their_folders(tmp_path: Path) -> None:
    write_files({tmp_path / "a/b/x": "1", tmp_path / "a/y": "2"})
    assert ["a", "a/b", "a/b/x", "a/y"] == names(tmp_path)


def test_of_new_files_all_or_none_are_written(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept/y").write_text("theirs")
    with pytest.raises(UsageError, match="y already exists"):
        write_files({tmp_path / "a/b/x": "1", tmp_path / "kept/x": "2", tmp_path / "kept/y": "3"})
    assert ["kept", "kept/y"] == names(tmp_path)
    assert "theirs" == (tmp_path / "kept/y").read_text()


def test_a_folder_that_can_not_be_made_is_reported(tmp_path: Path) -> None:
    make_folder(tmp_path / "a/b")
    make_folder(tmp_path / "a/b")
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="can't be written"):
        make_folder(tmp_path / "file" / "b")


FULL = """
import resource, sys
from pathlib import Path
from thesmos.files import write_files
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
write_files({{Path(sys.argv[1]) / "a" / name: "x" * size for name, size in {files}}})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit on files")
@pytest.mark.parametrize("old", [{}, {"small": "old small", "large": "old large"}])
def test_when_there_is_no_more_space_all_files_are_as_before(
    tmp_path: Path, old: dict[str, str]
) -> None:
    for name, text in old.items():
        (tmp_path / "a").mkdir(exist_ok=True)
        (tmp_path / "a" / name).write_text(text)
    code = FULL.format(files=[("small", 10), ("large", 5000)]).replace("})", "}, replace=True)")
    words = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert "can't be written: File too large" in done.stderr
    assert {f"a/{name}": text for name, text in old.items()} == {
        name: (tmp_path / name).read_text() for name in names(tmp_path) if name != "a"
    }


def test_if_the_last_file_can_not_get_its_name_the_others_are_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "stuck").write_text("stuck")
    rename = Path.replace

    def replace(part: Path, place: Path) -> Path:
        if place.name == "stuck":
            raise PermissionError(1, "Operation not permitted")
        return rename(part, place)

    monkeypatch.setattr(Path, "replace", replace)
    texts = {tmp_path / name: "new" for name in ("a/new", "old", "stuck", "z")}
    with pytest.raises(UsageError, match="stuck can't be written: Operation not permitted"):
        write_files(texts, replace=True)
    assert ["old", "stuck"] == names(tmp_path)
    assert ("old", "stuck") == ((tmp_path / "old").read_text(), (tmp_path / "stuck").read_text())


def test_all_files_that_exist_are_named_at_once_unless_they_may_be_overwritten(
    tmp_path: Path,
) -> None:
    paths = [tmp_path / name for name in ("a", "b", "c")]
    check_new(paths, force=False)
    paths[0].write_text("")
    with pytest.raises(UsageError, match="a already exists"):
        check_new(paths, force=False)
    paths[2].symlink_to("nowhere")
    with pytest.raises(UsageError, match=r"a, \S*c already exist\n"):
        check_new(paths, force=False)
    check_new(paths, force=True)


@pytest.mark.skipif(os.name != "posix", reason="others have no such rights")
def test_a_private_file_is_the_users_alone_whatever_was_there(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "old").chmod(0o666)
    for name in ("old", "new"):
        with whole_file(tmp_path / name, private=True) as file:
            file.write(b"secret")
        assert 0o600 == stat.S_IMODE((tmp_path / name).stat().st_mode)


# ------------------------------------------------------------------- what a kill leaves behind


LOCKS = pytest.mark.skipif(sys.platform == "win32", reason="without locks, nothing is removed")
WRITER = """
import os, signal, sys
from pathlib import Path
from thesmos.files import whole_file
with whole_file(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    sys.stdin.readline()
"""


def writer(path: Path) -> subprocess.Popen[str]:
    """A process that is in the middle of writing a file, until it is sent a line."""
    words = [sys.executable, "-c", WRITER, str(path)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True)
    assert process.stdout is not None
    assert "writing\n" == process.stdout.readline()
    return process


@LOCKS
def test_what_a_killed_writer_left_is_removed_by_the_next_one_in_the_folder(tmp_path: Path) -> None:
    with writer(tmp_path / "x") as killed:
        killed.kill()
    assert 1 == len(names(tmp_path))
    write_text(tmp_path / "y", "text")
    assert ["y"] == names(tmp_path)


@LOCKS
def test_what_a_running_writer_has_begun_is_never_removed(tmp_path: Path) -> None:
    with writer(tmp_path / "x") as process:
        write_text(tmp_path / "y", "text")
        with whole_file(tmp_path / "z"):
            write_text(tmp_path / "y", "text")  # nor is what this process has begun
            assert 3 == len(names(tmp_path))
        process.communicate("end\n", timeout=600)
    assert ["x", "y", "z"] == names(tmp_path)
    assert "half" == (tmp_path / "x").read_text()


@LOCKS
def test_only_files_with_the_name_of_a_part_are_removed(tmp_path: Path) -> None:
    part = ".thesmos-0123456789abcdef.part"
    (tmp_path / "file").write_text("theirs")
    for name in ("film.part", ".0123456789abcdef.part", f"{part}.txt"):
        (tmp_path / name).write_text("theirs")
    (tmp_path / part).symlink_to("file")
    (tmp_path / part.replace("f", "e")).mkdir()
    os.mkfifo(tmp_path / part.replace("f", "d"))
    before = names(tmp_path)
    write_text(tmp_path / "new", "text")
    assert sorted([*before, "new"]) == names(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit on files")
def test_when_there_is_no_more_space_nothing_is_left(tmp_path: Path) -> None:
    code = FULL.format(files=[("small", 10), ("large", 5000)])
    words = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert "UsageError" in done.stderr
    assert "can't be written: File too large" in done.stderr
    assert [] == names(tmp_path)


def test_a_link_leads_out_of_a_folder_or_not(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "file").write_text("")
    (tmp_path / "out").write_text("")
    links = {"file": False, "../in/file": False, "../out": True, "/": True, "none": False}
    for target, out in links.items():
        link = tmp_path / "in" / "link"
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        assert out == leads_out(link, tmp_path / "in"), target
    link.unlink()
    link.symlink_to("link")
    assert not leads_out(link, tmp_path / "in")
