"""The second evaluator: all bindings of all open roles, asked straight from the tree.

It knows nothing of `check`, `link` and `run` but the layout of the vector (testing/sight.py). It is
slow and simple on purpose: what it finds is what the text says.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from thesmos.load import clauses as ct
from thesmos.load import document as d
from thesmos.load import tree as t
from thesmos.run.match import Match, State
from thesmos.testing import ground
from thesmos.testing.sight import (
    UNKNOWN,
    Chronicle,
    Happening,
    Sight,
    Thing,
    Unknown,
    Value,
    lower,
    truth,
)
from thesmos.use.game import Game

Roles = tuple[int, ...]
Guards = tuple[tuple[t.Expr, bool], ...]  # conditions, and whether each has to hold


@dataclass(frozen=True)
class Context:
    """Where an expression is read: what is seen, whose text it is, who is who, and its names."""

    sight: Sight
    card: int | None
    you: int
    chooser: int
    names: dict[str, Value]
    actor: int | None = None
    viewer: int | None = None

    def bind(self, name: str, value: Value) -> Context:
        """The same with one more name."""
        return replace(self, names={**self.names, name: value})


@dataclass(frozen=True)
class Held:
    """A clause with its guards, the card it is on, and for whom it speaks."""

    clause: ct.Clause
    guards: Guards
    card: int | None
    you: int


def known(value: Value) -> bool:
    """Neither none nor unknown."""
    return value is not None and not isinstance(value, Unknown)


class Naive:
    """The rules of one match, read anew at every question."""

    def __init__(self, game: Game, match: Match) -> None:
        self.game = game.checked.written
        self.program = match.program
        instances = self.program.instances
        self.cards = [game.checked.cards[i["slug"]].written for i in instances]
        self.clauses = {n: list(clauses_of(card)) for n, card in enumerate(self.cards)}
        self.base = list(clauses_of(self.game.base))
        self.boards = {b.name: b for b in self.game.boards}
        self.words: dict[str, Thing] = {}
        for enum, words in self.game.enums.items():
            self.words.update({w: Thing(enum, n) for n, (w, _) in enumerate(words)})
        self.words.update({z: Thing("Zone", n) for n, z in enumerate(self.game.zones)})
        self.attributes = {
            (owner, a.name): a for owner, attributes in self._declared() for a in attributes
        }

    def _declared(self) -> Iterator[tuple[str, tuple[d.Attribute, ...]]]:
        yield from ((kind.name, kind.attributes) for kind in self.game.pieces)
        yield from (("" if o == "game" else o, attributes) for o, attributes in self.game.state)

    # ------------------------------------------------------------------ questions

    def options(self, state: State, past: Chronicle) -> set[Roles]:
        """The options of the pending step, as its chooser finds them."""
        sight, step, card, who = self._pending(state, past)
        action, _ = self._action(step.action, card)
        opened = [role.name for role in action.roles if role.type is not None]
        found = self._offered(step, card, sight, who)
        return {tuple(lower(roles[name]) for name in opened) for roles in found}

    def _offered(
        self, step: d.Step, card: int | None, sight: Sight, who: int
    ) -> list[dict[str, Value]]:
        action, home = self._action(step.action, card)
        bindings = self._bindings(action, home, sight, who)
        found = [roles for roles in bindings if self._stands(action, home, roles, sight, who)]
        return self._later(action.name, found, sight, who) if step.filter else found

    def may_skip(self, state: State, past: Chronicle) -> bool:
        """Whether the pending step may be skipped."""
        sight, step, card, who = self._pending(state, past)
        if sight.chooser < 0:
            return False
        sight.offered = self._offered(step, card, sight, who)

        def said(kind: type[ct.Clause], of: list[int]) -> bool:
            return any(
                self._holds(held, {}, sight, who)
                for player in of
                for held in self._clauses(kind, sight, player, base=player == who)
                if getattr(held.clause, "step", None) == step.name
            )

        everybody = list(range(self.program.players))
        granted = step.skip or said(ct.MaySkip, [who])
        return granted and not said(ct.ForbidSkip, everybody)

    def _pending(self, state: State, past: Chronicle) -> tuple[Sight, d.Step, int | None, int]:
        sight = truth(self.program, self.game, self.cards, state.vector)
        sight.turns = past.turns
        slug, _, name = sight.step.rpartition(".")
        card = next((n for n, c in enumerate(self.cards) if c.slug == slug), None)
        steps = (self.game.base if card is None else self.cards[card]).steps
        who = sight.chooser if sight.chooser >= 0 else -1 - sight.chooser  # chance, for somebody
        if sight.chooser >= 0:
            sight = self.seen(sight, who)
        return sight, next(s for s in steps if s.name == name), card, who

    # ------------------------------------------------------------------- pipeline

    def _action(self, name: str, card: int | None) -> tuple[d.Action, int | None]:
        if card is not None:
            for action in self.cards[card].actions:
                if action.name == name:
                    return action, card
        return next(a for a in self.game.base.actions if a.name == name), None

    def _bindings(
        self, action: d.Action, card: int | None, sight: Sight, who: int
    ) -> Iterator[dict[str, Value]]:
        opened = [role for role in action.roles if role.type is not None]
        domains = [self._domain(role.type) for role in opened if role.type is not None]
        for values in itertools.product(*domains):
            given = dict(zip((r.name for r in opened), values, strict=True))
            yield self._bound(action, card, given, sight, who)

    def _bound(
        self, action: d.Action, card: int | None, given: dict[str, Value], sight: Sight, who: int
    ) -> dict[str, Value]:
        """The roles given and those computed from them, in the order they are written in."""
        roles: dict[str, Value] = {}
        for role in action.roles:
            if role.expr is None:
                roles[role.name] = given[role.name]
            else:
                context = Context(sight, card, who, who, dict(roles), who)
                roles[role.name] = self.value(role.expr, context)
        return roles

    def _domain(self, kind: d.Typed) -> list[Value]:
        if ".." in kind.name:
            low, high = kind.name.split("..")
            return list(range(int(low), int(high) + 1))
        if kind.name == "flag":
            return [False, True]
        return self.everything(kind.name)

    def _stands(
        self, action: d.Action, card: int | None, roles: dict[str, Value], sight: Sight, who: int
    ) -> bool:
        """Each rule holds or is waived, and nothing of one's own forbids it."""
        context = Context(sight, card, who, who, roles, who)
        for rule in action.rules:
            if self.value(rule.expr, context) is not True:
                waived = any(
                    rule.name in held.clause.waiving and self._holds(held, roles, sight, who)
                    for held in self._clauses(ct.Permit, sight, who, base=True)
                    if isinstance(held.clause, ct.Permit) and held.clause.action == action.name
                )
                if not waived:
                    return False
        return not self._forbidden(action.name, roles, sight, who, who)

    def _forbidden(
        self, action: str, roles: dict[str, Value], sight: Sight, who: int, by: int
    ) -> bool:
        return any(
            self._holds(held, roles, sight, who)
            for held in self._clauses(ct.Forbid, sight, by, base=by == who)
            if isinstance(held.clause, ct.Forbid) and held.clause.action == action
        )

    def _later(
        self, action: str, found: list[dict[str, Value]], sight: Sight, who: int
    ) -> list[dict[str, Value]]:
        sides = self.program.sides
        players = [p for p in range(self.program.players) if p != who]
        mates = [p for p in players if sides[p] == sides[who]]
        for by in [who, *mates, *(p for p in players if p not in mates)]:
            if by != who:
                found = [r for r in found if not self._forbidden(action, r, sight, who, by)]
            for held in self._clauses(ct.Require, sight, by, base=by == who):
                if isinstance(held.clause, ct.Require) and held.clause.action == action:
                    kept = [r for r in found if self._holds(held, r, sight, who)]
                    if self._guarded(held, sight, who):
                        found = kept or found
        return found

    # -------------------------------------------------------------------- clauses

    def _clauses(
        self, kind: type[ct.Clause], sight: Sight, player: int, *, base: bool
    ) -> Iterator[Held]:
        """A player's clauses of a kind; with `base` also those that speak for whoever chooses."""
        for clause, guards in self.base if base else ():
            if isinstance(clause, kind):
                yield Held(clause, guards, None, player)
        for number, clauses in self.clauses.items():
            common = self.program.instances[number]["common"]
            held = player in sight.holders[number] and player not in sight.out
            for clause, guards in clauses if (base if common else held) else ():
                if isinstance(clause, kind):
                    yield Held(clause, guards, number, player)

    def _guarded(self, held: Held, sight: Sight, who: int, viewer: int | None = None) -> bool:
        context = Context(sight, held.card, held.you, who, {}, who, viewer)
        return all((self.value(e, context) is True) == wanted for e, wanted in held.guards)

    def _holds(self, held: Held, roles: dict[str, Value], sight: Sight, who: int) -> bool:
        if not self._guarded(held, sight, who):
            return False
        where: t.Expr | None = getattr(held.clause, "where", None)
        context = Context(sight, held.card, held.you, who, roles, who)
        return where is None or self.value(where, context) is True

    # ----------------------------------------------------------------------- view

    def seen(self, sight: Sight, viewer: int) -> Sight:
        """What a player sees: hidden pieces unknown, and what their owner did with them."""
        attrs = dict(sight.attrs)
        for (owner, name, number), value in sight.attrs.items():
            if self.attributes[owner, name].secret and number != viewer and value is not None:
                attrs[owner, name, number] = UNKNOWN
        hidden: set[Thing] = set()
        silent: dict[int, set[str]] = {}
        for held in self._hides(sight, viewer):
            clause = held.clause
            assert isinstance(clause, ct.Hide)
            if not self._guarded(held, sight, viewer, viewer):
                continue
            base = Context(sight, held.card, held.you, viewer, {}, viewer, viewer)
            for piece in self.members(clause.domain, base):
                context = base.bind(clause.name, piece)
                if clause.where is None or self.value(clause.where, context) is True:
                    hidden.add(piece)
            if held.card is not None and held.you != viewer:
                silent.setdefault(held.you, set()).add(self._kind_of(clause.domain, {}))
        places = {p: UNKNOWN if p in hidden else at for p, at in sight.places.items()}
        for key, value in attrs.items():
            of = Thing(key[0], key[2])
            fixed = f"{key[0]}.{key[1]}" in self.program.fixed
            attrs[key] = _veil(value, hidden, gone=of in hidden and not fixed)
        memory = {k: _veil(v, hidden, gone=False) for k, v in sight.memory.items()}
        turns = [
            replace(turn, events=[_veil_event(event, hidden) for event in turn.events])
            for turn in sight.turns
        ]
        return replace(sight, places=places, attrs=attrs, memory=memory, turns=turns, silent=silent)

    def _hides(self, sight: Sight, viewer: int) -> Iterator[Held]:
        yield from self._clauses(ct.Hide, sight, viewer, base=True)
        for player in range(self.program.players):
            if player != viewer:
                yield from self._clauses(ct.Hide, sight, player, base=False)

    # ---------------------------------------------------------------- expressions

    def value(self, expr: t.Expr, context: Context) -> Value:
        """The value of an expression: a thing, a number, a truth, a sorted list, None, UNKNOWN."""
        reader: Callable[[Naive, Any, Context], Value] = _READERS[type(expr)]
        return reader(self, expr, context)

    def members(self, expr: t.Expr, context: Context) -> list[Value]:
        """The members of a set, in order; of none, none."""
        return self.value(expr, context) or []

    def everything(self, name: str) -> list[Value]:
        """All of a kind, in the singular or the plural."""
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
        return [Thing(kind, n) for n in range(counts[kind])]

    def fact(self, name: str, arguments: list[Value], context: Context) -> Value:
        """A fact, as the cards in play re-read it."""
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

    def _fact(self, name: str, card: int | None) -> tuple[int | None, d.Fact | None]:
        if card is not None:
            for fact in self.cards[card].facts:
                if fact.name == name:
                    return card, fact
        return None, next((f for f in self.game.base.facts if f.name == name), None)

    def _readers(self, number: int, context: Context) -> list[int]:
        if self.program.instances[number]["common"]:
            return [max(context.you, 0)]
        return sorted(context.sight.holders[number] - context.sight.out)

    # ----------------------------------------------------------------- small parts

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
            return None if number is None else Thing("Player", number)
        if name == "self":
            return None if context.card is None else Thing("Power", context.card)
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

    def _on_board(self, at: Value) -> bool:
        return isinstance(at, Thing) and at.kind in self.boards

    def _belongs(self, member: Thing, whose: str, context: Context) -> bool:
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

    def read_call(self, expr: t.Call, context: Context) -> Value:
        """A core function, an attribute, a fact, or a memory that is a set."""
        if expr.name in ("option", "offered", "forbidden"):
            return self._asked(expr, context)
        arguments = [self.value(a, context) for a in expr.arguments]
        core = _CORE.get(expr.name)
        if core is not None:
            return (
                core(self, context.sight, *arguments)
                if all(map(known, arguments))
                else (ground.NOTHING.get(expr.name))
            )
        owners = [o for o, name in self.attributes if name == expr.name and o]
        if owners:
            return self._attribute(expr.name, owners, arguments, context)
        if context.card is not None and (context.card, expr.name) in context.sight.memory:
            return arguments[0] in context.sight.memory[context.card, expr.name]
        return self.fact(expr.name, arguments, context)

    def _asked(self, expr: t.Call, context: Context) -> Value:
        """What takes a name: an option of the game, a role of what is offered, an action."""
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
            self._forbidden(word.name, roles, context.sight, context.you, by)
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
        """The contexts in which a name is each member that fulfils the condition."""
        for value in self.members(member.domain, context):
            inner = context.bind(member.name, value)
            if member.condition is None or self.value(member.condition, inner) is True:
                yield inner

    def read_search(self, expr: t.Search, context: Context) -> Value:
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

    def read_history(self, expr: t.History, context: Context) -> Value:
        """`last`, `first`, `did`, `times`, by going through the log."""
        events = [] if self._untold(expr, context) else list(self._meant(expr.event, context))
        if expr.word == "times":
            return len(events)
        if expr.word == "did":
            return bool(events)
        assert expr.role is not None
        if not events:
            return None
        return events[-1 if expr.word == "last" else 0].roles.get(expr.role)

    def _meant(self, event: t.Event, context: Context) -> Iterator[Happening]:
        for happening in self._window(event, context):
            if happening.action not in self._full(event.kinds, context):
                continue
            if event.with_role is not None and event.with_value is not None:
                wanted = self.value(event.with_value, context)
                if not known(wanted) or happening.roles.get(event.with_role) != wanted:
                    continue
            inner = replace(context, names=dict(happening.roles), actor=happening.actor)
            if event.condition is None or self.value(event.condition, inner) is True:
                yield happening

    def _full(self, kinds: tuple[str, ...], context: Context) -> set[str]:
        made = set()
        for kind in kinds:
            action, card = self._action(kind, context.card)
            made.add(action.name if card is None else f"{self.cards[card].slug}.{action.name}")
        return made

    def _window(self, event: t.Event, context: Context) -> list[Happening]:
        sight = context.sight
        if event.window_of is not None:
            of = self._players(event, context)
            return [e for turn in sight.turns for e in turn.events if e.actor in of]
        mine = [turn for turn in sight.turns if {turn.player} == self._players(event, context)]
        return mine[-1].events if mine else []

    def _players(self, event: t.Event, context: Context) -> set[int]:
        """Whose past is asked for."""
        if event.window_of is None:
            return {context.sight.active if event.window == "this turn" else context.you}
        who = self.value(event.window_of, context)
        sides = enumerate(self.program.sides)
        return {p for p, side in sides if who in (Thing("Player", p), Thing("Side", side))}

    # What somebody who hides pieces did, is told but for what gives away where one is.

    def _untold(self, expr: t.History, context: Context) -> bool:
        hidden = {
            kind
            for player in self._players(expr.event, context)
            for kind in context.sight.silent.get(player, ())
        }
        return any(
            self._tells(expr, self._action(name, context.card)[0], kind)
            for name in expr.event.kinds
            for kind in hidden
        )

    def _tells(self, expr: t.History, action: d.Action, kind: str) -> bool:
        names = {r.name: r.type.name for r in action.roles if r.type is not None}
        moves = self._speaks_of_place(action.do, kind, names)
        if expr.role is None:
            return (moves and expr.event.condition is not None) or bool(expr.event.with_role)
        role = next((r for r in action.roles if r.name == expr.role), None)
        if role is None:
            return False
        return (
            moves or names.get(role.name) == kind or (self._speaks_of_place(role.expr, kind, names))
        )

    def _speaks_of_place(self, node: Any, kind: str, names: dict[str, str]) -> bool:
        if isinstance(node, tuple):
            return any(self._speaks_of_place(part, kind, names) for part in node)
        if not is_dataclass(node):
            return False
        if isinstance(node, t.Call) and node.name in ("place", "zone"):
            return self._kind_of(node.arguments[0], names) == kind
        if isinstance(node, t.Each | t.Search | t.Fold):
            member = node.member
            names = {**names, member.name: self._kind_of(member.domain, names)}
        parts = (getattr(node, f.name) for f in fields(node) if f.name != "place")
        return any(self._speaks_of_place(part, kind, names) for part in parts)

    def _kind_of(self, expr: t.Expr, names: dict[str, str]) -> str:
        """Which kind of things an expression speaks of."""
        if isinstance(expr, t.Name):
            return names.get(expr.name, "")
        if isinstance(expr, t.Search):
            return self._kind_of(expr.member.domain, names)
        word = {t.Owned: "kind", t.PieceAt: "kind", t.Kind: "name"}.get(type(expr))
        found = self.everything(getattr(expr, word)) if word else []
        return found[0].kind if found else ""

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
            assert isinstance(expr.right, t.Name)
            return (left == expr.right.name) == (expr.word == "=")
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


