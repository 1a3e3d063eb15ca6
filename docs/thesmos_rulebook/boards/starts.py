"""The file beside a page with what boards begin with that somebody opens at its examples."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from thesmos_rulebook.boards.packing import packed

STARTS = "starts.js"


def starts_script(page: str, starts: Sequence[Mapping[str, Any]]) -> str:
    """Return the script with the starts of a page, packed.

    page: its path in the book of its language, without the ending.
    """
    data = json.dumps([*starts], ensure_ascii=False, separators=(",", ":")).encode()
    about = json.dumps({"packed": packed(data), "lengths": [len(data)]})
    return f"thesmosBoards.starts[{json.dumps(page)}] = {about};\n"
