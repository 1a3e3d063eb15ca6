"""What a JSON Schema says of each part of a document.

It says where texts of the clause language are, which keys and values may be written, and what these
mean. A document that is being written does not fit its schema yet: every alternative that a part
may be is followed, and nothing is judged.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from thesmos import resources
from thesmos.syntax.format import CHANGED
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode

Schema = Mapping[str, Any]
GAME, PART = "game", "part"  # a part is written like a game
_BRANCHES = ("anyOf", "oneOf", "allOf")


class Rule(NamedTuple):
    """What a schema says of a part of a document.

    body: that. whole: the schema that it is in, to which its references belong.
    """

    body: Schema
    whole: Schema


class Part(NamedTuple):
    """A part of a document.

    path: the keys that lead to it; a member of a list has none of its own.
    rules: all that it may be.
    names: the names that the schema gives these rules (`$defs`).
    key: whether it is a key, whose value has the same path.
    """

    node: YamlNode
    path: tuple[str, ...]
    rules: tuple[Rule, ...]
    names: frozenset[str]
    key: bool = False

    @property
    def description(self) -> str:
        """What it means, as the schema says; empty if it doesn't."""
        return _description(self.rules)

    @property
    def keys(self) -> dict[str, str]:
        """The keys that a mapping may have, with what each means."""
        keys: dict[str, str] = {}
        for body, whole in self.rules:
            for key, value in body.get("properties", {}).items():
                keys[key] = keys.get(key) or _description(_expanded([Rule(value, whole)])[0])
        return keys

    @property
    def values(self) -> list[str]:
        """The values that a text may have, if they are listed."""
        values: dict[str, None] = {}
        for body, _ in self.rules:
            values |= dict.fromkeys(body.get("enum", ()))
            values |= dict.fromkeys([body["const"]] if "const" in body else ())
        return list(values)


@functools.cache
def schema(kind: str) -> Schema | None:
    """Return the schema of a kind of document; None if there is none."""
    path = resources.grammar_dir() / f"{kind}.schema.json"
    if not kind.isidentifier() or not path.is_file():
        return None
    rules: Schema = json.loads(path.read_text(encoding="utf-8"))
    return rules


def parts_of(root: YamlNode, kind: str) -> Iterator[Part]:
    """Yield the parts of a document, those outside before those inside."""
    whole = schema(kind)
    if whole is None:
        return
    game = schema(GAME)
    like_game = [] if game is None else [Rule(game, game)]
    changed = CHANGED.get(kind, ())
    waiting = [
        Part(root, (), *_expanded([Rule(whole, whole), *(like_game if kind == PART else [])]))
    ]
    while waiting:
        part = waiting.pop()
        yield part
        inner: list[Part] = []
        if isinstance(part.node, YamlMap):
            for key, value in part.node.items:
                rules = list(_of_value(part.rules, key.value))
                if not part.path and key.value in changed:
                    rules += like_game
                path = (*part.path, key.value)
                yield Part(key, path, *_expanded(_inside(part.rules, "propertyNames")), key=True)
                inner.append(Part(value, path, *_expanded(rules)))
        elif isinstance(part.node, YamlList):
            items = _expanded(_inside(part.rules, "items"))
            inner = [Part(item, part.path, *items) for item in part.node.items]
        waiting += reversed(inner)


def _description(rules: Iterable[Rule]) -> str:
    return next((text for body, _ in rules if (text := body.get("description"))), "")


def _inside(rules: Iterable[Rule], word: str) -> list[Rule]:
    """Return what rules say under a word of JSON Schema."""
    return [Rule(body[word], whole) for body, whole in rules if isinstance(body.get(word), dict)]


def _of_value(rules: Iterable[Rule], key: str) -> Iterator[Rule]:
    """Yield what the rules of a mapping say of the value of a key."""
    for body, whole in rules:
        value = body.get("properties", {}).get(key, body.get("additionalProperties"))
        if isinstance(value, dict):
            yield Rule(value, whole)


def _expanded(rules: Iterable[Rule]) -> tuple[tuple[Rule, ...], frozenset[str]]:
    """Return rules with all that they refer to or may be, and the names of these."""
    every: list[Rule] = []
    names: set[tuple[str, int]] = set()
    waiting = list(rules)
    while waiting:
        body, whole = rule = waiting.pop(0)
        every.append(rule)
        inner = [body[word] for word in ("then", "else") if isinstance(body.get(word), dict)]
        for branch in _BRANCHES:
            inner += body.get(branch, ())
        name = body.get("$ref", "").removeprefix("#/$defs/")
        if name and (name, id(whole)) not in names:
            names.add((name, id(whole)))
            inner.append(_referred(body["$ref"], whole))
        waiting += [Rule(part, whole) for part in inner]
    return tuple(every), frozenset(name for name, _ in names)


def _referred(reference: str, whole: Schema) -> Schema:
    """Return the part of a schema that a reference inside it names."""
    rules = whole
    for step in reference.removeprefix("#/").split("/"):
        rules = rules[step]
    return rules
