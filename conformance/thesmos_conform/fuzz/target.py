"""A target of the fuzzer: an adapter with a judge of its answers."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from thesmos.check.documents.rulings import RULINGS
from thesmos_conform.cases.case import Case
from thesmos_conform.judging.dead_ends import LOST
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Claim, Place
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import Oracle

EVENTS = "events"
WITH_EVENTS = 4  # events are compared in one game in this many: computing them takes longest

Ask = Callable[[Case], CaseResult]
Count = Callable[[Place], int | None]


@dataclass(frozen=True)
class Target:
    """An adapter to test. ask: asks and judges a case; never raises, whatever the adapter does.

    count: its count of positions at the end of a turn; None, or no function, if it does not count.
    """

    name: str
    claim: Claim
    ask: Ask
    count: Count | None = None


def target_of(oracle: Oracle, name: str, peer: Peer, claim: Claim, follow: str = RULINGS) -> Target:
    """Return a target whose answers the rules judge. peer: answers by single steps.

    follow: RULINGS, or ORIGINAL to leave out what depends on our own rulings.
    """
    judge = CaseJudge(oracle, claim, follow=follow)
    without_events = replace(
        claim, levels=tuple(level for level in claim.levels if level != EVENTS)
    )
    quick = CaseJudge(oracle, without_events, follow=follow)

    def ask(case: Case) -> CaseResult:
        return (quick if zlib.crc32(case.id.encode()) % WITH_EVENTS else judge).ask(case, peer)

    def count(place: Place) -> int | None:
        try:
            positions = peer.perft(place, 1)
        except ProtocolError:  # a failure that `conform` reports
            return None
        return positions if isinstance(positions, int) else None

    # A claim that leaves out situations may leave out some within the turn.
    able = "perft" in judge.claim.levels and judge.claim.dead_ends != LOST
    return Target(name, judge.claim, ask, count if able and not claim.exclusions else None)
