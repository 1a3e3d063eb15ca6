"""What players see of many states, as NumPy arrays."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from thesmos.play.match_parts import MatchParts
from thesmos.play.view import Learned, View


class Views:
    """What players see of many states; it can't be played on.

    players: who sees it; 0 sees everything.
    """

    def __init__(self, match: MatchParts, seen: Any, players: Any, truths: Any) -> None:
        """seen: a row of slots for each, with pieces numbered as in the states, `truths`."""
        self.match, self.players = match, players
        self._seen, self._truths = seen, truths

    def __len__(self) -> int:
        return len(self.players)

    @cached_property
    def vectors(self) -> Any:
        """A row of slots for each."""
        rows = self._seen
        if self.match.canonical.unnamed:
            rows = rows.copy()
            for number in self.players.nonzero()[0]:
                rows[number] = self.match.renumbering(tuple(map(int, rows[number])))
        return rows

    def __getitem__(self, number: int) -> View:
        """Return one of the views, without what was learned on the way. Raises IndexError."""
        truth, seen, shown = (
            tuple(map(int, rows[number])) for rows in (self._truths, self._seen, self.vectors)
        )
        numbers = self.match.unseen.numbers(truth, seen)
        return View(self.match, shown, int(self.players[number]), Learned(None, []), numbers)
