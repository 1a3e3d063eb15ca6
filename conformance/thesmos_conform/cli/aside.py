"""What `fuzz` and `perft --divide -i` say about what does not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

NAMED = 10  # reasons to name

NOTHING = "nothing was compared: choose a match-up that the adapter claims"

Aside = tuple[str, str, str]  # how much of what, its status, and why


def aside_lines(every: Iterable[Aside]) -> Iterator[str]:
    """Yield a line for each reason, such as `3 games: left out (…)`."""
    reasons = [*every]
    for much, status, reason in reasons[:NAMED]:
        yield f"{much}: {status} ({reason})"
    if len(reasons) > NAMED:
        yield f"and for {len(reasons) - NAMED} more reasons, which --json lists"
