"""What may be written at a place: words of the language, names with their sentences, keys, values.

Words come from the tables of the parser, names from the last check, keys and values from the JSON
schemas.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from thesmos.service.desk import Data, Desk
from thesmos.service.document import Document
from thesmos.service.glossary import Glossary
from thesmos.service.reading import Reading
from thesmos.service.schema_walk import Part
from thesmos.service.statements import KEYWORD, point_at
from thesmos.syntax.shown_forms import forms_by_words
from thesmos.syntax.yaml_nodes import YamlMap, YamlText

# What a name in YAML is used as, by the name of its schema or by its key.
_USES = {"type": "kind", "kind": "kind", "target": "step", "action": "action", "actions": "action"}
_PROBE = "zz_here"  # stands where something is to be written
_LAST = "kind"  # of the uses of a name: kinds come after names
MOST = 300  # items that are offered


def completion(desk: Desk, file: str, line: int, column: int) -> list[Data]:
    """Return what may be written before a place, the likeliest first.

    Each is `{"text", "kind", "form", "said"}`: the word or name, what it is (`keyword`, `key`,
    `value`, or the kind of an `Entry`), how it is used, and what it means (maybe empty). The
    letters of the word that is there already don't count: a host filters by them. There are at
    most MOST.
    """
    reading = Reading(desk, file)
    place = reading.document.text_at(line, column)
    if place is None:
        return _yaml(reading, line, column)[:MOST]
    text, offset = place
    point = point_at(text, offset)
    glossary = reading.glossary(text, [*point.words, *point.later], len(point.words))
    items = [
        {"text": e.name, "kind": e.kind, "form": e.form, "said": glossary.words_for(e)}
        for use in sorted(point.uses, key=lambda use: (use == _LAST, use))
        for e in glossary.entries(use)
    ]
    forms = forms_by_words()
    last = point.words[-1].text if point.words else ""
    keywords: list[Data] = [
        {
            "text": word,
            "kind": KEYWORD,
            "form": forms.get(f"{last} {word}") or forms.get(word, word),
            "said": "",
        }
        for word in point.keywords
    ]
    return [*items, *keywords][:MOST]


def _yaml(reading: Reading, line: int, column: int) -> list[Data]:
    """Return the keys or values that the schema has for a place outside of clauses."""
    lines = list(reading.document.lines)
    if not 0 < line <= len(lines):
        return []
    before, after = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
    begin = len(before) - len(_word_at_end(before))
    for probe in (f"{_PROBE}: x", _PROBE):  # a key, or a value
        rest = after[len(_word_at_start(after)) :]
        lines[line - 1] = before[:begin] + probe + ("" if probe != _PROBE else rest)
        document = Document("\n".join(lines), reading.document.file)
        items = [item for part in document.parts for item in _at_probe(part, reading)]
        if items:
            return items
    return []


def _at_probe(part: Part, reading: Reading) -> Iterator[Data]:
    """Yield what may be written instead of the probe, if it is in this part of the document."""
    node = part.node
    if isinstance(node, YamlMap) and node.get(_PROBE) is not None:
        keys = part.keys or dict.fromkeys(_headings(part, reading), "")
        for key, meaning in keys.items():
            if node.get(key) is None:
                yield {"text": key, "kind": "key", "form": f"{key}: …", "said": meaning}
    elif isinstance(node, YamlText) and node.value == _PROBE and not part.key:
        for value in part.values:
            yield {"text": value, "kind": "value", "form": value, "said": part.description}
        glossary = Glossary(reading.names, [], ())
        for use in (use for name, use in _USES.items() if name in (*part.names, part.path[-1])):
            for e in glossary.entries(use):
                words = glossary.words_for(e)
                yield {"text": e.name, "kind": e.kind, "form": e.form, "said": words}


def _headings(part: Part, reading: Reading) -> list[str]:
    """Return the headings that a card of the game may have, where one is to be written."""
    return [*reading.names.game.headings] if part.path in (("clauses",), ("text",)) else []


def _word_at_end(text: str) -> str:
    return _word_at_start(text[::-1])[::-1]


def _word_at_start(text: str) -> str:
    return "".join(itertools.takewhile(lambda c: c.isalnum() or c in "-_", text))
