"""Where a game and a changed copy of it part: both played side by side at random.

Both are given the same choices from the same beginning, until one offers, decides or shows
something else. Half of the decisions go into short games from positions of scenarios, half into
whole ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from thesmos.diagnostics import SpecError, UsageError
from thesmos.engine.match import Match, State
from thesmos.engine.rng import Rng
from thesmos.link.program import ACTIVE, CHOOSER, OUT, REASON, STEP, WINNERS
from thesmos.play.game import Game
from thesmos.play.match_ups import Seating, allowed_match_ups
from thesmos.play.protocols import CONCEDE, SKIP
from thesmos.play.random_play import turn_starts
from thesmos_conform.mutation.suite import SuiteScenario

SHORT, LONG = 14, 400  # decisions of a game from a position at most, and of one from the set-up
CORE = (STEP, CHOOSER, ACTIVE, WINNERS, REASON, OUT)
KEPT = 60  # games between two clearings of the changed game's matches
ALONE = 4  # one game in so many is played with the card alone
RECENT = 4  # turns before the end from which a shorter way is looked for

Move = tuple[int, ...] | str  # the bare roles of an option, or a word


@dataclass(frozen=True)
class StartingPoint:
    """A match-up and where in it to begin: a position, or the set-up."""

    powers: tuple[str | None, ...]
    mode: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    any_match_up: bool = False  # one that the rules forbid, for a scenario that needs it

    def state(self, game: Game) -> State:
        """The first state in a game. Raises UsageError where it can't be."""
        wanted: dict[str, Any] = {"powers": list(self.powers)} if self.powers else {}
        match: Match = game.match(
            mode=self.mode,
            options=self.options,
            setup=self.setup,
            any_match_up=self.any_match_up,
            **wanted,
        )
        return match.start() if self.position is None else match.load(self.position)


@dataclass(frozen=True)
class Divergence:
    """Two games that part: from where, after which choices, in what, and what each has then."""

    start: StartingPoint
    moves: tuple[str, ...]
    kind: str
    expected: Any
    got: Any


@dataclass(frozen=True)
class SearchResult:
    """What a search came to. decisions: those played side by side until then."""

    parting: Divergence | None
    decisions: int


def search(
    game: Game, changed: Game, card: str, cases: Sequence[SuiteScenario], decisions: int
) -> SearchResult:
    """Play until the two part, for so many decisions at most.

    card: one of the match-ups is about it, the game's own name for any. cases: scenarios whose
    positions are worth beginning at.
    """
    dice = Rng(1)
    positions = [start_of(case) for case in cases]
    tables = [s for s in allowed_match_ups(game) if card == game.slug or _about(s, card)]
    short = long = games = 0
    while short + long < decisions:
        games += 1
        from_position = bool(positions) and (short <= long or not tables)
        if from_position:
            start, limit = positions[dice.below(len(positions))], SHORT
        else:
            start, limit = _seated(tables, card, dice), LONG
        pair = _SideBySide(game, changed, start)
        made = pair.play(min(limit, decisions - short - long), dice)
        short, long = (short + made, long) if from_position else (short, long + made)
        if pair.parting is not None:
            return SearchResult(_shorter(game, changed, pair) or pair.parting, short + long)
        if games % KEPT == 0:
            changed.forget()
    return SearchResult(None, short + long)


def _about(seating: Seating, card: str) -> bool:
    return card in seating.powers or card == seating.mode or card in dict(seating.setup).values()


def _seated(tables: Sequence[Seating], card: str, dice: Rng) -> StartingPoint:
    """One of the match-ups; now and then the others at the table have no power."""
    seating = tables[dice.below(len(tables))]
    powers = seating.powers
    alone = card in powers and dice.below(ALONE) == 0
    if alone:
        powers = tuple(power if power == card else None for power in powers)
    return StartingPoint(powers, seating.mode, {}, dict(seating.setup), None, alone)


def start_of(case: SuiteScenario) -> StartingPoint:
    """Where a scenario begins."""
    given = case.scenario.given
    return StartingPoint(
        given.powers, given.mode, given.options, given.setup, given.position, given.any_match_up
    )


