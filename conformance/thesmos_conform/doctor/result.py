"""What comes of a first conversation, as values: its steps, the lines that were said."""

from __future__ import annotations

from dataclasses import dataclass

from thesmos_conform.adapters.client import Direction
from thesmos_conform.protocol.messages import Hello

WELL, WRONG, LEFT_OUT = "well", "wrong", "left out"
STEPS = {
    "hello": "says who it is and what it can do",
    "look": "tells what is on offer in a position",
    "choice": "takes a choice and tells what follows",
    "refusal": "refuses a choice that is not on offer",
    "again": "gives the same answer to the same question",
    "every": "tells the whole way at once",
    "other op": "answers a question that it does not know",
    "claimed": "plays a power that it claims",
    "not claimed": "says so when it is asked for a power that it does not claim",
    "bye": "answers `bye`, exits and leaves nothing behind",
}


@dataclass(frozen=True)
class TranscriptLine:
    """A line: `to` the adapter, or `from` it."""

    direction: Direction
    line: str


@dataclass(frozen=True)
class StepResult:
    """How one step went.

    verdict: one of WELL, WRONG, LEFT_OUT. words: what was found. mend: what to do about it.
    example: a right answer, where there is one to show. stderr: what was said there meanwhile.
    """

    name: str
    verdict: str
    words: str = ""
    mend: str = ""
    example: str = ""
    said: tuple[TranscriptLine, ...] = ()
    stderr: str = ""


@dataclass(frozen=True)
class DoctorReport:
    """The whole conversation. hello: None if the adapter could not be started.

    summary: what to do next, in a sentence or two.
    """

    hello: Hello | None
    steps: tuple[StepResult, ...]
    summary: str

    @property
    def well(self) -> bool:
        """Whether nothing is to be mended."""
        return all(step.verdict != WRONG for step in self.steps)
