"""Answers and their differences, in sentences for people."""

from __future__ import annotations

import json
from collections.abc import Sequence

from thesmos.diagnostics import counted
from thesmos_conform.protocol.messages import Answer, ErrorReply, Refused, Reply, Unsupported
from thesmos_conform.runner.result import AnswerDifference

LISTED = 12  # options to list in one sentence


def sentence(one: AnswerDifference) -> str:
    """Return a difference from the reference's answer, in a sentence."""
    if one.key in ("options", "positions") and (one.missing or one.extra):
        offered = "offered" if one.key == "options" else "among the positions"
        parts = [f"not {offered}: {_list(one.missing)}"] if one.missing else []
        parts += [f"{offered}, but not allowed: {_list(one.extra)}"] if one.extra else []
        return "; ".join(parts)
    return f"`{one.key}` is {_json(one.got)}, but should be {_json(one.expected)}"


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


def _list(words: Sequence[str]) -> str:
    more = len(words) - LISTED
    return ", ".join(words[:LISTED]) + (f" and {more} more" if more > 0 else "")


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
