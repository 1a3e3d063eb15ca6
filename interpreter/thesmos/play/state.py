"""A state of a game: its pending decision, and the states that follow."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from thesmos.arguments import whole_number
from thesmos.choice_words import CONCEDE, LINE, SKIP
from thesmos.diagnostics import UsageError, clipped, listed, suggest
from thesmos.notation.whole_position import whole_position
from thesmos.play.backend import NATIVE
from thesmos.play.decision import Decision
from thesmos.play.match_parts import MatchParts
from thesmos.play.options import Option
from thesmos.play.saved import is_state
from thesmos.play.situation import Situation
from thesmos.play.view import Learned, View
from thesmos.play.ways import How, Way
from thesmos.play.worlds import Worlds
from thesmos.semantics.state import BoundAction, StructuredState
from thesmos.semantics.vector import state_from

if TYPE_CHECKING:
    from thesmos.play.backend import After, Vector
    from thesmos.play.observing.spec import Observations

__all__ = ["CONCEDED", "ENTERED", "SKIPPED", "Decision", "State"]

# How a state was reached, if not by an option; codes of options are never negative.
SKIPPED, CONCEDED, ENTERED = -1, -2, -3


class State(Situation):
    """A state of a game, possibly in the middle of a turn. Immutable and hashable.

    It consists of a match and a vector. It also knows how it was reached, from which its events are
    made; this is ignored when states are compared or saved.

    >>> after = state.apply(state.decision.texts[0])
    >>> after == state, state == match.start()
    (False, True)
    """

    __slots__ = ("_events", "_followed", "_from", "_turns_begun")

    def __init__(
        self,
        match: MatchParts,
        slots: Sequence[int],
        reached: tuple[Sequence[int], int] | None = None,
        codes: tuple[int, ...] | None = None,
        turns_begun: int = 0,
        *,
        may_skip: bool | None = None,
    ) -> None:
        """slots: the vector, or what it can be made from when it is needed.

        reached: from which vector, as `slots`; by which code or one of SKIPPED, CONCEDED, ENTERED.
        codes, may_skip: of the pending decision, if already known.
        turns_begun: how many turns began since the previous state; 0 without one.

        Raises UsageError for a vector that machine code can't be trusted with, if that plays the
        match: what is not a state may break the process.
        """
        loaded = reached is None and codes is None
        if loaded and match.backend_name == NATIVE and not is_state(match.linked, slots):
            raise UsageError("no state has this vector", "use `vector` of a state of this match")
        super().__init__(match, slots, codes, may_skip)
        self._from = reached
        self._events: list[dict[str, Any]] | None = None
        self._turns_begun = turns_begun
        self._followed: Way | None = None

    @classmethod
    def after(cls, match: MatchParts, after: After, reached: tuple[Vector, int]) -> State:
        """Make a state of what a backend returned for the next state."""
        vector, codes, turns_begun = after
        return cls(match, vector, reached, tuple(codes), turns_begun)

    def __reduce__(self) -> tuple[Callable[..., State], tuple[MatchParts, Vector]]:
        """Pickle the match, by what it is made from, and the vector."""
        return restored, (self._match, self._vector)

    def vector_in(self, match: MatchParts) -> Vector:
        """The vector, for a match with the same rules. Raises UsageError for one with others."""
        if self._match.rules != match.rules:
            raise UsageError("a state belongs to other rules", "use states of this match")
        return self._vector

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events between the previous state and this one; none if it was loaded.

        They are computed on access.
        """
        if self._events is None:
            self._events = [] if self._from is None else self._way.events(None)
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
        if player == 0 or self._from is None or not self._match.linked.can_hide:
            return self.events
        return self._way.events(player - 1)

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
        if player != 0 and not self._way.knows_choice(player - 1):
            return None
        if how == SKIPPED:
            return SKIP
        match, before = self._match, State(self._match, self._before)
        if player in (0, before._chooser + 1):
            options = before.decision.options if before.decision else ()
            return next(option.text for option in options if option.code == how)
        (option,) = match.written_options.of(before._seen, before._chooser, [how])
        seen = match.backend.view(before._vector, player - 1)
        (as_seen,) = match.written_options.of(seen, before._chooser, [how])
        return option.text if as_seen == option else None

    def _check(self, player: int) -> None:
        if type(player) is not int or not 0 <= player <= self._match.players:
            hint = f"players go from 1 to {self._match.players}; chance is 0"
            raise UsageError(f"there is no player {clipped(repr(player))}", hint)

    @property
    def came(self) -> tuple[Vector, int] | None:
        """As `reached`, but with a code, or one of SKIPPED, CONCEDED and ENTERED."""
        return None if self._from is None else (self._before, self._from[1])

    @property
    def _before(self) -> Vector:
        """The vector from which this state was reached, which it must have been."""
        assert self._from is not None
        slots, how = self._from
        vector = tuple(slots)  # the same object, if it is a tuple already
        if vector is not slots:
            self._from = vector, how
        return vector

    @property
    def reached(self) -> tuple[Vector, How] | None:
        """From which vector this state was reached, and how; None if it was loaded."""
        if self._from is None:
            return None
        words: dict[int, How] = {SKIPPED: "skip", CONCEDED: "concede", ENTERED: "enter"}
        return self._before, words.get(self._from[1], self._from[1])

    @property
    def _way(self) -> Way:
        """The way from the previous state, which there must be."""
        if self._followed is None:
            assert self.reached is not None
            self._followed = self._match.ways.way(*self.reached, self._vector)
        return self._followed

    @property
    def taken(self) -> BoundAction | None:
        """The option that led from the previous state to this one; None if none did."""
        return None if self._from is None or self._from[1] < 0 else self._option(self._from[1])

    def previous(self) -> StructuredState:
        """Return the state from which this one was reached. Raises UsageError if there is none."""
        if self._from is None:
            raise UsageError("this state was loaded", "it knows no previous state")
        return state_from(self._match.linked, self._before)

    def position(self, *, whole: bool = False) -> dict[str, Any]:
        """Return the position in the game's notation.

        whole: include all of the state, even in the middle of a turn, so that `match.load` returns
        an equal state.
        """
        if not whole:
            return self._match.positions.write(self._vector)
        return whole_position(self._match.positions, self._vector)

    def written(self, notation: str = LINE) -> str:
        """Return the position as one line, in a notation of positions of the game, such as `fen`.

        `line`, which every game has, is JSON, and holds all of the state, even in the middle of a
        turn. Raises UsageError if there is no such notation.
        """
        from thesmos.play.foreign.forms import written  # few programs need it

        if notation == LINE:
            position = self.position(whole=True)
            return json.dumps(position, ensure_ascii=False, separators=(",", ":"))
        return written(self, notation)

    def turns(self, notation: str) -> dict[str, tuple[str, ...]]:
        """Return every turn that can be played from here, as a notation of turns writes it.

        To each belong the texts of the options that it consists of. The state must be at the
        beginning of a turn. Raises UsageError if there is no such notation, or too many turns.
        """
        from thesmos.play.foreign.forms import written_turns

        turns = written_turns(self, notation).turns
        return {text: turn.choices for text, turn in turns.items()}

    def play(self, turn: str, notation: str) -> State:
        """Return the state after a turn, as a notation of turns writes it, such as `Nf3` in `san`.

        Raises UsageError if it can't be played here, or can mean several.
        """
        from thesmos.play.foreign.forms import written_turns

        after = written_turns(self, notation).read(turn).after
        assert isinstance(after, State)
        return after

    def view(self, player: int) -> View:
        """Return what a player (from 1) sees and learns; chance (0) sees everything.

        Raises UsageError if there is no such player.
        """
        self._check(player)
        match, truth = self._match, self._vector
        seen = match.backend.view(truth, player - 1) if player else truth
        return View(
            match, match.renumbering(seen) if player else truth, player,
            lambda: self._learned(player), lambda: match.unseen.numbers(truth, seen),
            Worlds(self, player - 1) if player else None, seen,
        )  # fmt: skip

    def observations(self, player: int | None = None, *, own_first: bool = True) -> Observations:
        """Return what a player (from 1) sees as numbers, in the parts of `match.observation_spec`.

        player: 0 is chance, which sees everything; by default the deciding player, and everything
            in a game that is over.
        own_first: whether the players follow each other from that player on, who is then number 1;
            else they are numbered as ever.

        Raises UsageError if there is no such player, or without NumPy.
        """
        if player is None:
            player = 0 if self.over else max(0, self._chooser + 1)
        self._check(player)
        vector = self._vector if player == 0 else self._match.backend.view(self._vector, player - 1)
        numbers = self._match.unseen.numbers(self._vector, vector)
        return self._match.observer.of_seen(vector, numbers, player, own_first)

    def _learned(self, player: int) -> Learned:
        return Learned(self.choice_for(player), self.events_for(player))

    @property
    def chosen(self) -> int | None:
        """The code of the option that led to this state; None if none did."""
        return None if self._from is None or self._from[1] < 0 else self._from[1]

    def follows(self, state: State) -> bool:
        """Return whether this state was made from another one by a choice."""
        return self._from is not None and self._from[1] != ENTERED and self._before == state.vector

    # ---------------------------------------------------------------- choosing

    def take(self, code: int) -> State:
        """Return the state after the option with a code. Raises UsageError if it isn't offered."""
        if code not in self.codes:
            hint = "`apply` takes the text of an option" if isinstance(code, str) else None
            raise self._not_offered(f"no option has the code {clipped(repr(code))}", hint)
        if type(code) is not int:
            code = whole_number(code, "code", 0, self._match.code_count - 1)
        match, vector = self._match, self._vector
        return State.after(match, match.backend.after(vector, code), (vector, code))

    def apply(self, option: Option | str) -> State:
        """Return the state after an option or its text.

        Raises UsageError if it isn't offered, or is an option of another game.
        """
        return self.take(self.code_of(option))

    def code_of(self, option: Option | str) -> int:
        """Return the code of an option that is offered, or of its text.

        Raises UsageError if it isn't offered, or is an option of another game.
        """
        decision = self.decision
        offered = decision.options if decision else ()
        if isinstance(option, Option):
            if option.code in self.codes:
                pending = offered[self.codes.index(option.code)]
                if pending is option or (pending.text, pending.game) == (option.text, option.game):
                    return option.code
            if option.game != self._match.game_slug:
                text = f"`{option.text}` is an option of {option.game or 'no game'}"
                raise UsageError(text, f"this is a state of {self._match.game_slug}")
            raise self._not_offered(f"`{option.text}` is not offered")
        if not isinstance(option, str):
            hint = "give an option or its text; `take` takes a code"
            raise UsageError(f"{clipped(repr(option))} is not an option", hint)
        for pending in offered:
            if pending.text == option:
                return pending.code
        near = suggest(option, decision.texts) if decision else None
        raise self._not_offered(f"`{clipped(option)}` is not offered", near)

    def _not_offered(self, text: str, better: str | None = None) -> UsageError:
        """The error for what is not offered; its hint says what is. better: another hint."""
        decision = self.decision
        if decision is None:
            return UsageError("the game is over", "it has a `result`")
        options = listed(decision.texts) or "nothing; the player can only concede"
        return UsageError(text, better or f"{decision.step} offers {options}")

    def skip(self) -> State:
        """Return the state after skipping the step. Raises UsageError if that isn't allowed."""
        if not self.may_skip:
            raise self._not_offered("this step may not be skipped")
        match, vector = self._match, self._vector
        return State.after(match, match.backend.after_skipping(vector), (vector, SKIPPED))

    def concede(self) -> State:
        """Return the state after the deciding player has conceded.

        Raises UsageError if the game is over, or chance decides.
        """
        if self._step is None:
            raise self._not_offered("")
        if self._chooser < 0:
            raise UsageError(
                "this is a decision of chance; it can't be conceded", "choose an outcome"
            )
        match, vector = self._match, self._vector
        return State.after(match, match.backend.after_conceding(vector), (vector, CONCEDED))

    # ------------------------------------------------------------------ saving

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON data, with the hash of its rules, for `Match.from_json`."""
        return {"rules": self._match.rules, "vector": list(self._vector)}


def restored(match: Any, vector: Vector) -> State:
    """Return a state that was pickled. Raises UsageError if the match has no such state."""
    state: State = match.state(vector)
    return state
