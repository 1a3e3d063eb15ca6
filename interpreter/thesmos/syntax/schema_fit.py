"""Make a quick test of whether plain data fits a JSON Schema.

It decides by draft 2020-12, but does not say why: violations.py does. A schema with a rule that is
not in the tables below fits no data.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

Rules = Mapping[str, Any]
Fit = Callable[[object], bool]

_SILENT = {"$schema", "$id", "$defs", "$comment", "title", "description"}  # they test nothing
_TEXT = {"type", "minLength", "maxLength"}  # of most values of a message, so tested at once
_READ_WITH = {  # read with the rule that they belong to
    "patternProperties": "properties",
    "additionalProperties": "properties",
    "prefixItems": "items",
    "then": "if",
    "else": "if",
}


class _UnknownRuleError(Exception):
    """A rule that is not in the tables."""


def fit_of(schema: Rules | bool, others: Mapping[str, Rules] = {}) -> Fit:
    """Return the test for a schema; `$ref` may point anywhere into it, or into others, by `$id`."""
    try:
        return _FitMaker(schema, others, {}).fit(schema)
    except _UnknownRuleError:
        return _never


def at_the_end(pattern: str) -> str:
    """Return a pattern whose `$` is the very end of the text, as JSON Schema defines it.

    Python's `$` also matches before a final newline, so a block text (`|`) could pass for a name.
    """
    return re.sub(r"(?<!\\)\$(?=$|[|)])", r"\\Z", pattern)


class _FitMaker:
    """Makes tests from the rules of one schema.

    others: the schemas that it may point into, by `$id`.
    makers: the makers for these, once needed.
    """

    def __init__(
        self, root: Rules | bool, others: Mapping[str, Rules], makers: dict[str, _FitMaker]
    ) -> None:
        self.root = root
        self.others = others
        self.makers = makers
        self.making: set[str] = set()  # the pointers whose tests are done or being made
        self.made: dict[str, Fit] = {}

    def fit(self, schema: Rules | bool) -> Fit:
        """Return the test for a schema, or for a part of it."""
        if isinstance(schema, bool):
            return _always if schema else _never
        if schema.get("type") == "string" and _TEXT.issuperset(schema.keys() - _SILENT):
            return _text(schema.get("minLength", 0), schema.get("maxLength", math.inf))
        rules = dict.fromkeys(_READ_WITH.get(rule, rule) for rule in schema)
        return _all([self._rule(rule, schema) for rule in rules if rule not in _SILENT])

    def _rule(self, rule: str, schema: Rules) -> Fit:
        """Return the test for one rule, together with the rules that are read with it."""
        if rule in SIMPLE:
            return SIMPLE[rule](schema[rule])
        if rule in _MADE:
            return _MADE[rule](self, schema)
        raise _UnknownRuleError

    def ref(self, schema: Rules) -> Fit:
        """Return the test for the target of a pointer, which may contain itself."""
        document, _, pointer = schema["$ref"].partition("#")
        if not pointer.startswith("/"):
            raise _UnknownRuleError
        return self._maker(document).pointed(pointer)

    def _maker(self, document: str) -> _FitMaker:
        """Return the maker for a schema that a pointer names; this one if it names none."""
        if not document:
            return self
        if document not in self.others:
            raise _UnknownRuleError
        if document not in self.makers:
            root = self.others[document]
            self.makers[document] = _FitMaker(root, self.others, self.makers)
        return self.makers[document]

    def pointed(self, pointer: str) -> Fit:
        """Return the test for the part of this schema that a pointer names."""
        if pointer not in self.making:
            self.making.add(pointer)
            part: Any = self.root
            for key in pointer[1:].split("/"):
                part = part[key]
            self.made[pointer] = self.fit(part)
        return self.made.get(pointer) or self._later(pointer)

    def _later(self, pointer: str) -> Fit:
        """Return a stand-in for a test that is still being made, for a rule within itself."""

        def test(value: object) -> bool:
            return self.made[pointer](value)

        return test

    def any_of(self, schema: Rules) -> Fit:
        """Return the test for at least one of several alternatives."""
        tests = [self.fit(part) for part in schema["anyOf"]]
        return lambda value: any(test(value) for test in tests)

    def one_of(self, schema: Rules) -> Fit:
        """Return the test for exactly one of several alternatives."""
        tests = [self.fit(part) for part in schema["oneOf"]]
        return lambda value: sum(test(value) for test in tests) == 1

    def all_of(self, schema: Rules) -> Fit:
        """Return the test for several schemas at once."""
        return _all([self.fit(part) for part in schema["allOf"]])

    def none_of(self, schema: Rules) -> Fit:
        """Return the test that data does not fit a schema."""
        test = self.fit(schema["not"])
        return lambda value: not test(value)

    def depending(self, schema: Rules) -> Fit:
        """Return the test for `if`, `then` and `else`."""
        if "if" not in schema:
            return _always
        condition = self.fit(schema["if"])
        then, otherwise = (self.fit(schema.get(rule, True)) for rule in ("then", "else"))
        return lambda value: then(value) if condition(value) else otherwise(value)

    def with_key(self, schema: Rules) -> Fit:
        """Return the test for the schemas of mappings that have certain keys."""
        tests = [(key, self.fit(part)) for key, part in schema["dependentSchemas"].items()]

        def with_key(value: object) -> bool:
            if not isinstance(value, dict):
                return True
            return all(test(value) for key, test in tests if key in value)

        return with_key

    def items(self, schema: Rules) -> Fit:
        """Return the test for the members of a list."""
        first = [self.fit(part) for part in schema.get("prefixItems", ())]
        others = self.fit(schema.get("items", True))
        kinds = frozenset[type]()  # the types of members, if nothing else is required of them
        match schema:
            case {"items": {"type": names, **further}} if not first and _SILENT.issuperset(further):
                kinds = _kinds(names)

        def items(value: object) -> bool:
            if not isinstance(value, list) or kinds.issuperset(map(type, value)):
                return True
            if not all(test(member) for test, member in zip(first, value, strict=False)):
                return False
            for member in itertools.islice(value, len(first), None):  # noqa: SIM110 - quicker
                if not others(member):
                    return False
            return True

        return items

    def keys(self, schema: Rules) -> Fit:
        """Return the test for the keys of a mapping."""
        test = self.fit(schema["propertyNames"])
        return lambda value: not isinstance(value, dict) or all(test(key) for key in value)

    def entries(self, schema: Rules) -> Fit:
        """Return the test for the values of a mapping, each by the rules for its key."""
        named = {key: self.fit(part) for key, part in schema.get("properties", {}).items()}
        matched = [
            (re.compile(pattern), self.fit(part))
            for pattern, part in schema.get("patternProperties", {}).items()
        ]
        others = self.fit(schema.get("additionalProperties", True))

        def some(value: object) -> bool:
            if isinstance(value, dict):
                for key, test in named.items():
                    if key in value and not test(value[key]):
                        return False
            return True

        if others is _always and not matched:
            return some

        def entry(key: str, value: object) -> bool:
            if not matched:
                return named.get(key, others)(value)
            tests = [test for pattern, test in matched if pattern.search(key)]
            if key in named:
                tests.append(named[key])
            return all(test(value) for test in tests or (others,))

        def entries(value: object) -> bool:
            if isinstance(value, dict):
                for key, member in value.items():
                    if not entry(key, member):
                        return False
            return True

        return entries


def _always(_: object) -> bool:
    return True


def _never(_: object) -> bool:
    return False


def _all(tests: list[Fit]) -> Fit:
    """Return the test that all of these pass; a loop is quicker than `all` here."""
    if len(tests) <= 1:
        return tests[0] if tests else _always

    def each(value: object) -> bool:
        for test in tests:  # noqa: SIM110
            if not test(value):
                return False
        return True

    return each


_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}
_NUMBERS = frozenset(_KINDS["number"])  # to JSON Schema, true is not a number


def _kinds(names: str | list[str]) -> frozenset[type]:
    return frozenset(
        kind for n in ([names] if isinstance(names, str) else names) for kind in _KINDS[n]
    )


def _type(names: str | list[str]) -> Fit:
    kinds = _kinds(names)
    whole = "integer" in names and "number" not in names

    def typed(value: object) -> bool:
        return value.__class__ in kinds or (
            whole and isinstance(value, float) and value.is_integer()
        )

    return typed


def _text(low: int, high: float) -> Fit:
    return lambda value: value.__class__ is str and low <= len(value) <= high


def _key(value: object) -> object:
    """Return a key that is equal for values that JSON Schema calls equal: `1` and `1.0`."""
    if isinstance(value, dict):
        return dict, frozenset((key, _key(member)) for key, member in value.items())
    if isinstance(value, list):
        return list, tuple(map(_key, value))
    return isinstance(value, bool), value


def _enum(values: list[object]) -> Fit:
    keys = {_key(value) for value in values}
    return lambda value: _key(value) in keys


def _const(value: object) -> Fit:
    return _enum([value])


def _unique(wanted: bool) -> Fit:
    def unique(value: object) -> bool:
        if not wanted or not isinstance(value, list):
            return True
        return len({_key(member) for member in value}) == len(value)

    return unique


def _pattern(pattern: str) -> Fit:
    search = re.compile(at_the_end(pattern)).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _required(keys: list[str]) -> Fit:
    wanted = frozenset(keys)
    return lambda value: not isinstance(value, dict) or wanted <= value.keys()


def _required_with(keys: Mapping[str, list[str]]) -> Fit:
    def complete(value: object) -> bool:
        if not isinstance(value, dict):
            return True
        return all(needed in value for key in keys if key in value for needed in keys[key])

    return complete


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
    return lambda value: value.__class__ not in _NUMBERS or not cast(float, value) < bound


def _maximum(bound: float) -> Fit:
    return lambda value: value.__class__ not in _NUMBERS or not cast(float, value) > bound


SIMPLE: dict[str, Callable[[Any], Fit]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "required": _required,
    "dependentRequired": _required_with,
    "uniqueItems": _unique,
    "minimum": _minimum,
    "maximum": _maximum,
    **{f"{m}{n}": _size(kind, m == "min") for m in ("min", "max") for n, kind in
       (("Items", list), ("Properties", dict), ("Length", str))},
}  # fmt: skip
_MADE: dict[str, Callable[[_FitMaker, Rules], Fit]] = {
    "$ref": _FitMaker.ref,
    "anyOf": _FitMaker.any_of,
    "oneOf": _FitMaker.one_of,
    "allOf": _FitMaker.all_of,
    "not": _FitMaker.none_of,
    "if": _FitMaker.depending,
    "dependentSchemas": _FitMaker.with_key,
    "items": _FitMaker.items,
    "propertyNames": _FitMaker.keys,
    "properties": _FitMaker.entries,
}
