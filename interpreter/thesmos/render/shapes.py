"""The shapes in pictures, and the default shape of each kind of entry in a position."""

from __future__ import annotations

STACK, CAP, FRONT, MARK, CARD = "stack", "cap", "front", "mark", "card"
PAWN, CHIP, FIGURE, STOP = "pawn", "chip", "figure", "stop"
HIDDEN = "secret"
SHAPES = {  # the kinds of entries of a position, and the shape of each if it declares none
    "digits": STACK, "cells": MARK, "map": CARD, "pieces": PAWN, "piece": FIGURE, "value": FIGURE,
}  # fmt: skip
