"""Facts that depend on nothing that changes: on boards, and on what they are asked about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from thesmos.program import values as p
from thesmos.program.declarations import Fact
from thesmos.program.node import Ref, walk

UNCHANGING: tuple[type[p.Value], ...] = (
    p.Number, p.Flag, p.Word, p.Nothing, p.Variable, p.NumberedPlayer, p.Setting,
    p.BoardFunction, p.SetOf, p.Those, p.Search, p.FirstBy, p.Fold, p.Along, p.Spread, p.Size,
    p.SetOperation, p.Not, p.Negative, p.Absolute, p.Exists, p.Compare, p.IsIn, p.Arithmetic,
    p.Logic, p.IfElse,
)  # fmt: skip


def constant_facts(facts: Mapping[Ref, Fact], changed: Collection[Ref]) -> frozenset[Ref]:
    """Return the facts whose values are the same in every state of a game, whoever asks.

    changed: those that clauses treat otherwise or add to.
    """
    constant = {name for name in facts if name not in changed and _reads_no_state(facts[name])}
    while others := {name for name in constant if not constant.issuperset(_named(facts[name]))}:
        constant -= others
    return frozenset(constant)


def _reads_no_state(fact: Fact) -> bool:
    """Return whether a fact reads nothing of a state, besides what the facts do that it names."""
    return all(_is_unchanging(node) for node in walk(fact.body))


def _is_unchanging(node: object) -> bool:
    if isinstance(node, p.AllOf):
        return node.type.base != "power"  # a state of a pool says which of them take part
    return not isinstance(node, p.Value) or isinstance(node, (p.FactValue, *UNCHANGING))


def _named(fact: Fact) -> Iterator[Ref]:
    return (node.fact for node in walk(fact.body) if isinstance(node, p.FactValue))
