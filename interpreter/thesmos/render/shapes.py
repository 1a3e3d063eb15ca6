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
HIDDEN = "secret"  # the word in the key to the boards for things that not every player sees
