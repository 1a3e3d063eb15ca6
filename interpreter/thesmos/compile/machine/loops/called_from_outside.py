"""The functions of a module that are called from outside: by a host, or by what is linked."""

from __future__ import annotations

from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.loops.equal_pieces import (
    EqualPieces,
    sorting_calls,
    sorting_functions,
)
from thesmos.compile.machine.loops.lowered import loop_functions, view_calls
from thesmos.compile.machine.loops.random_games import drawing_loops
from thesmos.compile.machine.lowering import MachineModule

ASKING = "may_skip", "weight", "suggested"  # functions of a program that leave the state
CHANGING = "enter", "choose", "skip", "concede"

# What an object file's header declares, where a work space begins with the pending codes. What is
# only asked uses the second half of the rest, so that these stay. Without a decision there are no
# options, whatever was noted on the way.
_ASKED = """
def linked_{name}(state, work{parameters}):
    return {name}(state, work + WORK_SIZE{parameters})
"""
_CHANGED = """
def linked_{name}(state, work{parameters}):
    found = {name}(state, work{parameters})
    I64[pending, 1] *= found & 1
    return found >> 1
"""
_LINKED = """
def linked_options(state, work):
    return noted_options(state, work)

def linked_pick(state, work, drawn):
    return picked(state, work, drawn, 0)

def linked_view(state, work, player):
VIEWED"""

# A function that is called from outside. A list that it returns is noted as pending codes are.
_EXPORT = """
def {name}(state, work{parameters}):
    return {function}(state, work{parameters})
"""
_LISTING = """
def {name}(state, work{parameters}):
    count = {function}(state, work{parameters})
    ADDRESS[pending, 0] = work
    I64[pending, 1] = count
    return count
"""


def exports(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that are called from outside."""
    texts = (
        _with_parameters(module, name, _LISTING if export.lists else _EXPORT)
        for name, export in module.exports.items()
    )
    return loop_functions(module, "".join(texts))


def _with_parameters(module: MachineModule, name: str, text: str) -> str:
    """Return the text of a function around an export."""
    export = module.exports[name]
    parameters = "".join(f", number{place}" for place in range(export.takes))
    return text.format(name=name, function=export.function, parameters=parameters)


def linked_functions(module: MachineModule, equal: EqualPieces) -> list[MachineFunction]:
    """Return the functions that a header declares, under other names, and those that draw.

    equal: the groups of pieces that a view does not tell apart.
    """
    viewing = sorting_functions(equal) + _LINKED.replace(
        "VIEWED", view_calls(module) + sorting_calls(equal)
    )
    asked = (_with_parameters(module, name, _ASKED) for name in ASKING)
    changed = (_with_parameters(module, name, _CHANGED) for name in CHANGING)
    return [
        *loop_functions(module, "".join([*asked, *changed, viewing])),
        *drawing_loops(module),
    ]
