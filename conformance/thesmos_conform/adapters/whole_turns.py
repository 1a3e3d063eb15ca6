"""Make an implementation that knows only whole turns a peer that answers single steps.

It is asked where a turn begins, or where the decision passes to another player, and answers with
rows: everything that one player decides until the next such point. Within a row, the options are
the continuations of the rows that match so far (conformance/protocol/README.md, section 4).
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from thesmos.play.protocols import CONCEDE, SKIP
from thesmos_conform.protocol.messages import TURN, Answer, Claim, Place, Refused, Reply
from thesmos_conform.protocol.peer import OtherSteps, Peer

KEPT = 200  # cached answers at the starts of rows

Row = tuple[str, ...]


def by_steps(peer: Peer, claim: Claim) -> Peer:
    """Return a peer that answers step by step, whatever granularity the given one claims."""
    return Stepwise(peer) if claim.granularity == TURN else peer


class Stepwise(OtherSteps):
    """A `Peer` that answers step by step, on top of one that answers by whole turns."""

    def __init__(self, whole: Peer) -> None:
        super().__init__(whole)
        self._row_starts: OrderedDict[str, _RowStart] = OrderedDict()

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """Return the answers at the beginning and after each choice; the last may be a refusal."""
        answers: list[Reply] = []
        done = 0
        while True:
            rest = place.choices[done:]
            reply = self._ask(replace(place, choices=place.choices[:done]), viewer, None)
            if not isinstance(reply, Answer):
                return [*answers, reply]
            length = _row(rows_of(reply), rest)
            for count in range(length or len(rest) + 1):
                answers.append(unfolded(reply, rest[:count], done))
                if not isinstance(answers[-1], Answer):
                    return answers
            if not length:
                return answers
            done += length

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """Return the decision at a place; within a row it is derived from the rows.

        viewer, why: used only where a row begins; within a row they can't be answered.
        """
        done = 0
        while True:
            at = replace(place, choices=place.choices[:done])
            rest = place.choices[done:]
            reply = self._within(at, rest) if rest else self._ask(at, viewer, why)
            if not isinstance(reply, Answer):
                return reply
            length = _row(rows_of(reply), rest) if rest else 0
            if not length:
                return unfolded(reply, rest, done)
            done += length

    def _ask(self, at: Place, viewer: int | None, why: str | None) -> Reply:
        reply = self.peer.look(at, viewer=viewer, why=why)
        if viewer is None and why is None:
            self._keep(at, reply)
        return reply

    def _within(self, at: Place, rest: Row) -> Reply:
        """Return the answer at the start of a row, to look behind it or at choices within it.

        It is asked once for all choices within it, but anew if the same are looked at again: a
        question that is asked twice must reach the implementation twice.
        """
        row_start = self._row_starts.get(_key(at))
        if row_start is None or not (
            _row(rows_of(row_start.reply), rest) or rest not in row_start.used
        ):
            row_start = self._keep(at, self.peer.look(at))
        if not _row(rows_of(row_start.reply), rest):
            row_start.used.add(rest)
        return row_start.reply

    def _keep(self, at: Place, reply: Reply) -> _RowStart:
        row_start = _RowStart(reply)
        if isinstance(reply, Answer):
            self._row_starts[_key(at)] = row_start
            self._row_starts.move_to_end(_key(at))
            if len(self._row_starts) > KEPT:
                self._row_starts.popitem(last=False)
        else:
            self._row_starts.pop(_key(at), None)
        return row_start


@dataclass(frozen=True)
class _RowStart:
    """The answer at the start of a row, and the choices within it that were looked at."""

    reply: Reply
    used: set[Row] = field(default_factory=set)


def rows_of(reply: Reply) -> tuple[Row, ...]:
    """Return the rows on offer; for chance or single steps, each option is a row."""
    if not isinstance(reply, Answer):
        return ()
    if reply.turns is not None:
        return reply.turns
    skip = ((SKIP,),) if reply.may_skip else ()
    return (*((option,) for option in reply.options or ()), *skip)


def _row(rows: Sequence[Row], rest: Row) -> int:
    """Return how many choices, from the first, form a complete row; 0 if none do."""
    if rest[:1] == (CONCEDE,):
        return 1
    return next((len(row) for row in rows if row and rest[: len(row)] == row), 0)


def unfolded(reply: Answer, rest: Row, done: int = 0) -> Answer | Refused:
    """Return the answer after some choices of a row.

    done: the number of choices before it.
    """
    rows = rows_of(reply)
    if reply.player is None:
        return Refused(done) if rest else reply
    for count in range(len(rest)):
        rows = tuple(row for row in rows if row[count : count + 1] == rest[count : count + 1])
        if not rows:
            return Refused(done + count)
    following = tuple(dict.fromkeys(row[len(rest)] for row in rows if len(row) > len(rest)))
    options = tuple(option for option in following if option != SKIP)
    if not rest:
        return replace(reply, options=options, may_skip=SKIP in following, turns=None)
    return Answer(
        player=reply.player,
        options=options,
        may_skip=SKIP in following,
        turn_of=reply.turn_of,
        partial=True,
    )


def _key(place: Place) -> str:
    return json.dumps(place.as_json(), sort_keys=True)
