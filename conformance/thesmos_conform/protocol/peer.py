"""Who can be asked: a foreign program, this interpreter, a fake in a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from thesmos_conform.protocol.messages import Hello, Place, Reply


class Peer(Protocol):
    """An implementation that answers. Each method raises `faults.Fault` where no answer came."""

    def hello(self) -> Hello:
        """Who it is, and what it claims."""

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """What is to be decided at a place; as a player sees it; why an option is not on offer."""

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """The answers at the beginning and after each choice; the last one may be a refusal."""

    def perft(self, place: Place, depth: int) -> int | Reply:
        """How many positions follow."""

    def close(self) -> None:
        """End the conversation; nothing of it is left running."""
