"""Where YAML outside of clauses declares or mentions a name: keys, values, ids, gaps of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from thesmos.service.document import Document
from thesmos.service.schema_walk import Part
from thesmos.syntax.declaration_reader import FACT, TYPE
from thesmos.syntax.words import parts_of
from thesmos.syntax.yaml_nodes import YamlText

# What a key declares, by the key above it; and by the key above that.
_DECLARES = {
    "facts": "fact", "actions": "action", "events": "event", "rules": "rule", "roles": "role",
    "steps": "step", "memory": "memory", "attributes": "attribute", "zones": "word",
    "moments": "moment", "scores": "score", "boards": "kind", "pieces": "kind", "enums": "kind",
    "clauses": "heading", "words": "word",
}  # fmt: skip
_DECLARES_BELOW = {"state": "attribute", "enums": "word"}
# What a value mentions, by its key, or by any key above it.
_MENTIONS = {
    "action": "action", "actions": "action", "then": "step",
    "after skip": "step", "moment": "moment", "routes": "moment",
}  # fmt: skip
_MENTIONS_BELOW = {
    "flow": "step", "valid": "fact", "lifts": "fact", "repetition": "attribute", "events": "action",
    "zones": "word", "moments": "moment", "enums": "word",
}  # fmt: skip
_LAYERS = ("adds", "replaces", "removes")
_KIND = re.compile(r"\b[A-Z][A-Za-z0-9]*")
_WITH_IDS = ("scenario", "rulings")  # documents that name clauses and rules by their ids


class Mention(NamedTuple):
    """A name in YAML.

    kind: as of an `Entry` (glossary.py); also `heading`. owner: the action of a rule or role.
    line, column: where it begins. declares: whether it is declared here. path: the keys that lead
    to it, without `adds` and the like. card: whose it is, if that is written before it.
    """

    name: str
    kind: str
    owner: str
    line: int
    column: int
    declares: bool
    path: tuple[str, ...]
    card: str = ""


def mentions_in(document: Document) -> Iterator[Mention]:
    """Yield the names that a document declares and mentions outside of clauses, in order."""
    texts = {(text.line, text.column) for text in document.texts}
    for part in document.parts:
        node = part.node
        if not isinstance(node, YamlText) or not node.value or node.style in ("literal", "folded"):
            continue
        place = node.at(1, 1)
        if part.key:
            yield from _in_key(_Scalar(part, node))
        elif document.kind in _WITH_IDS:
            yield from _in_id(_Scalar(part, node))
        elif (place.line, place.column) not in texts:
            yield from _in_value(_Scalar(part, node))


class _Scalar:
    """A key or a value, and what leads to it. path: without signs of additions."""

    def __init__(self, part: Part, node: YamlText) -> None:
        self.names = part.names
        self.node = node
        self.text = node.value
        path = part.path[1:] if part.path[:1] and part.path[0] in _LAYERS else part.path
        self.path = tuple(key.removeprefix("+") for key in path)

    def above(self, levels: int) -> str:
        """Return the key some levels above; empty if there is none. 0: its own."""
        return self.path[-1 - levels] if len(self.path) > levels else ""

    def mention(
        self,
        name: str,
        kind: str,
        at: int,
        *,
        declares: bool = False,
        owner: str = "",
        card: str = "",
    ) -> Mention:
        """Return the mention of a name that begins at an offset of the text."""
        place = self.node.at(1, 1 + at)
        return Mention(name, kind, owner, place.line, place.column, declares, self.path, card)

    def kinds(self) -> Iterator[Mention]:
        """Yield the kinds of things that the text names."""
        for match in _KIND.finditer(self.text):
            yield self.mention(match.group(), "kind", match.start())

    def gaps(self, kind: str, owner: str = "") -> Iterator[Mention]:
        """Yield the names in the gaps of the text."""
        for gap in parts_of(self.text):
            if gap.gap:
                yield self.mention(gap.text, kind, gap.column - 1, owner=owner)


def _in_key(key: _Scalar) -> Iterator[Mention]:
    name = key.text.removeprefix("+")
    at = len(key.text) - len(name)
    kind = _DECLARES.get(key.above(1)) or _DECLARES_BELOW.get(key.above(2), "")
    if "supply" in key.path[:-1]:
        yield key.mention(name, "attribute", at)
    elif key.above(1) == "says" and "facts" in key.path:  # words for events for which it holds
        yield key.mention(name, "action", at)
    elif kind in ("rule", "role"):
        if key.above(3) == "actions":
            yield key.mention(name, kind, at, declares=True, owner=key.above(2))
    elif kind == "fact" and (match := FACT.match(name)):
        yield key.mention(match.group(1), kind, at, declares=not at)
        yield from key.kinds()
    elif kind and not (kind == "word" and name in ("words", "says")):
        yield key.mention(name, kind, at, declares=not at)


def _in_value(value: _Scalar) -> Iterator[Mention]:
    one_on_a_cell = value.path[:1] in (("valid",), ("lifts",)) and " " in value.text
    is_type = bool(value.names & {"type", "kind"}) or (
        "roles" in value.path and TYPE.match(value.text) is not None
    )
    if value.above(0) == "implies":
        yield value.mention(value.text, "rule", 0, owner=value.above(1))
    elif one_on_a_cell or is_type:
        yield from value.kinds()
    elif value.path[:1] == ("position",):
        if "says" not in value.path:
            yield value.mention(value.text, "attribute", 0)
            yield from value.gaps("attribute")
            yield from value.kinds()
    elif "actions" in value.path and value.above(0) == "text":
        yield from value.gaps("role", value.path[value.path.index("actions") + 1])
    elif not {"says", "mark"} & {*value.path}:
        kind = _kind_of(value)
        if kind:
            declares = value.path[0] in ("enums", "zones", "moments")
            yield value.mention(value.text, kind, 0, declares=declares)


def _kind_of(value: _Scalar) -> str:
    """Return what a value mentions, by the keys that lead to it; empty if nothing."""
    if "supply" in value.path or "start" in value.path[-2:]:
        return "word"
    below = (_MENTIONS_BELOW[key] for key in value.path if key in _MENTIONS_BELOW)
    return _MENTIONS.get(value.above(0)) or next(below, "")


def _in_id(value: _Scalar) -> Iterator[Mention]:
    """Yield the action and the rule of an id such as `move.free`, also with a card before them."""
    names = value.text.split(".")
    is_id = value.above(0) == "clauses" or value.above(1) == "illegal"
    if not is_id or names[-1].isdigit():  # of a clause
        return
    *cards, action, rule = names if len(names) > 1 else [*names, ""]
    card, at = ".".join(cards), value.text.rindex(f"{action}.{rule}".rstrip("."))
    yield value.mention(action, "action", at, card=card)
    if rule:
        begin = len(value.text) - len(rule)
        yield value.mention(rule, "rule", begin, owner=action, card=card)
