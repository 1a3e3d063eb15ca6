"""Replaying recorded games: is what was offered then what this interpreter offers now.

A game is played from its set-up. From the record come only the choices and the outcomes of chance;
the state is our own, and no recorded position is ever loaded. At each decision everything that the
record tells about it is compared; the first difference ends the game.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.play.protocols import CONCEDE, SKIP, Decision, Json, Match, State
from thesmos.play.random_play import turn_starts
from thesmos.record.format import Position, Record, RecordedDecision, RecordedResult, Shuffle

KINDS = (
    "turn",
    "turn_of",
    "player",
    "step",
    "power",
    "held",
    "position",
    "may_skip",
    "options",
    "result",
    "error",
)
SECRET = "secret"  # noqa: S105 - a key of positions
DECKS = "decks"


@dataclass(frozen=True)
class ReplayDisagreement:
    """The first difference of a game.

    decision: counted from 0; one past the last for the result. kind: one of KINDS.
    """

    game: str
    decision: int
    kind: str
    expected: Any
    got: Any

    def to_json(self) -> Json:
        """As `--json` prints it."""
        return {
            "game": self.game,
            "decision": self.decision,
            "kind": self.kind,
            "expected": self.expected,
            "got": self.got,
        }


class DifferenceFound(Exception):  # noqa: N818 - no error, a finding
    """Thrown at the first difference; never leaves this module."""

    def __init__(self, kind: str, expected: Any, got: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.expected = expected
        self.got = got


# -------------------------------------------------------------------------------- chance


class Piles:
    """The outcomes of chance that a record tells: for each pile its cards, top first.

    A pile is named by the power to which it belongs, or else by the step that draws from it.
    """

    def __init__(self, orders: Mapping[str, list[str | int]]) -> None:
        self.now = {name: deque(order) for name, order in orders.items()}
        self._next: dict[str, deque[str | int]] = {}

    def shuffled(self, shuffles: list[Shuffle]) -> None:
        """Notes the new orders; each holds from the next decision on, or when its pile is empty."""
        for shuffle in shuffles:
            self._next[shuffle["shuffle"]] = deque(shuffle["order"])

    def settle(self) -> None:
        """At a decision: what was shuffled since the last one has been shuffled by now."""
        self.now |= self._next
        self._next.clear()

    def draw(self, name: str) -> str:
        """The next card of a pile. Raises DifferenceFound if the record tells of none."""
        if not self.now.get(name) and name in self._next:
            self.now[name] = self._next.pop(name)
        if not self.now.get(name):
            raise DifferenceFound(
                "error", None, f"the record has no outcome of chance for `{name}`"
            )
        return str(self.now[name].popleft())

    def order(self, name: str) -> list[str | int] | None:
        """What is left of a pile, None for one of which the record tells nothing."""
        return list(self.now[name]) if name in self.now else None


def chance_option(decision: Decision, card: str) -> Any:
    """The option of a chance decision that is this card, by its text or by one of its roles."""
    for option in decision.options:
        if option.text == card:
            return option
    for option in decision.options:
        if card in option.roles.values():
            return option
    raise DifferenceFound("error", card, [option.text for option in decision.options])


# -------------------------------------------------------------------------------- course


class ReplayCursor:
    """A recorded game on its way: our own state, the number of the turn, the piles.

    taken: every choice so far as text, outcomes of chance among them.
    """

    def __init__(self, match: Match, record: Record) -> None:
        self.decisions = record["decisions"]
        self.at = 0
        self.taken: list[str] = []
        self.piles = Piles(record["setup"].get("chance", {}))
        self.state = match.start()
        self.turn = turn_starts(self.state)
        self._settle()

    def choose(self) -> None:
        """Carries out the choice that the record tells at this decision, and goes to the next.

        Raises DifferenceFound if that choice can't be made.
        """
        recorded = self.decisions[self.at]
        self.at += 1
        self.piles.shuffled(recorded.get("chance", []))
        self._enter(self._chosen(recorded["choice"]), recorded["choice"])
        self._settle()

    def _chosen(self, choice: str) -> State:
        decision = self.state.decision
        assert decision is not None
        for option in decision.options:
            if option.text == choice:
                return self.state.apply(option)
        if choice == SKIP and decision.may_skip:
            return self.state.skip()
        if choice == CONCEDE:
            return self.state.concede()
        raise DifferenceFound("error", choice, "the choice is not among the options")

    def _enter(self, state: State, choice: str) -> None:
        self.state = state
        self.taken.append(choice)
        self.turn += turn_starts(state)

    def _settle(self) -> None:
        """Lets chance decide, as the record says, unless it lists that decision itself."""
        listed = self.at < len(self.decisions) and self.decisions[self.at]["player"] == 0
        while (decision := self.state.decision) is not None and decision.player == 0:
            if listed:
                break
            card = self.piles.draw(decision.power or decision.step)
            drawn = chance_option(decision, card)
            self._enter(self.state.apply(drawn), drawn.text)
        self.piles.settle()


def state_at(match: Match, record: Record, decision: int) -> tuple[State, int]:
    """Our state before that decision of the record, and the turn's number; nothing is compared.

    decision: counted from 0; one past the last for the end of the game. Raises UsageError if the
    record has no such decision or can't be followed to it.
    """
    if not 0 <= decision <= len(record["decisions"]):
        last = len(record["decisions"])
        raise UsageError(f"game {record['id']} has no decision {decision}", f"it has 0 to {last}")
    try:
        course = ReplayCursor(match, record)
        while course.at < decision and course.state.decision is not None:
            course.choose()
    except DifferenceFound as found:
        raise UsageError(
            f"game {record['id']} can't be followed to decision {decision}: {found.got}"
        ) from None
    return course.state, course.turn


# ----------------------------------------------------------------------------- comparing


def replay(match: Match, record: Record) -> tuple[int, ReplayDisagreement | None]:
    """Replays one game: how many decisions were compared, and the first difference.

    Never raises for what happens in the game: that is a difference of kind `error`.
    """
    done = compared = 0
    try:
        course = ReplayCursor(match, record)
        for recorded in record["decisions"]:
            _goes_on(course.state)
            compared += 1
            _compare(course, recorded)
            course.choose()
            done += 1
        _compare_result(course.state, record["result"])
    except DifferenceFound as found:
        return compared, ReplayDisagreement(
            record["id"], done, found.kind, found.expected, found.got
        )
    except Exception as error:  # noqa: BLE001 - a defect of ours stands beside its game
        message = f"{type(error).__name__}: {error}"
        return compared, ReplayDisagreement(record["id"], done, "error", None, message)
    return compared, None


def _goes_on(state: State) -> None:
    if state.decision is None:
        raise DifferenceFound("result", None, result_json(state))


def _compare(course: ReplayCursor, recorded: RecordedDecision) -> None:
    """Compares a decision, most telling difference first. Raises DifferenceFound."""
    state = course.state
    decision = state.decision
    assert decision is not None
    if "turn" in recorded:
        _same("turn", recorded["turn"], course.turn)
    if "turn_of" in recorded:
        _same("turn_of", recorded["turn_of"], state.turn_of)
    _same("player", recorded["player"], decision.player)
    _same("step", recorded["step"], decision.step)
    _same("power", recorded.get("power"), decision.power)
    held = [sorted(powers) for powers in recorded["held"]]
    _same("held", held, [sorted(powers) for powers in state.held])
    _compare_position(course, recorded["position"])
    _same("may_skip", recorded["may_skip"], bool(decision.may_skip))
    options = sorted(recorded["options"])
    _same("options", options, sorted(option.text for option in decision.options))


def _same(kind: str, expected: Any, got: Any) -> None:
    if expected != got:
        raise DifferenceFound(kind, expected, got)


def _compare_position(course: ReplayCursor, expected: Position) -> None:
    """Positions agree if all their parts do; a list's order says nothing.

    A public record has no secret part: ours is then left out. The order of a pile is known to
    chance, not to the state: it is compared with what our draws have left of it.
    """
    got = dict(course.state.position())
    if SECRET not in expected:
        got.pop(SECRET, None)
    elif DECKS in expected[SECRET]:
        got[SECRET] = _with_decks(course.piles, expected[SECRET][DECKS], got.get(SECRET, {}))
    if ordered(expected) != ordered(got):
        raise DifferenceFound("position", expected, got)


def _with_decks(piles: Piles, expected: Json, secret: Json) -> Json:
    """Our secret part, with the piles in the order that our draws have left.

    A pile whose order the record never told is taken as recorded, unless our state shows it.
    """
    own = dict(secret.get(DECKS, {}))
    for name, cards in expected.items():
        order = piles.order(name)
        if order is not None:
            own[name] = order
        else:
            own.setdefault(name, cards)
    return secret | {DECKS: own}


def ordered(value: Any) -> Any:
    """The value with every list in one canonical order, for comparing lists as multisets."""
    if isinstance(value, Mapping):
        return {key: ordered(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return sorted((ordered(one) for one in value), key=_rank)
    return value


def _rank(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _compare_result(state: State, recorded: RecordedResult) -> None:
    """Winners, reason and eliminated; a game that was cut off has none of these to compare."""
    if recorded["end"] == "limit":
        return
    expected = {
        "winners": sorted(recorded["winners"]),
        "reason": recorded["reason"],
        "eliminated": sorted(recorded.get("eliminated", [])),
    }
    _same("result", expected, result_json(state))


def result_json(state: State) -> Json | None:
    """A game's result, as records tell it; None while it goes on."""
    result = state.result
    if result is None:
        return None
    return {
        "winners": sorted(result.winners),
        "reason": result.reason,
        "eliminated": sorted(result.eliminated),
    }
