"""Reads the values of a document that are in the clause language, and types."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from thesmos.diagnostics import Diagnostic
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_effects, parse_expr
from thesmos.syntax.yaml_nodes import YamlNode, YamlText

TYPE = re.compile(r"^(?:(set of) )?([A-Z][A-Za-z0-9]*|flag|-?\d{1,4}\.\.-?\d{1,4})(?: (or none))?$")
Parse: TypeAlias = Callable[[YamlText], tuple[Any, list[Diagnostic]]]


class ValueReader:
    """Reads values, and collects the errors in them."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.clause_texts: list[tuple[YamlText, Parse]] = []  # all read, for `thesmos fmt`

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
