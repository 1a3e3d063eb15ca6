"""What generated code says about options, beside the trace of the semantics: they must agree."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from thesmos.compile.python.explained_match import NumberedFinding
from thesmos.compile.python.match import CompiledMatch
from thesmos.link.linked import LinkedGame
from thesmos.semantics import explain as trace
from thesmos.semantics.routes import view_of
from thesmos.semantics.state import BoundAction
from thesmos.semantics.vector import option_from, state_from

Said = tuple[str, bool, str | None]  # an id, whether it holds, the permit that waives it
GAME = 300  # decisions of one game, at most
SKIPS = 0.2  # how often, where it is possible


def compare_reasons(game: LinkedGame, questions: int, seed: int = 1, each: int = 4) -> set[str]:
    """Play random games, and ask about random codes of the steps, offered ones and others.

    questions: about how many codes to ask; each: how many at one decision. Returns the ids of all
    that refused an option or waived a rule. Raises AssertionError at the first difference.
    """
    compiled, dice = CompiledMatch(game), random.Random(seed)
    asked, found = 0, set[str]()
    while asked < questions:
        vector = compiled.start()
        for _ in range(GAME):
            codes = compiled.options(vector)
            if compiled.result(vector) is not None or asked >= questions:
                break
            found |= _ask(compiled, vector, [*_chosen(compiled, vector, codes, each, dice)])
            asked += each
            if compiled.may_skip(vector) and (not codes or dice.random() < SKIPS):
                vector = compiled.skip(vector)
            elif codes:
                vector = compiled.apply(vector, dice.choice(codes))
            else:
                vector = compiled.concede(vector)
    return found


def _chosen(
    compiled: CompiledMatch,
    vector: tuple[int, ...],
    codes: Sequence[int],
    count: int,
    dice: random.Random,
) -> Iterator[int]:
    """Codes of the pending step: one that is offered, some that are nearly, and any others."""
    step = state_from(compiled.game, vector).step
    assert step is not None
    spaces = [compiled.codes.of[action] for action in step.actions]
    for number in range(count):
        space = dice.choice([one for one in spaces if one.count])
        if not codes or number == 0:
            yield space.first + dice.randrange(space.count)
            continue
        code = dice.choice(codes)
        space = next(s for s in spaces if s.first <= code < s.first + s.count)
        if number > 1 and space.digits:
            digit = dice.choice(space.digits)
            before = (code - space.first) // digit.factor % digit.size
            code += (dice.randrange(digit.size) - before) * digit.factor
        yield code


def _ask(compiled: CompiledMatch, vector: tuple[int, ...], codes: Sequence[int]) -> set[str]:
    """Compare what both say about some codes, and about skipping; return what was of interest."""
    game, state = compiled.game, state_from(compiled.game, vector)
    assert state.step is not None
    assert state.chooser is not None
    traced = trace.TracedStep(view_of(state, state.chooser), state.step, state.chooser)
    found: set[str] = set()
    offered = {*compiled.options(vector)}
    for code in codes:
        option = option_of(compiled, code)
        said = _said(traced.explain(option))
        explained = compiled.explain(vector, code)
        assert [*_named(game, explained)] == said, option
        assert (code in offered) == (not compiled.why_not(vector, code)), option
        found |= {id for id, holds, _ in said if not holds} | {by for _, _, by in said if by}
    skip = _said(traced.explain_skip())
    assert [*_named(game, compiled.explain_skip(vector))] == skip, f"{state.step.name}: skip"
    return found


def option_of(compiled: CompiledMatch, code: int) -> BoundAction:
    """The option of the semantics that a code is."""
    return option_from(compiled.game, *compiled.codes.option(code))


def _said(found: Sequence[trace.TracedFinding]) -> list[Said]:
    return [(one.id, one.holds, one.waived_by) for one in found]


def _named(game: LinkedGame, found: Sequence[NumberedFinding]) -> Iterator[Said]:
    """Findings with the names of what their numbers stand for."""
    for one, after in zip_longest(found, found[1:]):
        if one.kind == "step":
            yield f"{game.steps[one.number].name}.skip", one.holds, None
        elif one.kind == "rule":
            action, rule = game.rules[one.number]
            lifted = after is not None and after.kind == "permit"
            by = game.clauses[after.number][1].id if after is not None and lifted else None
            yield f"{action}.{rule.name}", one.holds, by
        else:
            yield game.clauses[one.number][1].id, one.holds, None
