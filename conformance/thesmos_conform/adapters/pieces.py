"""Answers that come in pieces: conformance/protocol/README.md, at the end of section 4."""

from __future__ import annotations

from dataclasses import replace

from thesmos_conform.protocol import errors
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Answer
from thesmos_conform.protocol.wire import MAX_ANSWER, MAX_ITEMS, MAX_PIECES

_IN_PIECES = "turns", "positions", "hashes"


def joined(first: Answer, second: Answer) -> Answer:
    """Return an answer extended by the turns, positions or hashes of the next piece."""
    together = {
        key: getattr(first, key) + (getattr(second, key) or ())
        for key in _IN_PIECES
        if getattr(first, key) is not None
    }
    return replace(first, **together, more=second.more)


def check_sum(pieces: int, size: int, answer: Answer, last: Answer) -> None:
    """Raise ProtocolError if an answer is too long or does not come to an end.

    pieces, size: how many have come, and their length in bytes.
    answer: what they are together.
    last: the last of them.
    """
    wrong = ""
    if last.more is not None and not any(getattr(last, key) for key in _IN_PIECES):
        wrong = f"a piece with `more` has none of {', '.join(_IN_PIECES)}"
    for key in _IN_PIECES:
        if len(getattr(answer, key) or ()) > MAX_ITEMS:
            wrong = f"one answer with more than {MAX_ITEMS} {key}"
    if size > MAX_ANSWER:
        wrong = f"one answer of more than {MAX_ANSWER >> 20} MiB"
    if pieces == MAX_PIECES and answer.more is not None:
        wrong = f"one answer in more than {MAX_PIECES} pieces"
    if wrong:
        raise ProtocolError(errors.SHAPE, wrong)
