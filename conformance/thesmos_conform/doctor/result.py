"""The result of a first conversation: its steps and its transcript."""

from __future__ import annotations

from dataclasses import dataclass

from thesmos_conform.adapters.client import Direction
from thesmos_conform.protocol.messages import Hello

WELL, WRONG, LEFT_OUT = "well", "wrong", "left out"
STEPS = {
    "hello": "introduces itself and its claims",
    "look": "lists what is on offer in a position",
    "choice": "takes a choice and answers what follows",
    "refusal": "refuses a choice that is not on offer",
    "again": "gives the same answer to the same question",
    "every": "answers for every choice of a turn at once",
    "other op": "answers a question that it does not know with an error",
    "claimed": "plays a power that it claims",
    "not claimed": "answers `unsupported` about a power that it does not claim",
    "bye": "answers `bye`, exits and leaves nothing behind",
}


@dataclass(frozen=True)
class TranscriptLine:
    """A line sent `to` the adapter or received `from` it."""

    direction: Direction
    line: str


@dataclass(frozen=True)
class StepResult:
    """The result of one step.

    verdict: one of WELL, WRONG, LEFT_OUT.
    words: what was found.
    fix: what to do about it.
    example: a right answer, if there is one to show.
    stderr: what the adapter wrote to standard error in this step.
    """

    name: str
    verdict: str
    words: str = ""
    fix: str = ""
    example: str = ""
    transcript: tuple[TranscriptLine, ...] = ()
    stderr: str = ""


@dataclass(frozen=True)
class DoctorReport:
    """The whole conversation. hello: None if the adapter could not be started.

    summary: what to do next, in a sentence or two. notes: what may be a mistake in its claim.
    timing: how long answers took, and how much time they have on this machine.
    """

    hello: Hello | None
    steps: tuple[StepResult, ...]
    summary: str
    notes: tuple[str, ...] = ()
    timing: str = ""

    @property
    def well(self) -> bool:
        """Whether there is nothing to fix."""
        return all(step.verdict != WRONG for step in self.steps)
