"""The quick test judges as jsonschema does, and documents that are shipped fit quickly."""

from __future__ import annotations

import copy
import functools
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thesmos import resources
from thesmos.scenario.reader import scenario_files
from thesmos.syntax.schema_fit import Fit, at_the_end, fit_of
from thesmos.syntax.violations import violations_in
from thesmos.syntax.yaml_nodes import plain, read_yaml


def _pattern(_: Any, pattern: str, value: object, __: Any) -> Any:
    """The rule `pattern`, with `$` as the very end of the text, as JSON Schema defines it."""
    if isinstance(value, str) and not re.search(at_the_end(pattern), value):
        yield jsonschema.ValidationError(f"does not match {pattern}")


validator: Any = jsonschema.validators.extend(
    jsonschema.Draft202012Validator, {"pattern": _pattern}
)

PARTS = [  # each rule that has a test, and combinations
    {"type": "string"},
    {"type": ["object", "array"]},
    {"type": "integer", "minimum": 1, "maximum": 2},
    {"type": "number"},
    {"type": "boolean"},
    {"type": "null"},
    {"minimum": 1},
    {"enum": ["a", 1, True, None]},
    {"const": "a"},
    {"const": 1},
    {"pattern": "^a$"},
    {"minLength": 1, "maxLength": 1},
    {"type": "string", "minLength": 1, "maxLength": 1, "title": "a sign"},
    {"required": ["a"], "minProperties": 1, "maxProperties": 1},
    {"properties": {"a": {"type": "string"}}, "additionalProperties": False},
    {"patternProperties": {"^a": {"type": "string"}}, "properties": {"a": {"const": "b"}}},
    {"patternProperties": {"^a": True}, "additionalProperties": {"type": "null"}},
    {"propertyNames": {"maxLength": 1}},
    {"items": {"type": "string"}, "uniqueItems": True, "minItems": 1, "maxItems": 2},
    {"prefixItems": [{"const": "a"}], "items": {"type": "integer"}},
    {"uniqueItems": True},
    {"anyOf": [{"type": "string"}, {"type": "array", "items": {"const": "a"}}]},
    {"oneOf": [{"type": "string"}, {"type": "array"}]},
    {"oneOf": [{"type": "number"}, {"type": "integer"}]},
    {"oneOf": [{"minLength": 1}, {"maxLength": 1}]},
    {"allOf": [{"type": "string"}, {"minLength": 1}]},
    {"not": {"type": "string"}},
    {"if": {"type": "string"}, "then": {"const": "a"}},
    {"if": {"required": ["a"]}, "then": {"maxProperties": 1}, "else": {"type": "object"}},
    {"then": {"const": "a"}},
    {"not": {"required": ["a", "b"]}},
    {"dependentRequired": {"a": ["b"]}},
    {"dependentSchemas": {"a": {"$comment": "no b", "not": {"required": ["b"]}}}},
    {"const": {"a": [1, True]}},
    {"$ref": "#/$defs/nested", "$defs": {"nested": {"items": {"$ref": "#/$defs/nested"},
                                                    "type": ["array", "string"]}}},
    True,
    False,
]  # fmt: skip
SCALARS = ["", "a", "a\n", "b", "ab", 0, 1, 1.0, 2.5, True, False, None]
LISTS = [[], *([one] for one in SCALARS), *([a, b] for a in SCALARS for b in SCALARS)]
MAPPINGS = [{}, *({k: v} for k in ("", "a", "ab") for v in SCALARS), {"a": "b", "b": 1}]
NESTED = [
    [[1, True]],
    {"a": [1.0, True]},
    {"a": 1, "b": 2},
    [[]],
    [{}],
    [["a"]],
    [[1.0], [1]],
    {"a": []},
    {"b": {"a": "a"}},
]
VALUES: list[object] = [*SCALARS, *LISTS, *MAPPINGS, *NESTED]


@pytest.mark.parametrize("schema", PARTS, ids=json.dumps)
def test_what_fits_is_what_is_valid(schema: dict[str, Any]) -> None:
    fit, judge = fit_of(schema), validator(schema)
    assert [] == [value for value in VALUES if fit(value) != judge.is_valid(value)]
    wrong = [v for v in VALUES if any(violations_in(v, schema)) == judge.is_valid(v)]
    assert wrong == []


UNKNOWN = [
    {"contains": {"const": "a"}},
    {"not": {"format": "date"}},
    {"anyOf": [{"type": "string"}, {"multipleOf": 2}]},
    {"$ref": "other.schema.json"},
]


@pytest.mark.parametrize("schema", UNKNOWN)
def test_nothing_fits_a_schema_with_a_rule_that_is_not_known(schema: dict[str, Any]) -> None:
    assert [] == [value for value in VALUES if fit_of(schema)(value)]


def test_a_pointer_may_lead_into_another_schema_and_on_within_it() -> None:
    word = {"$ref": "words.schema.json#/$defs/word"}
    words = {"$defs": {"word": {"$ref": "#/$defs/text"}, "text": {"type": "string"}}}
    fit = fit_of({"items": word}, {"words.schema.json": words})
    assert fit(["a"])
    assert not fit([1])


def test_a_text_with_a_final_newline_is_no_name() -> None:
    assert fit_of({"pattern": "^a$"})("a")
    assert not fit_of({"pattern": "^a$"})("a\n")


@functools.cache
def shipped() -> list[tuple[Path, str]]:
    """The documents of the shipped games, each with the name of its schema."""
    found = []
    for path in sorted(resources.spec_dir().rglob("*.yaml")):
        kind = re.search(r"^thesmos: (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        if kind and kind[1] in ("game", "power", "mode"):
            found.append((path, kind[1]))
    scenarios = scenario_files(resources.scenarios_dir())[::20]
    return found + [(path, "scenario") for path in scenarios]


@functools.cache
def judges_of(name: str) -> tuple[Fit, Any]:
    """The quick test for a schema of the grammar folder, and jsonschema's."""
    path = resources.grammar_dir() / f"{name}.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    return fit_of(schema), validator(schema)


def test_shipped_documents_fit() -> None:
    documents = [(path, judges_of(name)[0](read(path))) for path, name in shipped()]
    assert documents
    assert [] == [path for path, fits in documents if not fits]


@functools.cache
def read(path: Path) -> Any:
    """The content of a document."""
    node = read_yaml(path)[0]
    assert node is not None
    return plain(node)


@given(st.data())
def test_a_changed_document_fits_if_it_is_valid(data: st.DataObject) -> None:
    path, name = data.draw(st.sampled_from(shipped()))
    part = document = copy.deepcopy(read(path))
    changed, key = document, next(iter(document))
    while isinstance(part, (dict, list)) and part:  # to a part at any depth
        changed = part
        key = data.draw(st.sampled_from(range(len(part)) if isinstance(part, list) else [*part]))
        part = part[key]
        if data.draw(st.booleans()):
            break
    changed[key] = data.draw(st.sampled_from(VALUES))
    fit, judge = judges_of(name)
    assert fit(document) == judge.is_valid(document)
