"""Forms of older versions of the clause language, and those that `thesmos fmt` writes for them.

The grammar has them no more: `check` rejects them, and names the new form (hints.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_NEW: Mapping[str, str] = {
    r"[ \t]*\bduring[ \t]+this[ \t]+turn\b": "",  # as without it
    r"\bor_in\b": "union",
}
_OLD = re.compile("|".join([r"(?P<comment>#[^\n]*)", *(f"({pattern})" for pattern in _NEW)]))


def renewed(text: str) -> str:
    """Return a clause text with the forms of today; its comments stay as they are."""
    return _OLD.sub(_new, text)


def _new(found: re.Match[str]) -> str:
    if found["comment"]:
        return found.group()
    return next(new for old, new in _NEW.items() if re.fullmatch(old, found.group()))
