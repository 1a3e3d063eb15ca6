"""What is wrong with plain data is said with its place, in plain words."""

from __future__ import annotations

from typing import Any

import pytest

from thesmos.syntax.data_violation import data_violation
from thesmos.syntax.violations import violations_in

TEXT_OR_LIST = {"anyOf": [{"type": "string"}, {"type": "array"}]}
ONE_OF_TWO = {"oneOf": [{"required": ["ok"]}, {"required": ["error"]}]}


def said(schema: dict[str, Any], value: object, root: str = "it") -> str:
    """The only violation of a schema."""
    (error,) = violations_in(value, schema)
    return str(data_violation(error, root))


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ({"type": "string"}, 1, "it must be a text"),
        ({"type": ["integer", "null"]}, "x", "it must be a whole number or null"),
        (TEXT_OR_LIST, 1, "it must be a text or a list"),
        (ONE_OF_TWO, {}, "it must have exactly one of `ok`, `error`"),
        ({"required": ["a"]}, {}, "it has no `a`"),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, "it has `a` but no `b`"),
        ({"enum": ["a", 2]}, "c", 'it must be "a" or 2'),
        ({"const": 1}, 2, "it must be 1"),
        ({"minimum": 1}, 0, "it must not be less than 1"),
        ({"maxLength": 2}, "abc", "it is longer than 2"),
        ({"minItems": 1}, [], "it must not be empty"),
        ({"not": {}, "$comment": "is too much"}, 1, "it is too much"),
    ],
    ids=str,
)
def test_each_rule_has_its_words(schema: dict[str, Any], value: object, words: str) -> None:
    assert said(schema, value) == words


def test_the_place_follows_the_name_of_the_whole() -> None:
    schema = {"properties": {"a": {"items": {"type": "string"}}}}
    assert said(schema, {"a": ["b", 1]}, "record") == "record.a[1] must be a text"
    assert said(schema, {"a": ["b", 1]}, "") == "a[1] must be a text"
    assert said({"type": "string"}, 1, "") == "the message must be a text"


def test_a_duplicate_is_told_apart() -> None:
    (error,) = violations_in(["a", "b", "a"], {"uniqueItems": True})
    assert data_violation(error, "it") == ("it", 'has "a" more than once', True)
