"""The hand-written pages of the repository and their fenced blocks, for tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from thesmos_rulebook.prose.language import ENGLISH, language_codes
from thesmos_rulebook.translations.page_texts import pages_of

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs" / "pages"
OUTSIDE = (  # pages that are not below DOCS
    "README",
    "CONTRIBUTING",
    "SECURITY",
    "conformance/protocol/README",
    "conformance/records/README",
    "conformance/scenarios/README",
)
FOLDERS = ("spec/", "grammar/", "conformance/", "interpreter/", "docs/")
FENCE = re.compile(
    r"(?:^<!-- (?P<note>[^>]*) -->\n)?^```(?P<kind>\w+)(?: title=\"(?P<title>[^\"]*)\")?\n"
    r"(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    note: the comment above it.
    title: the one beside its fence.
    """

    page: str
    line: int
    kind: str
    note: str
    title: str
    text: str

    @property
    def notes(self) -> list[str]:
        """The parts of the comment above the block."""
        return self.note.split(", ")

    @property
    def quoted(self) -> bool:
        """Whether the block quotes a file of the repository."""
        return self.title.startswith(FOLDERS)

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Return all hand-written pages, in every language."""
    return [*(ROOT / f"{name}.md" for name in OUTSIDE), *sorted(DOCS.rglob("*.md"))]


def translated_pages() -> list[tuple[Path, Path]]:
    """Return every translated page, after the English one."""
    return [
        (DOCS / name, path)
        for language in other_languages()
        for name, path in pages_of(DOCS, language).items()
    ]


def other_languages() -> list[str]:
    """Return the languages of the pages other than English."""
    return [language for language in language_codes() if language != ENGLISH]


def read(name: str | Path) -> str:
    """Return the text of a file, by its path in the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    """Return the path of a page in the repository, as messages name it."""
    return path.relative_to(ROOT).as_posix()


def lines(found: Iterable[object]) -> str:
    """Return what a test has found, one on each line, for its message."""
    return "\n".join(map(str, found))


@cache
def blocks() -> tuple[Block, ...]:
    """Return the blocks of all pages."""
    return tuple(block for path in pages() for block in _blocks(path))


def _blocks(path: Path) -> Iterator[Block]:
    text = read(path)
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        note, title = found["note"] or "", found["title"] or ""
        yield Block(name_of(path), line, found["kind"], note.strip(), title, found["text"])