def clauses_of(card: d.Card) -> Iterator[tuple[ct.Clause, Guards]]:
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


def ordered(values: Any) -> list[Value]:
    """Members of a set, once each, in canonical order."""
    return sorted(set(values))


def _veil(value: Value, hidden: set[Thing], *, gone: bool) -> Value:
    if isinstance(value, list):
        return [] if gone else [m for m in value if m not in hidden]
    return UNKNOWN if gone or value in hidden else value


def _veil_event(event: Happening, hidden: set[Thing]) -> Happening:
    roles = {name: _veil(value, hidden, gone=False) for name, value in event.roles.items()}
    return replace(event, roles=roles)


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


def _place(naive: Naive, sight: Sight, piece: Thing) -> Value:
    at = sight.places[piece]
    return at if at is UNKNOWN or naive._on_board(at) else None  # noqa: SLF001 - one evaluator


def _zone(naive: Naive, sight: Sight, piece: Thing) -> Value:
    at = sight.places[piece]
    return at if isinstance(at, Thing) and at.kind == "Zone" else None


def _first_holder(naive: Naive, sight: Sight, power: Thing) -> Value:
    holder = naive.program.instances[power.number]["holder"]
    return None if holder is None else Thing("Player", holder)


def _next_player(naive: Naive, sight: Sight, player: Thing) -> Value:
    players = naive.program.players
    order = [(player.number + n) % players for n in range(1, players + 1)]
    return Thing("Player", next(p for p in order if p not in sight.out))


