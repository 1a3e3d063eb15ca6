"""Things that are made once in a test run, even by several pytest workers."""

from __future__ import annotations

import hashlib
import os
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

SMALLER, LARGER = "pook", "santorini"  # two of the shipped games
PAUSE = 0.1  # seconds between two attempts to get a lock

Once = Callable[[str, Callable[[Path], Any]], Any]


@dataclass(frozen=True)
class BuiltSite:
    """A site, and the hashes of its files when it was built."""

    folder: Path
    hashes: dict[str, str]


def hashes_of(folder: Path) -> dict[str, str]:
    """Return the hash of every file below a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def once_in(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Return a function that returns what the first worker made in a folder of this name."""
    root = tmp_path_factory.getbasetemp()
    root = root.parent if "PYTEST_XDIST_WORKER" in os.environ else root  # all workers share it

    def once(name: str, make: Callable[[Path], Any]) -> Any:
        kept = root / f"{name}.pickle"
        with _lock(root / f"{name}.lock"):
            if not kept.is_file():
                kept.write_bytes(pickle.dumps(make(root / name)))
        return pickle.loads(kept.read_bytes())  # noqa: S301 - our own pickle

    return once


@contextmanager
def _lock(file: Path) -> Iterator[None]:
    """Wait until no other worker has the lock, and hold it."""
    while True:
        try:
            file.open("x").close()
            break
        except FileExistsError:
            time.sleep(PAUSE)
    try:
        yield
    finally:
        file.unlink()
