"""States and cursors of a match in machine code: what Python adds to their types.

A native state does by itself what programs do most. All else it leaves to the same state as an
object of Python alone, its `_plain`, which it makes when it is first needed.
"""

# ruff: noqa: SLF001 (the attributes of these types are shared with this file)

from __future__ import annotations

import array
import warnings
from collections.abc import Callable
from ctypes import addressof, c_int32, c_int64, create_string_buffer
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from thesmos.compile.machine.memory import PADDING
from thesmos.compile.machine.native.host_types import HostTypes, host_types, table_of
from thesmos.compile.machine.native.match import NativeMatch
from thesmos.compile.machine.native.stepping import (
    LOADED,
    SLOW_METHODS,
    TUPLE_ITEMS,
    WORDS,
    is_for_this_python,
)
from thesmos.play.cursor import Cursor, checked_code
from thesmos.play.native_options import OptionSheet
from thesmos.play.result import Result
from thesmos.play.situation import Situation
from thesmos.play.state import State, restored

if TYPE_CHECKING:
    from thesmos.play.decision import Decision
    from thesmos.play.match_parts import MatchParts

_UNKNOWN_PYTHON = (
    "this version of Python is not one whose objects machine code knows: single steps are played "
    "by Python, which is slower"
)


def steps_of(match: MatchParts) -> NativeSteps | None:
    """Return what makes native states of a match; None if it is not played by machine code."""
    backend = match.backend
    if not isinstance(backend, NativeMatch) or backend.checked:
        return None
    if not _are_known():
        return None
    return NativeSteps(match, backend)


@cache
def _are_known() -> bool:
    """Return whether the objects of this Python are known; warn once if not."""
    if is_for_this_python():
        types = host_types()
        if types.state.__basicsize__ and not hasattr(types.state, "match"):
            _complete(types)
        return True
    warnings.warn(_UNKNOWN_PYTHON, RuntimeWarning, stacklevel=2)
    return False


