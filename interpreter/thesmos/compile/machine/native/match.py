"""A match that is played by machine code."""

from __future__ import annotations

import threading
from collections.abc import Callable
from ctypes import addressof, c_int8, c_int16, c_int32, c_int64
from functools import cached_property
from typing import Any

from thesmos.compile.compiler import compiled, wording
from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.loops.lowered import DEEPEST, STOP, TOO_DEEP
from thesmos.compile.machine.lowering import for_choosers
from thesmos.compile.machine.memory import PADDING, copy_size
from thesmos.compile.machine.native.batch import Following, Playouts, empty_playouts, numpy_for
from thesmos.compile.machine.native.engine import LoadedCode, object_code
from thesmos.compile.machine.native.failures import FAILURE, Failure, watched
from thesmos.compile.machine.native.interruptible import interruptible
from thesmos.compile.machine.native.many import NativeStates
from thesmos.compile.machine.native.printer import (
    LlvmModule,
    printed,
    printed_to_answer,
    printed_to_count,
)
from thesmos.compile.machine.native.stepping import MATCH_FUNCTIONS
from thesmos.compile.machine.native.tree import NativeTree
from thesmos.compile.machine.native.tree_code import TREE_FUNCTIONS
from thesmos.compile.machine.native.tree_form import TreeForm
from thesmos.compile.python.explained_match import Vector
from thesmos.compile.python.played_match import After, PlayedMatch
from thesmos.diagnostics import UsageError
from thesmos.dice import MASK, UNIFORM, WEIGHTS, ChanceDraws
from thesmos.garbage import uncollected
from thesmos.link.linked import LinkedGame

_PLACES = 3  # addresses that each function takes before all else: those of a _Memory


