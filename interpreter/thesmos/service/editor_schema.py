"""One JSON Schema for all files of a game, as editors read YAML.

For Thesmos every scalar is text, as the schemas in `grammar/` say. An editor reads `12` as a number
and `true` as a truth value, so that here every text may be such a value too. Which schema a file
has to fit, its key `thesmos` says; a list is a table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from thesmos import resources
from thesmos.service.document import KIND_KEY

NAME = "thesmos.schema.json"  # of the file in which a game's folder has the schema
TABLE = "table"
_SCALARS = ["string", "number", "boolean", "null"]

Schema = dict[str, Any]


def editor_schema() -> Schema:
    """Return the schema."""
    schemas = {path.name.partition(".")[0]: path for path in _files()}
    parts = {name: json.loads(path.read_text("utf-8")) for name, path in schemas.items()}
    kinds = {kind: name for name, schema in parts.items() for kind in _kinds(schema)}
    branches: list[Schema] = [
        {
            "if": {
                "type": "object",
                "properties": {KIND_KEY: {"const": kind}},
                "required": [KIND_KEY],
            },
            "then": {"$ref": f"#/$defs/{name}"},
        }
        for kind, name in kinds.items()
    ]
    branches.append({"if": {"type": "array"}, "then": {"$ref": f"#/$defs/{TABLE}"}})
    branches.append({"if": {"type": "object"}, "then": {"required": [KIND_KEY]}})
    used = {*kinds.values(), TABLE}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of a game for Thesmos",
        "type": ["object", "array"],
        "properties": {KIND_KEY: {"description": "What this file is.", "enum": sorted(kinds)}},
        "allOf": branches,
        "$defs": {name: _as_read(parts[name], f"#/$defs/{name}/") for name in sorted(used)},
    }


def schema_text() -> str:
    """Return the schema as a file."""
    return json.dumps(editor_schema(), ensure_ascii=False, separators=(",", ":")) + "\n"


def _files() -> Iterator[Any]:
    return iter(sorted(resources.grammar_dir().glob("*.schema.json")))


def _kinds(schema: Schema) -> list[str]:
    """Return the kinds of documents that a schema is for."""
    kind = schema.get("properties", {}).get(KIND_KEY, {})
    return [kind["const"]] if "const" in kind else list(kind.get("enum", ()))


def _as_read(rules: Any, inside: str) -> Any:
    """Return rules with every text also as what an editor may read it as.

    inside: the beginning of references, as the rules become a part of another schema.
    """
    if isinstance(rules, list):
        return [_as_read(item, inside) for item in rules]
    if not isinstance(rules, dict):
        return rules
    read = {}
    for word, value in rules.items():
        if word == "$ref":
            read[word] = value.replace("#/", inside, 1)
        elif word == "type" and isinstance(value, (str, list)):
            types = [value] if isinstance(value, str) else value
            read[word] = [*types, *_SCALARS[1:]] if "string" in types else value
        elif word == "enum" and isinstance(value, list):
            read[word] = [*value, *(other for text in value for other in _read(text))]
        elif word == "const":
            read["enum"] = [value, *_read(value)]
        elif word not in ("$id", "$schema"):
            read[word] = _as_read(value, inside)
    return read


def _read(text: object) -> list[object]:
    """Return what YAML 1.2 reads a text as, if it is no text."""
    if text in ("true", "false", "null"):
        return [json.loads(str(text))]
    return [int(text)] if isinstance(text, str) and text.isdecimal() else []
