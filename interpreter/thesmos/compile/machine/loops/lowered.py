"""Lowers loops in the small language, with the numbers and functions that they can name."""

from __future__ import annotations

from collections.abc import Set

from thesmos.compile.ir.limits import CONCEDES
from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.lowering import MachineModule
from thesmos.compile.machine.memory import PADDING, copy_size
from thesmos.compile.machine.readings import AT_NONE, AT_UNKNOWN, AT_VALUES, Reading
from thesmos.compile.machine.small_language import functions
from thesmos.dice import FIRST, GAMMA, SECOND
from thesmos.link.layout import UNKNOWN

TOO_DEEP = -1
STOP = 2  # the index of the number that stops counting, after the pending codes and their number
DEEPEST = 400  # the most successive decisions that are counted

_VIEW_CALL = """\
    if player == {player}:
        view{player}(state, work)
"""


def loop_functions(module: MachineModule, source: str) -> list[MachineFunction]:
    """Return functions of the small language, lowered for a module.

    They can call each other, the module's exports, and `noted_options`. The names of numbers in
    capitals are those of the table here.
    """
    core = module.game.layout.core
    constants = {
        "GAMMA": GAMMA, "FIRST": FIRST, "SECOND": SECOND,
        "LOW_HALF": (1 << 32) - 1,
        "WORK_SIZE": module.work, "SIZE": module.slots * module.bits // 8,
        "COPY": copy_size(module.bits, module.slots + PADDING), "CODES": module.codes,
        "CONCEDES": CONCEDES, "DEEPEST": DEEPEST, "TOO_DEEP": TOO_DEEP, "STOP": STOP,
        "TURN_START": module.game.turn_start,
        "WINNERS": core("winners"), "REASON": core("reason"), "CHOOSER": core("chooser"),
        "STEP": core("step"), "INTERRUPTED": core("interrupted"),
        "INSTRUCTION": core("instruction"), "NONE": module.game.layout.none, "UNKNOWN": UNKNOWN,
        "AT_UNKNOWN": AT_UNKNOWN, "AT_NONE": AT_NONE, "AT_VALUES": AT_VALUES,
        "READ_WORDS": len(Reading._fields),
        **{f"READ_{name.upper()}": at for at, name in enumerate(Reading._fields)},
    }  # fmt: skip
    names = {name: export.function for name, export in module.exports.items()}
    names["noted_options"] = "options"  # what is called from outside notes them
    lowered = []
    for function in functions(source, constants, module.bits, names, module.inlined):
        lowered.append(function)
        module.may_inline(function, once=True)
    return lowered


def pending_is(steps: Set[int], state: str = "state") -> str:
    """Return the condition that one of some steps is pending in a state."""
    return " or ".join(f"(SLOTS[{state}, STEP] == {step})" for step in sorted(steps)) or "0"


def view_calls(module: MachineModule) -> str:
    """Return the statements that call the view of a player, if anything can be hidden."""
    views = (_VIEW_CALL.format(player=player) for player in range(module.game.players))
    return "".join(views) if "view0" in module.exports else "    return 0\n"
