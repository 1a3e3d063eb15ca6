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

from thesmos.compile.ir.limits import CONCEDES
from thesmos.diagnostics import SpecError, UsageError
from thesmos.dice import UNIFORM, Rng
from thesmos.link.layout import CoreName, EventRole, Layout, RegisterOf
from thesmos.play.backend import picked
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.match_ups import Seating, allowed_match_ups, match_ups_without_powers
from thesmos.play.protocols import CONCEDE, SKIP
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
POSSIBLE = "possible"  # a kind of difference: play reaches what the changed game calls impossible

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
        if self.position is None:
            return match.start()
        # Whether it is possible is what the rules say before they are changed.
        return match.load(self.position, allow_impossible=True)


@dataclass(frozen=True)
class Divergence:
    """A point where two games diverge.

    moves: the choices from the start on. kind: what differs. expected, got: its value in the game
    and in the changed game.
    """

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
    game: Game,
    changed: Game,
    card: str,
    cases: Sequence[SuiteScenario],
    decisions: int,
    valid: bool = False,
) -> SearchResult:
    """Play until the two diverge, for this many decisions at most.

    card: the changed card, to play match-ups with it; the game's own slug for any match-up. cases:
    scenarios from whose positions to begin, if they are possible. valid: ask the changed game, too,
    whether what is reached is possible.
    """
    dice = Rng(1)
    positions = [start_of(case) for case in cases if not case.scenario.given.impossible]
    # a game without powers has only match-ups without powers
    allowed = [*allowed_match_ups(game)] or [*match_ups_without_powers(game)]
    tables = [seating for seating in allowed if card == game.slug or _has_card(seating, card)]
    short = long = beginnings = 0
    while short + long < decisions:
        from_position = bool(positions) and (short <= long or not tables)
        if from_position:
            start, limit = positions[dice.below(len(positions))], SHORT
        else:
            start, limit = _seated(tables, card, dice), LONG
        for _ in range(AGAIN):
            remaining = decisions - short - long
            if remaining <= 0:
                break
            pair = _SideBySide(game, changed, start, valid)
            played = pair.play(min(limit, remaining), dice)
            short, long = (short + played, long) if from_position else (short, long + played)
            if pair.divergence is not None:
                return SearchResult(_shorter(game, changed, pair) or pair.divergence, short + long)
        beginnings += 1
        if beginnings % KEPT == 0:
            changed.forget()
    return SearchResult(None, short + long)


def _has_card(seating: Seating, card: str) -> bool:
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
    start = case.scenario.given
    return GameStart(
        start.powers, start.mode, start.options, start.setup, start.position, start.any_match_up
    )


class _SideBySide:
    """A game and a changed copy, played with the same choices.

    state, changed_state: where they are now; None if the changed game can't begin.
    states: those of the game before each choice. valid: as for a search.
    """

    def __init__(self, game: Game, changed: Game, start: GameStart, valid: bool) -> None:
        self.game, self.changed, self.start, self.valid = game, changed, start, valid
        self.moves: list[Move] = []
        self.states: list[State] = []
        self.divergence: Divergence | None = None
        self.state = start.state(game)
        self.changed_state: State | None = None
        try:
            self.changed_state = start.state(changed)
        except Exception as error:  # noqa: BLE001 - any failure of a changed spec is a difference
            self.diverge("error", "the game begins", f"{type(error).__name__}: {error}")

    def play(self, limit: int, dice: Rng) -> int:
        """Play until they diverge, the game ends, or the limit; return the decisions made."""
        for decisions in range(limit):
            if self.compare() or self.state.result is not None:
                return max(decisions, 1)
            self.take(_random_move(self.state, dice))
        return max(limit, 1)

    def follow(self, moves: Sequence[Move]) -> None:
        """Take these choices, until they diverge or a choice is not on offer."""
        for move in moves:
            if self.compare():
                return
            if move == SKIP and not self.state.may_skip:
                return
            if not isinstance(move, str) and move not in offered(self.state):
                return
            self.take(move)
        self.compare()

    def take(self, move: Move) -> None:
        """Take the same choice in both."""
        if self.divergence is not None or self.changed_state is None:
            return
        self.states.append(self.state)
        self.moves.append(move)
        self.state = _after(self.state, move)
        try:
            self.changed_state = _after(self.changed_state, move)
        except Exception as error:  # noqa: BLE001 - as above
            self.diverge("error", "the game goes on", f"{type(error).__name__}: {error}")

    def compare(self) -> bool:
        """Return whether they have diverged."""
        if self.divergence is not None or self.changed_state is None:
            return True
        try:
            shown = difference(self.state, self.changed_state)
            if shown is None and self.valid:
                shown = _impossible(self.changed_state)
        except Exception as error:  # noqa: BLE001 - as above
            shown = "error", "the game goes on", f"{type(error).__name__}: {error}"
        if shown is not None:
            self.diverge(*shown)
        return shown is not None

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


