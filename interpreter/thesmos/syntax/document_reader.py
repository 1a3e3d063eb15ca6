"""Reads documents (syntax/documents.py) from YAML that is already valid against its schema.

Every scalar in the clause language is parsed. Errors are collected, never raised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from thesmos.syntax import documents as d
from thesmos.syntax.changes import names_changed
from thesmos.syntax.declaration_reader import DeclarationReader
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText


class DocumentReader(DeclarationReader):
    """Reads one document, and collects the errors in its clause texts."""

    def card(self, root: YamlMap) -> d.CardDocument:
        """Read a power's document, or the same parts of the game's own document."""
        pieces = []
        for node in self.items(root.get("supply")):
            if isinstance(node, YamlMap):
                kind = self.text(node.get("kind"))
                pieces.append((kind, self.supply(node, kind)))
        facts = [self.fact(k, v) for k, v in self.pairs(root.get("facts"))]
        for key, local in self.pairs(root.get("locals")):
            says = local.get("says") if isinstance(local, YamlMap) else None
            self.says.value("locals", key, says, ())
        order = root.get("order")
        return d.CardDocument(
            slug=self.text(root.get("slug")),
            title=self.languages(root.get("title")),
            subtitle=self.languages(root.get("subtitle")),
            tags=self.words(root.get("tags")),
            order=self.number(order) if order is not None else None,
            players=tuple(int(w) for w in self.words(root.get("players"))),
            banned=tuple(
                (n.value, n.location)
                for n in self.items(root.get("banned"))
                if isinstance(n, YamlText)
            ),
            begins=self.text(root.get("begins")),
            text={k.value: self.languages(v) for k, v in self.pairs(root.get("text"))},
            memory=self.memories(root.get("memory")),
            pieces=tuple(pieces),
            facts=tuple(f for f in facts if f is not None),
            events=self.events(root.get("events")),
            actions=tuple(self.action(k, v) for k, v in self.pairs(root.get("actions"))),
            steps=tuple(self.step(k, v) for k, v in self.pairs(root.get("steps"))),
            clauses=self.clauses(root.get("clauses")),
            reason=self.text(root.get("reason"), f"power:{self.text(root.get('slug'))}"),
            reserve=self.reserve(root.get("reserve")),
            words=self.words_said(),
            adds=self.additions(root.get("adds"), self.text(root.get("slug"))),
            location=root.location,
        )

    def additions(self, node: YamlNode | None, card: str) -> d.AdditionsDeclaration | None:
        """Read what the file of a card adds to its game."""
        if not isinstance(node, YamlMap):
            return None
        facts = [self.fact(k, v) for k, v in self.pairs(node.get("facts"))]
        return d.AdditionsDeclaration(
            enums={k.value: self.enum(k.value, v) for k, v in self.pairs(node.get("enums"))},
            pieces=tuple(self.piece_kind(k, v) for k, v in self.pairs(node.get("pieces"))),
            state=self.state(node.get("state")),
            facts=tuple(f for f in facts if f is not None),
            actions=tuple(self.action(k, v) for k, v in self.pairs(node.get("actions"))),
            steps=tuple(self.step(k, v) for k, v in self.pairs(node.get("steps"))),
            headings=self.headings(node.get("headings")),
            tags=self.tags(node.get("tags")),
            position=self.position(node.get("position"), card),
            words=self.words_said(),
            locations=self.locations(node),
        )

    def game(self, root: YamlMap, tables: Callable[[str], YamlNode | None]) -> d.GameDocument:
        """Read the game's document. tables: reads a table by name."""
        players = self.table(root.get("players"))
        scores = self.scores(root.get("scores"))
        base = self.card(root)
        pieces = self.piece_kinds(root, tables)
        state = self.state(root.get("state"))
        boards = tuple(self.board(k, v) for k, v in self.pairs(root.get("boards")))
        enums = {k.value: self.enum(k.value, v) for k, v in self.pairs(root.get("enums"))}
        zones = self.zones(root.get("zones"))
        moments = self.moments(root.get("moments"))
        options = {k.value: self.option(k, v) for k, v in self.pairs(root.get("options"))}
        tags, position = self.tags(root.get("tags")), self.position(root.get("position"))
        said = self.words_said()
        base = replace(base, words=(*base.words, *said))
        return d.GameDocument(
            slug=self.text(root.get("slug")),
            title=self.languages(root.get("title")),
            edition=self.text(root.get("edition")),
            players=(int(players.get("min", "1")), int(players.get("max", "1"))),
            enums=enums,
            boards=boards,
            zones=zones,
            pieces=pieces,
            state=state,
            stages=self.words(root.get("stages")) or ("own", "teammates", "opponents"),
            moments=moments,
            flow={k.value: self.flow(v) for k, v in self.pairs(root.get("flow"))},
            headings=self.headings(root.get("headings")),
            tags=tags,
            options={k: values for k, (values, _) in options.items()},
            option_players={k: players for k, (_, players) in options.items() if players},
            position=position,
            always=self.words(root.get("always")),
            scores=scores,
            repetition=self.words(root.get("repetition")),
            match_up=self.match_up(root.get("match-up")),
            base=base,
            locations=self.locations(root),
            location=root.location,
        )

    def piece_kinds(
        self, root: YamlMap, tables: Callable[[str], YamlNode | None]
    ) -> tuple[d.PieceKindDeclaration, ...]:
        """Read the kinds of pieces, with the pieces listed in tables."""
        kinds = []
        for key, node in self.pairs(root.get("pieces")):
            kind = self.piece_kind(key, node)
            table = node.get("table") if isinstance(node, YamlMap) else None
            if isinstance(table, YamlText) and not kind.powers:
                rows = self.supplies(tables(table.value), kind.name)
                kind = replace(kind, supply=kind.supply + rows)
            kinds.append(kind)
        return tuple(kinds)

    def mode(self, root: YamlMap) -> d.ModeDocument:
        """Read a mode's document."""
        return d.ModeDocument(
            slug=self.text(root.get("slug")),
            title=self.languages(root.get("title")),
            players=self.number(root.get("players"), 2),
            sides=tuple(int(w) for w in self.words(root.get("sides"))),
            first=self.number(root.get("first"), 1),
            needs=self.text(root.get("needs")),
            tag=self.text(root.get("tag")),
            always=self.words(root.get("always")),
            setup=self.flow(root.get("setup")),
            card=self.card(root),
            replaces=names_changed(root.get("replaces")),
            location=root.location,
        )
