"""Check what the conditions of questions about the past ask (semantics §8.4).

A condition is evaluated when the event happens, and only its answer is kept; the state may have
changed by the time of the question. So a condition may ask only the roles of the event, the actor,
constants, attributes of pieces, and facts that ask nothing else. All cards of a game are checked
together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from thesmos.check.analyses.evaluated import Part, evaluated
from thesmos.check.text.program_text import value_text
from thesmos.diagnostics import Diagnostic
from thesmos.kept import AFRESH, Kept
from thesmos.program import values as v
from thesmos.program.clauses import AddTo, Treat
from thesmos.program.declarations import Card
from thesmos.program.node import Ref, walk

# Values that never change if the values they are made of never do.
LASTING = (
    v.Variable, v.Number, v.Flag, v.Word, v.Nothing, v.NumberedPlayer, v.ThisCard, v.Setting,
    v.BoardFunction, v.AllOf, v.SetOf, v.Those, v.Search, v.FirstBy, v.Fold, v.Size, v.Along,
    v.Spread, v.SetOperation, v.Not, v.Negative, v.Absolute, v.Exists, v.Compare, v.IsIn,
    v.Arithmetic, v.Logic, v.IfElse,
)  # fmt: skip
LASTING_FUNCTIONS = ("side", "first_holder")  # of players
STORE = "store it in a role of the action"
PERSON = "use the event's roles and `actor`, or write `with ROLE = VALUE`"


def check_lasting(
    cards: Sequence[Card], kinds: Collection[str], kept: Kept = AFRESH
) -> Iterator[Diagnostic]:
    """Yield an error for each value in a question about the past that may change.

    cards: the game's own text and all cards that can be in play with it.
    kinds: the kinds of pieces.
    kept: what is known of single cards.
    """
    lasting = _Lasting(cards, kinds)
    for card in cards:
        for pattern in kept.of("patterns of events", partial(_patterns, card), card):
            for value in lasting.changing_in(pattern.condition):
                text = f"`{value_text(value)}` may have changed since"
                message = f"{text}: a question about the past can't ask it"
                hint = PERSON if isinstance(value, v.Person) else STORE
                yield Diagnostic("E331", message, value.location, hint)


def _patterns(card: Card) -> list[v.EventPattern]:
    return [node for node in walk(card) if isinstance(node, v.EventPattern)]


class _Lasting:
    """Finds the values that can't change in any match-up of some cards."""

    def __init__(self, cards: Sequence[Card], kinds: Collection[str]) -> None:
        self.kinds = kinds
        self.treated = {clause.fact for card in cards for clause in card.clauses
                        if isinstance(clause, (Treat, AddTo))}  # fmt: skip
        self.facts = {fact.name: fact for card in cards for fact in card.facts}
        self.lasting_facts: dict[Ref, bool] = {}

    def changing_in(self, part: Part | None) -> Iterator[v.Value]:
        """Yield the outermost values of a part of a program that may change."""
        if isinstance(part, v.Value) and self._changes(part):
            yield part
        elif part is not None:
            for inner in evaluated(part):
                yield from self.changing_in(inner.part)

    def _changes(self, value: v.Value) -> bool:
        """Return whether a value may change while the values that it is made of don't."""
        match value:
            case v.Person():
                return value.word != "actor"
            case v.AttributeValue():
                return value.attribute.owner not in self.kinds
            case v.PlayerFunction():
                return value.function not in LASTING_FUNCTIONS
            case v.FactValue():
                return not self._fact_lasts(value.fact)
            case _:
                return not isinstance(value, LASTING)

    def _fact_lasts(self, name: Ref) -> bool:
        """Return whether a fact asks nothing that may change. Circles are refused elsewhere."""
        if name not in self.lasting_facts:
            self.lasting_facts[name] = True
            body = self.facts[name].body
            self.lasting_facts[name] = name not in self.treated and not any(self.changing_in(body))
        return self.lasting_facts[name]
