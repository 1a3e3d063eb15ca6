"""A random game in WebAssembly: it draws as play/rng.py does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from thesmos.compile.wasm import opcodes as op
from thesmos.compile.wasm.code import I32, I64, Code
from thesmos.compile.wasm.functions import PENDING, PENDING_COUNT
from thesmos.compile.wasm.module import WasmModule

_GAMMA, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_LOADS = {8: op.I64_LOAD8_S, 16: op.I64_LOAD16_S, 32: op.I64_LOAD32_S}


class Playing(NamedTuple):
    """What a game is played with. functions: by name. over: the slot of the winners.

    state, work: addresses; end: the end of the work space, after which as much space follows.
    """

    functions: Mapping[str, int]
    state: int
    work: int
    end: int
    over: int
    slot_bits: int


def write_play(module: WasmModule, playing: Playing) -> int:
    """Write the function `play`, which changes the state up to the end; return its number.

    It takes the seed and the most decisions to make, and returns how many it has made. Choices are
    uniform, even those of chance; skipping is one of them. A player without any concedes.
    """
    return _PlayWriter(module, playing).written()


class _PlayWriter:
    def __init__(self, module: WasmModule, playing: Playing) -> None:
        self._module, self._playing = module, playing
        self._code = Code([I64, I32])
        self._seed, self._limit = 0, 1
        self._made, self._count = self._code.local(I32), self._code.local(I64)
        self._number, self._drawn = self._code.local(I64), self._code.local(I64)

    def written(self) -> int:
        """Write the function; return its number."""
        code, playing = self._code, self._playing
        code.i32(PENDING)
        code.i32(playing.work)
        code.store(op.I32_STORE, 0)
        code.i32(PENDING_COUNT)
        self._call("options", playing.work)
        code.do(op.I32_WRAP_I64)
        code.store(op.I32_STORE, 0)
        with code.block() as end, code.loop() as again:
            code.get(self._made)
            code.get(self._limit)
            code.do(op.I32_GE_U)
            code.jump_if(end)
            code.i32(playing.state)
            code.load(_LOADS[playing.slot_bits], playing.over * playing.slot_bits // 8)
            code.do(op.I64_EQZ, op.I32_EQZ)
            code.jump_if(end)
            code.get(self._made)
            code.i32(1)
            code.do(op.I32_ADD)
            code.set(self._made)
            self._decide()
            code.jump(again)
        code.get(self._made)
        return self._module.function(((I64, I32), (I32,)), code)

    def _call(self, name: str, work: int) -> None:
        """Call a function that takes no numbers; it pushes one."""
        self._code.i32(self._playing.state)
        self._code.i32(work)
        self._code.call(self._playing.functions[name])

    def _decide(self) -> None:
        """Choose one of the pending codes or skip; concede if there is neither."""
        code, playing = self._code, self._playing
        code.i32(PENDING_COUNT)
        code.load(op.I32_LOAD, 0)
        code.do(op.I64_EXTEND_I32_U)
        code.tee(self._count)
        self._call("may_skip", playing.end)  # the pending codes are in the work space
        code.do(op.I64_ADD)
        code.tee(self._number)
        code.do(op.I64_EQZ)
        with code.if_():
            self._call("concede", playing.work)
            code.do(op.DROP)
            code.otherwise()
            self._draw()
            code.get(self._drawn)
            code.get(self._count)
            code.do(op.I64_LT_S)
            with code.if_():
                code.i32(playing.state)
                code.i32(playing.work)
                code.i32(PENDING)
                code.load(op.I32_LOAD, 0)
                code.get(self._drawn)
                code.do(op.I32_WRAP_I64)
                code.i32(4)
                code.do(op.I32_MUL, op.I32_ADD)
                code.load(op.I64_LOAD32_S, 0)
                code.call(playing.functions["choose"])
                code.do(op.DROP)
                code.otherwise()
                self._call("skip", playing.work)
                code.do(op.DROP)

    def _draw(self) -> None:
        """Draw a number below `number`: the upper half of a product of 128 bits."""
        code = self._code
        code.get(self._seed)
        code.i64(_GAMMA)
        code.do(op.I64_ADD)
        code.tee(self._seed)
        code.set(self._drawn)
        for by, factor in ((30, _FIRST), (27, _SECOND), (31, 1)):
            code.get(self._drawn)
            code.get(self._drawn)
            code.i64(by)
            code.do(op.I64_SHR_U, op.I64_XOR)
            code.i64(factor)
            code.do(op.I64_MUL)
            code.set(self._drawn)
        code.get(self._drawn)
        code.i64(32)
        code.do(op.I64_SHR_U)
        code.get(self._number)
        code.do(op.I64_MUL)
        code.get(self._drawn)
        code.i64((1 << 32) - 1)
        code.do(op.I64_AND)
        code.get(self._number)
        code.do(op.I64_MUL)
        code.i64(32)
        code.do(op.I64_SHR_U, op.I64_ADD)
        code.i64(32)
        code.do(op.I64_SHR_U)
        code.set(self._drawn)
