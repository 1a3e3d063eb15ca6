"""What machine code does of a State and a Cursor: methods of Python types, in the small language.

The text knows no game. Each match has a *table*: the addresses of its functions, of functions of
Python, and what it needs to know besides. An object of Python begins with words of Python's own;
then come, as words of 64 bits:

- of a State: its hash, its table, flags, how many codes, how it was reached, how many turns began,
  and the address of the same state as an object of Python alone, if there is one; then, as bytes,
  the state, the state before it, and its codes. A State never changes but for its hash and that
  object.
- of a Cursor: its table, the number and the address of its codes, flags, and where pending codes
  are noted; then, as bytes, the state and work space.

Methods are called with Python's lock. They use the table's memory only between two calls of Python.
"""

from __future__ import annotations

import sys

from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.native.hosted_play import CONSTANTS, HOSTED_PLAY
from thesmos.compile.machine.small_language import functions

# Functions of Python, by their names; then those of a match; then what else is in a table.
PYTHON_FUNCTIONS = (
    "PyLong_AsSsize_t", "PyLong_FromSsize_t", "PyErr_Clear", "PyErr_Occurred", "PyTuple_New",
    "Py_IncRef", "Py_DecRef", "_PyObject_NewVar", "PyObject_Free", "PyBool_FromLong",
    "PyBytes_FromStringAndSize", "PyObject_GetAttrString", "PyObject_CallOneArg",
    "PyObject_RichCompare",
)  # fmt: skip
MATCH_FUNCTIONS = "options", "may_skip", "choose", "skip", "concede"
# How a method is called that does in Python what machine code leaves to it.
SLOW_METHODS = "_take", "_skip", "_concede", "_ended", "_same", "_play", "_put"
NUMBERS = (
    "bits", "size", "slots", "winners", "chooser", "work_size", "state", "work", "pending",
    "numbers", "skip_code", "minus_one", "owner", "none", "not_implemented", "int_type",
    "state_type", "state_class", "cursor_state", "cursor_size",
)  # fmt: skip
WORDS = PYTHON_FUNCTIONS + MATCH_FUNCTIONS + tuple(f"text{m}" for m in SLOW_METHODS) + NUMBERS
LOADED = -4  # how a state was reached, if it was not; otherwise as in play/state.py

_HEAD = object.__basicsize__ // 8 + 1  # words that Python's own part of an object has
_STATE = ("S_HASH", "S_TABLE", "S_FLAGS", "S_COUNT", "S_REACHED", "S_TURNS", "S_PLAIN")
_CURSOR = ("C_TABLE", "C_COUNT", "C_CODES", "C_FLAGS")
_PENDING = 4  # words, one more than are noted
STATE_SIZE = 8 * (_HEAD + len(_STATE))
CURSOR_SIZE = 8 * (_HEAD + len(_CURSOR) + _PENDING)
TUPLE_ITEMS = tuple.__basicsize__

_CONSTANTS = {
    **{word.strip("_").upper(): place for place, word in enumerate(WORDS)},
    **{name: _HEAD + place for place, name in enumerate(_STATE)},
    **{name: _HEAD + place for place, name in enumerate(_CURSOR)},
    "TYPE": object.__basicsize__ // 8 - 1,
    "S_DATA": STATE_SIZE,
    "C_PENDING": 8 * (_HEAD + len(_CURSOR)),
    "C_DATA": CURSOR_SIZE,
    "ITEMS": TUPLE_ITEMS,
    **CONSTANTS, "LOADED": LOADED,
    # As tuples of numbers are hashed.
    "HASH1": 11400714785074694791, "HASH2": 14029467366897019727, "HASH5": 2870177450012600261,
    "HASH_SIZES": 2870177450012600261 ^ 3527539, "HASH_OF_ERROR": 1546275796,
}  # fmt: skip

# What both types need besides.
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
    numbers = I64[table, NUMBERS]
    increase = I64[table, PY_INCREF]
    for place in range(count):
        number = I64[numbers, I32[codes, place]]
        call(increase, number)
        I64[new + ITEMS, place] = number
    return new

def truth(table, number):
    return call(I64[table, PYBOOL_FROMLONG], number != 0)

