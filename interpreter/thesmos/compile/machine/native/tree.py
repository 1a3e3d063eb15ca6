"""A tree of choices for Monte-Carlo search, grown by machine code. play/mcts.py says what it does.

It knows no game (see hosted_play.py), and draws the same numbers for the same decisions as Python.
A node is a choice: as numbers of 32 bits its first child, the next child of the same node, its
code, its rounds, and the rounds in which it was available; then, as floats, the sum of its results,
1 / its rounds, and the product of both. Children are in the order of their codes; those below 0 are
the last.
"""

from __future__ import annotations

import math
import mmap
from array import array
from collections.abc import Mapping, Sequence
from ctypes import CFUNCTYPE, addressof, c_char, c_double, c_int32, c_int64, c_void_p
from functools import cache
from typing import Any

from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.loops.random_games import MIXED
from thesmos.compile.machine.memory import PADDING
from thesmos.compile.machine.native.engine import LoadedCode, object_code
from thesmos.compile.machine.native.hosted_play import CONSTANTS, HOSTED_PLAY
from thesmos.compile.machine.native.llvm import printed
from thesmos.compile.machine.small_language import functions
from thesmos.dice import FIRST, GAMMA, MASK, SECOND

TREE_FUNCTIONS = "options", "may_skip", "choose", "skip", "concede", "picked", "game"
_NUMBERS = (
    "bits", "size", "winners", "chooser", "step", "work_size", "state", "work", "pending", "nodes",
    "capacity", "used", "dice", "path", "explore", "logs", "shares", "players", "worlds",
    "world_count", "done", "equals", "untried",
)  # fmt: skip
_WORDS = TREE_FUNCTIONS + _NUMBERS
_NODE = 48  # bytes
_DEPTHS = 1 << 16  # of the tree, at most

