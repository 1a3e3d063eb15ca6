"""Pairs of states that look the same to a player, for all that shows states to players.

`leak.py` compares what the Python API tells, state by state. What takes longer to show, or is shown
by another program, is a `Surface`: pages, sentences, reports. It is given some pairs of states of a
match-up at once, and must show both states of a pair alike.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from thesmos.dice import Rng
from thesmos.play.game import Game
from thesmos.play.look_alikes import alike, with_other_numbers
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.tools.leak import Vector, looks_alike
from thesmos.tools.surfaces import told_apart

NODE = shutil.which("node")
PAIRS = 24  # pairs of states of a match-up that are compared
TRIED_EVERY = 10  # states of which a pair is made, on average
REFUSED = 4  # options of earlier states that are asked about where they may not be offered


@dataclass(frozen=True)
class Pair:
    """Two states that look the same to a player, and an option of both that looks the same, too.

    player: from 1. code: of the option, or None. refused: texts of which it is asked why they are
    not legal.
    """

    vectors: tuple[Vector, Vector]
    player: int
    code: int | None
    refused: list[str]


class Surface(Protocol):
    """Something that shows players states of games."""

    @property
    def name(self) -> str:
        """What shows the states, as a report names it."""

    def lacking(self) -> str:
        """Return what is not installed although it is needed; empty if nothing is missing."""
        return ""

    def places(self, game: Game, match: Match, pairs: Sequence[Pair], /) -> Sequence[str | None]:
        """Return, for each pair, what its player is shown otherwise in its states, or None."""


def lacks_node() -> str:
    """Return the name of Node.js if it is not installed; else nothing."""
    return "" if NODE else "Node.js"


def compared(
    match: Match,
    pairs: Iterable[Pair],
    show: Callable[[State, Pair], Iterable[tuple[str, Any]]],
) -> Iterator[str | None]:
    """Yield for each pair the name of what is first shown otherwise of its states, or None.

    show: yields what the player of a pair is shown of a state, by name.
    """
    for pair in pairs:
        one, other = (State(match, tuple(vector)) for vector in pair.vectors)
        yield told_apart(show(one, pair), show(other, pair))


class AlikePairs:
    """Collects pairs of states of a match-up.

    match: of the match-up. pairs: so far. where: of which game and decision each is.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.pairs: list[Pair] = []
        self.where: list[str] = []
        self._texts: list[str] = []

    def follow(self, state: State, where: str, dice: Rng) -> None:
        """Note a state of a game, sometimes. where: of which game and decision it is."""
        full = len(self.pairs) == PAIRS
        if not self.match.linked.can_hide or full or dice.below(TRIED_EVERY):
            return
        player = 1 + dice.below(self.match.linked.players)
        other = alike(self.match, state.vector, player - 1, dice)
        if other is not None:
            other = with_other_numbers(self.match, other, dice)
        if other is not None and other != tuple(state.vector):
            code = self._code(state, State(self.match, other), player, dice)
            refused = [*self._texts]
            self.pairs.append(Pair((state.vector, other), player, code, refused))
            self.where.append(where)
        decision = state.decision
        if decision is not None and decision.options:
            text = decision.options[dice.below(len(decision.options))].text
            self._texts = [*self._texts[1 - REFUSED :], text]

    @staticmethod
    def _code(state: State, other: State, player: int, dice: Rng) -> int | None:
        """Return the code of an option of both states after which they look the same, or None."""
        codes = sorted({*state.codes} & {*other.codes})
        if not codes:
            return None
        code = codes[dice.below(len(codes))]
        after, other_after = state.take(code), other.take(code)
        if after.view(player) != other_after.view(player):
            return None
        return code if looks_alike(after, other_after, player) else None

    def told_apart(self, game: Game, surface: Surface) -> str | None:
        """Return a message about the first pair that a surface shows otherwise, or None."""
        try:
            places = surface.places(game, self.match, self.pairs) if self.pairs else ()
        except Exception as error:  # noqa: BLE001 - whatever it raises is a failure to report
            return f"{surface.name} stopped with {type(error).__name__}: {error}"
        for pair, where, place in zip(self.pairs, self.where, places, strict=True):
            if place is not None:
                told = f"player {pair.player} can tell from {place} what is hidden"
                return f"{where}: by {surface.name}, {told}"
        return None
