"""The table of examples of what counts as the same: conformance/protocol/comparisons.jsonl."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from testing.toy import HERE, toy_card, toy_game
from thesmos.link.linked import LinkedGame
from thesmos.program.node import AttributeRef
from thesmos.program.positions import ByPlayer

TABLE = Path(__file__).parents[2] / "conformance" / "protocol" / "comparisons.jsonl"
BY_PLAYER = frozenset({"p", "s.p"})  # the lists by player in the table


@dataclass(frozen=True)
class ComparedRow:
    """Two objects, and whether they are the same: as positions, and elsewhere. why: a sentence."""

    expected: dict[str, Any]
    got: dict[str, Any]
    position: bool
    elsewhere: bool
    why: str

    def __str__(self) -> str:
        return f"{json.dumps(self.expected)} {json.dumps(self.got)}"


def _rows() -> Iterator[ComparedRow]:
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        yield ComparedRow(**json.loads(line))


ROWS = tuple(_rows())


def listing_game() -> LinkedGame:
    """The toy, with positions that have the table's lists by player."""
    linked = toy_game(toy_card())
    entries = [
        ByPlayer(
            AttributeRef("Player", path), path=tuple(path.split(".")), card="", omit_empty=False,
            shape=None, location=HERE,
        )
        for path in sorted(BY_PLAYER)
    ]  # fmt: skip
    return replace(linked, game=replace(linked.game, position=tuple(entries)))
