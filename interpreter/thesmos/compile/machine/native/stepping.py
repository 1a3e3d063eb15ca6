"""What machine code does of a State and a Cursor: methods of Python types, in the small language.

The text knows no game. Each match has a *table*: the addresses of its functions, of functions of
Python, and what it needs to know besides. An object of Python begins with words of Python's own;
then come, as words of 64 bits:

- of a State: its table, flags, how many codes, its hash, how it was reached, how many turns began,
  and objects of Python, once there are: the same state of Python, its decision, the options of
  this; then, as bytes, the state, the state before, and its codes. Nothing else ever changes.
- of a Cursor: its table, flags, the number and the address of its codes, and where pending codes
  are noted; then, as bytes, the state and work space.

Methods are called with Python's lock. They use the table's memory only between two calls of Python.
"""

from __future__ import annotations

import sys

from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.native import deciding
from thesmos.compile.machine.native.deciding import SHEET_FIELDS
from thesmos.compile.machine.native.hosted_play import CONSTANTS, HOSTED_PLAY
from thesmos.compile.machine.small_language import functions, words

# Functions of Python, by their names; then those of a match; then what else is in a table.
PYTHON_FUNCTIONS = (
    "PyLong_AsSsize_t", "PyLong_FromSsize_t", "PyErr_Clear", "PyErr_Occurred", "PyTuple_New",
    "Py_NewRef", "Py_DecRef", "_PyObject_NewVar", "PyObject_Free", "PyBool_FromLong",
    "PyBytes_FromStringAndSize", "PyObject_GetAttrString", "PyObject_CallOneArg",
    "PyObject_RichCompare", "PyDict_GetItemWithError", "PyType_GenericAlloc",
    "PyObject_GenericSetAttr",
)  # fmt: skip
MATCH_FUNCTIONS = "options", "may_skip", "choose", "skip", "concede"
# How a method is called that does in Python what machine code leaves to it.
SLOW_METHODS = (
    "_take", "_skip", "_concede", "_ended", "_same", "_decide", "_write", "_apply", "_play", "_put",
)  # fmt: skip
NUMBERS = (
    "bits", "size", "slots", "winners", "chooser", "work_size", "state", "work", "pending",
    "numbers", "skip_code", "minus_one", "owner", "none", "not_implemented", "int_type",
    "state_type", "state_class", "cursor_state", "cursor_size", "sheet",
)  # fmt: skip
WORDS = PYTHON_FUNCTIONS + MATCH_FUNCTIONS + tuple(f"text{m}" for m in SLOW_METHODS) + NUMBERS
LOADED = -4  # how a state was reached, if it was not; otherwise as in play/state.py

_HEAD = object.__basicsize__ // 8 + 1  # words that Python's own part of an object has
_BOTH = "table", "flags", "count"
_STATE = words((*_BOTH, "hash", "reached", "turns", "plain", "decided", "offered"), _HEAD)
_CURSOR = words((*_BOTH, "codes"), _HEAD)
_PENDING = 4  # words, one more than are noted
STATE_SIZE = 8 * (_HEAD + len(_STATE))
CURSOR_SIZE = 8 * (_HEAD + len(_CURSOR) + _PENDING)
TUPLE_ITEMS = tuple.__basicsize__

_FIELDS = words(WORDS) | words(("type",), _HEAD - 2) | _STATE | _CURSOR | SHEET_FIELDS
_CONSTANTS = {
    **CONSTANTS, **deciding.CONSTANTS, "LOADED": LOADED, "LOW_HALF": (1 << 32) - 1,
    "S_DATA": STATE_SIZE, "C_PENDING": CURSOR_SIZE - 8 * _PENDING, "C_DATA": CURSOR_SIZE,
    "ITEMS": TUPLE_ITEMS,
    # As tuples of numbers are hashed.
    "HASH1": deciding.SPREAD, "HASH2": 14029467366897019727, "HASH5": 2870177450012600261,
    "HASH_SIZES": 2870177450012600261 ^ 3527539, "HASH_OF_ERROR": 1546275796,
}  # fmt: skip

