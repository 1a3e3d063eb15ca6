"""§16.8: where loops end that would go on."""

from __future__ import annotations

MAX_ROUNDS = 100  # of one `while`
MAX_SILENT = 500  # steps that may pass one after the other without a decision
