"""Changed rules: whether the sentence of a change says something else than that of the original."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from thesmos.play.game import Game
from thesmos.program.declarations import Fact, GameProgram, Rule
from thesmos.program.node import walk, with_parts
from thesmos.program.values import Compare, Not, Past, Value
from thesmos.semantics.state import StructuredState
from thesmos.semantics.values import value
from thesmos_conform.mutation.mutants import mutants_of, mutated
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.testing.reader.agreement import (
    Statement,
    frames,
    sampled,
    statements,
)

OPERATORS = ("drop-condition", "negate", "shift-bound", "other-comparison", "other-owner")


@dataclass(frozen=True)
class Change:
    """A changed fact or rule: the statement about it, and about the original.

    node: what it means.
    """

    id: str
    before: Statement
    after: Statement
    node: Value


@dataclass
class Outcome:
    """What the sentence of a change says.

    agrees: how often what the change means. differs: how often not what the original means. wrong:
    a case in which it says something else than the change. due: how often the change means
    something else than the original, and its sentence says something.
    """

    agrees: int = 0
    differs: int = 0
    wrong: str = ""
    due: int = 0


def changes(game: Game, count: int, seed: int) -> Iterator[Change]:
    """Yield so many changes of a game's own facts and rules, of different ones as far as possible.

    Those with questions about the past are left out: a match answers only those of its own program.
    """
    program = game.program
    originals = {s.what: s for s in statements(game, GameSentences(game, "en")) if not s.card}
    mutants = [
        mutant
        for mutant in mutants_of(program, OPERATORS)
        if not any(isinstance(node, Past) for _, new in mutant.changes for node in walk(new))
        and mutant.unit.removeprefix("fact.") in originals
    ]
    random.Random(seed).shuffle(mutants)
    for mutant in mutants[:count]:
        before = originals[mutant.unit.removeprefix("fact.")]
        after = _read(game, mutated(program, mutant), before)
        about = after.about
        assert isinstance(about, Fact | Rule)
        node = about.body if isinstance(about, Fact) else about.condition
        yield Change(mutant.id, before, after, node)


def _read(game: Game, program: GameProgram, before: Statement) -> Statement:
    """Return the statement about the same fact or rule in a changed program."""
    checked = copy.copy(game.checked)
    vars(checked)["program"] = program
    changed = game.with_program(program)
    changed.checked = checked
    sentences = GameSentences(changed, "en")
    return next(s for s in statements(changed, sentences, only=before.what) if not s.card)


def as_opposites(node: Any) -> Any:
    """Return a text with `a != b` as the opposite of `a = b`, also if one of them is none.

    Sentences say no more; that no shipped rule depends on it is tested with its own text.
    """
    inside = with_parts(node, as_opposites)
    if isinstance(inside, Compare) and inside.word == "!=":
        same = replace(inside, word="=")
        return Not(same, location=inside.location, type=inside.type)
    return inside


def outcome(change: Change, states: list[StructuredState], dice: random.Random) -> Outcome:
    """Try what the sentence of a change says in each state."""
    result = Outcome()
    about = replace(change.after, parameters=change.before.parameters)
    for state in states:
        for frame in frames(about, state, None, dice):
            node = as_opposites(change.node)
            meant = sampled(value(node, frame.with_names(dict(frame.names))))
            original = sampled(value(change.before.node(state.game), frame))
            for reading in change.after.readings:
                found = reading.value(frame)
                said = reading.members(frame) if reading.type.many else found
                if said is None and isinstance(meant, bool):
                    continue
                result.due += meant != original
                result.agrees += said == meant
                result.differs += said != original
                if said != meant:
                    result.wrong = f"says {said}, means {meant}"
    return result
