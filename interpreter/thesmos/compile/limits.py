"""§16.8: where loops end that would go on, and games that are played at random."""

from __future__ import annotations

MAX_ROUNDS = 100  # of one `while`
MAX_SILENT = 500  # steps that may pass one after the other without a decision
MAX_DECISIONS = 100_000  # of a random game: rules may allow a turn that never ends
