"""Generated code beside the two worlds: what it says about a state, in the terms of the others."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from thesmos.compile.match import CompiledMatch, Vector
from thesmos.compile.unsupported import NotCompiled
from thesmos.link.linked import LinkedGame
from thesmos.semantics.state import Option
from thesmos.semantics.transition import Decision

Choice = Callable[[CompiledMatch, Vector], Vector]


class Said(NamedTuple):
    """What a world says about a pending decision; of the end of the game nothing."""

    options: list[Option]
    may_skip: bool
    weights: list[int]


class Generated:
    """A linked game as generated code; `match` is None if it can't be compiled yet."""

    def __init__(self, linked: LinkedGame) -> None:
        self.linked = linked

    @functools.cached_property
    def match(self) -> CompiledMatch | None:
        """The compiled match."""
        try:
            return CompiledMatch(self.linked)
        except NotCompiled:
            return None

    def after(self, vector: Sequence[int], choice: Choice) -> Vector | None:
        """The state after a choice; None if this can't be compiled yet."""
        return None if self.match is None else choice(self.match, tuple(vector))

    def said(self, vector: Sequence[int]) -> Said | None:
        """What generated code says about a state."""
        if self.match is None:
            return None
        state = tuple(vector)
        codes = self.match.options(state)
        options = [Option(*self.match.codes.option(code)) for code in codes]
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
