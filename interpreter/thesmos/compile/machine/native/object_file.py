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
from thesmos.compile.machine.memory import PADDING
from thesmos.compile.machine.native.engine import object_file
from thesmos.compile.machine.native.printer import LlvmModule, printed_to_link
from thesmos.link.layout import NONE, CoreSlot, Entry
from thesmos.link.linked import LinkedGame

_FOLDER = Path(__file__).parent
_PENDING = 32  # bytes at the beginning of a work space
_ASKING = {"may_skip": False, "weight": True, "suggested": True}  # whether they take a code
_CHANGING = {"enter": False, "choose": True, "skip": False, "concede": False}
_NOTED = (  # without a decision there are no options, whatever was noted on the way
    "%decision = trunc i64 %found to i1",
    "%noted = load i64, ptr %count",
    "%options = select i1 %decision, i64 %noted, i64 0",
    "store i64 %options, ptr %count",
    "%turns = ashr i64 %found, 1",
    "ret i64 %turns",
)
_PICK = f"""define i64 @match_pick(ptr %v, ptr %w, i64 %drawn) nounwind {{
%o = getelementptr i8, ptr %w, i64 {_PENDING}
%found = call i64 @picked(ptr %v, ptr %o, ptr %w, i64 %drawn, i64 0)
ret i64 %found
}}"""
_OTHERS = re.compile(r"[^A-Za-z0-9_. -]")  # names of a game consist of other characters than these


def object_files(
    game: LinkedGame, triple: str | None, *, checked: bool = False
) -> dict[str, bytes]:
    """Return the files of a match by name: match.o, match.h and example.c.

    triple: the kind of machine, as LLVM names it; None for this one. checked: whether to test every
    index, and to note the first that is out of its range (see failures.py).

    Raises UsageError if objects can't be made for it, or if llvmlite is not installed.
    """
    module = printed_to_link(compiled(game, checked=checked), game)
    text = "\n".join([module.text, *_functions(game, module), ""])
    return {
        "match.o": object_file(text, triple),
        "match.h": _header(game, module).encode(),
        "example.c": (_FOLDER / "example.c").read_bytes(),
    }


# --------------------------------------------------------------------- the functions


def _functions(game: LinkedGame, module: LlvmModule) -> Iterator[str]:
    """Yield the text of what the header declares."""
    kind, state = f"i{module.slot_bits}", (*game.initial, *[0] * PADDING)
    initial = ", ".join(f"{kind} {number}" for number in state)
    yield f"@match_initial = constant [{len(state)} x {kind}] [{initial}]"
    listed = "store ptr %o, ptr %w", "store i64 %found, ptr %count", "ret i64 %found"
    yield _function(module.work, "options", "%o", False, *listed)
    for name, code in _ASKING.items():
        yield _function(module.work, name, "%apart", code, "ret i64 %found")
    for name, code in _CHANGING.items():
        yield _function(module.work, name, "%o", code, *_NOTED)
    yield _PICK
    yield from _view(game.players, module.views)


def _function(work: int, name: str, space: str, code: bool, *after: str) -> str:
    """Return a function that calls another one. code: whether they take one; after: what follows.

    work: bytes of the work space of a call. space: which of the two is used.
    """
    given = ", i64 %number" if code else ""
    lines = [
        "%count = getelementptr i8, ptr %w, i64 8",
        f"%o = getelementptr i8, ptr %w, i64 {_PENDING}",
        f"%apart = getelementptr i8, ptr %o, i64 {work}",
        *(["%number = sext i32 %code to i64"] if code else []),
        f"%found = call i64 @{name}(ptr %v, ptr {space}, ptr %w{given})",
        *after,
    ]
    more = ", i32 %code" if code else ""
    return _text(f"i64 @match_{name}(ptr %v, ptr %w{more})", lines)


def _view(players: int, views: bool) -> Iterator[str]:
    """Yield the function that makes a state into what a player sees."""
    head = "void @match_view(ptr %v, ptr %w, i32 %player)"
    if not views:
        yield _text(head, ["ret void"])
        return
    cases = " ".join(f"i32 {player}, label %view{player}" for player in range(players))
    lines = [
        f"%o = getelementptr i8, ptr %w, i64 {_PENDING}",
        f"switch i32 %player, label %end [ {cases} ]",
    ]
    for player in range(players):
        lines += [
            f"view{player}:",
            f"call i64 @view{player}(ptr %v, ptr %o, ptr %w)",
            "br label %end",
        ]
    yield _text(head, [*lines, "end:", "ret void"])


def _text(head: str, lines: list[str]) -> str:
    return "\n".join([f"define {head} nounwind {{", *lines, "}"])


# ------------------------------------------------------------------------ the header


def _header(game: LinkedGame, module: LlvmModule) -> str:
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
