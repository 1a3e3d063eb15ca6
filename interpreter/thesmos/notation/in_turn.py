"""The part `step` of a position: what a state has in addition in the middle of a turn.

With it, the state that is read is exactly the one that was written: reading does not run the flow.
Every value is optional; a missing one is as before the first decision of a game. The twin of this
module is `web/in_turn.js`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from thesmos.diagnostics import UsageError, clipped, suggest
from thesmos.notation.expected import index_of, object_of
from thesmos.notation.memories import Memories
from thesmos.notation.table import NotationTable
from thesmos.notation.value_table import Vector

PLACES, HISTORY, BEFORE = "places", "history", "before"


class StepPart:
    """Writes and reads the part `step` of positions of a linked game."""

    def __init__(self, table: NotationTable, memories: Memories) -> None:
        self._table, self._memories = table, memories

    def write(self, v: Vector) -> dict[str, Any]:
        """Return the part for a state."""
        core, history = (
            {
                name: self._memories.write(value, v)
                for name, value in self._table.in_turn[part].items()
                if not self._memories.is_fresh(value, v)
            }
            for part in ("core", "history")
        )
        places = {
            kind: ["" if v[slot] == self._table.none else about["places"][v[slot]]
                   for slot in range(about["first"], about["first"] + len(about["names"]))]
            for kind, about in self._table.kinds.items()
            if about["names"]
        }  # fmt: skip
        return core | {PLACES: places} | ({HISTORY: history} if history else {})

    def places(self, part: Mapping[str, Any]) -> dict[str, Sequence[int]]:
        """Return, by kind, where each piece is, as in a vector. Raises UsageError if invalid."""
        by_kind = object_of(part.get(PLACES, {}), "step: places", " {kind: list of places}")
        places: dict[str, Sequence[int]] = {}
        for kind, texts in by_kind.items():
            if kind not in self._table.kinds:
                near = suggest(str(kind), self._table.kinds)
                raise UsageError(f"step: places has no kind `{str(kind)[:40]}`", near)
            about, none = self._table.kinds[kind], self._table.none
            count = len(about["names"])
            if not isinstance(texts, list) or len(texts) != count:
                hint = f"there are {count}, on a cell or in a zone"
                raise UsageError(f"step: places must say where each {kind} is", hint)
            places[kind] = [
                none if text == "" else index_of(text, about["places"], "step: places")
                for text in texts
            ]
        return places

    def read(self, part: Mapping[str, Any], v: list[int]) -> None:
        """Put the part, except for `before`, into a vector whose pieces are placed.

        Raises UsageError for an unknown name, or a value that no state can have.
        """
        core, answers = self._table.in_turn["core"], self._table.in_turn["history"]
        parts = {**core, PLACES: None, HISTORY: None, BEFORE: None}
        for name, value in part.items():
            if name not in parts:
                hint = suggest(str(name), parts) or f"possible: {', '.join(parts)}"
                raise UsageError(f"step: there is no `{str(name)[:20]}`", hint)
            if name in core:
                self._memories.read(core[name], value, v)
        history = object_of(part.get(HISTORY, {}), "step: history", " {question: answer}")
        for name, value in history.items():
            if name not in answers:
                hint = suggest(str(name), answers) or "no card in play asks this"
                raise UsageError(f"step: history has no `{clipped(str(name))}`", hint)
            self._memories.read(answers[name], value, v)
