"""Where the grammar of the clause language is, and the tables that are made from it."""

from __future__ import annotations

from pathlib import Path

from thesmos import resources


def grammar_text() -> str:
    """Return the text of the grammar."""
    return (resources.grammar_dir() / "clause.lark").read_text(encoding="utf-8")


def tables_file() -> Path:
    """Return the path of the parser's tables (see clause_tables.py)."""
    return resources.grammar_dir() / "clause.tables.json"
