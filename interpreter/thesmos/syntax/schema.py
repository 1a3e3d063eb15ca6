"""Validate documents against JSON Schemas: every violation with its location in the file.

Valid documents, which most are, are tested quickly; the errors of others are explained apart.
"""

from __future__ import annotations

import functools
import json
from typing import NamedTuple

from thesmos import resources
from thesmos.diagnostics import Diagnostic, InternalError
from thesmos.syntax.schema_fit import Fit, Rules, fit_of
from thesmos.syntax.yaml_nodes import YamlNode, plain


class _Schema(NamedTuple):
    """A schema, and a quick test of whether data fits it."""

    rules: Rules
    fits: Fit


def validate(node: YamlNode, schema_name: str) -> list[Diagnostic]:
    """Return all violations of `grammar/<schema_name>.schema.json`, in the order of the file.

    Their `source_line` is empty, since the tree lacks the file's text. Raises InternalError if the
    schema does not exist.
    """
    schema = _schema(schema_name)
    return [] if schema.fits(plain(node)) else validate_with(node, schema.rules)


def validate_with(node: YamlNode, schema: Rules) -> list[Diagnostic]:
    """Return all violations of a schema (JSON Schema, draft 2020-12), given as a mapping."""
    from thesmos.syntax.schema_errors import violations

    return violations(node, schema)


def schema_violation(value: object, schema_name: str, part: str = "") -> str:
    """Return the first violation of a schema of `grammar/` in plain data; empty if there is none.

    This is for data without locations in a file, such as a line of JSON. part: the name of the
    schema's part to use instead of the whole. Raises InternalError if the schema does not exist.
    """
    schema = _schema(schema_name, part)
    if schema.fits(value):
        return ""
    from thesmos.syntax.schema_errors import first_violation

    return first_violation(value, schema.rules, part or schema_name)


@functools.cache
def _schema(name: str, part: str = "") -> _Schema:
    path = resources.grammar_dir() / f"{name}.schema.json"
    try:
        rules = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise InternalError(f"there is no schema {name}") from error
    if part:
        rules = {"$ref": f"#/$defs/{part}", "$defs": rules["$defs"]}
    return _Schema(rules, fit_of(rules))
