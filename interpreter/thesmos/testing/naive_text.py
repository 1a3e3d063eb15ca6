"""The naive evaluator: looks things up in the documents of a game and its cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from thesmos.engine.match import Match
from thesmos.play.game import Game
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.testing.observed_state import Entity, ObservedState, Unknown, Value

Guards = tuple[tuple[t.Expr, bool], ...]  # conditions, and whether each has to hold


@dataclass(frozen=True)
class Context:
    """The context of an expression: the state, its card, the persons, and its local names."""

    sight: ObservedState
    card: int | None
    you: int
    chooser: int
    names: dict[str, Value]
    actor: int | None = None
    viewer: int | None = None

    def bind(self, name: str, value: Value) -> Context:
        """The context with one more name."""
        return replace(self, names={**self.names, name: value})


@dataclass(frozen=True)
class Held:
    """A clause in force: with its guards, its card, and the player it applies to."""

    clause: ct.Clause
    guards: Guards
    card: int | None
    you: int


def known(value: Value) -> bool:
    """Whether a value is neither none nor unknown."""
    return value is not None and not isinstance(value, Unknown)


def ordered(values: Any) -> list[Value]:
    """The members of a set, without duplicates, in canonical order."""
    return sorted(set(values))


class NaiveText:
    """The game and the cards of one match as they are written."""

    def __init__(self, game: Game, match: Match) -> None:
        self.game = game.checked.written
        self.program = match.program
        instances = self.program.instances
        self.cards = [game.checked.cards[i["slug"]].written for i in instances]
        self.clauses = {n: list(clauses_of(card)) for n, card in enumerate(self.cards)}
        self.base = list(clauses_of(self.game.base))
        self.boards = {b.name: b for b in self.game.boards}
        self.words: dict[str, Entity] = {}
        for enum, words in self.game.enums.items():
            self.words.update({w: Entity(enum, n) for n, (w, _) in enumerate(words)})
        self.words.update({z: Entity("Zone", n) for n, z in enumerate(self.game.zones)})
        self.attributes = {
            (owner, a.name): a for owner, attributes in self._declared() for a in attributes
        }

    def _declared(self) -> Iterator[tuple[str, tuple[d.AttributeDeclaration, ...]]]:
        yield from ((kind.name, kind.attributes) for kind in self.game.pieces)
        yield from (("" if o == "game" else o, attributes) for o, attributes in self.game.state)

    def _action(self, name: str, card: int | None) -> tuple[d.ActionDeclaration, int | None]:
        if card is not None:
            for action in self.cards[card].actions:
                if action.name == name:
                    return action, card
        return next(a for a in self.game.base.actions if a.name == name), None

    def _domain(self, kind: d.WrittenType) -> list[Value]:
        if ".." in kind.name:
            low, high = kind.name.split("..")
            return list(range(int(low), int(high) + 1))
        if kind.name == "flag":
            return [False, True]
        return self.everything(kind.name)

    def _clauses(
        self, kind: type[ct.Clause], sight: ObservedState, player: int, *, base: bool
    ) -> Iterator[Held]:
        """A player's clauses of a kind. base: include those that apply to every chooser."""
        for clause, guards in self.base if base else ():
            if isinstance(clause, kind):
                yield Held(clause, guards, None, player)
        for number, clauses in self.clauses.items():
            common = self.program.instances[number]["common"]
            held = player in sight.holders[number] and player not in sight.out
            for clause, guards in clauses if (base if common else held) else ():
                if isinstance(clause, kind):
                    yield Held(clause, guards, number, player)

    def everything(self, name: str) -> list[Value]:
        """All entities of a kind, given in singular or plural."""
        counts = {
            "Player": self.program.players,
            "Side": max(self.program.sides) + 1,
            "Power": len(self.cards),
            "Zone": len(self.game.zones),
            "Direction": 8,
            **{e: len(words) for e, words in self.game.enums.items()},
            **{b.name: b.columns * b.rows for b in self.game.boards},
            **{k: table["count"] for k, table in self.program.kinds.items()},
        }
        kind = name if name in counts else name.removesuffix("s")
        return [Entity(kind, n) for n in range(counts[kind])]

    def _fact(self, name: str, card: int | None) -> tuple[int | None, d.FactDeclaration | None]:
        if card is not None:
            for fact in self.cards[card].facts:
                if fact.name == name:
                    return card, fact
        return None, next((f for f in self.game.base.facts if f.name == name), None)

    def _on_board(self, at: Value) -> bool:
        return isinstance(at, Entity) and at.kind in self.boards

    def _kind_of(self, expr: t.Expr, names: dict[str, str]) -> str:
        """The kind of the entities that an expression gives."""
        if isinstance(expr, t.Name):
            return names.get(expr.name, "")
        if isinstance(expr, t.SetSearch):
            return self._kind_of(expr.member.domain, names)
        word = {t.Owned: "kind", t.PieceAt: "kind", t.Kind: "name"}.get(type(expr))
        found = self.everything(getattr(expr, word)) if word else []
        return found[0].kind if found else ""


def clauses_of(card: d.CardDocument) -> Iterator[tuple[ct.Clause, Guards]]:
    """The clauses of a card, each with the conditions of the `if`s around it."""

    def inside(
        clauses: tuple[ct.Clause, ...], guards: Guards
    ) -> Iterator[tuple[ct.Clause, Guards]]:
        for clause in clauses:
            if isinstance(clause, ct.IfClause):
                yield from inside(clause.then, (*guards, (clause.condition, True)))
                yield from inside(clause.otherwise, (*guards, (clause.condition, False)))
            else:
                yield clause, guards

    for block in card.clauses:
        yield from inside(block.clauses, ())
