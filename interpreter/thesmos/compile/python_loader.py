"""Loads printed functions, so that they can be called."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from thesmos.compile import ir
from thesmos.compile.python_helpers import HELPERS, none
from thesmos.compile.python_printer import Module


class _LoadedFunction(NamedTuple):
    """The code of a function, and the tables and rows of functions that it needs."""

    code: CodeType
    tables: dict[str, tuple[object, ...]]
    rows: dict[str, tuple[int | None, ...]]


def loaded(program: ir.AnyProgram, *, undo: bool = False) -> dict[str, Any]:
    """Return the functions of a program that are called from outside, and its counters, by name.

    undo: as in Module. This is safe: the functions are compiled only from integers and the
    printer's own words. No text of a spec can be in them, because statements hold none.
    """
    module = Module(program, undo=undo)
    names: dict[str, Any] = {**HELPERS}
    if isinstance(program, ir.Program):
        names["counts"], names["taken"] = [0] * program.counters, set()
    found = _codes(module)
    for number, one in found.items():
        names[f"f{number}"] = FunctionType(_named(one, number, program.calls[number]), names)
        names.update(one.tables)
    for number, one in found.items():
        called = program.calls[number]
        for name, row in one.rows.items():
            names[f"{name}of{number}"] = tuple(
                none if place is None else names[f"f{called[place]}"] for place in row
            )
    for name, given in module.exported.items():
        if isinstance(given, int):
            names[name] = names[f"f{given}"]
        else:
            names[name] = tuple(names[f"f{n}"] for n in given)
    return names


def _named(one: _LoadedFunction, number: int, called: Sequence[int]) -> CodeType:
    """Return a copy of a function's code that calls others, and rows of them, by their names here.

    It is a copy because Python caches in the code which names it found where.
    """
    names = {f"f{place}": f"f{each}" for place, each in enumerate(called)}
    names |= {name: f"{name}of{number}" for name in one.rows}
    asked = one.code.co_names
    return one.code.replace(co_name=f"f{number}", co_names=tuple(map(names.get, asked, asked)))


def _codes(module: Module) -> dict[int, _LoadedFunction]:
    """Return the code of each function, compiled now or already for another match-up."""
    functions = module.program.functions
    known: dict[int, dict[Hashable, _LoadedFunction]] = {
        n: functions[n].found.setdefault(_LoadedFunction, {}) for n in module.numbers
    }
    keys = {n: module.depends(n) for n in module.numbers}
    new = {(id(known[n]), keys[n]): n for n in module.numbers if keys[n] not in known[n]}
    printed = {n: module.printed(n) for n in new.values()}
    text = "\n".join(f"def f{number}{one.text}" for number, one in printed.items())
    made = compile(text, "<compiled match>", "exec")
    codes = {one.co_name: one for one in made.co_consts if isinstance(one, CodeType)}
    for number, one in printed.items():
        known[number][keys[number]] = _LoadedFunction(codes[f"f{number}"], one.tables, one.rows)
    return {n: known[n][keys[n]] for n in module.numbers}
