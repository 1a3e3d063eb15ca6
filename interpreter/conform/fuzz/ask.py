"""An adapter as a hunt needs it: every question gets a result, whatever the adapter does."""

from __future__ import annotations

from dataclasses import replace

from thesmos.conform.cases import Case
from thesmos.conform.faults import Fault
from thesmos.conform.judge import Judge, result_of
from thesmos.conform.peer import Peer
from thesmos.conform.result import CaseResult, Failure


class Asker:
    """Asks one adapter. A fault of the conversation is a result; the next question starts anew.

    mute: how often in a row no answer came.
    """

    def __init__(self, judge: Judge, peer: Peer) -> None:
        self.judge = judge
        self.peer = peer
        self.mute = 0

    def ask(self, case: Case) -> CaseResult:
        """One case, judged."""
        try:
            result = self.judge.judge(case, self.peer)
        except Fault as fault:
            self.mute += 1
            message = f"{fault}; {fault.vice.hint}"
            place = case.looks[0].place
            failure = Failure(place, message=message, line=fault.line, stderr=fault.stderr)
            return replace(result_of(case, fault.vice.status), failure=failure)
        self.mute = 0
        return result
