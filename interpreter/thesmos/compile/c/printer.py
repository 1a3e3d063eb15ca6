"""Prints a linked game as a file of C and its header.

The printed text consists only of words from this folder and of integers: no text of a spec can get
into it, as statements hold none.
"""

from __future__ import annotations

from pathlib import Path

from thesmos.compile import ir
from thesmos.compile.c.functions import CFunctionPrinter, StateSize
from thesmos.compile.c.values import CValuePrinter, Needed
from thesmos.compile.codes import CodeSpace
from thesmos.compile.compiler import compiled
from thesmos.compile.machine.filtering import filtered
from thesmos.compile.machine.memory import WorkFrame, frames, slot_bits
from thesmos.compile.machine.set_sizes import largest_set, limited
from thesmos.compile.nodes import exported, reachable, used_by
from thesmos.compile.types import typed
from thesmos.link.linked import LinkedGame

_FOLDER = Path(__file__).parent
_CHANGING = {"enter": 0, "choose": 1, "skip": 0, "concede": 0}  # with how many codes they take
_ASKING = {"may_skip": 0, "weight": 1, "suggested": 1}


def printed(game: LinkedGame) -> tuple[str, str]:
    """Return the text of the C file, which includes "match.h", and that of this header."""
    codes, slots = CodeSpace(game).count, len(game.initial)
    program, types = typed(filtered(compiled(game)), codes)
    largest = largest_set(program.functions, game.layout)
    types = limited(types, largest)
    needed = Needed()
    called = [used_by(one).needs() for one in program.functions]
    numbers = reachable(exported(program), called)
    places = frames(program.functions, types.functions, types.kinds)
    printers = [
        CFunctionPrinter(
            program.functions[number],
            CValuePrinter(number, types, largest, places[number], needed),
            StateSize(program.size, slots),
        )
        for number in numbers
    ]
    texts = [printer.text() for printer in printers]
    heads = [f"{printer.head()};" for printer in printers]
    initial = ", ".join(map(str, game.initial))
    parts = [
        '#include "match.h"\n#include <string.h>\n',
        "typedef match_slot slot;\ntypedef struct { int32_t *codes; int64_t count; } pending;\n",
        (_FOLDER / "sets.h").read_text(encoding="utf-8"),
        *_sets(needed),
        *(f"static const {text.replace('NAME', name)}" for text, name in needed.tables.items()),
        *heads,
        *(f"static {text.replace('NAME', name)}" for text, name in needed.rows.items()),
        *texts,
        f"const match_slot match_initial[MATCH_SLOTS] = {{{initial}}};",
        *_exports(program),
        "",
    ]
    return "\n".join(parts), _header(game, places, codes)


def _sets(needed: Needed) -> list[str]:
    words = sorted(needed.words | {one for pair in needed.resized for one in pair})
    return [
        *(f"SETS({one})" for one in words if one > 1),
        *(f"SEARCHES({one})" for one in words),
        *(f"RESIZED({before}, {after})" for before, after in sorted(needed.resized)),
    ]


def _exports(program: ir.Program) -> list[str]:
    """Print the functions that are called from outside."""
    made = [
        "int64_t match_options(const match_slot *state, match_work *work) {",
        "    work->codes = (int32_t *)work->space;",
        f"    return work->count = f{program.options}((slot *)state, work->space, 0);",
        "}",
    ]
    for name, takes in _ASKING.items():
        head, given = _code(takes)
        made += [
            f"int64_t match_{name}(const match_slot *state, match_work *work{head}) {{",
            f"    return f{getattr(program, name)}((slot *)state, work->space, 0{given});",
            "}",
        ]
    for name, takes in _CHANGING.items():
        head, given = _code(takes)
        made += [
            f"int64_t match_{name}(match_slot *state, match_work *work{head}) {{",
            "    pending p = {0, 0};",
            f"    int64_t found = f{getattr(program, name)}(state, work->space, &p{given});",
            "    work->codes = p.codes, work->count = found & 1 ? p.count : 0;",
            "    return found >> 1;",
            "}",
        ]
    made += ["void match_view(match_slot *state, match_work *work, int player) {"]
    made.append("    switch (player) {")
    for player, number in enumerate(program.views):
        made.append(f"    case {player}: f{number}(state, work->space, 0); break;")
    made += ["    default: break;", "    }", "}"]
    return made


def _code(takes: int) -> tuple[str, str]:
    return (", int32_t code", ", code") if takes else ("", "")


def _header(game: LinkedGame, places: list[WorkFrame], codes: int) -> str:
    core = game.layout.core
    numbers = {
        "PLAYERS": game.players,
        "SLOTS": len(game.initial),
        "CODES": codes,
        "CHOOSER": core("chooser"),
        "WINNERS": core("winners"),
        "REASON": core("reason"),
        "WORK": max(frame.needed for frame in places) + 64,
    }
    text = (_FOLDER / "match.h").read_text(encoding="utf-8")
    lines = [f"#define MATCH_{name} {number}" for name, number in numbers.items()]
    bits = slot_bits(game.layout.entries)
    return text.replace("/* NUMBERS */", "\n".join(lines)).replace("BITS", str(bits))
