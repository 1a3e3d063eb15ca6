"""What players see of many states, as NumPy arrays."""

from __future__ import annotations

from typing import Any

from thesmos.play.match_parts import MatchParts
from thesmos.play.view import Learned, View


class Views:
    """What players see of many states; it can't be played on.

    vectors: a row of slots for each. players: who sees it; 0 sees everything. truths: the states.
    """

    def __init__(self, match: MatchParts, vectors: Any, players: Any, truths: Any) -> None:
        self.match, self.vectors, self.players = match, vectors, players
        self._truths = truths

    def __len__(self) -> int:
        return len(self.vectors)

    def __getitem__(self, number: int) -> View:
        """Return one of the views, without what was learned on the way. Raises IndexError."""
        vector = tuple(map(int, self.vectors[number]))
        numbers = self.match.unseen.numbers(tuple(map(int, self._truths[number])), vector)
        return View(self.match, vector, int(self.players[number]), Learned(None, []), numbers)
