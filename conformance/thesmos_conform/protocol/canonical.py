"""The canonical text of the position a turn ends in: conformance/protocol/README.md, section 4.

Two programs that know nothing of each other write the same text for the same position, so that
hashes of it can be compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection

from thesmos.play.differences import normal
from thesmos_conform.protocol.messages import Json


def canonical(end: Json, by_player: Collection[str] = ()) -> str:
    """Return a position as JSON text, without spaces and empty parts, with sorted keys.

    by_player: the paths of keys, joined by dots, whose lists have an entry for each player.
    """
    form = normal(end, by_player)
    return json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """Return the SHA-256 of a canonical text, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()
