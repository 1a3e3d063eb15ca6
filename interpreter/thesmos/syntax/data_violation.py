"""Explain how plain data, such as a line of JSON, violates a JSON Schema, in plain words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

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


def data_violation(error: ValidationError, root: str = "") -> DataViolation:
    """Return a violation in words. root: the name of the whole, put before the place in it."""
    where = root
    for part in error.absolute_path:
        where += f"[{part}]" if isinstance(part, int) else f".{str(part)[:MAX_QUOTED]}"
    where = where.lstrip(".") or "the message"
    return DataViolation(where, _words(error), error.validator == "uniqueItems")


def _words(error: ValidationError) -> str:
    """Return a violation as a predicate: the end of a sentence that begins with its location."""
    rules: Any = error.schema
    value: Any = error.validator_value
    instance: Any = error.instance
    match error.validator:
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
            many = "exactly" if error.validator == "oneOf" else "at least"
            return f"must have {many} one of {', '.join(keys)}"
        case "anyOf" if kinds := expected_kinds(error):
            return f"must be {' or '.join(kinds)}"
        case "enum" | "const":
            words = value if isinstance(value, list) else [value]
            return f"must be {' or '.join(json.dumps(word) for word in words)}"
        case "not" if "$comment" in rules:
            return str(rules["$comment"])
        case "uniqueItems":
            return f"has {_twice(instance)} more than once"
        case "minLength" | "minItems":
            return "must not be empty"
        case "maxLength" | "maxItems" | "maxProperties":
            return f"is longer than {value}"
        case "minimum" | "maximum":
            return f"must not be {'less' if error.validator == 'minimum' else 'more'} than {value}"
    return error.message[: 2 * MAX_QUOTED]


def expected_kinds(error: ValidationError, words: Mapping[str, str] = _KINDS) -> list[str]:
    """Return the expected kinds of values, in words; for alternatives, the kinds of all."""
    if error.validator == "type":
        value: Any = error.validator_value
        kinds = [value] if isinstance(value, str) else value
        return [words.get(kind, f"a value of type {kind}") for kind in kinds]
    every = (kind for inner in error.context or () for kind in expected_kinds(inner, words))
    return list(dict.fromkeys(every))


def _twice(values: Any) -> str:
    """Return the first value that a list repeats, as JSON."""
    texts = [json.dumps(value, ensure_ascii=False) for value in values]
    return next((text[:MAX_QUOTED] for text in texts if texts.count(text) > 1), "a value")