_COMMON = """
def is_offered(codes, count, code):
    low = 0
    high = count
    while low < high:
        middle = (low + high) >> 1
        present = I32[codes, middle]
        if present == code:
            return 1
        elif present < code:
            low = middle + 1
        else:
            high = middle
    return 0

def with_codes(table, new, codes, count):
    numbers = table.numbers
    for place in range(count):
        I64[new + ITEMS, place] = table.Py_NewRef(I64[numbers, I32[codes, place]])
    return new

def truth(table, number):
    return table.PyBool_FromLong(number != 0)

def slowly(table, self, name, argument):
    method = table.PyObject_GetAttrString(self, name)
    if method == 0:
        return 0
    result = table.PyObject_CallOneArg(method, argument)
    table.Py_DecRef(method)
    return result

def code_of(table, number):
    if number.type != table.int_type:
        return LOADED
    code = table.PyLong_AsSsize_t(number)
    if code == -1:
        if table.PyErr_Occurred() != 0:
            table.PyErr_Clear()
            return LOADED
    return code

def release(table, kept):
    if kept != 0:
        table.Py_DecRef(kept)
    return 0

def freed(table, self):
    kind = self.type
    table.PyObject_Free(self)
    table.Py_DecRef(kind)
    table.Py_DecRef(table.owner)
    return 0

def new_state(table, state, pending, flags, before, reached):
    count = I64[pending, 1]
    size = table.size
    self = table._PyObject_NewVar(table.state_type, size + size + 4 * count)
    if self == 0:
        return 0
    self.hash = -1
    self.table = table
    self.flags = flags & 7
    self.count = count
    self.reached = reached
    self.turns = flags >> 3
    self.plain = 0
    self.decided = 0
    self.offered = 0
    copy(self + S_DATA, state, size)
    copy(self + S_DATA + size, before, size)
    copy(self + S_DATA + size + size, I64[pending, 0], 4 * count)
    table.Py_NewRef(table.owner)
    return self
"""

_STATE_METHODS = """
def state_of(table, data, before, reached, turns):
    state = table.state
    pending = table.pending
    copy(state, data, table.size)
    flags = listed(table, state, table.work, pending)
    return new_state(table, state, pending, flags | (turns << 3), before, reached)

def state_dealloc(self):
    table = self.table
    release(table, self.plain)
    release(table, self.decided)
    release(table, self.offered)
    return freed(table, self)

def followed(self, code):
    table = self.table
    state = table.state
    pending = table.pending
    copy(state, self + S_DATA, table.size)
    flags = after(table, state, table.work, pending, code)
    return new_state(table, state, pending, flags, self + S_DATA, code)

def state_take(self, number):
    table = self.table
    code = code_of(table, number)
    size = table.size
    if is_offered(self + S_DATA + size + size, self.count, code):
        return followed(self, code)
    return slowly(table, self, table.text_take, number)

def state_skip(self, nothing):
    table = self.table
    if self.flags & SKIPS:
        return followed(self, SKIPPED)
    return slowly(table, self, table.text_skip, table.none)

def state_concede(self, nothing):
    table = self.table
    over = self.flags & ENDED
    if (over == 0) and (slot(table, self + S_DATA, table.chooser) >= 0):
        return followed(self, CONCEDED)
    return slowly(table, self, table.text_concede, table.none)

def state_codes(self, closure):
    table = self.table
    count = self.count
    new = table.PyTuple_New(count)
    if new == 0:
        return 0
    size = table.size
    return with_codes(table, new, self + S_DATA + size + size, count)

def state_may_skip(self, closure):
    return truth(self.table, self.flags & SKIPS)

def state_over(self, closure):
    return truth(self.table, self.flags & ENDED)

def state_result(self, closure):
    table = self.table
    if self.flags & ENDED:
        return slowly(table, self, table.text_ended, table.none)
    return table.Py_NewRef(table.none)

def state_turns_begun(self, closure):
    return self.table.PyLong_FromSsize_t(self.turns)

def state__chooser(self, closure):
    table = self.table
    return table.PyLong_FromSsize_t(slot(table, self + S_DATA, table.chooser))

def state__how(self, closure):
    return self.table.PyLong_FromSsize_t(self.reached)

def state__data(self, closure):
    return self.table.PyBytes_FromStringAndSize(self + S_DATA, self.table.size)

def state__before(self, closure):
    size = self.table.size
    return self.table.PyBytes_FromStringAndSize(self + S_DATA + size, size)

def state__owner(self, closure):
    return self.table.Py_NewRef(self.table.owner)

def state___class__(self, closure):
    return self.table.Py_NewRef(self.table.state_class)

def state__plain(self, closure):
    table = self.table
    if self.plain == 0:
        new = slowly(table, self, table.text_same, table.none)
        if new == 0:
            return 0
        if self.plain == 0:
            self.plain = new
        else:
            table.Py_DecRef(new)
    return table.Py_NewRef(self.plain)

def state_hash(self):
    hashed = self.hash
    if hashed != -1:
        return hashed
    table = self.table
    hashed = HASH5
    for place in range(table.slots):
        number = slot(table, self + S_DATA, place)
        if number == -1:
            number = -2
        hashed = hashed + number * HASH2
        hashed = ((hashed << 31) | (hashed >> 33)) * HASH1
    hashed = hashed + (table.slots ^ HASH_SIZES)
    if hashed == -1:
        hashed = HASH_OF_ERROR
    self.hash = hashed
    return hashed

def are_equal(first, second, size):
    for place in range(size >> 3):
        if I64[first, place] != I64[second, place]:
            return 0
    place = size & -8
    while place < size:
        if I8[first, place] != I8[second, place]:
            return 0
        place += 1
    return 1

def state_compare(self, other, how):
    table = self.table
    how = how & LOW_HALF
    if (how != 2) and (how != 3):
        return table.Py_NewRef(table.not_implemented)
    if other.type == table.state_type:
        if other.table == table:
            equal = are_equal(self + S_DATA, other + S_DATA, table.size)
            return truth(table, equal == (how == 2))
    plain = state__plain(self, 0)
    if plain == 0:
        return 0
    result = table.PyObject_RichCompare(plain, other, how)
    table.Py_DecRef(plain)
    return result
"""