def slowly(table, self, name, argument):
    method = call(I64[table, PYOBJECT_GETATTRSTRING], self, name)
    if method == 0:
        return 0
    result = call(I64[table, PYOBJECT_CALLONEARG], method, argument)
    call(I64[table, PY_DECREF], method)
    return result

def code_of(table, number):
    if I64[number, TYPE] != I64[table, INT_TYPE]:
        return LOADED
    code = call(I64[table, PYLONG_ASSSIZE_T], number)
    if code == -1:
        if call(I64[table, PYERR_OCCURRED]) != 0:
            call(I64[table, PYERR_CLEAR])
            return LOADED
    return code

def freed(table, self):
    kind = I64[self, TYPE]
    call(I64[table, PYOBJECT_FREE], self)
    call(I64[table, PY_DECREF], kind)
    call(I64[table, PY_DECREF], I64[table, OWNER])
    return 0

def new_state(table, state, pending, flags, before, reached):
    count = I64[pending, 1]
    size = I64[table, SIZE]
    self = call(I64[table, PYOBJECT_NEWVAR], I64[table, STATE_TYPE], size + size + 4 * count)
    if self == 0:
        return 0
    I64[self, S_HASH] = -1
    I64[self, S_TABLE] = table
    I64[self, S_FLAGS] = flags & 7
    I64[self, S_COUNT] = count
    I64[self, S_REACHED] = reached
    I64[self, S_TURNS] = flags >> 3
    I64[self, S_PLAIN] = 0
    copy(self + S_DATA, state, size)
    copy(self + S_DATA + size, before, size)
    copy(self + S_DATA + size + size, I64[pending, 0], 4 * count)
    call(I64[table, PY_INCREF], I64[table, OWNER])
    return self
"""

_STATE_METHODS = """
def state_of(table, data, before, reached, turns):
    state = I64[table, STATE]
    pending = I64[table, PENDING]
    copy(state, data, I64[table, SIZE])
    flags = listed(table, state, I64[table, WORK], pending)
    return new_state(table, state, pending, flags | (turns << 3), before, reached)

def state_dealloc(self):
    table = I64[self, S_TABLE]
    plain = I64[self, S_PLAIN]
    if plain != 0:
        I64[self, S_PLAIN] = 0
        call(I64[table, PY_DECREF], plain)
    return freed(table, self)

def followed(self, code):
    table = I64[self, S_TABLE]
    state = I64[table, STATE]
    pending = I64[table, PENDING]
    copy(state, self + S_DATA, I64[table, SIZE])
    flags = after(table, state, I64[table, WORK], pending, code)
    return new_state(table, state, pending, flags, self + S_DATA, code)

def state_take(self, number):
    table = I64[self, S_TABLE]
    code = code_of(table, number)
    size = I64[table, SIZE]
    if is_offered(self + S_DATA + size + size, I64[self, S_COUNT], code):
        return followed(self, code)
    return slowly(table, self, I64[table, TEXT_TAKE], number)

def state_skip(self, nothing):
    table = I64[self, S_TABLE]
    if I64[self, S_FLAGS] & SKIPS:
        return followed(self, SKIPPED)
    return slowly(table, self, I64[table, TEXT_SKIP], I64[table, NONE])

def state_concede(self, nothing):
    table = I64[self, S_TABLE]
    over = I64[self, S_FLAGS] & ENDED
    if (over == 0) and (slot(table, self + S_DATA, I64[table, CHOOSER]) >= 0):
        return followed(self, CONCEDED)
    return slowly(table, self, I64[table, TEXT_CONCEDE], I64[table, NONE])

def state_codes(self, closure):
    table = I64[self, S_TABLE]
    count = I64[self, S_COUNT]
    new = call(I64[table, PYTUPLE_NEW], count)
    if new == 0:
        return 0
    size = I64[table, SIZE]
    return with_codes(table, new, self + S_DATA + size + size, count)

def state_may_skip(self, closure):
    return truth(I64[self, S_TABLE], I64[self, S_FLAGS] & SKIPS)

def state_over(self, closure):
    return truth(I64[self, S_TABLE], I64[self, S_FLAGS] & ENDED)