# `best` returns the code with the best upper bound; one that was never taken counts as average. Of
# equal ones, those that were taken come first.
# `rounds` makes rounds: it goes down the tree, adds a choice, plays on at random, and credits.
_SOURCE = f"""{MIXED.format(first="")}
def next_number(table):
    dice = I64[table, DICE] + GAMMA
    I64[table, DICE] = dice
    return mixed(dice)

def below(table, count):
    drawn = next_number(table)
    return ((drawn >> 32) * count + (((drawn & LOW_HALF) * count) >> 32)) >> 32

def number_of(code):
    return code & LOW_HALF

def child_of(table, node, code):
    nodes = I64[table, NODES]
    before = 0
    child = I32[node, 0]
    while child != 0:
        at = nodes + child * NODE
        present = I32[at, 2]
        if present == code:
            return at
        elif number_of(present) > number_of(code):
            break
        before = at
        child = I32[at, 1]
    number = I64[table, USED]
    if number >= I64[table, CAPACITY]:
        return 0
    I64[table, USED] = number + 1
    at = nodes + number * NODE
    I32[at, 1] = child
    I32[at, 2] = code
    I32[at, 4] = I32[node, 3] + 1
    if before == 0:
        I32[node, 0] = number
    else:
        I32[before, 1] = number
    return at

def best(table, node, flags):
    if flags & CONCEDES:
        return CONCEDED
    pending = I64[table, PENDING]
    codes = I64[pending, 0]
    count = I64[pending, 1]
    choices = count + (flags & SKIPS)
    if I32[node, 0] == 0:
        place = below(table, choices)
        if place == count:
            return SKIPPED
        return I32[codes, place]
    equals = I64[table, EQUALS]
    untried = I64[table, UNTRIED]
    nodes = I64[table, NODES]
    logs = I64[table, LOGS]
    explore = F64[table, EXPLORE]
    rounds = 0
    total = 0.0
    most = 0.0
    equal = 0
    new = 0
    at = nodes + I32[node, 0] * NODE
    for place in range(choices):
        code = SKIPPED
        if place < count:
            code = I32[codes, place]
        number = number_of(code)
        while (at != nodes) and (number_of(I32[at, 2]) < number):
            at = nodes + I32[at, 1] * NODE
        if (at != nodes) and (I32[at, 2] == code):
            rounds += I32[at, 3]
            total = total + F64[at, 3]
            met = I32[at, 4] + 1
            I32[at, 4] = met
            bound = F64[at, 5] + explore * sqrt(F64[logs, met] * F64[at, 4])
            if (bound > most) or (equal == 0):
                most = bound
                I32[equals, 0] = code
                equal = 1
            elif bound == most:
                I32[equals, equal] = code
                equal += 1
            at = nodes + I32[at, 1] * NODE
        else:
            I32[untried, new] = code
            new += 1
    if new != 0:
        bound = 0.5 + explore * sqrt(F64[logs, 1])
        if rounds != 0:
            bound = total / float(rounds) + explore * sqrt(F64[logs, rounds + 1])
        if (bound > most) or (equal == 0):
            return I32[untried, below(table, new)]
        elif bound == most:
            copy(equals + 4 * equal, untried, 4 * new)
            equal += new
    return I32[equals, below(table, equal)]

def below_node(table, node, code):
    if node == 0:
        return 0
    return child_of(table, node, code)

def is_new(node):
    if node == 0:
        return 1
    return I32[node, 3] == 0

def rounds(table, count):
    state = I64[table, STATE]
    work = I64[table, WORK]
    pending = I64[table, PENDING]
    size = I64[table, SIZE]
    path = I64[table, PATH]
    for number in range(count):
        done = I64[table, DONE]
        I64[table, DONE] = done + 1
        copy(state, I64[table, WORLDS] + (done % I64[table, WORLD_COUNT]) * size, size)
        node = I64[table, NODES]
        depth = 0
        grown = 0
        flags = listed(table, state, work, pending)
        while ((flags & ENDED) == 0) and (grown == 0):
            chooser = slot(table, state, I64[table, CHOOSER])
            if chooser < 0:
                step = slot(table, state, I64[table, STEP])
                goes_on = 1
                while goes_on:
                    drawn = next_number(table)
                    place = call(I64[table, PICKED], state, work, pending, drawn, 0)
                    if (place < 0) or (place >= I64[pending, 1]):
                        grown = 1
                        break
                    code = I32[I64[pending, 0], place]
                    node = below_node(table, node, code)
                    flags = after(table, state, work, pending, code)
                    now = slot(table, state, I64[table, CHOOSER])
                    same = slot(table, state, I64[table, STEP]) == step
                    goes_on = ((flags & ENDED) == 0) and (now < 0) and (same != 0)
            else:
                code = best(table, node, flags)
                node = below_node(table, node, code)
                flags = after(table, state, work, pending, code)
            grown = (grown != 0) or (is_new(node) != 0)
            I64[path, 2 * depth] = node
            I64[path, 2 * depth + 1] = chooser
            depth += 1
            grown = (grown != 0) or (depth == DEPTHS)
        if (flags & ENDED) == 0:
            drawn = next_number(table)
            call(I64[table, GAME], state, work, pending, drawn, LIMIT, 0)
        winners = slot(table, state, I64[table, WINNERS])
        results = I64[table, SHARES] + winners * I64[table, PLAYERS] * 8
        while depth > 0:
            depth -= 1
            node = I64[path, 2 * depth]
            chooser = I64[path, 2 * depth + 1]
            if node != 0:
                times = I32[node, 3] + 1
                I32[node, 3] = times
                share = 1.0 / float(times)
                F64[node, 4] = share
                if chooser >= 0:
                    total = F64[node, 3] + F64[results, chooser]
                    F64[node, 3] = total
                    F64[node, 5] = total * share
    return 0
"""
_CONSTANTS = {
    **{word.upper(): place for place, word in enumerate(_WORDS)}, **CONSTANTS,
    "FIRST": FIRST, "SECOND": SECOND, "GAMMA": GAMMA, "LOW_HALF": (1 << 32) - 1, "NODE": _NODE,
    "DEPTHS": _DEPTHS, "LIMIT": MAX_DECISIONS,
}  # fmt: skip


@cache
def _code() -> tuple[LoadedCode, Any]:
    """Return the code, and its function `rounds`."""
    written = [*functions(HOSTED_PLAY + _SOURCE, _CONSTANTS, 16, {}, {})]
    code = LoadedCode(object_code(printed(written, {})))
    return code, CFUNCTYPE(c_int64, c_void_p, c_int64)(code.address("rounds"))


