"""The documents of a spec as values: a game, a power, a mode.

`read_*` turn marked YAML, already valid against its schema, into these values, and parse every
scalar that holds the clause language. Faults are collected, never raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from thesmos.fault import Diagnostic, Place
from thesmos.load import tree as t
from thesmos.load.clause import parse_clauses, parse_effects, parse_expr
from thesmos.load.marked import Map, Node, Seq, Text

TYPE = re.compile(r"^(?:(set of) )?([A-Z][A-Za-z0-9]*|flag|-?\d{1,4}\.\.-?\d{1,4})(?: (or none))?$")
FACT = re.compile(r"^([a-z_][a-z0-9_]*)(?:\((.*)\))?$")


@dataclass(frozen=True)
class Typed:
    """A type as written: `0..3`, `Worker or none`, `set of Worker`."""

    name: str
    many: bool
    none: bool
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Attribute:
    """What a space, a piece, a player or the game remembers; or a power's memory."""

    name: str
    type: Typed
    start: str | None
    secret: bool
    lasts: str
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Role:
    """A role of an action: open (its type) or computed (its expression)."""

    name: str
    type: Typed | None
    expr: t.Expr | None
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Rule:
    """A named rule of an action."""

    name: str
    expr: t.Expr
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Notation:
    """How an option is written, when a condition holds: `{from}-{to}`."""

    when: t.Expr | None
    text: str
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Action:
    """An action: its roles, named rules, effect and notation."""

    name: str
    roles: tuple[Role, ...]
    rules: tuple[Rule, ...]
    do: tuple[t.Effect, ...]
    text: tuple[Notation, ...]
    silent: bool
    weight: t.Expr | None
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Step:
    """A step: where decisions happen."""

    name: str
    action: str
    shown: str
    filter: bool
    judge: bool
    skip: bool
    when_empty: str
    when_one: t.Expr | None
    chooser: str
    chooser_expr: t.Expr | None
    then: str
    after_skip: str
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Fact:
    """A derived fact, which a card may re-read."""

    name: str
    params: tuple[tuple[str, Typed], ...]
    body: t.Expr
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Supply:
    """Pieces that exist from the start: fixed attributes and the zone they wait in."""

    each_side: bool
    each_player: bool
    count: int
    name: str | None
    zone: str
    values: tuple[tuple[str, str], ...]
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece or card."""

    name: str
    on: str | None
    attributes: tuple[Attribute, ...]
    supply: tuple[Supply, ...]
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Board:
    """A grid: `5x5`, each cell adjacent to 4 or 8 others, cells named `A1` or `1,1`."""

    name: str
    columns: int
    rows: int
    adjacent: int
    names: str

    def cells(self) -> list[str]:
        """The names of the cells, row by row: A1 B1 …, or 1,1 1,2 …."""
        return [
            f"{chr(65 + column)}{row + 1}" if self.names == "A1" else f"{row + 1},{column + 1}"
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True)
class Clauses:
    """The clauses under one heading of a card."""

    heading: str
    clauses: tuple[t.Clause, ...]
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Card:
    """What a power brings, and what the game itself has of the same kind."""

    slug: str
    title: dict[str, str]
    subtitle: dict[str, str]
    tags: tuple[str, ...]
    order: int | None
    players: tuple[int, ...]
    banned: tuple[tuple[str, Place], ...]
    text: dict[str, dict[str, str]]
    memory: tuple[Attribute, ...]
    pieces: tuple[tuple[str, Supply], ...]
    facts: tuple[Fact, ...]
    actions: tuple[Action, ...]
    steps: tuple[Step, ...]
    clauses: tuple[Clauses, ...]
    reason: str
    reserve: tuple[str, int] | None
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Game:
    """A game as its folder declares it."""

    slug: str
    title: dict[str, str]
    edition: str
    players: tuple[int, int]
    enums: dict[str, tuple[tuple[str, str], ...]]
    boards: tuple[Board, ...]
    zones: tuple[str, ...]
    pieces: tuple[PieceKind, ...]
    state: tuple[tuple[str, tuple[Attribute, ...]], ...]
    moments: tuple[str, ...]
    flow: dict[str, tuple[tuple[str, str], ...]]
    headings: dict[str, dict[str, str]]
    tags: dict[str, str]
    options: dict[str, tuple[str, ...]]
    position: tuple[tuple[str, tuple[dict[str, str], ...]], ...]
    always: tuple[str, ...]
    base: Card
    places: dict[str, Place] = field(compare=False, repr=False)  # of its keys: `flow.turn`
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True)
class Mode:
    """A way to play: how many players, on which sides, who begins."""

    slug: str
    title: dict[str, str]
    players: int
    sides: tuple[int, ...]
    first: int
    needs: str
    always: tuple[str, ...]
    setup: tuple[tuple[str, str], ...]
    card: Card
    place: Place = field(compare=False, repr=False)


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

    def type(self, node: Text) -> Typed:
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
            return Typed("flag", False, False, node.place)
        many, name, none = found.groups()
        return Typed(name, bool(many), bool(none), node.place)

    # ---------------------------------------------------------------- the parts

    def attribute(self, key: Text, node: Node) -> Attribute:
        get = node.get if isinstance(node, Map) else lambda _: None
        kind = get("is") if isinstance(node, Map) else node
        typed = (
            self.type(kind) if isinstance(kind, Text) else Typed("flag", False, False, key.place)
        )
        start = get("start")
        return Attribute(
            key.value,
            typed,
            self.text(start) if start is not None else None,
            self.flag(get("secret")),
            self.text(get("lasts"), "game"),
            key.place,
        )

    def attributes(self, node: Node | None) -> tuple[Attribute, ...]:
        return tuple(self.attribute(k, v) for k, v in self.pairs(node))

    def role(self, key: Text, node: Node) -> Role:
        if isinstance(node, Text) and TYPE.match(node.value):
            return Role(key.value, self.type(node), None, key.place)
        return Role(key.value, None, self.expr(node), key.place)

    def notation(self, node: Node | None) -> tuple[Notation, ...]:
        if isinstance(node, Text):
            return (Notation(None, node.value, node.place),)
        if not isinstance(node, Seq):
            return ()
        made = []
        for item in node.items:
            if isinstance(item, Map):
                made.append(
                    Notation(self.expr(item.get("when")), self.text(item.get("text")), item.place)
                )
        return tuple(made)

    def action(self, key: Text, node: Node) -> Action:
        assert isinstance(node, Map)
        rules = []
        for name, rule in self.pairs(node.get("rules")):
            made = self.expr(rule)
            if made is not None:
                rules.append(Rule(name.value, made, name.place))
        return Action(
            key.value,
            tuple(self.role(k, v) for k, v in self.pairs(node.get("roles"))),
            tuple(rules),
            self.effects(node.get("do")),
            self.notation(node.get("text")),
            self.flag(node.get("silent")),
            self.expr(node.get("weight")),
            key.place,
        )

    def step(self, key: Text, node: Node) -> Step:
        assert isinstance(node, Map)
        chooser = node.get("chooser")
        word = self.text(chooser, "active")
        core = word in ("active", "holder", "chance")
        then = self.text(node.get("then"), "end")
        return Step(
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

    def fact(self, key: Text, node: Node) -> Fact | None:
        found = FACT.match(key.value)
        assert found is not None, "the schema knows how a fact is declared"
        params = []
        for part in found.group(2).split(",") if found.group(2) else []:
            name, _, kind = part.strip().partition(" in ")
            params.append((name, self.type(Text(key.place, kind))))
        body = self.expr(node)
        return Fact(found.group(1), tuple(params), body, key.place) if body is not None else None

    def supply(self, node: Node) -> Supply:
        assert isinstance(node, Map)
        core = ("for each", "count", "name", "zone", "kind")
        each = self.text(node.get("for each"))
        name = node.get("name")
        return Supply(
            each == "side",
            each == "player",
            self.number(node.get("count"), 1),
            self.text(name) if name is not None else None,
            self.text(node.get("zone")),
            tuple((k.value, self.text(v)) for k, v in node.items if k.value not in core),
            node.place,
        )

    def supplies(self, node: Node | None) -> tuple[Supply, ...]:
        return tuple(self.supply(n) for n in node.items) if isinstance(node, Seq) else ()

    def piece_kind(self, key: Text, node: Node) -> PieceKind:
        assert isinstance(node, Map)
        on = node.get("on")
        return PieceKind(
            key.value,
            self.text(on) if on is not None else None,
            self.attributes(node.get("attributes")),
            self.supplies(node.get("supply")),
            key.place,
        )

    def board(self, key: Text, node: Node) -> Board:
        assert isinstance(node, Map)
        columns, _, rows = self.text(node.get("grid"), "1x1").partition("x")
        adjacent = self.number(node.get("adjacent"), 8)
        return Board(
            key.value, int(columns), int(rows), adjacent, self.text(node.get("names"), "A1")
        )

    def clauses(self, node: Node | None) -> tuple[Clauses, ...]:
        made = []
        for key, value in self.pairs(node):
            if isinstance(value, Text):
                parsed, faults = parse_clauses(value)
                self.faults += faults
                made.append(Clauses(key.value, parsed, key.place))
        return tuple(made)

    def card(self, root: Map) -> Card:
        """A power's document; the game's own document has the same parts."""
        pieces = []
        for node in self.items(root.get("supply")):
            if isinstance(node, Map):
                pieces.append((self.text(node.get("kind")), self.supply(node)))
        facts = [self.fact(k, v) for k, v in self.pairs(root.get("facts"))]
        order = root.get("order")
        return Card(
            self.text(root.get("slug")),
            self.languages(root.get("title")),
            self.languages(root.get("subtitle")),
            self.words(root.get("tags")),
            self.number(order) if order is not None else None,
            tuple(int(w) for w in self.words(root.get("players"))),
            tuple(
                (n.value, n.place) for n in self.items(root.get("banned")) if isinstance(n, Text)
            ),
            {k.value: self.languages(v) for k, v in self.pairs(root.get("text"))},
            self.attributes(root.get("memory")),
            tuple(pieces),
            tuple(f for f in facts if f is not None),
            tuple(self.action(k, v) for k, v in self.pairs(root.get("actions"))),
            tuple(self.step(k, v) for k, v in self.pairs(root.get("steps"))),
            self.clauses(root.get("clauses")),
            self.text(root.get("reason"), f"power:{self.text(root.get('slug'))}"),
            self.reserve(root.get("reserve")),
            root.place,
        )

    def reserve(self, node: Node | None) -> tuple[str, int] | None:
        """Which cards wait in reserve: a tag, and how many (0: all)."""
        if not isinstance(node, Map):
            return None
        return self.text(node.get("tag")), self.number(node.get("count"), 0)

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

    def game(self, root: Map, tables: Callable[[str], Node | None]) -> Game:
        """The game's document. `tables(name)` reads a table of cards beside it."""
        players = self.table(root.get("players"))
        kinds = []
        for key, node in self.pairs(root.get("pieces")):
            kind = self.piece_kind(key, node)
            table = node.get("table") if isinstance(node, Map) else None
            if isinstance(table, Text):
                rows = tables(table.value)
                kind = PieceKind(
                    kind.name,
                    kind.on,
                    kind.attributes,
                    kind.supply + self.supplies(rows),
                    kind.place,
                )
            kinds.append(kind)
        return Game(
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
            self.words(root.get("moments")),
            {k.value: self.flow(v) for k, v in self.pairs(root.get("flow"))},
            {k.value: self.languages(v) for k, v in self.pairs(root.get("headings"))},
            self.table(root.get("tags")),
            {k.value: self.words(v) for k, v in self.pairs(root.get("options"))},
            tuple((k.value, self.tables(v)) for k, v in self.pairs(root.get("position"))),
            self.words(root.get("always")),
            self.card(root),
            self.places(root),
            root.place,
        )

    def places(self, root: Map) -> dict[str, Place]:
        """Where the keys of a document stand, and those one level below."""
        made = {key.value: key.place for key, _ in root.items}
        for key, node in root.items:
            made.update({f"{key.value}.{k.value}": k.place for k, _ in self.pairs(node)})
        return made

    def mode(self, root: Map) -> Mode:
        """A mode's document."""
        return Mode(
            self.text(root.get("slug")),
            self.languages(root.get("title")),
            self.number(root.get("players"), 2),
            tuple(int(w) for w in self.words(root.get("sides"))),
            self.number(root.get("first"), 1),
            self.text(root.get("needs")),
            self.words(root.get("always")),
            self.flow(root.get("setup")),
            self.card(root),
            root.place,
        )
