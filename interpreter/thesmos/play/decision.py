"""A pending decision: who decides in which step, and what can be chosen."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from thesmos.play.options import Option


class Asked(NamedTuple):
    """What a decision asks, but for its options: who decides, in which step."""

    player: int
    step: str
    power: str | None
    may_skip: bool


class Decision:
    """A pending decision: of which player (from 1; 0 is chance), in which step. Immutable.

    options: in canonical order, the order of their codes; without skipping.

    >>> state.decision.player, len(state.decision.texts) == len(state.decision.options)
    (1, True)
    """

    __slots__ = ("_asked", "_texts", "options")
    options: tuple[Option, ...]
    _asked: Asked
    _texts: tuple[str, ...]

    def __init__(
        self, player: int, step: str, power: str | None, options: tuple[Option, ...], may_skip: bool
    ) -> None:
        object.__setattr__(self, "_asked", Asked(player, step, power, may_skip))
        object.__setattr__(self, "options", options)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Raise AttributeError."""
        raise AttributeError(f"a decision never changes, nor does its `{name}`")

    def __delattr__(self, name: str) -> NoReturn:
        """Raise AttributeError."""
        raise AttributeError(f"a decision never changes, nor does its `{name}`")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return (self._asked, self.options) == (other._asked, other.options)

    def __hash__(self) -> int:
        return hash((self._asked, self.options))

    def __reduce__(self) -> tuple[type[Decision], tuple[object, ...]]:
        asked = self._asked
        return Decision, (asked.player, asked.step, asked.power, self.options, asked.may_skip)

    def __repr__(self) -> str:
        asked = self._asked
        return (
            f"Decision(player={asked.player}, step={asked.step!r}, power={asked.power!r}, "
            f"options={self.options!r}, may_skip={asked.may_skip})"
        )

    @property
    def player(self) -> int:
        """Who decides, from 1; 0 is chance."""
        return self._asked.player

    @property
    def step(self) -> str:
        """The name of the step, as in records."""
        return self._asked.step

    @property
    def power(self) -> str | None:
        """The first power that declares an action of the step; None for a step of the game."""
        return self._asked.power

    @property
    def may_skip(self) -> bool:
        """Whether the step may be skipped."""
        return self._asked.may_skip

    @property
    def dead_end(self) -> bool:
        """Whether nothing can be chosen, so that a player can only concede."""
        return not self.options and not self._asked.may_skip

    @property
    def texts(self) -> tuple[str, ...]:
        """The options as text."""
        try:
            return self._texts
        except AttributeError:
            texts = tuple([option.text for option in self.options])
            object.__setattr__(self, "_texts", texts)
            return texts

    @property
    def chance(self) -> bool:
        """Whether chance decides: the options are its outcomes."""
        return self._asked.player == 0

    @property
    def probabilities(self) -> dict[str, Fraction]:
        """The probability of each outcome of chance, by its text; they sum to 1.

        Empty where a player decides.
        """
        if not self.chance:
            return {}
        whole = sum(option.weight for option in self.options)
        return {option.text: Fraction(option.weight, whole) for option in self.options}

    @property
    def values(self) -> dict[str, dict[str, int]]:
        """The numbers shown with options, by the option's text and the number's name."""
        options = sorted(self.options, key=lambda option: option.text)
        return {option.text: dict(option.values) for option in options if option.values}
