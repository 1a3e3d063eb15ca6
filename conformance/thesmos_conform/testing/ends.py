"""Answers of engines that know only positions: what a turn leads to by the rules, changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace

from thesmos_conform.judging.turn_ends import ends_of
from thesmos_conform.protocol.canonical import canonical, digest
from thesmos_conform.protocol.messages import Answer, Json, Place, Reply
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.fakes import EVERYTHING

BY_POSITIONS = replace(EVERYTHING, granularity="positions")


def listed(texts: Iterable[str], *, hashed: bool = False) -> Answer:
    """The answer with these positions, as canonical texts."""
    if hashed:
        return Answer(hashes=tuple(map(digest, texts)))
    return Answer(positions=tuple(json.loads(text) for text in texts))


def with_end(
    oracle: Oracle, end: Json, *, hashed: bool = False
) -> Callable[[Place, Reply], Answer]:
    """Answers with one position too many."""

    def change(place: Place, _: Reply) -> Answer:
        texts = [*ends_of(oracle, place, BY_POSITIONS).by_text, canonical(end)]
        return listed(texts, hashed=hashed)

    return change
