"""Lines are read as written, and no file takes more than a bounded time and amount of memory."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thesmos.diagnostics import UsageError
from thesmos.record import lines
from thesmos.record.lines import read_lines

PIECES = st.lists(st.binary(max_size=40) | st.sampled_from([b"\n", b"a\n", b"", b"\0"]))


def read(path: Path) -> list[bytes]:
    return [line.text for line in read_lines(path)]


def test_lines_have_their_places(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"a\n\n  \nb")
    assert [f"{path}:1", f"{path}:4"] == [line.place for line in read_lines(path)]


@given(PIECES)
def test_a_gzip_file_of_any_members_is_unpacked(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes]
) -> None:
    plain, packed = (tmp_path_factory.getbasetemp() / name for name in ("plain", "packed"))
    plain.write_bytes(b"x" + b"".join(pieces))
    packed.write_bytes(b"".join(gzip.compress(one) for one in [b"x", *pieces]) + bytes(7))
    assert read(plain) == read(packed)


def test_long_lines_are_unpacked_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    text = b"".join(b"%d," % n for n in range(300_000))
    path.write_bytes(gzip.compress(text + b"\n" + text))
    assert [text + b"\n", text] == read(path)


def test_long_lines_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE", 1 << 20)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * (4 << 20)))
    with pytest.raises(UsageError, match=r"bomb\.jsonl\.gz:1 is longer than 1 MB"):
        read(path)


def test_large_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_FILE", 1000)
    path = tmp_path / "large.jsonl"
    path.write_bytes(b"1\n" * 1000)
    with pytest.raises(UsageError, match="is larger than"):
        read(path)


def test_many_lines_are_refused_even_if_they_are_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_LINES", 1000)
    path = tmp_path / "many.gz"
    path.write_bytes(gzip.compress(b"\n" * 1000))
    assert [] == read(path)
    path.write_bytes(gzip.compress(b"\n" * 1001))
    with pytest.raises(UsageError, match="has more than 1000 lines"):
        read(path)


def test_many_members_are_refused_even_if_they_are_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_MEMBERS", 10)
    path = tmp_path / "many.gz"
    path.write_bytes(gzip.compress(b"") * 10)
    assert [] == read(path)
    path.write_bytes(gzip.compress(b"") * 11)
    with pytest.raises(UsageError, match="joins more than 10 gzip files"):
        read(path)


ENDLESS_NAME = b"\x1f\x8b\x08\x08" + bytes(6) + b"x" * 200_000


@pytest.mark.parametrize("start", [ENDLESS_NAME, gzip.compress(b"") + bytes(200_000)])
def test_large_files_are_refused_even_if_nothing_comes_of_them(
    start: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_FILE", 100_000)
    path = tmp_path / "nothing.gz"
    path.write_bytes(start)
    with pytest.raises(UsageError, match="is larger than"):
        read(path)


@pytest.mark.parametrize(
    "damaged",
    [
        lines.GZIP,
        gzip.compress(b"a\n")[:-1],
        gzip.compress(b"a\n")[:-8] + bytes(8),
        gzip.compress(b"a\n") + b"more",
        gzip.compress(b"a\n") + lines.GZIP,
    ],
    ids=["head", "cut", "sum", "rest", "second head"],
)
def test_damaged_files_are_refused(damaged: bytes, tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl.gz"
    path.write_bytes(damaged)
    with pytest.raises(UsageError, match="damaged gzip"):
        read(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be read"):
        read(tmp_path / "none")
    with pytest.raises(UsageError, match="can't be read"):
        read(tmp_path)
