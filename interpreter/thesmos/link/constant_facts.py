"""Facts that depend on nothing that changes: on boards, and on what they are asked about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from thesmos.program import values as p
from thesmos.program.clauses import AddTo, Treat
from thesmos.program.node import Ref, walk

if TYPE_CHECKING:
    from thesmos.link.linked import LinkedGame

UNCHANGING: tuple[type[p.Value], ...] = (
    p.Number, p.Flag, p.Word, p.Nothing, p.Variable, p.NumberedPlayer, p.Setting,
    p.BoardFunction, p.SetOf, p.Those, p.Search, p.FirstBy, p.Fold, p.Along, p.Spread, p.Size,
    p.SetOperation, p.Not, p.Negative, p.Absolute, p.Exists, p.Compare, p.IsIn, p.Arithmetic,
    p.Logic, p.IfElse,
)  # fmt: skip


def constant_facts(game: LinkedGame) -> frozenset[Ref]:
    """Return the facts whose values are the same in every state of a game, whoever asks."""
    constant = {
        name for name in game.facts if not is_changed(game, name) and _reads_no_state(game, name)
    }
    while others := {name for name in constant if not constant.issuperset(_named(game, name))}:
        constant -= others
    return frozenset(constant)


def is_changed(game: LinkedGame, name: Ref) -> bool:
    """Return whether a clause treats a fact otherwise, or adds to it."""
    return any(game.clauses_about(kind, name) for kind in (Treat, AddTo))


def _reads_no_state(game: LinkedGame, name: Ref) -> bool:
    """Return whether a fact reads nothing of a state, besides what the facts do that it names."""
    return all(_is_unchanging(node) for node in walk(game.facts[name].body))


def _is_unchanging(node: object) -> bool:
    if isinstance(node, p.AllOf):
        return node.type.base != "power"  # a state of a pool says which of them take part
    return not isinstance(node, p.Value) or isinstance(node, (p.FactValue, *UNCHANGING))


def _named(game: LinkedGame, name: Ref) -> Iterator[Ref]:
    return (node.fact for node in walk(game.facts[name].body) if isinstance(node, p.FactValue))
