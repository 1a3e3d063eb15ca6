"""A tree of choices for Monte-Carlo search, grown by machine code. See play/mcts.py."""

from __future__ import annotations

import math
import mmap
from array import array
from collections.abc import Mapping, Sequence
from ctypes import Structure, addressof, c_char, c_double, c_int32, c_int64
from itertools import accumulate
from typing import Any

from thesmos.compile.machine.memory import PADDING
from thesmos.compile.machine.native.batch import numpy_for
from thesmos.compile.machine.native.tree_code import (
    DEPTHS,
    FLOATS,
    NODE,
    STEP_SIZE,
    WORDS,
    Node,
    tree_code,
)  # fmt: skip
from thesmos.compile.machine.native.tree_form import Priors, TreeForm, Tried
from thesmos.dice import MASK


class _Table(Structure):
    """What the code knows of a tree. Words that are not given are 0."""

    _fields_ = tuple((word, c_double if word in FLOATS else c_int64) for word in WORDS)


class NativeTree:
    """The tree of a search: see Tree in play/search_tree.py.

    Its rounds run without Python's lock, in one thread at a time.
    """

    def __init__(
        self, addresses: Mapping[str, int], numbers: Mapping[str, int], seed: int, form: TreeForm
    ) -> None:
        """addresses: of the match's TREE_FUNCTIONS.

        numbers: `bits`, `slots`, `winners`, `chooser` and `step` of a state, the bytes of `work`
            space, and how many `codes` there are.
        """
        self._code = tree_code()
        width = numbers["bits"] // 8
        size = numbers["slots"] * width
        work = -(-numbers["work"] // 16) * 16
        self._kind = {1: "b", 2: "h", 4: "i"}[width]
        self._slots, self._size, self._capacity = numbers["slots"], size, form.nodes
        self._state = (c_char * (size + PADDING * width + 16))()
        self._work, self._pending = (c_int64 * (work // 4 + 8))(), (c_int64 * 4)()
        self._nodes, self._path = _Pages(form.nodes * NODE.size), _Pages((DEPTHS + 1) * STEP_SIZE)
        self._untried = (c_int32 * (numbers["codes"] + 2))()
        self._equals = (c_int32 * (numbers["codes"] + 2))()
        self._shares = (c_double * sum(map(len, form.shares)))(
            *(value for row in form.shares for value in row)
        )
        self._alike = (c_int32 * len(form.shares))(*form.alike)
        self._worlds, self._weights_up_to = array(self._kind), array("q")
        self._leaves = (c_int64 * (3 * form.leaves + 1))()
        self._leaf_states = (c_char * (size * form.leaves + 1))()
        self._table = _Table(
            **addresses,
            **{name: numbers[name] for name in ("bits", "winners", "chooser", "step")},
            size=size, work_size=work, state=addressof(self._state), work=addressof(self._work),
            pending=addressof(self._pending), nodes=self._nodes.address, capacity=form.nodes,
            used=1, dice=seed & MASK, path=self._path.address, explore=form.explore,
            shares=addressof(self._shares), alike=addressof(self._alike),
            players=len(form.shares[0]), equals=addressof(self._equals),
            untried=addressof(self._untried), proves=form.proves, asks_values=form.asks_values,
            asks_priors=form.asks_priors, leaves=addressof(self._leaves),
            leaf_states=addressof(self._leaf_states),
        )  # fmt: skip

    def put_world(self, place: int, vector: Sequence[int]) -> None:
        """Set one of the states where rounds begin. See Tree."""
        first = place * self._slots
        self._worlds[first : first + self._slots] = array(self._kind, vector)

    def weigh(self, weights: Sequence[int]) -> None:
        """Set the weights of these states. See Tree."""
        self._weights_up_to = array("q", accumulate(weights))

    def run(self, rounds: int, waits: int) -> int:
        """Make rounds, and return how many; there must be a world. See Tree."""
        table = self._table
        self._logs = _logs(table.done + rounds + 3)
        table.logs = self._logs.buffer_info()[0]
        table.worlds = self._worlds.buffer_info()[0]
        table.weights_up_to = self._weights_up_to.buffer_info()[0]
        table.world_count = len(self._weights_up_to)
        return self._code.function("rounds", 3)(addressof(table), rounds, waits)

    def waiting(self) -> Any:
        """Return the states of the leaves that wait: an array with a row for each."""
        count, numpy = self._table.waiting, numpy_for("arrays of states")
        slots = numpy.frombuffer(self._leaf_states, self._kind, count * self._slots)
        return slots.reshape(count, self._slots)

    def answer(self, values: Any, priors: Priors | None) -> None:
        """Credit the leaves that wait, and give priors to their choices. See Tree."""
        arrays = [0] * 4 if priors is None else [array.ctypes.data for array in priors]
        worth = 0 if values is None else values.ctypes.data
        self._code.function("answer", 6)(addressof(self._table), worth, *arrays)

    def expand(self, priors: Priors) -> None:
        """Give priors to the choices of the root. See Tree."""
        codes, shares = priors.codes.ctypes.data, priors.shares.ctypes.data
        arguments = self._nodes.address, codes, shares, int(priors.ends[0])
        self._code.function("expand", 5)(addressof(self._table), *arguments)

    def choices(self) -> dict[int, Tried]:
        """Return what is known of each choice of the root, by its code."""
        choices, child = {}, self._node(0).child
        while child:
            node = self._node(child)
            choices[node.code] = Tried(node.rounds, node.total, node.proven)
            child = node.next
        return choices

    @property
    def proven(self) -> int:
        """The proven outcome of the root; 0 if there is none."""
        return self._node(0).proven

    def follow(self, code: int) -> None:
        """Make what follows a choice the new root. See Tree."""
        kept = _Pages(self._capacity * NODE.size)
        table, moved_below = self._table, self._code.function("moved_below", 3)
        table.used = moved_below(addressof(table), code, kept.address)
        self._nodes, table.nodes = kept, kept.address
        self._worlds, self._weights_up_to = array(self._kind), array("q")

    def _node(self, number: int) -> Node:
        return Node._make(NODE.unpack_from(self._nodes.memory, number * NODE.size))


class _Pages:
    """Zeros at an address, which are in memory when they are used."""

    def __init__(self, size: int) -> None:
        self.memory = mmap.mmap(-1, size)
        self._first = c_char.from_buffer(self.memory)
        self.address = addressof(self._first)


def _logs(count: int) -> array[float]:
    """Return the logarithms of the numbers below a count, or of more; of 0 it is nothing."""
    global _all_logs  # noqa: PLW0603 (kept for other searches; replaced, as some may be read now)
    logs = _all_logs
    if len(logs) < count:
        more = range(len(logs), max(count, 2 * len(logs)))
        logs = _all_logs = logs + array("d", map(math.log, more))
    return logs


_all_logs = array("d", [0.0])
