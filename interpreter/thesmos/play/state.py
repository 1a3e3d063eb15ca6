"""A state of a game: its pending decision, and the states that follow."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from thesmos.choice_words import CONCEDE, SKIP
from thesmos.diagnostics import UsageError, suggest
from thesmos.dice import effective
from thesmos.link.layout import UNKNOWN
from thesmos.notation.events import event_texts
from thesmos.notation.explain import ExplainedStep, Finding
from thesmos.notation.whole_position import whole_position
from thesmos.play.match_parts import MatchParts
from thesmos.play.options import Option
from thesmos.play.result import Result, result_of
from thesmos.program.declarations import Action, Step
from thesmos.semantics import drafts, play
from thesmos.semantics.knowledge import knows_choice, reports_for
from thesmos.semantics.state import BoundAction, StructuredState
from thesmos.semantics.transition import Transition
from thesmos.semantics.vector import coded, option_from, state_from

if TYPE_CHECKING:
    from thesmos.play.backend import After, Vector

# How a state was reached, if not by an option; codes of options are never negative.
SKIPPED, CONCEDED, ENTERED = -1, -2, -3


@dataclass(frozen=True)
class Decision:
    """A pending decision: of which player (from 1; 0 is chance), in which step.

    step: its name, as in records.
    power: the first power that declares an action of the step; None for a step of the game.
    options: in canonical order, the order of their codes; without skipping.
    may_skip: whether the step may be skipped.
    """

    player: int
    step: str
    power: str | None
    options: tuple[Option, ...]
    may_skip: bool
    dead_end: bool

    @functools.cached_property
    def texts(self) -> tuple[str, ...]:
        """The options as text."""
        return tuple(option.text for option in self.options)

    @property
    def chance(self) -> bool:
        """Whether chance decides: the options are its outcomes."""
        return self.player == 0

    @functools.cached_property
    def probabilities(self) -> tuple[Fraction, ...]:
        """The probability of each outcome of chance, in the order of `options`; they sum to 1.

        Empty where a player decides.
        """
        if not self.chance:
            return ()
        whole = sum(option.weight for option in self.options)
        return tuple(Fraction(option.weight, whole) for option in self.options)

    @property
    def values(self) -> dict[str, dict[str, int]]:
        """The numbers shown with options, by the option's text and the number's name."""
        options = sorted(self.options, key=lambda option: option.text)
        return {option.text: dict(option.values) for option in options if option.values}


class State:
    """A state of a game, possibly in the middle of a turn. Immutable and hashable.

    It consists of a match and a vector. It also knows how it was reached, from which its events are
    made; this is ignored when states are compared or saved.
    """

    __slots__ = (
        "_codes", "_decision", "_events", "_explained", "_from", "_match", "_may_skip",
        "_turns_begun", "_vector", "_watched",
    )  # fmt: skip

    def __init__(
        self,
        match: MatchParts,
        vector: Vector,
        reached: tuple[Vector, int] | None = None,
        codes: tuple[int, ...] | None = None,
        turns_begun: int = 0,
    ) -> None:
        """reached: from which vector, by which code or one of SKIPPED, CONCEDED and ENTERED.

        codes: of the options, if already known.
        turns_begun: how many turns began since the previous state; 0 without one.
        """
        self._match = match
        self._vector = vector
        self._from = reached
        # Cached answers. Two threads may compute the same one; that is harmless.
        self._codes = codes
        self._may_skip: bool | None = None
        self._decision: Decision | None = None
        self._events: list[dict[str, Any]] | None = None
        self._explained: ExplainedStep | None = None
        self._turns_begun = turns_begun
        self._watched: Transition | None = None

    @classmethod
    def after(cls, match: MatchParts, after: After, reached: tuple[Vector, int]) -> State:
        """Make a state of what a backend returned for the next state."""
        vector, codes, turns_begun = after
        return cls(match, vector, reached, tuple(codes), turns_begun)

    @property
    def match(self) -> MatchParts:
        """The match that it is a state of."""
        return self._match

    @property
    def vector(self) -> Vector:
        """The state as integers; the layout says what they mean."""
        return self._vector

    def vector_in(self, match: MatchParts) -> Vector:
        """The vector, for a match with the same rules. Raises UsageError for one with others."""
        if self._match.rules != match.rules:
            raise UsageError("a state belongs to other rules", "use states of this match")
        return self._vector

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._vector == other._vector and (
            self._match is other._match or self._match.rules == other._match.rules
        )

    def __hash__(self) -> int:
        return hash(self._vector)

    def __copy__(self) -> State:
        """Return the state itself: nothing can change it."""
        return self

    def __deepcopy__(self, memo: object) -> State:
        """Return the state itself: nothing can change it."""
        return self

    def __reduce__(self) -> tuple[type[State], tuple[MatchParts, Vector]]:
        """Pickle the match, by what it is made from, and the vector."""
        return State, (self._match, self._vector)

    # ------------------------------------------------------------------ asking

    @property
    def codes(self) -> tuple[int, ...]:
        """The codes of the options, in canonical order; faster than `decision`."""
        if self._codes is None:
            self._codes = tuple(self._match.backend.options(self._vector))
        return self._codes

    @property
    def may_skip(self) -> bool:
        """Whether the pending step may be skipped."""
        if self._may_skip is None:
            self._may_skip = self._match.backend.may_skip(self._vector)
        return self._may_skip

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""
        if self._decision is None and self._step is not None:
            self._decision = self._pending(self._step)
        return self._decision

    @property
    def _step(self) -> Step | None:
        """The pending step."""
        game = self._match.linked
        number = self._vector[game.layout.core("step")]
        return None if number == game.layout.none else game.steps[number]

    @property
    def _chooser(self) -> int:
        """Who decides, from 0, as in a vector; chance on behalf of player p is -1 - p."""
        return self._vector[self._match.linked.layout.core("chooser")]

    @property
    def _seen(self) -> Vector:
        """The state as who decides sees it; chance sees everything."""
        vector, chooser = self._vector, self._chooser
        return vector if chooser < 0 else self._match.backend.view(vector, chooser)

    def _pending(self, step: Step) -> Decision:
        match, chooser, seen = self._match, self._chooser, self._seen
        card = next((action.card for action in step.actions if action.card), "")
        options = match.options.of(seen, chooser, self.codes)
        if not match.options.differing.isdisjoint(step.actions):
            options = tuple(self._weighted(option, seen) for option in options)
            if chooser < 0:
                weights = effective([option.weight for option in options])
                weighed = zip(options, weights, strict=True)
                options = tuple(replace(option, weight=weight) for option, weight in weighed)
        return Decision(
            player=chooser + 1 if chooser >= 0 else 0,
            step=step.shown,
            power=card if card and card != match.linked.mode.slug else None,
            options=options,
            may_skip=self.may_skip,
            dead_end=not options and not self.may_skip,
        )

    def _weighted(self, option: Option, seen: Vector) -> Option:
        """Return an option with its weight and values in this state. seen: by the chooser."""
        backend, code = self._match.backend, option.code
        name = backend.codes.action_of(code).action
        if name not in self._match.options.differing:
            return option
        action = self._match.linked.actions[name]
        return replace(
            option,
            weight=1 if action.weight is None else backend.weight(self._vector, code),
            suggested=action.suggested is not None and backend.suggested(self._vector, code),
            values=self._values(action, code, seen) if action.shows else {},
        )

    def _values(self, action: Action, code: int, seen: Vector) -> dict[str, int]:
        """Return the numbers that an action shows with an option (4.11), if known and not none."""
        numbers = self._match.backend.shown(seen, self._chooser, code)
        nothing = (self._match.linked.layout.none, UNKNOWN)
        named = zip(action.shows, numbers, strict=True)
        return {shown.name: number for shown, number in named if number not in nothing}

    @property
    def turn_of(self) -> int:
        """The active player, from 1."""
        return self._vector[self._match.linked.layout.core("active")] + 1

    @property
    def result(self) -> Result | None:
        """How the game ended; None if it has not ended."""
        match, vector = self._match, self._vector
        if not vector[match.linked.layout.core("winners")]:
            return None
        return result_of(match.linked, vector, match.backend.scores(vector))

    @property
    def match_up(self) -> drafts.DraftResult | None:
        """For a finished draft, the match-up that it leads to; None otherwise."""
        if self._match.linked.game.match_up is None:
            return None
        return drafts.match_up(state_from(self._match.linked, self._vector))

    @property
    def held(self) -> list[list[str]]:
        """The powers each player holds now."""
        vector = self._vector
        holders = [(vector[slot], slug) for slot, slug in self._match.holders if vector[slot]]
        return [
            [slug for held, slug in holders if held >> player & 1]
            for player in range(self._match.linked.players)
        ]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events between the previous state and this one; none if it was loaded or is a view.

        They are computed on access, by the slow semantics.
        """
        if self._events is None:
            reports = [] if self._from is None else self._work.reports
            self._events = event_texts(self._match.value_texts, reports)
        return [dict(event) for event in self._events]

    @property
    def turns_begun(self) -> int:
        """How many turns began between the previous state and this one."""
        return self._turns_begun

    def events_for(self, player: int) -> list[dict[str, Any]]:
        """Return those of the events that a player (from 1) learns of, as far as they do (9.6).

        Chance (0) learns everything. Raises UsageError if there is no such player.
        """
        self._check(player)
        if player == 0 or not self._match.linked.can_hide:
            return self.events
        return event_texts(self._match.value_texts, reports_for(self._work, player - 1))

    def choice_for(self, player: int) -> str | None:
        """Return the choice that led from the previous state to this one, if a player knows it.

        It is the text of the option, `skip` or `concede`. None also if there was no choice. Chance
        (0) knows everything. Raises UsageError if there is no such player.
        """
        self._check(player)
        if self._from is None or self._from[1] == ENTERED:
            return None
        how = self._from[1]
        if how == CONCEDED:
            return CONCEDE
        if player != 0 and not knows_choice(self._work, player - 1):
            return None
        if how == SKIPPED:
            return SKIP
        match, before = self._match, State(self._match, self._from[0])
        if player in (0, before._chooser + 1):
            options = before.decision.options if before.decision else ()
            return next(option.text for option in options if option.code == how)
        (option,) = match.options.of(before._seen, before._chooser, [how])
        seen = match.backend.view(before._vector, player - 1)
        (as_seen,) = match.options.of(seen, before._chooser, [how])
        return option.text if as_seen == option else None

    def _check(self, player: int) -> None:
        players = self._match.linked.players
        if not 0 <= player <= players:
            raise UsageError(f"there is no player {player}", f"players go from 1 to {players}")

    @property
    def _work(self) -> Transition:
        """What happened since the previous state, which there must be."""
        if self._watched is None:
            before, (_, how) = self.previous(), self._from or (None, ENTERED)
            words: dict[int, Literal["skip", "concede", "enter"]] = {
                SKIPPED: "skip", CONCEDED: "concede", ENTERED: "enter",
            }  # fmt: skip
            choice = words.get(how) or self._option(how)
            self._watched = play.watched(before, choice, self._vector)
        return self._watched

    @property
    def taken(self) -> BoundAction | None:
        """The option that led from the previous state to this one; None if none did."""
        return None if self._from is None or self._from[1] < 0 else self._option(self._from[1])

    def previous(self) -> StructuredState:
        """Return the state from which this one was reached. Raises UsageError if there is none."""
        if self._from is None:
            raise UsageError("this state was loaded", "it knows no previous state")
        return state_from(self._match.linked, self._from[0])

    def _option(self, code: int) -> BoundAction:
        return option_from(self._match.linked, *self._match.backend.codes.option(code))

    def position(self, *, whole: bool = False) -> dict[str, Any]:
        """Return the position in the game's notation.

        whole: include all of the state, even in the middle of a turn, so that `match.load` returns
        an equal state. Raises UsageError for the whole position of a view, in which something is
        unknown.
        """
        if not whole:
            return self._match.positions.write(self._vector)
        if UNKNOWN in self._vector:
            raise UsageError("a view has no whole position", "ask the state that it is a view of")
        return whole_position(self._match.positions, self._vector)

    def view(self, player: int) -> State:
        """Return the state as a player (from 1) sees it; chance (0) sees everything.

        Raises UsageError if there is no such player.
        """
        self._check(player)
        if player == 0:
            return self
        return State(self._match, self._match.backend.view(self._vector, player - 1))

    def key(self) -> tuple[int, ...]:
        """Return a key that is equal for states with the same future.

        In such states, interchangeable pieces may have changed places.
        """
        return self._match.canonical.key(self._vector)

    # ---------------------------------------------------------------- choosing

    def take(self, code: int) -> State:
        """Return the state after the option with a code. Raises UsageError if it isn't offered."""
        if code not in self.codes:
            raise UsageError(f"no option has the code {code}", "the codes are in `state.codes`")
        match, vector = self._match, self._vector
        return State.after(match, match.backend.after(vector, code), (vector, code))

    def apply(self, option: Option | str) -> State:
        """Return the state after an option or its text. Raises UsageError if it isn't offered."""
        if isinstance(option, Option):
            return self.take(option.code)
        decision = self.decision
        for offered in decision.options if decision else ():
            if offered.text == option:
                return self.take(offered.code)
        texts = decision.texts if decision else ()
        hint = suggest(option, texts) if isinstance(option, str) else None
        raise UsageError(f"`{option}` is not offered", hint or "see decision.options")

    def skip(self) -> State:
        """Return the state after skipping the step. Raises UsageError if that isn't allowed."""
        if not self.may_skip:
            raise UsageError("this step may not be skipped", "choose one of the options")
        match, vector = self._match, self._vector
        return State.after(match, match.backend.after_skipping(vector), (vector, SKIPPED))

    def concede(self) -> State:
        """Return the state after the deciding player has conceded.

        Raises UsageError if the game is over, or chance decides.
        """
        if self._step is None:
            raise UsageError("the game is over", None)
        if self._chooser < 0:
            raise UsageError(
                "this is a decision of chance; it can't be conceded", "choose an outcome"
            )
        match, vector = self._match, self._vector
        return State.after(match, match.backend.after_conceding(vector), (vector, CONCEDED))

    # -------------------------------------------------------------- explaining

    def explain(self, text: str) -> list[Finding]:
        """Return every rule and clause that applies to an option (its text) of the pending step.

        Raises UsageError for a text that no option of this step can have.
        """
        if self._explained is None:
            self._explained = self._explained_step()
        return self._explained.findings(text)

    def _explained_step(self) -> ExplainedStep:
        match, decision, chooser = self._match, self.decision, self._chooser
        codes, seen = match.backend.codes, self._seen

        def text(option: BoundAction) -> str:
            code = codes.code(option.action, tuple(map(coded, option.values)))
            (shown,) = match.options.of(seen, chooser, [code])
            return shown.text

        offered = {
            option.text: self._option(option.code)
            for option in (decision.options if decision is not None else ())
        }
        return ExplainedStep(match.option_texts, seen, offered, text)

    def why_not(self, text: str) -> list[Finding]:
        """Return the rules and clauses that keep an option from being offered; empty if none do."""
        return [finding for finding in self.explain(text) if not finding.holds]

    # ------------------------------------------------------------------ saving

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON data, with the hash of its rules, for `Match.from_json`."""
        return {"rules": self._match.rules, "vector": list(self._vector)}
