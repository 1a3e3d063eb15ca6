"""All violations of a schema are reported at once, each with its location."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from thesmos import resources
from thesmos.diagnostics import Diagnostic, InternalError
from thesmos.syntax import schema_errors
from thesmos.syntax.schema import validate, validate_with
from thesmos.syntax.schema_errors import FORMS, MAX_DIAGNOSTICS
from thesmos.syntax.yaml_nodes import YamlNode, parse_yaml

CARD = {
    "type": "object",
    "required": ["slug", "title"],
    "additionalProperties": False,
    "properties": {
        "slug": {"type": "string", "pattern": "^[a-z-]+$", "description": "small letters"},
        "title": {"$ref": "#/$defs/languages"},
        "lasts": {"enum": ["turn", "game"]},
        "kind": {"const": "power"},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
        "facts": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z]+$"},
            "additionalProperties": {"$ref": "#/$defs/fact"},
            "maxProperties": 2,
        },
        "text": {"type": "string", "maxLength": 5},
        "extra": {"patternProperties": {"^x-": {}}, "additionalProperties": False},
        "adds": {"$ref": "#/$defs/added"},
    },
    "$defs": {
        "added": {"type": "object", "properties": {"enums": {}, "tags": {}}},
        "languages": {
            "anyOf": [
                {"type": "string"},
                {"type": "object", "additionalProperties": {"type": "string"}},
            ]
        },
        "fact": {
            "oneOf": [
                {"type": "string"},
                {"type": "object", "required": ["is"], "additionalProperties": False,
                 "properties": {"is": {"enum": ["flag", "number"]}}},
                {"type": "object", "required": ["was", "when", "where"]},
            ]
        },
    },
}  # fmt: skip
GOOD = "slug: a\ntitle: A\n"


def tree(text: str) -> YamlNode:
    """The tree of a valid text."""
    node, diagnostics = parse_yaml(text, "f")
    assert [] == diagnostics
    assert node is not None
    return node


def violations(text: str, schema: Mapping[str, Any] = CARD) -> list[tuple[str, str, str]]:
    """Location, code and message of every violation."""
    return [_brief(diagnostic) for diagnostic in validate_with(tree(text), schema)]


def _brief(diagnostic: Diagnostic) -> tuple[str, str, str]:
    assert diagnostic.location is not None
    return (
        f"{diagnostic.location.line}:{diagnostic.location.column}",
        diagnostic.code,
        diagnostic.message,
    )


VIOLATIONS = {
    "none": (GOOD, []),
    "unknown key": (GOOD + "tag: b", ("3:1", "E121", "unknown key `tag`")),
    "key of no pattern": (GOOD + "extra: {y: z}", ("3:9", "E121", "unknown key `y`")),
    "missing key": ("slug: a", ("1:1", "E122", "missing key `title`")),
    "text for a list": (
        GOOD + "tags: b",
        ("3:7", "E123", "expected a list, found the text `b`"),
    ),
    "nothing for a list": (GOOD + "tags:", ("3:6", "E123", "expected a list, found nothing")),
    "mapping for a text": (
        GOOD + "text: {b: c}",
        ("3:7", "E123", "expected a text, found a mapping"),
    ),
    "list as an item": (
        GOOD + "tags: [b, [c]]",
        ("3:11", "E123", "expected a text, found a list"),
    ),
    "none of the alternatives": (
        "slug: a\ntitle: [b]",
        ("2:8", "E123", "expected a text or a mapping, found a list"),
    ),
    "inside an alternative": (
        "slug: a\ntitle: {en: [b]}",
        ("2:13", "E123", "expected a text, found a list"),
    ),
    "inside the nearest alternative": (
        GOOD + "facts:\n  b: {is: flug}",
        ("4:11", "E124", "`flug` is not allowed here"),
    ),
    "another word": (GOOD + "lasts: trun", ("3:8", "E124", "`trun` is not allowed here")),
    "another constant": (GOOD + "kind: card", ("3:7", "E124", "`card` is not allowed here")),
    "list for a word": (GOOD + "lasts: [b]", ("3:8", "E124", "a list is not allowed here")),
    "other form": ("slug: A b\ntitle: A", ("1:7", "E125", "`A b` has the wrong form")),
    "a block for a name": (
        "slug: |\n  a\ntitle: A",
        ("1:7", "E125", "`a` has the wrong form"),
    ),
    "key of another form": (
        GOOD + "facts:\n  b: x\n  C: y",
        ("5:3", "E125", "`C` has the wrong form"),
    ),
    "empty": (GOOD + "tags: []", ("3:7", "E126", "this is empty")),
    "too many": (
        GOOD + "facts: {b: x, c: y, d: z}",
        ("3:8", "E126", "this has too many keys"),
    ),
    "too long": (GOOD + "text: abcdef", ("3:7", "E126", "this has too many characters")),
    "twice": (
        GOOD + "tags:\n  - b\n  - c\n  - b",
        ("6:5", "E127", "this is already in the list"),
    ),
}


@pytest.mark.parametrize(("text", "expected"), VIOLATIONS.values(), ids=VIOLATIONS.keys())
def test_a_violation_is_reported_at_its_location(text: str, expected: tuple[str, str, str]) -> None:
    """An unknown key at the key, a missing one at the mapping, everything else at the value."""
    assert ([expected] if expected else []) == violations(text)


def test_a_key_that_is_known_under_another_is_sent_there() -> None:
    (found,) = validate_with(tree(GOOD + "enums: {}"), CARD)
    assert (found.code, found.hint) == ("E121", "write it under `adds`")


def test_all_violations_are_reported_in_the_order_of_the_file() -> None:
    """Authors need not run the check again after each correction."""
    text = "slag: a\nlasts: x\ntags: b\nfacts:\n  C: [d]\n"
    expected = [
        ("1:1", "E121"),
        ("1:1", "E122"),
        ("1:1", "E122"),
        ("2:8", "E124"),
        ("3:7", "E123"),
        ("5:3", "E125"),
        ("5:6", "E123"),
    ]
    assert expected == sorted((location, code) for location, code, _ in violations(text))


def test_the_number_of_violations_is_limited() -> None:
    """A table of the wrong kind does not produce thousands of messages."""
    text = "".join(f"- [{n}]\n" for n in range(MAX_DIAGNOSTICS + 50))
    schema = {"type": "array", "items": {"type": "string"}}
    assert MAX_DIAGNOSTICS == len(violations(text, schema))


def test_a_name_is_suggested_only_for_unknown_keys_that_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    suggested = []
    monkeypatch.setattr(schema_errors, "suggest", lambda word, _: suggested.append(word))
    text = GOOD + "".join(f"key{n}: 1\n" for n in range(MAX_DIAGNOSTICS + 50))
    assert len(violations(text)) == len(suggested) == MAX_DIAGNOSTICS


HINTS = {
    "the key that was meant": (GOOD + "tag: b", "did you mean 'tags'?"),
    "the keys there are": (GOOD + "extra: {y: z}", "known here: nothing"),
    "the key to add": ("slug: a", "add `title: …`"),
    "the word that was meant": (GOOD + "lasts: trun", "did you mean 'turn'?"),
    "the words there are": (GOOD + "lasts: always", "one of: turn, game"),
    "the word there is": (GOOD + "kind: card", "write `power`"),
    "the form, described": ("slug: 1\ntitle: A", "small letters"),
    "another case": ("slug: A\ntitle: A", "write `a`; small letters"),
    "the form": (GOOD + "facts: {7: c}", "it must match ^[a-z]+$"),
    "the number": (GOOD + "tags: []", "entries: at least 1"),
}


@pytest.mark.parametrize(("text", "hint"), HINTS.values(), ids=HINTS.keys())
def test_a_violation_has_a_hint(text: str, hint: str) -> None:
    """What to write instead, as far as the schema says."""
    assert [hint] == [diagnostic.hint for diagnostic in validate_with(tree(text), CARD)]


def test_a_schema_is_read_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`validate` finds schemas in the folder `grammar`."""
    (tmp_path / "sample-card.schema.json").write_text(json.dumps(CARD), encoding="utf-8")
    monkeypatch.setattr(resources, "grammar_dir", lambda: tmp_path)
    found = validate(tree("slug: a"), "sample-card")
    assert [("1:1", "E122", "missing key `title`")] == [_brief(diagnostic) for diagnostic in found]