def _on_ground(function: Callable[..., Value]) -> Callable[..., Value]:
    """A function of cells, given the board of its first cell."""

    def asked(naive: Naive, sight: Sight, cell: Thing, *more: Value) -> Value:
        return function(naive.boards[cell.kind], cell, *more)

    return asked


_CORE: dict[str, Callable[..., Value]] = {
    "place": _place,
    "zone": _zone,
    "side": lambda naive, sight, p: Thing("Side", naive.program.sides[p.number]),
    "holds": lambda naive, sight, p, power: p.number in sight.holders[power.number],
    "first_holder": _first_holder,
    "alive": lambda naive, sight, p: p.number not in sight.out,
    "next_player": _next_player,
    "diagonal": lambda naive, sight, direction: ground.diagonal(direction),
    **{name: _on_ground(function) for name, function in ground.FUNCTIONS.items()},
}

_READERS: dict[type[t.Expr], Callable[[Naive, Any, Context], Value]] = {
    t.Number: lambda naive, expr, context: expr.value,
    t.Name: Naive.read_name,
    t.Kind: lambda naive, expr, context: naive.everything(expr.name),
    t.PieceAt: Naive.read_piece_at,
    t.Owned: Naive.read_owned,
    t.Literal: lambda naive, expr, context: {"yes": True, "no": False}.get(expr.word),
    t.Call: Naive.read_call,
    t.SetOf: Naive.read_set,
    t.Search: Naive.read_search,
    t.Count: lambda naive, expr, context: len(naive.members(expr.domain, context)),
    t.Fold: Naive.read_fold,
    t.History: Naive.read_history,
    t.Unary: Naive.read_unary,
    t.Binary: Naive.read_binary,
    t.Logic: Naive.read_logic,
    t.IfElse: Naive.read_if,
}
