"""Lowers whole programs to the machine form, with the functions that are called from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.ir.reading import reachable, used_by
from thesmos.compile.machine.form import MachineFunction
from thesmos.compile.machine.frequencies import frequencies
from thesmos.compile.machine.functions import lowered
from thesmos.compile.machine.hoisting import hoisted
from thesmos.compile.machine.memory import PADDING, copy_size, frames, slot_bits
from thesmos.compile.machine.registers import MachineProgram
from thesmos.compile.machine.set_sizes import largest_set, limited
from thesmos.compile.optimize.types import typed
from thesmos.link.linked import LinkedGame

OF_PLAY = {  # functions called from outside, and how many numbers they take
    "options": 0, "may_skip": 0, "weight": 1, "suggested": 1,
    "enter": 0, "choose": 1, "skip": 0, "concede": 0,
}  # fmt: skip
_OFTEN = {  # how often functions are called in a decision
    "choose": 1.0, "choose_last": 1.0, "option_count": 1.0, "may_skip": 1.0, "skip": 0.1,
}  # fmt: skip
_RARE = 0.1  # a function that is called less often in a decision is optimised less


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

    functions: in an order in which each calls only earlier ones. tables: the numbers of constants,
    by their bytes. exports: the functions called from outside, by name. work: the bytes of work
    space that a call needs, a multiple of 16. codes: how many codes of options there are. bits: of
    a slot; slots: of a state.
    """

    def __init__(self, game: LinkedGame) -> None:
        self.game = game
        self.bits, self.slots = slot_bits(game.layout.entries), len(game.initial)
        self.functions: list[MachineFunction] = []
        self.tables: dict[bytes, int] = {}
        self.exports: dict[str, Export] = {}
        self.work = 0
        self.codes = CodeSpace(game).count
        self._programs = 0

    def add(self, program: ir.AnyProgram, named: Mapping[str, tuple[int, int]]) -> None:
        """Add a program. named: functions called from outside: their numbers, what they take."""
        if isinstance(program, ir.Program):
            program = hoisted(program)
        program, types = typed(program, self.codes)
        functions, layout = program.functions, self.game.layout
        largest = largest_set(functions, layout)
        types = limited(types, largest)
        copy = copy_size(self.bits, self.slots)
        places = frames(functions, types.functions, types.kinds, copy)
        prefix = f"p{self._programs}_"
        self._programs += 1
        linked = MachineProgram(
            types,
            places,
            prefix,
            largest,
            self.bits,
            program.size,
            self.slots,
            self.tables,
        )
        often = {number: _OFTEN.get(name, 0.0) for name, (number, _) in named.items()}
        called = frequencies(functions, often)
        needed = [used_by(function).needs() for function in functions]
        for number in reachable((number for number, _ in named.values()), needed):
            function = lowered(functions[number], number, linked)
            function.rare = called[number] < _RARE
            self.functions.append(function)
        for name, (number, takes) in named.items():
            lists = isinstance(types.functions[number].result, ir.List)
            self.exports[name] = Export(linked.name(number), takes, lists=lists)
        needed_work = max(frame.needed for frame in places)
        self.work = max(self.work, copy_size(8, needed_work + PADDING * self.bits // 8))


def of_play(program: ir.Program) -> dict[str, tuple[int, int]]:
    """Return the functions of play that are called from outside: their numbers, what they take."""
    views = {f"view{player}": (number, 0) for player, number in enumerate(program.views)}
    return {name: (getattr(program, name), takes) for name, takes in OF_PLAY.items()} | views
