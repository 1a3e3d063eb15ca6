"""Read documents (syntax/documents.py) from YAML that is already valid against its schema.

Every scalar in the clause language is parsed. Errors are collected, never raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from thesmos.diagnostics import Location
from thesmos.syntax import documents as d
from thesmos.syntax import yaml_values as y
from thesmos.syntax.changes import names_changed
from thesmos.syntax.declaration_reader import DeclarationReader
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText


class DocumentReader(DeclarationReader):
    """Reads one document, and collects the errors in its clause texts."""

    def card(self, root: YamlMap) -> d.CardDocument:
        """Read a power's document, or the same parts of the game's own document."""
        pieces = []
        for node in y.items(root.get("supply")):
            kind = y.text(y.get(node, "kind"))
            pieces.append((kind, self.supply(node, kind)))
        for key, local in y.pairs(root.get("locals")):
            self.says.value("locals", key, local)
        order = root.get("order")
        return d.CardDocument(
            slug=y.text(root.get("slug")),
            title=y.languages(root.get("title")),
            subtitle=y.languages(root.get("subtitle")),
            tags=y.words(root.get("tags")),
            order=y.number(order) if order is not None else None,
            players=tuple(int(w) for w in y.words(root.get("players"))),
            banned=tuple((slug.value, slug.location) for slug in y.texts(root.get("banned"))),
            begins=y.text(root.get("begins")),
            text={k.value: y.languages(v) for k, v in y.pairs(root.get("text"))},
            text_headings=tuple((k.value, k.location) for k, _ in y.pairs(root.get("text"))),
            memory=self.memories(root.get("memory")),
            pieces=tuple(pieces),
            facts=self.facts(root.get("facts")),
            events=self.events(root.get("events")),
            actions=tuple(self.action(k, v) for k, v in y.pairs(root.get("actions"))),
            steps=tuple(self.step(k, v) for k, v in y.pairs(root.get("steps"))),
            clauses=self.clauses(root.get("clauses")),
            valid=tuple(self.valid(node) for node in y.texts(root.get("valid"))),
            lifts=tuple((node.value, node.location) for node in y.texts(root.get("lifts"))),
            reason=y.text(root.get("reason"), f"power:{y.text(root.get('slug'))}"),
            reserve=self.reserve(root.get("reserve")),
            words=self.take_words(),
            location=root.location,
        )

    def game(
        self,
        root: YamlMap,
        tables: Callable[[str], YamlNode | None],
        owners: Mapping[Location, str] = {},
    ) -> d.GameDocument:
        """Read the game's document.

        tables: reads a table by name.
        owners: the slugs of the cards that add entries of positions, by the locations of these.
        """
        players = y.table(root.get("players"))
        scores = self.scores(root.get("scores"))
        base = self.card(root)
        pieces = self.piece_kinds(root, tables)
        state = self.state(root.get("state"))
        boards = tuple(self.board(k, v) for k, v in y.pairs(root.get("boards")))
        enums = {k.value: self.enum(k.value, v) for k, v in y.pairs(root.get("enums"))}
        zones = self.zones(root.get("zones"))
        moments = self.moments(root.get("moments"))
        options = {k.value: self.option(k, v) for k, v in y.pairs(root.get("options"))}
        tags, position = self.tags(root.get("tags")), self.position(root.get("position"), owners)
        words = self.take_words()
        base = replace(base, words=(*base.words, *words))
        return d.GameDocument(
            slug=y.text(root.get("slug")),
            title=y.languages(root.get("title")),
            edition=y.text(root.get("edition")),
            players=(int(players.get("min", "1")), int(players.get("max", "1"))),
            enums=enums,
            boards=boards,
            zones=zones,
            pieces=pieces,
            state=state,
            stages=y.words(root.get("stages")) or ("own", "teammates", "opponents"),
            moments=moments,
            flow={k.value: self.flow(v) for k, v in y.pairs(root.get("flow"))},
            headings=self.headings(root.get("headings")),
            tags=tags,
            options={k: values for k, (values, _) in options.items()},
            option_players={k: players for k, (_, players) in options.items() if players},
            option_plain=self.option_values(root.get("options"), "plain"),
            option_original=self.option_values(root.get("options"), "original"),
            position=position,
            always=y.words(root.get("always")),
            scores=scores,
            repetition=y.words(root.get("repetition")),
            work=int(y.table(root.get("work")).get("steps", "0")),
            match_up=self.match_up(root.get("match-up")),
            base=base,
            locations=y.locations(root)
            | dict(_words(root.get("enums")))
            | dict(_instructions(root.get("flow"))),
            location=root.location,
        )

    def piece_kinds(
        self, root: YamlMap, tables: Callable[[str], YamlNode | None]
    ) -> tuple[d.PieceKindDeclaration, ...]:
        """Read the kinds of pieces, with the pieces listed in tables."""
        kinds = []
        for key, node in y.pairs(root.get("pieces")):
            kind = self.piece_kind(key, node)
            table = y.get(node, "table")
            if isinstance(table, YamlText) and not kind.powers:
                rows = self.supplies(tables(table.value), kind.name)
                kind = replace(kind, supply=kind.supply + rows)
            kinds.append(kind)
        return tuple(kinds)

    def mode(self, root: YamlMap) -> d.ModeDocument:
        """Read a mode's document."""
        return d.ModeDocument(
            slug=y.text(root.get("slug")),
            title=y.languages(root.get("title")),
            players=y.number(root.get("players"), 2),
            sides=tuple(int(w) for w in y.words(root.get("sides"))),
            first=y.number(root.get("first"), 1),
            needs=y.text(root.get("needs")),
            tag=y.text(root.get("tag")),
            always=y.words(root.get("always")),
            setup=self.flow(root.get("setup")),
            card=self.card(root),
            replaces=names_changed(root.get("replaces")),
            location=root.location,
        )


def _words(enums: YamlNode | None) -> Iterator[tuple[str, Location]]:
    """Yield the words of enums, named as in `GameDocument.locations`, with their locations."""
    for enum, node in y.pairs(enums):
        words = y.get(node, "words") or node
        for word in y.names(words):
            yield f"enums.{enum.value}.{word.value}", word.location


def _instructions(flows: YamlNode | None) -> Iterator[tuple[str, Location]]:
    """Yield the instructions of flows by number, as `flow.turn.0`, with their locations."""
    for flow, node in y.pairs(flows):
        parts = [part for item in y.items(node) for part in y.pairs(item) or [(item, item)]]
        for number, (first, last) in enumerate(parts):
            line, column = last.location.end
            place = replace(first.location, end_line=line, end_column=column)
            yield f"flow.{flow.value}.{number}", place
