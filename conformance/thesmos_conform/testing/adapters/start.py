"""Starting the adapters of this folder in tests."""

from __future__ import annotations

import sys

from thesmos_conform.adapters.config import AdapterConfig

STARTUP = 10.0  # seconds, since a busy machine takes long to start a process
TIMEOUT = 5.0


def adapter(name: str, startup: float = STARTUP, timeout: float = TIMEOUT) -> AdapterConfig:
    """One of the adapters in `faulty.ADAPTERS`, with its time limits."""
    command = (sys.executable, "-m", "thesmos_conform.testing.adapters.faulty", name)
    return AdapterConfig(name, command, startup=startup, timeout=timeout)
