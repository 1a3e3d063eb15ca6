"""Writes the values and effects of the typed program as nested lists, which this engine compiles.

A name becomes the number of a local: the four persons, then the roles of the action or the
parameters of the fact, then every other name in the order in which it is bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from thesmos.diagnostics import InternalError
from thesmos.engine.program import ACTOR, CHOOSING, FIRST_LOCAL, VIEWING, YOU, Code
from thesmos.program import effects as ef
from thesmos.program import values as va
from thesmos.program.node import Node
from thesmos.program.types import Type

PERSONS = {"you": YOU, "chooser": CHOOSING, "actor": ACTOR, "viewer": VIEWING}
ALWAYS: Code = ["int", 1]


class CodeWriter:
    """Writes the code of one clause, action, fact, step or condition.

    frame: how many locals it needs.
    """

    def __init__(
        self,
        queries: Mapping[va.Query, int],
        roles: Iterable[str] = (),
        offered: Mapping[str, int] | None = None,
    ) -> None:
        """queries: by number. roles: or parameters. offered: the places of roles of a step."""
        self.queries, self.offered = queries, offered or {}
        self.names = {name: FIRST_LOCAL + place for place, name in enumerate(roles)}
        self.frame = FIRST_LOCAL + len(self.names)

    def bind(self, name: str) -> int:
        """The number of a new local. No name is bound twice where it can be seen."""
        self.names[name] = self.frame
        self.frame += 1
        return self.names[name]

    def code(self, node: Node) -> Code:
        """The code of a value or an effect."""
        return _WRITERS[type(node)](self, node)

    def codes(self, nodes: Iterable[Node]) -> list[Code]:
        """The code of each of several values."""
        return [self.code(node) for node in nodes]

    def condition(self, value: va.Value | None) -> Code:
        """The code of a condition; a missing one always holds."""
        return ALWAYS if value is None else self.code(value)

    def optional(self, value: va.Value | None) -> Code | None:
        """The code of a value, None without one."""
        return None if value is None else self.code(value)

    def guard(self, conditions: tuple[va.Value, ...]) -> Code:
        """The code of several conditions. Their locals are not mistaken for roles."""
        outside, self.names = self.names, {}
        codes = [code for code in self.codes(conditions) if code != ALWAYS]
        self.names = outside
        if len(codes) > 1:
            return ["and", *codes]
        return codes[0] if codes else ALWAYS

    def block(self, effects: ef.Effects) -> Code:
        """The code of a block of effects."""
        return ["block", *self.codes(effects)]

    def binder(self, binder: va.Binder) -> list[Code]:
        """The local of a bound name, the set, the condition."""
        domain = self.code(binder.domain)
        local = self.bind(binder.name)
        return [local, domain, self.condition(binder.condition)]


# ------------------------------------------------------------------------- values


def _fold(w: CodeWriter, node: va.Fold) -> Code:
    binder = w.binder(node.binder)
    return [node.word, *binder, w.code(node.value)]


def _past(w: CodeWriter, node: va.Past) -> Code:
    given = ["none"] if node.given is None else w.code(node.given)
    return ["history", w.queries[node.query], w.code(node.of), given]


def _person(_: CodeWriter, node: va.Person) -> Code:
    return ["active"] if node.word == "active" else ["local", PERSONS[node.word]]


def _attribute(w: CodeWriter, node: va.AttributeValue) -> Code:
    word = "attr set" if node.type.many else "attr"
    thing, *indices = node.of or (None,)
    if indices:
        raise InternalError(f"{node.attribute} has an index, which this engine can't do")
    given = ["int", 0] if thing is None else w.code(thing)
    return [word, node.attribute.owner, node.attribute.name, given]


def _board_function(w: CodeWriter, node: va.BoardFunction) -> Code:
    board = [["kind", node.board]] if node.board else []
    return ["core", node.function, *w.codes(node.arguments), *board]


def _kind(kind: Type) -> list[str]:
    """The base and the name of a type."""
    return [kind.base, kind.name]


Writer = Callable[[CodeWriter, Any], Code]
_VALUES: dict[type[Node], Writer] = {
    va.Number: lambda _, n: ["int", n.value],
    va.Flag: lambda _, n: ["int", int(n.value)],
    va.Word: lambda _, n: ["int", n.number],
    va.Nothing: lambda _, n: ["none"],
    va.Variable: lambda w, n: ["local", w.names[n.name]],
    va.Person: _person,
    va.ThisCard: lambda _, n: ["self"],
    va.Granted: lambda _, n: ["granted"],
    va.Rewound: lambda _, n: ["rewound"],
    va.Setting: lambda _, n: ["option", n.option],
    va.MemoryValue: lambda _, n: ["memory set" if n.type.many else "memory", n.memory.name],
    va.AttributeValue: _attribute,
    va.FactValue: lambda w, n: ["call", str(n.fact), *w.codes(n.arguments)],
    va.PlaceOf: lambda w, n: ["core", "place", w.code(n.piece), ["kind", n.kind]],
    va.ZoneOf: lambda w, n: ["core", "zone", w.code(n.piece), ["kind", n.kind]],
    va.PieceAt: lambda w, n: ["piece at", n.kind, w.code(n.at)],
    va.BoardFunction: _board_function,
    va.PlayerFunction: lambda w, n: ["core", n.function, *w.codes(n.arguments)],
    va.AllOf: lambda _, n: ["all", *_kind(n.type)],
    va.OnBoard: lambda _, n: ["on board", "piece", n.kind],
    va.Owned: lambda _, n: ["owned", n.whose, *_kind(n.type)],
    va.SetOf: lambda w, n: ["set", *w.codes(n.members)],
    va.Those: lambda w, n: ["those", *w.binder(n.binder)],
    va.Search: lambda w, n: [n.word, *w.binder(n.binder)],
    va.Fold: _fold,
    va.Size: lambda w, n: ["size", w.code(n.of)],
    va.SetOperation: lambda w, n: [n.word, w.code(n.left), w.code(n.right)],
    va.Offered: lambda w, n: ["offered", w.offered[n.role]],
    va.Past: _past,
    va.Forbidden: lambda w, n: ["forbidden", str(n.action), *w.codes(n.arguments)],
    va.Not: lambda w, n: ["not", w.code(n.value)],
    va.Negative: lambda w, n: ["neg", w.code(n.value)],
    va.Exists: lambda w, n: ["is none" if n.negated else "exists", w.code(n.value)],
    va.Compare: lambda w, n: [n.word, w.code(n.left), w.code(n.right)],
    va.IsIn: lambda w, n: ["in", w.code(n.member), w.code(n.of)],
    va.Arithmetic: lambda w, n: [n.word, w.code(n.left), w.code(n.right)],
    va.Logic: lambda w, n: [n.word, *w.codes(n.parts)],
    va.IfElse: lambda w, n: ["if", *w.codes((n.condition, n.then, n.otherwise))],
}

# ------------------------------------------------------------------------ effects


def _let(w: CodeWriter, node: ef.Let) -> Code:
    value = w.code(node.value)
    return ["set", ["local", w.bind(node.name)], ":=", value]


def _move_card(w: CodeWriter, node: ef.MoveCard) -> Code:
    to = () if node.player is None else (node.player,)
    return [node.word, w.code(node.card), *w.codes(to)]


def _each(w: CodeWriter, node: ef.Each) -> Code:
    binder = w.binder(node.binder)
    return ["each", *binder, w.block(node.effects)]


_EFFECTS: dict[type[Node], Writer] = {
    ef.Assign: lambda w, n: ["set", w.code(n.target), n.word, w.code(n.value)],
    ef.Let: _let,
    ef.Do: lambda w, n: ["do", str(n.action), *w.codes(n.arguments)],
    ef.MoveCard: _move_card,
    ef.Lose: lambda w, n: ["loses", n.who.type.base, w.code(n.who)],
    ef.Count: lambda _, n: ["counts"],
    ef.If: lambda w, n: ["if", w.code(n.condition), w.block(n.then), w.block(n.otherwise)],
    ef.Each: _each,
    ef.While: lambda w, n: ["while", w.code(n.condition), w.block(n.effects)],
}
_WRITERS = _VALUES | _EFFECTS
