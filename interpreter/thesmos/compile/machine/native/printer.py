"""Prints programs of a linked game as modules of LLVM: to play, to be linked, and to count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.filtering import filtered
from thesmos.compile.machine.last_decisions import with_last_decisions
from thesmos.compile.machine.loops.called_from_outside import exports, linked_functions
from thesmos.compile.machine.loops.counting import counting_loops
from thesmos.compile.machine.loops.equal_pieces import EqualPieces
from thesmos.compile.machine.loops.many_states import state_loops
from thesmos.compile.machine.loops.random_games import games_loop
from thesmos.compile.machine.lowering import MachineModule, of_play
from thesmos.compile.machine.native.llvm import printed as printed_functions
from thesmos.link.ending_steps import ending_steps
from thesmos.link.linked import LinkedGame

_OF_COUNTS = {  # functions called from outside, and how many numbers they take
    "options": 0, "may_skip": 0, "choose": 1, "skip": 0, "choose_last": 1, "skip_last": 0,
    "option_count": 0,
}  # fmt: skip


@dataclass(frozen=True)
class LlvmModule:
    """A module of LLVM. slot_bits: of a slot. slots: of a state. work: bytes of work space."""

    text: str
    slot_bits: int
    slots: int
    work: int


def printed(program: ir.Program, game: LinkedGame) -> LlvmModule:
    """Return the program of a linked game as a module that plays."""
    module = MachineModule(game, inlines=False)
    module.add(filtered(program), of_play(program))
    return _printed(module, [*games_loop(module), *state_loops(module)])


def printed_to_link(program: ir.Program, game: LinkedGame, equal: EqualPieces) -> LlvmModule:
    """Return the program of a linked game as a module without any name that others can see."""
    module = MachineModule(game, inlines=False)
    module.add(filtered(program), of_play(program))
    return _printed(module, linked_functions(module, equal), "internal ")


def printed_to_count(program: ir.Program, game: LinkedGame) -> LlvmModule:
    """Return the program of a linked game as a module that counts what decisions lead to."""
    more, module = with_last_decisions(filtered(program)), MachineModule(game, inlines=False)
    module.add(more, {name: (getattr(more, name), takes) for name, takes in _OF_COUNTS.items()})
    return _printed(module, counting_loops(module, ending_steps(game)))


def printed_to_answer(
    program: ir.Answers, named: Mapping[str, tuple[int, int]], game: LinkedGame
) -> LlvmModule:
    """Return a program that says something of a state. named: as in `MachineModule.add`."""
    module = MachineModule(game, inlines=False)
    module.add(program, named)
    return _printed(module, [])


def _printed(
    module: MachineModule, loops: Iterable[MachineFunction], linkage: str = ""
) -> LlvmModule:
    functions = [*module.functions, *exports(module), *loops]
    text = printed_functions(functions, module.tables, linkage)
    return LlvmModule(text, module.bits, module.slots, module.work)
