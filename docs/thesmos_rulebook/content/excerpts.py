"""Recorded decisions that rulings cite, shipped with the book: docs/excerpts/<game>.jsonl.

Each line is one decision of a recorded game: what was cited, who held what, the position, the
options, the choice and what followed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from thesmos_rulebook.resources import excerpts_dir


@dataclass(frozen=True)
class Excerpt:
    """A recorded decision.

    cited: the id of the record and the number of the decision in it, from 0. after: the position
    that the choice led to; None after the end of the game.
    """

    cited: str
    edition: str
    origin: str
    players: int
    decision: Mapping[str, Any]
    after: Mapping[str, Any] | None
    result: Mapping[str, Any] | None


def read_excerpts(game: str) -> dict[str, Excerpt]:
    """Return the recorded decisions of a game by what cites them; empty if it ships none."""
    file = excerpts_dir() / f"{game}.jsonl"
    if not file.is_file():
        return {}
    found = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {
        line["cited"]: Excerpt(
            line["cited"], line["edition"], line["origin"], line["setup"]["players"],
            line["decision"], line["after"], line["result"],
        )
        for line in found
    }  # fmt: skip