def _random_move(state: State, dice: Rng) -> Move:
    """Return a random move; outcomes of chance uniformly too, so that rare ones are reached."""
    options, backend = offered(state), state.match.backend
    index = picked(backend, state.vector, state.codes, dice, UNIFORM)
    if index == CONCEDES:
        return CONCEDE
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
    return next(choice.text for choice in decision.options if choice.code == code)


# ------------------------------------------------------------------------- differences


def difference(state: State, other: State) -> tuple[str, Any, Any] | None:
    """Return a visible difference between two states, with both values; None if there is none."""
    a, b = state.vector, other.vector
    layout = state.match.linked.layout
    length = _before_registers(layout)
    if state.result != other.result:
        return "result", _result(state), _result(other)
    if any(a[slot] != b[slot] for slot in map(layout.core, CORE)):
        return "decision", _decision(state), _decision(other)
    if offered(state) != offered(other):
        return "options", _texts(state), _texts(other)
    if state.may_skip != other.may_skip:
        return "may_skip", state.may_skip, other.may_skip
    if (
        state.match.written_options.differ
        and a[layout.core("chooser")] < 0
        and shares(state) != shares(other)
    ):
        return "weights", _shares(state), _shares(other)
    if state.held != other.held:
        return "held", state.held, other.held
    if a[:length] != b[:length] and state.position() != other.position():
        return "position", state.position(), other.position()
    return _views(state, other, length)


def _impossible(state: State) -> tuple[str, Any, Any] | None:
    """Return what a state that play reaches breaks, as a difference; None if it is possible."""
    broken = [condition.name for condition in state.match.broken(state.vector)]
    return (POSSIBLE, [], broken) if broken else None


def _before_registers(layout: Layout) -> int:
    """Return the number of slots before those that answer questions about the past."""
    later = (e.first for e in layout.entries if isinstance(e.meaning, RegisterOf | EventRole))
    return min(later, default=layout.size)


def _views(state: State, other: State, length: int) -> tuple[str, Any, Any] | None:
    """Return a difference in a player's view; checked only if a game can hide something."""
    if not (state.match.linked.can_hide or other.match.linked.can_hide):
        return None
    told_otherwise = _audiences(state) != _audiences(other)
    for player in range(1, state.match.linked.players + 1):
        mine, theirs = state.view(player), other.view(player)
        if mine.vector[:length] != theirs.vector[:length]:
            position, other_position = mine.position(), theirs.position()
            if position != other_position:
                return f"view.{player}", position, other_position
        if told_otherwise and mine.events != theirs.events:
            return f"events.{player}", mine.events, theirs.events
    return None


def _audiences(state: State) -> list[tuple[bool, bool]]:
    """Return for each action whether it is public, and whether it is secret."""
    return [(action.public, action.secret) for action in state.match.linked.actions.values()]


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
    for number, state in pair.latest_turns():
        start = GameStart(
            pair.start.powers, pair.start.mode, pair.start.options, pair.start.setup,
            {**position_of(state), **_held(state)},
            pair.start.any_match_up,
        )  # fmt: skip
        try:
            again = _SideBySide(game, changed, start, pair.valid)
            again.follow(pair.moves[number:])
        except (UsageError, SpecError):
            continue
        if again.divergence is not None:
            return again.divergence
    return None


def _held(state: State) -> dict[str, Any]:
    """Return who holds which cards, if that differs from the start of the game."""
    linked = state.match.linked
    first = [
        [held.card.slug for held in linked.cards if held.holder == player]
        for player in range(linked.players)
    ]
    return {} if state.held == first else {"held": state.held}
