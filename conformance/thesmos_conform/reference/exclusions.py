"""The match-ups and the situations within games that a claim leaves out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from thesmos.play.protocols import State
from thesmos_conform.protocol.messages import Claim, Exclusion
from thesmos_conform.reference.oracle import linked_of

Options = Mapping[str, str]  # the value of each option


def why_left_out(
    claim: Claim, powers: Collection[str | None], mode: str, options: Options | None = None
) -> str:
    """Return why a claim leaves out a match-up as a whole; empty if it does not."""
    return _first(
        exclusion
        for exclusion in claim.exclusions
        if not exclusion.pieces and _meets(exclusion, powers, mode, options or {})
    )


def excused(claim: Claim, id: str, clauses: Iterable[str]) -> str:
    """Return why a claim lets a case differ; empty if it does not.

    id: of the case. clauses: those that decide the difference.
    """
    deciding = [*clauses]
    return _first(
        exclusion
        for exclusion in claim.exclusions
        if any(fnmatchcase(id, pattern) for pattern in exclusion.scenarios)
        or any(
            clause == named or clause.startswith(f"{named}.")
            for named in exclusion.clauses
            for clause in deciding
        )
    )


def why_not_asked(claim: Claim, powers: Iterable[str | None], state: State) -> str:
    """Return why a claim leaves out a state; empty if it does not.

    powers: the powers of the set-up. Those that players hold by now count as well.
    """
    if not claim.exclusions:
        return ""
    held = {*powers, *(power for cards in state.held for power in cards)}
    linked = linked_of(state)
    mode = linked.mode.slug
    met = [
        exclusion for exclusion in claim.exclusions if _meets(exclusion, held, mode, linked.options)
    ]
    if not any(exclusion.pieces for exclusion in met):
        return _first(iter(met))
    named = set(_named(state.position()))
    return _first(exclusion for exclusion in met if exclusion.pieces <= named)


def _meets(
    exclusion: Exclusion, powers: Collection[str | None], mode: str, options: Options
) -> bool:
    """Return whether an exclusion applies to these powers, this mode and these options."""
    return (
        not exclusion.of_differences
        and exclusion.powers <= {*powers}
        and (not exclusion.modes or mode in exclusion.modes)
        and all(options.get(name) in values for name, values in exclusion.options)
    )


def _named(value: Any) -> Iterator[str]:
    """Yield the keys with non-empty values in a position, and the words in its texts."""
    if isinstance(value, str):
        yield from value.split()
    elif isinstance(value, list):
        for part in value:
            yield from _named(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if part not in (None, "", [], {}, 0):
                yield from (key, *_named(key), *_named(part))


def _first(exclusions: Iterator[Exclusion]) -> str:
    return next((exclusion.reason for exclusion in exclusions), "")
