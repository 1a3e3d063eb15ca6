"""Adds translations from catalogs to the files of a game, next to those already in place."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from thesmos.syntax.spec_files import Rewrite
from thesmos.syntax.spec_folder import bounds
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText
from thesmos_rulebook.prose.language import ENGLISH
from thesmos_rulebook.translations.catalog import catalog_file, read_catalog, stamp
from thesmos_rulebook.translations.corpus import catalogs_of, prefix_of
from thesmos_rulebook.translations.spec_texts import is_by_language, name_of_item

AnyNode = TypeVar("AnyNode", bound=YamlNode)
TITLE = "title"


def adding_texts(folder: Path, languages: Collection[str]) -> Rewrite:
    """Return a function that adds the translations of catalogs to a file in a folder.

    folder: the folder of a game or of scenarios. Raises UsageError for an invalid catalog.
    """
    catalogs = catalogs_of(folder)
    files = {
        language: catalog_file(catalogs, language) for language in languages if language != ENGLISH
    }
    stamps = tuple((language, stamp(file)) for language, file in files.items() if file.is_file())
    return _adding(folder, catalogs, stamps)


@functools.lru_cache(maxsize=16)
def _adding(folder: Path, catalogs: Path, stamps: tuple[tuple[str, object], ...]) -> Rewrite:
    """Return the function for some languages; cached until a catalog is written."""
    translations: dict[str, dict[str, str]] = {}
    for language, _ in stamps:
        file = catalog_file(catalogs, language)
        for place, entry in read_catalog(file, within=bounds(catalogs)).items():
            if entry.translation:
                translations.setdefault(place, {})[language] = entry.translation

    def rewrite(file: Path, root: YamlMap) -> YamlMap:
        if not translations or not file.is_relative_to(folder):
            return root
        start = f"{prefix_of(folder)}{file.relative_to(folder).as_posix()}: "
        return _with_title(
            _added(root, (), lambda key: translations.get(f"{start}{key}", {})), start
        )

    def _with_title(root: YamlMap, start: str) -> YamlMap:
        """Add to a title that is written in English only, without saying so."""
        title, more = root.get(TITLE), translations.get(f"{start}{TITLE}", {})
        if not isinstance(title, YamlText) or not more:
            return root
        texts = {ENGLISH: title.value, **more}
        texts_node = YamlMap(title.location, tuple(_pairs(title, texts)))
        items = ((key, texts_node if key.value == TITLE else value) for key, value in root.items)
        return replace(root, items=tuple(items))

    return rewrite


def _added(node: AnyNode, path: tuple[str, ...], of: Callable[[str], Mapping[str, str]]) -> AnyNode:
    """Return a node with translations added to its texts.

    of: gives a text's, by its key.
    """
    if isinstance(node, YamlList):
        items = (
            _added(item, (*path, name_of_item(item, number)), of)
            for number, item in enumerate(node.items, 1)
        )
        return replace(node, items=tuple(items))
    if not isinstance(node, YamlMap):
        return node
    pairs = tuple((key, _added(value, (*path, key.value), of)) for key, value in node.items)
    if is_by_language(node):
        present = {key.value for key, _ in node.items}
        more = {code: text for code, text in of(".".join(path)).items() if code not in present}
        pairs += tuple(_pairs(node, more))
    return replace(node, items=pairs)


def _pairs(at: YamlNode, texts: Mapping[str, str]) -> list[tuple[YamlText, YamlNode]]:
    """Return texts by language as the items of a mapping, all at the location of a node."""
    return [
        (YamlText(at.location, language), YamlText(at.location, text))
        for language, text in texts.items()
    ]
