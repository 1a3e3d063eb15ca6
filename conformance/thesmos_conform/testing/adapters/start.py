"""Starting the adapters of this folder, in tests."""

from __future__ import annotations

import sys

from thesmos_conform.adapters.config import AdapterConfig

STARTUP = 10.0  # seconds: a loaded machine takes long to start a process
TIMEOUT = 5.0


def adapter(vice: str, startup: float = STARTUP, timeout: float = TIMEOUT) -> AdapterConfig:
    """The adapter with a vice of `vices.VICES`, or the `honest` one."""
    command = (sys.executable, "-m", "thesmos_conform.testing.adapters.faulty", vice)
    return AdapterConfig(vice, command, startup=startup, timeout=timeout)
