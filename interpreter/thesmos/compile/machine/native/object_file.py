"""Writes a linked game as an object file, with a header and an example for whoever links it.

The functions of the header are around those of the program. A work space of the header begins with
where pending codes are and how many; after that there is space for two calls: what is only asked
about a state uses the second half, so that the codes in the first stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from thesmos.compile.compiler import compiled
from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.machine.loops.equal_pieces import EqualPieces
from thesmos.compile.machine.memory import PADDING
from thesmos.compile.machine.native.engine import object_file
from thesmos.compile.machine.native.printer import LlvmModule, printed_to_link
from thesmos.link.layout import NONE, CoreSlot, Entry
from thesmos.link.linked import LinkedGame

_FOLDER = Path(__file__).parent
_PENDING = 32  # bytes at the beginning of a work space
# The functions that the header declares, and what they take.
_DECLARED = {
    "options": "", "may_skip": "", "weight": "i32", "suggested": "i32", "enter": "",
    "choose": "i32", "skip": "", "concede": "", "pick": "i64", "view": "i32",
}  # fmt: skip
_WIDENED = {"i32": "sext i32 %number to i64", "i64": "add i64 %number, 0"}
_SORTED = """Pieces that nothing tells apart are in
   the order of what is seen of them, so that it tells nothing which of them is where."""
_UNSORTED = """Which of several
   equal pieces is where tells more than the player may know: do not show it."""
_OTHERS = re.compile(r"[^A-Za-z0-9_. -]")  # names of a game consist of other characters than these


def object_files(
    game: LinkedGame, triple: str | None, equal: EqualPieces | None, *, checked: bool = False
) -> dict[str, bytes]:
    """Return the files of a match by name: match.o, match.h and example.c.

    triple: the kind of machine, as LLVM names it; None for this one. equal: the groups of pieces
    that a view does not tell apart; None if these can't be sorted by themselves. checked: whether
    to test every index, and to note the first that is out of its range (see failures.py).

    Raises UsageError if objects can't be made for it, or if llvmlite is not installed.
    """
    module = printed_to_link(compiled(game, checked=checked), game, equal or ())
    text = "\n".join([module.text, *_functions(game, module), ""])
    return {
        "match.o": object_file(text, triple),
        "match.h": _header(game, module, equal).encode(),
        "example.c": (_FOLDER / "example.c").read_bytes(),
    }


# --------------------------------------------------------------------- the functions


def _functions(game: LinkedGame, module: LlvmModule) -> Iterator[str]:
    """Yield the text of what the header declares."""
    kind, state = f"i{module.slot_bits}", (*game.initial, *[0] * PADDING)
    initial = ", ".join(f"{kind} {number}" for number in state)
    yield f"@match_initial = constant [{len(state)} x {kind}] [{initial}]"
    for name, kind in _DECLARED.items():
        yield f"define i64 @match_{name}(ptr %v, ptr %w{kind and f', {kind} %number'}) nounwind {{"
        yield f"%o = getelementptr i8, ptr %w, i64 {_PENDING}"
        if kind:
            yield f"%wide = {_WIDENED[kind]}"
        wide = kind and ", i64 %wide"
        yield f"%result = call i64 @linked_{name}(ptr %v, ptr %o, ptr %w{wide})"
        yield "ret i64 %result\n}"


# ------------------------------------------------------------------------ the header


def _header(game: LinkedGame, module: LlvmModule, equal: EqualPieces | None) -> str:
    core, work = game.layout.core, 2 * module.work
    numbers = {
        "PLAYERS": game.players,
        "SLOTS": len(game.initial) + PADDING,
        "CODES": CodeSpace(game).count,
        "CHOOSER": core("chooser"),
        "WINNERS": core("winners"),
        "REASON": core("reason"),
        "WORK": work,
    }
    parts = {
        "GAME": _plain(game.game.slug),
        "NUMBERS": "\n".join(f"#define MATCH_{name} {number}" for name, number in numbers.items()),
        "SLOTS": "\n".join(_described(one) for one in game.layout.entries if one.count),
        "BITS": str(module.slot_bits),
        "BYTES": str(work + _PENDING),
        "NONE": str(NONE),
        "PADDING": str(PADDING),
        "EQUAL": _UNSORTED if equal is None else _SORTED,
    }
    text = (_FOLDER / "match.h").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text


def _described(entry: Entry) -> str:
    """Return a line about the slots of an entry."""
    last = f"..{entry.slots[-1]}" if entry.count > 1 else ""
    none = ", or none" if entry.none else ""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(entry.meaning).__name__).lower()
    words = "" if isinstance(entry.meaning, CoreSlot) else f"{words} "
    about = " ".join(
        str(part) for field in fields(entry.meaning)
        if isinstance(part := getattr(entry.meaning, field.name), str | int)
        or field.name == "attribute"
    )  # fmt: skip
    each = f", {entry.width} for each of {entry.things}" if entry.width > 1 < entry.things else ""
    what = _plain(f"{words}{about}").strip()
    return f"     {entry.first}{last}: {entry.low}..{entry.high}{none}: {what}{each}"


def _plain(text: str) -> str:
    """Return a text without anything that could end a comment."""
    return _OTHERS.sub("?", text)
