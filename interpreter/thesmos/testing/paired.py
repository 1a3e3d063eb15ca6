"""Two worlds side by side: 0.1's engine and the semantics play the same game, and must agree.

A paired game, match or state can be used wherever one of the engine can: by the scenario runner, by
the replay of records, by random play. Each time a state is made, everything that the two worlds say
about it is compared: the vector, the decision with its options in order, what every player sees,
the events on the way, the weights of outcomes, the match-up of a draft. The semantics plays twice:
with the log as its past; and with the registers, each time from the vector alone. Generated code
plays along.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from thesmos.compile.match import Vector
from thesmos.diagnostics import UsageError
from thesmos.engine.hidden import view as engine_view
from thesmos.engine.match import Match, State
from thesmos.engine.position_reader import place_position
from thesmos.engine.program import CHOOSER, NONE, STEP
from thesmos.link.layout import CoreSlot, HoldersOf, RegisterOf
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game, MatchKey
from thesmos.semantics import play
from thesmos.semantics import state as s
from thesmos.semantics import transition as t
from thesmos.semantics.chance import weight
from thesmos.semantics.drafts import match_up
from thesmos.semantics.hidden import view
from thesmos.semantics.history import Log, Registers
from thesmos.semantics.play import Outcome
from thesmos.semantics.routes import view_of
from thesmos.semantics.transition import Decision, Transition
from thesmos.semantics.turns import advance
from thesmos.semantics.vector import state_from, vector_of
from thesmos.testing.by_engine import by_engine as played_by_engine
from thesmos.testing.generated import Choice, Generated
from thesmos.testing.generated import by_semantics as said_by_semantics

Said = tuple[Any, ...]  # an event as one of the worlds reports it, in a form common to both


class WorldsDiffer(Exception):  # noqa: N818 - a result, not an error of the program
    """The two worlds say different things. about: what is asked."""

    def __init__(self, about: str, engine: Any, semantics: Any) -> None:
        super().__init__(f"{about}: the engine says {engine}, the semantics {semantics}")
        self.about, self.engine, self.semantics = about, engine, semantics


class BothFail(Exception):  # noqa: N818 - as above
    """Both worlds fail, otherwise than by an error that they explain."""


class PairedGame(Game):
    """A game whose matches are played in both worlds."""

    @classmethod
    def of(cls, game: Game) -> PairedGame:
        """The same game, paired."""
        return cls(game.checked, game.path, game.around)

    def make(self, key: MatchKey) -> PairedMatch:  # type: ignore[override]  # acts as a match
        return PairedMatch(played_by_engine(super().make(key)))

    @functools.cached_property
    def drafting(self) -> PairedGame:
        """The draft, paired."""
        return PairedGame.of(super().drafting)


class PairedMatch:
    """A match in both worlds."""

    def __init__(self, match: Match) -> None:
        self.engine, self.linked = match, match.linked
        self.generated = Generated(match.linked)

    def __getattr__(self, name: str) -> Any:
        """Whatever else is asked, the engine answers."""
        return getattr(self.engine, name)

    def start(self, seed: int = 0) -> PairedState:
        """The first state."""
        outcomes = functools.partial(self._from, self.linked.layout.start)
        generated = functools.partial(self.generated.after, (), lambda match, _: match.start())
        return PairedState(self, *both(self.engine.start, outcomes, generated))

    def load(self, position: dict[str, Any]) -> PairedState:
        """A state at the start of a turn, from a position."""
        size = self.linked.layout.size
        vector = [*self.linked.layout.start, *([0] * size if self.linked.can_cancel else [])]
        place_position(self.engine.notation, vector, position)
        load = functools.partial(self.engine.load, position)
        generated = functools.partial(self.generated.after, vector, lambda match, v: match.enter(v))
        return PairedState(self, *both(load, functools.partial(self._from, vector), generated))

    def _from(self, vector: Sequence[int]) -> list[Outcome]:
        """The states after the flow has run on from a vector."""
        made = []
        for state in self._states(vector):
            work = Transition(state)
            advance(work)
            made.append(Outcome.of(work))
        return made

    def _states(self, vector: Sequence[int]) -> list[s.State]:
        """The states that a vector is: with the registers, and with a log if it can be empty."""
        states = [state_from(self.linked, vector)]
        assert isinstance(states[0].past, Registers)
        if not states[0].past.answers and states[0].state_to_restore is None:
            states.append(state_from(self.linked, vector, Log(self.linked)))
        return states


class PairedState:
    """A state in both worlds. Raises WorldsDiffer when it is made, if they differ.

    compared: how many have been made.
    """

    compared = 0

    def __init__(
        self,
        match: PairedMatch,
        engine: State,
        outcomes: Sequence[Outcome],
        generated: Vector,
    ) -> None:
        self.match, self.engine = match, engine
        self.semantics, self.pending = outcomes[-1].state, outcomes[-1].decision
        compare(self, outcomes)
        _generated(self, generated)
        _, *logged = (outcome.state for outcome in outcomes)
        loaded = state_from(match.linked, engine.vector)
        _decision(self, play.decision(loaded))
        self.states = [loaded, *logged]
        PairedState.compared += 1

    def __getattr__(self, name: str) -> Any:
        """Whatever else is asked, the engine answers."""
        return getattr(self.engine, name)

    def apply(self, option: Any) -> PairedState:
        """The state after an option, or its text."""
        if isinstance(option, str):
            texts = {each.text: each for each in self.engine.decision.options}  # type: ignore[union-attr]  # there is one
            option = texts[option]
        return self.follow(option.values)

    def take(self, code: int) -> PairedState:
        """The state after an option, by its code."""
        return self.follow(self.engine.match.codes.option(code)[1])

    def follow(self, roles: tuple[int, ...]) -> PairedState:
        """The state after an option, by the values of its roles."""
        assert self.pending is not None
        chosen = next(each for each in self.pending.options if each.values == roles)
        return self._next(
            lambda: self.engine.follow(roles),
            lambda state: play.choose(state, chosen, checked=False),
            self.match.generated.code(chosen),
        )

    def skip(self) -> PairedState:
        """The state after skipping."""
        semantics = functools.partial(play.skip, checked=False)
        return self._next(self.engine.skip, semantics, lambda match, v: match.skip(v))

    def concede(self) -> PairedState:
        """The state after conceding."""
        return self._next(self.engine.concede, play.concede, lambda match, v: match.concede(v))

    def _next(
        self,
        engine: Callable[[], State],
        semantics: Callable[[s.State], Outcome],
        generated: Choice,
    ) -> PairedState:
        """The state after a choice."""
        after = functools.partial(self.match.generated.after, self.engine.vector, generated)
        return PairedState(
            self.match, *both(engine, lambda: [semantics(each) for each in self.states], after)
        )


def both(
    engine: Callable[[], State],
    semantics: Callable[[], list[Outcome]],
    generated: Callable[[], Vector],
) -> tuple[State, list[Outcome], Vector]:
    """What the worlds do. If all fail, raise the UsageError of the engine, or BothFail."""
    try:
        made = engine()
    except Exception as error:
        others = [failure(semantics), failure(generated)]
        for other in others:
            if other is None:
                raise WorldsDiffer("a choice", repr(error), "it can be carried out") from error
        if all(isinstance(one, UsageError) for one in (error, *others)):
            raise
        raise BothFail(f"{error!r}; {others!r}") from error
    try:
        return made, semantics(), generated()
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
    """Compare all that the two worlds say about a state, and about the way to it."""
    said = [by_engine(entry) for entry in both.engine._log]
    for state, reports, decision in outcomes:
        past = type(state.past).__name__.lower()
        _same("the events", said, [by_semantics(both.match.linked, one) for one in reports])
        _slots(both, f"with the {past}", both.engine.vector, vector_of(state))
        _decision(both, decision)
    _weights(both)
    _views(both)
    _draft(both)


def _generated(both: PairedState, vector: Vector) -> None:
    """Compare what generated code says with what the engine and the semantics say."""
    _slots(both, "generated", both.engine.vector, vector)
    weights: list[int] = []
    if both.pending is not None:
        seen, player = view_of(both.semantics, both.pending.chooser), both.pending.chooser.player
        weights = [weight(seen, option, player) for option in both.pending.options]
    said = said_by_semantics(both.pending, weights)
    _same("the generated decision", said, both.match.generated.said(vector))


def _same(about: str, engine: Any, semantics: Any) -> None:
    if engine != semantics:
        raise WorldsDiffer(about, engine, semantics)


def _slots(both: PairedState, about: str, engine: Sequence[int], made: Sequence[int]) -> None:
    """Compare two vectors, and name the slots that differ."""
    if tuple(engine) != tuple(made):
        names = [*slot_names(both.match.linked)] * 2
        which = [n for n, (one, other) in enumerate(zip(engine, made, strict=True)) if one != other]
        raise WorldsDiffer(
            f"{about}, {', '.join(names[n] for n in which)}",
            [engine[n] for n in which],
            [made[n] for n in which],
        )


def _decision(both: PairedState, decision: Decision | None) -> None:
    engine = both.engine
    step, chooser = engine.vector[STEP], engine.vector[CHOOSER]
    if decision is None:
        _same("a decision", (step, chooser, engine.roles), (NONE, NONE, []))
        return
    player, chance = decision.chooser
    number = both.match.linked.step_numbers[decision.step.name]
    _same("the step", step, number)
    _same("the chooser", chooser, -1 - player if chance else player)
    _same("the options", engine.roles, [option.values for option in decision.options])
    _same("may skip", bool(engine.may_skip), decision.may_skip)


def _weights(both: PairedState) -> None:
    decision, vector = both.pending, [*both.engine.vector]
    if decision is not None and decision.chooser.chance:
        step, chooser, notation = vector[STEP], vector[CHOOSER], both.engine.match.notation
        values = [option.values for option in decision.options]
        player = decision.chooser.player
        weights = [weight(both.semantics, option, player) for option in decision.options]
        engine = [notation.weight(vector, step, chooser, one) for one in values]
        _same("the weights", engine, weights)


def _views(both: PairedState) -> None:
    vector = [*both.engine.vector]
    for player in range(both.match.linked.players):
        seen = engine_view(both.engine.match.tables, vector, player)
        _slots(both, f"seen by {player}", seen, vector_of(view(both.semantics, player)))
        generated = both.match.generated.match.view(both.engine.vector, player)
        _slots(both, f"generated, seen by {player}", seen, generated)


def _draft(both: PairedState) -> None:
    engine, semantics = both.engine.match_up, match_up(both.semantics)
    if engine is None or semantics is None:
        _same("the match-up", engine, semantics)
    else:
        said = (engine.powers, engine.setup, engine.seats)
        _same("the match-up", said, (semantics.powers, semantics.setup, semantics.seats))


# ----------------------------------------------------------------- one form for events


def by_engine(entry: dict[str, Any]) -> Said:
    """An event of the engine's log. Players are counted from 0."""
    if "action" in entry:
        roles = {name: raw for name, (_, raw) in entry["roles"].items()}
        return "event", entry["action"], entry["actor"], roles
    player = entry.get("player", 0) - 1
    return entry["e"], player, entry.get("power"), entry.get("why", entry.get("reason"))


def by_semantics(game: LinkedGame, report: t.Report) -> Said:
    """A report of the semantics, as the engine's log has it."""

    def card(number: int | None) -> str | None:
        return None if number is None else game.cards[number].card.slug

    match report:
        case t.Event(action, actor, roles):
            raw = {name: NONE if value is None else value for name, value in roles.items()}
            return "event", str(action), actor, raw
        case t.TurnBegan(player, granted):
            word = "turn" if granted is None else "additional turn"
            return word, player, card(granted), None
        case t.CardMoved(word, player, moved, why):
            return word, player, card(moved), why
        case t.Lost(player, reason):
            return "lose", player, None, reason
        case t.Eliminated(player):
            return "eliminated", player, None, None
        case t.Skipped():
            return "skip", -1, None, None
        case t.Cancelled():
            return "cancelled", -1, None, None


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
