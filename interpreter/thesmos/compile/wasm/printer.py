"""Prints a linked game as a module of WebAssembly.

Every function takes the addresses of the state and of its work space (see memory.py), then its
parameters. Those called from outside take only numbers of 32 bits: the state is at `state`, lists
of numbers are written to `work`. The output consists of integers: no text of a spec can get into
it, as statements hold none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thesmos.compile.compiler import compiled, explanation, scores, shown, wording
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.ir.reading import exported, reachable, used_by
from thesmos.compile.machine.filtering import filtered
from thesmos.compile.machine.memory import frames, slot_bits
from thesmos.compile.machine.set_sizes import largest_set, limited
from thesmos.compile.optimize.types import typed
from thesmos.compile.wasm import opcodes as op
from thesmos.compile.wasm.code import I32, Code
from thesmos.compile.wasm.frames import extra
from thesmos.compile.wasm.functions import PENDING, PENDING_COUNT, write
from thesmos.compile.wasm.module import WasmModule
from thesmos.compile.wasm.playing import Playing, write_play
from thesmos.compile.wasm.registers import ALIGNED, Linked
from thesmos.link.linked import LinkedGame

_FIRST = 16  # the address of the first table, after the place where pending codes are noted
_ONE = {  # functions called from outside, and how many numbers they take
    "options": 0, "may_skip": 0, "weight": 1, "suggested": 1,
    "enter": 0, "choose": 1, "skip": 0, "concede": 0,
}  # fmt: skip


@dataclass(frozen=True)
class _Export:
    """A function that is called from outside. numbers: how many it takes.

    lists: whether it returns a list, which is written to the beginning of the work space.
    """

    name: str
    function: int
    numbers: int
    lists: bool


class _MatchPrinter:
    """Collects the programs of a linked game in a module."""

    def __init__(self, game: LinkedGame) -> None:
        self._game, self._slots, self._codes = game, len(game.initial), CodeSpace(game).count
        self._bits = slot_bits(game.layout.entries)
        self._module = WasmModule(_FIRST)
        self._work = 0
        self._exports: list[_Export] = []

    def add(self, program: ir.AnyProgram, names: Iterator[tuple[str, int, int]]) -> None:
        """Add a program. names: those of its functions called from outside, with what they take."""
        program, types = typed(program, self._codes)
        functions = program.functions
        largest = largest_set(functions, self._game.layout)
        types = limited(types, largest)
        needed = [used_by(one).needs() for one in functions]
        numbers = reachable(exported(program), needed)
        linked = Linked(self._module, types, {}, largest, self._bits, program.size, self._slots)
        more = [
            extra(one, number, types.functions[number], types.kinds, linked.copy)
            for number, one in enumerate(functions)
        ]
        sizes = [one.size for one in more]
        places = frames(functions, types.functions, types.kinds, sizes)
        for number in numbers:
            linked.functions[number] = write(
                functions[number], number, linked, places[number], more[number]
            )
        self._work = max(self._work, *(frame.needed for frame in places))
        for name, number, takes in names:
            lists = isinstance(types.functions[number].result, ir.List)
            self._exports.append(_Export(name, linked.functions[number], takes, lists))

    def module(self) -> bytes:
        """Return the module with all programs."""
        module = self._module
        state = -(-module.end // ALIGNED) * ALIGNED
        work = -(-(state + self._slots * self._bits // 8) // ALIGNED) * ALIGNED
        for one in self._exports:
            module.export(one.name, _called(module, one, state, work))
        found = {one.name: one.function for one in self._exports}
        core, end = self._game.layout.core, work + self._work
        playing = Playing(found, state, work, end, core("winners"), self._bits)
        module.export("play", write_play(module, playing))
        for name, number in (
            ("state", state), ("work", work), ("work_size", self._work),
            ("slot_bits", self._bits), ("slots", self._slots),
        ):  # fmt: skip
            module.constant(name, number)
        return module.bytes(end + self._work + ALIGNED)


def printed(game: LinkedGame, *, checked: bool = False) -> bytes:
    """Return a linked game as a module that can play and answer all questions about a match.

    checked: as in `compiled`; the module stops where a number is not in its range.
    """
    made, program = _MatchPrinter(game), compiled(game, checked=checked)
    views = ((f"view{player}", number, 0) for player, number in enumerate(program.views))
    named = ((name, getattr(program, name), takes) for name, takes in _ONE.items())
    made.add(filtered(program), iter([*named, *views]))
    players = range(game.players)
    choosers = [*map(str, players), *(f"_chance{player}" for player in players)]
    reasons = explanation(game)
    made.add(reasons, zip(("explain", "explain_skip"), reasons.answers, (1, 0), strict=True))
    for word, more in (("wording", wording(game)), ("shown", shown(game))):
        numbered = zip(choosers, more.answers, strict=True)
        made.add(more, ((f"{word}{chooser}", number, 1) for chooser, number in numbered))
    if game.scores:
        counted = scores(game)
        made.add(counted, ((f"scores{p}", each, 0) for p, each in enumerate(counted.answers)))
    return made.module()


def _called(module: WasmModule, one: _Export, state: int, work: int) -> int:
    """Write a function to be called from outside, which takes and returns numbers of 32 bits."""
    code = Code([I32] * one.numbers)
    code.i32(state)
    code.i32(work)
    for number in range(one.numbers):
        code.get(number)
        code.do(op.I64_EXTEND_I32_S)
    code.call(one.function)
    code.do(op.I32_WRAP_I64)
    if one.lists:
        result = code.local(I32)
        code.set(result)
        code.i32(PENDING)
        code.i32(work)
        code.store(op.I32_STORE, 0)
        code.i32(PENDING_COUNT)
        code.get(result)
        code.store(op.I32_STORE, 0)
        code.get(result)
    return module.function(((I32,) * one.numbers, (I32,)), code)
