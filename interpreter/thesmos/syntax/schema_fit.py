"""A quick test whether plain data surely fits a JSON Schema, made from the schema.

The test is one-sided: `True` means that the data is valid, `False` that jsonschema has to judge. A
rule that is not in the tables below is one that nothing surely fits.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

Rules = Mapping[str, Any]
Fit = Callable[[object], bool]

# They only describe, or are read with another rule.
_SILENT = {
    *("$schema", "$id", "$defs", "title", "description"),
    *("properties", "patternProperties", "additionalProperties", "prefixItems", "items"),
}
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}


def fit_of(schema: Rules) -> Fit:
    """Return the test for a schema; `$ref` may point anywhere into the schema itself."""
    return _Maker(schema).fit(schema)


def at_the_end(pattern: str) -> str:
    """Return a pattern whose `$` is the very end of the text, as JSON Schema defines it.

    Python's `$` also matches before a final newline, so a block text (`|`) could pass for a name.
    """
    return re.sub(r"(?<!\\)\$(?=$|[|)])", r"\\Z", pattern)


class _Maker:
    """Makes tests from the rules of one schema."""

    def __init__(self, root: Rules) -> None:
        self.root = root
        self.making: set[str] = set()  # the pointers whose tests are made, or being made
        self.made: dict[str, Fit] = {}

    def fit(self, schema: Rules | bool) -> Fit:
        """Return the test for a schema, or for a part of it."""
        if isinstance(schema, bool):
            return _always if schema else _never
        if "$ref" in schema and set(schema) <= {"$ref", "description"}:
            return self._ref(schema["$ref"])
        tests = []
        if {"properties", "patternProperties", "additionalProperties"} & set(schema):
            tests.append(self._entries(schema))
        if {"prefixItems", "items"} & set(schema):
            tests.append(self._items(schema))
        for rule, value in schema.items():
            if rule == "$ref":
                tests.append(self._ref(value))
            elif rule == "anyOf":
                tests.append(self._any(value))
            elif rule == "allOf":
                tests += [self.fit(part) for part in value]
            elif rule == "oneOf":
                tests.append(self._one(value))
            elif rule == "propertyNames":
                tests.append(_keys(self.fit(value)))
            elif rule not in _SILENT:
                tests.append(_SIMPLE.get(rule, _unknown)(value))
        return _all(tests)

    def _ref(self, pointer: str) -> Fit:
        """Return the test for what a pointer leads to; it may be within itself."""
        if not pointer.startswith("#/"):
            return _never
        if pointer not in self.making:
            self.making.add(pointer)
            part: Any = self.root
            for key in pointer[2:].split("/"):
                part = part[key]
            self.made[pointer] = self.fit(part)
        return self.made.get(pointer) or self._later(pointer)

    def _later(self, pointer: str) -> Fit:
        """Return a test that is still being made: that of a rule within itself."""

        def test(value: object) -> bool:
            return self.made[pointer](value)

        return test

    def _any(self, schemas: list[Rules]) -> Fit:
        tests = [self.fit(schema) for schema in schemas]
        return lambda value: any(test(value) for test in tests)

    def _one(self, schemas: list[Rules]) -> Fit:
        """Return the test for one alternative of several; types surely exclude the others."""
        kinds = [_type(schema["type"]) if "type" in schema else _always for schema in schemas]
        tests = [self.fit(schema) for schema in schemas]

        def one(value: object) -> bool:
            left = [test for kind, test in zip(kinds, tests, strict=True) if kind(value)]
            return not isinstance(value, float) and len(left) == 1 and left[0](value)

        return one

    def _items(self, schema: Rules) -> Fit:
        """Return the test for the members of a list."""
        first = [self.fit(part) for part in schema.get("prefixItems", ())]
        others = self.fit(schema.get("items", True))

        def items(value: object) -> bool:
            if not isinstance(value, list):
                return True
            tests = itertools.chain(first, itertools.repeat(others))
            return all(test(each) for test, each in zip(tests, value, strict=False))

        return items

    def _entries(self, schema: Rules) -> Fit:
        """Return the test for the values of a mapping, each by the rule for its key."""
        named = {key: self.fit(part) for key, part in schema.get("properties", {}).items()}
        matched = [
            (re.compile(at_the_end(pattern)), self.fit(part))
            for pattern, part in schema.get("patternProperties", {}).items()
        ]
        others = self.fit(schema.get("additionalProperties", True))

        def entry(key: str, value: object) -> bool:
            if not matched:
                return named.get(key, others)(value)
            tests = [test for pattern, test in matched if pattern.search(key)]
            if key in named:
                tests.append(named[key])
            return all(test(value) for test in tests or (others,))

        def entries(value: object) -> bool:
            if isinstance(value, dict):
                for key, each in value.items():
                    if not entry(key, each):
                        return False
            return True

        return entries


def _always(_: object) -> bool:
    return True


def _never(_: object) -> bool:
    return False


def _unknown(_: Any) -> Fit:
    return _never


def _all(tests: list[Fit]) -> Fit:
    """Return a test that passes what passes all others; loops are quicker than `all` here."""
    if len(tests) <= 1:
        return tests[0] if tests else _always

    def each(value: object) -> bool:
        for test in tests:  # noqa: SIM110
            if not test(value):
                return False
        return True

    return each


def _keys(test: Fit) -> Fit:
    """Return a test that each key of a mapping passes another."""
    return lambda value: not isinstance(value, dict) or all(test(key) for key in value)


def _type(names: str | list[str]) -> Fit:
    kinds = {kind for n in ([names] if isinstance(names, str) else names) for kind in _TYPES[n]}
    return lambda value: type(value) in kinds


def _enum(words: list[object]) -> Fit:
    """Only texts surely are one of some words: for JSON, `1` is not `true`, but it is `1.0`."""
    texts = frozenset(word for word in words if isinstance(word, str))
    return lambda value: isinstance(value, str) and value in texts


def _const(word: object) -> Fit:
    return _enum([word])


def _pattern(pattern: str) -> Fit:
    found = re.compile(at_the_end(pattern)).search
    return lambda value: not isinstance(value, str) or found(value) is not None


def _required(keys: list[str]) -> Fit:
    return lambda value: not isinstance(value, dict) or all(key in value for key in keys)


def _unique(wanted: bool) -> Fit:
    """Only texts are surely different if Python says so."""

    def unique(value: object) -> bool:
        if not wanted or not isinstance(value, list):
            return True
        return all(isinstance(each, str) for each in value) and len(set(value)) == len(value)

    return unique


def _size(kind: type, at_least: bool) -> Callable[[int], Fit]:
    def sized(bound: int) -> Fit:
        def test(value: object) -> bool:
            if not isinstance(value, kind):
                return True
            size = len(cast(list[object], value))
            return size >= bound if at_least else size <= bound

        return test

    return sized


def _minimum(bound: float) -> Fit:
    return lambda value: not isinstance(value, (int, float)) or value >= bound


def _maximum(bound: float) -> Fit:
    return lambda value: not isinstance(value, (int, float)) or value <= bound


_SIMPLE: dict[str, Callable[[Any], Fit]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "required": _required,
    "uniqueItems": _unique,
    "minimum": _minimum,
    "maximum": _maximum,
    **{f"{m}{n}": _size(kind, m == "min") for m in ("min", "max") for n, kind in
       (("Items", list), ("Properties", dict), ("Length", str))},
}  # fmt: skip
