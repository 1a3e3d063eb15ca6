"""Prints a linked game as a module of WebAssembly.

Functions called from outside take only numbers of 32 bits: the state is at `state`, lists of
numbers are written to `work`. The output consists of integers: no text of a spec can get into it,
as statements hold none.
"""

from __future__ import annotations

from thesmos.compile.compiler import (
    broken,
    compiled,
    explanation,
    scores,
    shown,
    wording,
)
from thesmos.compile.machine.filtering import filtered
from thesmos.compile.machine.loops.called_from_outside import CHANGING, exports
from thesmos.compile.machine.loops.random_games import game_loop
from thesmos.compile.machine.lowering import MachineModule, for_choosers, needed, of_play
from thesmos.compile.machine.memory import ALIGNED
from thesmos.compile.machine.wasm.functions import FunctionPrinter
from thesmos.compile.machine.wasm.module import I32, I64, WasmModule, signed, unsigned
from thesmos.garbage import uncollected
from thesmos.link.linked import LinkedGame

_FIRST = 16  # the address of the first table, after the place where pending codes are noted
_GET, _CALL, _I32_CONST, _WRAP, _EXTEND = 0x20, 0x10, 0x41, 0xA7, 0xAC


def printed(game: LinkedGame, *, checked: bool = False) -> bytes:
    """Return a linked game as a module that can play, and answer questions about positions.

    Why an option is offered is answered by the module of `printed_tracing`. checked: as in
    `compiled`; the module stops where a number is not in its range.
    """
    with uncollected():
        return _written(_lowered(game, checked=checked))


def printed_tracing(game: LinkedGame) -> bytes:
    """Return a linked game as a module that explains options and notes what its choices lead to.

    It imports the function `note` of the module `host`; see `ir.Note` and `tracing.py`.
    """
    with uncollected():
        # It makes single choices: putting functions where they are called would not pay.
        module, program = MachineModule(game, inlines=False), compiled(game, traced=True)
        played = of_play(program)
        module.add(filtered(program), {name: played[name] for name in CHANGING})
        reasons = explanation(game)
        explain, explain_skip = reasons.answers
        module.add(reasons, {"explain": (explain, 1), "explain_skip": (explain_skip, 0)})
        return _written(module, tracing=True)


def _lowered(game: LinkedGame, *, checked: bool) -> MachineModule:
    """Return all programs of a game that say what is so in a state."""
    module, program = MachineModule(game, inlines=True), compiled(game, checked=checked)
    module.add(filtered(program), of_play(program))
    for word, more in (("wording", wording(game)), ("shown", shown(game))):
        module.add(more, for_choosers(word, more.answers, game.players))
    if game.scores:
        counted = scores(game)
        module.add(counted, {f"scores{p}": (each, 0) for p, each in enumerate(counted.answers)})
    if game.valid:
        possible = broken(game)
        module.add(possible, {"broken": (possible.answers[0], 0)})
    return module


def _written(module: MachineModule, *, tracing: bool = False) -> bytes:
    data, addresses = bytearray(), []
    for table in module.tables:
        data += bytes(-len(data) % 8)
        addresses.append(_FIRST + len(data))
        data += table
    state = _aligned(_FIRST + len(data))
    work = _aligned(state + module.slots * module.bits // 8)
    result, numbers = WasmModule(), dict[str, int]()
    if tracing:
        result.imported("host", "note", ((I32, I32), ()))
    printer = FunctionPrinter(result, addresses, numbers)
    loops = [] if tracing else game_loop(module)
    functions = [*module.functions, *exports(module), *loops]
    for function in needed(functions, [*module.exports, "game", "picked"]):
        printer.add(function)
    for name, export in module.exports.items():
        result.export(name, _called(result, numbers[name], [I32] * export.takes, state, work))
    if not tracing:
        result.export("play", _called(result, numbers["game"], [I64, I32, I32], state, work))
        result.export("picked", _called(result, numbers["picked"], [I64, I32], state, work))
    for name, number in (
        ("state", state), ("work", work), ("work_size", module.work),
        ("slot_bits", module.bits), ("slots", module.slots),
    ):  # fmt: skip
        result.constant(name, number)
    return result.bytes(work + 2 * module.work + ALIGNED, _FIRST, bytes(data))


def _aligned(size: int) -> int:
    return -(-size // ALIGNED) * ALIGNED


def _called(module: WasmModule, function: int, takes: list[int], state: int, work: int) -> int:
    """Add a function to be called from outside, which takes and returns numbers of 32 bits.

    takes: the types of what it takes.
    """
    code = bytearray((_I32_CONST,)) + signed(state) + bytes((_I32_CONST,)) + signed(work)
    for number, kind in enumerate(takes):
        code += bytes((_GET, number)) + (bytes((_EXTEND,)) if kind == I32 else b"")
    code += bytes((_CALL,)) + unsigned(function) + bytes((_WRAP,))
    return module.function(((*takes,), (I32,)), (), bytes(code))
