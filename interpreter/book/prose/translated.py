"""Whether the texts of a game are translated, and whether their translations are still of them.

A text by language is any mapping of a game's files whose keys are languages. `translated.yaml`
beside game.yaml keeps for each translation a hash of the English text that it was made of, and one
of itself. A translation is stale if the English changed since and it did not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thesmos.book.prose.tongue import languages
from thesmos.fault import Diagnostic, Place, SpecError, UsageError
from thesmos.load.marked import Map, Node, Seq, Text, plain, read_yaml
from thesmos.load.schema import validate
from thesmos.load.spec import MAX_FILES

RECORD = "translated.yaml"
SOURCE = "en"
HEAD = """\
# Of which English text each translation was made, and what it was then, as hashes: `thesmos docs
# translated` writes this file. A translation is stale if the English changed and it did not.
thesmos: translated
texts:
"""

Record = dict[str, dict[str, dict[str, str]]]  # file, key, language: two hashes


@dataclass(frozen=True)
class Translated:
    """A text by language: its file in the game's folder, its key there, and where it stands."""

    file: str
    key: str
    texts: dict[str, str]
    place: Place


def texts_of(folder: Path) -> list[Translated]:
    """All texts by language of a game's files, in their order.

    Raises SpecError for a file that is no YAML, UsageError for more files than a game may have.
    """
    files = sorted(path for path in folder.rglob("*.yaml") if path.name != RECORD)
    if len(files) > MAX_FILES:
        raise UsageError(f"{folder} holds more than {MAX_FILES} files")
    made: list[Translated] = []
    for path in files:
        node, faults = read_yaml(path)
        if faults:
            raise SpecError(faults)
        name = path.relative_to(folder).as_posix()
        made += _texts(node, name, ())
    return made


def check_translations(folder: Path, wanted: Collection[str] = ()) -> list[Diagnostic]:
    """What is untranslated (W405), stale (W406) or not recorded yet (W407) in a game's folder.

    wanted: the languages that every text should have; all that sentences are made in, if none.
    """
    record = _record(folder)
    faults: list[Diagnostic] = []
    for text in texts_of(folder):
        kept = record.get(text.file, {}).get(text.key, {})
        for language in wanted or languages():
            if language == SOURCE:
                continue
            fault = _fault(text, language, kept.get(language))
            if fault is not None:
                faults.append(fault)
    return faults


def confirm(folder: Path) -> int:
    """Record all translations as they stand, as made of the English that stands there.

    Gives how many entries of the record changed. Writes `translated.yaml` only if some did.
    """
    old, new = _record(folder), _made(folder)
    if old == new:
        return 0
    lines = [HEAD]
    for file, keys in new.items():
        lines.append(f"  {file}:\n")
        lines += (f"    {_quoted(key)}: {_inline(hashes)}\n" for key, hashes in keys.items())
    (folder / RECORD).write_text("".join(lines), encoding="utf-8")
    changed = {*_entries(old)} ^ {*_entries(new)}
    return len({entry[:3] for entry in changed})


# ------------------------------------------------------------------------------ reading


def _texts(node: Node | None, file: str, path: tuple[str, ...]) -> Iterator[Translated]:
    if isinstance(node, Seq):
        for number, item in enumerate(node.items, 1):
            named = item.get("id") if isinstance(item, Map) else None
            name = named.value if isinstance(named, Text) else str(number)
            yield from _texts(item, file, (*path, name))
    if not isinstance(node, Map):
        return
    known = {key.value for key, value in node.items if isinstance(value, Text)}
    if known and known <= {SOURCE, *languages()} and len(known) == len(node.items):
        texts = {key.value: value.value for key, value in node.items if isinstance(value, Text)}
        texts = {SOURCE: path[-1] if path else "", **texts}  # a heading is English by itself
        yield Translated(file, ".".join(path), texts, node.place)
        return
    for key, value in node.items:
        yield from _texts(value, file, (*path, key.value))


def _record(folder: Path) -> Record:
    """What is recorded; nothing if there is no record. Raises SpecError if it is none."""
    path = folder / RECORD
    if not path.is_file():
        return {}
    node, faults = read_yaml(path)
    if node is not None and not faults:
        faults = validate(node, "translated")
    if faults or node is None:
        raise SpecError(faults)
    made: Any = plain(node)
    record: Record = made["texts"]
    return record


def _made(folder: Path) -> Record:
    """The record of the texts as they stand."""
    made: Record = {}
    for text in texts_of(folder):
        hashes = {
            language: f"{_hash(text.texts[SOURCE])} {_hash(words)}"
            for language, words in text.texts.items()
            if language != SOURCE
        }
        if hashes:
            made.setdefault(text.file, {})[text.key] = hashes
    return made


def _entries(record: Record) -> Iterator[tuple[str, str, str, str]]:
    for file, keys in record.items():
        for key, hashes in keys.items():
            for language, pair in hashes.items():
                yield file, key, language, pair


# ------------------------------------------------------------------------------ judging


def _fault(text: Translated, language: str, kept: str | None) -> Diagnostic | None:
    what = f"`{text.key}`"
    words = text.texts.get(language)
    if words is None:
        message = f"{what} is not translated into `{language}`"
        return Diagnostic("W405", message, text.place, f"add `{language}: …`", "warning")
    source, own = _hash(text.texts[SOURCE]), _hash(words)
    if kept == f"{source} {own}":
        return None
    if kept is not None and kept.split(" ")[1] == own:
        message = f"the English of {what} changed, and its text in `{language}` did not"
        hint = "translate it anew, or confirm that it still holds: `thesmos docs translated`"
        return Diagnostic("W406", message, text.place, hint, "warning")
    message = f"{RECORD} does not know {what} in `{language}` as it stands"
    hint = "confirm that it is of the English text: `thesmos docs translated`"
    return Diagnostic("W407", message, text.place, hint, "warning")


def _hash(text: str) -> str:
    """Eight hexadecimal digits of a text, whatever its line breaks."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def _quoted(key: str) -> str:
    """A key as YAML that is read as it stands."""
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _inline(hashes: dict[str, str]) -> str:
    return "{" + ", ".join(f"{language}: {pair}" for language, pair in hashes.items()) + "}"
