"""An implementation that knows only whole turns: the reference, asked by rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from thesmos.play.protocols import SKIP, State
from thesmos_conform.protocol.messages import Claim, Hello, Place, Refused, Reply
from thesmos_conform.reference.oracle import Oracle, apply_choice
from thesmos_conform.reference.reference import answer

Row = tuple[str, ...]


class WholeTurns:
    """A `Peer` that answers with `turns`.

    without: a first choice whose rows it leaves out, by mistake. places: all that it was asked.
    """

    def __init__(self, oracle: Oracle, claim: Claim, without: str = "") -> None:
        self.oracle = oracle
        self.claim = replace(claim, granularity="turn")
        self.without = without
        self.places: list[Place] = []

    def hello(self) -> Hello:
        """The claims for all games of a test."""
        return Hello("whole turns", games={"santorini": self.claim})

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """Answer with rows instead of options."""
        self.places.append(place)
        path = self.oracle.path(place)
        if path.refused is not None:
            return Refused(path.refused)
        made = answer(path.last, viewer=viewer, began=not place.choices)
        if made.player is None:
            return made
        rows = tuple(row for row in rows_from(path.last) if row[0] != self.without)
        return replace(made, options=None, may_skip=None, turns=rows)

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """Never called: the runner unfolds rows."""
        raise AssertionError(place)

    def perft(self, place: Place, depth: int) -> int | Reply:
        """Never called."""
        raise AssertionError((place, depth))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def rows_from(state: State) -> Iterator[Row]:
    """All rows of choices for the player who decides here."""
    decision = state.decision
    assert decision is not None
    words = [option.text for option in decision.options]
    for word in [*words, *([SKIP] if decision.may_skip else [])]:
        after = apply_choice(state, word)
        assert after is not None
        following = after.decision
        same = following is not None and following.player == decision.player
        if not same or after.turns_begun:
            yield (word,)
        else:
            yield from ((word, *row) for row in rows_from(after))
