"""Put what the files of powers and modes add to their game into its document, before it is read.

After that, it no longer matters in which file a name of the game is declared. Additions work like
those of an edition or a module (changes.py): `Name` declares something new, `+Name` adds to what
the game or another file declares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from thesmos.constructs import walk
from thesmos.diagnostics import Diagnostic, Location
from thesmos.kept import Kept
from thesmos.syntax import yaml_values as y
from thesmos.syntax.changes import MORE, with_changes
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

ADDS, POSITION = "adds", "position"
TWICE = "remove it here, or choose another name"


def with_additions(game: YamlMap, documents: Iterable[YamlMap]) -> tuple[YamlMap, list[Diagnostic]]:
    """Return the document of a game with the additions of other documents, and the errors in them.

    documents: the valid documents of powers and modes.
    """
    diagnostics: list[Diagnostic] = []
    adding = [document for document in documents if document.get(ADDS)]
    for more in (False, True):  # declarations first: `+Name` may come before the file with `Name`
        for document in adding:
            game, wrong = with_changes(game, _turn(document, more), TWICE)
            diagnostics += wrong
    return game, diagnostics


def additions_of(document: YamlMap, kept: Kept) -> YamlMap:
    """Return the part of a document that matters here, the same one as long as it stays the same.

    So what is made of a game and its additions stays too while other parts of them change.
    """
    part, written = kept.of("additions", partial(_additions_of, document), document)
    return kept.of("written additions", lambda: part, written)


def _additions_of(document: YamlMap) -> tuple[YamlMap, str]:
    """Return that part, and a text that is another if anything in it is."""
    items = tuple(pair for pair in document.items if pair[0].value in ("slug", ADDS))
    begin = Location(document.location.file, document.location.line, document.location.column)
    part = YamlMap(begin, items)  # where the document ends is no part of it
    ends = [node.location.end for node in walk(part)]  # which `repr` leaves out
    return part, f"{part} {ends}"


def owners_of_entries(documents: Iterable[YamlMap]) -> Mapping[Location, str]:
    """Return the slug of the document that adds an entry of positions, by the entry's location."""
    return {
        entry.location: y.text(document.get("slug"))
        for document in documents
        for _, written in y.pairs(y.get(document.get(ADDS), POSITION))
        for entry in y.items(written) or (written,)
    }


def _turn(document: YamlMap, more: bool) -> YamlMap:
    """Return, as changes, the new declarations of a document or, with `more`, its `+Name`s."""
    sections = ((key, _section(key, node, more)) for key, node in y.pairs(document.get(ADDS)))
    at = document.location
    adds = YamlMap(at, tuple((key, node) for key, node in sections if node is not None))
    return YamlMap(at, ((YamlText(at, ADDS), adds),))


def _section(key: YamlText, node: YamlNode, more: bool) -> YamlNode | None:
    """Return the part of a section for this pass; a list, as of headings, is new as a whole."""
    if not isinstance(node, YamlMap):
        return None if more else node
    chosen = tuple(pair for pair in node.items if pair[0].value.startswith(MORE) == more)
    if key.value == POSITION:
        chosen = tuple(_entries(chosen))
    return replace(node, items=chosen)


def _entries(parts: Iterable[tuple[YamlText, YamlNode]]) -> Iterator[tuple[YamlText, YamlNode]]:
    """Yield parts of positions as lists of entries, to which others can be added."""
    for key, node in parts:
        yield key, node if isinstance(node, YamlList) else YamlList(node.location, (node,))
