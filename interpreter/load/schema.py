"""The shape of documents: JSON Schemas, with every violation at its place in the file."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema
from jsonschema.exceptions import ValidationError
from thesmos import home
from thesmos.fault import Diagnostic, Place, suggest
from thesmos.load.marked import Map, Node, Seq, plain

MAX_FAULTS = 200


@functools.cache
def schema(name: str) -> Mapping[str, Any]:
    """The schema of a kind of document."""
    path = home.grammar_dir() / f"{name}.schema.json"
    made: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return made


def validate(node: Node, name: str) -> list[Diagnostic]:
    """All violations of the schema `grammar/<name>.schema.json`."""
    return validate_with(node, schema(name))


def validate_with(node: Node, rules: Mapping[str, Any]) -> list[Diagnostic]:
    """All violations of a schema, each once, in the order of the file."""
    validator = jsonschema.Draft202012Validator(rules)
    found: list[Diagnostic] = []
    for error in validator.iter_errors(plain(node)):
        found += _faults(_deepest(error), node)
        if len(found) > MAX_FAULTS:
            break
    unique = {(f.code, f.message, f.place): f for f in found}
    return sorted(unique.values(), key=lambda f: f.place or Place("", 0, 0))


def _deepest(error: ValidationError) -> ValidationError:
    """Of alternatives that all fail, the failure that went deepest says most."""
    while error.context:
        error = max(error.context, key=lambda e: (len(e.absolute_path), e.validator != "type"))
    return error


def _faults(error: ValidationError, root: Node) -> Iterator[Diagnostic]:
    node = _find(root, list(error.absolute_path))
    word = error.validator
    if word == "additionalProperties" and isinstance(node, Map):
        known = list(error.schema.get("properties", {}))
        patterns = error.schema.get("patternProperties", {})
        for key, _ in node.items:
            if key.value not in known and not any(_matches(p, key.value) for p in patterns):
                hint = suggest(key.value, known) or f"known here: {', '.join(known) or 'nothing'}"
                yield Diagnostic("E121", f"unknown key `{key.value}`", key.place, hint)
    elif word == "required":
        missing = [k for k in error.validator_value if k not in (error.instance or {})]
        yield Diagnostic("E122", f"missing: {', '.join(missing)}", node.place, "add it")
    elif word == "type":
        names = {"object": "a mapping", "array": "a list", "string": "a text"}
        wanted = names.get(str(error.validator_value), str(error.validator_value))
        yield Diagnostic("E123", f"here {wanted} is expected", node.place, None)
    elif word in ("enum", "const"):
        values = error.validator_value if word == "enum" else [error.validator_value]
        text = str(error.instance)[:40]
        yield Diagnostic(
            "E124",
            f"`{text}` can't stand here",
            node.place,
            f"one of: {', '.join(map(str, values))}",
        )
    elif word in ("pattern", "propertyNames"):
        text = str(error.instance)[:40]
        yield Diagnostic("E125", f"`{text}` is not well formed here", node.place, _form(error))
    else:
        yield Diagnostic(
            "E126", f"this breaks `{word}: {error.validator_value}`"[:160], node.place, None
        )


def _form(error: ValidationError) -> str:
    described = error.schema.get("description") if isinstance(error.schema, dict) else None
    return str(described) if described else f"it should look like {error.validator_value}"


def _matches(pattern: str, text: str) -> bool:
    import re

    return re.search(pattern, text) is not None


def _find(node: Node, path: list[Any]) -> Node:
    for step in path:
        if isinstance(node, Map):
            node = node.get(str(step)) or node
        elif isinstance(node, Seq) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
    return node
