"""Generated code beside 0.1's engine: both play the same game, and must agree at every decision."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from thesmos.compile.match import CompiledMatch
from thesmos.engine.match import Match, State
from thesmos.engine.program import CHOOSER
from thesmos.play.game import Game
from thesmos.testing.by_engine import by_engine
from thesmos.testing.paired import slot_names

SKIPS, CONCEDES = 0.2, 0.002  # how often, where it is possible


def compare(match: Match, decisions: int, seed: int = 1) -> int:
    """Play random games of a match in both worlds, and return how many decisions agreed.

    Compared are the whole vector, the options in their order, may-skip, the result, and what each
    player sees. Raises AssertionError at the first difference.
    """
    compiled, rng, made = CompiledMatch(match.linked), random.Random(seed), 0
    while made < decisions:
        state, vector = match.start(), compiled.start()
        while True:
            codes = _same(compiled, state, vector)
            if state.result is not None or made >= decisions:
                break
            made += 1
            chance = rng.random()
            if state.may_skip and (not codes or chance < SKIPS):
                state, vector = state.skip(), compiled.skip(vector)
            elif state.vector[CHOOSER] >= 0 and (not codes or chance < CONCEDES):
                state, vector = state.concede(), compiled.concede(vector)
            elif codes:
                code = rng.choice(codes)
                _, roles = compiled.codes.option(code)
                state, vector = state.follow(roles), compiled.apply(vector, code)
            else:  # chance has no outcome
                return made
    return made


def _same(compiled: CompiledMatch, state: State, vector: Sequence[int]) -> list[int]:
    """Compare what the two worlds say about a state; return the codes of the options."""
    made = tuple(vector)
    _same_slots(compiled, state.vector, made)
    for player in range(compiled.game.players):
        _same_slots(compiled, state.view(player + 1).vector, compiled.view(made, player))
    codes = compiled.options(made)
    assert [compiled.codes.option(code)[1] for code in codes] == state.roles
    assert codes == sorted(codes)
    assert compiled.may_skip(made) == bool(state.may_skip)
    result = compiled.result(made)
    engine = state.result and (tuple(p - 1 for p in state.result.winners), state.result.reason)
    assert result == engine
    return codes


def _same_slots(compiled: CompiledMatch, engine: Sequence[int], made: Sequence[int]) -> None:
    """Compare two vectors."""
    if engine != made:
        names = [*slot_names(compiled.game)]
        names += [f"kept {name}" for name in names[: len(engine) - len(names)]]
        slots = zip(names, engine, made, strict=True)
        different = [slot for slot in slots if slot[1] != slot[2]]
        raise AssertionError(f"slots, by the engine and compiled: {different}")


def match_of(
    game: Game, powers: Sequence[str | None], setup: Mapping[str, object] | None = None
) -> Match:
    """A match-up, forbidden or not, that the engine plays."""
    return by_engine(game.match(powers, setup=setup, any_match_up=True))
