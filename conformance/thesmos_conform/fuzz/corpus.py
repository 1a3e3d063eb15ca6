"""The corpus of the fuzzer: a file of positions from which games reached something new.

A line is a JSON object: `powers`, `mode`, `setup` and `position`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.files import write_text
from thesmos.play.match_ups import Seating
from thesmos_conform.protocol.messages import Json


@dataclass(frozen=True)
class KeptPosition:
    """A position from which something new was reached, and its match-up."""

    seating: Seating
    position: dict[str, Any]

    def as_json(self) -> Json:
        """Return the position as a line of a corpus."""
        seating = self.seating
        return {
            "powers": list(seating.powers),
            "mode": seating.mode,
            "setup": dict(seating.setup),
            **({"options": dict(seating.options)} if seating.options else {}),
            "position": self.position,
        }


def read_corpus(file: Path) -> list[KeptPosition]:
    """Return the positions in a file; none if there is no file. Raises UsageError."""
    if not file.exists():
        return []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} can't be read: {error}", None) from None
    return [_read(file, number, line) for number, line in enumerate(lines, 1)]


def _read(file: Path, number: int, line: str) -> KeptPosition:
    try:
        value = json.loads(line)
        options = value.get("options", {}) if isinstance(value, dict) else {}
        match value:
            case {"powers": list(p), "mode": str(mode), "setup": dict(s), "position": dict(at)}:
                if all(isinstance(text, str | None) for text in (*p, *s.values())):
                    seating = Seating(tuple(p), mode, tuple(s.items()), tuple(options.items()))
                    return KeptPosition(seating, at)
    except (ValueError, RecursionError):
        pass
    raise UsageError(
        f"{file}:{number}: this is not a line of a corpus",
        "`thesmos fuzz --corpus` writes such files: name one of those, or a new one",
    )


def write_corpus(file: Path, corpus: Iterable[KeptPosition]) -> None:
    """Write the positions to a file, replacing its contents. Raises UsageError."""
    write_text(file, "".join(f"{json.dumps(kept.as_json())}\n" for kept in corpus))
