"""What an answer has different from the reference's, in sentences for people."""

from __future__ import annotations

import json
from collections.abc import Iterator

from thesmos.conform.messages import Answer, Broke, Claim, Refused, Reply, Unsupported
from thesmos.use.replay import ordered

LISTED = 12  # options that one sentence lists


def differences(right: Reply, got: Reply, claim: Claim) -> Iterator[str]:
    """What an answer has different, in sentences, the most telling first."""
    if not isinstance(right, Answer) or not isinstance(got, Answer):
        if kind(right) != kind(got):
            yield f"the answer is {kind(got)}, and should be {kind(right)}"
        return
    if "legal" in claim.levels:
        yield from _of_options(right, got)
    if "apply" in claim.levels and ordered(right.position or {}) != ordered(got.position or {}):
        yield f"the position is {_json(got.position)}, and should be {_json(right.position)}"
    if "result" in claim.levels and right.result is not None:
        winners = (got.result or {}).get("winners")
        if sorted(winners or ()) != right.result["winners"]:
            yield f"the winners are {_json(winners)}, and should be {right.result['winners']}"


def _of_options(right: Answer, got: Answer) -> Iterator[str]:
    if right.player != got.player:
        yield f"the player who decides is {_json(got.player)}, and should be {_json(right.player)}"
    offered, wanted = set(got.options or ()), set(right.options or ())
    if got.turns is not None:
        offered = {turn[0] for turn in got.turns}
    if missing := sorted(wanted - offered):
        yield f"not offered: {_list(missing)}"
    if extra := sorted(offered - wanted):
        yield f"offered, and not allowed: {_list(extra)}"
    if got.turns is None and right.may_skip != got.may_skip:
        yield f"`may_skip` is {_json(got.may_skip)}, and should be {_json(right.may_skip)}"


def kind(reply: Reply) -> str:
    """What sort of reply it is, in the words of the protocol."""
    match reply:
        case Refused(choice):
            return f"`refused` (choice {choice})"
        case Unsupported(what):
            return f"`unsupported` ({what})"
        case Broke(message):
            return f"`error` ({message})"
    return "`ok`"


def _list(words: list[str]) -> str:
    more = len(words) - LISTED
    return ", ".join(words[:LISTED]) + (f" and {more} more" if more > 0 else "")


def _json(value: object) -> str:
    return "missing" if value is None else json.dumps(value, ensure_ascii=False)


def count(reply: Reply) -> str:
    """How much is on offer."""
    if not isinstance(reply, Answer):
        return "nothing"
    if reply.turns is not None:
        return f"{len(reply.turns)} turns"
    return f"{len(reply.options or ())} options"
