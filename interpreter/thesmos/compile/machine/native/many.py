"""Many states at once, as NumPy arrays, by the machine code of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from thesmos.compile.machine.native.batch import Legal, NotLegalError, numpy_for
from thesmos.diagnostics import UsageError
from thesmos.dice import MASK, UNIFORM, ChanceDraws

STATES = "arrays of states"  # what needs NumPy
_FEW_CODES = 1 << 12  # there is room for more than so many, so that little is joined at the end


class NativeStates:
    """Plays many states; machine code trusts the arrays that it is given. See StatesBackend."""

    def __init__(
        self,
        function: Callable[[str, int], Callable[..., int]],
        memory: Callable[[], tuple[int, int, int]],
        bits: int,
        slots: int,
        codes: int,
    ) -> None:
        """function: finds a function, which takes so many numbers. memory: that of this thread.

        bits: of a slot. slots: of a state. codes: how many there are.
        """
        self._function, self._memory = function, memory
        self.slot_type = f"int{bits}"
        self._slots, self._codes = slots, codes

    def legal(self, vectors: Any) -> Legal:
        """Return what is legal in each state."""
        self._check_states(vectors)
        return self._listed(len(vectors), 32 * len(vectors), "legal", vectors)

    def advance(self, vectors: Any, legal: Legal, chosen: Any) -> tuple[Any, Legal]:
        """Return the states after a choice for each, and what is legal then. See StatesBackend."""
        self._check_rows(vectors, legal)
        _check(chosen, "int64", (len(vectors),))
        after = numpy_for(STATES).empty_like(vectors)
        room = len(legal.codes) + len(legal.codes) // 4
        before = legal.indptr, legal.codes, chosen
        return after, self._listed(len(vectors), room, "advance", vectors, before, (after,))

    def _listed(
        self,
        count: int,
        room: int,
        function: str,
        vectors: Any,
        before: Sequence[Any] = (),
        after: Sequence[Any] = (),
    ) -> Legal:
        """Call a function that lists what is legal, as often as its codes need other arrays.

        room: for how many codes there is room at first.
        before, after: further arrays that it takes, before and after the room.
        Raises NotLegalError.
        """
        numpy = numpy_for(STATES)
        lengths, parts, first = numpy.zeros(count, numpy.int64), [], 0
        while first < count:
            codes = numpy.empty(max(room, _FEW_CODES) + self._codes + 1, numpy.int32)
            arrays = *before, len(codes), *after, lengths, codes
            done = self._call(function, vectors, first, count, *arrays)
            if done < 0:
                raise NotLegalError(-1 - done)
            parts.append(codes[: int(lengths[first:done].sum())])
            first = done
        return Legal.of(lengths, parts)

    def weights(self, vectors: Any, legal: Legal) -> Any:
        """Return the weight of each legal choice."""
        self._check_rows(vectors, legal)
        weights = numpy_for(STATES).empty(len(legal.codes), "int64")
        self._call("weights", vectors, len(vectors), legal.indptr, legal.codes, weights)
        return weights

    def sample(self, vectors: Any, legal: Legal, seed: int, chance: ChanceDraws) -> Any:
        """Return a random choice for each state."""
        self._check_rows(vectors, legal)
        chosen = numpy_for(STATES).empty(len(vectors), "int64")
        numbers = seed & MASK, int(chance == UNIFORM)
        self._call("sample", vectors, len(vectors), legal.indptr, legal.codes, *numbers, chosen)
        return chosen

    def views(self, vectors: Any, viewers: Any) -> Any:
        """Return each state as a player (from 1) sees it; 0 sees everything."""
        self._check_states(vectors)
        _check(viewers, "int64", (len(vectors),))
        seen = vectors.copy()
        self._call("views", seen, len(vectors), viewers)
        return seen

    def observe(self, vectors: Any, viewers: Any, begins: Any, table: Any, rows: Any) -> None:
        """Write what players observe of states to an array."""
        count, size = rows.shape
        bits = 8 * rows.dtype.itemsize
        self._check_states(vectors)
        _check(rows, f"int{bits}", (count, size))
        _check(table, "int32", table.shape)
        for array in (viewers, begins):
            _check(array, "int64", (len(vectors),))
        self._call("observe", vectors, count, viewers, begins, table, size, bits, rows)

    def _check_states(self, vectors: Any) -> None:
        _check(vectors, self.slot_type, (len(vectors), self._slots))

    def _check_rows(self, vectors: Any, legal: Legal) -> None:
        self._check_states(vectors)
        _check(legal.indptr, "int64", (len(vectors) + 1,))
        _check(legal.codes, "int32", (int(legal.indptr[-1]),))

    def _call(self, name: str, *arguments: Any) -> int:
        """Call a function with numbers and arrays, without Python's lock."""
        words = [
            *self._memory(),
            *(
                value if isinstance(value, int) else value.__array_interface__["data"][0]
                for value in arguments  # `ctypes.data` takes three times as long
            ),
        ]
        return self._function(name, len(words))(*words)


def _check(array: Any, kind: str, shape: tuple[int, ...]) -> None:
    """Raise UsageError if an array has the wrong size or type."""
    if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
        wanted = f"give a C-contiguous array of {kind} with the shape {shape}"
        raise UsageError(f"an array of {array.dtype} has the shape {array.shape}", wanted)
