"""Read a position, as records write it, into a vector: the inverse of notation.py."""

from __future__ import annotations

import re
from typing import Any

from thesmos.diagnostics import UsageError, suggest
from thesmos.engine.expressions import Vector
from thesmos.engine.notation import FIELD, NotationWriter
from thesmos.engine.program import ACTIVE, PC

MAX_TEXT = 64  # characters of one piece in a position


def place_position(notation: NotationWriter, v: Vector, position: dict[str, Any]) -> None:
    """Write a position into a new vector. Raises UsageError for an invalid position."""
    if not isinstance(position, dict):
        raise UsageError("a position must be an object", "such as the `position` of a record")
    placer = _Placer(notation, v, position)
    placer.place()


class NoSuchPart(UsageError):  # noqa: N818 - not always a mistake: to others it is unsupported
    """A position has a part that the game does not have."""


class _Placer:
    def __init__(self, notation: NotationWriter, v: Vector, position: dict[str, Any]) -> None:
        self.notation, self.v, self.position = notation, v, position
        self.program = notation.program
        self.placed: dict[str, set[int]] = {kind: set() for kind in self.program.kinds}

    def place(self) -> None:
        known = {"to_move", "memory", "held"}
        for path, writers in self.program.position:
            known.add(path.split(".")[0])
            value = self._find(path)
            if value is not None:
                for writer in writers:
                    self._read(path, writer, value)
        for key in self.position:
            if key not in known:
                raise NoSuchPart(
                    f"a position of {self.program.game} has no `{key}`",
                    suggest(key, known) or f"possible keys: {', '.join(sorted(known))}",
                )
        self._put_away()
        self._memory()
        self._held()
        to_move = self.position.get("to_move", 1)
        if not isinstance(to_move, int) or not 1 <= to_move <= self.program.players:
            raise UsageError(
                f"to_move is {to_move!r}", f"give a player from 1 to {self.program.players}"
            )
        self.v[ACTIVE] = to_move - 1
        self.v[PC] = self.program.turn_start

    def _find(self, path: str) -> Any:
        value: Any = self.position
        for name in path.split("."):
            if not isinstance(value, dict) or name not in value:
                return None
            value = value[name]
        return value

    def _read(self, path: str, writer: dict[str, str], value: Any) -> None:
        if "digits" in writer:
            self._digits(path, writer["digits"], value)
        elif "cells" in writer:
            self._cells(path, writer["cells"], value)
        elif "pieces" in writer:
            for text in self._list(path, value):
                self._piece(path, writer["pieces"], writer["text"], text)
        elif "piece" in writer:
            self._piece(path, writer["piece"], "{place}", value)
        elif "counts" in writer:
            self._counts(writer, value)
        elif "members" in writer:
            self._members(path, writer, value)
        elif "memory" in writer:
            self._number(writer["memory"], value)
        elif "value" in writer or "by player" in writer or "map" in writer:
            self._values(path, writer, value)

    def _digits(self, path: str, attr: str, value: Any) -> None:
        base, count, _, _, low, high, *_ = self.notation.attr_slots(attr)
        if not isinstance(value, str) or len(value) != count or not re.fullmatch("[0-9]*", value):
            raise UsageError(f"{path} must be {count} digits", f"it is {str(value)[:40]!r}")
        for place, digit in enumerate(value):
            if not low <= int(digit) <= high:
                raise UsageError(f"{path} has a {digit}", f"digits go from {low} to {high}")
            self.v[base + place] = int(digit)

    def _cells(self, path: str, attr: str, value: Any) -> None:
        base = self.notation.attr_slots(attr)[0]
        names = self.notation.thing_names(attr)
        for text in self._list(path, value):
            self.v[base + self._index(path, names, text)] = 1

    def _index(self, path: str, names: list[str], text: Any) -> int:
        if text not in names:
            hint = suggest(str(text), names) or f"one of {names[0]} … {names[-1]}"
            raise UsageError(f"{path}: there is no `{str(text)[:20]}`", hint)
        return names.index(text)

    def _list(self, path: str, value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > 1000:  # noqa: PLR2004 - bounds strangers' files
            raise UsageError(f"{path} must be a list", None)
        return value

    def _piece(self, path: str, kind: str, template: str, text: Any) -> None:
        """Find a piece that is not yet placed and has the attributes the text says."""
        fields = self._fields(path, kind, template, text)
        table = self.program.kinds[kind]
        base = self.program.slots[f"place:{kind}"][0]
        for piece in range(table["count"]):
            if piece in self.placed[kind] or not self._matches(kind, piece, fields):
                continue
            self.placed[kind].add(piece)
            names = self.program.boards[table["on"]]["names"]
            self.v[base + piece] = self._index(path, names, fields["place"])
            for name, word in fields.items():
                slot = self.program.slots.get(f"attr:{kind}.{name}")
                if slot is not None:
                    self.v[slot[0] + piece] = self._word(slot[2], word)
            return
        raise UsageError(
            f"{path}: no {kind} is left for `{text}`", "the powers in play have no more of them"
        )

    def _fields(self, path: str, kind: str, template: str, text: Any) -> dict[str, str]:
        pattern, last = "", 0
        for found in FIELD.finditer(template):
            pattern += re.escape(template[last : found.start()])
            pattern += f"(?P<{found.group(1)}>{self._pattern(kind, found.group(1))})"
            last = found.end()
        pattern += re.escape(template[last:])
        matched = (
            re.fullmatch(pattern, text) if isinstance(text, str) and len(text) <= MAX_TEXT else None
        )
        if matched is None:
            raise UsageError(f"{path}: can't read `{str(text)[:40]}`", f"write it as {template}")
        return matched.groupdict()

    def _pattern(self, kind: str, name: str) -> str:
        if name == "place":
            return r"[A-Za-z0-9,]+"
        type_name = self.program.kinds[kind]["types"].get(name, "")
        if type_name in self.program.enums:
            return "|".join(re.escape(mark) for _, mark in self.program.enums[type_name])
        return r"\d+"

    def _matches(self, kind: str, piece: int, fields: dict[str, str]) -> bool:
        for name, word in fields.items():
            fixed = self.program.fixed.get(f"{kind}.{name}")
            if fixed is not None and fixed[piece] != self._word(
                self.notation.fixed_type(kind, name), word
            ):
                return False
        return True

    def _word(self, type_name: str, word: str) -> int:
        if type_name in self.program.enums:
            return [mark for _, mark in self.program.enums[type_name]].index(word)
        return int(word) - 1 if type_name in ("Side", "Player") else int(word)

    def _counts(self, writer: dict[str, str], value: Any) -> None:
        """Place pieces in a zone, given as {text: number}."""
        kind = writer["counts"]
        if not isinstance(value, dict) or not all(type(n) is int for n in value.values()):
            raise UsageError("pieces in a zone must be an object {text: number}", None)
        base, count, *_ = self.program.slots[f"place:{kind}"]
        zone = self.program.kinds[kind]["cells"] + self.program.zones.index(writer["zone"])
        for piece in range(count):
            text = self.notation.piece_text(self.v, writer, piece)
            if piece not in self.placed[kind] and value.get(text, 0) > 0:
                value = {**value, text: value[text] - 1}
                self.placed[kind].add(piece)
                self.v[base + piece] = zone

    def _members(self, path: str, writer: dict[str, str], value: Any) -> None:
        """Give each player the listed pieces."""
        kind = writer["members"]
        names = self.program.kinds[kind]["names"]
        of, _, type_name, width, *_ = self.program.slots[f"attr:{kind}.{writer['of']}"]
        for player, texts in enumerate(self._list(path, value)[: self.program.players]):
            for text in self._list(path, texts):
                piece = self._index(path, names, text)
                if type_name.startswith("set "):
                    self.v[of + piece * width + player] = 1
                else:
                    self.v[of + piece] = player

    def _put_away(self) -> None:
        """Remove the pieces that the position does not mention from the game."""
        gone = len(self.program.zones) - 1
        for kind, table in self.program.kinds.items():
            if table["on"] is not None:
                base = self.program.slots[f"place:{kind}"][0]
                for piece in range(table["count"]):
                    if piece not in self.placed[kind]:
                        self.v[base + piece] = table["cells"] + gone

    def _memory(self) -> None:
        memory = self.position.get("memory", {})
        if not isinstance(memory, dict):
            raise UsageError("memory must be an object {name: number}", None)
        for name, value in memory.items():
            self._number(name, value)

    def _held(self) -> None:
        """Set who holds which card, if given: a list of slugs for each player."""
        held = self.position.get("held")
        if held is None:
            return
        slugs = [instance["slug"] for instance in self.program.instances]
        masks = dict.fromkeys(slugs, 0)
        for player, cards in enumerate(self._list("held", held)[: self.program.players]):
            for slug in self._list("held", cards):
                if slug not in masks:
                    raise UsageError(
                        f"held: `{str(slug)[:40]}` is not in play", f"in play: {', '.join(slugs)}"
                    )
                masks[slug] |= 1 << player
        for number, slug in enumerate(slugs):
            self.v[self.program.slots[f"holders:{number}"][0]] = masks[slug]

    def _number(self, name: str, value: Any) -> None:
        slots = {
            key.partition(".")[2]: entry
            for key, entry in self.program.slots.items()
            if key.startswith("memory:")
        }
        if name not in slots or not isinstance(value, int) or abs(value) > 1000:  # noqa: PLR2004 - no memory is larger
            hint = suggest(name, slots) or f"memories here: {', '.join(slots) or 'none'}"
            raise UsageError(f"memory {name} can't be {str(value)[:20]}", hint)
        self.v[slots[name][0]] = value

    def _values(self, path: str, writer: dict[str, str], value: Any) -> None:
        name = writer.get("value") or writer.get("by player") or writer["map"]
        base, count, type_name, *_ = self.notation.attr_slots(name)
        if "map" in writer:
            names = self.notation.thing_names(name)
            if not isinstance(value, dict):
                raise UsageError(f"{path} must be an object {{cell: value}}", None)
            for cell, text in value.items():
                self.v[base + self._index(path, names, cell)] = self._text(type_name, text, path)
            return
        texts = [value] if "value" in writer else self._list(path, value)
        for place, text in enumerate(texts[:count]):
            if text != "":
                self.v[base + place] = self._text(type_name, text, path)

    def _text(self, type_name: str, text: Any, path: str) -> int:
        program = self.program
        if type_name in program.boards:
            return self._index(path, program.boards[type_name]["names"], text)
        if type_name in program.enums:
            marks = [mark for _, mark in program.enums[type_name]]
            return self._index(path, marks, text)
        if type_name in program.kinds:
            return self._index(path, program.kinds[type_name]["names"], text)
        try:
            number = int(text)
        except (TypeError, ValueError):
            raise UsageError(f"{path}: `{str(text)[:20]}` is not a number", None) from None
        return number - 1 if type_name in ("Side", "Player") else number
