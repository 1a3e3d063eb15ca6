"""Where the texts of a game come from: its files, with unsaved or made-up texts laid over them.

An editor lays what is being typed over the files; a page in a browser has no files and lays every
text. All that reads a game's folder does so through `Sources`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from thesmos.diagnostics import Diagnostic, UsageError
from thesmos.kept import AFRESH, Kept
from thesmos.syntax.marks import marked
from thesmos.syntax.yaml_nodes import MAX_FILES, YamlNode, parse_yaml, read_text


@dataclass(frozen=True)
class Sources:
    """The files of games, with texts laid over them.

    texts: the texts laid over files, by path; None for a file that is to be missing. A path is
        written as the game's folder is, followed by the path below it.
    kept: what has been made of these texts, to be used again.
    """

    texts: Mapping[Path, str | None] = field(default_factory=dict)
    kept: Kept = field(default=AFRESH, compare=False)

    def is_file(self, path: Path) -> bool:
        """Return whether there is such a file."""
        return self.texts[path] is not None if path in self.texts else path.is_file()

    def files(self, folder: Path, pattern: str = "*.yaml") -> list[Path]:
        """Return the files of a folder that match a pattern, in order; none if it doesn't exist.

        pattern: `*.yaml`, or one with folders before it, such as `*/module.yaml`.

        Raises UsageError if there are more than MAX_FILES.
        """
        files = set(folder.glob(pattern)) - self.texts.keys()
        # Texts, as taking paths apart is slow where there are a thousand of them.
        below = "" if folder == Path() else f"{folder}{os.sep}"
        files |= {
            path
            for path, text in self.texts.items()
            if text is not None
            and str(path).startswith(below)
            and str(path).count(os.sep, len(below)) == pattern.count("/")
            and path.match(pattern)
        }
        if len(files) > MAX_FILES:
            raise UsageError(f"{folder} contains more than {MAX_FILES} files", None)
        return sorted(files)

    def is_there(self, path: Path) -> bool:
        """Return whether there is a file, or anything else that it would have to be."""
        return self.is_file(path) if path in self.texts else os.path.lexists(path)

    def tree(
        self, path: Path, within: Path | None = None
    ) -> tuple[YamlNode | None, list[Diagnostic]]:
        """Return the tree of a file, and all errors in it, as `parse_yaml` does. Never raises.

        within: the folder that it belongs to, which no link may leave.
        """
        overlaid = self.texts.get(path)
        text = read_text(path, within) if overlaid is None else overlaid
        if isinstance(text, Diagnostic):
            return None, [text]
        name = str(path)
        node, wrong = self.kept.of("tree", lambda: parse_yaml(text, name), name, text)
        return node, [*wrong]

    def lines(self, path: Path) -> list[str]:
        """Return the lines of a file, without a byte order mark; none if it can't be read."""
        text = self.texts.get(path)
        try:
            written = path.read_text(encoding="utf-8") if text is None else text
            return written.removeprefix("\ufeff").splitlines()
        except (OSError, UnicodeDecodeError):
            return []


DISK = Sources()


def with_lines(diagnostics: Iterable[Diagnostic], sources: Sources = DISK) -> list[Diagnostic]:
    """Return diagnostics marked in the lines that they are about, if these can be read."""
    read: dict[str, list[str]] = {}

    def lines(file: str) -> list[str]:
        if file not in read:
            read[file] = sources.lines(Path(file))
        return read[file]

    return [marked(diagnostic, lines) for diagnostic in diagnostics]
