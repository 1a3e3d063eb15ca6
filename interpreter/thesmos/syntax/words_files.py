"""Read the words of a game from separate files: `words/<language>.yaml` in its folder.

Such a file is a tree of the names that the game declares, with a text in its language for each.
The texts are put under `says` of the declarations, or beside texts in other languages, before a
document is validated. So all other code finds words in only one place, and each text keeps its
location.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from thesmos.diagnostics import Diagnostic, suggest
from thesmos.syntax import yaml_values as y
from thesmos.syntax.changes import BY_LANGUAGE, name_in
from thesmos.syntax.says import SAYS
from thesmos.syntax.schema import validate
from thesmos.syntax.sources import DISK, Sources
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

FOLDER = "words"
LANGUAGE = re.compile("[a-z]{2}")
OF_FILES = {"powers": "powers/{}.yaml", "modes": "modes/{}.yaml", "tables": "{}.yaml"}
OF_FOLDER = ("game.yaml", "edition.yaml", "module.yaml")  # documents for a file's top-level words
CHANGES = ("adds", "replaces")  # keys with the sections of a document
EACH_BY_LANGUAGE = ("text", "headings", "tags")  # sections in which names have texts by language


@dataclass(frozen=True)
class _Section:
    """How the names of a section are declared.

    alone: the key for a value that is written without keys.
    within: the sections inside each declaration.
    declares: whether the words declare the name too.
    mark: whether the values of names are marks.
    """

    alone: str = "is"
    within: Mapping[str, _Section] = field(default_factory=dict)
    declares: bool = False
    mark: bool = False


NAMES = _Section()
SECTIONS = {
    "enums": _Section("words", {"words": _Section("mark", mark=True)}),
    "pieces": _Section(within={"attributes": NAMES, "supply": NAMES}),
    "actions": _Section(within={"roles": NAMES, "rules": NAMES}),
    "options": _Section("values", {"values": NAMES}),
    "locals": _Section(declares=True),
    **dict.fromkeys(("boards", "zones", "memory", "facts", "events", "steps", "moments"), NAMES),
    **dict.fromkeys(("scores", "position"), NAMES),
}

Words: TypeAlias = list[tuple[str, YamlMap]]  # by language


class WordsFiles:
    """The words beside the documents of a game; each folder is read once.

    within: the folder that no link may leave; None if links may lead anywhere.
    diagnostics: the list to which errors in the words are added.
    sources: where the files are read from.
    """

    def __init__(
        self,
        within: Path | None,
        diagnostics: list[Diagnostic],
        sources: Sources = DISK,
    ) -> None:
        self.within = within
        self.sources = sources
        self.diagnostics = diagnostics
        self._read: dict[Path, Words] = {}

    def added(self, path: Path, node: YamlNode) -> YamlNode:
        """Return a document, or a table of pieces, with its words. path: that of the document."""
        folder = path.parent.parent if path.parent.name in OF_FILES else path.parent
        name = path.relative_to(folder).as_posix()
        for language, words in self._in(folder):
            adder = _Adder(language, self.diagnostics)
            if name in OF_FOLDER and isinstance(node, YamlMap):
                node = adder.document(node, words)
                self._title(node, words, language)
            for section, pattern in OF_FILES.items():
                for key, added_words in y.pairs(words.get(section)):
                    if name != pattern.format(key.value) or not isinstance(added_words, YamlMap):
                        continue
                    if isinstance(node, YamlMap):
                        node = adder.document(node, added_words)
                    elif isinstance(node, YamlList):
                        node = adder.rows(node, added_words)
        return node

    def _in(self, folder: Path) -> Words:
        """Return the words in a folder, by language."""
        if folder not in self._read:
            files = self.sources.files(folder / FOLDER)
            self._read[folder] = [words for file in files for words in self._file(folder, file)]
        return self._read[folder]

    def _file(self, folder: Path, path: Path) -> Iterator[tuple[str, YamlMap]]:
        """Yield the language and the words of a file, if they are valid."""
        node, wrong = self.sources.tree(path, self.within)
        if node is not None:
            wrong = [*wrong, *validate(node, "words")]
            if not LANGUAGE.fullmatch(path.stem):
                text = f"`{path.stem}` is not the code of a language"
                hint = "name a file of words after its language, such as `en.yaml`"
                wrong.append(Diagnostic("E120", text, node.location, hint))
        self.diagnostics += wrong
        if wrong or not isinstance(node, YamlMap):
            return
        for section, pattern in OF_FILES.items():
            for key, _ in y.pairs(node.get(section)):
                if not self.sources.is_file(folder / pattern.format(key.value)):
                    text = f"there is no {pattern.format(key.value)} that could have these words"
                    hint = "name a file of the folder in which the words are"
                    self.diagnostics.append(Diagnostic("E304", text, key.location, hint))
        yield path.stem, node

    def _title(self, node: YamlMap, words: YamlMap, language: str) -> None:
        """Report words in a language in which their document has no title."""
        title = node.get("title")
        if language != y.ENGLISH and not (isinstance(title, YamlMap) and title.key(language)):
            text = f"these are words in `{language}`, but there is no title in `{language}`"
            hint = "the languages of a game are those of its title: add `title: …` here"
            self.diagnostics.append(Diagnostic("E122", text, words.location, hint))


@dataclass(frozen=True)
class _Adder:
    """Puts the words of one language into declarations."""

    language: str
    diagnostics: list[Diagnostic]

    def document(self, node: YamlMap, words: YamlMap) -> YamlMap:
        """Return a document with its words."""
        for key, words_of_key in words.items:
            name, declared = key.value, node.get(key.value)
            if name in BY_LANGUAGE:
                node = y.with_value(node, key, self._with_text(declared, words_of_key))
            elif name in EACH_BY_LANGUAGE:
                node = y.with_value(node, key, self._texts(declared, words_of_key))
            elif name in SECTIONS:
                section = self._section(declared, words_of_key, key, SECTIONS[name])
                node = (
                    y.with_value(node, key, section)
                    if declared is not None or section.items
                    else node
                )
            elif name in CHANGES and isinstance(words_of_key, YamlMap):
                inner = y.mapping(declared, key.location)
                node = y.with_value(node, key, self.document(inner, words_of_key))
            elif name == "state":
                state = y.mapping(declared, key.location)
                for kind, attributes in y.pairs(words_of_key):
                    old = state.get(kind.value)
                    state = y.with_value(state, kind, self._section(old, attributes, kind, NAMES))
                node = y.with_value(node, key, state)
        return node

    def rows(self, node: YamlList, words: YamlMap) -> YamlList:
        """Return a list of pieces with words for those that have a name."""
        rows = list(node.items)
        numbers = {y.text(y.get(row, "name")): number for number, row in enumerate(rows)}
        for key, word in words.items:
            number = numbers.get(key.value)
            row = None if number is None else rows[number]
            if number is None or not isinstance(row, YamlMap):
                self._unknown(key, numbers)
            else:
                rows[number] = self._with_says(row, word)
        return replace(node, items=tuple(rows))

    def _section(
        self, node: YamlNode | None, words: YamlNode, key: YamlText, shape: _Section
    ) -> YamlList | YamlMap:
        """Return a section with words for the names in it. key: the section's key in the words."""
        pieces = isinstance(node, YamlList) and any(
            isinstance(member, YamlMap) for member in node.items
        )
        if isinstance(node, YamlList) and pieces and isinstance(words, YamlMap):
            return self.rows(node, words)
        section = _as_mapping(node, shape) or YamlMap(key.location)
        places = {name_in(declared): number for number, (declared, _) in enumerate(section.items)}
        items = list(section.items)
        for name, word in y.pairs(words):
            number = places.get(name_in(name))
            if number is not None:
                declared, value = items[number]
                items[number] = (declared, self._declared(value, word, shape))
            elif shape.declares:
                items.append((name, self._declared(YamlMap(name.location), word, shape)))
            else:
                self._unknown(name, places)
        return replace(section, items=tuple(items))

    def _declared(self, value: YamlNode, word: YamlNode, shape: _Section) -> YamlNode:
        """Return a declaration with its words, and with words for the names within it.

        An enum without words of its own keeps its short form.
        """
        if isinstance(value, YamlList) and any(isinstance(entry, YamlMap) for entry in value.items):
            return replace(  # several entries of a position: the first one gets the words
                value, items=(self._declared(value.items[0], word, shape), *value.items[1:])
            )
        if not isinstance(value, YamlMap) or (shape.alone == "words" and not value.get("words")):
            value = YamlMap(value.location, ((YamlText(value.location, shape.alone), value),))
        kept = []
        for key, words_of_key in y.pairs(word):
            if key.value in shape.within and isinstance(words_of_key, YamlMap):
                inner = self._section(
                    value.get(key.value), words_of_key, key, shape.within[key.value]
                )
                value = y.with_value(value, key, inner)
            else:
                kept.append((key, words_of_key))
        word = replace(word, items=tuple(kept)) if isinstance(word, YamlMap) else word
        with_words = self._with_says(value, word)
        alone = with_words.get(shape.alone)
        return (
            alone
            if alone is not None and shape.alone == "words" and len(with_words.items) == 1
            else with_words
        )

    def _with_says(self, value: YamlMap, word: YamlNode) -> YamlMap:
        if isinstance(word, YamlMap) and not word.items:
            return value
        key = YamlText(word.location, SAYS)
        return y.with_value(value, key, self._with_text(value.get(SAYS), word))

    def _texts(self, node: YamlNode | None, words: YamlNode) -> YamlNode:
        """Return a section in which every name has a text by language."""
        if isinstance(node, YamlList):  # headings, whose names are English
            node = YamlMap(node.location, tuple((name, name) for name in y.texts(node)))
        texts = y.mapping(node, words.location)
        for key, word in y.pairs(words):
            texts = y.with_value(texts, key, self._with_text(texts.get(key.value), word))
        return texts

    def _with_text(self, into: YamlNode | None, word: YamlNode) -> YamlNode:
        """Return texts by language, or such texts by form, with those of this language added."""
        if isinstance(into, YamlText):
            into = YamlMap(into.location, ((YamlText(into.location, y.ENGLISH), into),))
        texts = y.mapping(into, word.location)
        if isinstance(word, YamlText):
            existing = texts.key(self.language)
            if existing is None:
                pair = (YamlText(word.location, self.language), word)
                return replace(texts, items=(*texts.items, pair))
            text = f"there is a second text in `{self.language}`: in {existing.location}"
            hint = "keep one of the two texts"
            self.diagnostics.append(Diagnostic("E302", text, word.location, hint))
            return texts
        for key, inner in y.pairs(word):
            if key.value == SAYS:
                with_words = self._with_text(texts, inner)
                texts = with_words if isinstance(with_words, YamlMap) else texts
            else:
                texts = y.with_value(texts, key, self._with_text(texts.get(key.value), inner))
        return texts

    def _unknown(self, key: YamlText, names: Iterable[str]) -> None:
        text = f"there is no `{name_in(key)}` here that could have these words"
        candidates = [name for name in names if name]
        hint = suggest(name_in(key), candidates) or "declare it, or take its words out"
        self.diagnostics.append(Diagnostic("E304", text, key.location, hint))


def _as_mapping(node: YamlNode | None, shape: _Section) -> YamlMap | None:
    """Return a section as a mapping, also if it is a list of names; None if there is none."""
    if isinstance(node, YamlList):
        items = ((name, name if shape.mark else YamlMap(name.location)) for name in y.texts(node))
        return YamlMap(node.location, tuple(items))
    return node if isinstance(node, YamlMap) else None
