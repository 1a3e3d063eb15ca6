"""The interface for asking questions: of a foreign program, this interpreter or a test's fake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Hello, Place, Reply


class Peer(Protocol):
    """An implementation that answers. Every method raises ProtocolError if no valid answer came."""

    def hello(self) -> Hello:
        """Return the implementation's name and its claims."""

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """Return the decision at a place.

        viewer: the player whose view to give; None for the whole state. why: an option that is not
        offered; the answer explains it.
        """

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """Return the answers at the beginning and after each choice; the last may be a refusal."""

    def perft(self, place: Place, depth: int) -> int | Reply:
        """Return the number of positions `depth` turns later."""

    def close(self) -> None:
        """End the conversation and leave nothing running."""


class OtherSteps:
    """The methods of a `Peer` that it passes on to another one, which takes other steps.

    peer: the other one.
    """

    def __init__(self, peer: Peer) -> None:
        self.peer = peer

    def hello(self) -> Hello:
        """Return the implementation's name and its claims."""
        return self.peer.hello()

    def perft(self, place: Place, depth: int) -> int | Reply:
        """Return the number of positions `depth` turns later."""
        return self.peer.perft(place, depth)

    def close(self) -> None:
        """End the conversation."""
        self.peer.close()

    @property
    def remarks(self) -> list[ProtocolError]:
        """What went wrong at the end of the conversation, once it is closed."""
        return list(getattr(self.peer, "remarks", ()))
