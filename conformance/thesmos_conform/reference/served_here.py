"""The reference served within this process: the same lines as `serve`, but no process to start.

Both sides of such a conversation look at the same states, so each match-up is compiled once.
"""

from __future__ import annotations

from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.serve import respond


class ServedHere:
    """A conversation with a peer in the lines of `serve`; see adapters/client.py."""

    stderr = ""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def ask(self, line: bytes, seconds: float) -> bytes:  # noqa: ARG002 - nothing can hang here
        """Return the answer to a line, without its newline."""
        return respond(self._peer, line)[0].removesuffix(b"\n")

    def finish(self, seconds: float) -> list[ProtocolError]:  # noqa: ARG002
        """Return no errors: there is nothing to end."""
        return []

    def kill(self) -> None:
        """Do nothing: there is no process."""
