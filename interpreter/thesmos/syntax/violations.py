"""Find how plain data violates a JSON Schema (draft 2020-12): every rule that is broken, and where.

This is slower than the test of schema_fit.py, which knows the same rules, and is used for data that
does not fit. It is our own since whatever explains errors must run in a browser too.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from thesmos.diagnostics import InternalError
from thesmos.syntax.schema_fit import SIMPLE, Rules, at_the_end

Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = Rules | bool


@dataclass(frozen=True)
class Violation:
    """A rule that data breaks.

    rule: the keyword; empty for the schema `false`.
    argument: what the schema says for it.
    schema: the schema that the rule is in.
    value: the data that breaks it; for `propertyNames`, the key.
    path: where the data is in the whole.
    of_key: whether the value is a key, and the path leads to its mapping.
    alternatives: for `anyOf` and `oneOf`, the violations of each alternative.
    """

    rule: str
    argument: Any
    schema: Rules
    value: object
    path: Path = ()
    of_key: bool = False
    alternatives: tuple[tuple[Violation, ...], ...] = field(default=(), repr=False)


def violations_in(
    value: object, schema: Schema, others: Mapping[str, Rules] = {}
) -> Iterator[Violation]:
    """Yield the violations of a schema, in the order of its rules.

    others: the schemas that `$ref` may point into, by `$id`.
    """
    return _Finder(schema, others).find(value, schema, ())


@dataclass(frozen=True)
class _Finder:
    """Finds violations of the rules of one schema document."""

    root: Schema
    others: Mapping[str, Rules]
    of_key: bool = False

    def find(self, value: object, schema: Schema, path: Path) -> Iterator[Violation]:
        """Yield the violations of a part of the document."""
        if isinstance(schema, bool):
            if not schema:
                yield Violation("", False, {}, value, path, self.of_key)
            return
        for rule, argument in schema.items():
            if rule in SIMPLE:
                if not SIMPLE[rule](argument)(value):
                    yield Violation(rule, argument, schema, value, path, self.of_key)
            elif rule in _NESTED:
                yield from _NESTED[rule](self, value, schema, path)

    def pointed(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of what `$ref` points to."""
        document, _, pointer = schema["$ref"].partition("#")
        if document and document not in self.others:
            raise InternalError(f"there is no schema {document}")
        finder = _Finder(self.others[document], self.others, self.of_key) if document else self
        target: Any = finder.root
        for key in filter(None, pointer.split("/")):
            target = target[key]
        return finder.find(value, target, path)

    def any_of(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violation of `anyOf`."""
        parts = tuple(tuple(self.find(value, part, path)) for part in schema["anyOf"])
        if all(parts):
            yield Violation("anyOf", schema["anyOf"], schema, value, path, self.of_key, parts)

    def one_of(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violation of `oneOf`; it has no alternatives if several fit."""
        parts = tuple(tuple(self.find(value, part, path)) for part in schema["oneOf"])
        if parts.count(()) != 1:
            broken = parts if all(parts) else ()
            yield Violation("oneOf", schema["oneOf"], schema, value, path, self.of_key, broken)

    def all_of(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of every part of `allOf`."""
        for part in schema["allOf"]:
            yield from self.find(value, part, path)

    def excluded(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violation of `not`."""
        if not any(self.find(value, schema["not"], path)):
            yield Violation("not", schema["not"], schema, value, path, self.of_key)

    def depending(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of `then` or `else`."""
        fits = next(self.find(value, schema["if"], path), None) is None
        return self.find(value, schema.get("then" if fits else "else", True), path)

    def with_key(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of the schemas of mappings that have certain keys."""
        for key, part in schema["dependentSchemas"].items():
            if isinstance(value, dict) and key in value:
                yield from self.find(value, part, path)

    def first_items(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of the first members of a list."""
        if isinstance(value, list):
            for number, (item, part) in enumerate(zip(value, schema["prefixItems"], strict=False)):
                yield from self.find(item, part, (*path, number))

    def items(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of the other members."""
        if isinstance(value, list):
            begin = len(schema.get("prefixItems", ()))
            for number, item in enumerate(itertools.islice(value, begin, None), begin):
                yield from self.find(item, schema["items"], (*path, number))

    def keys(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of the keys of a mapping."""
        finder = _Finder(self.root, self.others, of_key=True)
        for key in value if isinstance(value, dict) else ():
            yield from finder.find(key, schema["propertyNames"], path)

    def named(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of the values of known keys."""
        for key, part in schema["properties"].items():
            if isinstance(value, dict) and key in value:
                yield from self.find(value[key], part, (*path, key))

    def matched(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of the values of keys that match a pattern."""
        for pattern, part in schema["patternProperties"].items():
            for key, member in value.items() if isinstance(value, dict) else ():
                if re.search(at_the_end(pattern), key):
                    yield from self.find(member, part, (*path, key))

    def unknown(self, value: object, schema: Rules, path: Path) -> Iterator[Violation]:
        """Yield the violations of the values of all other keys, or that there are some."""
        others = schema["additionalProperties"]
        extra = unknown_keys(value, schema)
        if others is False and extra:
            yield Violation("additionalProperties", others, schema, value, path, self.of_key)
        elif isinstance(others, Mapping) and isinstance(value, dict):
            for key in extra:
                yield from self.find(value[key], others, (*path, key))


def unknown_keys(value: object, schema: Rules) -> list[str]:
    """Return the keys of a mapping for which a schema has no rules of their own."""
    if not isinstance(value, dict):
        return []
    patterns = [at_the_end(pattern) for pattern in schema.get("patternProperties", ())]
    names = schema.get("properties", {})
    return [k for k in value if k not in names and not any(re.search(p, k) for p in patterns)]


def repeated(values: list[object]) -> str | None:
    """Return the first value that a list repeats, as JSON; None if it repeats none."""
    texts = [json.dumps(value, ensure_ascii=False, sort_keys=True) for value in values]
    return next((text for text in texts if texts.count(text) > 1), None)


def is_of_wrong_kind(violation: Violation, path: Path) -> bool:
    """Return whether the data at a path as a whole is of another type than is wanted."""
    return violation.rule == "type" and violation.path == path


Nested = Callable[[_Finder, object, Rules, Path], Iterator[Violation]]

_NESTED: dict[str, Nested] = {
    "$ref": _Finder.pointed,
    "anyOf": _Finder.any_of,
    "oneOf": _Finder.one_of,
    "allOf": _Finder.all_of,
    "not": _Finder.excluded,
    "if": _Finder.depending,
    "dependentSchemas": _Finder.with_key,
    "prefixItems": _Finder.first_items,
    "items": _Finder.items,
    "propertyNames": _Finder.keys,
    "properties": _Finder.named,
    "patternProperties": _Finder.matched,
    "additionalProperties": _Finder.unknown,
}
