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
        if not (exclusion.pieces or exclusion.of_differences)
        and _meets(exclusion, powers, mode, options or {})
    )


def excused(
    claim: Claim, id: str, clauses: Iterable[str], powers: Iterable[str | None], state: State
) -> str:
    """Return why a claim lets a case differ; empty if it does not.

    id: of the case. clauses: those that decide the difference. powers: those of the set-up.
    state: where it differs.
    """
    deciding = [*clauses]
    named = (
        exclusion
        for exclusion in claim.exclusions
        if any(fnmatchcase(id, pattern) for pattern in exclusion.scenarios)
        or any(
            clause == named or clause.startswith(f"{named}.")
            for named in exclusion.clauses
            for clause in deciding
        )
    )
    return _first(_met(named, powers, state))


def why_not_asked(claim: Claim, powers: Iterable[str | None], state: State) -> str:
    """Return why a claim leaves out a state; empty if it does not.

    powers: the powers of the set-up. Those that players hold by now count as well.
    """
    whole = (exclusion for exclusion in claim.exclusions if not exclusion.of_differences)
    return _first(_met(whole, powers, state))


def _met(
    exclusions: Iterable[Exclusion], powers: Iterable[str | None], state: State
) -> Iterator[Exclusion]:
    """Yield the exclusions whose powers, modes, pieces and options a state has."""
    every = [*exclusions]
    if not every:
        return
    held = {*powers, *(power for cards in state.held for power in cards)}
    linked = linked_of(state)
    met = [
        exclusion
        for exclusion in every
        if _meets(exclusion, held, linked.mode.slug, linked.options)
    ]
    words = (
        {*_named(state.position())} if any(exclusion.pieces for exclusion in met) else set[str]()
    )
    yield from (exclusion for exclusion in met if exclusion.pieces <= words)


def _meets(
    exclusion: Exclusion, powers: Collection[str | None], mode: str, options: Options
) -> bool:
    """Return whether an exclusion applies to these powers, this mode and these options."""
    return (
        exclusion.powers <= {*powers}
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
