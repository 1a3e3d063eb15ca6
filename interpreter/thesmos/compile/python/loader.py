"""Loads printed functions, so that they can be called."""

from __future__ import annotations

from typing import Any

from thesmos.compile.ir import nodes as ir
from thesmos.compile.python.helpers import HELPERS, none
from thesmos.compile.python.printer import Module


def loaded(program: ir.AnyProgram) -> dict[str, Any]:
    """Return the functions of a program that are called from outside, and its counters, by name.

    This is safe: the functions are compiled only from integers and the printer's own words. No text
    of a spec can be in them, because statements hold none.
    """
    module = Module(program)
    names: dict[str, Any] = {**HELPERS}
    if isinstance(program, ir.Program):
        names["counts"], names["taken"] = [0] * program.counters, set()
    text = "\n".join(f"def f{number}{module.printed(number)}" for number in module.numbers)
    exec(compile(text, "<compiled match>", "exec"), names)  # noqa: S102 - see above
    names.update(module.tables)
    for name, row in module.rows.items():
        names[name] = tuple(none if number is None else names[f"f{number}"] for number in row)
    for name, exported in module.exported.items():
        if isinstance(exported, int):
            names[name] = names[f"f{exported}"]
        else:
            names[name] = tuple(names[f"f{number}"] for number in exported)
    return names