def state_result(self, closure):
    table = I64[self, S_TABLE]
    none = I64[table, NONE]
    if I64[self, S_FLAGS] & ENDED:
        return slowly(table, self, I64[table, TEXT_ENDED], none)
    call(I64[table, PY_INCREF], none)
    return none

def state_turns_begun(self, closure):
    return call(I64[I64[self, S_TABLE], PYLONG_FROMSSIZE_T], I64[self, S_TURNS])

def state__chooser(self, closure):
    table = I64[self, S_TABLE]
    chooser = slot(table, self + S_DATA, I64[table, CHOOSER])
    return call(I64[table, PYLONG_FROMSSIZE_T], chooser)

def state__how(self, closure):
    return call(I64[I64[self, S_TABLE], PYLONG_FROMSSIZE_T], I64[self, S_REACHED])

def state__data(self, closure):
    table = I64[self, S_TABLE]
    return call(I64[table, PYBYTES_FROMSTRINGANDSIZE], self + S_DATA, I64[table, SIZE])

def state__before(self, closure):
    table = I64[self, S_TABLE]
    size = I64[table, SIZE]
    return call(I64[table, PYBYTES_FROMSTRINGANDSIZE], self + S_DATA + size, size)

def state__owner(self, closure):
    table = I64[self, S_TABLE]
    call(I64[table, PY_INCREF], I64[table, OWNER])
    return I64[table, OWNER]

def state___class__(self, closure):
    table = I64[self, S_TABLE]
    call(I64[table, PY_INCREF], I64[table, STATE_CLASS])
    return I64[table, STATE_CLASS]

def state__plain(self, closure):
    table = I64[self, S_TABLE]
    if I64[self, S_PLAIN] == 0:
        new = slowly(table, self, I64[table, TEXT_SAME], I64[table, NONE])
        if new == 0:
            return 0
        if I64[self, S_PLAIN] == 0:
            I64[self, S_PLAIN] = new
        else:
            call(I64[table, PY_DECREF], new)
    plain = I64[self, S_PLAIN]
    call(I64[table, PY_INCREF], plain)
    return plain

def state_hash(self):
    hashed = I64[self, S_HASH]
    if hashed != -1:
        return hashed
    table = I64[self, S_TABLE]
    hashed = HASH5
    for place in range(I64[table, SLOTS]):
        number = slot(table, self + S_DATA, place)
        if number == -1:
            number = -2
        hashed = hashed + number * HASH2
        hashed = ((hashed << 31) | (hashed >> 33)) * HASH1
    hashed = hashed + (I64[table, SLOTS] ^ HASH_SIZES)
    if hashed == -1:
        hashed = HASH_OF_ERROR
    I64[self, S_HASH] = hashed
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
    table = I64[self, S_TABLE]
    how = how & LOW_HALF
    if (how != 2) and (how != 3):
        call(I64[table, PY_INCREF], I64[table, NOT_IMPLEMENTED])
        return I64[table, NOT_IMPLEMENTED]
    if I64[other, TYPE] == I64[table, STATE_TYPE]:
        if I64[other, S_TABLE] == table:
            equal = are_equal(self + S_DATA, other + S_DATA, I64[table, SIZE])
            return truth(table, equal == (how == 2))
    plain = state__plain(self, 0)
    if plain == 0:
        return 0
    result = call(I64[table, PYOBJECT_RICHCOMPARE], plain, other, how)
    call(I64[table, PY_DECREF], plain)
    return result
"""

_CURSOR_METHODS = """
def cursor_of(table, kind, state):
    self = call(I64[table, PYOBJECT_NEWVAR], kind, I64[table, CURSOR_SIZE])
    if self == 0:
        return 0
    I64[self, C_TABLE] = table
    call(I64[table, PY_INCREF], I64[table, OWNER])
    placed(self, state)
    return self

def cursor_dealloc(self):
    return freed(I64[self, C_TABLE], self)

def noted(self, flags):
    I64[self, C_CODES] = I64[self + C_PENDING, 0]
    I64[self, C_COUNT] = I64[self + C_PENDING, 1]
    I64[self, C_FLAGS] = flags & 7
    return 1

