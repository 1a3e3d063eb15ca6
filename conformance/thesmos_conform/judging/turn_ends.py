"""How a turn can end, by the rules and by an implementation that knows only positions.

Such an implementation is asked at the beginning of a turn, with a position and without choices.
Its answer is a set: every position in which the turn can end, with who moves next or who has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from thesmos.diagnostics import UsageError, counted
from thesmos.perft.turns import Path, is_end, label, reached
from thesmos.play import state as play
from thesmos.play.protocols import State
from thesmos.program.clauses import Forbid
from thesmos_conform.cases.case import MEMORY, TO_MOVE, position_of
from thesmos_conform.judging.refused_ways import MOST, TRIED, RefusedWays
from thesmos_conform.judging.result import (
    KEPT_POSITIONS,
    LEFT_OUT,
    UNASKABLE,
    UNSUPPORTED,
    AnswerDifference,
)
from thesmos_conform.judging.same_boards import WINNERS, in_a_sentence, same_boards
from thesmos_conform.protocol.canonical import canonical, digest
from thesmos_conform.protocol.messages import POSITIONS, Answer, Claim, Json, Place, Refused, Reply
from thesmos_conform.protocol.wire import MAX_ITEMS
from thesmos_conform.reference.clause_trace import ACTING, STUCK, ClauseTrace, endings
from thesmos_conform.reference.exclusions import why_not_asked
from thesmos_conform.reference.oracle import Oracle, by_player_of, linked_of, rules_of
from thesmos_conform.reference.reference import answer

SET_UP = "the set-up can't be asked about: it is not a turn from a position"
UNSEEN = "what happened before still matters in a later turn, and its position can't show it"
UNCLAIMED_MEMORY = "memory, in the position of a later turn"
REACHED = MAX_ITEMS  # positions inside a turn; if there are more, it is left out
ARROW = " → "  # between the choices of a turn and the position they lead to
UNEXPLAINED = (
    "no explanation was found for {} that should not be there, within the limits: up to "
    f"{MOST} choices that the rules refuse, and {TRIED} states searched for each such number"
)
WAYS = 3  # missing positions for which the choices that lead there are examined


class LongTurnError(UsageError):
    """A turn reaches more positions than can be compared in a reasonable time."""

    def __init__(self) -> None:
        super().__init__(f"a turn reaches more than {REACHED} positions, too many to compare")


@dataclass(frozen=True)
class TurnStart:
    """The beginning of a turn: a place without choices.

    status: the status of a case in which the turn is not asked about; empty if it is asked about.
    reason: why it is not asked about.
    """

    place: Place
    status: str = ""
    reason: str = ""


@dataclass(frozen=True)
class TurnEnds:
    """How a turn can end by the rules: each end state and the path to it, by canonical text."""

    start: State
    by_text: dict[str, tuple[Path, State]]
    claim: Claim

    def way(self, text: str) -> str:
        """Return the choices that lead to one of the ends, as text."""
        return label(self.start, self.by_text[text][0])

    def steps(self, missing: str) -> Iterator[tuple[State, str, State]]:
        """Yield the choices on the way to a missing end, each with the states around it."""
        before = self.start
        for code in self.by_text[way_and_end(missing)[1]][0]:
            state = before.skip() if code is None else before.take(code)
            yield before, label(before, (code,)), state
            before = state


@dataclass(frozen=True)
class EndSets:
    """How the ends of a turn differ, as canonical texts, or as hashes where only those are known.

    answered: the number of ends in the answer.
    """

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    answered: int


def way_and_end(missing: str) -> tuple[str, str]:
    """Return the choices that lead to a missing end, and its canonical text.

    missing: both, as `end_differences` writes them. Choices may have arrows of their own.
    """
    way, _, end = missing.partition(ARROW + "{")
    return way, "{" + end


def turn_starts(oracle: Oracle, place: Place, claim: Claim) -> Iterator[TurnStart]:
    """Yield the beginnings of the turns on the way to a place, including the turn it is in.

    If the place is in the set-up, that counts as a turn that is never asked about. The oracle is
    not locked between two turns, while the caller waits for an answer.
    """
    path = oracle.path(place)
    with oracle.lock:
        in_set_up = not path.in_turn(len(path.states) - 1)
    if in_set_up:
        yield TurnStart(replace(place, choices=()), UNASKABLE, SET_UP)
    for number, state in enumerate(path.states):
        with oracle.lock:
            start = _turn_start(oracle, place, claim, number, state)
        if start is not None:
            yield start


def _turn_start(
    oracle: Oracle, place: Place, claim: Claim, number: int, state: State
) -> TurnStart | None:
    """Return the turn that begins at a state on the way to a place; None if none begins there.

    number: the number of choices before the state.
    """
    begun = state.turns_begun if number else place.position is not None
    if not begun or (number and state.result is not None):
        return None
    at = replace(place, choices=())
    if number:
        at = replace(at, position=position_of(state))
    if reason := why_not_asked(claim, place.setup["powers"], state):
        return TurnStart(at, LEFT_OUT, reason)
    if MEMORY in (at.position or {}) and not claim.memory:
        return TurnStart(at, UNSUPPORTED, UNCLAIMED_MEMORY)
    if _matters(state, oracle.path(at).last, claim):
        return TurnStart(at, UNASKABLE, UNSEEN)
    return TurnStart(at)


def _matters(state: State, loaded: State, claim: Claim) -> bool:
    """Return whether a turn ends differently if it begins at its position, loaded."""
    if loaded.key() == state.key():
        return False
    try:
        return _ends(loaded, claim).by_text.keys() != _ends(state, claim).by_text.keys()
    except LongTurnError:
        return True


def ends_of(oracle: Oracle, place: Place, claim: Claim) -> TurnEnds:
    """Return how the turn that begins at a place can end.

    Unlike in `perft`, interchangeable pieces count as different, since their texts differ. Raises
    UsageError for an impossible place, LongTurnError for a turn with too many positions.
    """
    with oracle.lock:
        return _ends(oracle.path(place).last, claim)


def _ends(start: State, claim: Claim) -> TurnEnds:
    """Return how a turn can end. Raises LongTurnError."""
    by_text: dict[str, tuple[Path, State]] = {}
    for number, (_, path, after) in enumerate(reached(start, lambda state: state), 1):
        if number > REACHED:
            raise LongTurnError
        if is_end(after):
            by_text.setdefault(end_text(after, claim), (path, after))
    return TurnEnds(start, by_text, claim)


def end_json(state: State, claim: Claim) -> Json:
    """Return the end of a turn in the form of an implementation's answer."""
    data = {key: value for key, value in state.position().items() if key != MEMORY or claim.memory}
    if state.result is not None:
        data.pop(MEMORY, None)  # in a finished game nothing is remembered any more
        return data | {WINNERS: sorted(state.result.winners)}
    return data | {TO_MOVE: state.turn_of}