class _Memory:
    """The memory of one thread: a state, work space, and a place for the pending codes.

    work: how many bytes of work space. pending: the address of the codes, their number, and whether
    to stop.
    """

    def __init__(self, slot: Any, slots: int, work: int) -> None:
        self.state = (slot * (slots + PADDING))()
        self.work = (c_int32 * (work // 4))()
        self.pending = (c_int64 * (STOP + 1))()
        self.addresses = addressof(self.state), addressof(self.work), addressof(self.pending)


class NativeMatch(PlayedMatch):
    """A linked game that is played by machine code; otherwise as CompiledMatch.

    Several threads may use it at the same time, and run in parallel: each has memory of its own,
    and machine code does not hold Python's lock.
    """

    def __init__(self, game: LinkedGame, *, checked: bool = False) -> None:
        """Compile a linked game. Raises UsageError if llvmlite is not installed.

        checked: as in CompiledMatch. Playouts and counts do not raise IndexOutOfRange; what is
        asked next does.
        """
        super().__init__(game, checked=checked)
        self._slots = len(game.initial)
        with uncollected():
            module = printed(compiled(game, checked=checked), game)
        self._slot = {8: c_int8, 16: c_int16, 32: c_int32}[module.slot_bits]
        self._module = module
        self._code = LoadedCode(object_code(module.text))
        self._threads = threading.local()
        self._options = self._function("options")
        self._skippable = self._function("may_skip")
        self._weight, self._suggested = self._function("weight", 1), self._function("suggested", 1)
        self._enter, self._choose = self._function("enter"), self._function("choose", 1)
        self._skip, self._concede = self._function("skip"), self._function("concede")
        views = (f"view{player}" for player in range(game.players))
        self._views = [self._function(name) for name in views if self._code.address(name)]

    def _function(self, name: str, numbers: int = 0) -> Callable[..., int]:
        return self._watched(self._code.function(name, _PLACES + numbers))

    def _watched(self, function: Callable[..., int]) -> Callable[..., int]:
        """Return a function that also raises what a checked program has noted."""
        if not self.checked:
            return function
        return watched(function, Failure.from_address(self._code.variable(FAILURE)))

    @property
    def _memory(self) -> _Memory:
        found: _Memory | None = getattr(self._threads, "memory", None)
        if found is None:
            twice = 2 * self._module.work  # why twice: see loops/__init__.py
            found = _Memory(self._slot, self._slots, twice)
            self._threads.memory = found
        return found

    def _loaded(self, vector: Vector) -> _Memory:
        memory = self._memory
        memory.state[: self._slots] = self._whole(vector)
        return memory

    def _whole(self, vector: Vector) -> Vector:
        """Return a vector. Raises UsageError unless it has exactly the slots of a state."""
        if len(vector) != self._slots:
            text = f"a state has {self._slots} numbers here, not {len(vector)}"
            raise UsageError(text, "use states of this match")
        return vector

    def options(self, vector: Vector) -> list[int]:
        """Return the codes of the options of the pending decision; none at the end of the game."""
        memory = self._loaded(vector)
        return memory.work[: self._options(*memory.addresses)]

    def may_skip(self, vector: Vector) -> bool:
        """Return whether the pending step may be skipped."""
        return self._skippable(*self._loaded(vector).addresses) == 1

    def weight(self, vector: Vector, code: int) -> int:
        """Return how many equally likely outcomes one of the options represents."""
        return self._weight(*self._loaded(vector).addresses, code)

    def suggested(self, vector: Vector, code: int) -> bool:
        """Return whether the rules suggest one of the options."""
        return self._suggested(*self._loaded(vector).addresses, code) == 1

    def _changed(self, function: Callable[..., int], vector: Vector, *given: int) -> After:
        """Call a function that changes the state; return what follows."""
        memory = self._loaded(vector)
        found = function(*memory.addresses, *given)
        codes: list[int] = []
        if found & 1:
            first, count, _ = memory.pending
            place = (first - memory.addresses[1]) // 4
            codes = memory.work[place : place + count]
        return tuple(memory.state[: self._slots]), codes, found >> 1

    def view(self, vector: Vector, player: int) -> Vector:
        """Return the state as a player sees it."""
        if not self._views:
            return vector
        memory = self._loaded(vector)
        self._views[player](*memory.addresses)
        return tuple(memory.state[: self._slots])

    def playout(
        self, vector: Vector, seed: int, limit: int = MAX_DECISIONS, chance: ChanceDraws = WEIGHTS
    ) -> tuple[Vector, int]:
        """Play the random game of a seed. See Backend."""
        memory = self._loaded(vector)
        game = self._code.function("game", _PLACES + 3)
        decisions = game(*memory.addresses, seed & MASK, limit, chance == UNIFORM)
        return tuple(memory.state[: self._slots]), decisions

    def playouts(
        self,
        vector: Vector,
        games: int,
        seed: int,
        limit: int = MAX_DECISIONS,
        chance: ChanceDraws = WEIGHTS,
    ) -> Playouts:
        """Play random games, each to its end or for `limit` decisions; see play/playouts.py."""
        memory, begin = self._memory, (self._slot * self._slots)(*self._whole(vector))
        results = empty_playouts(games)
        arrays = (array.ctypes.data for array in results)
        numbers = addressof(begin), seed & MASK, games, limit, chance == UNIFORM
        self._code.function("play", _PLACES + 8)(*memory.addresses, *numbers, *arrays)
        return results

    @cached_property
    def many(self) -> NativeStates:
        """Plays many states at once."""
        slots, codes = self._slots, self.codes.count
        memory = lambda: self._memory.addresses  # noqa: E731
        return NativeStates(self._code.function, memory, self.slot_bits, slots, codes)

    @property
    def slot_bits(self) -> int:
        """How many bits a slot has."""
        return self._module.slot_bits

    @property
    def work(self) -> int:
        """How many bytes of work space a call needs."""
        return self._module.work

    @property
    def addresses(self) -> dict[str, int]:
        """The addresses of the functions that single steps need, by name."""
        return {name: self._code.address(name) for name in MATCH_FUNCTIONS}

    @property
    def view_addresses(self) -> list[int]:
        """The address of each player's view function; 0 if nothing is hidden."""
        return [self._code.address(f"view{player}") for player in range(self.game.players)]

    @cached_property
    def writing(self) -> WritingCode:
        """The code that tells what the texts of options depend on."""
        with uncollected():
            return WritingCode(self.game)

    def tree(self, seed: int, form: TreeForm) -> NativeTree:
        """Return an empty tree for a search. See NativeTree."""
        core = self.game.layout.core
        numbers = {
            "bits": self.slot_bits,
            "slots": self._slots,
            "winners": core("winners"),
            "chooser": core("chooser"),
            "step": core("step"),
            "work": self.work,
            "codes": self.codes.count,
        }
        addresses = {name: self._code.address(name) for name in TREE_FUNCTIONS}
        return NativeTree(addresses, numbers, seed, form)

    def sequences(self, vector: Vector, turns: int, passes: bool = False) -> int | None:
        """Return how many sequences of decisions make up some turns (1 or more) from a state.

        passes: whether a turn that passes without a decision counts as one too.

        Return None if one is longer than the limit of machine code, a few hundred decisions: there
        may be infinitely many. If this thread is interrupted, as by Ctrl-C, counting stops.
        """
        codes = self.options(vector)
        copy = copy_size(self._module.slot_bits, self._slots + PADDING)
        work = (DEEPEST + 1) * (self._counting.work + copy)
        memory = _Memory(self._slot, self._slots, work)
        memory.state[: self._slots] = vector
        for place, code in enumerate(codes):
            memory.work[place] = code

        def call() -> int:  # memory and code stay alive as long as the thread that calls this
            state, work, pending = memory.addresses
            return self._counting.count(state, work, pending, len(codes), turns, passes, 0)

        def stop() -> None:
            memory.pending[STOP] = 1

        found = interruptible(call, stop)
        return None if found == TOO_DEEP else found

    def following(self, vectors: Any, room: int, /) -> Following:
        """Return all successors of the first states, for as many states as there is room for."""
        np, counting = numpy_for("counts of positions"), self._counting
        memory = _Memory(self._slot, self._slots, 2 * counting.work)
        rows = np.zeros(room * self._slots + PADDING, self.many.slot_type)
        before, ends = np.zeros(room, np.int32), np.zeros(room, np.bool_)
        vectors = np.ascontiguousarray(vectors, self.many.slot_type).reshape(-1, self._slots)
        found = (each.ctypes.data for each in (rows, before, ends))
        count = counting.follow(*memory.addresses, vectors.ctypes.data, len(vectors), room, *found)
        states = rows[: count * self._slots].reshape(count, self._slots)
        return Following(states, before[:count], ends[:count], memory.pending[0])

    @cached_property
    def _counting(self) -> _CountingCode:
        with uncollected():
            return _CountingCode(printed_to_count(compiled(self.game), self.game))


class WritingCode:
    """The code about the texts of options, which programs without texts never need.

    addresses: of its functions, by chooser: players first, then chance on behalf of each.
    work: bytes of its work space.
    """

    def __init__(self, game: LinkedGame) -> None:
        program = wording(game)
        named = for_choosers("wording", program.answers, game.players)
        module = printed_to_answer(program, named, game)
        self._code, self.work = LoadedCode(object_code(module.text)), module.work
        self.addresses = [self._code.address(name) for name in named]


class _CountingCode:
    """The code that counts, which most matches never need. work: bytes of its work space."""

    def __init__(self, module: LlvmModule) -> None:
        self._code, self.work = LoadedCode(object_code(module.text)), module.work
        self.count = self._code.function("count", _PLACES + 4)
        self.follow = self._code.function("follow", _PLACES + 6)
