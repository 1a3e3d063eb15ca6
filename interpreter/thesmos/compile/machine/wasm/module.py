"""A module of WebAssembly in its binary form: sections, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

I32, I64 = 0x7F, 0x7E  # types
PAGE = 1 << 16  # bytes
_SEVEN, _MORE = 0x7F, 0x80  # of a LEB128 byte: the bits of the number; whether more bytes follow
_I32_CONST, _END, _FUNCTION_TYPE = 0x41, 0x0B, b"\x60"
_TYPES, _IMPORTS, _FUNCTIONS, _MEMORY, _GLOBALS, _EXPORTS, _CODE, _DATA = 1, 2, 3, 5, 6, 7, 10, 11
_FUNCTION, _MEMORY_KIND, _GLOBAL = 0, 2, 3  # kinds of exports
Signature = tuple[tuple[int, ...], tuple[int, ...]]  # types of parameters, and of results


def unsigned(number: int) -> bytes:
    """Return a number from 0 on in LEB128: seven bits to a byte, the lowest first."""
    result = bytearray()
    while number > _SEVEN:
        result.append(number & _SEVEN | _MORE)
        number >>= 7
    result.append(number)
    return bytes(result)


def signed(number: int) -> bytes:
    """Return a number in signed LEB128: the highest bit of the last seven is its sign."""
    result = bytearray()
    while number >> 6 not in (0, -1):
        result.append(number & _SEVEN | _MORE)
        number >>= 7
    result.append(number & _SEVEN)
    return bytes(result)


class WasmModule:
    """A module under construction. Functions that are the same, byte by byte, are stored once."""

    def __init__(self) -> None:
        self._types: dict[Signature, int] = {}
        self._imports: list[tuple[str, str, int]] = []
        self._functions: dict[tuple[int, bytes], int] = {}  # numbers by type and code
        self._exports: list[tuple[str, int, int]] = []
        self._globals: list[int] = []

    def imported(self, module: str, name: str, signature: Signature) -> int:
        """Import a function, before any other is added; return its number."""
        kind = self._types.setdefault(signature, len(self._types))
        self._imports.append((module, name, kind))
        return len(self._imports) - 1

    def function(
        self, signature: Signature, locals_: Iterable[tuple[int, int]], code: bytes
    ) -> int:
        """Add a function; return its number. locals_: how many there are of each type, in order."""
        runs = [(count, kind) for count, kind in locals_ if count]
        declared = b"".join(unsigned(count) + bytes((kind,)) for count, kind in runs)
        body = unsigned(len(runs)) + declared + code + bytes((_END,))
        kind = self._types.setdefault(signature, len(self._types))
        number = len(self._imports) + len(self._functions)
        return self._functions.setdefault((kind, body), number)

    def export(self, name: str, function: int) -> None:
        """Export a function under a name."""
        self._exports.append((name, _FUNCTION, function))

    def constant(self, name: str, number: int) -> None:
        """Export a constant of 32 bits under a name."""
        self._exports.append((name, _GLOBAL, len(self._globals)))
        self._globals.append(number)

    def bytes(self, memory: int, first: int, data: bytes) -> bytes:
        """Return the module. memory: how many bytes of memory it needs.

        data: what is in the memory, from the address `first` on.
        """
        pages = -(-memory // PAGE)
        exports = [*self._exports, ("memory", _MEMORY_KIND, 0)]
        bodies = (unsigned(len(body)) + body for _, body in self._functions)
        types = (_FUNCTION_TYPE + _kinds(given) + _kinds(results) for given, results in self._types)
        sections = (
            (_TYPES, [*types]),
            (_IMPORTS, [_text(a) + _text(b) + b"\0" + unsigned(n) for a, b, n in self._imports]),
            (_FUNCTIONS, [unsigned(kind) for kind, _ in self._functions]),
            (_MEMORY, [b"\0" + unsigned(pages)]),
            (_GLOBALS, [bytes((I32, 0)) + _address(number) for number in self._globals]),
            (_EXPORTS, [_text(name) + bytes((kind,)) + unsigned(n) for name, kind, n in exports]),
            (_CODE, [*bodies]),
            (_DATA, [b"\0" + _address(first) + unsigned(len(data)) + data]),
        )
        written = (_section(number, parts) for number, parts in sections if parts)
        return b"\0asm\1\0\0\0" + b"".join(written)


def _section(number: int, parts: Sequence[bytes]) -> bytes:
    content = unsigned(len(parts)) + b"".join(parts)
    return bytes((number,)) + unsigned(len(content)) + content


def _kinds(types: Iterable[int]) -> bytes:
    content = bytes(types)
    return unsigned(len(content)) + content


def _text(text: str) -> bytes:
    content = text.encode()
    return unsigned(len(content)) + content


def _address(number: int) -> bytes:
    """Return a constant expression for an address."""
    return bytes((_I32_CONST,)) + signed(number) + bytes((_END,))
