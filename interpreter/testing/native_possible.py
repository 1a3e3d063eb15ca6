"""Whether states are possible, asked in machine code, which is worth it from thousands of them on.

A backend says in generated Python which conditions a state breaks. The same function is compiled
here, so that the slots of a native state need not become numbers of Python.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import addressof, c_char, c_int32, c_int64, memmove

from thesmos.compile.compiler import broken
from thesmos.compile.machine.loops.lowered import STOP
from thesmos.compile.machine.memory import PADDING
from thesmos.compile.machine.native.engine import LoadedCode, object_code
from thesmos.compile.machine.native.printer import printed_to_answer
from thesmos.garbage import uncollected
from thesmos.link.linked import LinkedGame

NAME = "broken"


class NativePossible:
    """Says of native states of a linked game what they break."""

    def __init__(self, game: LinkedGame) -> None:
        self._ask: Callable[..., int] | None = None
        if not game.valid:
            return
        with uncollected():
            program = broken(game)
            module = printed_to_answer(program, {NAME: (program.answers[0], 0)}, game)
        self._code = LoadedCode(object_code(module.text))
        width = module.slot_bits // 8
        self._size = module.slots * width
        self._state = (c_char * (self._size + PADDING * width))()
        self._work = (c_int32 * (2 * module.work // 4))()
        self._pending = (c_int64 * (STOP + 1))()
        places = self._state, self._work, self._pending
        self._places = [addressof(place) for place in places]
        self._ask = self._code.function(NAME, len(places))

    def broken(self, slots: bytes) -> list[int]:
        """What a state breaks, as `broken` of a backend says it. slots: `_data` of the state."""
        if self._ask is None:
            return []
        assert len(slots) == self._size
        memmove(self._state, slots, self._size)
        return self._work[: self._ask(*self._places)]
