"""Files that editors read by themselves: a TextMate grammar and snippets, made from the grammar.

    python -m thesmos.service.editor_files FOLDER

writes them into a folder, with the schema (editor_schema.py).
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from thesmos.service.editor_schema import NAME, schema_text
from thesmos.service.schema_walk import GAME, schema
from thesmos.service.statements import keywords
from thesmos.syntax.grammar import pattern_of, spellings, tables
from thesmos.syntax.shown_forms import forms_by_words

Json = dict[str, Any]
TEXTS = ("code", "expression")  # what schemas call texts in the clause language
_PLACE = re.compile(r"[A-Z]{2,}|…")  # what an author puts into a form


def textmate_grammar() -> Json:
    """Return a TextMate grammar for blocks of clauses, to be injected into that of YAML.

    A block is known by its key: a heading, or a key whose value is in the clause language. What
    stands on the line of its key is left to the tokens of the language server.
    """
    key = "|".join([_heading(), *map(re.escape, _keys())])
    return {
        "scopeName": "thesmos.clauses",
        "injectionSelector": "L:source.yaml",
        "patterns": [
            {
                "begin": rf"^(\s*)((?:{key}):)\s*(\|)\s*$",
                "while": r"^(?:\1\s+|\s*$)",
                "beginCaptures": {
                    "2": {"name": "entity.name.tag.yaml"},
                    "3": {"name": "keyword.control.flow.block-scalar.literal.yaml"},
                },
                "contentName": "meta.embedded.block.thesmos",
                "patterns": [{"include": "#clauses"}],
            }
        ],
        "repository": {
            "clauses": {
                "patterns": [
                    _named("comment.line.number-sign", pattern_of("COMMENT").pattern),
                    _named("keyword.control", rf"\b(?:{'|'.join(sorted(keywords()))})\b"),
                    _named("support.type", rf"\b{pattern_of('TYPE').pattern}"),
                    _named("constant.numeric", rf"\b{pattern_of('INT').pattern}\b"),
                    _named("variable.other", rf"\b{pattern_of('NAME').pattern}"),
                    _named("keyword.operator", "|".join(map(re.escape, _signs()))),
                ]
            }
        },
    }


def snippets() -> Json:
    """Return a snippet for each form of a clause or an effect, by its form."""
    forms = dict.fromkeys(form for form in forms_by_words().values() if form[0].islower())
    return {
        form: {"prefix": _beginning(form), "body": [_body(form)], "description": form}
        for form in forms
        if _PLACE.search(form)
    }


def write_editor_files(folder: Path) -> None:
    """Write the grammar, the snippets and the schema into a folder."""
    for name, content in (
        ("clauses.tmLanguage.json", textmate_grammar()),
        ("snippets.json", snippets()),
    ):
        text = json.dumps(content, indent=2, ensure_ascii=False)
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
    (folder / NAME).write_text(schema_text(), encoding="utf-8")


def _named(scope: str, pattern: str) -> Json:
    return {"name": f"{scope}.thesmos", "match": pattern}


def _signs() -> list[str]:
    """Return the signs of the language, the longest first."""
    words = (word for terminal in tables().terminals for word in spellings(terminal))
    return sorted(
        {word for word in words if word.strip() and not word[0].isalpha()},
        key=lambda s: (-len(s), s),
    )


def _heading() -> str:
    """Return the pattern of headings, as the schema has it."""
    rules = schema(GAME) or {}
    pattern: str = rules["$defs"]["clauses"]["propertyNames"]["pattern"]
    return pattern.removeprefix("^").removesuffix("$")


def _keys() -> list[str]:
    """Return the keys whose values are in the clause language."""
    keys: set[str] = set()
    waiting: list[Any] = [schema(GAME)]
    while waiting:
        rules = waiting.pop()
        if isinstance(rules, dict):
            for key, value in rules.get("properties", {}).items():
                if isinstance(value, dict) and value.get("$ref") in {f"#/$defs/{t}" for t in TEXTS}:
                    keys.add(key)
            waiting += rules.values()
        elif isinstance(rules, list):
            waiting += rules
    return sorted(keys)


def _beginning(form: str) -> str:
    """Return the words of a form up to the first that an author puts in."""
    first = _PLACE.search(form)
    return form[: first.start() if first else None].partition("(")[0].strip()


def _body(form: str) -> str:
    """Return a form with places to go through."""
    places = iter(range(1, len(form)))
    return _PLACE.sub(
        lambda match: f"${{{next(places)}:{match.group()}}}", form.replace("$", r"\$")
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and a folder
        sys.exit("usage: python -m thesmos.service.editor_files FOLDER")
    write_editor_files(Path(sys.argv[1]))
