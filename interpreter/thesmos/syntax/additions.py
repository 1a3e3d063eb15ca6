"""Puts what the files of powers and modes add to their game into its document, before it is read.

After that nobody needs to know in which file a name of the game is declared. It is done as an
edition or a module does it (changes.py): `Name` declares something new, `+Name` adds to what the
game or another file declares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import yaml_values as y
from thesmos.syntax.changes import MORE, with_changes
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

ADDS, POSITION = "adds", "position"
TWICE = "remove it here, or choose another name"


def with_additions(game: YamlMap, documents: Iterable[YamlMap]) -> tuple[YamlMap, list[Diagnostic]]:
    """Return the document of a game with what other documents add to it, and what is wrong there.

    documents: the valid ones of powers and modes.
    """
    diagnostics: list[Diagnostic] = []
    adding = [one for one in documents if one.get(ADDS)]
    for more in (False, True):  # what is added to may be declared in a later file
        for each in adding:
            game, wrong = with_changes(game, _turn(each, more), TWICE)
            diagnostics += wrong
    return game, diagnostics


def owners_of_entries(documents: Iterable[YamlMap]) -> Mapping[Location, str]:
    """Return the slugs of the documents that add entries of positions, by the entries' places."""
    return {
        entry.location: y.text(each.get("slug"))
        for each in documents
        for _, written in y.pairs(y.get(each.get(ADDS), POSITION))
        for entry in y.items(written) or (written,)
    }


def _turn(document: YamlMap, more: bool) -> YamlMap:
    """Return as changes what a document declares or, with `more`, what it adds to declarations."""
    sections = ((key, _section(key, node, more)) for key, node in y.pairs(document.get(ADDS)))
    at = document.location
    adds = YamlMap(at, tuple((key, node) for key, node in sections if node is not None))
    return YamlMap(at, ((YamlText(at, ADDS), adds),))


def _section(key: YamlText, node: YamlNode, more: bool) -> YamlNode | None:
    """Return the part of a section whose turn it is; a list, as of headings, is new as a whole."""
    if not isinstance(node, YamlMap):
        return None if more else node
    chosen = tuple(one for one in node.items if one[0].value.startswith(MORE) == more)
    if key.value == POSITION:
        chosen = tuple(_entries(chosen))
    return replace(node, items=chosen)


def _entries(parts: Iterable[tuple[YamlText, YamlNode]]) -> Iterator[tuple[YamlText, YamlNode]]:
    """Yield parts of positions as lists of entries, to which others can be added."""
    for key, node in parts:
        yield key, node if isinstance(node, YamlList) else YamlList(node.location, (node,))
