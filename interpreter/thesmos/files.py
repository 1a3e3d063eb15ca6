"""Files as people hand them on: read only where they belong."""

from __future__ import annotations

import os
from pathlib import Path


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a path below a folder leads out of it, by a link at any place of the path."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
