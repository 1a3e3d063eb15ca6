"""Lowers whole programs to the machine form, with the functions that are called from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.ir.reading import reachable, used_by
from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.functions import lowered
from thesmos.compile.machine.hoisting import hoisted
from thesmos.compile.machine.memory import PADDING, copy_size, frames, slot_bits
from thesmos.compile.machine.registers import MachineProgram
from thesmos.compile.machine.value_types import largest_set
from thesmos.compile.machine.whole_sets import with_whole_sets
from thesmos.compile.optimize.types import typed
from thesmos.link.linked import LinkedGame

OF_PLAY = {  # functions called from outside, and how many numbers they take
    "options": 0, "may_skip": 0, "weight": 1, "suggested": 1,
    "enter": 0, "choose": 1, "skip": 0, "concede": 0,
}  # fmt: skip

_SHORT = 24  # the most statements of a function that is put wherever it is called
_LONGEST = 150  # the most of a function that is called from one place


@dataclass(frozen=True)
class Export:
    """A function that is called from outside. function: its name. takes: how many numbers.

    lists: whether it returns a list, which is at the beginning of the work space.
    """

    function: str
    takes: int
    lists: bool


class MachineModule:
    """Programs of a linked game in the machine form.

    functions: in an order in which each calls only earlier ones.
    tables: the numbers of constants, by their bytes.
    inlined: the functions that are put where they are called, by name: see InliningCode.
    exports: the functions called from outside, by name.
    work: the bytes of work space that a call needs, a multiple of 16.
    codes: how many codes of options there are.
    bits: of a slot.
    slots: of a state.
    """

    def __init__(self, game: LinkedGame, *, inlines: bool) -> None:
        """Begin without a program. inlines: whether short functions are put where they are called.

        LLVM does that itself, and knows better where; engines of WebAssembly don't.
        """
        self.game, self._inlines = game, inlines
        self.bits, self.slots = slot_bits(game.layout.entries), len(game.initial)
        self.functions: list[MachineFunction] = []
        self.tables: dict[bytes, int] = {}
        self.inlined: dict[str, MachineFunction] = {}
        self.exports: dict[str, Export] = {}
        self.work = 0
        self.codes = CodeSpace(game).count
        self._programs = 0

    def add(
        self,
        program: ir.AnyProgram,
        named: Mapping[str, tuple[int, int]],
        numbers: int | None = None,
    ) -> None:
        """Add a program. named: functions called from outside: their numbers, what they take.

        numbers: they take numbers below it; by default, codes.
        """
        if isinstance(program, ir.Program):
            program = hoisted(with_whole_sets(program))
        program, types = typed(program, numbers or self.codes)
        functions = program.functions
        largest = largest_set(functions, self.game.layout)
        copy = copy_size(self.bits, self.slots)
        places = frames(functions, types.functions, types.kinds, copy)
        outside = [number for number, _ in named.values()]
        calls = [used_by(function).needed for function in functions]
        reached = reachable(outside, calls)
        callers = Counter(outside * 2)  # those called from outside are functions of their own
        callers.update(called for number in reached for called in calls[number])
        linked = MachineProgram(
            functions, types, places, f"p{self._programs}_", largest,
            self.bits, program.size, self.slots, self.tables,
        )  # fmt: skip
        self._programs += 1
        candidates = []
        for number in reached:
            candidates.append(lowered(number, linked, self.inlined))
            self.may_inline(candidates[-1], once=callers[number] == 1)
        self.functions += needed(candidates, (linked.name(number) for number in outside))
        for name, (number, takes) in named.items():
            lists = isinstance(types.functions[number].result, ir.List)
            self.exports[name] = Export(linked.name(number), takes, lists=lists)
        needed_work = max(frame.needed for frame in places)
        self.work = max(self.work, copy_size(8, needed_work + PADDING * self.bits // 8))

    def may_inline(self, function: MachineFunction, *, once: bool) -> None:
        """Put a function wherever it is called from now on, if it is short enough.

        once: whether that is at one place.
        """
        if self._inlines and function.statements <= (_LONGEST if once else _SHORT):
            self.inlined[function.name] = function


def for_choosers(word: str, answers: Sequence[int], players: int) -> dict[str, tuple[int, int]]:
    """Return functions about a code, one for each who may choose, by name; chance comes last.

    word: with which the names begin. answers: their numbers, players first.
    """
    choosers = [*map(str, range(players)), *(f"_chance{player}" for player in range(players))]
    return {
        f"{word}{chooser}": (number, 1) for chooser, number in zip(choosers, answers, strict=True)
    }


def needed(functions: Sequence[MachineFunction], outside: Iterable[str]) -> list[MachineFunction]:
    """Return the functions that are called from outside, by name, or by such ones."""
    wanted = set(outside)
    for function in reversed(functions):
        if function.name in wanted:
            wanted.update(function.calls)
    return [function for function in functions if function.name in wanted]


def of_play(program: ir.Program) -> dict[str, tuple[int, int]]:
    """Return the functions of play that are called from outside: their numbers, what they take."""
    views = {f"view{player}": (number, 0) for player, number in enumerate(program.views)}
    return {name: (getattr(program, name), takes) for name, takes in OF_PLAY.items()} | views
