"""Where a game and a changed copy of it diverge, found by playing both side by side at random.

Both get the same choices from the same beginning, until they offer, decide or show different
things. Half of the decisions go into short games from positions of scenarios, half into whole
games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from thesmos.diagnostics import SpecError, UsageError
from thesmos.link.layout import CoreName, EventRole, Layout, RegisterOf
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.match_ups import Seating, allowed_match_ups, match_ups_without_powers
from thesmos.play.protocols import CONCEDE, SKIP
from thesmos.play.rng import Rng
from thesmos.play.state import State
from thesmos.scenario.comparison import shares
from thesmos.semantics.state import BoundAction
from thesmos_conform.cases.case import position_of
from thesmos_conform.mutation.suite import SuiteScenario

SHORT, LONG = 14, 400  # decisions of a game from a position, and from the set-up, at most
CORE: tuple[CoreName, ...] = ("step", "chooser", "active", "winners", "reason", "out")
AGAIN = 4  # games from each beginning, since compiling a match takes longer than playing it
KEPT = 60  # beginnings before the changed game's cached matches are dropped
ALONE = 4  # one game in this many is played with only the changed card
RECENT = 4  # the last turns from which repeating the divergence is tried

Move = BoundAction | str  # an option, by its action and role values; or a word such as `skip`


@dataclass(frozen=True)
class GameStart:
    """A match-up and where to begin in it: at a position or at the set-up."""

    powers: tuple[str | None, ...]
    mode: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    any_match_up: bool = False  # allow a forbidden match-up, for a scenario that needs it

    def state(self, game: Game) -> State:
        """Return the first state in a game. Raises UsageError if it is impossible."""
        seats: dict[str, Any] = {"powers": list(self.powers)} if self.powers else {}
        match: Match = game.match(
            mode=self.mode,
            options=self.options,
            setup=self.setup,
            any_match_up=self.any_match_up,
            **seats,
        )
        return match.start() if self.position is None else match.load(self.position)


@dataclass(frozen=True)
class Divergence:
    """A point where two games diverge: start, choices, kind of difference, both values."""

    start: GameStart
    moves: tuple[str, ...]
    kind: str
    expected: Any
    got: Any


@dataclass(frozen=True)
class SearchResult:
    """The result of a search. decisions: the number played side by side."""

    divergence: Divergence | None
    decisions: int


def search(
    game: Game, changed: Game, card: str, cases: Sequence[SuiteScenario], decisions: int
) -> SearchResult:
    """Play until the two diverge, for this many decisions at most.

    card: the changed card, to play match-ups with it; the game's own slug for any match-up. cases:
    scenarios from whose positions to begin.
    """
    dice = Rng(1)
    positions = [start_of(case) for case in cases]
    # a game without powers has only match-ups without powers
    allowed = [*allowed_match_ups(game)] or [*match_ups_without_powers(game)]
    tables = [s for s in allowed if card == game.slug or _about(s, card)]
    short = long = beginnings = 0
    while short + long < decisions:
        from_position = bool(positions) and (short <= long or not tables)
        if from_position:
            start, limit = positions[dice.below(len(positions))], SHORT
        else:
            start, limit = _seated(tables, card, dice), LONG
        for _ in range(AGAIN):
            left = decisions - short - long
            if left <= 0:
                break
            pair = _SideBySide(game, changed, start)
            made = pair.play(min(limit, left), dice)
            short, long = (short + made, long) if from_position else (short, long + made)
            if pair.divergence is not None:
                return SearchResult(_shorter(game, changed, pair) or pair.divergence, short + long)
        beginnings += 1
        if beginnings % KEPT == 0:
            changed.forget()
    return SearchResult(None, short + long)


def _about(seating: Seating, card: str) -> bool:
    return card in seating.powers or card == seating.mode or card in dict(seating.setup).values()


def _seated(tables: Sequence[Seating], card: str, dice: Rng) -> GameStart:
    """Return a random match-up; sometimes with all powers but the card left out."""
    seating = tables[dice.below(len(tables))]
    powers = seating.powers
    alone = card in powers and dice.below(ALONE) == 0
    if alone:
        powers = tuple(power if power == card else None for power in powers)
    return GameStart(powers, seating.mode, {}, dict(seating.setup), None, alone)


def start_of(case: SuiteScenario) -> GameStart:
    """Return the start of a scenario."""
    given = case.scenario.given
    return GameStart(
        given.powers, given.mode, given.options, given.setup, given.position, given.any_match_up
    )


class _SideBySide:
    """A game and a changed copy, played with the same choices."""

    def __init__(self, game: Game, changed: Game, start: GameStart) -> None:
        self.game, self.changed, self.start = game, changed, start
        self.moves: list[Move] = []
        self.states: list[State] = []  # before each choice
        self.divergence: Divergence | None = None
        self.one = start.state(game)
        self.other: State | None = None
        try:
            self.other = start.state(changed)
        except Exception as error:  # noqa: BLE001 - any failure of a changed spec is a difference
            self.diverge("error", "the game begins", f"{type(error).__name__}: {error}")

    def play(self, limit: int, dice: Rng) -> int:
        """Play until they diverge, the game ends, or the limit; return the decisions made."""
        for made in range(limit):
            if self.compare() or self.one.result is not None:
                return max(made, 1)
            self.take(_any(self.one, dice))
        return max(limit, 1)

    def follow(self, moves: Sequence[Move]) -> None:
        """Take these choices, until they diverge or a choice is not on offer."""
        for move in moves:
            if self.compare():
                return
            if move == SKIP and not self.one.may_skip:
                return
            if not isinstance(move, str) and move not in offered(self.one):
                return
            self.take(move)
        self.compare()

    def take(self, move: Move) -> None:
        """Take the same choice in both."""
        if self.divergence is not None or self.other is None:
            return
        self.states.append(self.one)
        self.moves.append(move)
        self.one = _after(self.one, move)
        try:
            self.other = _after(self.other, move)
        except Exception as error:  # noqa: BLE001 - as above
            self.diverge("error", "the game goes on", f"{type(error).__name__}: {error}")

    def compare(self) -> bool:
        """Return whether they have diverged."""
        if self.divergence is not None or self.other is None:
            return True
        try:
            found = difference(self.one, self.other)
        except Exception as error:  # noqa: BLE001 - as above
            found = "error", "the game goes on", f"{type(error).__name__}: {error}"
        if found is not None:
            self.diverge(*found)
        return found is not None

    def diverge(self, kind: str, expected: Any, got: Any) -> None:
        """Record that they have diverged."""
        self.divergence = Divergence(self.start, self.words(), kind, expected, got)

    def latest_turns(self) -> Iterator[tuple[int, State]]:
        """Yield the latest starts of turns, last first, with the number of choices before each."""
        starts = (n for n in reversed(range(len(self.states))) if self.states[n].turns_begun)
        for number in islice(starts, RECENT):
            yield number, self.states[number]

    def words(self) -> tuple[str, ...]:
        """Return the choices so far, as text."""
        state, words = self.start.state(self.game), []
        for move in self.moves:
            words.append(move if isinstance(move, str) else text_of(state, move))
            state = _after(state, move)
        return tuple(words)


def _any(state: State, dice: Rng) -> Move:
    options = offered(state)
    count = len(options) + state.may_skip
    if not count:
        return CONCEDE
    index = dice.below(count)
    return options[index] if index < len(options) else SKIP


def _after(state: State, move: Move) -> State:
    if isinstance(move, str):
        return state.skip() if move == SKIP else state.concede()
    return state.take(state.match.backend.codes.code(*move))


def offered(state: State) -> list[BoundAction]:
    """Return the options by action and role values: codes may differ between the two games."""
    codes = state.match.backend.codes
    return [BoundAction(*codes.option(code)) for code in state.codes]


def text_of(state: State, option: BoundAction) -> str:
    """Return the text of an option."""
    decision, code = state.decision, state.match.backend.codes.code(*option)
    assert decision is not None
    return next(each.text for each in decision.options if each.code == code)


# ------------------------------------------------------------------------- differences


def difference(one: State, other: State) -> tuple[str, Any, Any] | None:
    """Return a visible difference between two states, with both values; None if there is none."""
    a, b = one.vector, other.vector
    layout = one.match.linked.layout
    length = _before_registers(layout)
    if one.result != other.result:
        return "result", _result(one), _result(other)
    if any(a[slot] != b[slot] for slot in map(layout.core, CORE)):
        return "decision", _decision(one), _decision(other)
    if offered(one) != offered(other):
        return "options", _texts(one), _texts(other)
    if one.may_skip != other.may_skip:
        return "may_skip", one.may_skip, other.may_skip
    if one.match.options.differ and a[layout.core("chooser")] < 0 and shares(one) != shares(other):
        return "weights", _shares(one), _shares(other)
    if one.held != other.held:
        return "held", one.held, other.held
    if a[:length] != b[:length] and one.position() != other.position():
        return "position", one.position(), other.position()
    return _views(one, other, length)


def _before_registers(layout: Layout) -> int:
    """Return the number of slots before those that answer questions about the past."""
    later = (e.first for e in layout.entries if isinstance(e.meaning, RegisterOf | EventRole))
    return min(later, default=layout.size)


def _views(one: State, other: State, length: int) -> tuple[str, Any, Any] | None:
    """Return a difference in a player's view; checked only if a game can hide something."""
    if not (one.match.linked.can_hide or other.match.linked.can_hide):
        return None
    for player in range(1, one.match.linked.players + 1):
        mine, theirs = one.view(player), other.view(player)
        if mine.vector[:length] != theirs.vector[:length]:
            here, there = mine.position(), theirs.position()
            if here != there:
                return f"view.{player}", here, there
    return None


