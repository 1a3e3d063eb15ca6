"""What `fuzz` and `perft --divide -i` say about what does not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

NAMED = 10  # reasons to tell

NOTHING = "nothing was compared: choose a match-up that the adapter claims"

Aside = tuple[str, str, str]  # how much of what, its status, and why


def aside_lines(every: Iterable[Aside]) -> Iterator[str]:
    """A line for each reason, such as `3 games: left out (…)`."""
    told = [*every]
    for much, status, reason in told[:NAMED]:
        yield f"{much}: {status} ({reason})"
    if len(told) > NAMED:
        yield f"and for {len(told) - NAMED} more reasons, which --json lists"
