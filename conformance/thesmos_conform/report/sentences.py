"""Answers and their differences, in sentences for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate

from thesmos.diagnostics import counted
from thesmos_conform.judging.compare import REFUSED
from thesmos_conform.judging.result import KEPT_POSITIONS, AnswerDifference
from thesmos_conform.protocol.messages import Answer, ErrorReply, Refused, Reply, Unsupported

SETS = ("options", "positions")  # the keys of differences in which sets are compared
LISTED = 12  # texts to list in one line
LONG = 300  # characters of such a line, if the first text is not longer


def sentence(difference: AnswerDifference) -> str:
    """Return a difference from the reference's answer, in a sentence."""
    if difference.key in SETS and (difference.missing or difference.extra):
        kept = kept_of(difference)
        offered = "offered" if difference.key == "options" else "among the positions"
        parts = [f"not {offered}: {few(difference.missing, kept)}"] if difference.missing else []
        if difference.extra:
            parts.append(f"{offered}, but not allowed: {few(difference.extra, kept)}")
        return "; ".join(parts)
    if difference.key == REFUSED and difference.expected is None:
        return f"{choice_in_words(difference.got)} is refused, but the rules allow it"
    got, expected = _json(difference.got), _json(difference.expected)
    return f"`{difference.key}` is {got}, but should be {expected}"


def kind(reply: Reply) -> str:
    """Return the kind of a reply, in the terms of the protocol."""
    match reply:
        case Refused(choice):
            return f"`refused` (choice {choice})"
        case Unsupported(what):
            return f"`unsupported` ({what})"
        case ErrorReply(message):
            return f"`error` ({message})"
    return "`ok`"


def kept_of(difference: AnswerDifference) -> int:
    """Return how many texts a difference keeps at most; 0 if it keeps all."""
    return KEPT_POSITIONS if difference.key == "positions" else 0


def few(texts: Sequence[str], kept: int = 0) -> str:
    """Return the first texts, as many as fit into a line, and the number of the others.

    kept: if there are this many texts, others may have been dropped; 0 if these are all.
    """
    ends = accumulate(len(text) + 2 for text in texts[:LISTED])
    shown = max(1, sum(end <= LONG for end in ends))
    least = "at least " if 0 < kept <= len(texts) else ""
    more = f", and {least}{len(texts) - shown} more" if len(texts) > shown else ""
    return ", ".join(texts[:shown]) + more


def choice_in_words(number: object, choices: Sequence[str] = ()) -> str:
    """Return which choice is refused: its number, as in the protocol, and its text if known."""
    if isinstance(number, int) and 0 <= number < len(choices):
        return f"choice {number}, `{choices[number]}`"
    return f"choice {number}"


def _json(value: object) -> str:
    """Return a value as JSON, or `missing`."""
    return "missing" if value is None else json.dumps(value, ensure_ascii=False)


def count(reply: Reply) -> str:
    """Return the number of options or turns on offer, in words."""
    if not isinstance(reply, Answer):
        return "nothing"
    for ends in (reply.positions, reply.hashes):
        if ends is not None:
            return counted(len(ends), "position")
    if reply.turns is not None:
        return counted(len(reply.turns), "turn")
    return counted(len(reply.options or ()), "option")
