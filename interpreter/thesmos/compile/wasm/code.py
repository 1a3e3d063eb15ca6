"""The code of one function under construction: instructions, blocks and locals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from thesmos.compile.wasm import opcodes as op

I32, I64, NOTHING = 0x7F, 0x7E, 0x40  # types; NOTHING is that of a block without a result
_SEVEN, _MORE = 0x7F, 0x80  # of a LEB128 byte: the bits of the number; whether more bytes follow


def unsigned(number: int) -> bytes:
    """Return a number from 0 on in LEB128: seven bits to a byte, the lowest first."""
    made = bytearray()
    while number > _SEVEN:
        made.append(number & _SEVEN | _MORE)
        number >>= 7
    made.append(number)
    return bytes(made)


def signed(number: int) -> bytes:
    """Return a number in signed LEB128: the highest bit of the last seven is its sign."""
    made = bytearray()
    while number >> 6 not in (0, -1):
        made.append(number & _SEVEN | _MORE)
        number >>= 7
    made.append(number & _SEVEN)
    return bytes(made)


class Code:
    """The code of a function. parameters: their types; they are the first locals.

    Instructions take values from a stack and leave values there. A label is the depth of a block.
    """

    def __init__(self, parameters: Sequence[int]) -> None:
        self.out = bytearray()
        self._parameters = len(parameters)
        self._locals: list[int] = []
        self._depth = 0
        # By type: temporary locals, and how many of them are in use.
        self._spare: dict[int, list[int]] = {I32: [], I64: []}
        self._used = {I32: 0, I64: 0}

    # ---------------------------------------------------------------------- locals

    def local(self, kind: int) -> int:
        """Return a new local."""
        self._locals.append(kind)
        return self._parameters + len(self._locals) - 1

    def spare(self, kind: int) -> int:
        """Return a local for use until the present `scope` ends."""
        spare, used = self._spare[kind], self._used[kind]
        if used == len(spare):
            spare.append(self.local(kind))
        self._used[kind] += 1
        return spare[used]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Free at the end the spare locals that were taken inside."""
        used = {**self._used}
        yield
        self._used = used

    def get(self, local: int) -> None:
        """Push a local."""
        self._with(op.LOCAL_GET, local)

    def set(self, local: int) -> None:
        """Pop a local."""
        self._with(op.LOCAL_SET, local)

    def tee(self, local: int) -> None:
        """Set a local to the top of the stack, and leave it there."""
        self._with(op.LOCAL_TEE, local)

    # ---------------------------------------------------------------- instructions

    def do(self, *instructions: int) -> None:
        """Write instructions without operands in the code."""
        self.out += bytes(instructions)

    def i32(self, number: int) -> None:
        """Push a number of 32 bits."""
        self.out.append(op.I32_CONST)
        self.out += signed(number)

    def i64(self, number: int) -> None:
        """Push a number of 64 bits, or a set as bits."""
        number &= (1 << 64) - 1
        self.out.append(op.I64_CONST)
        self.out += signed(number - (1 << 64) if number >> 63 else number)

    def load(self, instruction: int, offset: int) -> None:
        """Load from an address that is on the stack, plus an offset."""
        self.out += bytes((instruction, 0)) + unsigned(offset)

    store = load  # written in the same way

    def vector(self, instruction: int) -> None:
        """Write an instruction about vectors."""
        self.out.append(op.VECTOR)
        self.out += unsigned(instruction)

    def load_vector(self, offset: int) -> None:
        """Load a vector from an address that is on the stack, plus an offset."""
        self.vector(op.V128_LOAD)
        self.out += b"\0" + unsigned(offset)

    def splat(self, number: int, bits: int) -> None:
        """Push a vector with the same number in all lanes of so many bits."""
        self.vector(op.V128_CONST)
        self.out += (number & (1 << bits) - 1).to_bytes(bits // 8, "little") * (128 // bits)

    def copy_memory(self) -> None:
        """Copy memory; pops the address to copy to, the one to copy from, and how many bytes."""
        self.out += bytes((op.MORE, op.MEMORY_COPY, 0, 0))

    def fill_memory(self) -> None:
        """Fill memory; pops the address, the byte, and how many times it is written."""
        self.out += bytes((op.MORE, op.MEMORY_FILL, 0))

    def call(self, function: int) -> None:
        """Call a function, by its number in the module."""
        self._with(op.CALL, function)

    def _with(self, instruction: int, number: int) -> None:
        self.out.append(instruction)
        self.out += unsigned(number)

    # ---------------------------------------------------------------------- blocks

    @contextmanager
    def block(self) -> Iterator[int]:
        """Write a block, and yield its label: a jump to it goes to the end of the block."""
        yield self._begin(op.BLOCK, NOTHING)
        self._end()

    @contextmanager
    def loop(self) -> Iterator[int]:
        """Write a loop, and yield its label: a jump to it goes to the beginning of the loop."""
        yield self._begin(op.LOOP, NOTHING)
        self._end()

    @contextmanager
    def if_(self, result: int = NOTHING) -> Iterator[None]:
        """Write what is done if a condition on the stack holds. result: the type it pushes."""
        self._begin(op.IF, result)
        yield
        self._end()

    def otherwise(self) -> None:
        """Begin the part of an `if_` that is done if the condition does not hold."""
        self.out.append(op.ELSE)

    def _begin(self, instruction: int, result: int) -> int:
        self.out += bytes((instruction, result))
        self._depth += 1
        return self._depth

    def _end(self) -> None:
        self.out.append(op.END)
        self._depth -= 1

    def jump(self, label: int) -> None:
        """Jump to a label."""
        self._with(op.BR, self._depth - label)

    def jump_if(self, label: int) -> None:
        """Jump to a label if a condition on the stack holds."""
        self._with(op.BR_IF, self._depth - label)

    def choose(self, index: int, rows: Sequence[int], cases: Sequence[Callable[[], None]]) -> None:
        """Do one of the cases. index: the local with the number of a row; rows: their cases."""
        end, impossible = self._begin(op.BLOCK, NOTHING), self._begin(op.BLOCK, NOTHING)
        labels = [self._begin(op.BLOCK, NOTHING) for _ in cases]
        self.get(index)
        self._with(op.BR_TABLE, len(rows))
        for label in (*(labels[case] for case in rows), impossible):
            self.out += unsigned(self._depth - label)
        for case in reversed(cases):
            self._end()
            case()
            self.jump(end)
        self._end()
        self.do(op.UNREACHABLE)
        self._end()

    # ------------------------------------------------------------------------ result

    def body(self) -> bytes:
        """Return the function as it is encoded in a module."""
        runs: list[list[int]] = []  # successive locals of one type
        for kind in self._locals:
            if runs and runs[-1][1] == kind:
                runs[-1][0] += 1
            else:
                runs.append([1, kind])
        declared = b"".join(unsigned(count) + bytes((kind,)) for count, kind in runs)
        whole = unsigned(len(runs)) + declared + self.out + bytes((op.END,))
        return unsigned(len(whole)) + whole