def test_a_missing_schema_is_an_internal_error() -> None:
    """The names of schemas come from the code, never from an author's file."""
    with pytest.raises(InternalError):
        validate(tree("a: b"), "no such schema")


def test_an_invalid_heading_has_a_hint_in_words() -> None:
    """Common patterns are explained in schema.py, others by the descriptions in the schema."""
    card = "thesmos: power\nslug: a\ntitle: A\nclauses: {your move: forbid build}\n"
    diagnostics = validate(tree(card), "power")
    hint = "write `Your Move`; use one of the game's `headings`: they start with a capital letter"
    assert [hint] == [f.hint for f in diagnostics]


def _patterns(schema: object) -> Iterator[str]:
    """The patterns in a schema that have no description."""
    match schema:
        case dict():
            if isinstance(schema.get("pattern"), str) and "description" not in schema:
                yield schema["pattern"]
            for part in schema.values():
                yield from _patterns(part)
        case list():
            for part in schema:
                yield from _patterns(part)


@pytest.mark.parametrize(
    "file", sorted(resources.grammar_dir().glob("*.schema.json")), ids=lambda f: f.name
)
def test_no_message_shows_a_regular_expression(file: Path) -> None:
    assert {*_patterns(json.loads(file.read_text(encoding="utf-8")))} <= FORMS.keys()