class _SideBySide:
    """A game and a changed one, played with the same choices."""

    def __init__(self, game: Game, changed: Game, start: StartingPoint) -> None:
        self.game, self.changed, self.start = game, changed, start
        self.moves: list[Move] = []
        self.turns: list[tuple[int, State]] = []  # choices made before each turn start
        self.parting: Divergence | None = None
        self.one = start.state(game)
        self.other: State | None = None
        try:
            self.other = start.state(changed)
        except Exception as error:  # noqa: BLE001 - whatever a changed spec breaks is a difference
            self.part("error", "the game begins", f"{type(error).__name__}: {error}")

    def play(self, limit: int, dice: Rng) -> int:
        """Play until they part, the game ends or the limit; the decisions made, one at least."""
        for made in range(limit):
            if self.compare() or self.one.result is not None:
                return max(made, 1)
            self.take(_any(self.one, dice))
        return max(limit, 1)

    def follow(self, moves: Sequence[Move]) -> None:
        """Take these choices, as long as they do not part and can be taken."""
        for move in moves:
            if self.compare():
                return
            if move == SKIP and not self.one.may_skip:
                return
            if not isinstance(move, str) and move not in self.one.roles:
                return
            self.take(move)
        self.compare()

    def take(self, move: Move) -> None:
        """The same choice in both."""
        if self.parting is not None or self.other is None:
            return
        if turn_starts(self.one):
            self.turns.append((len(self.moves), self.one))
        self.moves.append(move)
        self.one = _after(self.one, move)
        try:
            self.other = _after(self.other, move)
        except Exception as error:  # noqa: BLE001 - as above
            self.part("error", "the game goes on", f"{type(error).__name__}: {error}")

    def compare(self) -> bool:
        """Whether they have parted."""
        if self.parting is not None or self.other is None:
            return True
        try:
            found = difference(self.one, self.other)
        except Exception as error:  # noqa: BLE001 - as above
            found = "error", "the game goes on", f"{type(error).__name__}: {error}"
        if found is not None:
            self.part(*found)
        return found is not None

    def part(self, kind: str, expected: Any, got: Any) -> None:
        """They have parted."""
        self.parting = Divergence(self.start, self.words(), kind, expected, got)

    def words(self) -> tuple[str, ...]:
        """The choices so far, as text."""
        state, words = self.start.state(self.game), []
        for move in self.moves:
            words.append(move if isinstance(move, str) else text_of(state, move))
            state = _after(state, move)
        return tuple(words)


def _any(state: State, dice: Rng) -> Move:
    roles = state.roles
    count = len(roles) + state.may_skip
    if not count:
        return CONCEDE
    index = dice.below(count)
    return roles[index] if index < len(roles) else SKIP


def _after(state: State, move: Move) -> State:
    if isinstance(move, str):
        return state.skip() if move == SKIP else state.concede()
    return state.follow(move)


def text_of(state: State, roles: tuple[int, ...]) -> str:
    """An option as text, by its bare roles."""
    decision = state.decision
    assert decision is not None
    return next(option.text for option in decision.options if option.values == roles)


# ------------------------------------------------------------------------- what differs


def difference(one: State, other: State) -> tuple[str, Any, Any] | None:
    """In what two states differ that players can see, and what each has; None if in nothing."""
    a, b = one.vector, other.vector
    length = _before_registers(one.match)
    if one.result != other.result:
        return "result", _result(one), _result(other)
    if any(a[slot] != b[slot] for slot in CORE):
        return "decision", _decision(one), _decision(other)
    if one.roles != other.roles:
        return "options", _texts(one), _texts(other)
    if one.may_skip != other.may_skip:
        return "may_skip", one.may_skip, other.may_skip
    if a[:length] != b[:length]:
        if one.held != other.held:
            return "held", one.held, other.held
        if one.position() != other.position():
            return "position", one.position(), other.position()
    return _views(one, other, length)


def _before_registers(match: Match) -> int:
    """How many slots of a state come before those that answer questions about the past."""
    return min([match.program.size, *(int(query["base"]) for query in match.program.queries)])


def _views(one: State, other: State, length: int) -> tuple[str, Any, Any] | None:
    """What players see differently; asked only where something can be hidden."""
    if not one.match.tables.hides:
        return None
    for player in range(1, one.match.program.players + 1):
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


def _texts(state: State) -> list[str]:
    return [] if state.decision is None else list(state.decision.texts)


# ---------------------------------------------------------------------------- a shorter way


def _shorter(game: Game, changed: Game, pair: _SideBySide) -> Divergence | None:
    """The same parting from the start of one of the last turns, if a position can tell it."""
    for made, state in reversed(pair.turns[-RECENT:]):
        start = StartingPoint(
            pair.start.powers, pair.start.mode, pair.start.options, pair.start.setup,
            {**state.position(), **_remembered(state), "to_move": state.turn_of},
            pair.start.any_match_up,
        )  # fmt: skip
        try:
            again = _SideBySide(game, changed, start)
            again.follow(pair.moves[made:])
        except (UsageError, SpecError):
            continue
        if again.parting is not None:
            return again.parting
    return None


def _remembered(state: State) -> dict[str, Any]:
    """Who holds what, and the memories that are numbers, where they are not as at the start."""
    program = state.match.program
    made: dict[str, Any] = {}
    memory = {
        name.partition(".")[2]: state.vector[base]
        for name, (base, count, *_) in program.slots.items()
        if name.startswith("memory:") and count == 1 and state.vector[base] != program.start[base]
    }
    if memory and all(abs(value) < 100 for value in memory.values()):  # noqa: PLR2004 - no `none`
        made["memory"] = memory
    first = [
        [i["slug"] for i in program.instances if i["holder"] == p] for p in range(program.players)
    ]
    if state.held != first:
        made["held"] = state.held
    return made
