"""A position with everything that matters in it, as a value that is never changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from board import SPACES

PLAYERS = 2
KINDS = "fm"


@dataclass(frozen=True)
class Worker:
    """A worker: its space, its player from 1, and its kind, `f` or `m`."""

    space: str
    player: int
    kind: str


@dataclass(frozen=True)
class State:
    """A position. heights: the blocks on each space, in the order of SPACES.

    player: who has the turn, or places. rose: the players whose last turn had a move up. winner: 0
    while the game goes on. placing: whether workers are still being placed.
    """

    powers: tuple[str | None, ...]
    heights: tuple[int, ...] = (0,) * len(SPACES)
    domes: frozenset[str] = frozenset()
    workers: tuple[Worker, ...] = ()
    player: int = 1
    rose: frozenset[int] = frozenset()
    winner: int = 0
    placing: bool = False

    @property
    def power(self) -> str | None:
        """The power of the player who has the turn."""
        return self.powers[self.player - 1]

    @property
    def opponent(self) -> int:
        """The other player."""
        return PLAYERS + 1 - self.player

    def height(self, space: str) -> int:
        """Return the blocks on a space."""
        return self.heights[SPACES.index(space)]

    def on(self, space: str) -> Worker | None:
        """Return the worker on a space."""
        return next((one for one in self.workers if one.space == space), None)

    def free(self, space: str) -> bool:
        """Return whether a space has neither a worker nor a dome."""
        return space not in self.domes and self.on(space) is None

    def mine(self) -> list[str]:
        """Return the spaces of the workers of the player who has the turn."""
        return [one.space for one in self.workers if one.player == self.player]

    def moved(self, spaces: dict[str, str]) -> State:
        """Return the state with workers on other spaces, all at once; spaces: from and to."""
        workers = tuple(replace(w, space=spaces.get(w.space, w.space)) for w in self.workers)
        return replace(self, workers=workers)

    def placed(self, space: str) -> State:
        """Return the state with one more worker of the player who places."""
        count = sum(one.player == self.player for one in self.workers)
        workers = (*self.workers, Worker(space, self.player, KINDS[count]))
        return replace(self, workers=workers)

    def built(self, space: str, dome: bool) -> State:
        """Return the state with one more block, or a dome, on a space."""
        if dome:
            return replace(self, domes=self.domes | {space})
        heights = list(self.heights)
        heights[SPACES.index(space)] += 1
        return replace(self, heights=tuple(heights))
