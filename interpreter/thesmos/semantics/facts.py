"""§4.8: facts, and the clauses that treat them as something else."""

from __future__ import annotations

from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.semantics.frame import Frame
from thesmos.semantics.in_force import HeldClause, applies
from thesmos.semantics.state import Value
from thesmos.semantics.values import known, meaning, value


@meaning(p.FactValue)
def _fact(node: p.FactValue, frame: Frame) -> Value:
    """The value of the last clause that treats the fact and holds, or else the fact's own.

    The persons are those of the text that uses the fact; `you` is the holder in a clause.
    """
    arguments = [value(each, frame) for each in node.arguments]
    if not known(*arguments):
        return None
    game = frame.state.game
    for card, clause in reversed(game.clauses_about(c.Treat, node.fact)):
        inner = frame.with_names(dict(zip(clause.parameters, arguments, strict=True)))
        for you in _for_whom(card, frame):
            if applies(HeldClause(clause, card, you), inner):
                return value(clause.value, inner.of(card, you))
    fact = game.facts[node.fact]
    names = dict(zip((each.name for each in fact.parameters), arguments, strict=True))
    return value(
        fact.body, frame.with_names(names).of(game.card_numbers[fact.name.card], frame.you)
    )


def _for_whom(card: int | None, frame: Frame) -> list[int]:
    """For whom a clause is in force: everybody who holds its card, the last first."""
    if card is None or frame.state.common(card):
        return [frame.you]
    return sorted(frame.state.holders[card] - frame.state.out, reverse=True)
