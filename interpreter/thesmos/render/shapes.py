"""The words for the shapes of pictures, and the ways in which positions write what has one."""

from __future__ import annotations

STACK, CAP, FRONT, MARK, CARD = "stack", "cap", "front", "mark", "card"
PAWN, CHIP, FIGURE, STOP = "pawn", "chip", "figure", "stop"
HIDDEN = "secret"
SHAPES = {  # how an entry of a position may be written, and how it is drawn if it does not say so
    "digits": STACK, "cells": MARK, "map": CARD, "pieces": PAWN, "piece": FIGURE, "value": FIGURE,
}  # fmt: skip
