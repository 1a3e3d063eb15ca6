"""Data packed for a script, in half the space of what browsers can unpack: see unpacking.js."""

from __future__ import annotations

import lzma
from base64 import b64encode

MOST_BACK = 1 << 23  # bytes to what is repeated; more takes more time and finds little
LEAST_BACK = 1 << 12


def packed(data: bytes) -> str:
    """Return data as text that a script unpacks."""
    back = min(max(LEAST_BACK, len(data)), MOST_BACK)
    way = {
        "id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "pb": 2, "dict_size": back
    }  # fmt: skip
    whole = lzma.compress(data, format=lzma.FORMAT_ALONE, filters=[way])
    size = len(data).to_bytes(8, "little")  # it is not known when the header is written
    return b64encode(whole[:5] + size + whole[13:]).decode()
