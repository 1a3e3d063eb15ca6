"""A module of WebAssembly in its binary form: sections, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from thesmos.compile.wasm.code import I32, Code, signed, unsigned
from thesmos.compile.wasm.opcodes import END, I32_CONST

PAGE = 1 << 16  # bytes
_TYPES, _FUNCTIONS, _MEMORY, _GLOBALS, _EXPORTS, _CODE, _DATA = 1, 3, 5, 6, 7, 10, 11
_FUNCTION, _MEMORY_KIND, _GLOBAL = 0, 2, 3  # kinds of exports
Signature = tuple[tuple[int, ...], tuple[int, ...]]  # types of parameters, and of results


class WasmModule:
    """A module under construction. Functions that are the same, byte by byte, are stored once.

    data: constant bytes, in memory from `first` on.
    """

    def __init__(self, first: int) -> None:
        self._first, self.data = first, bytearray()
        self._kept: dict[bytes, int] = {}  # addresses by data
        self._types: dict[Signature, int] = {}
        self._functions: dict[tuple[int, bytes], int] = {}  # numbers by type and code
        self._exports: list[tuple[str, int, int]] = []
        self._globals: list[int] = []

    def function(self, signature: Signature, code: Code) -> int:
        """Add a function; return its number."""
        kind = self._types.setdefault(signature, len(self._types))
        return self._functions.setdefault((kind, code.body()), len(self._functions))

    def keep(self, data: bytes) -> int:
        """Add constant bytes to the memory; return their address."""
        found = self._kept.get(data)
        if found is None:
            self.data += bytes(-len(self.data) % 8)
            found = self._kept[data] = self._first + len(self.data)
            self.data += data
        return found

    def export(self, name: str, function: int) -> None:
        """Export a function under a name."""
        self._exports.append((name, _FUNCTION, function))

    def constant(self, name: str, number: int) -> None:
        """Export a constant of 32 bits under a name."""
        self._exports.append((name, _GLOBAL, len(self._globals)))
        self._globals.append(number)

    @property
    def end(self) -> int:
        """The first address after the data."""
        return self._first + len(self.data)

    def bytes(self, memory: int) -> bytes:
        """Return the module. memory: how many bytes of memory it needs."""
        pages = -(-memory // PAGE)
        exports = [(*one,) for one in self._exports] + [("memory", _MEMORY_KIND, 0)]
        sections = (
            (_TYPES, [b"\x60" + _types(given) + _types(made) for given, made in self._types]),
            (_FUNCTIONS, [unsigned(kind) for kind, _ in self._functions]),
            (_MEMORY, [b"\0" + unsigned(pages)]),
            (_GLOBALS, [_constant(number) for number in self._globals]),
            (_EXPORTS, [_text(name) + bytes((kind,)) + unsigned(n) for name, kind, n in exports]),
            (_CODE, [code for _, code in self._functions]),
            (_DATA, [b"\0" + _address(self._first) + unsigned(len(self.data)) + self.data]),
        )
        return b"\0asm\1\0\0\0" + b"".join(_section(number, parts) for number, parts in sections)


def _section(number: int, parts: Sequence[bytes]) -> bytes:
    whole = unsigned(len(parts)) + b"".join(parts)
    return bytes((number,)) + unsigned(len(whole)) + whole


def _types(types: Iterable[int]) -> bytes:
    made = bytes(types)
    return unsigned(len(made)) + made


def _text(text: str) -> bytes:
    made = text.encode()
    return unsigned(len(made)) + made


def _address(number: int) -> bytes:
    """Return a constant expression for an address."""
    return bytes((I32_CONST,)) + signed(number) + bytes((END,))


def _constant(number: int) -> bytes:
    return bytes((I32, 0)) + _address(number)
