"""Catalogs: the translations of a book into one language, in a gettext file `<language>.po`.

An entry belongs to a place, such as `spec/g/powers/wing.yaml: title`, which is its context. It has
the English text that was translated, and the translation. It is *fuzzy* if the English has changed
since, and nobody has confirmed yet that the translation still fits.
"""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from thesmos.diagnostics import UsageError
from thesmos.files import leads_out, write_text

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as Messages

SUFFIX = ".po"
WIDTH = 120  # columns at which long texts are continued on the next line
MAX_BYTES = 16 << 20
PREVIOUS = "| "  # begins the comments that hold the previous English text of a fuzzy entry
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
HEADER = """\
# The rule book in the language `{language}`. `thesmos docs translated` keeps this file up to date.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


@dataclass(frozen=True)
class CatalogEntry:
    """A text and its translation, empty if there is none.

    previous: for a fuzzy entry, the English text that was translated.
    comments: by translators.
    """

    english: str
    translation: str = ""
    fuzzy: bool = False
    previous: str = ""
    comments: tuple[str, ...] = ()


Catalog = Mapping[str, CatalogEntry]  # by place


def catalog_file(folder: Path, language: str) -> Path:
    """Return the file of a catalog, whether or not it exists."""
    return folder / f"{language}{SUFFIX}"


def languages_in(folder: Path) -> list[str]:
    """Return the languages for which a folder has catalogs, sorted."""
    return sorted(file.stem for file in folder.glob(f"*{SUFFIX}"))


def read_catalog(file: Path, within: Path | None = None) -> Catalog:
    """Return the entries of a catalog in their order; empty if there is no such file.

    within: the folder that the file must be in. Raises UsageError for a file that is too long or
    is not a catalog, or if Babel is missing.
    """
    if not file.is_file():
        return {}
    if within is not None and leads_out(file, within):
        raise UsageError(f"{file} leads out of {within}", "put the file itself there")
    if file.stat().st_size > MAX_BYTES:
        raise UsageError(f"{file} is longer than {MAX_BYTES} bytes")
    return _read(file, stamp(file))


def stamp(file: Path) -> object:
    """Return a value that changes when a file is written: its modification time and size."""
    state = file.stat()
    return state.st_mtime_ns, state.st_size


def write_catalog(file: Path, entries: Catalog) -> None:
    """Write a catalog, with its entries sorted by file and otherwise in their order.

    Raises UsageError if the file can't be written, or if Babel is missing.
    """
    messages = _messages()
    for place in sorted(entries, key=lambda place: place.partition(": ")[0]):
        entry = entries[place]
        messages.add(
            entry.english,
            entry.translation,
            context=place,
            flags=["fuzzy"] if entry.fuzzy else [],
            previous_id=entry.previous or (),
            user_comments=entry.comments,
        )
    from babel.messages.pofile import write_po

    written = io.BytesIO()
    write_po(written, messages, width=WIDTH, omit_header=True, include_previous=True)
    text = HEADER.format(language=file.stem) + written.getvalue().decode("utf-8")
    write_text(file, text)


@functools.lru_cache(maxsize=16)
def _read(file: Path, _stamp: object) -> Catalog:
    """Read a catalog; cached until it is written again."""
    with file.open("rb") as stream:
        return _entries(stream, file)


def _entries(stream: BinaryIO, file: Path) -> Catalog:
    """Return the entries in the text of a catalog.

    file: its path, for messages.
    """
    _messages()  # raises the error that says what is missing
    from babel.messages.pofile import PoFileError, read_po

    try:
        messages = read_po(stream, charset="utf-8", abort_invalid=True)
    except (PoFileError, ValueError) as error:
        hint = "`msgfmt -c` says where; or restore it, and run `thesmos docs translated`"
        raise UsageError(f"{file} is not a gettext catalog: {error}", hint) from error
    return {
        message.context: CatalogEntry(
            message.id,
            message.string,
            message.fuzzy,
            _previous(message.user_comments),
            tuple(comment for comment in message.user_comments if not comment.startswith(PREVIOUS)),
        )
        for message in messages
        if message.context and isinstance(message.id, str) and isinstance(message.string, str)
    }


def _previous(comments: Sequence[str]) -> str:
    """Return the previous English text, which Babel writes as a comment and reads as one."""
    from babel.messages.pofile import unescape

    lines = (comment.removeprefix(PREVIOUS) for comment in comments if comment.startswith(PREVIOUS))
    return "".join(map(unescape, QUOTED.findall(" ".join(lines))))


def _messages() -> Messages:
    """Return a collection of messages of Babel. Raises UsageError if it is not installed."""
    try:
        from babel.messages.catalog import Catalog as New
    except ImportError as error:
        hint = "pip install 'thesmos[docs]'"
        raise UsageError("translations of the rule book need Babel", hint) from error
    return New(charset="utf-8")
