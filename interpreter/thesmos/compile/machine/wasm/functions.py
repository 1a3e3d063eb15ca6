"""Prints functions of the machine form as WebAssembly.

Every function takes the addresses of the state and of its work space, then its parameters. A number
is an i64, a condition or an address an i32.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from thesmos.compile.machine import code
from thesmos.compile.machine.expressions import KINDS, Expr, Search, beyond, opposite
from thesmos.compile.machine.operations import NUMBER, OPERATIONS
from thesmos.compile.machine.wasm.module import I32, I64, WasmModule, signed, unsigned

_STATE, _WORK = 0, 1  # the first two locals of each function: addresses
_PENDING = 0  # the address where pending codes are noted
_VECTOR_BYTES = 16

_UNREACHABLE, _BLOCK, _LOOP, _IF, _END = 0x00, 0x02, 0x03, 0x04, 0x0B
_BR, _BR_IF, _BR_TABLE, _RETURN, _CALL, _DROP = 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x1A
_GET, _SET, _TEE, _I32_CONST, _I64_CONST, _NO_RESULT = 0x20, 0x21, 0x22, 0x41, 0x42, 0x40
_I32_ADD, _I32_MUL, _I32_AND = 0x6A, 0x6C, 0x71
_WRAP, _EXTEND_U, _I64_OR, _I64_SHL = 0xA7, 0xAD, 0x84, 0x86
_ROWS = {name: bytes.fromhex(row.wasm) for name, row in OPERATIONS.items()}

# After the prefix _VECTOR. The number of an instruction on lanes is that for 8 bits, plus a number
# for each doubling.
_VECTOR, _LOAD, _SHUFFLE, _SPLAT, _SUB, _BITMASK, _NARROW = (
    0xFD, 0, 13, 15, 113, 100, 69
)  # fmt: skip
_COMPARISONS = {"eq": 35, "les": 41, "leu": 42, "ges": 43}
_DOUBLINGS = {8: 0, 16: 1, 32: 2}
_LANES = {8: (16,), 16: (8, 16), 32: (4, 8)}  # the possible numbers of slots searched at once


class FunctionPrinter:
    """Prints functions into a module. tables: the addresses of constants, by number.

    numbers: those of the functions printed so far, by name, which the next one may call.
    """

    def __init__(self, module: WasmModule, tables: Sequence[int], numbers: dict[str, int]) -> None:
        self._module, self._tables, self._numbers = module, tables, numbers

    def add(self, function: code.MachineFunction) -> int:
        """Print a function; return its number in the module."""
        self._out, self._labels = bytearray(), [0]
        self._stays = -1, -1, -1  # where a local is set, the place after that, and the local
        self._kinds, self._reads = function.locals, Counter[int]()
        _count_reads(function.body, self._reads)
        types = [I64 if kind == NUMBER else I32 for kind in function.locals]
        parameters = types[: function.parameters]
        others = [local for local in self._reads if local >= function.parameters]
        others.sort(key=types.__getitem__)  # numbers, then the rest
        places = enumerate((*range(len(parameters)), *others), 2)
        self._places = {local: place for place, local in places}
        declared = [(sum(types[local] == kind for local in others), kind) for kind in (I64, I32)]
        self._body(function.body)
        if not function.body or not isinstance(function.body[-1], code.Leave):
            self._do(_UNREACHABLE)
        signature = (I32, I32, *parameters), (I64,) * function.results
        number = self._module.function(signature, declared, bytes(self._out))
        self._numbers[function.name] = number
        return number

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

    def _memory(self, instruction: bytes, offset: int) -> None:
        """Write an instruction that loads or stores, for any alignment."""
        self._out += instruction + b"\0" + unsigned(offset)

    def _get(self, local: int) -> None:
        """Push a local. If it has just been set, it is still on the stack."""
        start, end, last = self._stays
        if last == local and end == len(self._out):
            if self._reads[local] > 1:
                self._out[start] = _TEE
            else:
                del self._out[start:]
            self._stays = -1, -1, -1
        else:
            self._with(_GET, self._places[local])

    def _set(self, local: int) -> None:
        if not self._reads[local]:
            self._do(_DROP)
            return
        start = len(self._out)
        self._with(_SET, self._places[local])
        self._stays = start, len(self._out), local

    # ---------------------------------------------------------------- statements

    def _body(self, body: code.Body) -> None:
        for statement in body:
            self._statement(statement)

    def _inside(self, body: code.Body, label: int = 0) -> None:
        """Print a body inside a block whose first instruction is written already."""
        self._labels.append(label)
        self._body(body)
        self._labels.pop()

    def _jump(self, instruction: int, label: int) -> None:
        self._with(instruction, self._labels[::-1].index(label))

    def _statement(self, statement: code.Statement) -> None:
        match statement:
            case code.Do(operation):
                self._change(operation.op, operation.parts)
            case code.Assign(local, value):
                if self._reads[local]:
                    self._value(value)
                    self._set(local)
            case code.CallFunction(results, name, arguments):
                self._values(arguments)
                self._with(_CALL, self._numbers[name])
                for local in reversed(results):
                    self._set(local)
            case code.Leave(values):
                self._values(values)
                self._do(_RETURN)
            case code.Block(label, [code.Jump(past, Expr() as condition), *body], False) if (
                past == label
            ):
                self._value(opposite(condition))
                self._do(_IF, _NO_RESULT)
                self._inside(body, label)
                self._do(_END)
            case code.Block(label, body, again):
                self._do(_LOOP if again else _BLOCK, _NO_RESULT)
                self._inside(body, label)
                self._do(_END)
            case code.Jump(label, None):
                self._jump(_BR, label)
            case code.Jump(label, Expr() as condition):
                self._value(condition)
                self._jump(_BR_IF, label)
            case code.Switch(row, rows, bodies):
                self._switch(row, rows, bodies)

    def _change(self, word: str, parts: Sequence[Expr]) -> None:
        """Print an operation that gives nothing."""
        if word.startswith("write"):
            offset = self._place(parts[0])
            self._value(parts[1])
            self._memory(_ROWS[word], offset)
            return
        for part in parts if word != "fail" else ():
            self._lower(part)
        self._out += _ROWS[word]

    def _switch(self, chosen: Expr, rows: Sequence[int], bodies: Sequence[code.Body]) -> None:
        """Print a jump into nested blocks, from the inside out: the bodies, in order."""
        self._do(*(_BLOCK, _NO_RESULT) * (len(bodies) + 1))
        self._lower(chosen)
        self._with(_BR_TABLE, len(rows) - 1)
        for row in rows:
            self._out += unsigned(row)
        for depth, body in zip(range(len(bodies), 0, -1), bodies, strict=True):
            self._do(_END)
            self._labels += [0] * depth
            self._body(body)
            del self._labels[-depth:]
            self._with(_BR, depth - 1)
        self._do(_END)

    # --------------------------------------------------------------- expressions

    def _values(self, values: Sequence[Expr]) -> None:
        for value in values:
            self._value(value)

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
                offset = self._place(value)
                if offset:
                    self._i32(offset)
                    self._do(_I32_ADD)
            case "search":
                assert value.search
                self._search(value, value.search)
            case word if word.startswith("load"):
                self._memory(_ROWS[word], self._place(value.parts[0]))
            case word:
                self._values(value.parts)
                self._out += _ROWS[word]

    def _lower(self, value: Expr) -> None:
        """Push the lower half of a number; an address as it is."""
        if value.op == "number":
            self._i32(value.number)
            return
        self._value(value)
        kind = self._kinds[value.number] if value.op == "get" else KINDS.get(value.op, NUMBER)
        if kind == NUMBER:
            self._do(_WRAP)

    def _place(self, address: Expr) -> int:
        """Push an address; return what has to be added to it, from 0 on."""
        offset = 0
        if address.op == "index":
            offset, address = address.number, address.parts[0]
        if address.op == "table":
            self._i32(0)
            offset += self._tables[address.number]
        elif address.op == "pending":
            self._i32(_PENDING)
        elif address.op == "element":
            base, index = address.parts
            offset += self._element(base, index, address.number)
        else:
            self._value(address)
        if offset < 0:
            self._i32(offset)
            self._do(_I32_ADD)
        return max(offset, 0)

    def _element(self, base: Expr, index: Expr, size: int) -> int:
        """Push the address of an element; return what has to be added."""
        offset = self._tables[base.number] if base.op == "table" else self._place(base)
        self._lower(index)
        if size > 1:
            self._i32(size)
            self._do(_I32_MUL)
        if base.op != "table":
            self._do(_I32_ADD)
        return offset

    # ------------------------------------------------------------------ searches

    def _vector(self, instruction: int) -> None:
        self._with(_VECTOR, instruction)

    def _search(self, value: Expr, search: Search) -> None:
        """Push a word, combined from those of vectors."""
        for start, lanes, counting in search.vectors(_LANES[search.bits]):
            doublings, width = _DOUBLINGS[search.bits], _VECTOR_BYTES * 8 // search.bits
            self._compared(value, search, start)
            if lanes > width:  # two vectors become one, with lanes of half the size
                self._compared(value, search, start + width)
                self._vector(_NARROW + 32 * doublings)
                doublings -= 1
            self._vector(_BITMASK + 32 * doublings)
            if counting < lanes:
                self._i32((1 << counting) - 1)
                self._do(_I32_AND)
            self._do(_EXTEND_U)
            if start:
                self._i64(start)
                self._do(_I64_SHL, _I64_OR)

    def _compared(self, value: Expr, search: Search, start: int) -> None:
        """Push a vector with the results of comparing slots, from one on."""
        address, than = value.parts
        doublings = _DOUBLINGS[search.bits]
        self._load_slots(beyond(address, start * search.step * search.bits // 8), search)
        if search.minus:
            self._i32(search.minus)
            self._vector(_SPLAT + doublings)
            self._vector(_SUB + 32 * doublings)
        self._lower(than)
        self._vector(_SPLAT + doublings)
        self._vector(_COMPARISONS[search.compare] + 10 * doublings)

    def _load_slots(self, address: Expr, search: Search) -> None:
        """Push a vector of every `step`th slot: of several vectors, of which lanes are picked."""
        size = search.bits // 8
        lanes = _VECTOR_BYTES // size
        for number in range(search.step):
            offset = self._place(beyond(address, number * _VECTOR_BYTES))
            self._memory(bytes((_VECTOR, _LOAD)), offset)
            if number:
                self._vector(_SHUFFLE)
                for lane in range(lanes):
                    vector, source = divmod(lane * search.step, lanes)
                    if vector == number:
                        source += lanes
                    elif vector < number and number > 1:  # it is in its place already
                        source = lane
                    self._do(*range(source * size, (source + 1) * size))


def _count_reads(body: code.Body, reads: Counter[int]) -> None:
    """Count how often locals are read in a body; more often if it may be more than once."""
    values: list[Expr] = []
    for statement in body:
        for part in statement:
            for item in part if part.__class__ is tuple else (part,):
                if item.__class__ is Expr:
                    values.append(item)
                elif item.__class__ is list:
                    _count_reads(item, reads)
    while values:
        value = values.pop()
        if value.op == "get":
            reads[value.number] += 1
        else:
            values += value.parts if value.search is None else value.parts * 2