class NativeSteps:
    """Makes native states and cursors of a match. They keep it, and with it the match's code."""

    def __init__(self, match: MatchParts, backend: NativeMatch) -> None:
        self.match, self._types, self._backend = match, host_types(), backend
        kinds: dict[int, Literal["b", "h", "i"]] = {8: "b", 16: "h", 32: "i"}
        self.kind = kinds[backend.slot_bits]
        self._results: dict[tuple[int, ...], Result] = {}
        core = match.linked.layout.core
        self._ending = core("winners"), core("out"), core("reason")
        self._has_scores = bool(match.linked.scores)
        slots, skip = len(match.linked.initial), backend.codes.count
        width = backend.slot_bits // 8
        size = slots * width
        room = -(-(size + PADDING * width) // 16) * 16
        work = -(-backend.work // 16) * 16
        self._memory = (
            create_string_buffer(room + 16), (c_int32 * ((2 * work + 64) // 4))(), (c_int64 * 4)(),
            tuple(range(skip + 1)), -1, None,
        )  # fmt: skip
        state, space, pending, numbers, minus_one, none = self._memory
        self._texts = [create_string_buffer(name.encode()) for name in SLOW_METHODS]
        words = {
            **backend.addresses,
            **{
                f"text{name}": addressof(text)
                for name, text in zip(SLOW_METHODS, self._texts, strict=True)
            },
            "bits": backend.slot_bits, "size": size, "slots": slots, "winners": core("winners"),
            "chooser": core("chooser"), "work_size": work, "state": addressof(state),
            "work": addressof(space), "pending": addressof(pending),
            "numbers": id(numbers) + TUPLE_ITEMS, "skip_code": skip, "minus_one": id(minus_one),
            "owner": id(self), "none": id(none), "not_implemented": id(NotImplemented),
            "sheet": 0, "int_type": id(int), "state_type": id(self._types.state),
            "state_class": id(State), "cursor_state": room,
            "cursor_size": room + 2 * work + 64,
        }  # fmt: skip
        self._table = table_of(words)
        self._address = addressof(self._table)
        self._sheet: OptionSheet | None = None

    def adopt(self, state: State) -> Any:
        """Return the native state that is equal to a state of the match, whose vector is valid."""
        native: Any = state
        if type(state) is self._types.state and native._owner is self:
            return state
        data = array.array(self.kind, state.vector).tobytes()
        before, how = (data, LOADED) if state.came is None else state.came
        if before is not data:
            before = array.array(self.kind, before).tobytes()
        return self._types.state_of(self._address, data, before, how, state.turns_begun)

    def cursor(self, state: State) -> Any:
        """Return a new cursor at a state of the match."""
        return self._types.cursor_of(self._address, self._types.cursor, self.adopt(state))

    def plain(self, native: Any) -> State:
        """Return the state of Python that is equal to a native one."""
        how = native._how
        came = None if how == LOADED else (self._slots(native._before), how)
        slots = self._slots(native._data)
        return State(
            self.match, slots, came, native.codes, native.turns_begun, may_skip=native.may_skip
        )

    def decide(self, native: Any) -> Decision | None:
        """Return the decision of a state, as Python makes it; the next is machine code's."""
        if self._sheet is None:
            self._sheet = OptionSheet(self.match, self._backend)
            self._table[WORDS.index("sheet")] = self._sheet.address
            return native.decision  # type: ignore[no-any-return]
        return native._plain.decision  # type: ignore[no-any-return]

    def write(self) -> None:
        """Write the option that machine code misses."""
        assert self._sheet is not None
        self._sheet.write()

    def _slots(self, data: bytes) -> memoryview[int]:
        return memoryview(data).cast(self.kind)

    def result(self, native: Any) -> Result | None:
        """Return the result of a finished state; without scores, one object for each ending."""
        if self._has_scores:
            return native._plain.result  # type: ignore[no-any-return]
        data = self._slots(native._data)
        ending = tuple([data[slot] for slot in self._ending])
        if ending not in self._results:
            self._results[ending] = native._plain.result
        return self._results[ending]


# ------------------------------------------------------------------ what is added to the types


def _through_plain(name: str, value: Any) -> Any:
    """Return an attribute that asks the state of Python. value: that state's attribute."""
    if isinstance(value, property) or not callable(value):
        return property(lambda self: getattr(self._plain, name), doc=value.__doc__)

    def method(self: Any, /, *arguments: Any, **named: Any) -> Any:
        return getattr(self._plain, name)(*arguments, **named)

    method.__name__, method.__doc__ = name, value.__doc__
    return method


def _itself(native: Any, _memo: object = None) -> Any:
    return native


def _after(name: str) -> Callable[..., Any]:
    """Return a method that makes a state of Python, as a native one."""

    def method(self: Any, /, *arguments: Any) -> Any:
        return self._owner.adopt(getattr(self._plain, name)(*arguments))

    method.__name__, method.__doc__ = name, getattr(State, name).__doc__
    return method


def _complete(types: HostTypes) -> None:
    """Add to both types what machine code leaves to Python."""
    native = {*vars(types.state)}
    taken_over = {"__init__", "__new__", "__slots__", "__dict__", "__weakref__", "__module__"}
    for part in (State, Situation):
        for name, value in vars(part).items():
            special = name.startswith("__") and name not in ("__repr__", "__str__")
            if name in native or name in taken_over or special or isinstance(value, classmethod):
                continue
            setattr(types.state, name, _through_plain(name, value))
            native.add(name)
    added: dict[str, Any] = {
        "__copy__": _itself,
        "__deepcopy__": _itself,
        "__reduce__": lambda self: (restored, (self._owner.match, self.vector)),
        "__repr__": lambda self: repr(self._plain),
        "__str__": lambda self: str(self._plain),
        "__doc__": State.__doc__,
        "_apply": lambda self, option: self.take(self._plain.code_of(option)),
        "_decide": lambda self, _: self._owner.decide(self),
        "_write": lambda self, _: self._owner.write(),
        "_take": _after("take"),
        "_skip": lambda self, _: self._owner.adopt(self._plain.skip()),
        "_concede": lambda self, _: self._owner.adopt(self._plain.concede()),
        "_ended": lambda self, _: self._owner.result(self),
        "_same": lambda self, _: self._owner.plain(self),
    }
    for name, value in added.items():
        setattr(types.state, name, value)
    of_cursor: dict[str, Any] = {
        "__doc__": Cursor.__doc__,
        "__repr__": Cursor.__repr__,
        "__reduce__": Cursor.__reduce__,
        "__copy__": Cursor.copy,
        "copy": Cursor.copy,
        "result": Cursor.result,
        "player": Cursor.player,
        "match": property(lambda self: self.state().match),
        "_play": lambda self, code: self.play(checked_code(self, code)),
        "_put": lambda self, state: self.put(self.match.same(state)),
    }
    for name, value in of_cursor.items():
        setattr(types.cursor, name, value)
