"""The shapes in pictures."""

from __future__ import annotations

from typing import Final

STACK: Final = "stack"
CAP: Final = "cap"
FRONT: Final = "front"
MARK: Final = "mark"
CARD: Final = "card"
PAWN: Final = "pawn"
CHIP: Final = "chip"
FIGURE: Final = "figure"
STOP: Final = "stop"
TRACK: Final = "track"  # in text boards
HIDDEN = "secret"  # how the key to the boards calls what not every player sees
