"""The ways in which a conversation with an adapter can fail: one catalogue.

Only what can be seen in the conversation itself stands here. That an answer is wrong is for
`compare` to find.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProtocolErrorKind:
    """One way to fail.

    status: what becomes of a case in which it happens, one of result.STATUSES. sentence: what the
    adapter did. hint: what to mend. ends: whether nothing that comes after it can be trusted, so
    that the process is ended.
    """

    id: str
    status: str
    sentence: str
    hint: str
    ends: bool = True


class ProtocolError(Exception):
    """No answer came, or none that can be read.

    detail: what exactly, as the end of a sentence or a sentence of its own. line: the raw line if
    it is what was wrong, cut to what a page can show. stderr: the tail of what the adapter said
    there since it was asked.
    """

    def __init__(
        self, kind: ProtocolErrorKind, detail: str = "", line: str = "", stderr: str = ""
    ) -> None:
        super().__init__(kind, detail, line, stderr)
        self.kind = kind
        self.detail = detail
        self.line = line
        self.stderr = stderr

    def __str__(self) -> str:
        """What happened, in one or two sentences."""
        return f"{self.kind.sentence}: {self.detail}" if self.detail else self.kind.sentence


# ------------------------------------------------------------------------------- the beginning

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
    "answer `hello` before loading what is large; `startup` in the adapter's file gives more time",
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
    "every adapter must be able to say who it is, whatever else it can't do",
)

# ------------------------------------------------------------------------------- no answer

HANG = ProtocolErrorKind(
    "hang",
    "timeout",
    "no answer in time",
    "flush standard output after each line; if it is only slow, `timeout` in the adapter's file "
    "gives more time",
)
DEAF = ProtocolErrorKind(
    "deaf",
    "timeout",
    "the adapter does not read its standard input",
    "read one line, answer it, and read the next",
)
LEFT = ProtocolErrorKind(
    "early-exit",
    "crash",
    "the adapter left in the middle of the conversation, with exit code 0",
    "answer every line until `bye` comes or the input ends",
)
EXITED = ProtocolErrorKind(
    "exit",
    "crash",
    "the adapter left in the middle of the conversation",
    "look at what it said on standard error; a question that fails is answered with `error`",
)
KILLED = ProtocolErrorKind(
    "signal",
    "crash",
    "the adapter's process was ended by a signal",
    "look at what it said on standard error; if it needs more memory than 2 GiB, `memory` in the "
    "adapter's file gives more",
)
CLOSED = ProtocolErrorKind(
    "closed",
    "crash",
    "the adapter closed its standard output and is still running",
    "keep standard output open until the end, for answers and nothing else",
)

# ------------------------------------------------------------------------------- no answer to it

NOT_JSON = ProtocolErrorKind(
    "not-json",
    "protocol",
    "a line on standard output is no JSON",
    "print nothing there but answers, each one JSON object on one line; what else there is to say "
    "goes to standard error",
)
NO_MESSAGE = ProtocolErrorKind(
    "no-message",
    "protocol",
    "a line on standard output is JSON, but no message",
    "a message is one object; its numbers are whole, nothing is `null`, and it is nested at most "
    "32 deep",
)
OVERSIZE = ProtocolErrorKind(
    "oversize",
    "protocol",
    "a line on standard output is longer than 1 MiB",
    "an answer is one line with a line's end; list each option once",
)
UNASKED = ProtocolErrorKind(
    "unasked",
    "protocol",
    "a line on standard output that nobody had asked for",
    "give each question exactly one answer",
)
WRONG_ID = ProtocolErrorKind(
    "wrong-id",
    "protocol",
    "the answer does not have the `id` of the question",
    "repeat the question's `id` as it is, and answer the questions in their order",
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
    "something stands twice in a list where each stands once",
    "list each option once, however many ways lead to it",
    ends=False,
)

# ------------------------------------------------------------------------------- the end

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
    "the adapter left another process running behind it",
    "end what was started before exiting",
)

CATALOGUE: dict[str, ProtocolErrorKind] = {
    kind.id: kind
    for kind in (
        NO_START, SLOW_START, NO_VERSION, NO_HELLO,
        HANG, DEAF, LEFT, EXITED, KILLED, CLOSED,
        NOT_JSON, NO_MESSAGE, OVERSIZE, UNASKED, WRONG_ID, SHAPE, DUPLICATE,
        NO_BYE, STAYS, BAD_EXIT, LEFTOVER,
    )
}  # fmt: skip
