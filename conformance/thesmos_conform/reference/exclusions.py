"""The match-ups and the situations within games that a claim leaves out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from thesmos.play.protocols import State
from thesmos_conform.protocol.messages import Claim, Exclusion
from thesmos_conform.reference.oracle import linked_of


def why_left_out(claim: Claim, powers: Collection[str | None], mode: str) -> str:
    """Return why a claim leaves out a match-up as a whole; empty if it does not."""
    return _first(one for one in claim.exclusions if not one.pieces and _meets(one, powers, mode))


def why_not_asked(claim: Claim, powers: Iterable[str | None], state: State) -> str:
    """Return why a claim leaves out a state; empty if it does not.

    powers: the powers of the set-up. Those that players hold by now count as well.
    """
    if not claim.exclusions:
        return ""
    held = {*powers, *(power for each in state.held for power in each)}
    mode = linked_of(state).mode.slug
    met = [one for one in claim.exclusions if _meets(one, held, mode)]
    if not any(one.pieces for one in met):
        return _first(iter(met))
    there = set(_named(state.position()))
    return _first(one for one in met if one.pieces <= there)


def _meets(one: Exclusion, powers: Collection[str | None], mode: str) -> bool:
    """Return whether an exclusion applies to these powers and this mode."""
    return one.powers <= {*powers} and (not one.modes or mode in one.modes)


def _named(value: Any) -> Iterator[str]:
    """Yield the keys with non-empty values in a position, and the words in its texts."""
    if isinstance(value, str):
        yield from value.split()
    elif isinstance(value, list):
        for one in value:
            yield from _named(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if one not in (None, "", [], {}, 0):
                yield from (key, *_named(key), *_named(one))


def _first(found: Iterator[Exclusion]) -> str:
    return next((one.reason for one in found), "")
