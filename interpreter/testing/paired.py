"""Two worlds side by side: generated code and the semantics play the same game, and must agree.

A paired game, match or state can be used wherever a plain one can: by the scenario runner, by the
replay of records, by random play. Each time a state is made, everything that the two worlds say
about it is compared: the vector, the decision with its options in order and their weights, and
what every player sees; of some states, also what everybody learns of the way there. The semantics
plays twice: with the log as its past; and with the registers, each time from the vector alone.
These two must report the same events. Of a match that is not `logged` it plays with the registers
only, which takes about half the time.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from thesmos.compile.python.explained_match import Vector
from thesmos.diagnostics import UsageError
from thesmos.link.layout import CoreSlot, HoldersOf, RegisterOf
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game, MatchKey
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.program.positions import STEP
from thesmos.semantics import play
from thesmos.semantics import state as s
from thesmos.semantics.chance import weight
from thesmos.semantics.hidden import view
from thesmos.semantics.history import Log, Registers
from thesmos.semantics.outcome import places, scores
from thesmos.semantics.play import Outcome
from thesmos.semantics.possible import broken
from thesmos.semantics.routes import view_of
from thesmos.semantics.transition import PendingStep, Transition
from thesmos.semantics.turns import advance
from thesmos.semantics.vector import option_from, state_from, vector_of
from thesmos.semantics.wording import shown

FOLLOWED = 25  # of so many states, the way to one of them is compared


class WorldsDiffer(Exception):  # noqa: N818 - a result, not an error of the program
    """The two worlds say different things. about: what is asked."""

    def __init__(self, about: str, played: Any, semantics: Any) -> None:
        super().__init__(f"{about}: generated code says {played}, the semantics {semantics}")
        self.about, self.played, self.semantics = about, played, semantics


class BothFail(Exception):  # noqa: N818 - as above
    """Both worlds fail, otherwise than by an error that they explain."""


class PairedGame(Game):
    """A game whose matches are played in both worlds."""

    @classmethod
    def of(cls, game: Game) -> PairedGame:
        """The same game, paired."""
        return cls(game.checked, game.path, game.around, game.version)

    def make(self, key: MatchKey) -> PairedMatch:  # type: ignore[override]  # acts as a match
        return PairedMatch(super().make(key))

    @functools.cached_property
    def drafting(self) -> PairedGame:
        """The draft, paired."""
        return PairedGame.of(super().drafting)


class PairedMatch:
    """A match in both worlds. logged: whether the semantics plays with the log, too."""

    def __init__(self, match: Match, logged: bool = True) -> None:
        self.played, self.linked, self.logged = match, match.linked, logged

    def __getattr__(self, name: str) -> Any:
        """Whatever else is asked, the match that is played answers."""
        return getattr(self.played, name)

    def start(self) -> PairedState:
        """The first state."""
        return self._enter(self.played.start, self.linked.initial)

    def load(self, position: dict[str, Any], *, allow_impossible: bool = False) -> PairedState:
        """A state at the start of a turn, from a position; with `step`, in the middle of one."""
        load = functools.partial(self.played.load, position, allow_impossible=allow_impossible)
        if not allow_impossible:
            load()  # the semantics does not ask whether a game reaches it
        vector = self.played.placed(position)
        return self._enter(load, vector, runs=STEP not in position)

    def _enter(self, played: Callable[[], State], vector: Vector, runs: bool = True) -> PairedState:
        return PairedState(self, *both(played, functools.partial(self._from, vector, runs)))

    def _from(self, vector: Sequence[int], runs: bool) -> list[Outcome]:
        """The states that a vector is or, if the flow runs, those after it has."""
        made = []
        for state in self._states(vector):
            work = Transition(state)
            if runs:
                advance(work)
            made.append(Outcome.of(work))
        return made

    def _states(self, vector: Sequence[int]) -> list[s.StructuredState]:
        """The states that a vector is: with the registers, and perhaps with a log that is empty."""
        states = [state_from(self.linked, vector)]
        assert isinstance(states[0].past, Registers)
        logs = self.logged and states[0].state_to_restore is None
        if logs and not states[0].past.answers:
            states.append(state_from(self.linked, vector, Log(self.linked)))
        return states


class PairedState:
    """A state in both worlds. Raises WorldsDiffer when it is made, if they differ.

    compared: how many have been made.
    """

    compared = 0

    def __init__(self, match: PairedMatch, played: State, outcomes: Sequence[Outcome]) -> None:
        self.match, self.played = match, played
        self.semantics, self.pending = outcomes[-1].state, outcomes[-1].decision
        compare(self, outcomes)
        _, *logged = (outcome.state for outcome in outcomes)
        loaded = state_from(match.linked, played.vector)
        _same("the decision of a loaded state", self.pending, play.decision(loaded))
        self.states = [loaded, *logged]
        PairedState.compared += 1

    def __getattr__(self, name: str) -> Any:
        """Whatever else is asked, the state that is played answers."""
        return getattr(self.played, name)

    def apply(self, option: Any) -> PairedState:
        """The state after an option, or its text."""
        if isinstance(option, str):
            texts = {each.text: each for each in self.played.decision.options}  # type: ignore[union-attr]  # there is one
            option = texts[option]
        return self.take(option.code)

    def take(self, code: int) -> PairedState:
        """The state after an option, by its code."""
        chosen = option_from(self.match.linked, *self.played.match.backend.codes.option(code))
        return self._next(
            lambda: self.played.take(code), lambda state: play.choose(state, chosen, checked=False)
        )

    def skip(self) -> PairedState:
        """The state after skipping."""
        return self._next(self.played.skip, functools.partial(play.skip, checked=False))

    def concede(self) -> PairedState:
        """The state after conceding."""
        return self._next(self.played.concede, play.concede)

    def _next(
        self, played: Callable[[], State], semantics: Callable[[s.StructuredState], Outcome]
    ) -> PairedState:
        """The state after a choice."""
        made = both(played, lambda: [semantics(each) for each in self.states])
        return PairedState(self.match, *made)


def both(
    played: Callable[[], State], semantics: Callable[[], list[Outcome]]
) -> tuple[State, list[Outcome]]:
    """What the worlds do. If both fail, raise the UsageError of generated code, or BothFail."""
    try:
        made = played()
    except Exception as error:
        other = failure(semantics)
        if other is None:
            raise WorldsDiffer("a choice", repr(error), "it can be carried out") from error
        if isinstance(error, UsageError) and isinstance(other, UsageError):
            raise
        raise BothFail(f"{error!r}; {other!r}") from error
    try:
        return made, semantics()
    except UsageError as error:
        raise WorldsDiffer("a choice", "it can be carried out", str(error)) from error


def failure(work: Callable[[], object]) -> Exception | None:
    """The error that something ends with; None if it does not."""
    try:
        work()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is compared
        return error
    return None


# ------------------------------------------------------------------------- comparing


def compare(both: PairedState, outcomes: Sequence[Outcome]) -> None:
    """Compare all that the two worlds say about a state, and the two pasts about the way to it."""
    for state, reports, decision in outcomes:
        past = type(state.past).__name__.lower()
        _same(f"the events, with the {past}", outcomes[0].reports, reports)
        _slots(both, f"with the {past}", both.played.vector, vector_of(state))
        _decision(both, decision)
    _weights(both)
    _broken(both)
    _views(both)
    _result(both)
    if PairedState.compared % FOLLOWED == 0:
        compare_ways(both.played)


def _same(about: str, played: Any, semantics: Any) -> None:
    if played != semantics:
        raise WorldsDiffer(about, played, semantics)


def _slots(both: PairedState, about: str, played: Sequence[int], made: Sequence[int]) -> None:
    """Compare two vectors, and name the slots that differ."""
    if tuple(played) != tuple(made):
        names = [*slot_names(both.match.linked)] * 2
        which = [n for n, (one, other) in enumerate(zip(played, made, strict=True)) if one != other]
        raise WorldsDiffer(
            f"{about}, {', '.join(names[n] for n in which)}",
            [played[n] for n in which],
            [made[n] for n in which],
        )


def _decision(both: PairedState, decision: PendingStep | None) -> None:
    """Compare the options, in their order. The vector tells the step, and who decides."""
    played, game = both.played, both.match.linked
    codes = both.match.backend.codes
    options = [option_from(game, *codes.option(code)) for code in played.codes]
    if decision is None:
        _same("the end of the game", (options, played.decision), ([], None))
    else:
        _same("the options", options, [*decision.options])
        _same("may skip", played.may_skip, decision.may_skip)


def _weights(both: PairedState) -> None:
    if both.pending is not None:
        seen, player = view_of(both.semantics, both.pending.chooser), both.pending.chooser.player
        weights = [weight(seen, option, player) for option in both.pending.options]
        backend, vector = both.match.backend, both.played.vector
        chooser = both.played.vector[both.match.linked.layout.core("chooser")]
        shows = [tuple(shown(seen, option, player)) for option in both.pending.options]
        looked = vector if chooser < 0 else backend.view(vector, chooser)
        _same("values", [backend.shown(looked, chooser, c) for c in both.played.codes], shows)
        _same("the weights", [backend.weight(vector, c) for c in both.played.codes], weights)


def _broken(both: PairedState) -> None:
    """Compare what says that the position is impossible."""
    cases = [number for case in broken(both.semantics) for number in case]
    _same("what is broken", [*both.match.backend.broken(both.played.vector)], cases)


def _result(both: PairedState) -> None:
    """Compare how the game ended, if it has."""
    played, state = both.played.result, both.semantics
    _same("whether the game is over", played is not None, state.over)
    if played is not None:
        _same("the winners", played.winners, tuple(p + 1 for p in sorted(state.winners or ())))
        _same("the places", played.places, places(state))
        _same("the scores", played.scores, scores(state))


def _views(both: PairedState) -> None:
    for player in range(both.match.linked.players):
        seen = both.match.backend.view(both.played.vector, player)
        _slots(both, f"seen by {player}", seen, vector_of(view(both.semantics, player)))


def compare_ways(state: State) -> None:
    """Compare what everybody learns of the way to a state; nothing if it was loaded.

    Nobody learns of an event anything that is not true.
    """
    if state.reached is None:
        return
    ways, (before, how) = state.match.ways, state.reached
    played, semantics = ways.traced(before, how), ways.interpreted(before, how, state.vector)
    happened = played.events(None)
    _same("the events", happened, semantics.events(None))
    for viewer in range(state.match.linked.players):
        told = played.events(viewer)
        _same(f"the events for {viewer}", told, semantics.events(viewer))
        false = [event for event in told if not any(event.items() <= e.items() for e in happened)]
        _same(f"the false events for {viewer}", false, [])
        known, meant = played.knows_choice(viewer), semantics.knows_choice(viewer)
        _same(f"whether {viewer} knows the choice", known, meant)


# ------------------------------------------------------------------------------ names


def slot_names(game: LinkedGame) -> Iterator[str]:
    """A name for each slot, for messages."""
    for entry in game.layout.entries:
        for number in range(entry.count):
            yield f"{_meaning(game, entry.meaning)}[{number}]"


def _meaning(game: LinkedGame, meaning: Any) -> str:
    match meaning:
        case CoreSlot(name):
            return name
        case HoldersOf(card):
            return f"holders of {game.cards[card].card.slug}"
        case RegisterOf(card, query):
            slug = "the game" if card is None else game.cards[card].card.slug
            return f"{query.question}({query.events[0].action}) of {slug}"
    return str(meaning)
