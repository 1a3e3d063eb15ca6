"""Missing and stale translations.

`translated.yaml` in the folder of a corpus keeps two hashes for each translation: one of the
English text it was made from, one of itself. A translation is stale if the English text changed and
the translation did not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from thesmos.diagnostics import Diagnostic, SpecError, UsageError
from thesmos.files import write_text
from thesmos.syntax.schema import validate
from thesmos.syntax.spec_folder import TRANSLATIONS, bounds
from thesmos.syntax.yaml_nodes import parse_yaml, plain, read_yaml, with_lines
from thesmos_rulebook.prose.language import ENGLISH, language_codes
from thesmos_rulebook.translations.corpus import Corpus, TranslatedText

HEAD = """\
# For each translation, a hash of its English text and one of itself, when it was last confirmed by
# `thesmos docs translated`. A translation is stale if its English changed and it did not.
thesmos: translated
texts:
"""
UNRECORDED = "W407"

Record = dict[str, dict[str, dict[str, str]]]  # file, key, language: two hashes


def check_translations(corpus: Corpus, wanted: Collection[str] = ()) -> list[Diagnostic]:
    """Return what is untranslated (W405), stale (W406) or unrecorded (W407) in a corpus.

    wanted: the languages that every text should have; by default all supported ones. Raises
    SpecError if the record is invalid.
    """
    record = _record(corpus.record)
    diagnostics = [*corpus.diagnostics]
    for text in corpus.texts:
        kept = record.get(text.file, {}).get(text.key, {})
        for language in wanted or language_codes():
            if language == ENGLISH:
                continue
            diagnostic = _diagnostic(text, language, kept.get(language))
            if diagnostic is not None:
                diagnostics.append(diagnostic)
    return with_lines(diagnostics)


def confirm(corpus: Corpus) -> int:
    """Record all translations as made from the current English text.

    Returns how many entries changed; the file is written only if any did. Raises SpecError if
    the old record is invalid, UsageError if these texts can't be recorded.
    """
    old, new = _record(corpus.record), _current(corpus.texts)
    if old == new:
        return 0
    lines = [HEAD]
    for file, keys in new.items():
        lines.append(f"  {_quoted(file)}:\n")
        lines += (f"    {_quoted(key)}: {_inline(hashes)}\n" for key, hashes in keys.items())
    text = "".join(lines)
    node, diagnostics = parse_yaml(text, str(corpus.record))
    diagnostics += validate(node, "translated") if node is not None else []
    if diagnostics:
        raise UsageError(
            f"{corpus.record} can't record these translations: {diagnostics[0].message}",
            "use shorter names of files and keys, or several folders",
        )
    write_text(corpus.record, text)
    changed = {*_entries(old)} ^ {*_entries(new)}
    return len({entry[:3] for entry in changed})


def _record(path: Path) -> Record:
    """Return the record; empty if there is none. Raises SpecError if it is invalid."""
    if not path.is_file():
        return {}
    node, diagnostics = read_yaml(path, within=bounds(path.parent))
    if node is not None and not diagnostics:
        diagnostics = validate(node, "translated")
    if diagnostics or node is None:
        raise SpecError(diagnostics)
    result: Any = plain(node)
    record: Record = result["texts"]
    return record


def _current(texts: Collection[TranslatedText]) -> Record:
    """Return the record that the current texts should have."""
    result: Record = {}
    for text in texts:
        hashes = {
            language: f"{_hash(text.texts[ENGLISH])} {_hash(words)}"
            for language, words in text.texts.items()
            if language != ENGLISH
        }
        if hashes:
            result.setdefault(text.file, {})[text.key] = hashes
    return result


def _entries(record: Record) -> Iterator[tuple[str, str, str, str]]:
    for file, keys in record.items():
        for key, hashes in keys.items():
            for language, pair in hashes.items():
                yield file, key, language, pair


def _diagnostic(text: TranslatedText, language: str, kept: str | None) -> Diagnostic | None:
    words = text.texts.get(language)
    if words is None:
        message = f"`{text.name}` is not translated into `{language}`"
        hint = text.hint.replace("{language}", language)
        return Diagnostic("W405", message, text.location, hint, "warning")
    source, own = _hash(text.texts[ENGLISH]), _hash(words)
    if kept == f"{source} {own}":
        return None
    if kept is not None and kept.split(" ")[1] == own:
        message = (
            f"the English of `{text.name}` changed, but its translation into `{language}` did not"
        )
        hint = "update the translation, or confirm that it still matches: `thesmos docs translated`"
        return Diagnostic("W406", message, text.location, hint, "warning")
    which = f"the current translation of `{text.name}` into `{language}`"
    message = f"{TRANSLATIONS} has no entry for {which}"
    hint = "check that it matches the English, then confirm: `thesmos docs translated`"
    return Diagnostic(UNRECORDED, message, text.location, hint, "warning")


def _hash(text: str) -> str:
    """Return eight hexadecimal digits that identify a text, ignoring line breaks."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def _quoted(key: str) -> str:
    """Return a key quoted for YAML."""
    kept = key.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in kept) + '"'


def _inline(hashes: dict[str, str]) -> str:
    return "{" + ", ".join(f"{language}: {pair}" for language, pair in hashes.items()) + "}"
