"""The hand-written pages as a corpus: English in one folder, other languages in subfolders.

A page is translated section by section, unless the settings list it as `english_only`: in a page of
its own, or in the catalog of its language. A heading of a translation carries the anchor of the
English one, `{#like-this}`, so that links are the same in every language. The titles of the
navigation belong to the corpus too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from thesmos.diagnostics import Diagnostic, Location, UsageError
from thesmos_rulebook.prose.language import ENGLISH, language_codes
from thesmos_rulebook.translations.corpus import Corpus, TranslatedText
from thesmos_rulebook.translations.page_settings import (
    SETTINGS,
    english_only,
    parts_of,
    read_settings,
    settings_file,
)

MAX_PAGES = 500
MAX_BYTES = 1 << 20
TOP = "(top)"  # in place of an anchor, for the text above the first second-level heading
_HEADING = re.compile(r"(#{2,6}) +(.*?)(?: +\{#([\w.-]+)\})?\s*")
_FENCE = re.compile(r" *(```+|~~~+)")


@dataclass(frozen=True)
class Section:
    """A section of a page.

    line: the line of its heading, from 1.
    """

    anchor: str
    line: int
    text: str


def corpus_of_pages(docs: Path) -> Corpus:
    """Return the sections of all pages in a folder of hand-written pages, by language.

    Its diagnostics are pages and sections without an English original (W408). Raises UsageError
    for too many pages, and for a page that is too long or not UTF-8.
    """
    diagnostics: list[Diagnostic] = []
    settings = read_settings(docs)
    texts = [_part(docs, part) for part in parts_of(settings.get("nav"))]
    pages = pages_of(docs, ENGLISH).items()
    english = {name: path for name, path in pages if not english_only(settings, name)}
    others = {
        language: pages_of(docs, language) for language in language_codes() if language != ENGLISH
    }
    for name, path in english.items():
        translated = {
            language: {section.anchor: section for section in sections(read_page(pages[name]))}
            for language, pages in others.items()
            if name in pages
        }
        english_sections = sections(read_page(path))
        texts += _texts(name, path, english_sections, translated)
        anchors = {section.anchor for section in english_sections}
        for language, translated_sections in translated.items():
            diagnostics += (
                _alone(f"{name}#{section.anchor}", others[language][name], section.line)
                for section in translated_sections.values()
                if section.anchor not in anchors
            )
    for there_too in others.values():
        diagnostics += (
            _alone(name, path, 1) for name, path in there_too.items() if name not in english
        )
    return Corpus(docs, tuple(texts), tuple(diagnostics))


def pages_of(docs: Path, language: str) -> dict[str, Path]:
    """Return the pages in a language, by path below its folder. Raises UsageError for too many."""
    root = docs if language == ENGLISH else docs / language
    others = {docs / other for other in language_codes()} - {root}
    files = [file for file in sorted(root.rglob("*.md")) if not others & set(file.parents)]
    if len(files) > MAX_PAGES:
        raise UsageError(f"{root} contains more than {MAX_PAGES} pages")
    return {file.relative_to(root).as_posix(): file for file in files}


def read_page(path: Path) -> str:
    """Return the text of a page. Raises UsageError if it is too long, or not UTF-8."""
    if path.stat().st_size > MAX_BYTES:
        raise UsageError(f"{path} is longer than {MAX_BYTES} bytes")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text", "save it as UTF-8") from error


def sections(text: str) -> list[Section]:
    """Split a page into what is before its first heading and a section for each heading.

    The page's title, of the first level, belongs to the first section. Text in fences is
    ignored.
    """
    starts = [(TOP, 1)]
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip() == fence:
            fence = ""
        elif not fence and (heading := _HEADING.fullmatch(line)):
            starts.append((heading[3] or anchor_of(heading[2]), number))
    lines = text.split("\n")
    ends = [line - 1 for _, line in starts[1:]] + [len(lines)]
    return [
        Section(anchor, line, "\n".join(lines[line - 1 : end]))
        for (anchor, line), end in zip(starts, ends, strict=True)
    ]


def anchor_of(heading: str) -> str:
    """Return the anchor that Markdown derives from a heading."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.lower())).strip("-")


def with_anchor(section: str, anchor: str) -> str:
    """Return the text of a section with the anchor of the English one in its heading."""
    first, *rest = section.split("\n")
    heading = _HEADING.fullmatch(first)
    if heading is None or heading[3]:
        return section
    return "\n".join([f"{first.rstrip()} {{#{anchor}}}", *rest])


def _texts(
    name: str,
    path: Path,
    english_sections: list[Section],
    translated: dict[str, dict[str, Section]],
) -> Iterator[TranslatedText]:
    for section in english_sections:
        words = {
            language: by_anchor[section.anchor].text
            for language, by_anchor in translated.items()
            if section.anchor in by_anchor
        }
        top = section.anchor == TOP
        called = name if top else f"{name}#{section.anchor}"
        heading = "its beginning" if top else f"a heading with `{{#{section.anchor}}}`"
        hint = f"write `{{language}}/{name}`, with {heading}"
        location = Location(str(path), section.line, 1)
        texts = {ENGLISH: section.text, **words}
        yield TranslatedText(
            name, section.anchor, called, texts, location, hint, frozenset(translated)
        )


def _part(docs: Path, title: str) -> TranslatedText:
    """Return the title of a part of the navigation."""
    location = Location(str(settings_file(docs)), 1, 1)
    hint = "translate it in the catalog of that language"
    return TranslatedText(SETTINGS, title, title, {ENGLISH: title}, location, hint)


def _alone(name: str, path: Path, line: int) -> Diagnostic:
    message = f"`{name}` has no English original"
    hint = "use the name of the English page, and the English anchor in its heading, `{#…}`"
    return Diagnostic("W408", message, Location(str(path), line, 1), hint, "warning")
