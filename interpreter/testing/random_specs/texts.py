"""The text of a spec: documents as nested data, and as YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_ .-]*(?<! )")


@dataclass(frozen=True)
class ClauseText:
    """A clause, or an effect, of one or more lines; a list of them is written as a block."""

    lines: tuple[str, ...]


Document = dict[str, Any]  # of mappings, lists, texts; a list of clauses is a block


@dataclass(frozen=True)
class Spec:
    """A whole spec. documents: by the path of the file. copied: files that are there already.

    powers: those that the players hold.
    """

    documents: Mapping[str, Document]
    powers: tuple[str | None, ...]
    copied: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """All documents, each below its path."""
        return "\n".join(f"# {path}\n{as_yaml(made)}" for path, made in self.documents.items())

    def write(self, folder: Path) -> None:
        """Write all files into a folder."""
        for path, text in self.copied.items():
            _write(folder / path, text)
        for path, document in self.documents.items():
            _write(folder / path, as_yaml(document))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def as_yaml(document: Document) -> str:
    """A document as YAML."""
    return "".join(f"{line}\n" for line in _lines(document))


def _lines(part: Mapping[str, Any]) -> list[str]:
    made = []
    for key, value in part.items():
        name = key if PLAIN.fullmatch(key) else json.dumps(key)
        if isinstance(value, str):
            made.append(f"{name}: {_scalar(value)}")
        elif _is_block(value):
            made.append(f"{name}: |")
            made += [f"  {line}" for clause in value for line in clause.lines]
        elif isinstance(value, Mapping) and value:
            made.append(f"{name}:")
            made += [f"  {line}" for line in _lines(value)]
        else:
            made.append(f"{name}: {_flow(value)}")
    return made


def _is_block(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], ClauseText)


def _flow(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(text: str) -> str:
    return text if PLAIN.fullmatch(text) else json.dumps(text)
