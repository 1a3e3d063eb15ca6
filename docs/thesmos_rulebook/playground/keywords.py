"""The keywords of the clause language, for the colours of the editor: those of the grammar."""

from __future__ import annotations

import json
import re
from pathlib import Path

QUOTED = re.compile(r'"([a-z]{2,})"')
TOKEN = re.compile(r"^[A-Z_]+(?:\.\d)?: /(.*)/$", re.MULTILINE)
ANY_NAME = "a-z"  # in the pattern of a token that is no keyword
WORD = re.compile(r"(?<![\\a-z])[a-z]{2,}")


def keywords_script(grammar: Path) -> str:
    """Return a module of JavaScript with the set of all keywords.

    grammar: the folder of the grammar.
    """
    text = (grammar / "clause.lark").read_text(encoding="utf-8")
    words = set(QUOTED.findall(text))
    for pattern in TOKEN.findall(text):
        if ANY_NAME not in pattern:
            words |= {*WORD.findall(pattern.replace("\\b", " ").replace("[ \\t]", " "))}
    return f"export const KEYWORDS = new Set({json.dumps(sorted(words))});\n"
