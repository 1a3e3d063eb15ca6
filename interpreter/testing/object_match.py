"""A match that an object file plays, linked by a C compiler, as Python sees it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from ctypes import (
    CDLL,
    POINTER,
    Structure,
    addressof,
    byref,
    c_char,
    c_int8,
    c_int16,
    c_int32,
    c_int64,
)
from pathlib import Path
from typing import Any

from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.loops.equal_pieces import EqualPieces
from thesmos.compile.machine.native.failures import FAILURE, Failure, watched
from thesmos.compile.machine.native.object_file import object_files
from thesmos.compile.python.explained_match import Vector
from thesmos.compile.python.played_match import After, PlayedMatch
from thesmos.dice import WEIGHTS, ChanceDraws
from thesmos.link.linked import LinkedGame
from thesmos.play.backend import played

COMPILER = shutil.which("cc")
STRICT = "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"


def written(
    game: LinkedGame, folder: Path, equal: EqualPieces | None = (), *, checked: bool = False
) -> str:
    """Write the files of a match into a folder, and return its header.

    equal, checked: as in object_files.
    """
    files = object_files(game, None, equal, checked=checked)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return files["match.h"].decode()


def linked(folder: Path, *arguments: str) -> None:
    """Call the C compiler in a folder."""
    assert COMPILER
    command = [COMPILER, *STRICT, *arguments]
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - our own files


def number(header: str, name: str) -> int:
    """Return a number that a header defines."""
    return int(header.partition(f"#define MATCH_{name} ")[2].partition("\n")[0])


class ObjectMatch(PlayedMatch):
    """A linked game that an object file plays, as a library in a folder. As CompiledMatch."""

    def __init__(
        self,
        game: LinkedGame,
        folder: Path,
        equal: EqualPieces | None = (),
        *,
        checked: bool = False,
    ) -> None:
        """Compile a game. checked: whether to test every index, and to raise IndexOutOfRange.

        equal: as in object_files; by default views have pieces numbered as in the state.
        """
        super().__init__(game)
        header = written(game, folder, equal, checked=checked)
        self._checked = checked
        linked(folder, "-shared", "-o", "match.so", "match.o")
        self._library = CDLL(str(folder / "match.so"))
        bits = int(header.partition("typedef int")[2].partition("_t")[0])
        self._slot = {8: c_int8, 16: c_int16, 32: c_int32}[bits]
        self._slots, work = number(header, "SLOTS"), number(header, "WORK")

        class WorkSpace(Structure):
            _fields_ = (
                ("codes", POINTER(c_int32)),
                ("count", c_int64),
                ("to_align", c_int64 * 2),
                ("space", c_char * work),
            )

        self._memory = (c_char * (work + 128))()  # ctypes aligns to 8 bytes, the header to 16
        first = addressof(self._memory)
        self._work = WorkSpace.from_address(first + -first % 16)
        self._pointer = byref(self._work)
        self._enter, self._choose = self._function("enter"), self._function("choose")
        self._skip, self._concede = self._function("skip"), self._function("concede")

    def _function(self, name: str) -> Callable[..., int]:
        function: Any = getattr(self._library, f"match_{name}")
        function.restype = c_int64
        if self._checked:
            return watched(function, Failure.in_dll(self._library, FAILURE))
        return function  # type: ignore[no-any-return]

    def _state(self, vector: Vector) -> Any:
        return (self._slot * self._slots)(*vector)

    def _vector(self, state: Any) -> Vector:
        slots = len(self.game.initial)
        assert not any(state[slots:])
        return tuple(state[:slots])

    def _asked(self, name: str, vector: Vector, *arguments: int) -> int:
        return self._function(name)(self._state(vector), self._pointer, *arguments)

    def _codes(self) -> list[int]:
        return self._work.codes[: self._work.count] if self._work.count else []

    def _changed(self, function: Callable[..., int], vector: Vector, *arguments: int) -> After:
        state = self._state(vector)
        turns = function(state, self._pointer, *arguments)
        codes = self._codes()
        self._asked("may_skip", vector)
        assert self._codes() == codes  # what is asked besides leaves them
        return self._vector(state), codes, turns

    def options(self, vector: Vector) -> list[int]:
        self._asked("options", vector)
        return self._codes()

    def may_skip(self, vector: Vector) -> bool:
        return self._asked("may_skip", vector) == 1

    def weight(self, vector: Vector, code: int) -> int:
        return self._asked("weight", vector, code)

    def suggested(self, vector: Vector, code: int) -> bool:
        return self._asked("suggested", vector, code) == 1

    def view(self, vector: Vector, player: int) -> Vector:
        state = self._state(vector)
        self._function("view")(state, self._pointer, player)
        return self._vector(state)

    def playout(
        self, vector: Vector, seed: int, limit: int = MAX_DECISIONS, chance: ChanceDraws = WEIGHTS
    ) -> tuple[Vector, int]:
        return played(self, vector, seed, limit, chance)
