"""Read values from YAML nodes: texts, lists and tables. A missing node reads as empty."""

from __future__ import annotations

from dataclasses import replace

from thesmos.diagnostics import Location
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

ENGLISH = "en"  # the language of a text that is given without one


def get(node: YamlNode | None, key: str) -> YamlNode | None:
    """Return the value of a key of a mapping; None if it is missing."""
    return node.get(key) if isinstance(node, YamlMap) else None


def pairs(node: YamlNode | None) -> tuple[tuple[YamlText, YamlNode], ...]:
    """Return the keys and values of a mapping."""
    return node.items if isinstance(node, YamlMap) else ()


def items(node: YamlNode | None) -> tuple[YamlNode, ...]:
    """Return the items of a list."""
    return node.items if isinstance(node, YamlList) else ()


def texts(node: YamlNode | None) -> tuple[YamlText, ...]:
    """Return the texts in a list, each with its location."""
    return tuple(item for item in items(node) if isinstance(item, YamlText))


def text(node: YamlNode | None, default: str = "") -> str:
    """Return a scalar's text."""
    return node.value if isinstance(node, YamlText) else default


def flag(node: YamlNode | None) -> bool:
    """Read `yes` or `no`."""
    return text(node) == "yes"


def number(node: YamlNode | None, default: int = 0) -> int:
    """Read a number."""
    return int(text(node, str(default)))


def words(node: YamlNode | None) -> tuple[str, ...]:
    """Read a list of words."""
    return tuple(map(text, items(node)))


def keys(node: YamlNode | None) -> tuple[str, ...]:
    """Return the names in a list, or the keys of a mapping."""
    return tuple(name.value for name in names(node))


def names(node: YamlNode | None) -> tuple[YamlText, ...]:
    """Return the texts in a list, or the keys of a mapping, each with its location."""
    return tuple(key for key, _ in pairs(node)) or texts(node)


def table(node: YamlNode | None) -> dict[str, str]:
    """Read a mapping of texts."""
    return {key.value: text(value) for key, value in pairs(node)}


def languages(node: YamlNode | None) -> dict[str, str]:
    """Read a text for each language; a bare scalar is English."""
    return {ENGLISH: node.value} if isinstance(node, YamlText) else table(node)


def locations(root: YamlMap) -> dict[str, Location]:
    """Return the locations of a document's keys (`flow`), and of those below them (`flow.turn`)."""
    locations = {key.value: key.location for key, _ in root.items}
    for key, node in root.items:
        locations |= {f"{key.value}.{name.value}": name.location for name in names(node)}
    return locations


def mapping(node: YamlNode | None, location: Location) -> YamlMap:
    """Return a mapping as it is; for any other node, an empty one at this location."""
    return node if isinstance(node, YamlMap) else YamlMap(location)


def with_value(node: YamlMap, key: YamlText, value: YamlNode) -> YamlMap:
    """Return a mapping with a new value for a key, which is added at the end if missing."""
    if node.key(key.value) is None:
        return replace(node, items=(*node.items, (key, value)))
    items = ((name, value if name.value == key.value else old) for name, old in node.items)
    return replace(node, items=tuple(items))
