"""Explain how plain data, such as a line of JSON, violates a JSON Schema, in plain words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from thesmos.syntax.violations import Violation, repeated, unknown_keys

MAX_QUOTED = 40  # characters of a wrong value to quote in a message
_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


class DataViolation(NamedTuple):
    """Data that does not fit its schema.

    where: the place in the data, such as `ok.options[3]`.
    words: the rest of the sentence.
    twice: whether the only problem is a duplicate in a list.
    """

    where: str
    words: str
    twice: bool

    def __str__(self) -> str:
        return f"{self.where} {self.words}"


def data_violation(error: Violation, root: str = "") -> DataViolation:
    """Return a violation in words. root: the name of the whole, put before the place in it."""
    where = root
    for part in error.path:
        where += f"[{part}]" if isinstance(part, int) else f".{str(part)[:MAX_QUOTED]}"
    where = where.lstrip(".") or "the message"
    return DataViolation(where, _words(error), error.rule == "uniqueItems")


def _words(error: Violation) -> str:
    """Return a violation as a predicate: the end of a sentence that begins with its location."""
    value, rules = error.argument, error.schema
    instance: Any = error.value
    match error.rule:
        case "type":
            return f"must be {' or '.join(expected_kinds(error))}"
        case "required":
            return f"has no `{next(key for key in value if key not in instance)}`"
        case "dependentRequired":
            key = next(
                key for key in value if key in instance and set(value[key]) - instance.keys()
            )
            return f"has `{key}` but no `{'`, `'.join(value[key])}`"
        case "oneOf" | "anyOf" if all("required" in alternative for alternative in value):
            keys = [f"`{alternative['required'][0]}`" for alternative in value]
            many = "exactly" if error.rule == "oneOf" else "at least"
            return f"must have {many} one of {', '.join(keys)}"
        case "anyOf" if kinds := expected_kinds(error):
            return f"must be {' or '.join(kinds)}"
        case "enum" | "const":
            words = value if isinstance(value, list) else [value]
            return f"must be {' or '.join(json.dumps(word) for word in words)}"
        case "not" if "$comment" in rules:
            return str(rules["$comment"])
        case "uniqueItems":
            return f"has {(repeated(instance) or 'a value')[:MAX_QUOTED]} more than once"
        case "minLength" | "minItems" | "minProperties":
            return "must not be empty"
        case "maxLength" | "maxItems" | "maxProperties":
            return f"is longer than {value}"
        case "minimum" | "maximum":
            return f"must not be {'less' if error.rule == 'minimum' else 'more'} than {value}"
        case "additionalProperties":
            return f"has an unknown key `{unknown_keys(instance, rules)[0][:MAX_QUOTED]}`"
    return "has the wrong form"


def expected_kinds(error: Violation, words: Mapping[str, str] = _KINDS) -> list[str]:
    """Return the expected kinds of values, in words; for alternatives, the kinds of all."""
    if error.rule == "type":
        value = error.argument
        kinds = [value] if isinstance(value, str) else value
        return [words.get(kind, f"a value of type {kind}") for kind in kinds]
    every = (
        kind
        for errors in error.alternatives
        for inner in errors
        for kind in expected_kinds(inner, words)
    )
    return list(dict.fromkeys(every))