def placed(self, state):
    table = I64[self, C_TABLE]
    size = I64[table, SIZE]
    codes = self + C_DATA + I64[table, CURSOR_STATE]
    copy(self + C_DATA, state + S_DATA, size)
    copy(codes, state + S_DATA + size + size, 4 * I64[state, S_COUNT])
    I64[self + C_PENDING, 0] = codes
    I64[self + C_PENDING, 1] = I64[state, S_COUNT]
    return noted(self, I64[state, S_FLAGS])

def cursor_put(self, state):
    table = I64[self, C_TABLE]
    if I64[state, TYPE] != I64[table, STATE_TYPE]:
        return slowly(table, self, I64[table, TEXT_PUT], state)
    if I64[state, S_TABLE] != table:
        return slowly(table, self, I64[table, TEXT_PUT], state)
    placed(self, state)
    call(I64[table, PY_INCREF], self)
    return self

def cursor_state(self, nothing):
    table = I64[self, C_TABLE]
    here = self + C_DATA
    return new_state(table, here, self + C_PENDING, I64[self, C_FLAGS], here, LOADED)

def cursor_legal(self, nothing):
    table = I64[self, C_TABLE]
    while 1:
        flags = I64[self, C_FLAGS]
        count = I64[self, C_COUNT]
        more = (flags & (SKIPS | CONCEDES)) != 0
        new = call(I64[table, PYTUPLE_NEW], count + more)
        if new == 0:
            return 0
        if (count == I64[self, C_COUNT]) and (flags == I64[self, C_FLAGS]):
            break
        call(I64[table, PY_DECREF], new)
    with_codes(table, new, I64[self, C_CODES], count)
    if more:
        last = I64[table, MINUS_ONE]
        if flags & SKIPS:
            last = I64[I64[table, NUMBERS], I64[table, SKIP_CODE]]
        call(I64[table, PY_INCREF], last)
        I64[new + ITEMS, count] = last
    return new

def moved(self, number):
    table = I64[self, C_TABLE]
    code = code_of(table, number)
    flags = I64[self, C_FLAGS]
    if (code == -1) and ((flags & CONCEDES) != 0):
        code = CONCEDED
    elif (code == I64[table, SKIP_CODE]) and ((flags & SKIPS) != 0):
        code = SKIPPED
    elif is_offered(I64[self, C_CODES], I64[self, C_COUNT], code) == 0:
        return 0
    here = self + C_DATA
    work = here + I64[table, CURSOR_STATE]
    return noted(self, after(table, here, work, self + C_PENDING, code))

def cursor_play(self, number):
    table = I64[self, C_TABLE]
    if moved(self, number):
        return truth(table, (I64[self, C_FLAGS] & ENDED) == 0)
    return slowly(table, self, I64[table, TEXT_PLAY], number)

def cursor_next(self, number):
    table = I64[self, C_TABLE]
    if moved(self, number) == 0:
        result = slowly(table, self, I64[table, TEXT_PLAY], number)
        if result == 0:
            return 0
        call(I64[table, PY_DECREF], result)
    return cursor_legal(self, 0)

def cursor_over(self, closure):
    return truth(I64[self, C_TABLE], I64[self, C_FLAGS] & ENDED)

def cursor__chooser(self, closure):
    table = I64[self, C_TABLE]
    chooser = slot(table, self + C_DATA, I64[table, CHOOSER])
    return call(I64[table, PYLONG_FROMSSIZE_T], chooser)
"""


def stepping_functions() -> list[MachineFunction]:
    """Return the functions of both types."""
    constants = _CONSTANTS | {"LOW_HALF": (1 << 32) - 1}
    source = HOSTED_PLAY + _COMMON + _STATE_METHODS + _CURSOR_METHODS
    return [*functions(source, constants, 16, {}, {})]


def is_for_this_python() -> bool:
    """Return whether this Python is one of those whose objects have the layout that is assumed."""
    cpython = sys.implementation.name == "cpython" and (3, 11) <= sys.version_info[:2] <= (3, 13)
    sizes = object.__basicsize__, tuple.__basicsize__, tuple.__itemsize__, bytes.__itemsize__
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    return cpython and locked and sizes == (16, 24, 8, 1) and sys.maxsize == 2**63 - 1