class NativeTree:
    """The tree of a search. Its rounds run without Python's lock, in one thread at a time."""

    def __init__(
        self,
        addresses: Mapping[str, int],
        numbers: Mapping[str, int],
        shares: Sequence[Sequence[float]],
        seed: int,
        explore: float,
        nodes: int,
    ) -> None:
        """addresses: of the match's TREE_FUNCTIONS.

        numbers: `bits`, `slots`, `winners`, `chooser` and `step` of a state, the bytes of `work`
            space, and how many `codes` there are.
        shares: what a result is worth to each player, for each value of the slot `winners`.
        nodes: how many the tree has at most.
        """
        self._rounds = _code()[1]
        width = numbers["bits"] // 8
        size = numbers["slots"] * width
        work = -(-numbers["work"] // 16) * 16
        self._kind = {1: "b", 2: "h", 4: "i"}[width]
        self._state = (c_char * (size + PADDING * width + 16))()
        self._work, self._pending = (c_int64 * (work // 4 + 8))(), (c_int64 * 4)()
        self._nodes = mmap.mmap(-1, nodes * _NODE)  # all zeros, and in memory when it is used
        self._first_node = c_char.from_buffer(self._nodes)
        self._path = mmap.mmap(-1, _DEPTHS * 16)
        self._first_of_path = c_char.from_buffer(self._path)
        self._untried = (c_int32 * (numbers["codes"] + 2))()
        self._equals = (c_int32 * (numbers["codes"] + 2))()
        self._shares = (c_double * sum(map(len, shares)))(
            *(value for row in shares for value in row)
        )
        self._worlds = array(self._kind)
        words = {
            **addresses,
            **{name: numbers[name] for name in ("bits", "winners", "chooser", "step")},
            "size": size, "work_size": work, "state": addressof(self._state),
            "work": addressof(self._work), "pending": addressof(self._pending),
            "nodes": addressof(self._first_node), "capacity": nodes, "used": 1,
            "dice": seed & MASK, "path": addressof(self._first_of_path),
            "explore": c_int64.from_buffer(c_double(explore)).value, "logs": 0,
            "shares": addressof(self._shares), "players": len(shares[0]), "worlds": 0,
            "world_count": 0, "done": 0, "equals": addressof(self._equals),
            "untried": addressof(self._untried),
        }  # fmt: skip
        self._table = (c_int64 * len(_WORDS))(*(_signed(words[word]) for word in _WORDS))

    def add_world(self, vector: Sequence[int]) -> None:
        """Add a state where rounds begin: each in its turn."""
        self._worlds.extend(vector)
        self._set("world_count", self._get("world_count") + 1)

    def run(self, rounds: int) -> None:
        """Make rounds; there must be a world."""
        logs = self._logs = _logs(self._get("done") + rounds + 3)
        self._set("logs", logs.buffer_info()[0])
        self._set("worlds", self._worlds.buffer_info()[0])
        self._rounds(addressof(self._table), rounds)

    def choices(self) -> dict[int, tuple[int, float]]:
        """Return the rounds and the sum of the results of each choice of the root, by its code."""
        integers, floats = memoryview(self._nodes).cast("i"), memoryview(self._nodes).cast("d")
        choices, child = {}, integers[0]
        while child:
            first = child * _NODE // 4
            choices[integers[first + 2]] = integers[first + 3], floats[first // 2 + 3]
            child = integers[first + 1]
        return choices

    def _get(self, word: str) -> int:
        return self._table[_WORDS.index(word)]

    def _set(self, word: str, number: int) -> None:
        self._table[_WORDS.index(word)] = number


def _logs(count: int) -> array[float]:
    """Return the logarithms of the numbers below a count, or of more; of 0 it is nothing."""
    global _all_logs  # noqa: PLW0603 (kept for other searches; replaced, as some may be read now)
    logs = _all_logs
    if len(logs) < count:
        more = range(len(logs), max(count, 2 * len(logs)))
        logs = _all_logs = logs + array("d", map(math.log, more))
    return logs


_all_logs = array("d", [0.0])


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
