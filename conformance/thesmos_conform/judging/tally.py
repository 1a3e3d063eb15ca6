"""What has been seen of a case, and the failure that ends it."""

from __future__ import annotations

from dataclasses import dataclass, field

from thesmos_conform.judging.result import UNASKABLE, CaseFailure
from thesmos_conform.protocol.messages import Answer, Place
from thesmos_conform.reference.rulings import CitedRuling


@dataclass(eq=False)
class CaseFailed(Exception):  # noqa: N818 - not an error, a finding
    """Raised at the first failure of a case; `CaseJudge.judge` catches it.

    ours: our ruling that is known to be behind it.
    got: the answer that differs, if it was compared as a whole.
    """

    status: str
    failure: CaseFailure
    without: tuple[str, ...] = ()
    ours: CitedRuling | None = None
    got: Answer | None = None


@dataclass
class CaseTally:
    """What has been seen of a case so far.

    compared: the number of answers that were compared.
    cited: whether the case names clauses.
    ours: a difference where our ruling differs from the recorded original.
    why: that ruling, or else why a part of the case was not asked.
    status: the status of a case of which a part was not asked.
    turns: the places at the beginning of turns that were asked about.
    offered: options that were offered at its places.
    """

    compared: int = 0
    cited: bool = False
    ours: CaseFailure | None = None
    why: str = ""
    status: str = ""
    turns: list[Place] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)

    def leave(self, status: str, why: str) -> None:
        """Note that a part of the case is not asked. What the claim leaves out counts most."""
        if not self.status or self.status == UNASKABLE != status:
            self.status, self.why = status, why
