"""What can be asked questions: a foreign program, this interpreter, a fake in a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from thesmos_conform.protocol.messages import Hello, Place, Reply


class Peer(Protocol):
    """An implementation that answers. Every method raises ProtocolError if no valid answer came."""

    def hello(self) -> Hello:
        """The implementation's name and its claims."""

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """The decision at a place.

        viewer: the player through whose eyes to show it. why: an option to explain the absence of.
        """

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """The answers at the beginning and after each choice; the last one may be a refusal."""

    def perft(self, place: Place, depth: int) -> int | Reply:
        """The number of positions that many turns later."""

    def close(self) -> None:
        """End the conversation and leave nothing running."""
