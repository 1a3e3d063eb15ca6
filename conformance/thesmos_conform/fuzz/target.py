"""What the fuzzer asks: an adapter, and who judges its answers."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from thesmos_conform.cases.case import Case
from thesmos_conform.protocol.messages import Claim
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.judge import CaseJudge
from thesmos_conform.runner.result import CaseResult

EVENTS = "events"
WITH_EVENTS = 4  # of one game in so many events are compared, too: to find them takes longest

Ask = Callable[[Case], CaseResult]


@dataclass(frozen=True)
class Target:
    """An adapter to test. ask: asks and judges a case; never raises, whatever the adapter does."""

    name: str
    claim: Claim
    ask: Ask


def target_of(oracle: Oracle, name: str, peer: Peer, claim: Claim) -> Target:
    """A target whose answers the rules judge. peer: answers by single steps."""
    judge = CaseJudge(oracle, claim)
    without_events = replace(claim, levels=tuple(one for one in claim.levels if one != EVENTS))
    quick = CaseJudge(oracle, without_events)

    def ask(case: Case) -> CaseResult:
        return (quick if zlib.crc32(case.id.encode()) % WITH_EVENTS else judge).ask(case, peer)

    return Target(name, judge.claim, ask)
