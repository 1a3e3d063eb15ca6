"""What a player sees of a state: it can be asked and sent, but not played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from thesmos.diagnostics import UsageError
from thesmos.play.match_parts import MatchParts
from thesmos.play.saved import is_view
from thesmos.play.situation import Situation

if TYPE_CHECKING:
    from thesmos.notation.unseen import Numbers
    from thesmos.play.backend import Vector
    from thesmos.play.observing.spec import Observations
    from thesmos.play.worlds import PossibleWorlds


class Learned(NamedTuple):
    """What a player learns of the way from one state to the next: the choice, and the events."""

    choice: str | None
    events: list[dict[str, Any]]


class View(Situation):
    """A state as a player sees it, and what they have learned of the way there. Immutable.

    What is hidden is unknown: it is left out of the position. Views are equal if the same player
    sees the same; what was learned on the way does not count (see History).

    >>> state.view(1).player, state.view(1) == match.start().view(1)
    (1, True)
    """

    __slots__ = ("_learned", "_numbers", "_worlds", "numbered", "player")

    def __init__(
        self,
        match: MatchParts,
        vector: Vector,
        player: int,
        learned: Learned | Callable[[], Learned],
        numbers: Numbers | Callable[[], Numbers],
        worlds: PossibleWorlds | None = None,
        numbered: Vector | None = None,
    ) -> None:
        """player: who sees it, from 1; 0 is chance, which sees everything.

        learned: or a function that finds it out. numbers: of hidden pieces (see Unseen), likewise.
        worlds: the states that the player can't tell from the true one; None if a view was sent.
        numbered: the vector with the pieces numbered as in the state, for what follows the game.
            How equal pieces are numbered can tell what is hidden (see Renumbering).
        """
        super().__init__(match, vector)
        self.player = player
        self.numbered = vector if numbered is None else numbered
        self._learned, self._numbers, self._worlds = learned, numbers, worlds

    @property
    def learned(self) -> Learned:
        """The choice and the events since the previous state, as far as the player learned them."""
        if callable(self._learned):
            self._learned = self._learned()
        return self._learned

    @property
    def choice(self) -> str | None:
        """The choice that led here; None if there was none, or the player does not know it."""
        return self.learned.choice

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events between the previous state and this one, as far as the player learned them."""
        return [dict(event) for event in self.learned.events]

    def __eq__(self, other: object) -> bool:
        alike = super().__eq__(other)
        if isinstance(other, View) and alike is True:
            return self.numbers == other.numbers
        return alike

    __hash__ = Situation.__hash__

    @property
    def numbers(self) -> Numbers:
        """How many hidden pieces each list of the position has, as `Unseen` counts them."""
        if callable(self._numbers):
            self._numbers = self._numbers()
        return self._numbers

    @property
    def unseen(self) -> dict[str, Any]:
        """How many pieces the player can't see in the lists of the position, such as hands.

        By the key of the list: a number for each player, or one number for a list that is nobody's.
        Lists of which everything can be seen are left out.
        """
        return self._match.unseen.write(self.numbers)

    @property
    def out_of_sight(self) -> dict[str, int]:
        """How many pieces of each kind the player can't see, beside those that `unseen` counts.

        Nor does it count those of which the position says that they lie somewhere, face down.
        """
        return self._match.unseen.elsewhere(self._vector, self.numbers)

    def observations(self, *, own_first: bool = True) -> Observations:
        """Return what is seen as numbers: see `State.observations`."""
        observer = self._match.observer
        return observer.of_seen(self._vector, self.numbers, self.player, own_first)

    @property
    def worlds(self) -> PossibleWorlds:
        """The states that the player can't tell from the true one.

        Raises UsageError for a view that was sent: it does not say what it leaves open.
        """
        if self._worlds is None:
            raise UsageError(
                "a view that was sent can't be searched", "search where its game is played"
            )
        return self._worlds

    def vector_in(self, _match: MatchParts, /) -> Vector:
        """Refuse to be played. Raises UsageError."""
        raise UsageError("a view can't be played on", "give a state of the match")

    def __reduce__(self) -> tuple[Callable[..., View], tuple[Any, ...]]:
        """Pickle what the player knows, and nothing else."""
        return restored_view, (
            self._match, self._vector, self.player, self.learned, self.unseen,
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data, for `Match.view_from_json`. It holds nothing hidden."""
        return {
            "rules": self._match.rules,
            "player": self.player,
            "view": list(self._vector),
            "unseen": self.unseen,
            "choice": self.choice,
            "events": self.events,
        }


def restored_view(
    match: MatchParts, vector: Vector, player: int, learned: Learned, unseen: dict[str, Any]
) -> View:
    """Return a view that was pickled. Raises UsageError if a player can't see that."""
    if not is_view(match.linked, vector, player):
        raise UsageError("this is not a view", "pickle a view of a state of the match")
    return View(match, vector, player, learned, match.unseen.read(unseen))
