"""Marked YAML, already valid against its schema, to documents (load/document.py).

Every scalar that holds the clause language is parsed. Faults are collected, never raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from thesmos.fault import Diagnostic, Place
from thesmos.load import document as d
from thesmos.load import tree as t
from thesmos.load.clause import parse_clauses, parse_effects, parse_expr
from thesmos.load.marked import Map, Node, Seq, Text
from thesmos.load.words import Word, read_words

TYPE = re.compile(r"^(?:(set of) )?([A-Z][A-Za-z0-9]*|flag|-?\d{1,4}\.\.-?\d{1,4})(?: (or none))?$")
POWERS = "../powers"  # the table that is no file: the powers of the game around
FACT = re.compile(r"^([a-z_][a-z0-9_]*)(?:\((.*)\))?$")


class Reader:
    """Reads one document; gathers the faults of its clause texts."""

    def __init__(self) -> None:
        self.faults: list[Diagnostic] = []

    # ------------------------------------------------------------- small things

    def text(self, node: Node | None, default: str = "") -> str:
        return node.value if isinstance(node, Text) else default

    def flag(self, node: Node | None, default: bool = False) -> bool:
        return self.text(node, "yes" if default else "no") == "yes"

    def number(self, node: Node | None, default: int = 0) -> int:
        return int(self.text(node, str(default)))

    def words(self, node: Node | None) -> tuple[str, ...]:
        return tuple(self.text(n) for n in node.items) if isinstance(node, Seq) else ()

    def pairs(self, node: Node | None) -> tuple[tuple[Text, Node], ...]:
        return node.items if isinstance(node, Map) else ()

    def table(self, node: Node | None) -> dict[str, str]:
        return {key.value: self.text(value) for key, value in self.pairs(node)}

    def tables(self, node: Node | None) -> tuple[dict[str, str], ...]:
        """A table, or several one below the other."""
        if isinstance(node, Seq):
            return tuple(self.table(item) for item in node.items)
        return (self.table(node),)

    def languages(self, node: Node | None) -> dict[str, str]:
        """A text by language; a bare scalar is English."""
        return {"en": node.value} if isinstance(node, Text) else self.table(node)

    def expr(self, node: Node | None) -> t.Expr | None:
        if not isinstance(node, Text):
            return None
        made, faults = parse_expr(node)
        self.faults += faults
        return made

    def effects(self, node: Node | None) -> tuple[t.Effect, ...]:
        if not isinstance(node, Text):
            return ()
        made, faults = parse_effects(node)
        self.faults += faults
        return made

    def type(self, node: Text) -> d.Typed:
        """A type; an ill-formed one is reported and read as a flag."""
        found = TYPE.match(node.value)
        if not found:
            self.faults.append(
                Diagnostic(
                    "E211",
                    f"`{node.value}` is no type",
                    node.place,
                    "write 0..3, flag, a Kind, `Kind or none` or `set of Kind`",
                )
            )
            return d.Typed("flag", False, False, node.place)
        many, name, none = found.groups()
        return d.Typed(name, bool(many), bool(none), node.place)

    # ---------------------------------------------------------------- the parts

    def attribute(self, key: Text, node: Node) -> d.Attribute:
        get = node.get if isinstance(node, Map) else lambda _: None
        kind = get("is") if isinstance(node, Map) else node
        typed = (
            self.type(kind) if isinstance(kind, Text) else d.Typed("flag", False, False, key.place)
        )
        start = get("start")
        return d.Attribute(
            key.value,
            typed,
            self.text(start) if start is not None else None,
            self.flag(get("secret")),
            self.text(get("lasts"), "game"),
            self.text(get("tag")),
            key.place,
        )

    def attributes(self, node: Node | None) -> tuple[d.Attribute, ...]:
        return tuple(self.attribute(k, v) for k, v in self.pairs(node))

    def role(self, key: Text, node: Node) -> d.Role:
        if isinstance(node, Text) and TYPE.match(node.value):
            return d.Role(key.value, self.type(node), None, key.place)
        return d.Role(key.value, None, self.expr(node), key.place)

    def notation(self, node: Node | None) -> tuple[d.Notation, ...]:
        if isinstance(node, Text):
            return (d.Notation(None, node.value, node.place),)
        if not isinstance(node, Seq):
            return ()
        made = []
        for item in node.items:
            if isinstance(item, Map):
                made.append(
                    d.Notation(self.expr(item.get("when")), self.text(item.get("text")), item.place)
                )
        return tuple(made)

    def action(self, key: Text, node: Node) -> d.Action:
        assert isinstance(node, Map)
        rules = []
        for name, rule in self.pairs(node.get("rules")):
            made = self.expr(rule)
            if made is not None:
                rules.append(d.Rule(name.value, made, name.place))
        return d.Action(
            key.value,
            tuple(self.role(k, v) for k, v in self.pairs(node.get("roles"))),
            tuple(rules),
            self.effects(node.get("do")),
            self.notation(node.get("text")),
            self.flag(node.get("silent")),
            self.expr(node.get("weight")),
            self.expr(node.get("suggested")),
            key.place,
        )

    def step(self, key: Text, node: Node) -> d.Step:
        assert isinstance(node, Map)
        chooser = node.get("chooser")
        word = self.text(chooser, "active")
        core = word in ("active", "holder", "chance")
        then = self.text(node.get("then"), "end")
        return d.Step(
            key.value,
            self.text(node.get("action"), key.value),
            self.text(node.get("shown"), key.value),
            self.flag(node.get("filter")),
            self.flag(node.get("judge")),
            self.flag(node.get("skip")),
            self.text(node.get("when empty"), "pass"),
            self.expr(node.get("do when one")),
            word if core else "expr",
            None if core else self.expr(chooser),
            then,
            self.text(node.get("after skip"), "end" if then == key.value else then),
            key.place,
        )

    def fact(self, key: Text, node: Node) -> d.Fact | None:
        found = FACT.match(key.value)
        assert found is not None, "the schema knows how a fact is declared"
        params = []
        for part in found.group(2).split(",") if found.group(2) else []:
            name, _, kind = part.strip().partition(" in ")
            params.append((name, self.type(Text(key.place, kind))))
        body = self.expr(node)
        return d.Fact(found.group(1), tuple(params), body, key.place) if body is not None else None

    def supply(self, node: Node) -> d.Supply:
        assert isinstance(node, Map)
        core = ("for each", "count", "name", "zone", "kind")
        each = self.text(node.get("for each"))
        name = node.get("name")
        return d.Supply(
            each == "side",
            each == "player",
            self.number(node.get("count"), 1),
            self.text(name) if name is not None else None,
            self.text(node.get("zone")),
            tuple((k.value, self.value(v)) for k, v in node.items if k.value not in core),
            node.place,
        )

    def value(self, node: Node) -> str:
        """A value that a piece is given; of a set its members, with spaces between."""
        return " ".join(self.words(node)) if isinstance(node, Seq) else self.text(node)

    def supplies(self, node: Node | None) -> tuple[d.Supply, ...]:
        return tuple(self.supply(n) for n in node.items) if isinstance(node, Seq) else ()

    def piece_kind(self, key: Text, node: Node) -> d.PieceKind:
        assert isinstance(node, Map)
        on = node.get("on")
        return d.PieceKind(
            key.value,
            self.text(on) if on is not None else None,
            self.attributes(node.get("attributes")),
            self.supplies(node.get("supply")),
            self.text(node.get("table")) == POWERS,
            key.place,
        )

    def board(self, key: Text, node: Node) -> d.Board:
        assert isinstance(node, Map)
        columns, _, rows = self.text(node.get("grid"), "1x1").partition("x")
        adjacent = self.number(node.get("adjacent"), 8)
        return d.Board(
            key.value,
            int(columns),
            int(rows),
            adjacent,
            self.text(node.get("names"), "A1"),
            self.flag(node.get("symmetric")),
        )

    def clauses(self, node: Node | None) -> tuple[d.Clauses, ...]:
        made = []
        for key, value in self.pairs(node):
            if isinstance(value, Text):
                parsed, faults = parse_clauses(value)
                self.faults += faults
                made.append(d.Clauses(key.value, parsed, key.place))
        return tuple(made)

    def card(self, root: Map) -> d.Card:
        """A power's document; the game's own document has the same parts."""
        pieces = []
        for node in self.items(root.get("supply")):
            if isinstance(node, Map):
                pieces.append((self.text(node.get("kind")), self.supply(node)))
        facts = [self.fact(k, v) for k, v in self.pairs(root.get("facts"))]
        order = root.get("order")
        return d.Card(
            self.text(root.get("slug")),
            self.languages(root.get("title")),
            self.languages(root.get("subtitle")),
            self.words(root.get("tags")),
            self.number(order) if order is not None else None,
            tuple(int(w) for w in self.words(root.get("players"))),
            tuple(
                (n.value, n.place) for n in self.items(root.get("banned")) if isinstance(n, Text)
            ),
            self.text(root.get("begins")),
            {k.value: self.languages(v) for k, v in self.pairs(root.get("text"))},
            self.attributes(root.get("memory")),
            tuple(pieces),
            tuple(f for f in facts if f is not None),
            tuple(self.action(k, v) for k, v in self.pairs(root.get("actions"))),
            tuple(self.step(k, v) for k, v in self.pairs(root.get("steps"))),
            self.clauses(root.get("clauses")),
            self.text(root.get("reason"), f"power:{self.text(root.get('slug'))}"),
            self.reserve(root.get("reserve")),
            self.words_of(root),
            root.place,
        )

    def words_of(self, root: Map) -> tuple[Word, ...]:
        """The words for sentences that a document gives."""
        made, faults = read_words(root.get("words"))
        self.faults += faults
        return made

    def reserve(self, node: Node | None) -> d.Reserve | None:
        """Which cards wait in reserve."""
        if not isinstance(node, Map):
            return None
        get = node.get
        return d.Reserve(
            self.text(get("tag")), self.number(get("count"), 0), self.text(get("needs"))
        )

    def option(self, node: Node) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The values of an option, and for how many players the later ones are."""
        if not isinstance(node, Map):
            return self.words(node), ()
        return self.words(node.get("values")), tuple(map(int, self.words(node.get("players"))))

    def match_up(self, node: Node | None) -> d.MatchUp | None:
        """What a draft comes to."""
        if not isinstance(node, Map):
            return None
        words = [(k.value, self.expr(v)) for k, v in self.pairs(node.get("setup"))]
        return d.MatchUp(
            self.expr(node.get("first")),
            self.expr(node.get("power")),
            tuple((word, expr) for word, expr in words if expr is not None),
            node.place,
        )

    def items(self, node: Node | None) -> tuple[Node, ...]:
        return node.items if isinstance(node, Seq) else ()

    def flow(self, node: Node | None) -> tuple[tuple[str, str], ...]:
        """A flow as (instruction, argument) pairs."""
        made: list[tuple[str, str]] = []
        for item in self.items(node):
            if isinstance(item, Text):
                made.append((item.value, ""))
            for key, value in self.pairs(item):
                made.append((key.value, self.text(value)))
        return tuple(made)

    def game(
        self, root: Map, tables: Callable[[str], Node | None], words: Map | None = None
    ) -> d.Game:
        """The game's document. `tables(name)` reads a table beside it; words: its words.yaml."""
        players = self.table(root.get("players"))
        base = self.card(root)
        if words is not None:
            base = replace(base, words=self.words_of(words))
        kinds = []
        for key, node in self.pairs(root.get("pieces")):
            kind = self.piece_kind(key, node)
            table = node.get("table") if isinstance(node, Map) else None
            if isinstance(table, Text) and not kind.powers:
                kind = replace(kind, supply=kind.supply + self.supplies(tables(table.value)))
            kinds.append(kind)
        options = {k.value: self.option(v) for k, v in self.pairs(root.get("options"))}
        return d.Game(
            self.text(root.get("slug")),
            self.languages(root.get("title")),
            self.text(root.get("edition")),
            (int(players.get("min", "1")), int(players.get("max", "1"))),
            {
                k.value: tuple((w.value, self.text(m)) for w, m in self.pairs(v))
                if isinstance(v, Map)
                else tuple((w, w) for w in self.words(v))
                for k, v in self.pairs(root.get("enums"))
            },
            tuple(self.board(k, v) for k, v in self.pairs(root.get("boards"))),
            self.words(root.get("zones")),
            tuple(kinds),
            tuple((k.value, self.attributes(v)) for k, v in self.pairs(root.get("state"))),
            self.words(root.get("stages")) or ("own", "teammates", "opponents"),
            self.words(root.get("moments")),
            {k.value: self.flow(v) for k, v in self.pairs(root.get("flow"))},
            {k.value: self.languages(v) for k, v in self.pairs(root.get("headings"))},
            {k.value: self.languages(v) for k, v in self.pairs(root.get("tags"))},
            {k: values for k, (values, _) in options.items()},
            {k: players for k, (_, players) in options.items() if players},
            tuple((k.value, self.tables(v)) for k, v in self.pairs(root.get("position"))),
            self.words(root.get("always")),
            self.match_up(root.get("match-up")),
            base,
            self.places(root),
            root.place,
        )

    def places(self, root: Map) -> dict[str, Place]:
        """Where the keys of a document stand, and those one level below."""
        made = {key.value: key.place for key, _ in root.items}
        for key, node in root.items:
            made.update({f"{key.value}.{k.value}": k.place for k, _ in self.pairs(node)})
        return made

    def mode(self, root: Map) -> d.Mode:
        """A mode's document."""
        return d.Mode(
            self.text(root.get("slug")),
            self.languages(root.get("title")),
            self.number(root.get("players"), 2),
            tuple(int(w) for w in self.words(root.get("sides"))),
            self.number(root.get("first"), 1),
            self.text(root.get("needs")),
            self.text(root.get("tag")),
            self.words(root.get("always")),
            self.flow(root.get("setup")),
            self.card(root),
            root.place,
        )
