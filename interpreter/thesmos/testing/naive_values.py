"""The naive evaluator: values of expressions, straight from the syntax tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.testing import board_functions
from thesmos.testing.naive_text import Context, NaiveText, known, ordered
from thesmos.testing.observed_state import UNKNOWN, Entity, ObservedState, Value


class NaiveValues(NaiveText, ABC):
    """Values of expressions. Subclasses evaluate queries about the past, and `forbidden`."""

    @abstractmethod
    def read_history(self, expr: t.History, context: Context) -> Value:
        """`last`, `first`, `did`, `times`."""

    @abstractmethod
    def forbidden(
        self, action: str, roles: dict[str, Value], sight: ObservedState, who: int, by: int
    ) -> bool:
        """Whether a clause of one player forbids another an action."""

    def value(self, expr: t.Expr, context: Context) -> Value:
        """Evaluate an expression: an entity, number, boolean, sorted list, None or UNKNOWN."""
        reader: Callable[[NaiveValues, Any, Context], Value] = _READERS[type(expr)]
        return reader(self, expr, context)

    def members(self, expr: t.Expr, context: Context) -> list[Value]:
        """The members of a set, in order; empty for none."""
        return self.value(expr, context) or []

    def fact(self, name: str, arguments: list[Value], context: Context) -> Value:
        """A fact, including the `treat` clauses of the cards in play."""
        if not all(known(a) for a in arguments):
            return None  # where a set is asked for: one without members
        home, fact = self._fact(name, context.card)
        assert fact is not None
        for number in reversed(range(len(self.cards))):
            for clause, guards in reversed(self.clauses[number]):
                if isinstance(clause, ct.Treat) and self._fact(clause.fact, number) == (home, fact):
                    for you in self._readers(number, context):
                        names = dict(zip(clause.names, arguments, strict=True))
                        inner = replace(context, card=number, you=you, names=names)
                        conditions = [self.value(e, inner) is True for e, _ in guards]
                        if conditions == [wanted for _, wanted in guards] and (
                            clause.where is None or self.value(clause.where, inner) is True
                        ):
                            return self.value(clause.value, inner)
        params = dict(zip((p for p, _ in fact.params), arguments, strict=True))
        return self.value(fact.body, replace(context, card=home, names=params))

    def _readers(self, number: int, context: Context) -> list[int]:
        if self.program.instances[number]["common"]:
            return [max(context.you, 0)]
        return sorted(context.sight.holders[number] - context.sight.out)

    def _bound(
        self,
        action: d.ActionDeclaration,
        card: int | None,
        given: dict[str, Value],
        sight: ObservedState,
        who: int,
    ) -> dict[str, Value]:
        """The given roles and those computed from them, in the order of the declaration."""
        roles: dict[str, Value] = {}
        for role in action.roles:
            if role.expr is None:
                roles[role.name] = given[role.name]
            else:
                context = Context(sight, card, who, who, dict(roles), who)
                roles[role.name] = self.value(role.expr, context)
        return roles

    def read_name(self, expr: t.Name, context: Context) -> Value:
        """A role, a local, a person, a memory, a word, a state of the game, a fact."""
        name, sight = expr.name, context.sight
        persons = {
            "you": context.you, "chooser": context.chooser, "active": sight.active,
            "actor": context.actor, "viewer": context.viewer,
        }  # fmt: skip
        if name in context.names:
            return context.names[name]
        if name in persons:
            number = persons[name]
            return None if number is None else Entity("Player", number)
        if name == "self":
            return None if context.card is None else Entity("Power", context.card)
        if name == "granted":
            return sight.granted == context.card
        if context.card is not None and (context.card, name) in sight.memory:
            return sight.memory[context.card, name]
        if name in self.words:
            return self.words[name]
        if ("", name) in self.attributes:
            return sight.attrs["", name, 0]
        return self.fact(name, [], context)

    def read_piece_at(self, expr: t.PieceAt, context: Context) -> Value:
        """The first piece of a kind on a cell."""
        at = self.value(expr.at, context)
        if not known(at):
            return None
        pieces = self.everything(expr.kind)
        return next((p for p in pieces if context.sight.places[p] == at), None)

    def read_owned(self, expr: t.Owned, context: Context) -> Value:
        """Those on a board, by owner; powers by holder; players by side."""
        sight = context.sight
        members = self.everything(expr.kind)
        if members and members[0].kind in self.program.kinds:
            members = [p for p in members if self._on_board(sight.places[p])]
        if expr.whose == "all":
            return members
        return [m for m in members if self._belongs(m, expr.whose, context)]

    def _belongs(self, member: Entity, whose: str, context: Context) -> bool:
        sides, sight = self.program.sides, context.sight

        def relation(player: int) -> str:
            if player == context.you:
                return "your"
            return "teammate" if sides[player] == sides[context.you] else "opponent"

        if member.kind == "Player":
            return member.number not in sight.out and relation(member.number) == whose
        if member.kind == "Power":
            return any(relation(p) == whose for p in sight.holders[member.number])
        owner = sight.attrs[member.kind, "owner", member.number]
        if not known(owner):
            return False
        return bool((owner.number == sides[context.you]) == (whose != "opponent"))

    def read_call(self, expr: t.FunctionCall, context: Context) -> Value:
        """A core function, an attribute, a fact, or a memory that is a set."""
        if expr.name in ("option", "offered", "forbidden"):
            return self._asked(expr, context)
        arguments = [self.value(a, context) for a in expr.arguments]
        core = _CORE.get(expr.name)
        if core is not None:
            return (
                core(self, context.sight, *arguments)
                if all(map(known, arguments))
                else (board_functions.NOTHING.get(expr.name))
            )
        owners = [o for o, name in self.attributes if name == expr.name and o]
        if owners:
            return self._attribute(expr.name, owners, arguments, context)
        if context.card is not None and (context.card, expr.name) in context.sight.memory:
            return arguments[0] in context.sight.memory[context.card, expr.name]
        return self.fact(expr.name, arguments, context)

    def _asked(self, expr: t.FunctionCall, context: Context) -> Value:
        """Functions whose argument is a name: `option`, `offered`, `forbidden`."""
        word, *more = expr.arguments
        assert isinstance(word, t.Name)
        if expr.name == "option":
            return self.game.options[word.name][self.program.options[word.name]]
        if expr.name == "offered":
            return ordered(roles[word.name] for roles in context.sight.offered)
        action, card = self._action(word.name, context.card)
        opened = [role.name for role in action.roles if role.type is not None]
        given = dict(zip(opened, (self.value(a, context) for a in more), strict=True))
        roles = self._bound(action, card, given, context.sight, context.you)
        return any(
            self.forbidden(word.name, roles, context.sight, context.you, by)
            for by in range(self.program.players)
        )

    def _attribute(
        self, name: str, owners: list[str], arguments: list[Value], context: Context
    ) -> Value:
        thing, *member = arguments
        many = self.attributes[owners[0], name].type.many
        if not known(thing):
            return False if member else [] if many else None
        found = context.sight.attrs[thing.kind, name, thing.number]
        if member:
            return known(member[0]) and member[0] in found
        return found

    def read_set(self, expr: t.SetOf, context: Context) -> Value:
        """The members written, once each, in order."""
        members = [self.value(m, context) for m in expr.members]
        return ordered(m for m in members if known(m))

    def _members(self, member: t.Member, context: Context) -> Iterator[Context]:
        """The contexts with a name bound to each member that meets the condition."""
        for value in self.members(member.domain, context):
            inner = context.bind(member.name, value)
            if member.condition is None or self.value(member.condition, inner) is True:
                yield inner

    def read_search(self, expr: t.SetSearch, context: Context) -> Value:
        """`those`, `first`, `some`, `every`, `no`, `count`."""
        name = expr.member.name
        found = [inner.names[name] for inner in self._members(expr.member, context)]
        if expr.word == "those":
            return found
        if expr.word == "first":
            return found[0] if found else None
        if expr.word == "every":
            return len(found) == len(self.members(expr.member.domain, context))
        if expr.word == "count":
            return len(found)
        return bool(found) == (expr.word == "some")

    def read_fold(self, expr: t.Fold, context: Context) -> Value:
        """`sum`, `min`, `max`, of what is not none."""
        inner = self._members(expr.member, context)
        values = [v for c in inner if known(v := self.value(expr.value, c))]
        if expr.word == "sum":
            return sum(values)
        return (min if expr.word == "min" else max)(values, default=None)

    def read_unary(self, expr: t.Unary, context: Context) -> Value:
        """`not`, `-`, `exists`, `is none`."""
        value = self.value(expr.value, context)
        if expr.word == "not":
            return value is not True
        if expr.word == "-":
            return -value if known(value) else None
        return (value is None) == (expr.word == "is none")

    def read_binary(self, expr: t.Binary, context: Context) -> Value:
        """Comparisons, membership, arithmetic, and joining sets."""
        if expr.word in ("except", "or_in"):
            ours, theirs = self.members(expr.left, context), self.members(expr.right, context)
            keep = [m for m in ours if m not in theirs]
            return keep if expr.word == "except" else ordered([*ours, *theirs])
        left = self.value(expr.left, context)
        if expr.word == "in":
            return known(left) and left in self.members(expr.right, context)
        if isinstance(left, str):  # an option of the game and one of its words
            assert isinstance(expr.right, t.Literal | t.Name)
            word = expr.right.word if isinstance(expr.right, t.Literal) else expr.right.name
            return (left == word) == (expr.word == "=")
        right = self.value(expr.right, context)
        if expr.word in _COMPARE:
            return known(left) and known(right) and bool(_COMPARE[expr.word](left, right))
        if not (known(left) and known(right)):
            return None
        return _calculate(expr.word, left, right)

    def read_logic(self, expr: t.Logic, context: Context) -> Value:
        """`and`, `or`."""
        parts = (self.value(part, context) is True for part in expr.parts)
        return all(parts) if expr.word == "and" else any(parts)

    def read_if(self, expr: t.IfElse, context: Context) -> Value:
        """`a if c else b`."""
        yes = self.value(expr.condition, context) is True
        return self.value(expr.then if yes else expr.otherwise, context)


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _calculate(word: str, a: int, b: int) -> int | None:
    if word in ("/", "mod"):
        if b == 0:
            return None
        return a // b if word == "/" else a % b
    return {"+": a + b, "-": a - b, "*": a * b}[word]


def _place(naive: NaiveValues, sight: ObservedState, piece: Entity) -> Value:
    at = sight.places[piece]
    return at if at is UNKNOWN or naive._on_board(at) else None


def _zone(naive: NaiveValues, sight: ObservedState, piece: Entity) -> Value:
    at = sight.places[piece]
    return at if isinstance(at, Entity) and at.kind == "Zone" else None


def _first_holder(naive: NaiveValues, sight: ObservedState, power: Entity) -> Value:
    holder = naive.program.instances[power.number]["holder"]
    return None if holder is None else Entity("Player", holder)


def _next_player(naive: NaiveValues, sight: ObservedState, player: Entity) -> Value:
    players = naive.program.players
    order = [(player.number + n) % players for n in range(1, players + 1)]
    return Entity("Player", next(p for p in order if p not in sight.out))


def _on_ground(function: Callable[..., Value]) -> Callable[..., Value]:
    """Wrap a function of cells so that it gets the board of its first cell."""

    def asked(naive: NaiveValues, sight: ObservedState, cell: Entity, *more: Value) -> Value:
        return function(naive.boards[cell.kind], cell, *more)

    return asked


_CORE: dict[str, Callable[..., Value]] = {
    "place": _place,
    "zone": _zone,
    "side": lambda naive, sight, p: Entity("Side", naive.program.sides[p.number]),
    "holds": lambda naive, sight, p, power: p.number in sight.holders[power.number],
    "first_holder": _first_holder,
    "alive": lambda naive, sight, p: p.number not in sight.out,
    "next_player": _next_player,
    "diagonal": lambda naive, sight, direction: board_functions.diagonal(direction),
    **{name: _on_ground(function) for name, function in board_functions.FUNCTIONS.items()},
}


_READERS: dict[type[t.Expr], Callable[[NaiveValues, Any, Context], Value]] = {
    t.Number: lambda naive, expr, context: expr.value,
    t.Name: NaiveValues.read_name,
    t.Kind: lambda naive, expr, context: naive.everything(expr.name),
    t.PieceAt: NaiveValues.read_piece_at,
    t.Owned: NaiveValues.read_owned,
    t.Literal: lambda naive, expr, context: {"yes": True, "no": False}.get(expr.word),
    t.FunctionCall: NaiveValues.read_call,
    t.SetOf: NaiveValues.read_set,
    t.SetSearch: NaiveValues.read_search,
    t.SetSize: lambda naive, expr, context: len(naive.members(expr.domain, context)),
    t.Fold: NaiveValues.read_fold,
    t.History: lambda naive, expr, context: naive.read_history(expr, context),
    t.Unary: NaiveValues.read_unary,
    t.Binary: NaiveValues.read_binary,
    t.Logic: NaiveValues.read_logic,
    t.IfElse: NaiveValues.read_if,
}
