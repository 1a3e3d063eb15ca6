"""§16.8: the limits of loops that would not end, and of games that are played at random."""

from __future__ import annotations

MAX_ROUNDS = 100  # rounds of one `while`
MAX_SILENT = 500  # successive steps without a decision
MAX_DECISIONS = 100_000  # decisions of a random game: rules may allow a turn that never ends
CONCEDES = -1  # the code of conceding, where many states are stepped at once
