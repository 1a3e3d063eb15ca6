"""Everything that can go wrong in a conversation with an adapter, in one catalogue.

It covers only what the conversation itself shows. Wrong answers are found by `judging/compare.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

SHOWN = 2000  # bytes of a wrong line to keep


@dataclass(frozen=True)
class ProtocolErrorKind:
    """One way in which a conversation can fail.

    status: the status of a case in which it happens, one of `result.STATUSES`.
    sentence: what the adapter did.
    hint: how to fix it.
    ends: whether the process can't be trusted any more and is killed.
    """

    id: str
    status: str
    sentence: str
    hint: str
    ends: bool = True


class ProtocolError(Exception):
    """The adapter did not answer, or its answer can't be read.

    detail: the particulars, as the end of a sentence or as a sentence.
    line: the raw line if it is what was wrong, shortened for display.
    stderr: the end of what the adapter wrote to standard error since the question.
    question: what it was asked, without the id, as it is sent; empty if that is unknown.
    """

    question: bytes = b""

    def __init__(
        self, kind: ProtocolErrorKind, detail: str = "", line: str = "", stderr: str = ""
    ) -> None:
        super().__init__(kind, detail, line, stderr)
        self.kind = kind
        self.detail = detail
        self.line = line
        self.stderr = stderr

    def __str__(self) -> str:
        """Return what happened, in one or two sentences."""
        return f"{self.kind.sentence}: {self.detail}" if self.detail else self.kind.sentence


def shown(line: bytes) -> str:
    """Return a raw line as errors keep it: shortened for display."""
    return line[:SHOWN].decode(errors="replace")


# ------------------------------------------------------------------------------- starting

NO_START = ProtocolErrorKind(
    "no-start",
    "crash",
    "the adapter's command can't be started",
    "look at `command`, `cwd` and `env` in the adapter's file: can you run it by hand?",
)
SLOW_START = ProtocolErrorKind(
    "slow-start",
    "timeout",
    "no answer to `hello` in time",
    "answer `hello` before loading large data; `startup` in the adapter's file allows more time",
)
NO_VERSION = ProtocolErrorKind(
    "no-version",
    "protocol",
    "the adapter does not speak this version of the protocol",
    "answer `hello` with one of the versions that its `thesmos` lists",
)
NO_HELLO = ProtocolErrorKind(
    "no-hello",
    "error",
    "the adapter answered `hello` with an error",
    "every adapter must be able to introduce itself, whatever else it can't do",
)

# ------------------------------------------------------------------------------- no answer

HANG = ProtocolErrorKind(
    "hang",
    "timeout",
    "no answer in time",
    "flush standard output after each line; if the adapter is just slow, `timeout` in its file "
    "allows more time",
)
DEAF = ProtocolErrorKind(
    "deaf",
    "timeout",
    "the adapter does not read its standard input",
    "read one line, answer it, and read the next",
)
FLOOD = ProtocolErrorKind(
    "flood",
    "protocol",
    "the adapter wrote more than 1 GiB to standard error for one question",
    "write less there: is this an endless loop?",
)
LEFT = ProtocolErrorKind(
    "early-exit",
    "crash",
    "the adapter exited in the middle of the conversation, with exit code 0",
    "answer every line until `bye` arrives or the input ends",
)
EXITED = ProtocolErrorKind(
    "exit",
    "crash",
    "the adapter exited in the middle of the conversation",
    "look at its standard error; if a question fails, answer it with `error`",
)
KILLED = ProtocolErrorKind(
    "signal",
    "crash",
    "the adapter's process was killed by a signal",
    "look at its standard error; if it needs more memory than 2 GiB, set `memory` in the "
    "adapter's file",
)
CLOSED = ProtocolErrorKind(
    "closed",
    "crash",
    "the adapter closed its standard output and is still running",
    "keep standard output open until the end, and write nothing but answers to it",
)

# ------------------------------------------------------------------------------- invalid answers

NOT_JSON = ProtocolErrorKind(
    "not-json",
    "protocol",
    "a line on standard output is not JSON",
    "print nothing but answers there, each a JSON object on one line; write everything else to "
    "standard error",
)
NO_MESSAGE = ProtocolErrorKind(
    "no-message",
    "protocol",
    "a line on standard output is JSON, but not a message",
    "a message is one object; its numbers are whole, nothing is `null`, no object has a key twice, "
    "and it is nested at most 32 levels deep",
)
OVERSIZE = ProtocolErrorKind(
    "oversize",
    "protocol",
    "a line on standard output is longer than 1 MiB",
    "end each answer with a newline; list each option once",
)
UNASKED = ProtocolErrorKind(
    "unasked",
    "protocol",
    "the adapter printed a line without being asked",
    "give each question exactly one answer",
)
WRONG_ID = ProtocolErrorKind(
    "wrong-id",
    "protocol",
    "the answer does not have the `id` of the question",
    "repeat the question's `id` as it is, and answer the questions in order",
)
SHAPE = ProtocolErrorKind(
    "shape",
    "protocol",
    "the answer has the wrong shape",
    "the schemas of all messages are in conformance/protocol/schemas",
    ends=False,
)
DUPLICATE = ProtocolErrorKind(
    "duplicate",
    "protocol",
    "a list that must not repeat anything contains a duplicate",
    "list each option once, even if there are several ways to reach it",
    ends=False,
)

# ------------------------------------------------------------------------------- ending

NO_BYE = ProtocolErrorKind(
    "no-bye",
    "protocol",
    "no answer to `bye`",
    "answer `bye` like any other question, and then exit",
)
STAYS = ProtocolErrorKind(
    "stays",
    "timeout",
    "the adapter answered `bye` and did not exit",
    "exit after `bye`, and when the input ends",
)
BAD_EXIT = ProtocolErrorKind(
    "bad-exit",
    "crash",
    "the adapter did not exit with code 0 after `bye`",
    "exit with code 0 after `bye`",
)
LEFTOVER = ProtocolErrorKind(
    "leftover",
    "crash",
    "the adapter left another process running",
    "stop every process that you started before you exit",
)

CATALOGUE: dict[str, ProtocolErrorKind] = {
    kind.id: kind
    for kind in (
        NO_START, SLOW_START, NO_VERSION, NO_HELLO,
        HANG, DEAF, FLOOD, LEFT, EXITED, KILLED, CLOSED,
        NOT_JSON, NO_MESSAGE, OVERSIZE, UNASKED, WRONG_ID, SHAPE, DUPLICATE,
        NO_BYE, STAYS, BAD_EXIT, LEFTOVER,
    )
}  # fmt: skip
