"""The canonical text of the position a turn ends in: conformance/protocol/README.md, section 4.

Two programs that know nothing of each other write the same text for the same position, so that
hashes of it can be compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from typing import Any

from thesmos_conform.protocol.messages import Json

_EMPTY: tuple[Any, ...] = ("", [], {}, 0, None)


def canonical(end: Json, by_player: Collection[str] = ()) -> str:
    """Return a position as JSON text, without spaces and empty parts, with sorted keys.

    by_player: the paths of keys, joined by dots, whose lists have an entry for each player.
    """
    plain = _plain(end, by_player, "")
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """Return the SHA-256 of a canonical text, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any, by_player: Collection[str], path: str) -> Any:
    if isinstance(value, dict):
        return {
            key: _plain(one, by_player, f"{path}.{key}" if path else key)
            for key, one in value.items()
            if one not in _EMPTY
        }
    if isinstance(value, list | tuple):
        if path not in by_player and all(isinstance(one, str) for one in value):
            return sorted(value)
        return [_plain(one, (), "") for one in value]
    return value