def _result(state: State) -> Any:
    result = state.result
    return None if result is None else {"winners": [*result.winners], "reason": result.reason}


def _decision(state: State) -> Any:
    decision = state.decision
    if decision is None:
        return None
    return {"turn_of": state.turn_of, "player": decision.player, "step": decision.step}


def _shares(state: State) -> dict[str, str]:
    return {outcome: str(share) for outcome, share in (shares(state) or {}).items()}


def _texts(state: State) -> list[str]:
    return [] if state.decision is None else list(state.decision.texts)


# ---------------------------------------------------------------------------- shortening


def _shorter(game: Game, changed: Game, pair: _SideBySide) -> Divergence | None:
    """Return the same divergence from the start of one of the last turns, if it shows there."""
    for made, state in pair.latest_turns():
        start = GameStart(
            pair.start.powers, pair.start.mode, pair.start.options, pair.start.setup,
            {**position_of(state), **_held(state)},
            pair.start.any_match_up,
        )  # fmt: skip
        try:
            again = _SideBySide(game, changed, start)
            again.follow(pair.moves[made:])
        except (UsageError, SpecError):
            continue
        if again.divergence is not None:
            return again.divergence
    return None


def _held(state: State) -> dict[str, Any]:
    """Return who holds which cards, if that differs from the start of the game."""
    linked = state.match.linked
    first = [
        [each.card.slug for each in linked.cards if each.holder == player]
        for player in range(linked.players)
    ]
    return {} if state.held == first else {"held": state.held}
