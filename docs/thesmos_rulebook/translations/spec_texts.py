"""The texts of a game and of its scenarios as corpora.

A text by language is any mapping in a game's files whose keys are languages, and the title of a
scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from thesmos.diagnostics import Diagnostic, SpecError, UsageError
from thesmos.resources import SCENARIOS
from thesmos.scenario.reader import scenario_files
from thesmos.syntax import yaml_values as y
from thesmos.syntax.parts import FOLDER as PARTS
from thesmos.syntax.parts import with_parts
from thesmos.syntax.schema import validate
from thesmos.syntax.sources import with_lines
from thesmos.syntax.spec_folder import bounds
from thesmos.syntax.words_files import FOLDER as WORDS
from thesmos.syntax.words_files import WordsFiles
from thesmos.syntax.yaml_nodes import (
    MAX_FILES,
    YamlList,
    YamlMap,
    YamlNode,
    YamlText,
    read_yaml,
)
from thesmos_rulebook.prose.language import ENGLISH, language_codes
from thesmos_rulebook.translations.corpus import Corpus, TranslatedText

TITLE = "title"


def corpus_of_game(folder: Path) -> Corpus:
    """Return all texts by language in a game's files, in their order, without its scenarios.

    A text in a part of a game is found in game.yaml, and one in a file of words where its name is.
    Raises SpecError for a file that is not valid YAML, and for words that belong to nothing;
    UsageError for too many files.
    """
    yaml_files = sorted(folder.rglob("*.yaml"))
    apart = {SCENARIOS, PARTS, WORDS}
    files = [path for path in yaml_files if apart.isdisjoint(path.relative_to(folder).parts[:-1])]
    if len(files) > MAX_FILES:
        raise UsageError(f"{folder} contains more than {MAX_FILES} files")
    result: list[TranslatedText] = []
    wrong: list[Diagnostic] = []
    words = WordsFiles(bounds(folder), wrong)
    for path in files:
        name = path.relative_to(folder).as_posix()
        root = _read(path, bounds(folder))
        if root is not None:
            root, found_wrong = with_parts(path, root, bounds(folder))
            wrong += found_wrong
            root = words.added(path, root)
        result += _texts(root, name, ())
    if wrong:
        raise SpecError(with_lines(wrong))
    return Corpus(folder, tuple(result))


def corpus_of_scenarios(start: Path) -> Corpus:
    """Return the titles and translated names in a folder of scenarios, or in a single one.

    Raises SpecError for a file that is not valid YAML, or whose title is not in English.
    """
    folder = start if start.is_dir() else start.parent
    result = []
    for path in scenario_files(start):
        root = _read(path)
        if not isinstance(root, YamlMap):
            continue
        file = path.relative_to(folder).as_posix()
        title = root.get(TITLE)
        if title is not None:
            hint = "write it as `title: {en: …, {language}: …}`"
            texts = y.languages(title)
            if root is not None and ENGLISH not in texts:
                raise SpecError(with_lines(validate(root, "scenario")))
            result.append(TranslatedText(file, TITLE, TITLE, texts, title.location, hint))
        result += _names(root, file)
    return Corpus(folder, tuple(result))


def _names(root: YamlMap, file: str) -> Iterator[TranslatedText]:
    """Yield the names of branches; if one is given by language, all of them are."""
    for number, branch in enumerate(y.items(root.get("each")), 1):
        name = y.get(branch, "name")
        if isinstance(name, YamlMap):
            key = f"each.{number}.name"
            texts = y.languages(name)
            yield TranslatedText(file, key, key, texts, name.location, "add `{language}: …`")


def _read(path: Path, within: Path | None = None) -> YamlNode | None:
    node, diagnostics = read_yaml(path, within=within)
    if diagnostics:
        raise SpecError(diagnostics)
    return node


def _texts(node: YamlNode | None, file: str, path: tuple[str, ...]) -> Iterator[TranslatedText]:
    if isinstance(node, YamlList):
        for number, item in enumerate(node.items, 1):
            yield from _texts(item, file, (*path, name_of_item(item, number)))
    if not isinstance(node, YamlMap):
        return
    if is_by_language(node):
        # The key of a heading is its English text.
        texts = {ENGLISH: path[-1] if path else ""}
        texts |= {key.value: text.value for key, text in node.items if isinstance(text, YamlText)}
        name = ".".join(path)
        yield TranslatedText(file, name, name, texts, node.location, "add `{language}: …`")
    for key, value in node.items:
        yield from _texts(value, file, (*path, key.value))


def name_of_item(item: YamlNode, number: int) -> str:
    """Return what an item of a list is called in the keys of the texts in it.

    That is its id or its name, or else its number.
    """
    named = item.get("id") or item.get("name") if isinstance(item, YamlMap) else None
    return named.value if isinstance(named, YamlText) else str(number)


def is_by_language(node: YamlMap) -> bool:
    """Return whether a mapping is a text by language; beside it there may be forms of the text."""
    languages = {key.value for key, value in node.items if isinstance(value, YamlText)}
    forms = all(isinstance(value, (YamlText, YamlMap)) for _, value in node.items)
    return bool(languages) and languages <= {ENGLISH, *language_codes()} and forms
