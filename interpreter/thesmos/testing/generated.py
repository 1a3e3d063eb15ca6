"""Generated code beside the two worlds: what it says about a state, in the terms of theirs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from thesmos.compile.match import CompiledMatch, Vector
from thesmos.link.linked import LinkedGame
from thesmos.semantics.state import Option
from thesmos.semantics.transition import Decision
from thesmos.semantics.vector import option_from

Choice = Callable[[CompiledMatch, Vector], Vector]


class Said(NamedTuple):
    """What a world says about a pending decision; of the end of the game nothing."""

    options: list[Option]
    may_skip: bool
    weights: list[int]


class Generated:
    """A linked game as generated code, which is made when it is first asked."""

    def __init__(self, linked: LinkedGame) -> None:
        self.linked = linked

    @functools.cached_property
    def match(self) -> CompiledMatch:
        """The compiled match."""
        return CompiledMatch(self.linked)

    def after(self, vector: Sequence[int], choice: Choice) -> Vector:
        """The state after a choice."""
        return choice(self.match, tuple(vector))

    def said(self, vector: Sequence[int]) -> Said:
        """What generated code says about a state."""
        state = tuple(vector)
        codes = self.match.options(state)
        options = [option_from(self.match.game, *self.match.codes.option(code)) for code in codes]
        weights = [self.match.weight(state, code) for code in codes]
        return Said(options, self.match.may_skip(state), weights)

    def code(self, option: Option) -> Choice:
        """The choice of an option."""

        def choose(match: CompiledMatch, vector: Vector) -> Vector:
            return match.apply(vector, match.codes.code(option.action, option.values))

        return choose


def by_semantics(decision: Decision | None, weights: list[int]) -> Said:
    """What the semantics says about a decision."""
    if decision is None:
        return Said([], False, [])
    return Said([*decision.options], decision.may_skip, weights)
