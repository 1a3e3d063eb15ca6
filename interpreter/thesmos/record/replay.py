"""Replay recorded games and compare every decision with this interpreter.

A game is played from its set-up. The record gives only the choices and the outcomes of chance; the
state is our own, and no recorded position is ever loaded. At each decision everything that the
record says about it is compared; the replay stops at the first difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from thesmos.diagnostics import UsageError
from thesmos.notation.recorded import RecordedParts
from thesmos.play.choice import Choice, find_choice, take
from thesmos.play.differences import same_position
from thesmos.play.protocols import SKIP, Json, Match, State
from thesmos.program.positions import MEMORY
from thesmos.record.comparing import (
    OURS,
    DifferenceFound,
    compare_parts,
    compare_result,
    compare_shown,
    is_written_by_others,
    result_json,
    same,
    slugs,
)
from thesmos.record.format import Position, Record, RecordedDecision
from thesmos.record.piles import Piles

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
    "values",
    "result",
    "possible",
    "error",
)
SECRET = "secret"  # noqa: S105 - a key of positions


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

    def as_json(self) -> Json:
        """The disagreement as `--json` prints it."""
        return {**vars(self)}


# ------------------------------------------------------------------------------- playing


class ReplayCursor:
    """A recorded game during its replay: our own state, the number of the turn, the piles.

    taken: every choice so far as text, including outcomes of chance.
    """

    def __init__(self, match: Match, record: Record) -> None:
        self.decisions = record["decisions"]
        self.at = 0
        self.taken: list[str] = []
        self.match = match
        names = match.recorded.notation.chance
        self.piles = Piles(record["setup"].get("chance", {}), names)
        self.state = match.start()
        self.turn = self.state.turns_begun
        self._settle()

    @property
    def only_now(self) -> RecordedParts | None:
        """The parts that other programs write differently before the first turn; None after it."""
        return self.match.recorded.setup if self.turn == 0 else None

    def choose(self) -> None:
        """Make the recorded choice and go to the next decision.

        Raises DifferenceFound if that choice can't be made.
        """
        recorded = self.decisions[self.at]
        self.at += 1
        self.piles.shuffled(recorded.get("chance", []))
        chosen = self._chosen(recorded["choice"])
        self._enter(take(self.state, chosen), chosen.text)
        self._settle()

    def _chosen(self, choice: str) -> Choice:
        if choice == self.match.recorded.notation.skip:
            choice = SKIP
        found = find_choice(self.state, choice) or self._by_slug(choice)
        if found is None:
            raise DifferenceFound("error", choice, "the choice is not among the options")
        return found

    def _by_slug(self, choice: str) -> Choice | None:
        decision, wanted = self.state.decision, slugs(choice)
        options = () if decision is None else decision.options
        return next((Choice(one.text, one) for one in options if slugs(one.text) == wanted), None)

    def _enter(self, state: State, choice: str) -> None:
        self.state = state
        self.taken.append(choice)
        self.turn += state.turns_begun

    def _settle(self) -> None:
        """Let chance decide as recorded, unless the record lists the decision itself."""
        listed = self.at < len(self.decisions) and self.decisions[self.at]["player"] == 0
        while (decision := self.state.decision) is not None and decision.player == 0:
            if listed:
                break
            drawn = self.piles.draw(decision)
            self._enter(self.state.apply(drawn), drawn.text)
        self.piles.settle()


def state_at(match: Match, record: Record, decision: int) -> tuple[State, int]:
    """Our state before a decision of the record, and the number of the turn, without comparing.

    decision: counted from 0; one past the last for the end of the game. Raises UsageError if the
    record has no such decision or can't be replayed up to it.
    """
    if not 0 <= decision <= len(record["decisions"]):
        last = len(record["decisions"])
        raise UsageError(
            f"game {record['id']} has no decision {decision}", f"give a number from 0 to {last}"
        )
    try:
        cursor = ReplayCursor(match, record)
        while cursor.at < decision and cursor.state.decision is not None:
            cursor.choose()
    except DifferenceFound as found:
        raise UsageError(
            f"game {record['id']} can't be replayed up to decision {decision}: {found.got}"
        ) from None
    return cursor.state, cursor.turn


# ----------------------------------------------------------------------------- comparing


def replay(match: Match, record: Record) -> tuple[int, ReplayDisagreement | None]:
    """Replay one game; return how many decisions were compared, and the first difference.

    Never raises: an exception during the game is a difference of kind `error`.
    """
    done = compared = 0
    try:
        cursor = ReplayCursor(match, record)
        for recorded in record["decisions"]:
            _check_not_over(cursor.state)
            compared += 1
            _compare(cursor, recorded)
            cursor.choose()
            done += 1
        compare_result(cursor.state, record["result"], match)
    except DifferenceFound as found:
        return compared, ReplayDisagreement(
            record["id"], done, found.kind, found.expected, found.got
        )
    except Exception as error:  # noqa: BLE001 - a bug is reported with the game that shows it
        message = f"{type(error).__name__}: {error}"
        return compared, ReplayDisagreement(record["id"], done, "error", None, message)
    return compared, None


def _check_not_over(state: State) -> None:
    if state.decision is None:
        raise DifferenceFound("result", None, result_json(state))


def _compare(cursor: ReplayCursor, recorded: RecordedDecision) -> None:
    """Compare a decision, most informative differences first. Raises DifferenceFound."""
    state = cursor.state
    decision = state.decision
    assert decision is not None
    if broken := cursor.match.broken(state.vector):
        raise DifferenceFound("possible", [], [str(condition) for condition in broken])
    if "turn" in recorded:
        same("turn", recorded["turn"], cursor.turn)
    if "turn_of" in recorded:
        same("turn_of", recorded["turn_of"], state.turn_of)
    same("player", recorded["player"], decision.player)
    same("step", recorded["step"], decision.step)
    if "power" in recorded or "held" in recorded:
        same("power", recorded.get("power"), decision.power)
    if "held" in recorded and recorded["held"] != state.held:
        held = [sorted(powers) for powers in recorded["held"]]
        same("held", held, [sorted(powers) for powers in state.held])
    if "position" in recorded:
        _compare_position(cursor, recorded["position"])
    if "may_skip" in recorded:
        same("may_skip", recorded["may_skip"], bool(decision.may_skip))
    options, ours = sorted(recorded["options"]), sorted(one.text for one in decision.options)
    skip = cursor.match.recorded.notation.skip
    if skip is not None and decision.may_skip:
        ours = sorted([*ours, skip])
    if options != ours and sorted(slugs(options)) != sorted(slugs(ours)):
        raise DifferenceFound("options", options, ours)
    if "values" in recorded:
        same("values", recorded["values"], decision.values)
    if not recorded.keys() <= OURS:
        beside = cast(Mapping[str, Any], recorded)
        decision_parts = cursor.match.recorded.decision
        compare_parts("values", beside, decision_parts, state, cursor.only_now)
        compare_shown(decision, beside)


def _compare_position(cursor: ReplayCursor, expected: Position) -> None:
    """Compare positions part by part, regardless of the order of lists.

    If the recorded position has no secret part, the record is public and our secret part is left
    out; likewise the memory, which older records do not have. Piles are not in our state: recorded
    piles are compared with what our draws have left.
    """
    if is_written_by_others(expected, cursor.match):
        position = cursor.match.recorded.position
        compare_parts("position", expected, position, cursor.state, cursor.only_now)
        return
    got = cursor.state.position()
    if MEMORY not in expected:
        got.pop(MEMORY, None)
    if SECRET not in expected:
        got.pop(SECRET, None)
    else:
        secret = got.get(SECRET, {})
        for part, piles in expected[SECRET].items():
            if part not in secret and _are_piles(piles):
                got[SECRET] = got.get(SECRET, {}) | {part: _left_of(cursor.piles, piles)}
    by_player = cursor.match.linked.game.listed_by_player
    if not same_position(expected, got, by_player):
        raise DifferenceFound("position", expected, got)


def _are_piles(value: Any) -> bool:
    """Whether a secret part of a recorded position is a table of piles."""
    return isinstance(value, dict) and all(isinstance(cards, list) for cards in value.values())


def _left_of(piles: Piles, recorded: Json) -> Json:
    """Return what our draws have left of piles; as recorded if the record never gave an order."""
    orders = {name: piles.order(name) for name in recorded}
    return {name: recorded[name] if order is None else order for name, order in orders.items()}
