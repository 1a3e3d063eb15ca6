"""Prints functions of the machine form as WebAssembly.

Every function takes the addresses of the state and of its work space, then its parameters. A number
is an i64, a condition or an address an i32; numbers of which only the lower half matters are
computed as i32, too. A local that is read where it has just been set stays on the stack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from thesmos.compile.machine.form import (
    NOTHING,
    WORD,
    Assign,
    Block,
    Body,
    CallFunction,
    Choose,
    Copy,
    Expr,
    Fail,
    FillBytes,
    Jump,
    Leave,
    MachineFunction,
    Search,
    Statement,
    Switch,
    Write,
    beyond,
)
from thesmos.compile.machine.wasm.module import I32, I64, WasmModule, signed, unsigned

_STATE, _WORK = 0, 1  # the first two locals of each function: addresses
_PENDING = 0  # the address where pending codes are noted
_VECTOR_BYTES = 16
_UNROLLED = 384  # bytes: up to so many are copied or filled without a loop

_UNREACHABLE, _BLOCK, _LOOP, _IF, _ELSE, _END = 0x00, 0x02, 0x03, 0x04, 0x05, 0x0B
_BR, _BR_IF, _BR_TABLE, _RETURN, _CALL, _DROP, _SELECT = 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x1A, 0x1B
_GET, _SET, _TEE, _I32_CONST, _I64_CONST, _NO_RESULT = 0x20, 0x21, 0x22, 0x41, 0x42, 0x40
_I32_EQZ, _I64_EQZ, _I32_ADD, _I32_MUL, _I32_AND, _I32_OR, _I32_SHL = (
    0x45, 0x50, 0x6A, 0x6C, 0x71, 0x72, 0x74,
)  # fmt: skip
_WRAP, _EXTEND_S, _EXTEND_U, _I64_OR, _I64_SHL = 0xA7, 0xAC, 0xAD, 0x84, 0x86

# The instruction of each operation: on numbers, and on their lower halves where that is the same.
_ROWS = {
    "add": 0x7C, "sub": 0x7D, "mul": 0x7E, "divs": 0x7F, "divu": 0x80, "rems": 0x81, "remu": 0x82,
    "and": 0x83, "or": 0x84, "xor": 0x85, "shl": 0x86, "sar": 0x87, "shr": 0x88, "ctz": 0x7A,
    "popcnt": 0x7B, "eq": 0x51, "ne": 0x52, "lts": 0x53, "ltu": 0x54, "gts": 0x55, "les": 0x57,
    "ges": 0x59, "not": _I32_EQZ, "both": _I32_AND, "either": _I32_OR, "select": _SELECT,
}  # fmt: skip
_LOWER = {"add": 0x6A, "sub": 0x6B, "mul": 0x6C, "and": 0x71, "or": 0x72, "xor": 0x73}
_LOWER_TESTS = {
    "eq": 0x46, "ne": 0x47, "lts": 0x48, "ltu": 0x49, "gts": 0x4A, "les": 0x4C, "ges": 0x4E,
}  # fmt: skip
_LOADS = {
    "load 8s": 0x30, "load 16s": 0x32, "load 32s": 0x34, "load 64": 0x29, "load watched": 0x29,
    "load address": 0x28,
}  # fmt: skip
_LOWER_LOADS = {"load 8s": 0x2C, "load 16s": 0x2E, "load 32s": 0x28}
_STORES = {0: 0x36, 8: 0x3A, 16: 0x3B, 32: 0x36, 64: 0x37}

# After the prefix _MORE, or _VECTOR; of the latter by the bits of a lane.
_MORE, _MEMORY_COPY, _MEMORY_FILL = 0xFC, 10, 11
_VECTOR, _V128_LOAD, _V128_STORE, _V128_CONST, _SHUFFLE = 0xFD, 0, 11, 12, 13
_SPLAT, _EQ = {8: 15, 16: 16, 32: 17}, {8: 35, 16: 45, 32: 55}
_LE_S, _LE_U, _GE_S = {8: 41, 16: 51, 32: 61}, {8: 42, 16: 52, 32: 62}, {8: 43, 16: 53, 32: 63}
_SUB, _BITMASK = {8: 113, 16: 145, 32: 177}, {8: 100, 16: 132, 32: 164}
_NARROW = {16: 101, 32: 133}


class FunctionPrinter:
    """Prints functions into a module. tables: the addresses of constants, by number.

    numbers: those of the functions printed so far, by name, which the next one may call.
    """

    def __init__(self, module: WasmModule, tables: Sequence[int], numbers: dict[str, int]) -> None:
        self._module, self._tables, self._numbers = module, tables, numbers

    def add(self, function: MachineFunction) -> int:
        """Print a function; return its number in the module."""
        self._out = bytearray()
        self._reads, self._stays = Counter[int](), (-1, -1, -1)
        _count_reads(function.body, self._reads)
        self._function, self._labels = function, [0]
        self._places: dict[int, int] = {}
        place, counts = 2, [0, 0]
        given = [*range(function.parameters)]
        others = [local for local in self._reads if local >= function.parameters]
        for local in given:
            self._places[local] = place
            place += 1
        for number, kind in enumerate((I64, I32)):
            for local in others:
                if self._type(function.locals[local]) == kind:
                    self._places[local] = place
                    place += 1
                    counts[number] += 1
        self._body(function.body)
        if not function.body or not isinstance(function.body[-1], Leave):
            self._do(_UNREACHABLE)
        kinds = [self._type(kind) for kind in function.locals[: function.parameters]]
        signature = (I32, I32, *kinds), (I64,) * function.results
        declared = zip(counts, (I64, I32), strict=True)
        number = self._module.function(signature, declared, bytes(self._out))
        self._numbers[function.name] = number
        return number

    @staticmethod
    def _type(kind: str) -> int:
        return I64 if kind == "number" else I32

    # -------------------------------------------------------------- instructions

    def _do(self, *instructions: int) -> None:
        self._out += bytes(instructions)

    def _with(self, instruction: int, number: int) -> None:
        self._out.append(instruction)
        self._out += unsigned(number)

    def _i32(self, number: int) -> None:
        number &= (1 << 32) - 1
        self._out.append(_I32_CONST)
        self._out += signed(number - (1 << 32) if number >> 31 else number)

    def _i64(self, number: int) -> None:
        self._out.append(_I64_CONST)
        self._out += signed(number)

    def _vector(self, instruction: int) -> None:
        self._out.append(_VECTOR)
        self._out += unsigned(instruction)

    def _memory(self, instruction: int, offset: int) -> None:
        """Write an instruction that loads or stores."""
        self._out += bytes((instruction, 0)) + unsigned(offset)

    def _vector_memory(self, instruction: int, offset: int) -> None:
        self._vector(instruction)
        self._out += b"\0" + unsigned(offset)

    def _constant_vector(self, number: int, bits: int) -> None:
        self._vector(_V128_CONST)
        self._out += (number & (1 << bits) - 1).to_bytes(bits // 8, "little") * (128 // bits)

    def _get(self, local: int) -> None:
        """Push a local. If it has just been set, it is still on the stack."""
        before, after, last = self._stays
        if last == local and after == len(self._out):
            del self._out[before:]
            self._stays = (-1, -1, -1)
            if self._reads[local] > 1:
                self._with(_TEE, self._places[local])
            return
        self._with(_GET, self._places[local])

    def _set(self, local: int) -> None:
        if not self._reads[local]:
            self._do(_DROP)
            return
        before = len(self._out)
        self._with(_SET, self._places[local])
        self._stays = before, len(self._out), local

    # ---------------------------------------------------------------- statements

    def _body(self, body: Body) -> None:
        for statement in body:
            self._statement(statement)

    def _inside(self, body: Body, label: int = 0) -> None:
        """Print a body inside a block whose first instruction is written already."""
        self._labels.append(label)
        self._body(body)
        self._labels.pop()

    def _jump(self, instruction: int, label: int) -> None:
        self._with(instruction, self._labels[::-1].index(label))

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign(local, value):
                if self._reads[local]:
                    self._value(value)
                    self._set(local)
            case Write(bits, address, offset, value):
                offset = self._place(address, offset)
                self._value(value) if bits in (0, WORD) else self._lower(value)
                self._memory(_STORES[bits], offset)
            case CallFunction(results, name, arguments):
                for argument in arguments:
                    self._value(argument)
                self._with(_CALL, self._numbers[name])
                for local in reversed(results):
                    self._set(local)
            case Copy():
                self._copy(statement)
            case FillBytes():
                self._fill(statement)
            case Fail():
                self._do(_UNREACHABLE)
            case _:
                self._control(statement)

    def _control(self, statement: Statement) -> None:
        """Print a statement that decides what comes next."""
        match statement:
            case Choose(condition, then, otherwise):
                self._value(condition)
                self._do(_IF, _NO_RESULT)
                self._inside(then)
                if otherwise:
                    self._do(_ELSE)
                    self._inside(otherwise)
                self._do(_END)
            case Block(label, body, again):
                self._do(_LOOP if again else _BLOCK, _NO_RESULT)
                self._inside(body, label)
                self._do(_END)
            case Jump(label, None):
                self._jump(_BR, label)
            case Jump(label, Expr() as condition):
                self._value(condition)
                self._jump(_BR_IF, label)
            case Leave(values):
                for value in values:
                    self._value(value)
                self._do(_RETURN)
            case Switch(row, rows, bodies):
                self._switch(row, rows, bodies)

    def _switch(self, chosen: Expr, rows: Sequence[int], bodies: Sequence[Body]) -> None:
        """Print a jump into nested blocks, from the inside out: the bodies, in order."""
        self._do(*(_BLOCK, _NO_RESULT) * (len(bodies) + 1))
        self._lower(chosen)
        self._with(_BR_TABLE, len(rows) - 1)
        for row in rows:
            self._out += unsigned(row)
        for place, body in enumerate(bodies):
            self._do(_END)
            depth = len(bodies) - place
            self._labels += [0] * depth
            self._body(body)
            del self._labels[-depth:]
            if depth > 1:
                self._with(_BR, depth - 1)
        self._do(_END)

    def _copy(self, copy: Copy) -> None:
        size = copy.size.number if copy.size.op == "number" and not copy.overlap else _UNROLLED + 1
        if size > _UNROLLED:
            self._value(copy.to)
            self._value(copy.start)
            self._lower(copy.size)
            self._out += bytes((_MORE, _MEMORY_COPY, 0, 0))
            return
        for start, piece in _pieces(size):
            to = self._place(copy.to, start)
            offset = self._place(copy.start, start)
            if piece == _VECTOR_BYTES:
                self._vector_memory(_V128_LOAD, offset)
                self._vector_memory(_V128_STORE, to)
            else:
                self._memory(_LOADS[f"load {8 * piece}{'s' if piece < 8 else ''}"], offset)  # noqa: PLR2004
                self._memory({8: 0x37, 4: 0x3E, 2: 0x3D, 1: 0x3C}[piece], to)

    def _fill(self, fill: FillBytes) -> None:
        size = fill.size.number if fill.size.op == "number" else 0
        if size > _UNROLLED or not size:
            self._value(fill.to)
            self._i32(fill.byte)
            self._lower(fill.size)
            self._out += bytes((_MORE, _MEMORY_FILL, 0))
            return
        for start, piece in _pieces(size):
            to = self._place(fill.to, start)
            if piece == _VECTOR_BYTES:
                self._constant_vector(fill.byte, 8)
                self._vector_memory(_V128_STORE, to)
            else:
                self._i64(int.from_bytes(bytes((fill.byte & 0xFF,)) * piece, "little", signed=True))
                self._memory({8: 0x37, 4: 0x3E, 2: 0x3D, 1: 0x3C}[piece], to)

    # --------------------------------------------------------------- expressions

    def _value(self, value: Expr) -> None:
        """Push an expression, of the type of its kind."""
        match value.op:
            case "number":
                self._i64(value.number)
            case "bit":
                self._i32(value.number)
            case "get":
                self._get(value.number)
            case "state" | "work":
                self._with(_GET, _STATE if value.op == "state" else _WORK)
            case "pending" | "table" | "index" | "element":
                offset = self._place(value, 0)
                if offset:
                    self._i32(offset)
                    self._do(_I32_ADD)
            case _:
                self._operation(value)

    def _operation(self, value: Expr) -> None:
        match value.op:
            case "search":
                assert value.search
                self._search(value, value.search)
            case "of bit" | "distance":
                self._lower(value)
                self._do(_EXTEND_U)
            case word if word in _LOADS:
                self._memory(_LOADS[word], self._place(value.parts[0], value.number))
            case word if word in _LOWER_TESTS:
                self._test(value)
            case "select":
                condition, then, otherwise = value.parts
                self._value(then)
                self._value(otherwise)
                self._value(condition)
                self._do(_SELECT)
            case word:
                for part in value.parts:
                    self._value(part)
                self._do(_ROWS[word])

    def _test(self, value: Expr) -> None:
        left, right = value.parts
        if _is_narrow(left) and _is_narrow(right):
            self._lower(left)
            if value.op == "eq" and right == NOTHING:
                self._do(_I32_EQZ)
                return
            self._lower(right)
            self._do(_LOWER_TESTS[value.op])
            return
        self._value(left)
        if value.op == "eq" and right == NOTHING:
            self._do(_I64_EQZ)
            return
        self._value(right)
        self._do(_ROWS[value.op])

    def _lower(self, value: Expr) -> None:
        """Push the lower half of a number, as an i32."""
        match value.op:
            case "number":
                self._i32(value.number)
            case "of bit":
                self._value(value.parts[0])
            case "distance":
                self._value(value.parts[0])
                self._value(value.parts[1])
                self._do(_LOWER["sub"])
            case word if word in _LOWER_LOADS:
                self._memory(_LOWER_LOADS[word], self._place(value.parts[0], value.number))
            case word if word in _LOWER:
                for part in value.parts:
                    self._lower(part)
                self._do(_LOWER[word])
            case "shl" if value.parts[1].op == "number" and value.parts[1].number < 32:  # noqa: PLR2004
                self._lower(value.parts[0])
                self._lower(value.parts[1])
                self._do(_I32_SHL)
            case _:
                self._value(value)
                self._do(_WRAP)

    def _place(self, address: Expr, offset: int) -> int:
        """Push an address; return what has to be added to it, from 0 on."""
        while address.op == "index":
            offset, address = offset + address.number, address.parts[0]
        if address.op == "element":
            base, index = address.parts
            while base.op == "index":
                offset, base = offset + base.number, base.parts[0]
            if base.op == "table":
                offset += self._tables[base.number]
            else:
                self._value(base)
            self._scaled(index, address.number)
            if base.op != "table":
                self._do(_I32_ADD)
        elif address.op == "table":
            self._i32(0)
            offset += self._tables[address.number]
        elif address.op == "pending":
            self._i32(_PENDING)
        else:
            self._value(address)
        if offset < 0:
            self._i32(offset)
            self._do(_I32_ADD)
        return max(offset, 0)

    def _scaled(self, index: Expr, size: int) -> None:
        self._lower(index)
        if size & size - 1:
            self._i32(size)
            self._do(_I32_MUL)
        elif size > 1:
            self._i32(size.bit_length() - 1)
            self._do(_I32_SHL)

    # ------------------------------------------------------------------ searches

    def _search(self, value: Expr, search: Search) -> None:
        """Push a word; 32 slots at a time are combined in an i32."""
        for start in range(0, search.slots, 32):
            self._bits(value, search, start, min(32, search.slots - start))
            self._do(_EXTEND_U)
            if start:
                self._i64(start)
                self._do(_I64_SHL, _I64_OR)

    def _bits(self, value: Expr, search: Search, start: int, count: int) -> None:
        """Push the bits of at most 32 slots, from one on, as an i32."""
        lanes = 128 // search.bits
        step = lanes * 2 if search.bits in _NARROW else lanes
        for at in range(0, count, step):
            some = min(step, count - at)
            self._compared(value, search, start + at, min(some, lanes))
            bits = search.bits
            if some > lanes:  # two vectors become one, with lanes of half the size
                self._compared(value, search, start + at + lanes, some - lanes)
                self._vector(_NARROW[bits])
                bits //= 2
            self._vector(_BITMASK[bits])
            if some not in (lanes, step):
                self._i32((1 << some) - 1)
                self._do(_I32_AND)
            if at:
                self._i32(at)
                self._do(_I32_SHL, _I32_OR)

    def _compared(self, value: Expr, search: Search, start: int, count: int) -> None:
        """Push a vector with the results of comparing slots from one on."""
        bits, edge = search.bits, 1 << search.bits - 1
        address, *than = value.parts
        self._load_slots(address, value.number + start * search.step * bits // 8, search, count)
        if than:
            self._lower(than[0])
            self._vector(_SPLAT[bits])
            self._vector(_EQ[bits] if search.compare == "equal" else _LE_S[bits])
            return
        low, high = search.low, search.high
        if low == high:
            self._constant_vector(low, bits)
            self._vector(_EQ[bits])
        elif low == -edge:
            self._constant_vector(high, bits)
            self._vector(_LE_S[bits])
        elif high == edge - 1:
            self._constant_vector(low, bits)
            self._vector(_GE_S[bits])
        else:
            self._constant_vector(low, bits)
            self._vector(_SUB[bits])
            self._constant_vector(high - low, bits)
            self._vector(_LE_U[bits])

    def _load_slots(self, address: Expr, offset: int, search: Search, count: int) -> None:
        """Push a vector of every `step`th slot: of several vectors, of which lanes are picked."""
        size = search.bits // 8
        lanes = _VECTOR_BYTES // size
        for number in range((count - 1) * search.step // lanes + 1):
            place = self._place(beyond(address, offset + number * _VECTOR_BYTES), 0)
            self._vector_memory(_V128_LOAD, place)
            if number:
                self._vector(_SHUFFLE)
                for lane in range(lanes):
                    vector, source = divmod(lane * search.step, lanes)
                    if vector == number:
                        source += lanes
                    elif vector > number:
                        source = 0
                    elif number > 1:  # it is in its place already
                        source = lane
                    self._do(*range(source * size, (source + 1) * size))


def _is_narrow(value: Expr) -> bool:
    """Return whether a number has at most 32 bits, with its sign, and is one without computing."""
    if value.op == "number":
        return -(1 << 31) <= value.number < 1 << 31
    return value.op in _LOWER_LOADS or value.op in ("of bit", "distance")


def _pieces(size: int) -> list[tuple[int, int]]:
    """Return where parts of a number of bytes begin, and their sizes: as few as there can be."""
    pieces, start = [], 0
    for piece in (16, 8, 4, 2, 1):
        while size - start >= piece:
            pieces.append((start, piece))
            start += piece
    return pieces


def _count_reads(body: Body, reads: Counter[int]) -> None:
    """Count how often locals are read in a body; twice if it may be more than once."""
    exprs: list[Expr] = []
    for statement in body:
        times = 2 if isinstance(statement, Copy | FillBytes) else 1
        for part in statement:
            for each in part if part.__class__ is tuple else (part,):
                if each.__class__ is Expr:
                    exprs += (each,) * times
                elif each.__class__ is list:
                    _count_reads(each, reads)
    while exprs:
        value = exprs.pop()
        if value.op == "get":
            reads[value.number] += 1
        elif value.parts:
            exprs += value.parts if value.search is None else value.parts * 2
