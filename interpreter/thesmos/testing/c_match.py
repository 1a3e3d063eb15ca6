"""A match that compiled C plays, as Python sees it."""

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

from thesmos.compile.c.printer import printed
from thesmos.compile.explained_match import Vector
from thesmos.compile.limits import MAX_DECISIONS
from thesmos.compile.machine.memory import slot_bits
from thesmos.compile.played_match import After, PlayedMatch
from thesmos.link.linked import LinkedGame
from thesmos.play.backend import played

COMPILER = shutil.which("cc")
STRICT = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined",
          "-fno-sanitize-recover", "-static-libubsan")  # fmt: skip


class CMatch(PlayedMatch):
    """A linked game that a library plays, which is compiled in a folder. As CompiledMatch."""

    def __init__(self, game: LinkedGame, folder: Path, *, optimized: bool = True) -> None:
        """Compile a game. optimized: whether the compiler does; a large one takes it a while."""
        super().__init__(game)
        text, header = printed(game)
        (folder / "match.c").write_text(text, encoding="utf-8")
        (folder / "match.h").write_text(header, encoding="utf-8")
        assert COMPILER
        library = folder / "match.so"
        level = "-O1" if optimized else "-O0"
        command = [COMPILER, *STRICT, level, "-shared", "-fPIC", "-o", str(library), "match.c"]
        subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - our own text
        self._library = CDLL(str(library))
        self._slot = {8: c_int8, 16: c_int16, 32: c_int32}[slot_bits(game.layout.entries)]
        work = int(header.partition("MATCH_WORK ")[2].partition("\n")[0])

        class WorkSpace(Structure):
            _fields_ = (
                ("codes", POINTER(c_int32)),
                ("count", c_int64),
                ("space", c_char * work),
            )

        self._memory = (c_char * (work + 64))()  # ctypes aligns to 8 bytes, the header to 16
        first = addressof(self._memory)
        self._work = WorkSpace.from_address(first + -first % 16)
        self._pointer = byref(self._work)
        self._enter, self._choose = self._function("enter"), self._function("choose")
        self._skip, self._concede = self._function("skip"), self._function("concede")

    def _function(self, name: str) -> Callable[..., int]:
        found: Any = getattr(self._library, f"match_{name}")
        found.restype = c_int64
        return found  # type: ignore[no-any-return]

    def _state(self, vector: Vector) -> Any:
        return (self._slot * len(vector))(*vector)

    def _asked(self, name: str, vector: Vector, *given: int) -> int:
        return self._function(name)(self._state(vector), self._pointer, *given)

    def _codes(self) -> list[int]:
        return self._work.codes[: self._work.count] if self._work.count else []

    def _changed(self, function: Callable[..., int], vector: Vector, *given: int) -> After:
        state = self._state(vector)
        turns = function(state, self._pointer, *given)
        return tuple(state), self._codes(), turns

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
        return tuple(state)

    def playout(self, vector: Vector, random: Callable[[], float]) -> tuple[Vector, int]:
        return played(self, vector, lambda count: int(random() * count), MAX_DECISIONS)