def end_text(state: State, claim: Claim) -> str:
    """Return the end of a turn as canonical text."""
    return canonical(end_json(state, claim), by_player_of(state))


def why_ends_left_out(expected: TurnEnds, claim: Claim, place: Place) -> str:
    """Return why the claim leaves out one of the ends; empty if it does not."""
    if not claim.exclusions:
        return ""
    powers = place.setup["powers"]
    reasons = (why_not_asked(claim, powers, state) for _, state in expected.by_text.values())
    return next(filter(None, reasons), "")


def end_differences(expected: TurnEnds, got: Reply) -> tuple[AnswerDifference, ...]:
    """Return the differences between the expected ends of a turn and the answer.

    If the player can't complete a turn, there are no ends; then the answer may also be the result.
    """
    if isinstance(got, Refused):
        return (AnswerDifference("refused", None, got.choice),)
    if not isinstance(got, Answer):
        return (AnswerDifference("answer", "an answer", None),)
    if not expected.by_text:
        return _over(expected, got)
    if got.positions is None and got.hashes is None:
        return (AnswerDifference(POSITIONS, f"{len(expected.by_text)} positions", None),)
    differ = end_sets(expected, got)
    if not differ.missing and not differ.extra:
        return ()
    difference = AnswerDifference(
        POSITIONS,
        len(expected.by_text),
        differ.answered,
        tuple(f"{expected.way(text)}{ARROW}{text}" for text in differ.missing[:KEPT_POSITIONS]),
        differ.extra[:KEPT_POSITIONS],
    )
    return (difference,)