_CURSOR_METHODS = """
def cursor_of(table, kind, state):
    self = table._PyObject_NewVar(kind, table.cursor_size)
    if self == 0:
        return 0
    self.table = table
    table.Py_NewRef(table.owner)
    placed(self, state)
    return self

def cursor_dealloc(self):
    return freed(self.table, self)

def noted(self, flags):
    self.codes = I64[self + C_PENDING, 0]
    self.count = I64[self + C_PENDING, 1]
    self.flags = flags & 7
    return 1

def placed(self, state):
    table = self.table
    size = table.size
    codes = self + C_DATA + table.cursor_state
    copy(self + C_DATA, state + S_DATA, size)
    copy(codes, state + S_DATA + size + size, 4 * state.count)
    I64[self + C_PENDING, 0] = codes
    I64[self + C_PENDING, 1] = state.count
    return noted(self, state.flags)

def cursor_put(self, state):
    table = self.table
    if state.type != table.state_type:
        return slowly(table, self, table.text_put, state)
    if state.table != table:
        return slowly(table, self, table.text_put, state)
    placed(self, state)
    return table.Py_NewRef(self)

def cursor_state(self, nothing):
    table = self.table
    here = self + C_DATA
    return new_state(table, here, self + C_PENDING, self.flags, here, LOADED)

def cursor_legal(self, nothing):
    table = self.table
    while 1:
        flags = self.flags
        count = self.count
        more = (flags & (SKIPS | CONCEDES)) != 0
        new = table.PyTuple_New(count + more)
        if new == 0:
            return 0
        if (count == self.count) and (flags == self.flags):
            break
        table.Py_DecRef(new)
    with_codes(table, new, self.codes, count)
    if more:
        last = table.minus_one
        if flags & SKIPS:
            last = I64[table.numbers, table.skip_code]
        I64[new + ITEMS, count] = table.Py_NewRef(last)
    return new

def moved(self, number):
    table = self.table
    code = code_of(table, number)
    flags = self.flags
    if (code == -1) and ((flags & CONCEDES) != 0):
        code = CONCEDED
    elif (code == table.skip_code) and ((flags & SKIPS) != 0):
        code = SKIPPED
    elif is_offered(self.codes, self.count, code) == 0:
        return 0
    here = self + C_DATA
    work = here + table.cursor_state
    return noted(self, after(table, here, work, self + C_PENDING, code))

def cursor_play(self, number):
    table = self.table
    if moved(self, number):
        return truth(table, (self.flags & ENDED) == 0)
    return slowly(table, self, table.text_play, number)

def cursor_next(self, number):
    table = self.table
    if moved(self, number) == 0:
        result = slowly(table, self, table.text_play, number)
        if result == 0:
            return 0
        table.Py_DecRef(result)
    return cursor_legal(self, 0)

def cursor_over(self, closure):
    return truth(self.table, self.flags & ENDED)

def cursor__chooser(self, closure):
    table = self.table
    return table.PyLong_FromSsize_t(slot(table, self + C_DATA, table.chooser))
"""


def stepping_functions() -> list[MachineFunction]:
    """Return the functions of both types."""
    source = HOSTED_PLAY + _COMMON + _STATE_METHODS + deciding.DECIDING + _CURSOR_METHODS
    return [*functions(source, _CONSTANTS, 16, {}, {}, _FIELDS)]


def is_for_this_python() -> bool:
    """Return whether this Python is one of those whose objects have the layout that is assumed."""
    cpython = sys.implementation.name == "cpython" and (3, 11) <= sys.version_info[:2] <= (3, 13)
    sizes = object.__basicsize__, tuple.__basicsize__, tuple.__itemsize__, bytes.__itemsize__
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    return cpython and locked and sizes == (16, 24, 8, 1) and sys.maxsize == 2**63 - 1
