"""Writes any part of a program as JSON, and reads it back.

A construct is an object: its class under `is`, and its fields by name; a location is a list of
file, line and column. Fields with their default value are left out. How a field is read follows
from its type in the class, so a new construct needs no change here.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from thesmos.diagnostics import Location, UsageError
from thesmos.program import clauses, declarations, effects, flow, node, positions, values
from thesmos.program import types as program_types
from thesmos.program.node import Node

CLASS = "is"  # the key of the class
MODULES = (program_types, node, values, effects, clauses, positions, flow, declarations)
MAX_DEPTH = 200  # nesting of constructs: far more than games need

Read = Callable[[Any, "Where"], Any]
Where = tuple[str | int, ...]  # the keys that lead to a part of the data


@cache
def constructs() -> dict[str, type]:
    """Return the classes of all constructs, and of their parts, by name."""
    found = [
        kind
        for module in MODULES
        for kind in vars(module).values()
        if is_dataclass(kind) and isinstance(kind, type) and kind.__module__ == module.__name__
    ]
    return {kind.__name__: kind for kind in found if not kind.__subclasses__()}


# -------------------------------------------------------------------------- writing


def to_json(part: Node, *, locations: bool = True) -> dict[str, Any]:
    """Return a part of a program as JSON data.

    locations: whether they are in it. Without them it is the same wherever the files of the game
    are, but can't be read back.
    """
    written: dict[str, Any] = _written(part, locations)
    return written


def _written(part: Any, locations: bool) -> Any:
    if isinstance(part, tuple):
        return [_written(each, locations) for each in part]
    if isinstance(part, dict):
        return {key: _written(each, locations) for key, each in part.items()}
    if isinstance(part, Location):
        return [part.file, part.line, part.column]
    if not is_dataclass(part):
        return part
    kind: Any = type(part)
    made: dict[str, Any] = {CLASS: kind.__name__}
    for name, default in _defaults(kind):
        value = getattr(part, name)
        if value is not default and value != default and (locations or name != "location"):
            made[name] = _written(value, locations)
    return made


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a class, each with its default value or MISSING."""
    return tuple((field.name, field.default) for field in fields(kind))


# -------------------------------------------------------------------------- reading


def from_json(data: Any) -> Node:
    """Return the part of a program that JSON data describes.

    Raises UsageError, saying what is wrong and where, if the data does not describe one.
    """
    read: Node = _reader(Node)(data, ())
    return read


@cache
def _reader(hint: Any) -> Read:
    """Return the function that reads a value of a type. It is given the data and where it is."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _list_reader(inner[0])
    if origin is dict:
        return _dict_reader(inner[1])
    if origin in (Union, types.UnionType):
        return _union_reader(inner)
    if origin is Literal:
        return _word_reader(inner)
    if hint is Location:
        return _location
    if is_dataclass(hint):
        return _construct_reader(hint)
    return _plain_reader(hint)


def _plain_reader(kind: type) -> Read:
    names = {int: "a number", bool: "true or false", str: "a text", type(None): "null"}

    def read(data: Any, where: Where) -> Any:
        if type(data) is not kind:  # `true` is not a number, although Python says so
            raise _error(f"this must be {names[kind]}", where)
        return data

    return read


def _word_reader(words: tuple[str, ...]) -> Read:
    def read(data: Any, where: Where) -> Any:
        if not isinstance(data, str) or data not in words:
            raise _error(f"this must be one of: {', '.join(words)}", where)
        return data

    return read


def _list_reader(hint: Any) -> Read:
    def read(data: Any, where: Where) -> Any:
        if not isinstance(data, list):
            raise _error("this must be a list", where)
        each = _reader(hint)
        return tuple(each(item, (*where, number)) for number, item in enumerate(data))

    return read


def _dict_reader(hint: Any) -> Read:
    def read(data: Any, where: Where) -> Any:
        if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
            raise _error("this must be an object", where)
        each = _reader(hint)
        return {key: each(item, (*where, key)) for key, item in data.items()}

    return read


def _union_reader(hints: tuple[Any, ...]) -> Read:
    """Return the reader of a union of null, texts, words and constructs: the data tells which."""
    of_constructs: list[Any] = [hint for hint in hints if is_dataclass(hint)]
    others: list[Any] = [
        hint for hint in hints if not is_dataclass(hint) and hint is not type(None)
    ]

    def read(data: Any, where: Where) -> Any:
        if data is None and type(None) in hints:
            return None
        if isinstance(data, dict) or not others:
            (hint,) = of_constructs or others
        else:
            (hint,) = others
        return _reader(hint)(data, where)

    return read


def _construct_reader(hint: Any) -> Read:
    """Return the reader of a class: data of this class, or of one derived from it."""

    def read(data: Any, where: Where) -> Any:
        name = data.get(CLASS) if isinstance(data, dict) else None
        kind = constructs().get(name) if isinstance(name, str) else None
        if kind is None or not issubclass(kind, hint):
            raise _error(f"this must be an object whose `{CLASS}` is a {hint.__name__}", where)
        if len(where) > MAX_DEPTH:
            raise _error("this is nested too deep", where[:3])
        return kind(**_fields(kind, data, where))

    return read


def _fields(kind: type, data: dict[str, Any], where: Where) -> dict[str, Any]:
    readers = _field_readers(kind)
    for key in data:
        if key != CLASS and key not in readers:
            raise _error(f"a {kind.__name__} has no `{key}`", where)
    made = {}
    for name, (read, required) in readers.items():
        if name in data:
            made[name] = read(data[name], (*where, name))
        elif required:
            raise _error(f"a {kind.__name__} needs `{name}`", where)
    return made


@cache
def _field_readers(kind: Any) -> dict[str, tuple[Read, bool]]:
    """Return the reader of each field of a class, and whether there must be a value for it."""
    hints = get_type_hints(kind)
    return {f.name: (_reader(hints[f.name]), _required(f)) for f in fields(kind)}


def _required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _location(data: Any, where: Where) -> Location:
    if not isinstance(data, list) or [type(each) for each in data] != [str, int, int]:
        raise _error("this must be a file, a line and a column", where)
    return Location(*data)


def _error(message: str, where: Where) -> UsageError:
    path = ".".join(map(str, where)) or "the whole"
    return UsageError(f"this is not a program: {path}: {message}")
