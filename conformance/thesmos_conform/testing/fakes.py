"""Peers in the process of the test: the reference with some answers changed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace

from thesmos_conform.protocol.messages import LEVELS, Claim, Hello, Place, Reply
from thesmos_conform.reference.reference import Reference

Change = Callable[[Place, Reply], Reply]
EVERYTHING = Claim(powers=None, levels=LEVELS, memory=True)


@functools.cache
def _reference(game: str) -> Reference:
    """Loading a game takes long: all fakes of a process share one."""
    return Reference([game])


class Fake:
    """A `Peer` that answers like the reference, with `change` applied to each answer."""

    def __init__(
        self,
        change: Change = lambda place, reply: reply,
        claim: Claim = EVERYTHING,
        game: str = "santorini",
    ) -> None:
        self.reference = _reference(game)
        self.change = change
        self.claim = claim
        self.game = game
        self.asked: list[Place] = []

    def hello(self) -> Hello:
        """One game, and the claim."""
        return Hello("fake", games={self.game: self.claim})

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """The reference's answer, changed."""
        self.asked.append(place)
        return self.change(place, self.reference.look(place, viewer=viewer, why=why))

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """The reference's answers, each changed."""
        replies = self.reference.path(place, viewer=viewer)
        at = [replace(place, choices=place.choices[:n]) for n in range(len(replies))]
        return [self.change(where, reply) for where, reply in zip(at, replies, strict=True)]

    def perft(self, place: Place, depth: int) -> int | Reply:
        """The reference's count."""
        return self.reference.perft(place, depth)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
