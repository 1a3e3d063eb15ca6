"""Reads the values of a document: texts, lists and tables of them, types and clause texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_effects, parse_expr
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

TYPE = re.compile(r"^(?:(set of) )?([A-Z][A-Za-z0-9]*|flag|-?\d{1,4}\.\.-?\d{1,4})(?: (or none))?$")
Parse: TypeAlias = Callable[[YamlText], tuple[Any, list[Diagnostic]]]


class ValueReader:
    """Reads values, and collects the errors in them. What is not there reads as empty."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.clause_texts: list[tuple[YamlText, Parse]] = []  # all read, for `thesmos fmt`

    def text(self, node: YamlNode | None, default: str = "") -> str:
        """Return a scalar's text."""
        return node.value if isinstance(node, YamlText) else default

    def flag(self, node: YamlNode | None, default: bool = False) -> bool:
        """Read `yes` or `no`."""
        return self.text(node, "yes" if default else "no") == "yes"

    def number(self, node: YamlNode | None, default: int = 0) -> int:
        """Read a number."""
        return int(self.text(node, str(default)))

    def words(self, node: YamlNode | None) -> tuple[str, ...]:
        """Read a list of words."""
        return tuple(self.text(n) for n in node.items) if isinstance(node, YamlList) else ()

    def pairs(self, node: YamlNode | None) -> tuple[tuple[YamlText, YamlNode], ...]:
        """Return the keys and values of a mapping."""
        return node.items if isinstance(node, YamlMap) else ()

    def items(self, node: YamlNode | None) -> tuple[YamlNode, ...]:
        """Return the items of a list."""
        return node.items if isinstance(node, YamlList) else ()

    def keys(self, node: YamlNode | None) -> tuple[str, ...]:
        """Return the names in a list, or the keys of a mapping."""
        return tuple(key.value for key, _ in self.pairs(node)) or self.words(node)

    def table(self, node: YamlNode | None) -> dict[str, str]:
        """Read a mapping of texts."""
        return {key.value: self.text(value) for key, value in self.pairs(node)}

    def value(self, node: YamlNode) -> str:
        """Read a value given to a piece; the members of a set are separated by spaces."""
        return " ".join(self.words(node)) if isinstance(node, YamlList) else self.text(node)

    def languages(self, node: YamlNode | None) -> dict[str, str]:
        """Read a text for each language; a bare scalar is English."""
        return {"en": node.value} if isinstance(node, YamlText) else self.table(node)

    def locations(self, root: YamlMap) -> dict[str, Location]:
        """Return the locations of the keys of a document, and of those one level below."""
        made = {key.value: key.location for key, _ in root.items}
        for key, node in root.items:
            made.update({f"{key.value}.{k.value}": k.location for k, _ in self.pairs(node)})
        return made

    # ------------------------------------------------------------- the clause language

    def expr(self, node: YamlNode | None) -> t.Expr | None:
        """Read an expression; None if it is missing or has an error."""
        if not isinstance(node, YamlText):
            return None
        made: t.Expr | None = self.parsed(node, parse_expr)
        return made

    def parsed(self, node: YamlText, parse: Parse) -> Any:
        """Return what a text in the clause language says."""
        self.clause_texts.append((node, parse))
        made, diagnostics = parse(node)
        self.diagnostics += diagnostics
        return made

    def effects(self, node: YamlNode | None) -> tuple[t.Effect, ...]:
        """Read effects."""
        if not isinstance(node, YamlText):
            return ()
        made: tuple[t.Effect, ...] = self.parsed(node, parse_effects)
        return made

    def type(self, node: YamlText) -> d.WrittenType:
        """Read a type; an invalid one is reported and treated as a flag."""
        found = TYPE.match(node.value)
        if not found:
            self.diagnostics.append(
                Diagnostic(
                    "E211",
                    f"`{node.value}` is not a type",
                    node.location,
                    "write `0..3`, `flag`, a kind, `Kind or none` or `set of Kind`",
                )
            )
            return d.WrittenType("flag", False, False, node.location)
        many, name, none = found.groups()
        return d.WrittenType(name, bool(many), bool(none), node.location)
