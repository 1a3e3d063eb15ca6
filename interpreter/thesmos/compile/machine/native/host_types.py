"""Types of Python whose methods are machine code: a State and a Cursor, for all matches.

Python calls their methods as it calls those of its own types. They can't be subclassed: objects of
a subclass are allocated in another way. What machine code does not do is added as attributes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from ctypes import (
    POINTER,
    PYFUNCTYPE,
    Structure,
    addressof,
    c_char_p,
    c_int,
    c_int64,
    c_uint,
    c_void_p,
    py_object,
)
from functools import cache
from typing import Any

from thesmos.compile.machine.native.engine import LoadedCode, object_code
from thesmos.compile.machine.native.llvm import printed
from thesmos.compile.machine.native.stepping import (
    CURSOR_SIZE,
    PYTHON_FUNCTIONS,
    STATE_SIZE,
    WORDS,
    stepping_functions,
)

# Python's numbers of the slots of a type, of the kinds of methods, and of a flag.
_DEALLOC, _HASH, _METHODS, _COMPARE, _GETTERS = 52, 59, 64, 67, 73
_ONE, _NONE = 0x8, 0x4  # how many arguments a method takes
_NOT_CALLED = 1 << 7  # a type that makes no objects when it is called

_STATE_METHODS = {"take": _ONE, "apply": _ONE, "skip": _NONE, "concede": _NONE}
_STATE_GETTERS = (
    "codes", "decision", "may_skip", "over", "result", "turns_begun",
    "_chooser", "_how", "_data", "_before", "_owner", "_plain", "__class__",
)  # fmt: skip
_CURSOR_METHODS = {"legal": _NONE, "play": _ONE, "next": _ONE, "put": _ONE, "state": _NONE}
_CURSOR_GETTERS = "over", "_chooser"


class _Method(Structure):
    _fields_ = (("name", c_char_p), ("code", c_void_p), ("kind", c_int), ("doc", c_char_p))


class _Getter(Structure):
    _fields_ = (
        ("name", c_char_p), ("get", c_void_p), ("set", c_void_p), ("doc", c_char_p),
        ("closure", c_void_p),
    )  # fmt: skip


class _Slot(Structure):
    _fields_ = (("slot", c_int), ("value", c_void_p))


class _Type(Structure):
    _fields_ = (
        ("name", c_char_p), ("size", c_int), ("item_size", c_int), ("flags", c_uint),
        ("slots", POINTER(_Slot)),
    )  # fmt: skip


class HostTypes:
    """The two types. They live as long as the process: objects may be freed at its very end."""

    def __init__(self) -> None:
        """Compile them. Raises UsageError if llvmlite is not installed."""
        self._code = LoadedCode(object_code(printed(stepping_functions(), {})))
        self._kept: list[object] = []
        address = self._code.address
        slots = {_HASH: address("state_hash"), _COMPARE: address("state_compare")}
        self.state = self._type("State", STATE_SIZE, _STATE_METHODS, _STATE_GETTERS, slots)
        self.cursor = self._type("Cursor", CURSOR_SIZE, _CURSOR_METHODS, _CURSOR_GETTERS, {})
        words = c_void_p, c_char_p, c_char_p, c_int64, c_int64
        self.state_of: Callable[..., Any] = PYFUNCTYPE(py_object, *words)(address("state_of"))
        kinds = c_void_p, py_object, py_object
        self.cursor_of: Callable[..., Any] = PYFUNCTYPE(py_object, *kinds)(address("cursor_of"))

    def _type(
        self,
        name: str,
        size: int,
        methods: Mapping[str, int],
        getters: Sequence[str],
        slots: Mapping[int, int],
    ) -> type:
        def address(method: str) -> int:
            return self._code.address(f"{name.lower()}_{method}")

        method_array = (_Method * (len(methods) + 1))(
            *(_Method(method.encode(), address(method), kind) for method, kind in methods.items())
        )
        getter_array = (_Getter * (len(getters) + 1))(
            *(_Getter(getter.encode(), address(getter)) for getter in getters)
        )
        filled = {
            _DEALLOC: address("dealloc"),
            _METHODS: addressof(method_array),
            _GETTERS: addressof(getter_array),
            **slots,
        }
        slot_array = (_Slot * (len(filled) + 1))(*(_Slot(*pair) for pair in filled.items()))
        full_name = f"thesmos.{name}".encode()
        declared = _Type(full_name, size, 1, _NOT_CALLED, slot_array)
        self._kept += [method_array, getter_array, slot_array, declared]
        make: Callable[..., type] = PYFUNCTYPE(py_object, c_void_p)(
            ("PyType_FromSpec", ctypes.pythonapi)
        )
        return make(addressof(declared))


@cache
def host_types() -> HostTypes:
    """Return the types, which are made once."""
    return HostTypes()


def table_of(words: Mapping[str, int]) -> Any:
    """Return a table, as an array. words: all of WORDS but the functions of Python."""
    of_python = {
        name: ctypes.cast(getattr(ctypes.pythonapi, name), c_void_p).value or 0
        for name in PYTHON_FUNCTIONS
    }
    filled = {**of_python, **words}
    return (c_int64 * len(WORDS))(*(filled[word] for word in WORDS))
