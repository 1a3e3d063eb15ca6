"""Read what documents declare: attributes, actions, steps, facts, pieces, boards, words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from thesmos.diagnostics import Diagnostic, Location, Mend
from thesmos.kept import AFRESH, Kept
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax import yaml_values as y
from thesmos.syntax.clause_parser import parse_clauses, parse_effects, parse_expr
from thesmos.syntax.says import FOR, IT, SaysReader
from thesmos.syntax.words import Term
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText

POWERS = "../powers"  # no file, but all powers of the game that the draft belongs to
CHOOSERS = ("active", "holder", "chance")  # of a step, besides the value of an expression
FACT = re.compile(r"^([a-z_][a-z0-9_]*)(?:\((.*)\))?$")
TYPE = re.compile(r"^(?:(set of) )?([A-Z][A-Za-z0-9]*|flag|-?\d{1,4}\.\.-?\d{1,4})(?: (or none))?$")
Parse: TypeAlias = Callable[[YamlText], tuple[Any, list[Diagnostic]]]


class DeclarationReader:
    """Reads declarations, and collects the errors in them and their words for sentences.

    kept: the texts of clauses that have been parsed, to be used again.
    """

    def __init__(self, kept: Kept = AFRESH) -> None:
        self.kept = kept
        self.diagnostics: list[Diagnostic] = []
        self.clause_texts: list[tuple[YamlText, Parse]] = []  # all read, for `thesmos fmt`
        self.says = SaysReader()

    def attribute(self, key: YamlText, node: YamlNode) -> d.AttributeDeclaration:
        kind, index = y.get(node, "is") or node, y.get(node, "for")
        start = y.get(node, "start")
        flag = d.WrittenType("flag", False, False, key.location)
        return d.AttributeDeclaration(
            name=key.value,
            type=self.type(kind) if isinstance(kind, YamlText) else flag,
            index=self.type(index) if isinstance(index, YamlText) else None,
            start=start.value if isinstance(start, YamlText) else None,
            starts=tuple(y.table(start).items()),
            secret=y.flag(y.get(node, "secret")),
            lasts=y.text(y.get(node, "lasts"), "game"),
            tag=y.text(y.get(node, "tag")),
            location=key.location,
            start_at=start.location if isinstance(start, YamlText) else None,
        )

    def attributes(
        self, node: YamlNode | None, owner: str = ""
    ) -> tuple[d.AttributeDeclaration, ...]:
        """Read attributes. owner: the kind of thing that has them; empty for the game itself."""
        for key, value in y.pairs(node):
            of = (IT, FOR) if y.get(value, "for") else (IT,) if owner else ()
            self.says.value("attributes", key, value, of, owner)
        return tuple(self.attribute(k, v) for k, v in y.pairs(node))

    def memories(self, node: YamlNode | None) -> tuple[d.AttributeDeclaration, ...]:
        """Read the memories of a card."""
        for key, value in y.pairs(node):
            self.says.value("memory", key, value)
        return tuple(self.attribute(k, v) for k, v in y.pairs(node))

    def role(self, action: str, key: YamlText, node: YamlNode) -> d.RoleDeclaration:
        self.says.role(action, key, node)
        if isinstance(node, YamlMap):
            node = node.get("is") or key
        if isinstance(node, YamlText) and TYPE.match(node.value):
            return d.RoleDeclaration(key.value, self.type(node), None, key.location)
        return d.RoleDeclaration(key.value, None, self.expr(node), key.location)

    def notation(self, node: YamlNode | None) -> tuple[d.NotationDeclaration, ...]:
        if isinstance(node, YamlText):
            return (d.NotationDeclaration(None, node.value, node.location),)
        return tuple(
            d.NotationDeclaration(
                self.expr(y.get(variant, "when")), y.text(y.get(variant, "text")), variant.location
            )
            for variant in y.items(node)
        )

    def rule(self, action: str, key: YamlText, node: YamlNode) -> d.RuleDeclaration | None:
        self.says.rule(action, key, node)
        written = self.without_says(node)
        condition = self.expr(written)
        if condition is None:
            return None
        at = key if written is None or written is node else written
        return d.RuleDeclaration(key.value, condition, at.location)

    def action(self, key: YamlText, node: YamlNode) -> d.ActionDeclaration:
        assert isinstance(node, YamlMap)
        self.says.action(key, node)
        rules = [self.rule(key.value, k, v) for k, v in y.pairs(node.get("rules"))]
        return d.ActionDeclaration(
            name=key.value,
            roles=tuple(self.role(key.value, k, v) for k, v in y.pairs(node.get("roles"))),
            rules=tuple(rule for rule in rules if rule is not None),
            do=self.effects(node.get("do")),
            text=self.notation(node.get("text")),
            silent=y.flag(node.get("silent")),
            public=y.flag(node.get("public")),
            secret=y.flag(node.get("secret")),
            weight=self.expr(node.get("weight")),
            suggested=self.expr(node.get("suggested")),
            shows=tuple(
                d.ShownDeclaration(name.value, shown, name.location)
                for name, value in y.pairs(node.get("shows"))
                if (shown := self.expr(value)) is not None
            ),
            location=key.location,
        )

    def events(self, node: YamlNode | None) -> tuple[d.EventsDeclaration, ...]:
        """Read the names for events of several actions."""
        for key, value in y.pairs(node):
            self.says.action(key, value)
        return tuple(
            d.EventsDeclaration(key.value, y.words(self.without_says(value)), key.location)
            for key, value in y.pairs(node)
        )

    def step(self, key: YamlText, node: YamlNode) -> d.StepDeclaration:
        assert isinstance(node, YamlMap)
        self.says.name("steps", key, node)
        chooser = node.get("chooser")
        word = y.text(chooser, "active")
        core = word in CHOOSERS
        then = y.text(node.get("then"), "end")
        return d.StepDeclaration(
            name=key.value,
            actions=y.words(node.get("actions")) or (y.text(node.get("action"), key.value),),
            shown=y.text(node.get("shown"), key.value),
            filter=y.flag(node.get("filter")),
            judge=y.flag(node.get("judge")),
            skip=y.flag(node.get("skip")),
            last=y.flag(node.get("last")),
            when_empty=y.text(node.get("when empty"), "pass"),
            when_one=self.expr(node.get("do when one")),
            chooser=word if core else "expr",
            chooser_expr=None if core else self.expr(chooser),
            then=then,
            after_skip=y.text(node.get("after skip"), "end" if then == key.value else then),
            location=key.location,
        )

    def fact(self, key: YamlText, node: YamlNode) -> d.FactDeclaration | None:
        match = FACT.match(key.value)
        assert match is not None, "the schema ensures this form"
        params = []
        for part in match.group(2).split(",") if match.group(2) else []:
            name, _, kind = part.strip().partition(" in ")
            params.append((name, self.type(YamlText(key.location, kind))))
        body = self.expr(self.without_says(node))
        named = YamlText(key.location, match.group(1))
        self.says.value("facts", named, node, [name for name, _ in params])
        if body is None:
            return None
        return d.FactDeclaration(named.value, tuple(params), body, key.location)

    def facts(self, node: YamlNode | None) -> tuple[d.FactDeclaration, ...]:
        """Read facts, without those that have errors."""
        facts = (self.fact(key, value) for key, value in y.pairs(node))
        return tuple(fact for fact in facts if fact is not None)

    def supply(self, node: YamlNode, kind: str) -> d.SupplyDeclaration:
        """Read pieces that exist from the start. kind: the name of their kind."""
        assert isinstance(node, YamlMap)
        place = node.get("place")
        cells = (place.value,) if isinstance(place, YamlText) else y.words(place)
        for_each = y.text(node.get("for each"))
        name = node.get("name")
        if isinstance(name, YamlText):
            self.says.word(kind, name, node)
        return d.SupplyDeclaration(
            each_side=for_each == "side",
            each_player=for_each == "player",
            count=y.number(node.get("count"), len(cells) or 1),
            name=y.text(name) if name is not None else None,
            zone=y.text(node.get("zone")),
            cells=cells,
            values=tuple(
                (k.value, " ".join(y.words(v)) or y.text(v))
                for k, v in node.items
                if k.value not in d.SUPPLY_KEYS and not isinstance(v, YamlMap)
            ),
            location=node.location,
            indexed=tuple(
                (k.value, word.value, y.text(text))
                for k, v in node.items
                if k.value not in d.SUPPLY_KEYS and isinstance(v, YamlMap)
                for word, text in y.pairs(v)
            ),
        )

    def supplies(self, node: YamlNode | None, kind: str) -> tuple[d.SupplyDeclaration, ...]:
        """Read a list or a table of pieces of a kind; none if it is not a list."""
        return tuple(self.supply(item, kind) for item in y.items(node))

    def piece_kind(self, key: YamlText, node: YamlNode) -> d.PieceKindDeclaration:
        assert isinstance(node, YamlMap)
        self.says.name("nouns", key, node)
        on = node.get("on")
        return d.PieceKindDeclaration(
            name=key.value,
            on=y.text(on) if on is not None else None,
            attributes=self.attributes(node.get("attributes"), key.value),
            supply=self.supplies(node.get("supply"), key.value),
            powers=y.text(node.get("table")) == POWERS,
            location=key.location,
        )

    def board(self, key: YamlText, node: YamlNode) -> d.BoardDeclaration:
        assert isinstance(node, YamlMap)
        self.says.name("nouns", key, node)
        columns, _, rows = y.text(node.get("grid"), "1x1").partition("x")
        adjacent = y.number(node.get("adjacent"), d.DEFAULT_NEIGHBOURS)
        return d.BoardDeclaration(
            name=key.value,
            columns=int(columns),
            rows=int(rows),
            adjacent=adjacent,
            names=y.text(node.get("names"), "A1"),
            symmetric=y.flag(node.get("symmetric")),
            joined=y.flag(node.get("joined")),
            lines=tuple(tuple(line.split()) for line in y.words(node.get("lines"))),
        )

    def valid(self, node: YamlText) -> d.ValidDeclaration:
        """Read what holds in every position: the name of a fact, or `one Stone on a cell`."""
        kind = node.value.removeprefix("one ").removesuffix(" on a cell")
        return d.ValidDeclaration(node.value, kind if kind != node.value else "", node.location)

    def clauses(self, node: YamlNode | None) -> tuple[d.ClauseBlock, ...]:
        blocks: dict[str, d.ClauseBlock] = {}
        for key, value in y.pairs(node):
            if isinstance(value, YamlText):
                parsed = self.parsed(value, parse_clauses)
                block = blocks.get(key.value, d.ClauseBlock(key.value, (), key.location))
                blocks[key.value] = replace(block, clauses=block.clauses + parsed)  # an edition's
        return tuple(blocks.values())

    def state(
        self, node: YamlNode | None
    ) -> tuple[tuple[str, tuple[d.AttributeDeclaration, ...]], ...]:
        """Read the attributes of each kind of thing, and of the game itself."""
        return tuple(
            (key.value, self.attributes(value, "" if key.value == "game" else key.value))
            for key, value in y.pairs(node)
        )

    def headings(self, node: YamlNode | None) -> dict[str, dict[str, str]]:
        """Read headings: a list, or each with its translations."""
        return {name: {} for name in y.words(node)} | {
            key.value: y.languages(value) for key, value in y.pairs(node)
        }

    def tags(self, node: YamlNode | None) -> dict[str, dict[str, str]]:
        """Read tags: the texts of each, by language."""
        for key, value in y.pairs(node):
            self.says.name("nouns", key, value)
        return {k.value: _without(y.languages(v), "says") for k, v in y.pairs(node)}

    def position(
        self, node: YamlNode | None, owners: Mapping[Location, str]
    ) -> tuple[d.PositionDeclaration, ...]:
        """Read the entries of positions. owners: the cards of their entries, by location."""
        positions = []
        for key, value in y.pairs(node):
            for item in y.items(value) or (value,):
                self.says.name("nouns", key, item)
                rows = y.get(item, "rows")
                drawn = {"": rows.value} if isinstance(rows, YamlText) else y.table(rows)
                writer = _without(y.table(item), "says", "rows")
                card = owners.get(item.location, "")
                at = item.location if card else key.location
                positions.append(d.PositionDeclaration(key.value, writer, card, drawn, at))
        return tuple(positions)

    def take_words(self) -> tuple[Term, ...]:
        """Take the words for sentences of everything declared since the last call."""
        reader, self.says = self.says, SaysReader()
        self.diagnostics += reader.diagnostics
        return tuple(reader.words)

    def without_says(self, node: YamlNode) -> YamlNode | None:
        """Return a declaration without its words for sentences."""
        return node.get("is") if isinstance(node, YamlMap) else node

    def reserve(self, node: YamlNode | None) -> d.ReserveDeclaration | None:
        """Read which cards are in reserve."""
        if node is None:
            return None
        tag, count, needs = (y.get(node, key) for key in ("tag", "count", "needs"))
        return d.ReserveDeclaration(y.text(tag), y.number(count), y.text(needs))

    def option(self, key: YamlText, node: YamlNode) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Read an option: its values, and the numbers of players for those after the first."""
        if not isinstance(node, YamlMap):
            return y.words(node), ()
        self.says.name("options", key, node)
        for value, more in y.pairs(node.get("values")):
            self.says.option(key.value, value, more)
        players = tuple(map(int, y.words(node.get("players"))))
        return y.keys(node.get("values")), players

    def option_values(self, node: YamlNode | None, purpose: str) -> dict[str, str]:
        """Read the values that options name for a purpose, such as plain counts."""
        values = {key.value: y.text(y.get(option, purpose)) for key, option in y.pairs(node)}
        return {name: value for name, value in values.items() if value}

    def match_up(self, node: YamlNode | None) -> d.MatchUpDeclaration | None:
        """Read the result of a draft."""
        if not isinstance(node, YamlMap):
            return None
        words = [(k.value, self.expr(v)) for k, v in y.pairs(node.get("setup"))]
        return d.MatchUpDeclaration(
            self.expr(node.get("first")),
            self.expr(node.get("power")),
            tuple((word, expr) for word, expr in words if expr is not None),
            node.location,
        )

    def scores(self, node: YamlNode | None) -> tuple[d.ScoreDeclaration, ...]:
        scores = []
        for key, declared in y.pairs(node):
            self.says.name("scores", key, declared)
            value = self.expr(self.without_says(declared))
            if value is not None:
                scores.append(d.ScoreDeclaration(key.value, value, key.location))
        return tuple(scores)

    def flow(self, node: YamlNode | None) -> tuple[tuple[str, str], ...]:
        """Read a flow as pairs of instruction and argument."""
        instructions: list[tuple[str, str]] = []
        for item in y.items(node):
            if isinstance(item, YamlText):
                instructions.append((item.value, ""))
            for key, value in y.pairs(item):
                instructions.append((key.value, y.text(value)))
        return tuple(instructions)

    def enum(self, name: str, node: YamlNode) -> tuple[tuple[str, str], ...]:
        """Read an enum: its words, each with its mark in a position (by default the word)."""
        words = node.get("words") if isinstance(node, YamlMap) else None
        if isinstance(node, YamlMap) and words is not None:
            if isinstance(says := node.key("says"), YamlText):
                self.says.name("nouns", YamlText(says.location, name), node)
            node = words
        if not isinstance(node, YamlMap):
            return tuple((word, word) for word in y.words(node))
        words_and_marks = []
        for word, mark in node.items:
            self.says.word(name, word, mark)
            written = y.get(mark, "mark") if isinstance(mark, YamlMap) else mark
            words_and_marks.append((word.value, y.text(written, word.value)))
        return tuple(words_and_marks)

    def zones(self, node: YamlNode | None) -> tuple[str, ...]:
        """Read the zones: a list, or each with its words for sentences."""
        for key, value in y.pairs(node):
            self.says.word("Zone", key, value)
        return y.keys(node)

    def moments(self, node: YamlNode | None) -> tuple[str, ...]:
        """Read the moments: a list, or each with its words for sentences."""
        for key, value in y.pairs(node):
            self.says.name("moments", key, value)
        return y.keys(node)

    # ------------------------------------------------------------- the clause language

    def expr(self, node: YamlNode | None) -> t.Expr | None:
        """Read an expression; None if it is missing or has an error."""
        if not isinstance(node, YamlText):
            return None
        expression: t.Expr | None = self.parsed(node, parse_expr)
        return expression

    def parsed(self, node: YamlText, parse: Parse) -> Any:
        """Parse a text in the clause language, and collect its errors."""
        self.clause_texts.append((node, parse))
        begin = node.location
        place = (begin.file, begin.line, begin.column, node.style, node.indent, node.raw)
        tree, diagnostics = self.kept.of(
            "parsed", lambda: parse(node), parse.__name__, node.value, *place
        )
        self.diagnostics += diagnostics
        return tree

    def effects(self, node: YamlNode | None) -> tuple[t.Effect, ...]:
        """Read effects."""
        if not isinstance(node, YamlText):
            return ()
        effects: tuple[t.Effect, ...] = self.parsed(node, parse_effects)
        return effects

    def type(self, node: YamlText) -> d.WrittenType:
        """Read a type; an invalid one is reported and has no name."""
        match = TYPE.match(node.value)
        if not match:
            hint = "write `0..3`, `flag`, a kind, `Kind or none` or `set of Kind`"
            kind = node.value.capitalize()
            if TYPE.match(kind):
                hint = Mend(f"kinds begin with a capital letter: `{kind}`", node.value, kind)
            text = f"`{node.value}` is not a type"
            self.diagnostics.append(Diagnostic("E211", text, node.location, hint))
            return d.WrittenType("", False, False, node.location)
        many, name, none = match.groups()
        return d.WrittenType(name, bool(many), bool(none), node.location)


def _without(table: dict[str, str], *keys: str) -> dict[str, str]:
    return {name: text for name, text in table.items() if name not in keys}
