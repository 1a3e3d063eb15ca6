"""Read and check how other programs write records of a game: records.yaml in its folder.

See docs/pages/traces.md for its meaning, grammar/records.schema.json for its form.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.documents.foreign_forms import FormsReader
from thesmos.check.documents.texts import actions_with
from thesmos.check.names.scope import Scope
from thesmos.check.typing.expressions import type_expr
from thesmos.check.typing.infer import type_binder
from thesmos.diagnostics import Diagnostic, Location, suggest
from thesmos.program import recorded as r
from thesmos.program.node import walk
from thesmos.program.values import Past, Those, Value
from thesmos.syntax import nodes as t
from thesmos.syntax import yaml_values as y
from thesmos.syntax.clause_parser import parse_expr
from thesmos.syntax.sources import DISK, Sources
from thesmos.syntax.spec_files import Rewrite, SpecFiles
from thesmos.syntax.spec_folder import bounds
from thesmos.syntax.versions import AS_WRITTEN, Version, layers_in
from thesmos.syntax.words import parts_of
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

FILE = "records.yaml"
EACH = "sum (0 for "  # a form with a binder whose condition is optional, to parse the binder
BESIDE = ("choice", "options", "player", "position", "step")  # keys that each decision has anyway


def read_record_notation(
    checked: CheckedGame,
    folder: Path,
    version: Version = AS_WRITTEN,
    rewrite: Rewrite | None = None,
    sources: Sources = DISK,
) -> tuple[r.RecordNotation, list[Diagnostic]]:
    """Read how other programs write records of a valid game; return that and the errors in it.

    version: of the game; its changes to the file come from the folders laid over the game's own.
    rewrite: changes each file before it is read.
    sources: where the files are read from.
    """
    files = SpecFiles(folder, bounds(folder), rewrite, sources=sources)
    for kind, path in layers_in(folder, version, sources):
        files.lay_over(kind, path)
    root = files.document(FILE, "records")
    if root is None:
        return r.PLAIN, files.diagnostics
    reader = _Reader(checked)
    notation = reader.notation(root)
    return notation, [*files.diagnostics, *reader.diagnostics]


class _Reader:
    """Reads the document, and collects the errors in it."""

    def __init__(self, checked: CheckedGame) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._names = replace(checked.names, diagnostics=self.diagnostics)
        self._checked, self._game = checked, checked.written
        game = checked.base.program
        self._queries_of_rules = {past.query for past in walk(game) if isinstance(past, Past)}
        self._steps = [step.shown for step in checked.written.base.steps]
        self._steps += [s.shown for c in checked.cards.values() for s in c.written.steps]

    def notation(self, root: YamlMap) -> r.RecordNotation:
        """Return the meaning of the document."""
        game = root.get("game")
        if isinstance(game, YamlText) and game.value != self._game.slug:
            text = f"these are records of `{game.value}`, but the game here is `{self._game.slug}`"
            self._wrong("E374", text, game.location, f"write `game: {self._game.slug}`")
        for key, _ in y.pairs(root.get("chance")):
            if key.value not in self._steps:
                hint = suggest(key.value, self._steps) or "name a step as positions show it"
                self._wrong("E342", f"there is no step `{key.value}`", key.location, hint)
        written = {k.value for part in ("position", "decision") for k, _ in y.pairs(root.get(part))}
        for key, _ in y.pairs(root.get("setup")):
            if key.value not in written:
                text = f"`{key.value}` is not part of a position or a decision"
                self._wrong("E379", text, key.location, suggest(key.value, written))
        for key, _ in y.pairs(root.get("decision")):
            if key.value in BESIDE:
                text = f"`{key.value}` is compared in every record"
                self._wrong("E379", text, key.location, "remove it here")
        self._skip(root.get("skip"))
        values = self._parts(root.get("values"))
        for value, part in zip(y.pairs(root.get("values")), values.values(), strict=True):
            if not isinstance(part, r.RecordedValue) or part.value.type.base != "flag":
                self._wrong("E379", "a value must be a condition", value[1].location, "write one")
        forms = FormsReader(self._checked, values)
        read = forms.forms(root)
        self.diagnostics += forms.diagnostics
        return r.RecordNotation(
            y.table(root.get("modules")),
            y.table(root.get("chance")),
            y.table(root.get("reasons")),
            skip.value if isinstance(skip := root.get("skip"), YamlText) else None,
            self._parts(root.get("position")),
            self._parts(root.get("decision")),
            self._parts(root.get("result")),
            self._parts(root.get("setup")),
            values,
            read,
        )

    def _skip(self, word: YamlNode | None) -> None:
        """Report a word for skipping that is also the text of an option."""
        if isinstance(word, YamlText):
            cards = [self._checked.base, *self._checked.cards.values()]
            texts = [card.program for card in cards]
            for action in actions_with(word.value, texts, self._names):
                text = f"an option of `{action.name.name}` can also have the text `{word.value}`"
                self._wrong("E379", text, word.location, "let the text of the action differ")

    def _parts(self, node: YamlNode | None) -> dict[str, r.RecordedPart]:
        scope = Scope(self._names)
        return {key.value: self._part(value, scope) for key, value in y.pairs(node)}

    def _part(self, node: YamlNode, scope: Scope) -> r.RecordedPart:
        if isinstance(node, YamlText):
            return r.RecordedValue(self._value(node, scope))
        if isinstance(node, YamlList):
            return r.RecordedRow(tuple(self._part(item, scope) for item in node.items))
        assert isinstance(node, YamlMap), "the schema ensures this form"
        parts, text, those, maps = (node.get(key) for key in ("parts", "text", "for", "maps"))
        if isinstance(maps, YamlList):
            return r.RecordedMaps(tuple(self._part(item, scope) for item in maps.items))
        if isinstance(parts, YamlMap):
            named = tuple((k.value, self._part(v, scope)) for k, v in parts.items)
            return r.RecordedObject(named)
        if isinstance(text, YamlText):
            return self._text(text, y.table(node.get("words")), scope)
        assert isinstance(those, YamlText), "the schema ensures this form"
        return self._for_each(node, those, scope)

    def _for_each(self, node: YamlMap, those: YamlText, scope: Scope) -> r.RecordedPart:
        """Read `for: NAME in SET where CONDITION`, with a `list`, a `set`, or a `map` by `key`."""
        members, inner = self._those(those, scope)
        listed, in_set, key, mapped = (node.get(word) for word in ("list", "set", "key", "map"))
        if members is None:
            return r.RecordedObject(())
        if listed is not None:
            return r.RecordedList(members, self._part(listed, inner), is_set=False)
        if in_set is not None:
            return r.RecordedList(members, self._part(in_set, inner), is_set=True)
        assert key is not None, "the schema ensures this form"
        assert mapped is not None, "the schema ensures this form"
        return r.RecordedMap(members, self._part(key, inner), self._part(mapped, inner))

    def _those(self, written: YamlText, scope: Scope) -> tuple[Those | None, Scope]:
        """Return the set after `for`, and a scope with its name; None for an error."""
        moved = replace(written.location, column=written.location.column - len(EACH))
        text = replace(written, location=moved, value=f"{EACH}{written.value})")
        expr, wrong = parse_expr(text)
        self.diagnostics += wrong
        if not isinstance(expr, t.Fold):
            return None, scope
        binder, inner = type_binder(expr.binder, scope, written.location)
        self._check_past(binder.domain, binder.condition)
        if not binder.domain.type.many:
            return None, scope
        return Those(binder, location=written.location, type=binder.domain.type), inner

    def _text(self, written: YamlText, words: dict[str, str], scope: Scope) -> r.RecordedText:
        """Read a text with values between braces."""
        parts: list[str | Value] = []
        for part in parts_of(written.value):
            if not part.gap:
                parts.append(part.text)
                continue
            at = written.at(1, part.column)
            value = self._value(YamlText(at, part.text), scope)
            if value.type.many:
                hint = "write a list of its members"
                self._wrong("E379", "a text can't contain a set", at, hint)
            parts.append(value)
        enum_words = {word for words in self._game.enums.values() for word, _ in words}
        for word in words.keys() - enum_words - {"yes", "no"}:
            text = f"no enum has a word `{word}`"
            self._wrong("E304", text, written.location, suggest(word, enum_words))
        return r.RecordedText(tuple(parts), words)

    def _value(self, node: YamlText, scope: Scope) -> Value:
        expr, wrong = parse_expr(node)
        self.diagnostics += wrong
        value = type_expr(t.Literal(node.location, "none") if expr is None else expr, scope)
        self._check_past(value)
        return value

    def _check_past(self, *values: Value | None) -> None:
        """Report questions about the past that no rule asks, so that no state has the answers."""
        for node in walk(values):
            if isinstance(node, Past) and node.query not in self._queries_of_rules:
                text = "no rule of the game asks this about the past, so no state stores it"
                hint = "ask only what a rule asks, or store it in a state of the game"
                self._wrong("E379", text, node.location, hint)

    def _wrong(self, code: str, text: str, location: Location, hint: str | None) -> None:
        self.diagnostics.append(Diagnostic(code, text, location, hint))