def end_sets(expected: TurnEnds, got: Answer) -> EndSets:
    """Return all positions in which the expected ends of a turn and those of an answer differ.

    Where the next player can't complete a turn, the end may also be the one after `concede`.
    """
    if got.hashes is not None:
        by_hash = {digest(text): text for text in expected.by_text}
        answered = {by_hash.get(end, end) for end in got.hashes}
    else:
        by_player = by_player_of(expected.start)
        answered = {canonical(position, by_player) for position in got.positions or ()}
    missing, extra = expected.by_text.keys() - answered, answered - expected.by_text.keys()
    lost = {
        text: names
        for text in (missing if extra else ())
        if (names := extra & {*_names_if_lost(expected, text)})
        and _is_stuck(expected.by_text[text][1])
    }
    missing, extra = missing - lost.keys(), extra.difference(*lost.values())
    return EndSets(tuple(sorted(missing)), tuple(sorted(extra)), len(answered))


def _names_if_lost(expected: TurnEnds, text: str) -> tuple[str, ...]:
    """Return an end as it would be if the next player had lost: as text, and as a hash."""
    state = expected.by_text[text][1]
    if state.decision is None or state.decision.player != state.turn_of:
        return ()
    lost = end_text(state.concede(), expected.claim)
    return lost, digest(lost)


def _is_stuck(start: State) -> bool:
    """Return whether no turn can be completed from its start on; false if that takes too long."""
    for number, (_, _, after) in enumerate(reached(start, lambda state: state), 1):
        if is_end(after) or number > REACHED:
            return False
    return True


def with_clauses(
    differences: Iterable[AnswerDifference],
    expected: TurnEnds,
    claim: Claim,
    trace: ClauseTrace,
    *,
    cited: bool,
) -> tuple[tuple[AnswerDifference, ...], str]:
    """Return the differences with the clauses behind them, and what clauses do not explain.

    The clauses are those that forbid the ways to positions that should not be there, and those of
    cards on the ways to missing positions. If there are none of cards, they are the rules, unless
    the case cites clauses.
    """
    rules = rules_of(expected.start)
    with_their_clauses, unexplained = [], ""
    for difference in differences:
        forbid: tuple[str, ...] = ()
        about_ends = difference.key == POSITIONS and bool(difference.extra)
        if about_ends and isinstance(expected.start, play.State):
            wanted = difference.extra[:WAYS]
            same = same_boards(expected.start, wanted)
            wanted = tuple(text for text in wanted if text not in same)
            ways = RefusedWays(trace, lambda state: end_text(state, claim))
            explained = ways.forbidding(expected.start, wanted)
            forbid = tuple(id for ids in explained.values() for id in ids)
            if rest := len(wanted) - len(explained):
                unexplained = UNEXPLAINED.format(counted(rest, "position"))
            unexplained = "; ".join(filter(None, (in_a_sentence(same), unexplained)))
        ids: dict[str, None] = {}
        if not expected.by_text:
            over = expected.start.result
            ground = STUCK if over is None else over.reason
            ids = dict.fromkeys(endings(linked_of(expected.start), ground))
        for missing in difference.missing[:WAYS]:
            for before, choice, state in expected.steps(missing):
                offered = trace.offering(before, [choice], None, "")
                kinds = ACTING if state.result is None else (*ACTING, Forbid)
                acted = trace.held(state, before, choice, kinds)
                ids |= dict.fromkeys([*offered, *acted])
        of_cards = tuple(id for id in ids if id not in rules)
        named = dict.fromkeys((*forbid, *of_cards))
        with_their_clauses.append(
            replace(difference, clauses=tuple(named) or (() if cited else tuple(ids)))
        )
    return tuple(with_their_clauses), unexplained


def _over(expected: TurnEnds, got: Answer) -> tuple[AnswerDifference, ...]:
    """Return the differences where no turn can be completed, or the game is over."""
    state = expected.start
    while state.decision is not None and not (got.positions or got.hashes):
        if got.result is None:
            return ()  # no positions: no turn can be completed
        state = state.concede()
    if got.positions or got.hashes:
        differ = end_sets(expected, got)
        return (
            AnswerDifference(POSITIONS, 0, differ.answered, extra=differ.extra[:KEPT_POSITIONS]),
        )
    right = (answer(state, began=True).result or {}).get(WINNERS)
    received = (got.result or {}).get(WINNERS)
    if sorted(right or ()) == sorted(received or ()) and got.result is not None:
        return ()
    return (AnswerDifference("result.winners", right, received),)
